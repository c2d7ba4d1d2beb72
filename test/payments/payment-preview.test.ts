import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const PATHS = ['/v3/payments/creditrequest/preview', '/payments/creditrequest/preview']
/** 10:00 on a Wednesday in New York. */
const NOW = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(NOW)

let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const ask = (payer: Payer, fields: object = {}, path = PATHS[0]!) =>
  service.call('POST', path, creditBody(payer, fields))
const preview = async (payer: Payer, fields: object = {}) => dataOf(await ask(payer, fields))
const pay = (payer: Payer, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields))

async function limit({ customerUID }: Payer, limits: Record<string, number>) {
  const appLimits = Object.entries(limits).map(([key, value]) => ({ key, value }))
  const body = { limits: [{ appName: 'Payments', appLimits }] }
  dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, body))
}

/** The rows of every table, by table name. */
async function rowsOfAll(): Promise<Record<string, string>> {
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'giro'`,
  )
  const counts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ rows: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as rows from ${name} t`,
    )
    counts[name] = rows[0]!.rows
  }
  await owner.end()
  return counts
}

test('a preview shows the status, fee and funds of the payment', async () => {
  const payer = await createPayer(service, { balance: 100 })
  await limit(payer, { FEDWIRE_PAYMENT_LIMIT_PER_DAY: 50 })
  dataOf(await pay(payer, { paymentAmount: 20, speed: 'Express' }))
  assert.deepEqual(await preview(payer, { paymentAmount: 30, speed: 'Express' }), {
    wouldBeRefused: false,
    refusals: [],
    paymentStatus: 'VALIDATED',
    displayStatus: 'Processing',
    deliveryMethod: 'FEDWIRE',
    currency: 'USD',
    fee: { amount: '0.00', bankFeePayer: 'remitter' },
    funds: { availableBalance: '80.00', needed: '30.00', isCovered: true },
    approvals: { approversNeeded: 0, institutionApproval: false },
    limits: [
      {
        code: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY',
        level: 'Customer',
        currentLimit: 50,
        usedAmount: 20,
        remainingLimit: 30,
        displayName: 'Fedwire payments per day',
      },
    ],
    paymentDate: '2026-07-01',
    cutOff: '2026-07-01T22:30:00.000Z',
    valueDate: '2026-07-01',
    expectedSettlement: '2026-07-01T14:00:01.000Z',
    window: {
      closesAt: '2026-07-01T22:45:00.000Z',
      settlesAt: '2026-07-01T14:00:00.000Z',
      says: 'Fedwire: the network takes it until 2026-07-01 18:45 Eastern, and it settles at once when it leaves, at 2026-07-01 10:00 Eastern.',
    },
  })
})

test('a preview changes no row of any table, and takes no locks', async () => {
  const payer = await createPayer(service, { balance: 100 })
  await limit(payer, { ACH_CREDIT_LIMIT_PER_DAY: 50 })
  const before = await rowsOfAll()
  for (const path of PATHS)
    for (const fields of [
      { paymentAmount: 10 },
      { paymentAmount: 1000 },
      { recurrence: { frequency: 'Monthly', payUntil: 'Cancelled' } },
    ])
      dataOf(await ask(payer, fields, path))
  assert.deepEqual(await rowsOfAll(), before)

  await service.app.db.transaction(async (tx) => {
    await tx.query('select from ledger_accounts for no key update')
    await tx.query('select from customers for no key update')
    assert.equal((await preview(payer, { paymentAmount: 10 })).paymentStatus, 'VALIDATED')
  })
})

const german = {
  country: 'DE',
  accountNo: 'DE89370400440532013000',
  accountCcy: 'EUR',
  name: 'Bank',
  swiftCode: 'COBADEFF',
}
const ours = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: '999000999' }
/** Requests that lead to different outcomes. */
const situations: [what: string, fields: object, options?: Parameters<typeof createPayer>[1]][] = [
  ['exactly the available balance', { paymentAmount: 100 }],
  ['one cent more than the available balance', { paymentAmount: 100.01 }],
  ['a later date, above the available balance', { paymentAmount: 500, paymentDate: '2026-08-03' }],
  ['a date in the past', { paymentDate: '2026-06-30' }],
  ['a date too far ahead', { paymentDate: '2029-01-01' }],
  ['another currency', { paymentCurrency: 'EUR' }],
  ['a contact abroad in another currency', {}, { contact: { contactBank: german } }],
  ['a speed that cannot reach the contact', { speed: 'SPOT' }],
  ['an SEC code that is not for credits', { additionalInfo: { secCode: 'POP' } }],
  ['a contact at the institution that names no account', {}, { contact: { contactBank: ours } }],
  ['an amount above the maximum of the rail', { speed: 'Instant', paymentAmount: 10_000_000.01 }],
  ['an account without instant payments', { speed: 'Instant' }, { account: { enableRtp: false, enableFednow: false } }],
  ['a recurring payment', { recurrence: { frequency: 'Weekly', payUntil: 'Cancelled' } }],
]
for (const [what, fields, options] of situations)
  test(`${what}: the payment has the outcome of its preview`, async () => {
    const payer = await createPayer(service, { balance: 100, ...options })
    const said = await preview(payer, fields)
    const reply = await pay(payer, fields)
    assert.equal(said.wouldBeRefused, reply.status !== 200)
    assert.equal(said.wouldBeRefused, said.refusals.length > 0)
    if (reply.status === 200) assert.equal(said.paymentStatus, reply.body.data.paymentStatus)
    else
      assert.deepEqual(said.refusals[0], {
        status: reply.status,
        code: reply.body.code,
        reason: reply.body.reason,
        message: reply.body.message,
      })
  })

test("a preview and the payment name the institution's own limit of a network, which null takes away", async () => {
  const setLimit = (RTP: number | null) => service.call('PUT', '/v1/institution', { instantLimits: { RTP } })
  const payer = await createPayer(service, { balance: 100 })
  const instant = { speed: 'Instant', paymentAmount: 50.01 }
  assert.deepEqual(dataOf(await setLimit(50)).instantLimits, { RTP: 50, FEDNOW: null })
  const says = 'the institution sends at most 50.00 USD per payment over RTP'
  assert.match((await preview(payer, instant)).refusals[0].message, new RegExp(says))
  assertRefused(await pay(payer, instant), { status: 402, code: 'PAYMENT002', says })
  assert.equal((await preview(payer, { ...instant, paymentAmount: 50 })).wouldBeRefused, false)
  assert.deepEqual(dataOf(await setLimit(null)).instantLimits, { RTP: null, FEDNOW: null })
  assert.equal((await preview(payer, instant)).wouldBeRefused, false)
})

const OF_A_CHECK = 'additionalInfo.checkSerialNumber and additionalInfo.terminalCity and additionalInfo.terminalState'

test('a preview lists every reason to refuse the payment', async () => {
  const payer = await createPayer(service, { balance: 1 })
  await limit(payer, { ACH_CREDIT_LIMIT_PER_DAY: 5, ACH_PAYMENT_LIMIT_PER_TRANSACTION: 5 })
  dataOf(
    await service.call('PATCH', `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`, {
      action: 'Suspend',
      reason: 'stolen',
    }),
  )
  const { refusals, limits } = await preview(payer, { paymentAmount: 10, additionalInfo: { secCode: 'POP' } })
  assert.deepEqual(
    refusals.map(({ status, message }: { status: number; message: string }) => [status, message.split('. ')[0]]),
    [
      [402, 'The payment was not created: the sending account is not active'],
      [400, 'The payment was not created: the SEC code POP is for debits only'],
      [400, `The payment was not created: the SEC code POP needs ${OF_A_CHECK}`],
      [402, 'The payment was not created: ACH payments per transaction are limited to 5.00 USD'],
      [402, 'The payment was not created: ACH credits per day are limited to 5.00 USD, with 5.00 USD left'],
      [402, 'The payment was not created: the available balance of the sending account does not cover the amount'],
    ],
  )
  assert.deepEqual(
    limits.map(({ message }: { message?: string }) => message !== undefined),
    [true, true],
  )
})

test('the preview names the account that pays the fee, and includes the fee in the needed funds if it is the sending account', async () => {
  const fee = { name: 'Wire', product: 'FEDWIRE', tierBy: 'Amount', tiers: [{ name: 'Standard', from: 0, flat: 10 }] }
  dataOf(await service.call('POST', '/v1/institution/fees', { application: 'Payments', currency: 'USD', ...fee }), 201)
  const payer = await createPayer(service, { balance: 100 })
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
  const wire = { speed: 'Express', additionalInfo: { detailsOfCharges: 'SHA' } }
  const covered = await preview(payer, { ...wire, paymentAmount: 90 })
  const charges = [{ name: 'Wire', amount: '10.00', currency: 'USD' }]
  assert.deepEqual(covered.fee, { amount: '10.00', accountUID: payer.accountUID, charges, bankFeePayer: 'shared' })
  assert.deepEqual(covered.funds, { availableBalance: '100.00', needed: '100.00', isCovered: true })
  const { refusals, funds } = await preview(payer, { ...wire, paymentAmount: 90.01 })
  assert.equal(funds.isCovered, false)
  assert.match(refusals[0].message, /does not cover the amount plus the fee of 10.00 USD/)
})

test('a preview shows the required approvals of the customer and of the institution', async () => {
  const settings = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
  const payer = await createPayer(service, { customer: { legalEntityAccessSettings: settings } })
  const waiting = await preview(payer, { paymentAmount: 5_000 })
  assert.equal(waiting.paymentStatus, 'PENDING_APPROVAL')
  assert.deepEqual(waiting.approvals, {
    approversNeeded: 2,
    institutionApproval: false,
    approveBy: '2026-07-08T14:00:00.000Z',
  })

  const { client } = await service.createTenant('previewing')
  const limits = [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_TRANSACTION', value: 50, approvalAbove: 20 }]
  dataOf(await service.call('PUT', '/v1/institution/limits', { limits }, { client }))
  const watched = await createPayer(service, { client })
  const previewOf = async (paymentAmount: number) =>
    dataOf(await service.call('POST', PATHS[0]!, creditBody(watched, { paymentAmount, speed: 'Express' }), { client }))
  assert.equal((await previewOf(20)).approvals.institutionApproval, false)
  assert.equal((await previewOf(20.01)).approvals.institutionApproval, true)
  assert.equal((await previewOf(50.01)).wouldBeRefused, true)
})

test('an ACH preview shows its cut-off and settles on the effective entry date; after the cut-off it shows the next window', async () => {
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15'] }
  dataOf(await service.call('PUT', '/v1/institution', { ach: { collection } }))
  const payer = await createPayer(service)
  const dates = async (fields: object = {}) => {
    const { cutOff, valueDate, paymentDate, secCode } = await preview(payer, fields)
    return { cutOff, valueDate, paymentDate, secCode }
  }
  const today = { paymentDate: '2026-07-01', secCode: 'CCD' }
  assert.deepEqual(await dates(), { ...today, cutOff: '2026-07-01T18:15:00.000Z', valueDate: '2026-07-02' })
  const sameDay = { speed: 'Economy Plus' }
  assert.deepEqual(await dates(sameDay), { ...today, cutOff: '2026-07-01T14:00:00.000Z', valueDate: '2026-07-01' })
  clock.set('2026-07-01T18:15:00.001Z')
  assert.deepEqual(await dates(), { ...today, cutOff: '2026-07-01T22:00:00.000Z', valueDate: '2026-07-02' })
  assert.deepEqual(await dates(sameDay), { ...today, cutOff: '2026-07-02T14:00:00.000Z', valueDate: '2026-07-02' })
  // July 4 is a Saturday: the Federal Reserve Banks are open on the Friday before, and closed on
  // the weekend.
  assert.deepEqual(await dates({ paymentDate: '2026-07-04' }), {
    paymentDate: '2026-07-06',
    secCode: 'CCD',
    cutOff: '2026-07-06T18:15:00.000Z',
    valueDate: '2026-07-07',
  })
  clock.set(NOW)
})

test('a preview with foreign accounts or a malformed body is refused like the payment', async () => {
  const payer = await createPayer(service)
  for (const fields of [
    { sender: { accountUID: '999999999' } },
    { receiver: { accountUID: '999999999' } },
    { speed: 'Warp' },
    { paymentAmount: -1 },
    { recurrence: { frequency: 'Daily', payUntil: 'EndDate', endDate: '2026-06-01' } },
  ]) {
    const { status, body } = await ask(payer, fields)
    assertRefused({ status, body } as never, { status: 400, code: 'PAYMENT002' })
    assert.equal(body.message.split(': ')[1], (await pay(payer, fields)).body.message.split(': ')[1])
  }
})

test('outside a sandbox, an ACH payment is expected to settle when the Federal Reserve settles it', async () => {
  const { client } = await service.createTenant('real', { sandbox: false })
  const payer = await createPayer(service, { client })
  const expected = async (fields: object) => {
    const body = creditBody(payer, fields)
    const { cutOff, valueDate, expectedSettlement } = dataOf(await service.call('POST', PATHS[0]!, body, { client }))
    return [cutOff, valueDate, expectedSettlement]
  }
  assert.deepEqual(await expected({}), ['2026-07-01T18:15:00.000Z', '2026-07-02', '2026-07-02T12:30:00.000Z'])
  assert.deepEqual(await expected({ speed: 'Economy Plus' }), [
    '2026-07-01T14:00:00.000Z',
    '2026-07-01',
    '2026-07-01T17:00:00.000Z',
  ])
})

test('the preview, the answer and the timeline of an ACH payment name the same window', async () => {
  const { client } = await service.createTenant('windowed', { sandbox: false })
  const payer = await createPayer(service, { client })
  const body = creditBody(payer, { speed: 'Economy Plus' })
  const { window } = dataOf(await service.call('POST', PATHS[0]!, body, { client }))
  assert.deepEqual([window.closesAt, window.settlesAt], ['2026-07-01T14:30:00.000Z', '2026-07-01T17:00:00.000Z'])
  const paid = dataOf(await service.call('POST', '/payments/creditrequest', body, { client }))
  assert.deepEqual(paid.window, window)
  const timeline = await service.call('GET', `/payments/${paid.paymentUID}/timeline`, undefined, { client })
  assert.deepEqual(dataOf(timeline).window, window)
})
