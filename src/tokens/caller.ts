import { hash, type X509Certificate } from 'node:crypto'

/** Where a request comes from. */
export interface Caller {
  /** Its network address. */
  address: string
  /** The client certificate of its TLS connection, whose private key it has proven to hold. */
  certificate?: X509Certificate
}

const thumbprints = new WeakMap<X509Certificate, string>()

/** SHA-256 of the certificate in DER, in base64url: `x5t#S256` of RFC 8705 section 3.1. */
export function thumbprintOf(certificate: X509Certificate): string {
  const known = thumbprints.get(certificate)
  if (known !== undefined) return known
  const thumbprint = hash('sha256', certificate.raw, 'base64url')
  thumbprints.set(certificate, thumbprint)
  return thumbprint
}
