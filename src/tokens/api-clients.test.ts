import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { testKeys } from '../../test/support/test-keys.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { findLiveApiClient } from './api-clients.store.ts'
import {
  createApiClient,
  revokeApiClient,
  rotateApiClientSecret,
  TooManySecrets,
  UnknownApiClient,
} from './api-clients.ts'
import { digestOfSecret } from './api-secret.ts'
import type { Entitlement } from './entitlements.ts'
import { purgeExpiredTokens } from './purge-expired-tokens.ts'
import { addInstitution, LEGAL_ENTITY_ID } from './realm.test-support.ts'
import { findTokenRecord, upsertTokenRecord } from './token-records.store.ts'

const now = Temporal.Instant.from('2026-07-01T12:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let tenantId: bigint

before(async () => {
  database = await createTestDatabase()
  db = openDatabase({ connectionString: database.url, maxConnections: 5, ...testKeys })
  tenantId = await addInstitution(db, 'demo')
})
after(async () => {
  await db.close()
  await database.drop()
})

const create = (entitlements: readonly Entitlement[] = ['Payments.View_Payments']) =>
  db.transaction((tx) =>
    createApiClient(tx, { tenantId, name: 'ERP', legalEntityId: LEGAL_ENTITY_ID, entitlements, now }),
  )
const rotate = (clientId: string, overlapSeconds: number) =>
  db.transaction((tx) => rotateApiClientSecret(tx, { tenantId, clientId, overlapSeconds, now }))
const digestsAt = async (clientId: string, at: Temporal.Instant) =>
  (await db.read((db) => findLiveApiClient(db, { tenantId, clientId }, at))).client?.secretDigests
const hex = (secret: string) => digestOfSecret(secret).toString('hex')

test('an API key is readable, a secret has 256 bits, and only its digest is stored', async () => {
  const { apiKey, apiSecret } = await create()
  assert.match(apiKey, /^giro_[0-9A-Za-z]{22}$/)
  assert.match(apiSecret, /^[\w-]{43}$/)
  assert.deepEqual(await digestsAt(apiKey, now), [hex(apiSecret)])
  const rows = await db.read((db) =>
    db.query(`select from api_client_secrets s where s.tenant_id = $1 and s::text like '%' || $2 || '%'`, [
      tenantId,
      apiSecret,
    ]),
  )
  assert.equal(rows.length, 0)
})

test('an entitlement outside the catalog is refused', async () => {
  await assert.rejects(create(['Payments.Everything' as Entitlement]), /Payments\.Everything/)
})

test('the old secret ends exactly when the overlap ends', async () => {
  const { apiKey, apiSecret } = await create()
  const { apiSecret: next, previousExpiresAt } = await rotate(apiKey, 60)
  assert.equal(previousExpiresAt.toString(), '2026-07-01T12:01:00Z')
  assert.deepEqual(
    new Set(await digestsAt(apiKey, now.add({ milliseconds: 59_999 }))),
    new Set([apiSecret, next].map(hex)),
  )
  assert.deepEqual(await digestsAt(apiKey, now.add({ seconds: 60 })), [hex(next)])
})

test('a negative or fractional overlap is refused', async () => {
  const { apiKey } = await create()
  for (const overlapSeconds of [-1, 0.5, Number.NaN]) await assert.rejects(rotate(apiKey, overlapSeconds), RangeError)
})

test('of concurrent rotations, four keep what the others promised, and a fifth one is refused', async () => {
  const { apiKey } = await create()
  const rotations = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => rotate(apiKey, 60)))
  const refused = rotations.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.deepEqual([refused.length, refused[0] instanceof TooManySecrets], [2, true])
  assert.equal((await digestsAt(apiKey, now))?.length, 5)
  await rotate(apiKey, 0)
  assert.equal((await digestsAt(apiKey, now))?.length, 1)
})

test('a revoked client has no secret and no refresh token, and cannot be revoked or rotated again', async () => {
  const { apiKey } = await create()
  const other = { tenantId, kind: 'RefreshToken', id: 'other' }
  const own = { tenantId, kind: 'RefreshToken', id: 'own' }
  const expiresAt = now.add({ hours: 1 })
  await db.transaction(async (tx) => {
    await upsertTokenRecord(tx, { ...own, payload: { clientId: apiKey }, grantId: 'g', expiresAt }, now)
    await upsertTokenRecord(tx, { ...other, payload: { clientId: 'other' }, grantId: 'h', expiresAt }, now)
  })
  const revoke = () => db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId: apiKey, now }))
  await revoke()
  assert.equal(await digestsAt(apiKey, now), undefined)
  assert.equal(await db.read((db) => findTokenRecord(db, own)), undefined)
  assert.ok(await db.read((db) => findTokenRecord(db, other)))
  await assert.rejects(revoke(), UnknownApiClient)
  await assert.rejects(rotate(apiKey, 0), UnknownApiClient)
  await assert.rejects(rotate('giro_unknown', 0), UnknownApiClient)
})

test('the purge deletes expired rows and keeps all others', async () => {
  const record = { tenantId, kind: 'RefreshToken', id: 'purge', payload: {}, grantId: undefined }
  const expiresAt = now.add({ hours: 1 })
  await db.transaction((tx) => upsertTokenRecord(tx, { ...record, expiresAt }, now))
  await db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: expiresAt.subtract({ milliseconds: 1 }) }))
  assert.ok(await db.read((db) => findTokenRecord(db, record)))
  await db.transaction((tx) => purgeExpiredTokens(tx, { tenantId, now: expiresAt }))
  assert.equal(await db.read((db) => findTokenRecord(db, record)), undefined)
})
