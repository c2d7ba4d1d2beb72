import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { clockSweeps } from '../../src/administration/clock.jobs.ts'
import { type ImportReport, importDirectory, type Participant } from '../../src/banks/banks.ts'
import type { Rail } from '../../src/kernel/rail.ts'
import type { InstantRail } from '../../src/rails/iso20022/instant/exchanges.store.ts'
import { noteParticipants } from '../../src/rails/iso20022/instant/participants.store.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

let service: TestService
let tenant: TestTenant
let codes = 0
before(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  tenant = await service.createTenant(`banks-${++codes}`)
})
after(() => service.stop())

const bank = (bankId: string, fields: Partial<Participant> = {}): Participant => ({
  ...{ bankId, name: `Bank ${bankId}`, takesPayments: true, details: {} },
  ...fields,
})

async function load(
  rail: Rail,
  participants: Participant[],
  { listedOn = '2026-07-01', ...options }: { listedOn?: string; allowOlder?: boolean; allowRemovals?: boolean } = {},
) {
  const source = { fileName: 'list.txt', sha256: 'a'.repeat(64), importedBy: 'operator' }
  const { db, clock } = service.app
  return db.transaction((tx) =>
    importDirectory(
      tx,
      tenant.institution.tenantId,
      { rail, listedOn, participants, ...source, ...options },
      clock.now(),
    ),
  )
}

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { client: tenant.client })

const contactAt = (fields: object, others: object = {}) =>
  contactBody({ contactBank: { ...contactBody().contactBank, ...fields }, ...others })

test('GET /v1/banks shows a bank from all lists, and only the rails that it takes', async () => {
  const address = { city: 'New York', state: 'NY', countryCode: 'US' }
  await load('ACH', [bank('021000021', { details: { address, phoneNumber: '2125550100' } })])
  await load('FEDWIRE', [bank('021000021', { name: 'other', takesPayments: false, details: { address } })])
  assert.deepEqual(dataOf(await call('GET', '/v1/banks/021000021')), {
    routingNumber: '021000021',
    name: 'Bank 021000021',
    addresses: [address],
    phoneNumber: '2125550100',
    services: ['ACH'],
    directories: [
      { rail: 'ACH', listedOn: '2026-07-01', takesPayments: true },
      { rail: 'FEDWIRE', listedOn: '2026-07-01', takesPayments: false },
    ],
  })
})

test('GET /v1/banks takes a BIC of eight or eleven characters, in any case', async () => {
  await load('SWIFT', [bank('DEUTUS33XXX')])
  for (const bic of ['DEUTUS33', 'deutus33xxx'])
    assert.equal(dataOf(await call('GET', `/v1/banks/${bic}`)).routingNumber, 'DEUTUS33XXX')
})

test('a bank in no list is 404, and the lists of another institution are not seen', async () => {
  await load('ACH', [bank('021000021')])
  assertRefused(await call('GET', '/v1/banks/091000019'), { status: 404, code: 'BANK001' })
  tenant = service.tenant
  assertRefused(await call('GET', '/v1/banks/021000021'), { status: 404, code: 'BANK001' })
})

test('with the list of ACH, a contact at an unknown bank is refused with the field, when made and when changed', async () => {
  const { customerUID, contactUID } = await createPayer(service, { client: tenant.client })
  await load('ACH', [bank('021000021')])
  const path = `/customers/${customerUID}/contacts`
  const unknown = contactAt({ nationalCode: '091000019' })
  const says = 'contactBank.nationalCode is unknown: no bank has it in the directory of 2026-07-01'
  assertRefused(await call('POST', path, unknown), { status: 400, code: 'CUST001', says })
  assertRefused(await call('PUT', `${path}/${contactUID}`, unknown), { status: 400, code: 'CUST001', says })
  const between = contactAt({}, { intermediaryBank: { country: 'US', name: 'b', nationalCode: '091000019' } })
  assertRefused(await call('POST', path, between), {
    status: 400,
    code: 'CUST001',
    says: 'intermediaryBank.nationalCode is unknown',
  })
  dataOf(await call('POST', path, contactAt({ nationalCode: '021000021' })))
})

test('a payment to a party without a contact meets the same lists', async () => {
  const payer = await createPayer(service, { client: tenant.client })
  await load('ACH', [bank('021000021')])
  for (const rail of ['RTP', 'FEDNOW'] as const) await load(rail, [bank('091000019')])
  const pay = (bankId: string, speed: string) =>
    call('POST', '/payments/creditrequest', {
      ...creditBody(payer, { speed }),
      receiver: { accountNumber: '700100200399', name: 'Quay Roasters', bank: { name: 'Bank', bankId } },
    })
  const unknown = await pay('011401533', 'Economy')
  assertRefused(unknown, { status: 400, code: 'PAYMENT002', says: 'receiver.bank.bankId is unknown' })
  const unreached = await pay('021000021', 'Instant')
  assertRefused(unreached, { status: 400, code: 'PAYMENT002', says: 'does not reach' })
  dataOf(await pay('021000021', 'Economy'))
})

test('the own routing number, and a number that only another list names, are known', async () => {
  const { customerUID } = await createPayer(service, { client: tenant.client })
  await load('ACH', [bank('021000021')])
  await load('RTP', [bank('091000019')])
  const path = `/customers/${customerUID}/contacts`
  for (const nationalCode of [ROUTING_NUMBER, '091000019'])
    dataOf(await call('POST', path, contactAt({ nationalCode })))
})

test('without the list that decides, every code is good', async () => {
  const { customerUID } = await createPayer(service, { client: tenant.client })
  await load('FEDWIRE', [bank('021000021')])
  const path = `/customers/${customerUID}/contacts`
  dataOf(await call('POST', path, contactAt({ nationalCode: '091000019', swiftCode: 'DEUTUS33' })))
  await load('SWIFT', [bank('COBADEFFXXX')])
  const refused = await call('POST', path, contactAt({ swiftCode: 'DEUTUS33' }))
  assertRefused(refused, { status: 400, code: 'CUST001', says: 'contactBank.swiftCode is unknown' })
})

test('a payment over a rail whose list lacks the bank, or says that it takes none, is refused; other rails pay', async () => {
  const payer = await createPayer(service, { client: tenant.client })
  await load('FEDWIRE', [bank('091000019')])
  await load('ACH', [bank('021000021')])
  const pay = (speed: string) => call('POST', '/payments/creditrequest', creditBody(payer, { speed }))
  const says = "Express does not reach the contact's bank: it takes no payments by the imported list of FEDWIRE"
  assertRefused(await pay('Express'), { status: 400, code: 'PAYMENT002', says })
  dataOf(await pay('Economy'))
  dataOf(await pay('Instant'))
  await load('FEDWIRE', [bank('021000021', { takesPayments: false })], { allowRemovals: true })
  assertRefused(await pay('Express'), { status: 400, code: 'PAYMENT002', says })
  await load('FEDWIRE', [bank('021000021')])
  dataOf(await pay('Express'))
})

test('an instant payment goes over the network that reaches its bank, and not over one that it has left', async () => {
  const payer = await createPayer(service, { client: tenant.client })
  const railOfNext = async () => {
    const { paymentUID } = dataOf(
      await call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Instant' })),
    )
    const sql = 'select rail from current_payments where tenant_id = $1 and id = $2'
    const [state] = await service.query<{ rail: string }>(sql, [tenant.institution.tenantId, paymentUID])
    return state?.rail
  }
  const preferred = await railOfNext()
  const other = preferred === 'RTP' ? 'FEDNOW' : 'RTP'
  const say = (isOn: boolean) =>
    service.app.db.transaction((tx) =>
      noteParticipants(
        tx,
        tenant.institution.tenantId,
        preferred as InstantRail,
        { bankCodes: ['021000021'], isOn },
        service.app.clock.now(),
      ),
    )
  await say(false)
  assert.equal(await railOfNext(), other)
  await say(true)
  assert.equal(await railOfNext(), preferred)
  await load(preferred as Rail, [bank('091000019')])
  assert.equal(await railOfNext(), other)
  await load(other, [bank('091000019')])
  const says = `it takes no payments by the imported list of ${preferred}`
  const body = creditBody(payer, { speed: 'Instant' })
  assertRefused(await call('POST', '/payments/creditrequest', body), { status: 400, code: 'PAYMENT002', says })
})

test('a preview names the same objection', async () => {
  const payer = await createPayer(service, { client: tenant.client })
  await load('FEDWIRE', [bank('091000019')])
  const body = creditBody(payer, { speed: 'Express' })
  const { wouldBeRefused, refusals } = dataOf(await call('POST', '/v3/payments/creditrequest/preview', body))
  assert.equal(wouldBeRefused, true)
  assert.match(refusals[0].message, /Express does not reach the contact's bank/)
})

test('a scheduled payment fails on its day if its bank has left the list by then', async () => {
  const payer = await createPayer(service, { client: tenant.client })
  await load('FEDNOW', [bank('091000019')])
  await load('RTP', [bank('021000021'), bank('091000019')])
  const paymentDate = inDays(1)
  const body = creditBody(payer, { speed: 'Instant', paymentDate })
  const { paymentUID } = dataOf(await call('POST', '/payments/creditrequest', body))
  await load('RTP', [bank('091000019')], { allowRemovals: true })
  await call('PUT', '/v1/institution/clock', { time: `${paymentDate}T20:00:00Z` })
  const status = async () => dataOf(await call('GET', `/payments/${paymentUID}`)).status
  await eventually('the payment is decided on its day', async () => {
    for (const sweep of [...paymentLifeSweeps, ...clockSweeps(paymentLifeSweeps)])
      await sweep.run(service.app, tenant.institution)
    return (await status()) !== 'FUTURE_DATED'
  })
  assert.equal(await status(), 'VALIDATION_FAILURE')
})

test('an import replaces the list, and reports and records what changed', async () => {
  const many = Array.from({ length: 30 }, (_, at) => bank(`kept-${at}`))
  await load('ACH', [...many, bank('gone'), bank('renamed')])
  const result = await load('ACH', [...many, bank('renamed', { name: 'New name' }), bank('new')], {
    listedOn: '2026-08-01',
  })
  const report: ImportReport = {
    ...{ rail: 'ACH', listedOn: '2026-08-01', replacedListOf: '2026-07-01' },
    ...{ participants: 32, added: 1, changed: 1, removed: 1 },
  }
  assert.deepEqual(result, { ok: true, value: report })
  const { tenantId } = tenant.institution
  const rows = await service.query<{ bankId: string; name: string }>(
    `select bank_id as "bankId", name from bank_participants where tenant_id = $1 and bank_id not like 'kept%' order by 1`,
    [tenantId],
  )
  assert.deepEqual(rows, [
    { bankId: 'new', name: 'Bank new' },
    { bankId: 'renamed', name: 'New name' },
  ])
  const audit = dataOf(await call('GET', '/v1/institution/audit?page=1&limit=10&action=bankDirectory.imported'))
  assert.equal(audit.length, 2)
  const latest = audit.find((record: { before?: object }) => record.before)
  assert.deepEqual(latest.after, { ...report, fileName: 'list.txt', sha256: 'a'.repeat(64) })
  assert.equal(latest.actor, 'operator')
})

test('an older list and one that lacks more than a tenth are refused, and change nothing unless allowed', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => bank(`b-${at}`))
  await load('ACH', ten)
  const older = await load('ACH', ten, { listedOn: '2026-06-30' })
  assert.match(String(!older.ok && older.refusal), /older than the imported one of 2026-07-01.*--allow-older/)
  const cut = await load('ACH', ten.slice(2))
  assert.match(String(!cut.ok && cut.refusal), /lacks 2 of the 10 participants.*--allow-removals/)
  assert.ok((await load('ACH', ten.slice(1))).ok, 'a tenth may go')
  assert.ok((await load('ACH', ten.slice(5), { allowRemovals: true, allowOlder: true, listedOn: '2026-06-30' })).ok)
})
