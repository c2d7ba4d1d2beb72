import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key pair of a client, with its public JWK. */
export async function newKey(alg = 'ES256', kid = 'k1') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid }
  return { alg, privateKey, jwk, privateJwk: { ...(await exportJWK(privateKey)), kid } }
}
export type ClientKey = Awaited<ReturnType<typeof newKey>>

/** A client assertion (RFC 7523). `claims` and `header` replace the right ones. */
export function assertion(
  key: ClientKey,
  { clientId, audience, nowSeconds }: { clientId: string; audience: string; nowSeconds: number },
  claims: object = {},
  header: object = {},
): Promise<string> {
  const right = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: nowSeconds,
    exp: nowSeconds + 60,
    jti: randomUUID(),
  }
  return new SignJWT({ ...right, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.jwk.kid, ...header })
    .sign(key.privateKey)
}

/** A DPoP proof (RFC 9449). `claims` and `header` replace the right ones. */
export async function dpopProof(
  key: ClientKey,
  target: { method: string; url: string; nowSeconds: number; token?: string },
  claims: object = {},
  header: object = {},
): Promise<string> {
  const { method, url, nowSeconds, token } = target
  const ath = token === undefined ? {} : { ath: hash('sha256', token, 'base64url') }
  const { kid: _, ...jwk } = key.jwk
  return new SignJWT({ htm: method, htu: url, iat: Math.floor(nowSeconds), jti: randomUUID(), ...ath, ...claims })
    .setProtectedHeader({ alg: key.alg, typ: 'dpop+jwt', jwk, ...header })
    .sign(key.privateKey)
}

export const thumbprintOfKey = (key: ClientKey): Promise<string> => calculateJwkThumbprint(key.jwk)

const CERTIFICATES = new URL('certificates/', import.meta.url)

/** A self-signed certificate for tests, valid until 2126. */
export function certificate(name: 'server' | 'client' | 'stranger') {
  const cert = readFileSync(new URL(`${name}.cert.pem`, CERTIFICATES))
  const key = readFileSync(new URL(`${name}.key.pem`, CERTIFICATES))
  const der = Buffer.from(cert.toString().replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  return { cert, key, der, thumbprint: hash('sha256', der, 'base64url') }
}
export type TestCertificate = ReturnType<typeof certificate>

/** Sends a request over TLS on a connection of its own, with the certificate if there is one. */
export function askOverTls(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    shown,
  }: {
    method?: string
    headers?: Record<string, string>
    body?: string
    shown?: TestCertificate
  },
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
): Promise<{ status: number; headers: Record<string, unknown>; body: any }> {
  return new Promise((resolve, reject) => {
    const tls = { ca: certificate('server').cert, ...(shown && { cert: shown.cert, key: shown.key }) }
    const asked = request(url, { method, headers, agent: false, ...tls }, (answer) => {
      text(answer).then(
        (said) =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: said === '' ? {} : JSON.parse(said) }),
        reject,
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
