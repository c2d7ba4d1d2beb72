import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from '../support/answers.ts'
import {
  createPayer,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

// A debit of another bank waits for its settlement, and the rules of its account were asked when it
// came in. What became of the rules until then did not reach it.

const RULES = '/v2/positivepay/rules'
const EXCEPTIONS = '/v2/positivepay/exception'
const CAME_IN = '2026-07-01T22:00:00Z'
const SETTLED = '2026-07-02T12:30:00Z'
const ENTITLEMENTS = [
  'Positive_Rules.View_Positive_Rules',
  'Positive_Rules.Manage_Positive_Rules',
  'Positive_Rules.Manage_Exception',
] as const

const clock = fixedClock(CAME_IN)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(async () => {
  const said: string[] = []
  const wrong = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(wrong, 0, said.join('\n'))
})
beforeEach(() => clock.set(CAME_IN))

interface Guarded extends Payer {
  client: TestClient
  colleague: TestClient
}

async function customer(): Promise<Guarded> {
  const payer = await createPayer(service, { balance: 1000 })
  const fields = { legalEntityId: BigInt(payer.customerUID), entitlements: ENTITLEMENTS }
  const [client, colleague] = [
    await service.createClient(service.tenant, fields),
    await service.createClient(service.tenant, fields),
  ]
  return { ...payer, client, colleague }
}

async function rule(of: Guarded, fields: object = {}): Promise<string> {
  const terms = { achCompanyID: '1842345678', amount: 100, amountType: 'Maximum', frequency: 'Ongoing' }
  const where = { paymentRuleType: 'ach', customerAccountNumber: of.accountNumber, effectiveDate: '07-01-2026' }
  return dataOf(await service.call('POST', RULES, { ...where, ...terms, ...fields }, { client: of.client })).ruleUID
}

const change = async (of: Guarded, ruleUID: string, action: string) =>
  dataOf(await service.call('PUT', `${RULES}/${ruleUID}/${action}`, undefined, { client: of.colleague }))
const decide = async (of: Guarded, uid: string, verdict: string) =>
  dataOf(await service.call('PUT', `${EXCEPTIONS}/${uid}/${verdict}`, undefined, { client: of.colleague }))
const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await service.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))
const guard = async ({ customerUID }: Payer) => {
  const addtionalProfileDetails = [{ achPositivePay: true }]
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, { addtionalProfileDetails }))
}

/** A debit of 80 dollars comes in; returns its receiptUID. */
async function debit(of: Payer, fields: Partial<ReceivedItem> = {}): Promise<string> {
  const asked = { accountNumber: of.accountNumber, direction: 'Debit', transactionCode: '27', amount: 80_00n } as const
  const item = itemOf({ ...asked, secCode: 'CCD', ...fields })
  await service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, [item], clock.now()))
  const [row] = await service.query<{ id: string }>('select id from receipts where identity = $1', [item.identity])
  return row!.id
}

async function work(at: string): Promise<void> {
  clock.set(at)
  for (const sweep of receiptSweeps) while (await sweep.run(service.app, service.tenant.institution)) {}
}

const stateOf = async (uid: string) => {
  const [row] = await service.query<{ status: string; reason: string | null; cause: string | null }>(
    `select r.status, r.reason, e.cause from receipts r
       left join positive_pay_exceptions e on e.tenant_id = r.tenant_id and e.receipt_id = r.id where r.id = $1`,
    [uid],
  )
  return [row!.status, row!.reason, row!.cause]
}
const POSTED = ['POSTED', null, null]
const waitsFor = (cause: string) => ['UNPOSTED', 'NotAllowedByRule', cause]

const balanceOf = async ({ customerUID, accountUID }: Payer): Promise<string> => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await service.call('GET', path)).availableBalance
}

/** What happens while a debit is PENDING, and why it then waits for its customer. */
const MEANWHILE: Record<string, { cause: string; has: boolean; does(of: Guarded, ruleUID: string): Promise<unknown> }> =
  {
    'the client that set its rule is revoked': { cause: 'NotInForce', has: true, does: (of) => revoke(of.client) },
    'its rule is suspended': { cause: 'NotInForce', has: true, does: (of, uid) => change(of, uid, 'suspend') },
    'its rule is lowered': {
      cause: 'AmountMismatch',
      has: true,
      does: async (of, ruleUID) =>
        dataOf(await service.call('PUT', RULES, { ruleUID, amount: '79.99' }, { client: of.colleague })),
    },
    'the customer sets its first rule': {
      cause: 'NoRule',
      has: false,
      does: (of) => rule(of, { achCompanyID: '7777777777' }),
    },
    'the institution guards the customer': { cause: 'NoRule', has: false, does: (of) => guard(of) },
  }

for (const [what, { cause, has, does }] of Object.entries(MEANWHILE))
  test(`a debit does not post if ${what} before it settles: it waits, and goes back in time`, async () => {
    const [of, other] = [await customer(), await customer()]
    const ruleUID = has ? await rule(of) : ''
    await rule(other)
    const [undecided, approved, short] = [await debit(of), await debit(of), await debit(of, { amount: 70_00n })]
    const allowed = await debit(other)
    for (const uid of [undecided, approved, short, allowed])
      assert.deepEqual(await stateOf(uid), ['PENDING', null, null])
    await does(of, ruleUID)
    await work(SETTLED)
    assert.deepEqual(await stateOf(allowed), POSTED)
    assert.deepEqual(await stateOf(undecided), waitsFor(cause))
    // What is lowered still allows the smaller one.
    assert.deepEqual(await stateOf(short), cause === 'AmountMismatch' ? POSTED : waitsFor(cause))
    const left = cause === 'AmountMismatch' ? 930 : 1000
    assert.equal(Number(await balanceOf(of)), left)
    assert.equal((await decide(of, approved, 'approve')).positivePayDecisionStatus, 'APPROVED')
    assert.equal(Number(await balanceOf(of)), left - 80)
    const [row] = await service.query<{ at: string }>(
      `select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from positive_pay_exceptions where receipt_id = $1`,
      [undecided],
    )
    await work(row!.at)
    assert.match(String((await stateOf(undecided))[0]), /^RETURN/)
    assert.equal(Number(await balanceOf(of)), left - 80)
  })

test('a debit that the account does not cover by then waits for its customer, and does not go back at once', async () => {
  const of = await customer()
  const uid = await debit(of, { amount: 5_000_00n })
  await rule(of)
  await work(SETTLED)
  assert.deepEqual(await stateOf(uid), waitsFor('AmountMismatch'))
})

test('what a debit used of its own rule is not counted against it, and a second one is still too many', async () => {
  const of = await customer()
  await rule(of, { frequency: 'MONTHLY' })
  const [first, second] = [await debit(of), await debit(of)]
  assert.equal((await stateOf(second))[2], 'FrequencyExceeded')
  await work(SETTLED)
  assert.deepEqual(await stateOf(first), POSTED)
  assert.deepEqual(await stateOf(second), waitsFor('FrequencyExceeded'))
})

test('an exception that a colleague approved before it settled stays allowed', async () => {
  const of = await customer()
  const ruleUID = await rule(of)
  const uid = await debit(of, { amount: 150_00n })
  await decide(of, uid, 'approve')
  assert.equal((await stateOf(uid))[0], 'PENDING')
  await change(of, ruleUID, 'suspend')
  await guard(of)
  await revoke(of.client)
  await work(SETTLED)
  assert.deepEqual(await stateOf(uid), ['POSTED', null, 'AmountMismatch'])
  assert.equal(await balanceOf(of), '850.00')
})

test('once the last rule is deleted, its account is guarded no longer, and a credit is never asked', async () => {
  const of = await customer()
  const ruleUID = await rule(of)
  const [uid, credit] = [await debit(of), await debit(of, { direction: 'Credit', transactionCode: '22' })]
  dataOf(await service.call('DELETE', `${RULES}/${ruleUID}`, undefined, { client: of.colleague }))
  await work(SETTLED)
  for (const one of [uid, credit]) assert.deepEqual(await stateOf(one), POSTED)
})
