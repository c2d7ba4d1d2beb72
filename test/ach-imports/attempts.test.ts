import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readWork } from '../../src/main/observability/read-work.ts'
import { findIncomingFile } from '../../src/rails/rails.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry, type IncomingBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { tamper } from '../support/tamper.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

const POISON = 'POISONED'

let bank: AchBank
let payee: Payer
let sequence = 0

before(async () => {
  bank = await openAchBank()
  payee = await createPayer(bank.service, { balance: 0 })
  // A fault of the database that concerns one receipt.
  await tamper(
    bank.service,
    `create function fail_poisoned() returns trigger language plpgsql as $$
       begin raise exception 'a fault of one receipt'; end $$;
     create trigger fail_poisoned before insert on receipts for each row
    when (new.originator_name = '${POISON}') execute function fail_poisoned()`,
  )
})
after(() => bank.service.stop())

const fileOf = async (id: string) =>
  (await bank.service.app.db.read((db) => findIncomingFile(db, bank.service.tenant.institution.tenantId, id)))!

function batch(companyName: string): IncomingBatch {
  const entry = forwardEntry(++sequence, { accountNumber: payee.accountNumber, amountCents: 1_00n })
  return { header: batchHeader(bank.today(), { serviceClass: '220', companyName }), entries: [entry] }
}

test('a file whose booking fails delays no other, is tried ten times, and then waits for a person', async () => {
  const poisoned = await bank.arrives([batch(POISON)])
  bank.clock.advance({ seconds: 1 })
  const other = await bank.arrives([batch('Good Company')])
  await bank.imports()
  assert.equal((await fileOf(other)).status, 'IMPORTED')
  assert.deepEqual([(await fileOf(poisoned)).status, (await fileOf(poisoned)).attempts], ['RECEIVED', 1])
  await bank.imports()
  assert.equal((await fileOf(poisoned)).attempts, 1, 'it waits')
  for (let attempts = 2; attempts <= 9; attempts++) {
    bank.clock.advance({ seconds: 900 })
    await bank.imports()
    assert.equal((await fileOf(poisoned)).attempts, attempts)
  }
  bank.clock.advance({ seconds: 900 })
  await bank.imports()
  const { status, refusal } = await fileOf(poisoned)
  assert.equal(status, 'QUARANTINED')
  assert.equal(refusal?.reason, 'the import failed 10 times at entry 1: the logs of the workers say why')
  const { institutions } = await readWork(bank.service.app)
  assert.deepEqual(
    institutions.map(({ queues }) => queues.filesQuarantined),
    [1],
  )
})

test('a person who has cured the cause releases the file, and it is imported', async () => {
  const listed = dataOf(await bank.call('GET', '/v1/institution/files?page=1&limit=10&state=QUARANTINED'))
  const [{ fileUID }] = listed
  await tamper(bank.service, 'drop trigger fail_poisoned on receipts')
  const released = await bank.call('POST', `/v1/institution/files/${fileUID}/release`, { reason: 'cured' })
  assert.equal(dataOf(released).state, 'RECEIVED')
  await bank.imports()
  const { status, attempts, importedEntries } = await fileOf(fileUID)
  assert.deepEqual([status, attempts, importedEntries], ['IMPORTED', 0, 1])
})
