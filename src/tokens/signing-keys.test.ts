import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { CannotOpen, createSealer } from '../kernel/sealer.ts'
import { addInstitution } from './realm.test-support.ts'
import { findSigningKeys } from './signing-keys.store.ts'
import { ensureSigningKey, openSigningKey, rotateSigningKey } from './signing-keys.ts'

const sealer = createSealer(randomBytes(32))
const now = Temporal.Instant.from('2026-07-01T12:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

before(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connectionString: database.url, maxConnections: 10 })
})
after(async () => {
  await db.close()
  await database.drop()
})

const ensure = (tenantId: bigint) => db.transaction((tx) => ensureSigningKey(tx, { tenantId, sealer, now }))
const rotate = (tenantId: bigint, at = now) =>
  db.transaction((tx) => rotateSigningKey(tx, { tenantId, sealer, accessTokenSeconds: 3600, now: at }))
const keysAt = (tenantId: bigint, at: Temporal.Instant) => db.read((tx) => findSigningKeys(tx, tenantId, at))

test('of many nodes that find no key, all get the same one', async () => {
  const tenantId = await addInstitution(db, 'many')
  const found = await Promise.all(Array.from({ length: 8 }, () => ensure(tenantId)))
  assert.equal(new Set(found.flat().map((key) => key.kid)).size, 1)
})

test('a retired key verifies as long as a token that it signed can live, and a minute for slow nodes', async () => {
  const tenantId = await addInstitution(db, 'retired')
  const [old] = await ensure(tenantId)
  const { kid } = await rotate(tenantId)
  const end = now.add({ seconds: 3660 })
  const kids = async (at: Temporal.Instant) => (await keysAt(tenantId, at)).map((key) => key.kid)
  assert.deepEqual(await kids(now), [kid, old!.kid])
  assert.deepEqual(await kids(end.subtract({ milliseconds: 1 })), [kid, old!.kid])
  assert.deepEqual(await kids(end), [kid])
})

test('rotations at the same moment leave one key that signs', async () => {
  const tenantId = await addInstitution(db, 'rotations')
  await ensure(tenantId)
  const rotated = await Promise.all(Array.from({ length: 4 }, () => rotate(tenantId)))
  const active = (await keysAt(tenantId, now)).filter((key) => !key.retired)
  assert.equal(active.length, 1)
  assert.ok(rotated.some(({ kid }) => kid === active[0]!.kid))
})

test('a private key opens with the encryption key it was sealed with, for its own tenant, and not otherwise', async () => {
  const [key] = await ensure(await addInstitution(db, 'sealed'))
  assert.equal(typeof openSigningKey(key!, sealer).d, 'string')
  assert.ok(!JSON.stringify(key!.publicJwk).includes('"d"'))
  assert.throws(() => openSigningKey(key!, createSealer(randomBytes(32))), CannotOpen)
  assert.throws(() => openSigningKey({ ...key!, tenantId: 999n }, sealer), CannotOpen)
})
