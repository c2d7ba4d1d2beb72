import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { testKeys } from '../../test/support/test-keys.ts'
import { type Database, openDatabase, violatedConstraint } from '../db/client.ts'
import { RESEALED_TABLES } from '../db/reseal.ts'
import { findInstitutionByCode, listInstitutions, readInstitution } from '../institution/institution.store.ts'
import { defaultSettings } from '../institution/settings.ts'
import { fixedClock } from '../kernel/clock.ts'
import { RAILS } from '../kernel/rail.ts'
import { createSealer } from '../kernel/sealer.ts'
import { createInstitution, InvalidInstitution, type NewInstitution } from './create-institution.ts'
import { tenantsToReseal } from './resealing.store.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()
const sealer = createSealer(Buffer.alloc(32))

let testDatabase: TestDatabase
let db: Database
before(async () => {
  testDatabase = await createTestDatabase()
  db = openDatabase({ connectionString: testDatabase.url, maxConnections: 4, ...testKeys })
})
after(async () => {
  await db.close()
  await testDatabase.drop()
})

const bank: NewInstitution = {
  code: 'first-bank',
  name: 'First Bank',
  timeZone: 'America/New_York',
  currency: 'USD',
  routingNumber: '061099995',
  bic: null,
  sandbox: false,
  officers: ['ada', 'grace'],
}

const create = (fields: Partial<NewInstitution> = {}) =>
  db.transaction((tx) => createInstitution(tx, { ...bank, ...fields }, sealer, now))

const count = async (sql: string, tenantId: bigint) => {
  const [row] = await db.read((db) => db.query<{ count: bigint }>(`select count(*) as count ${sql}`, [tenantId]))
  return row!.count
}

test('createInstitution: no sweep examines the tables of a new institution, which has nothing to seal', async () => {
  const { tenantId } = await create({ code: 'nothing-to-seal' })
  const later = now.add({ hours: 1_000_000 })
  const due = await db.read((db) => tenantsToReseal(db, later, RESEALED_TABLES.length))
  assert.equal(due.includes(tenantId), false)
  assert.ok((await db.read((db) => tenantsToReseal(db, later, RESEALED_TABLES.length + 1))).includes(tenantId))
})

test('createInstitution: creates the legal entity, officers, ledger accounts, signing key and audit record', async () => {
  const { tenantId, legalEntityId } = await create()
  const institution = await db.read((db) => readInstitution(db, tenantId))
  const { officers, ...data } = bank
  const settings = defaultSettings({ sandbox: false, currency: 'USD' })
  const clock = { clockOffsetMs: 0n, clockStandsAt: null, clockTarget: null }
  const derived = { tenantId, legalEntityId, settings, dualControl: true, version: 1n, ...clock }
  assert.deepEqual(institution, { ...data, ...derived })
  assert.equal(await count('from customers where tenant_id = $1', tenantId), 1n)
  assert.equal(await count(`from users where tenant_id = $1 and status = 'Active'`, tenantId), BigInt(officers.length))
  // Its settlement account, and clearing and settlement of each rail. Fees open their accounts.
  assert.equal(
    await count(`from ledger_accounts where tenant_id = $1 and currency = 'USD' and overdraft`, tenantId),
    BigInt(1 + 2 * RAILS.length),
  )
  assert.equal(await count('from signing_keys where tenant_id = $1 and retired_at is null', tenantId), 1n)
  assert.equal(await count(`from audit_log where tenant_id = $1 and action = 'institution.created'`, tenantId), 1n)
})

test('findInstitutionByCode, listInstitutions: find the created institution, and no other', async () => {
  const { tenantId } = await create({ code: 'second-bank' })
  assert.equal((await db.read((db) => findInstitutionByCode(db, 'second-bank')))?.tenantId, tenantId)
  assert.equal(await db.read((db) => findInstitutionByCode(db, 'Second-Bank')), undefined)
  assert.ok((await db.read(listInstitutions)).some((institution) => institution.tenantId === tenantId))
})

test('readInstitution: a tenant that does not exist is a defect', async () => {
  await assert.rejects(
    db.read((db) => readInstitution(db, 999_999n)),
    /institution 999999 does not exist/,
  )
})

test('createInstitution: a code can be used only once', async () => {
  await create({ code: 'taken' })
  const error = await create({ code: 'taken' }).catch((error: unknown) => error)
  assert.equal(violatedConstraint(error), 'institutions_code_key')
})

const invalid: [name: string, fields: Partial<NewInstitution>, message: RegExp][] = [
  ['a code with capitals', { code: 'Bank' }, /Bank is not a tenant code/],
  ['a code that begins with a hyphen', { code: '-bank' }, /not a tenant code/],
  ['a code of 64 characters', { code: 'a'.repeat(64) }, /not a tenant code/],
  ['a code with a slash', { code: 'a/b' }, /not a tenant code/],
  ['a currency that does not exist', { currency: 'XYZ' }, /XYZ is not a supported ISO 4217 currency/],
  [
    'a routing number with a wrong check digit',
    { routingNumber: '061099996' },
    /061099996 is not an ABA routing number/,
  ],
  ['a routing number of eight digits', { routingNumber: '06109999' }, /not an ABA routing number/],
  ['an offset as a time zone', { timeZone: '-05:00' }, /-05:00 is not an IANA time zone/],
  ['a BIC of seven characters', { bic: 'BANKUS3' }, /bic must be a BIC of 8 or 11 characters/],
  ['a blank name', { name: '  ' }, /name must not be blank/],
  ['a name of 141 characters', { name: 'x'.repeat(141) }, /the name has 141 characters: use at most 140/],
  ['a time zone that does not exist', { timeZone: 'Mars/Olympus' }, /Mars\/Olympus is not an IANA time zone/],
]
for (const [name, fields, message] of invalid)
  test(`createInstitution: ${name} is refused, and nothing is created`, async () => {
    const before = (await db.read(listInstitutions)).length
    await assert.rejects(create(fields), (error) => error instanceof InvalidInstitution && message.test(error.message))
    assert.equal((await db.read(listInstitutions)).length, before)
  })

test('createInstitution: a code of 63 characters is accepted', async () => {
  assert.ok(await create({ code: 'a'.repeat(63) }))
})

test('defaultSettings: outside a sandbox only ACH is on, and its files leave at fixed times', () => {
  const { rails, ach } = defaultSettings({ sandbox: false, currency: 'USD' })
  assert.deepEqual(rails, { ACH: true, FEDWIRE: false, RTP: false, FEDNOW: false, SWIFT: false })
  assert.equal(ach.collection.kind, 'windows')
})

test('defaultSettings: in a sandbox every rail is on, and files leave continuously', () => {
  const { rails, ach } = defaultSettings({ sandbox: true, currency: 'USD' })
  assert.ok(Object.values(rails).every(Boolean))
  assert.equal(ach.collection.kind, 'continuous')
})
