import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

const PROFILE = '/v1/institution'

let bank: AchBank
let payee: Payer
let sequence = 0
before(async () => {
  bank = await openAchBank()
  payee = await createPayer(bank.service, { balance: 0, customer: { legalName: 'Ada Lund' } })
})
after(() => bank.service.stop())

const settled = async (receipts: object) => {
  const set = await bank.call('PUT', PROFILE, { receipts })
  return dataOf(set).receipts
}

/** Receives a credit, and returns what becomes of it. */
async function becomes(amountCents: bigint, individualName = 'Ada Lund'): Promise<[string, string | null]> {
  const entry = forwardEntry(++sequence, { accountNumber: payee.accountNumber, amountCents, individualName })
  const id = await bank.arrives([{ header: batchHeader(bank.today(), { serviceClass: '220' }), entries: [entry] }])
  const { app, tenant } = bank.service
  // As a worker reads it before each pass.
  const institution = await app.db.transaction((tx) => readInstitution(tx, tenant.institution.tenantId))
  for (const sweep of achImportSweeps) while (await sweep.run(app, institution)) {}
  const [row] = await bank.service.query<{ status: string; reason: string | null }>(
    'select status, reason from receipts where file_id = $1',
    [id],
  )
  return [row!.status, row!.reason]
}

test('reviewCreditsFrom is inclusive: a person reviews a credit of exactly the amount, and none of a cent less', async () => {
  assert.deepEqual(await settled({ reviewCreditsFrom: 100 }), {
    matchNames: false,
    reviewCreditsFrom: 100,
    reviewInternational: true,
  })
  assert.deepEqual(await becomes(99_99n), ['PENDING', null])
  assert.deepEqual(await becomes(100_00n), ['SCREENING', 'UnderReview'])
  assert.deepEqual(await settled({ reviewCreditsFrom: null }), {
    matchNames: false,
    reviewCreditsFrom: null,
    reviewInternational: true,
  })
  assert.deepEqual(await becomes(100_00n), ['PENDING', null])
})

test('with matchNames, an entry with the name of another waits for a person', async () => {
  assert.deepEqual(await becomes(1_00n, 'Grace Hill'), ['PENDING', null])
  assert.deepEqual(await settled({ matchNames: true }), {
    matchNames: true,
    reviewCreditsFrom: null,
    reviewInternational: true,
  })
  assert.deepEqual(await becomes(1_00n, 'Grace Hill'), ['UNPOSTED', 'OtherName'])
  assert.deepEqual(await becomes(1_00n, 'LUND ADA'), ['PENDING', null])
})

test('a customer cannot change how receipts are posted, and a negative amount is refused', async () => {
  const own = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(payee.customerUID) })
  const asked = { receipts: { matchNames: false } }
  const { status } = await bank.service.call('PUT', PROFILE, asked, { client: own })
  assert.equal(status, 403)
  assertRefused(await bank.call('PUT', PROFILE, { receipts: { reviewCreditsFrom: -1 } }), {
    ...{ status: 400, code: 'INST001' },
    says: /reviewCreditsFrom/,
  })
})
