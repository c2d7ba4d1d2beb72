import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { networksOf } from '../kernel/networks.ts'
import { createAddressReader } from './caller-address.ts'

/** The certificate that the client of a request has proven to hold; undefined if it showed none. */
export type CertificateReader = (request: IncomingMessage) => X509Certificate | undefined

/** A trusted proxy that ends TLS passes the client's certificate in this header. */
export interface ForwardedCertificate {
  header: string
  /** Only these senders may use the header. It is ignored from all others. */
  proxies: readonly string[]
}

/**
 * Reads the certificate from the TLS connection or, behind a trusted proxy, from its header. Any
 * certificate is accepted here: its thumbprint decides, not who signed it.
 */
export function createCertificateReader(forwarded?: ForwardedCertificate): CertificateReader {
  if (!forwarded) return ofConnection
  const header = forwarded.header.toLowerCase()
  const proxies = networksOf(forwarded.proxies)
  const senderOf = createAddressReader(false)
  return (request) => (proxies.includes(senderOf(request)) ? parse(request.headers[header]) : ofConnection(request))
}

const ofConnections = new WeakMap<TLSSocket, X509Certificate>()

function ofConnection({ socket }: IncomingMessage): X509Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const certificate = ofConnections.get(socket) ?? socket.getPeerX509Certificate()
  if (certificate) ofConnections.set(socket, certificate)
  return certificate
}

/** DER in base64 between colons (RFC 9440), or PEM in URL encoding as nginx writes it. */
function parse(value: string | string[] | undefined): X509Certificate | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const der = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value)?.[1]
    return new X509Certificate(der === undefined ? decodeURIComponent(value) : Buffer.from(der, 'base64'))
  } catch {
    return undefined
  }
}
