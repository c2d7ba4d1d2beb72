import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CALLBACK, registerCallback } from '../support/signing-person.ts'
import { createPayer, requestToken, startTestService, type TestService } from '../support/test-service.ts'

/**
 * A proxy serves the service below a path and takes the path off. Every address that the service
 * tells leads through the proxy.
 */

const BASE = '/bank/api'
const PUBLIC_URL = `https://bank.example${BASE}`
let service: TestService
before(async () => {
  service = await startTestService({ publicUrl: PUBLIC_URL, securityContact: 'mailto:security@bank.example' })
})
after(() => service.stop())

const read = async (path: string, accept = 'text/html') => {
  const response = await fetch(service.baseUrl + path, { redirect: 'manual', headers: { accept } })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** The addresses in a page that lead to the service. */
const addressesIn = (page: string) =>
  [...page.matchAll(/\b(?:href|src|url)"?[=:]\s*"(\/[^"]*)"/g)].map(([, address]) => address!)

for (const path of [
  '/',
  '/docs',
  '/docs/reference',
  '/docs/guides/getting-started',
  '/docs/guides/payments',
  '/docs/pages/errors',
])
  test(`${path}: every address begins with the base path, and leads somewhere`, async () => {
    const { status, text } = await read(path)
    assert.equal(status, 200)
    const addresses = new Set(addressesIn(text).map((address) => address.split('#')[0]!))
    assert.ok(addresses.size > 0)
    for (const address of addresses) {
      assert.ok(address.startsWith(`${BASE}/`), address)
      assert.match(String((await read(address.slice(BASE.length))).status), /^(200|302)$/, address)
    }
  })

test('the first page shows the base path in its commands, and forwards old links below it', async () => {
  const { text } = await read('/docs')
  assert.match(text, /location\.origin \+ '\/bank\/api'/)
  assert.match(text, /location\.replace\('\/bank\/api\/docs\/reference'/)
})

test('a machine finds the same addresses at /', async () => {
  const { name, version, ...addresses } = JSON.parse((await read('/', 'application/json')).text)
  assert.ok(name && version)
  for (const address of Object.values<string>(addresses)) assert.ok(address.startsWith(`${BASE}/`), address)
})

for (const path of ['/docs/guides', '/docs/pages', '/docs/reference/js/scalar.js'])
  test(`${path}: the redirect stays below the base path`, async () => {
    const { status, location } = await read(path)
    assert.equal(status, 302)
    assert.ok(location!.startsWith(`${BASE}/`), location!)
  })

for (const query of ['', '?aliases=true'])
  test(`/openapi.json${query}: the server and the token URL have the base path`, async () => {
    const { servers, components } = JSON.parse((await read(`/openapi.json${query}`)).text)
    assert.deepEqual(
      servers.map(({ url }: { url: string }) => url),
      [BASE],
    )
    assert.equal(
      components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl,
      `${BASE}/auth/realms/bank/protocol/openid-connect/token`,
    )
  })

test('the collection calls the public URL', async () => {
  const { variable } = JSON.parse((await read('/docs/collection.json')).text)
  const values = new Map(variable.map(({ key, value }: { key: string; value: string }) => [key, value]))
  assert.equal(values.get('baseUrl'), PUBLIC_URL)
  assert.ok(String(values.get('tokenUrl')).startsWith(`${PUBLIC_URL}/auth/realms/`))
})

test('discovery names addresses below the base path', async () => {
  const document = JSON.parse((await read('/auth/realms/bank/.well-known/openid-configuration')).text)
  for (const [name, address] of Object.entries(document).filter(([name]) => /issuer|endpoint$|_uri$/.test(name)))
    assert.ok(String(address).startsWith(`${PUBLIC_URL}/auth/realms/bank`), `${name}: ${address}`)
})

test('security.txt names itself', async () => {
  assert.match((await read('/.well-known/security.txt')).text, new RegExp(`Canonical: ${PUBLIC_URL}/\\.well-known`))
})

test('the link to a successor has the base path', async () => {
  const { customerUID } = await createPayer(service)
  const reply = await service.call('GET', `/v2/customers/${customerUID}/accounts?page=1&limit=10`)
  assert.equal(
    reply.headers.get('link'),
    `<${BASE}/v3/customers/${customerUID}/accounts/search>; rel="successor-version"`,
  )
})

test('tokens are issued and taken', async () => {
  assert.equal((await requestToken(service.baseUrl, 'bank', service.tenant.client)).status, 200)
  assert.equal((await service.call('GET', '/v1/institution')).status, 200)
})

test('people are sent to pages below the base path, whatever the Host and the form of the target', async () => {
  await registerCallback(service, service.tenant.client)
  const asked = new URLSearchParams({
    ...{
      client_id: service.tenant.client.apiKey,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid roles',
      state: 's',
    },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
  })
  const response = await fetch(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/auth/?${asked}`, {
    redirect: 'manual',
  })
  const location = response.headers.get('location')!
  assert.ok(location.startsWith(`${BASE}/auth/realms/bank/sign-in/`), `${response.status} ${location}`)
  const paths = response.headers.getSetCookie().map((line) => /path=([^;]*)/i.exec(line)![1])
  assert.ok(paths.includes(location), `the cookie of the page is sent to it: ${paths}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const page = await fetch(service.baseUrl + location.slice(BASE.length), { headers: { cookie } })
  assert.equal(page.status, 200)
  for (const address of addressesIn(await page.text())) {
    assert.ok(address.startsWith(`${BASE}/`), address)
    assert.equal((await read(address.slice(BASE.length))).status, 200, address)
  }
})

test('the link of an invitation leads to its page below the base path', async () => {
  const opened = await read(`/auth/realms/bank/invitation?token=${'x'.repeat(43)}`)
  assert.deepEqual([opened.status, opened.location], [303, `${BASE}/auth/realms/bank/invitation`])
  const { text } = await read('/auth/realms/bank/invitation/')
  assert.match(text, new RegExp(`href="${BASE}/auth/realms/bank/assets/sign-in.css"`))
})
