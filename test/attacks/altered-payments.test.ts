import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays, WEDNESDAY } from '../support/clocks.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/**
 * One payment that somebody altered in the database pays nobody, and stops none of the others: it
 * fails, its money is free again, and the log and the audit log have it.
 */
const clock = fixedClock(WEDNESDAY)
const BALANCE = 1_000
let service: TestService
let tenantId: bigint
let thief: string
let logged: string[] = []

before(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) })
  service = await startTestService({ clock, worker: false, log })
  tenantId = service.tenant.institution.tenantId
  const { customerUID } = await createPayer(service)
  const contactBank = { ...contactBody().contactBank, accountNo: '999888777666' }
  const made = await service.call('POST', `/customers/${customerUID}/contacts`, contactBody({ contactBank }))
  thief = dataOf(made).customerContactUID
  await service.app.db.readKeys()
})
after(() => service.stop())

const pay = async (payer: Payer, fields: object): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

const sweep = (name: string): Promise<number> =>
  sweepNamed([...paymentLifeSweeps, ...paymentFileSweeps], name).run(
    { ...service.app, db: service.app.db.forTenant(tenantId) },
    service.tenant.institution,
  )

// biome-ignore lint/suspicious/noExplicitAny: the test knows the columns
async function stored(table: string, id: string): Promise<any> {
  const sql = `select to_jsonb(t) as row from ${table} t where tenant_id = $1 and id::text = $2`
  return (await service.query<{ row: unknown }>(sql, [tenantId, id]))[0]!.row
}

const stateOf = async (id: string) => {
  const sql = `select status, evidence ->> 'reason' as reason from payment_states where payment_id = $1`
  return (await service.query<{ status: string; reason: string | null }>(sql, [id]))[0]!
}

const availableOf = async ({ customerUID, accountUID }: Payer) =>
  Number(
    dataOf(await service.call('GET', `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`))
      .availableBalance,
  )

const setNumber = async (id: string, number: string, index?: string | null) => {
  const own = (await stored('payments', id)).receiver_account_number_index
  const sql = 'update payments set receiver_account_number = $2, receiver_account_number_index = $3 where id = $1'
  await tamper(service, sql, [id, number, index === undefined ? own : index])
}

/** The seal with its bytes from a place on changed. */
const changedFrom = (sealed: string, byte: number) => {
  const bytes = Buffer.from(sealed.slice('sealed:'.length), 'base64url')
  bytes[byte]! ^= 1
  return `sealed:${bytes.toString('base64url')}`
}
/** Of a seal: version, institution, place, and then the id of its key. */
const KEY_ID_ENDS_AT = 27

type Alter = (paymentUID: string) => Promise<void>

const ways: Record<string, Alter> = {
  'the seal of another contact': async (id) => {
    const theirs = await stored('contacts', thief)
    await setNumber(id, theirs.account_number, theirs.account_number_index)
  },
  'the seal of another contact under its own index': async (id) =>
    setNumber(id, (await stored('contacts', thief)).account_number),
  'the index of another number': async (id) =>
    setNumber(
      id,
      (await stored('payments', id)).receiver_account_number,
      (await stored('contacts', thief)).account_number_index,
    ),
  'a number in the clear': (id) => setNumber(id, '999888777666', null),
  'an unreadable seal': async (id) =>
    setNumber(id, changedFrom((await stored('payments', id)).receiver_account_number, 50)),
  'a key that does not exist': async (id) =>
    setNumber(id, changedFrom((await stored('payments', id)).receiver_account_number, KEY_ID_ENDS_AT)),
}

const rails = {
  ACH: { speed: 'Economy', sweeps: ['payments: release payments', 'payments: collect ACH entries'] },
  FEDWIRE: { speed: 'Express', sweeps: ['payments: release payments', 'payments: transmit messages'] },
}

const hasLeft = async (rail: keyof typeof rails, id: string): Promise<boolean> => {
  const sql =
    rail === 'ACH' ? 'select from ach_entries where payment_id = $1' : 'select from rail_messages where payment_id = $1'
  return (await service.query(sql, [id])).length > 0
}

/** Checks that one payment failed alone, and that the others left. */
async function failedAlone(rail: keyof typeof rails, altered: string, others: readonly string[]): Promise<void> {
  assert.deepEqual(await stateOf(altered), { status: 'VALIDATION_FAILURE', reason: 'altered' })
  assert.equal(await hasLeft(rail, altered), false)
  for (const other of others) assert.equal(await hasLeft(rail, other), true, 'the others left')
  assert.ok(
    logged.some((line) => line.includes(altered) && line.includes('was altered in the database')),
    'the log says so',
  )
  const records = await service.query(
    `select from audit_log where subject_id = $1 and action = 'payment.altered' and actor = 'worker'`,
    [altered],
  )
  assert.equal(records.length, 1)
}

for (const [rail, { speed, sweeps }] of Object.entries(rails))
  for (const [way, alter] of Object.entries(ways))
    test(`${way} in one payment by ${rail} stops no other`, async () => {
      logged = []
      const payer = await createPayer(service, { balance: BALANCE })
      const [first, altered, last] = [
        await pay(payer, { speed }),
        await pay(payer, { speed }),
        await pay(payer, { speed }),
      ]
      await sweep(sweeps[0]!)
      await alter(altered)
      clock.advance({ seconds: 5 })
      await sweep(sweeps[1]!)
      await failedAlone(rail as keyof typeof rails, altered, [first, last])
      assert.equal(await availableOf(payer), BALANCE - 20, 'its money is free again')
    })

test('a scheduled payment that was altered fails on its date, and the others of the day leave', async () => {
  logged = []
  const payer = await createPayer(service, { balance: BALANCE })
  const paymentDate = inDays(2)
  const [altered, other] = [await pay(payer, { paymentDate }), await pay(payer, { paymentDate })]
  await ways['a number in the clear']!(altered)
  clock.set(`${paymentDate}T14:00:00Z`)
  for (const name of ['release due payments', 'release payments']) await sweep(`payments: ${name}`)
  clock.advance({ seconds: 5 })
  await sweep('payments: collect ACH entries')
  await failedAlone('ACH', altered, [other])
  assert.equal(await availableOf(payer), BALANCE - 10)
})

test('of the payments of a file, the one that was altered fails', async () => {
  logged = []
  const payer = await createPayer(service, { balance: BALANCE })
  const rows = ['a', 'b', 'c'].map((ref) => [ref, '10', 'USD', 'Economy', payer.contactUID].join(','))
  const content = ['externalReferenceId,amount,currency,speed,contactUID', ...rows].join('\n')
  const files = `/v1/payments/customers/${payer.customerUID}/files/csv`
  const body = { fileName: 'test.csv', content, senderAccountUID: payer.accountUID }
  const { fileUID } = dataOf(await service.call('POST', files, body), 201)
  while ((await sweep('payment-files: make the payments of files')) > 0);
  const { records } = dataOf(await service.call('GET', `${files}/${fileUID}/records`))
  const [first, altered, last] = records.map(({ paymentUID }: { paymentUID: string }) => paymentUID)
  await sweep('payments: release payments')
  await ways['the seal of another contact']!(altered)
  clock.advance({ seconds: 5 })
  await sweep('payments: collect ACH entries')
  await failedAlone('ACH', altered, [first, last])
})

test('a message with the details of another payment is not sent, and the others are', async () => {
  logged = []
  const payer = await createPayer(service, { balance: BALANCE })
  const withSecret = (taxId: string) => ({
    ...{ speed: 'Express', ultimateReceiverName: 'Ada Lund', ultimateReceiverTaxId: taxId },
  })
  const [altered, other] = [await pay(payer, withSecret('391847265')), await pay(payer, withSecret('391847266'))]
  await sweep('payments: release payments')
  const { details } = await stored('payments', other)
  await tamper(service, 'update payments set details = $2::jsonb where id = $1', [altered, JSON.stringify(details)])
  await sweep('payments: transmit messages')
  await failedAlone('FEDWIRE', altered, [other])
})

test('the feed, searches and webhooks go on, and the altered payment is shown without its number', async () => {
  const payer = await createPayer(service, { balance: BALANCE })
  const [altered, other] = [await pay(payer, {}), await pay(payer, {})]
  await sweep('payments: release payments')
  await ways['the seal of another contact']!(altered)
  clock.advance({ seconds: 5 })
  await sweep('payments: collect ACH entries')
  for (const { run } of eventSweeps)
    await run({ ...service.app, db: service.app.db.forTenant(tenantId) }, service.tenant.institution)
  const told = await service.query(`select from events where data::text is not null and subject_id = $1`, [altered])
  assert.ok(told.length > 0)
  const search = { fromDate: inDays(-1), page: 1, limit: 20 }
  const found = dataOf(await service.call('POST', '/payments/search', search))
  const shown = new Map<string, string>(
    found.map((row: { paymentUID: string; status: string }) => [row.paymentUID, row.status]),
  )
  assert.equal(shown.get(altered), 'VALIDATION_FAILURE')
  assert.ok(shown.has(other))
  assert.ok(!JSON.stringify(found).includes('777666'))
})

test('a value that is put back revives nothing, and nobody cancels or approves what was altered', async () => {
  const payer = await createPayer(service, { balance: BALANCE })
  const altered = await pay(payer, {})
  await sweep('payments: release payments')
  const own = await stored('payments', altered)
  await ways['the seal of another contact']!(altered)
  for (const action of ['cancel', 'approve'])
    assert.equal((await service.call('PUT', `/payments/${altered}/${action}`, {})).status, 500)
  clock.advance({ seconds: 5 })
  await sweep('payments: collect ACH entries')
  await setNumber(altered, own.receiver_account_number, own.receiver_account_number_index)
  assert.equal(dataOf(await service.call('GET', `/payments/${altered}`)).status, 'VALIDATION_FAILURE')
  const ended = { status: 409, code: 'PAYMENT003', says: 'VALIDATION_FAILURE' }
  assertRefused(await service.call('PUT', `/payments/${altered}/cancel`, {}), ended)
})

test('if most payments cannot be opened, none fails: something else is wrong', async () => {
  const payer = await createPayer(service, { balance: BALANCE })
  const payments: string[] = []
  for (let made = 0; made < 12; made++) payments.push(await pay(payer, {}))
  await sweep('payments: release payments')
  const before = new Map<string, { receiver_account_number: string; receiver_account_number_index: string }>()
  for (const id of payments) before.set(id, await stored('payments', id))
  for (const id of payments) await ways['an unreadable seal']!(id)
  clock.advance({ seconds: 5 })
  await assert.rejects(sweep('payments: collect ACH entries'), /cannot be opened/)
  for (const id of payments) assert.equal((await stateOf(id)).status, 'READY_TO_TRANSMIT')
  for (const [id, own] of before) await setNumber(id, own.receiver_account_number, own.receiver_account_number_index)
  assert.equal(await sweep('payments: collect ACH entries'), payments.length)
})
