import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { CannotOpen, createSealer } from '../kernel/sealer.ts'
import { addInstitution } from './realm.test-support.ts'
import {
  ensureSigningKey,
  listSigningKeys,
  openKeyThatSigns,
  openSigningKey,
  rotateSigningKey,
} from './signing-keys.ts'

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
const keysAt = (tenantId: bigint, at: Temporal.Instant) => db.read((db) => listSigningKeys(db, tenantId, at))

test('many nodes that find no key all get the same new one', async () => {
  const tenantId = await addInstitution(db, 'many')
  const found = await Promise.all(Array.from({ length: 8 }, () => ensure(tenantId)))
  assert.equal(new Set(found.flat().map((key) => key.kid)).size, 1)
})

test('a new key is published at once and signs a minute later; the old one verifies until its last token ends, plus a minute for slow nodes', async () => {
  const tenantId = await addInstitution(db, 'retired')
  const [old] = await ensure(tenantId)
  const { key } = await rotate(tenantId)
  const states = async (at: Temporal.Instant) => (await keysAt(tenantId, at)).map(({ kid, status }) => [kid, status])
  const [signs, ends] = [now.add({ seconds: 60 }), now.add({ seconds: 60 + 3660 })]
  const before = [
    [old!.kid, 'Active'],
    [key.kid, 'Pending'],
  ]
  const after = [
    [key.kid, 'Active'],
    [old!.kid, 'Retired'],
  ]
  assert.deepEqual(await states(now), before)
  assert.deepEqual(await states(signs.subtract({ milliseconds: 1 })), before)
  assert.deepEqual(await states(signs), after)
  assert.deepEqual(await states(ends.subtract({ milliseconds: 1 })), after)
  assert.deepEqual(await states(ends), after.slice(0, 1))
})

test('concurrent rotations, and rotations while a key is Pending, create one key', async () => {
  const tenantId = await addInstitution(db, 'rotations')
  await ensure(tenantId)
  const rotated = [...(await Promise.all(Array.from({ length: 4 }, () => rotate(tenantId)))), await rotate(tenantId)]
  const pending = (await keysAt(tenantId, now)).filter(({ status }) => status === 'Pending')
  assert.equal(rotated.filter(({ isNew }) => isNew).length, 1)
  assert.deepEqual(
    [...new Set(rotated.map(({ key }) => key.kid))],
    pending.map(({ kid }) => kid),
  )
})

test('a rotation after the minute creates the next key, and exactly one key signs at any moment', async () => {
  const tenantId = await addInstitution(db, 'chain')
  await ensure(tenantId)
  const second = now.add({ seconds: 60 })
  const kids = [(await rotate(tenantId)).key.kid, (await rotate(tenantId, second)).key.kid]
  for (const [seconds, kid] of [
    [60, kids[0]],
    [119, kids[0]],
    [120, kids[1]],
  ] as const) {
    const active = (await keysAt(tenantId, now.add({ seconds }))).filter(({ status }) => status === 'Active')
    assert.deepEqual(
      active.map((key) => key.kid),
      [kid],
    )
  }
})

test('if the key cannot be opened, its successor signs at once; a retired key never signs again', async () => {
  const tenantId = await addInstitution(db, 'damaged')
  await ensure(tenantId)
  const { key: next } = await rotate(tenantId)
  const damage = (key: { kid: string } & object) => ({ ...key, sealedPrivateJwk: Buffer.alloc(64) })
  const keys = await keysAt(tenantId, now)
  assert.equal(
    openKeyThatSigns(keys.map((key) => (key.status === 'Active' ? damage(key) : key)) as typeof keys, sealer).kid,
    next.kid,
  )
  assert.throws(() => openKeyThatSigns(keys.map(damage) as typeof keys, sealer), CannotOpen)
  const later = await keysAt(tenantId, now.add({ seconds: 60 }))
  assert.equal(
    openKeyThatSigns(later.map((key) => (key.status === 'Retired' ? damage(key) : key)) as typeof keys, sealer).kid,
    next.kid,
  )
  assert.throws(
    () => openKeyThatSigns(later.map((key) => (key.status === 'Active' ? damage(key) : key)) as typeof keys, sealer),
    CannotOpen,
  )
})

test('a private key opens only with the encryption key it was sealed with, and only for its own tenant', async () => {
  const [key] = await ensure(await addInstitution(db, 'sealed'))
  assert.equal(typeof openSigningKey(key!, sealer).d, 'string')
  assert.ok(!JSON.stringify(key!.publicJwk).includes('"d"'))
  assert.throws(() => openSigningKey(key!, createSealer(randomBytes(32))), CannotOpen)
  assert.throws(() => openSigningKey({ ...key!, tenantId: 999n }, sealer), CannotOpen)
})
