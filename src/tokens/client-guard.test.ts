import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { untilLockWait } from '../../test/support/lock-waits.ts'
import { type FixedClock, fixedClock, systemClock } from '../kernel/clock.ts'
import { rotateApiClientSecret } from './api-clients.ts'
import { lockAttempts, saveFailures } from './client-attempts.store.ts'
import { purgeExpiredTokens } from './purge-expired-tokens.ts'
import { addClient, addInstitution, basic, type Credentials, post, startTokenService } from './realm.test-support.ts'

let clock: FixedClock
let service: Awaited<ReturnType<typeof startTokenService>>
let tenantId: bigint
before(async () => {
  clock = fixedClock(systemClock.now())
  service = await startTokenService({ clock })
  tenantId = await addInstitution(service.db, 'demo')
})
after(() => service.stop())

const HOME = '192.0.2.10'
const AWAY = '198.51.100.7'

const ask = ({ apiKey, apiSecret }: Credentials, address = HOME, endpoint = 'token') =>
  post(
    `${service.publicUrl}/auth/realms/demo/protocol/openid-connect/${endpoint}`,
    basic({ apiKey, apiSecret }),
    endpoint === 'token' ? { grant_type: 'client_credentials' } : { token: 'x' },
    address,
  )
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

async function fail(client: Credentials, times: number, address?: string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await statusOf({ ...client, apiSecret: 'wrong' }, address))
  return statuses
}

const rowsOf = (client: Credentials) =>
  service.db.read((db) =>
    db.query<{ origin: string; failures: number }>(
      'select origin, failures from client_attempts where tenant_id = $1 and client_id = $2 order by origin',
      [tenantId, client.apiKey],
    ),
  )

test('after five failures the key is locked for that origin, even with the right secret, for the stated time', async () => {
  const client = await addClient(service.db, tenantId)
  assert.deepEqual(await fail(client, 5), [401, 401, 401, 401, 401])
  for (const apiSecret of ['wrong', client.apiSecret]) {
    const { status, headers, body } = await ask({ ...client, apiSecret })
    assert.equal(status, 429)
    assert.equal(headers.get('retry-after'), '30')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(body['error'], 'too_many_requests')
    assert.match(String(body['error_description']), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  }
  clock.advance({ milliseconds: 29_001 })
  assert.equal((await ask(client)).headers.get('retry-after'), '1')
  clock.advance({ milliseconds: 999 })
  assert.equal(await statusOf(client), 200)
})

test('where the key was used successfully, its right secret works during a lock, which stays', async () => {
  const client = await addClient(service.db, tenantId)
  assert.equal(await statusOf(client), 200)
  await fail(client, 5)
  assert.deepEqual(await fail(client, 1), [429])
  const before = await rowsOf(client)
  assert.deepEqual([await statusOf(client), await statusOf(client)], [200, 200])
  const { headers } = await ask({ ...client, apiSecret: 'wrong' })
  assert.equal(headers.get('retry-after'), '30')
  assert.deepEqual(await rowsOf(client), before, 'neither outcome is counted')
  clock.advance({ seconds: 30 })
  assert.deepEqual(await fail(client, 2), [401, 429])
  assert.equal(await statusOf(client), 200)
})

test('a success during a lock keeps its origin known', async () => {
  const client = await addClient(service.db, tenantId)
  assert.equal(await statusOf(client), 200)
  clock.advance({ hours: 29 * 24 })
  await fail(client, 5)
  assert.equal(await statusOf(client), 200)
  clock.advance({ hours: 29 * 24 })
  await fail(client, 5)
  assert.equal(await statusOf(client), 200)
})

test('each lock is twice as long as the one before, and a success resets the failures', async () => {
  const client = await addClient(service.db, tenantId)
  await fail(client, 5)
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    assert.equal((await ask(client)).headers.get('retry-after'), String(seconds))
    clock.advance({ seconds })
    assert.deepEqual(await fail(client, 1), [401])
  }
  clock.advance({ seconds: 900 })
  assert.equal(await statusOf(client), 200)
  assert.deepEqual(await fail(client, 4), [401, 401, 401, 401])
  assert.equal(await statusOf(client), 200)
})

test('a failure that waited for the first of its origin is counted after it', async () => {
  const client = await addClient(service.db, tenantId)
  await fail(client, 1, HOME)
  await eventually('the key has its row', async () => (await rowsOf(client)).length > 0)
  const key = { tenantId, clientId: client.apiKey, origin: AWAY }
  const { failing } = await service.db.transaction(async (tx) => {
    const { ofOrigin } = await lockAttempts(tx, key, clock.now())
    assert.equal(ofOrigin, undefined)
    const failures = { count: 3, lastAt: clock.now(), lockedUntil: null }
    await saveFailures(tx, key, failures, clock.now().add({ hours: 1 }))
    const failing = fail(client, 1, AWAY)
    await untilLockWait((sql) => service.db.read((db) => db.query(sql)))
    return { failing }
  })
  await failing
  await eventually('it is counted', async () =>
    (await rowsOf(client)).some(({ origin, failures }) => origin === AWAY && failures === 4),
  )
})

test('a key locked for one address works from another, and other keys work from that address', async () => {
  const [client, neighbour] = [await addClient(service.db, tenantId), await addClient(service.db, tenantId)]
  await fail(client, 6, AWAY)
  assert.equal(await statusOf(client, AWAY), 429)
  assert.equal(await statusOf(client, HOME), 200)
  assert.equal(await statusOf(neighbour, AWAY), 200)
})

test('a lock survives a restart, holds on other nodes, and covers introspection and revocation', async () => {
  const client = await addClient(service.db, tenantId)
  const wrong = { ...client, apiSecret: 'wrong' }
  for (const endpoint of ['token', 'token/introspect', 'revoke', 'token/introspect', 'token'])
    assert.equal(await statusOf(wrong, HOME, endpoint), 401)
  await service.restart()
  for (const endpoint of ['token', 'token/introspect', 'revoke'])
    assert.equal(await statusOf(client, HOME, endpoint), 429)
})

test('concurrent guesses lock for no longer than five of them', async () => {
  const client = await addClient(service.db, tenantId)
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask({ ...client, apiSecret: 'wrong' })))
  assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  assert.equal((await ask(client)).headers.get('retry-after'), '30')
})

test('a hundred failures from all origins lock the key for new addresses, but not for known ones', async () => {
  const client = await addClient(service.db, tenantId)
  assert.equal(await statusOf(client, HOME), 200)
  for (let n = 0; n < 25; n++) assert.deepEqual(await fail(client, 4, `203.0.113.${n}`), [401, 401, 401, 401])

  assert.equal(await statusOf(client, AWAY), 429)
  assert.equal(await statusOf(client, HOME), 200)
  const before = await rowsOf(client)
  for (let n = 0; n < 25; n++) assert.deepEqual(await fail(client, 1, `198.18.0.${n}`), [429])
  assert.deepEqual(await rowsOf(client), before, 'what is refused leaves no row behind')

  clock.advance({ seconds: 30 })
  assert.equal(await statusOf(client, AWAY), 200)
  await fail(client, 1, '198.18.0.1')
  assert.equal((await ask(client, '198.18.0.2')).headers.get('retry-after'), '60')
  assert.deepEqual([await statusOf(client, AWAY), await statusOf(client, HOME)], [200, 200], 'both are known by now')
})

test('addresses of one IPv6 network count as one', async () => {
  const client = await addClient(service.db, tenantId)
  for (let n = 0; n < 5; n++) await fail(client, 1, `2001:db8:1:2::${n}`)
  assert.equal(await statusOf(client, '2001:db8:1:2:ffff::1'), 429)
  assert.equal(await statusOf(client, '2001:db8:1:3::1'), 200)
})

test('an unknown key is refused in the same words as a wrong secret and leaves no record', async () => {
  const client = await addClient(service.db, tenantId)
  const known = await ask({ ...client, apiSecret: 'wrong' })
  const unknown = await ask({ apiKey: `giro_${'x'.repeat(22)}`, apiSecret: 'wrong' })
  assert.equal(unknown.status, 401)
  assert.deepEqual(unknown.body, known.body)
  assert.deepEqual([...unknown.headers.keys()], [...known.headers.keys()])
  assert.deepEqual(await rowsOf({ apiKey: `giro_${'x'.repeat(22)}`, apiSecret: '' }), [])
  for (const apiKey of ['x', `giro_${'x'.repeat(23)}`, 'x'.repeat(4_000)])
    assert.deepEqual((await ask({ apiKey, apiSecret: 'wrong' })).body, known.body)
})

test('a new secret unlocks the key', async () => {
  const client = await addClient(service.db, tenantId)
  await fail(client, 5)
  const now = clock.now()
  const { apiSecret } = await service.db.transaction((tx) =>
    rotateApiClientSecret(tx, { tenantId, clientId: client.apiKey, overlapSeconds: 0, now }),
  )
  assert.equal(await statusOf({ ...client, apiSecret }), 200)
})

test('failures are purged when they no longer count, known origins after thirty days', async () => {
  const client = await addClient(service.db, tenantId)
  assert.equal(await statusOf(client, HOME), 200)
  await fail(client, 1, AWAY)
  assert.equal(await statusOf(client, HOME), 200)
  const origins = async (duration: object) => {
    clock.advance(duration)
    await service.db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: clock.now() }))
    return (await rowsOf(client)).map(({ origin }) => origin)
  }
  assert.deepEqual(await origins({ minutes: 59 }), ['', HOME, AWAY].sort())
  assert.deepEqual(await origins({ minutes: 1 }), [HOME])
  assert.deepEqual(await origins({ hours: 30 * 24 - 2 }), [HOME])
  assert.deepEqual(await origins({ hours: 1 }), [])
})
