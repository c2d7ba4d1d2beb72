import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An OpenID Connect issuer outside Giro, with its discovery document and its keys. */
export async function startOpenidIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }] }
  const server = createServer((request, response) => {
    const isDiscovery = request.url === '/realms/bank/.well-known/openid-configuration'
    response.end(JSON.stringify(isDiscovery ? { issuer: url, jwks_uri: `${url}/certs` } : jwks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/bank`
  return {
    url,
    /** A token of the issuer with these claims. */
    sign: (claims: object, typ = 'at+jwt'): Promise<string> =>
      new SignJWT({ iss: url, ...claims }).setProtectedHeader({ alg: 'RS256', typ, kid: 'k1' }).sign(privateKey),
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
