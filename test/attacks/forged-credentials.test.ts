import assert from 'node:assert/strict'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import pino from 'pino'
import { RESEALED_TABLES } from '../../src/db/reseal.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { resealingSweeps } from '../../src/main/resealing.ts'
import { isBound, rotateDataKey } from '../../src/main/rotate-keys.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { WEDNESDAY } from '../support/clocks.ts'
import { forgetPlaces } from '../support/earlier-seals.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/**
 * Statements with the rights of the service give an attacker a secret, a signing key or rights.
 * None counts, the verification names each, and what the service wrote goes on.
 */
const tokenClock = fixedClock(WEDNESDAY)
const lines: string[] = []
let service: TestService
let tenantId: bigint

before(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  service = await startTestService({ tokenClock, log, worker: false })
  tenantId = service.tenant.institution.tenantId
})
after(() => service.stop())

interface Secret {
  apiKey: string
  apiSecret: string
}

const TOKEN = '/auth/realms/bank/protocol/openid-connect/token'

/** What the token endpoint answers. */
async function ask({ apiKey, apiSecret }: Secret): Promise<{ status: number; body: string; token: string }> {
  const answer = await fetch(service.baseUrl + TOKEN, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const body = await answer.text()
  return { status: answer.status, body, token: answer.ok ? JSON.parse(body).access_token : '' }
}

const createClient = () => service.createClient(service.tenant, {})
const CLIENTS = '/v1/institution/api-clients'
const rotate = async ({ apiKey }: Secret, overlapSeconds: number): Promise<Secret> => ({
  apiKey,
  apiSecret: dataOf(await service.call('POST', `${CLIENTS}/${apiKey}/rotate`, { overlapSeconds })).apiSecret,
})

/** What the verification says of rows whose names begin with this. */
async function namedFor(name: string, of = tenantId): Promise<string[]> {
  await service.readKeys()
  const found = await service.app.db.forTenant(of).snapshot((tx) => verifySealed(tx, of))
  return found.filter(({ id }) => id.startsWith(name)).map(({ what }) => what)
}

const toldOf = (name: string) => lines.filter((line) => line.includes(name) && line.includes('docs/operations.md'))

const digestOf = (apiSecret: string) => hash('sha256', apiSecret, 'buffer')
const newSecret = () => randomBytes(32).toString('base64url')
/** The digest that a client's own secret has. */
const digestOfSecretOf = ({ apiKey }: Secret) =>
  `(select content_index from api_client_secrets where client_id = '${apiKey}' order by created_at limit 1)`

async function forgeSecret({ apiKey }: Secret, index: string): Promise<Secret> {
  const apiSecret = newSecret()
  await service.query(
    `insert into api_client_secrets (tenant_id, client_id, secret_sha256, created_at, content_index)
     values ($1, $2, $3, now(), ${index})`,
    [tenantId, apiKey, digestOf(apiSecret)],
  )
  return { apiKey, apiSecret }
}

const FORGED_SECRETS: Record<string, (victim: Secret, other: Secret) => string> = {
  'without a digest': () => 'null',
  'with the digest of the true secret': digestOfSecretOf,
  'with the digest of a secret of another client': (_, other) => digestOfSecretOf(other),
  'with another text': () => `'null hmac:AAAA'`,
}

for (const [how, index] of Object.entries(FORGED_SECRETS))
  test(`a secret ${how} that SQL gives a client proves nothing, and the true one goes on`, async () => {
    const [victim, other] = [await createClient(), await createClient()]
    const unknown = await ask({ apiKey: `giro_${'0'.repeat(22)}`, apiSecret: newSecret() })
    const forged = await forgeSecret(victim, index(victim, other))
    const refused = await ask(forged)
    assert.deepEqual([refused.status, refused.body], [401, unknown.body])
    assert.equal((await ask(victim)).status, 200)
    assert.deepEqual(await namedFor(victim.apiKey), ['a secret of a client was altered'])
    assert.equal(toldOf(victim.apiKey).length, 1)
    // A new secret without overlap ends what was forged.
    const next = await rotate(victim, 0)
    assert.deepEqual(
      [(await ask(forged)).status, (await ask(victim)).status, (await ask(next)).status],
      [401, 401, 200],
    )
  })

test('a rotation makes no forged secret a true one', async () => {
  const victim = await createClient()
  const forged = await forgeSecret(victim, 'null')
  const next = await rotate(victim, 3_600)
  assert.deepEqual([(await ask(forged)).status, (await ask(victim)).status, (await ask(next)).status], [401, 200, 200])
})

test('a secret that SQL changes, moves or prolongs proves nothing', async () => {
  const [victim, thief] = [await createClient(), await createClient()]
  await rotate(victim, 60)
  const prolong = `update api_client_secrets set expires_at = expires_at + interval '1 year' where client_id = $1 and expires_at is not null`
  await service.query(prolong, [victim.apiKey])
  assert.equal((await ask(victim)).status, 401)
  await service.query(
    `update api_client_secrets set expires_at = null, content_index = 'null ' || split_part(content_index, ' ', 2)
     where client_id = $1 and expires_at is not null`,
    [victim.apiKey],
  )
  assert.equal((await ask(victim)).status, 401)
  await service.query(`update api_client_secrets set client_id = $2 where client_id = $1`, [
    thief.apiKey,
    victim.apiKey,
  ])
  assert.equal((await ask({ ...thief, apiKey: victim.apiKey })).status, 401)
  const own = newSecret()
  await service.query('update api_client_secrets set secret_sha256 = $2 where client_id = $1 and secret_sha256 = $3', [
    victim.apiKey,
    digestOf(own),
    digestOf(thief.apiSecret),
  ])
  assert.equal((await ask({ ...victim, apiSecret: own })).status, 401)
})

test('the secrets of a rotation work as long as it says', async () => {
  const first = await createClient()
  const second = await rotate(first, 60)
  const third = await rotate(second, 120)
  const statuses = async () => [(await ask(first)).status, (await ask(second)).status, (await ask(third)).status]
  assert.deepEqual(await statuses(), [200, 200, 200])
  tokenClock.advance({ seconds: 60 })
  assert.deepEqual(await statuses(), [401, 200, 200])
  tokenClock.advance({ seconds: 60 })
  assert.deepEqual(await statuses(), [401, 401, 200])
  assert.deepEqual(await namedFor(first.apiKey), [])
})

/** A key pair of an attacker, under the kid that they choose. */
async function ownKey(kid: string = randomUUID()) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }, privateKey }
}
type OwnKey = Awaited<ReturnType<typeof ownKey>>

/** The claims of a true token, signed with the attacker's key. */
const signWith = ({ kid, privateKey }: OwnKey, token: string) =>
  new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(privateKey)

const statusAt = async (node: string, token: string) =>
  (await service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client: { ...CLIENT, token }, at: node }))
    .status
const CLIENT = { apiKey: '', apiSecret: '' }

const published = async (tenant: string): Promise<string> =>
  (await fetch(`${service.baseUrl}/auth/realms/${tenant}/protocol/openid-connect/certs`)).text()

const RETIRED = "now() - interval '1 year', now() - interval '1 hour', '2100-01-01'"
/** Inserts the attacker's key as a retired one. */
const insertKey = ({ kid, publicJwk }: OwnKey, tenant: bigint, sealed: string) =>
  service.query(
    `insert into signing_keys (tenant_id, kid, algorithm, public_jwk, sealed_private_jwk, created_at, signs_from, retired_at, expires_at)
     values ($1, $2, 'ES256', $3, ${sealed}, now(), ${RETIRED})`,
    [tenant, kid, JSON.stringify(publicJwk)],
  )
const sealedOf = (tenant: bigint) =>
  `(select sealed_private_jwk from signing_keys where tenant_id = ${tenant} order by created_at limit 1)`
const NAMED_KEY = ['a signing key was altered']

const FORGED_KEYS: Record<string, (tenant: bigint, other: bigint) => Promise<OwnKey>> = {
  'with a copied private half': async (tenant) => {
    const own = await ownKey()
    await insertKey(own, tenant, sealedOf(tenant))
    return own
  },
  'with the private half of another institution': async (tenant, other) => {
    const own = await ownKey()
    await insertKey(own, tenant, sealedOf(other))
    return own
  },
  'without a private half': async (tenant) => {
    const own = await ownKey()
    await insertKey(own, tenant, "'\\x00'")
    return own
  },
  'in place of the public half of the key that signs': async (tenant) => {
    const [row] = await service.query<{ kid: string }>('select kid from signing_keys where tenant_id = $1', [tenant])
    const own = await ownKey(row!.kid)
    await service.query('update signing_keys set public_jwk = $2 where tenant_id = $1', [
      tenant,
      JSON.stringify(own.publicJwk),
    ])
    return own
  },
  'under the kid of the key of another institution': async (tenant, other) => {
    const [row] = await service.query<{ kid: string }>('select kid from signing_keys where tenant_id = $1', [other])
    const own = await ownKey(row!.kid)
    await insertKey(own, tenant, sealedOf(other))
    return own
  },
}

for (const [at, [how, forge]] of Object.entries(FORGED_KEYS).entries())
  test(`a public key ${how} verifies nothing and is not published, and true tokens go on`, async () => {
    const [victim, other] = [await service.createTenant(`victim${at}`), await service.createTenant(`other${at}`)]
    const { tenantId } = victim.institution
    const own = await forge(tenantId, other.institution.tenantId)
    const node = await service.startNode()
    const forged = await signWith(own, victim.client.token)
    for (const place of [service.baseUrl, node]) {
      assert.equal(await statusAt(place, forged), 401)
      assert.equal(await statusAt(place, victim.client.token), 200)
      assert.equal(await statusAt(place, other.client.token), 200)
    }
    const { x } = own.publicJwk
    tokenClock.advance({ seconds: 3 })
    assert.equal((await published(`victim${at}`)).includes(x!), false)
    assert.deepEqual(await namedFor(own.kid, tenantId), NAMED_KEY)
    assert.ok(how.startsWith('in place') || toldOf(own.kid).length > 0)
    // Its own key may be rotated as before.
    dataOf(await service.call('POST', '/v1/institution/signing-keys/rotate', undefined, { client: victim.client }))
    assert.equal(await statusAt(node, victim.client.token), 200)
  })

const ALTERATIONS: Record<string, string> = {
  'all entitlements': `entitlements = array['Institution.Manage_API_Clients', 'Payments.Initiate_Payments']`,
  'a later expiry': `expires_at = '2100-01-01'`,
  'the word about persons': 'trusted_to_name_persons = true',
  'an identity provider': `identity_provider = '{"issuer": "https://evil.example", "keys": []}'`,
  'another kind of proof': `authentication_method = 'none', redirect_uris = '{https://evil.example}'`,
  'all networks': `allowed_networks = '{}'`,
  'tokens that are bound to nothing': `sender_constraint = 'none', access_token_seconds = 14400`,
  'no digest': 'content_index = null',
  'rights and the next version': `entitlements = '{Payments.Initiate_Payments}', version = version + 1`,
}

/** A client with narrow rules. */
async function narrowClient(): Promise<Secret> {
  const body = { name: 'Narrow', entitlements: ['Payments.View_Payments'], allowedNetworks: ['127.0.0.0/8', '::1'] }
  return dataOf(await service.call('POST', CLIENTS, { ...body, expiresAt: '2027-01-01T00:00:00Z' }), 201)
}

for (const [what, set] of Object.entries(ALTERATIONS))
  test(`a client that SQL gives ${what} gets no token, and can be revoked alone`, async () => {
    const client = await narrowClient()
    assert.equal((await ask(client)).status, 200)
    await service.query(`update api_clients set ${set} where client_id = $1`, [client.apiKey])
    const refused = await ask(client)
    const unknown = await ask({ apiKey: `giro_${'0'.repeat(22)}`, apiSecret: newSecret() })
    assert.deepEqual([refused.status, refused.body], [401, unknown.body])
    assert.deepEqual(await namedFor(client.apiKey), ['an API client was altered'])
    assert.equal(toldOf(client.apiKey).length, 1)
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Other' }],
      ['POST', '/rotate', {}],
    ] as const)
      assertRefused(await service.call(method, `${CLIENTS}/${client.apiKey}${path}`, body), {
        ...{ status: 409, code: 'CLIENT001', says: 'changed in the database' },
      })
    await service.call('POST', `${CLIENTS}/${client.apiKey}/identity-provider/revoke`)
    assert.equal((await ask(client)).status, 401)
    dataOf(await service.call('POST', `${CLIENTS}/${client.apiKey}/revoke`))
    assert.deepEqual(await namedFor(client.apiKey), [])
  })

test('a role that SQL gives a client gives it no right', async () => {
  const client = await narrowClient()
  const { legalEntityId } = service.tenant.institution
  await service.query(
    `with role as (
       insert into roles (tenant_id, id, customer_id, external_reference_id, name, description, type, applications, created_at, updated_at)
       values ($1, gen_random_uuid(), $3, 'sql', 'SQL', 'SQL', 'Custom', '[{"name": "Payments", "entitlements": ["Initiate_Payments"]}]', now(), now())
       returning id)
     insert into api_client_roles (tenant_id, client_id, customer_id, role_id) select $1, $2, $3, id from role`,
    [tenantId, client.apiKey, legalEntityId],
  )
  assert.equal((await ask(client)).status, 401)
  assert.deepEqual(await namedFor(client.apiKey), ['an API client was altered'])
})

test('a revocation, and an earlier row of a client, cannot be put back', async () => {
  const client = await narrowClient()
  const changed = { entitlements: [] }
  const [row] = await service.query<{ contentIndex: string }>(
    'select content_index from api_clients where client_id = $1',
    [client.apiKey],
  )
  dataOf(await service.call('PUT', `${CLIENTS}/${client.apiKey}`, changed))
  assert.equal((await ask(client)).status, 200)
  await assert.rejects(
    service.query(
      `update api_clients set version = 1, entitlements = '{Payments.View_Payments}', content_index = $2 where client_id = $1`,
      [client.apiKey, row!.contentIndex],
    ),
    /never go back/,
  )
  dataOf(await service.call('POST', `${CLIENTS}/${client.apiKey}/revoke`))
  await assert.rejects(
    service.query('update api_clients set revoked_at = null where client_id = $1', [client.apiKey]),
    /never go back/,
  )
})

test('credentials from before, and what nodes of the release before change, count until the sweep has signed them', async () => {
  const [earlier, changed] = [await createClient(), await createClient()]
  await forgetPlaces(service)
  for (const table of ['api_client_secrets', 'api_clients'])
    await service.query(`update ${table} set content_index = null where client_id = $1`, [earlier.apiKey])
  // As the release before rotates a secret.
  await service.query("update api_client_secrets set expires_at = '2100-01-01' where client_id = $1", [changed.apiKey])
  await service.query('update api_clients set version = version + 1 where client_id = $1', [changed.apiKey])
  const statuses = async () => [(await ask(earlier)).status, (await ask(changed)).status]
  assert.deepEqual(await statuses(), [200, 200])
  const next = await rotate(earlier, 3_600)
  await rotateDataKey(
    service.app.db,
    service.tenant.institution,
    service.app.systemClock.now().subtract({ seconds: 60 }),
  )
  await service.readKeys()
  const [{ run }] = resealingSweeps as [(typeof resealingSweeps)[number]]
  for (let table = 0; table < RESEALED_TABLES.length; table++) await run(service.app, service.tenant.institution)
  assert.equal(await isBound(service.app.db, service.tenant.institution), true)
  await service.readKeys()
  assert.deepEqual([...(await statuses()), (await ask(next)).status], [200, 200, 200])
  assert.deepEqual([await namedFor(earlier.apiKey), await namedFor(changed.apiKey)], [[], []])
  await service.query('update api_client_secrets set content_index = null where client_id = $1', [changed.apiKey])
  assert.deepEqual(await statuses(), [200, 401])
})
