import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'
import { itemOf } from './receipt-items.ts'

const RULES = '/v2/positivepay/rules'
const EXCEPTIONS = '/v2/positivepay/exception'
const PAGE = '?page=1&limit=100'
const SETTLED = Temporal.Instant.from('2026-07-02T12:30:00Z')

const clock = fixedClock('2026-07-01T22:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

interface Guarded extends Payer {
  client: TestClient
}

const ENTITLEMENTS = [
  'Positive_Rules.View_Positive_Rules',
  'Positive_Rules.Manage_Positive_Rules',
  'Positive_Rules.Manage_Exception',
] as const

/** A customer with 1,000 dollars, and a client of its own. */
async function customer(): Promise<Guarded> {
  const payer = await createPayer(service, { balance: 1000 })
  const legalEntityId = BigInt(payer.customerUID)
  return { ...payer, client: await service.createClient(service.tenant, { legalEntityId, entitlements: ENTITLEMENTS }) }
}

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object | undefined, { client }: Guarded) =>
  service.call(method, path, body, { client })

async function rule(of: Guarded, fields: object = {}): Promise<{ ruleUID: string }> {
  const terms = { achCompanyID: '1842345678', amount: 100, amountType: 'Maximum', frequency: 'Ongoing' }
  const where = { paymentRuleType: 'ach', customerAccountNumber: of.accountNumber, effectiveDate: '07-01-2026' }
  return dataOf(await call('POST', RULES, { ...where, ...terms, ...fields }, of))
}

/** A debit of 80 dollars comes in; returns its receiptUID. */
async function debit(of: Payer, fields: Partial<ReceivedItem> = {}): Promise<string> {
  const asked = { accountNumber: of.accountNumber, direction: 'Debit', transactionCode: '27', amount: 80_00n } as const
  const item = itemOf({ ...asked, secCode: 'CCD', ...fields })
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, [item], clock.now()))
  const [row] = await service.query<{ id: string }>('select id from receipts where identity = $1', [item.identity])
  return row!.id
}

async function work(at?: Temporal.Instant) {
  if (at && Temporal.Instant.compare(at, clock.now()) > 0) clock.set(at)
  for (const sweep of receiptSweeps) while (await sweep.run(service.app, service.tenant.institution)) {}
}

async function stateOf(receiptUID: string): Promise<[string, string | null]> {
  const [row] = await service.query<{ status: string; returnCode: string | null }>(
    'select status, return_code from receipts where id = $1',
    [receiptUID],
  )
  return [row!.status, row!.returnCode]
}

const exceptionsOf = async (of: Guarded, filter: object = {}) =>
  dataOf(await call('POST', `${EXCEPTIONS}/search${PAGE}`, filter, of)) as {
    exceptionUID: string
    exceptionReason: string
    positivePayDecisionStatus: string
    expiryDateTime: string
  }[]

const balanceOf = async ({ customerUID, accountUID }: Payer): Promise<string> => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await service.call('GET', path)).availableBalance
}

test('a debit that a rule allows is taken as ever; of an account without rules, all are', async () => {
  const [guarded, open] = [await customer(), await customer()]
  await rule(guarded)
  const [allowed, other] = [await debit(guarded), await debit(open, { originatorId: '9999999999' })]
  assert.deepEqual(
    [await stateOf(allowed), await stateOf(other)],
    [
      ['PENDING', null],
      ['PENDING', null],
    ],
  )
  assert.deepEqual(await exceptionsOf(guarded), [])
})

test('a debit that no rule allows takes nothing, waits with its reason, and is posted once approved', async () => {
  const of = await customer()
  await rule(of)
  const waiting = await debit(of, { amount: 100_01n })
  const [exception] = await exceptionsOf(of)
  assert.equal(exception!.exceptionUID, waiting)
  assert.deepEqual([exception!.exceptionReason, exception!.positivePayDecisionStatus], ['AmountMismatch', 'PENDING'])
  assert.equal(await balanceOf(of), '1000.00')
  const approved = dataOf(await call('PUT', `${EXCEPTIONS}/${waiting}/approve`, undefined, of))
  assert.equal(approved.positivePayDecisionStatus, 'APPROVED')
  assert.equal(await balanceOf(of), '899.99', 'held until it settles')
  const again = await call('PUT', `${EXCEPTIONS}/${waiting}/reject`, undefined, of)
  assertRefused(again, { status: 409, code: 'PPD001', says: 'APPROVED' })
})

test('a rejected debit goes back at once: with R29 for companies, with R10 for consumers', async () => {
  const of = await customer()
  await rule(of, { achCompanyID: '7777777777' })
  for (const [secCode, code] of [
    ['CCD', 'R29'],
    ['PPD', 'R10'],
  ] as const) {
    const waiting = await debit(of, { secCode })
    dataOf(await call('PUT', `${EXCEPTIONS}/${waiting}/reject`, undefined, of))
    assert.deepEqual(await stateOf(waiting), ['RETURN_QUEUED', code])
  }
  assert.equal(await balanceOf(of), '1000.00')
})

test('a rule with a period pays one debit in it, also when two come in one batch', async () => {
  const of = await customer()
  await rule(of, { frequency: 'MONTHLY' })
  const asked = { accountNumber: of.accountNumber, direction: 'Debit', secCode: 'CCD', amount: 10_00n } as const
  const items = [itemOf(asked), itemOf(asked)]
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, items, clock.now()))
  assert.deepEqual(
    (await exceptionsOf(of)).map(({ exceptionReason }) => exceptionReason),
    ['FrequencyExceeded'],
  )
  const nextMonth = await debit(of, { settlementDate: Temporal.PlainDate.from('2026-08-03') })
  assert.deepEqual(await stateOf(nextMonth), ['PENDING', null])
})

test('a suspended rule allows nothing, a deleted one no longer guards, and achPositivePay guards without rules', async () => {
  const of = await customer()
  const { ruleUID } = await rule(of)
  dataOf(await call('PUT', `${RULES}/${ruleUID}/suspend`, undefined, of))
  assert.equal((await stateOf(await debit(of)))[0], 'UNPOSTED')
  dataOf(await call('PUT', `${RULES}/${ruleUID}/activate`, undefined, of))
  assert.equal((await stateOf(await debit(of)))[0], 'PENDING')
  dataOf(await call('DELETE', `${RULES}/${ruleUID}`, undefined, of))
  assert.equal((await stateOf(await debit(of, { originatorId: '5' })))[0], 'PENDING')
  const details = [{ achPositivePay: true }]
  dataOf(await service.call('PUT', `/v2/customers/${of.customerUID}`, { addtionalProfileDetails: details }))
  assert.equal((await stateOf(await debit(of)))[0], 'UNPOSTED')
})

test('rules are changed by their number, found by their account, and refuse what they could not keep', async () => {
  const of = await customer()
  const { ruleUID } = await rule(of, { secCode: 'all', beneName: 'Highland Beans', expiryDate: '12/31/2026' })
  const changed = dataOf(await call('PUT', RULES, { ruleUID: Number(ruleUID), amount: '250.00', secCode: 'CCD' }, of))
  assert.deepEqual([changed.amount, changed.secCode, changed.achCompanyID], ['250.00', 'CCD', '1842345678'])
  assert.deepEqual(
    [changed.effectiveDate, changed.expiryDate, changed.beneName],
    ['2026-07-01', '2026-12-31', 'Highland Beans'],
  )
  const found = dataOf(await call('POST', `${RULES}/search${PAGE}`, { customerAccountNumber: of.accountNumber }, of))
  assert.deepEqual(
    found.map((one: { ruleUID: string }) => one.ruleUID),
    [ruleUID],
  )
  const faults = [
    { beneAccountNumber: '1' },
    { currency: 'EUR' },
    { amount: 0 },
    { amount: 1.005 },
    { expiryDate: '2026-06-30' },
  ]
  for (const fault of faults)
    assertRefused(await call('PUT', RULES, { ruleUID, ...fault }, of), { status: 400, code: 'PP001' })
})

test('an empty text, or null, does not let every originator and bank in', async () => {
  const of = await customer()
  const { ruleUID } = await rule(of, { beneBankId: '021000021' })
  for (const field of ['achCompanyID', 'beneBankId'])
    for (const value of ['', '   '])
      for (const method of ['POST', 'PUT'] as const) {
        const where = { paymentRuleType: 'ach', customerAccountNumber: of.accountNumber, effectiveDate: '07-01-2026' }
        const terms = { amount: 100, amountType: 'Maximum', frequency: 'Ongoing' }
        const body = method === 'POST' ? { ...where, ...terms } : { ruleUID }
        assertRefused(await call(method, RULES, { ...body, [field]: value }, of), { status: 400, code: 'PP001' })
      }
  const kept = dataOf(await call('PUT', RULES, { ruleUID, achCompanyID: null, beneBankId: null }, of))
  assert.deepEqual([kept.achCompanyID, kept.beneBankId], ['1842345678', '021000021'])
  assert.equal((await stateOf(await debit(of, { originatorId: '5' })))[0], 'UNPOSTED')
})

test('another customer sees, changes and decides nothing, and cannot make a rule for the account', async () => {
  const [of, other] = [await customer(), await customer()]
  const { ruleUID } = await rule(of, { achCompanyID: '7777777777' })
  const waiting = await debit(of)
  assert.deepEqual(await exceptionsOf(other), [])
  assert.deepEqual(dataOf(await call('POST', `${RULES}/search${PAGE}`, {}, other)), [])
  for (const verdict of ['approve', 'reject'])
    assertRefused(await call('PUT', `${EXCEPTIONS}/${waiting}/${verdict}`, undefined, other), {
      status: 404,
      code: 'PPD001',
    })
  assertRefused(await call('DELETE', `${RULES}/${ruleUID}`, undefined, other), { status: 404, code: 'PP001' })
  const body = { paymentRuleType: 'ACH', customerAccountNumber: of.accountNumber, amount: 1, amountType: 'EXACT' }
  const asked = { ...body, frequency: 'ON_GOING', effectiveDate: '2026-07-01' }
  assertRefused(await call('POST', RULES, asked, other), {
    status: 400,
    code: 'PP001',
    says: 'no open account of your customers',
  })
  const all = dataOf(await call('PUT', `${EXCEPTIONS}/approve`, { exceptionUIDs: [waiting] }, other))
  assert.deepEqual([all.approved, all.refused[0].reason], [[], 'positivePayExceptionNotFound'])
})

test('all that wait are approved at once, and one that is not covered stays and stops no other', async () => {
  const of = await customer()
  await rule(of, { achCompanyID: '7777777777' })
  const [large, small] = [await debit(of, { amount: 5000_00n }), await debit(of)]
  await work(SETTLED)
  const { approved, refused } = dataOf(await call('PUT', `${EXCEPTIONS}/approve`, {}, of))
  assert.deepEqual([approved, refused[0].exceptionUID, refused[0].reason], [[small], large, 'receiptNotCovered'])
  assert.equal(await balanceOf(of), '920.00')
})

test('what nobody decides in time is returned in time, and the books agree', async () => {
  const of = await customer()
  await rule(of, { achCompanyID: '7777777777' })
  const waiting = await debit(of)
  const [{ expiryDateTime } = { expiryDateTime: '' }] = await exceptionsOf(of)
  const expiry = Temporal.Instant.from(expiryDateTime)
  await work(expiry.subtract({ milliseconds: 1 }))
  assert.equal((await stateOf(waiting))[0], 'UNPOSTED')
  await work(expiry)
  const [state, code] = await stateOf(waiting)
  assert.ok(['RETURN_QUEUED', 'RETURNED'].includes(state), state)
  assert.equal(code, 'R29')
  assert.equal((await exceptionsOf(of))[0]!.positivePayDecisionStatus, 'DEFAULT_DECISION')
  const [{ returnBy } = { returnBy: null }] = await service.query<{ returnBy: Temporal.Instant }>(
    'select return_by from receipts where id = $1',
    [waiting],
  )
  assert.ok(Temporal.Instant.compare(expiry, returnBy!) < 0, 'before its last file')
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
})
