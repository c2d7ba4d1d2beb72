import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/** A Wednesday, 10:00 in New York. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)

let service: TestService
let bank: LedgerBank
before(async () => {
  service = await startTestService({ clock, worker: false })
  bank = await openLedgerBank(service, clock, 'active', { balance: 1000, sandbox: true })
})
after(() => service.stop())

type Shown = Record<string, string> & { links: Record<string, string>; counterparty?: Record<string, string> }

async function read(path: string, client: TestClient = bank.tenant.client) {
  return service.call('GET', path, undefined, { client })
}

async function page(accountUID: string, query = ''): Promise<{ transactions: Shown[]; nextCursor?: string }> {
  return dataOf(await read(`/v3/accounts/${accountUID}/transactions?${query}`))
}

/** All pages of a search, to the end. */
async function all(accountUID: string, query = ''): Promise<Shown[]> {
  const found: Shown[] = []
  for (let cursor = ''; ; ) {
    const { transactions, nextCursor } = await page(accountUID, `${query}${cursor}`)
    found.push(...transactions)
    if (!nextCursor) return found
    cursor = `&cursor=${nextCursor}`
  }
}

const pay = async (payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await bank.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const transfer = async (from: Payer, to: Payer, fields: object = {}): Promise<string> => {
  const body = transferBody({ from: from.accountUID, to: to.accountUID, ...fields })
  return dataOf(await bank.call('POST', '/payments/booktransfer', body)).paymentUID
}
const newPayer = (balance = 1000) => createPayer(service, { client: bank.tenant.client, balance })
const uids = (transactions: readonly Shown[]) => transactions.map(({ transactionUID }) => transactionUID)

test('every transfer of an account appears once, newest first, with the balances after it', async () => {
  clock.set(START)
  const [payer, other] = [await newPayer(), await newPayer(0)]
  await transfer(payer, other, { paymentAmount: 25 })
  const cancelled = await pay(payer, { paymentAmount: 7 })
  dataOf(await bank.call('PUT', `/payments/${cancelled}/cancel`, { cancellationNotes: 'test' }))
  const wire = await pay(payer, { speed: 'Express', paymentAmount: 30 })
  for (const at of ['2026-07-01T14:00:01.000Z', '2026-07-01T14:00:05.000Z']) await bank.workAt(at)
  await pay(payer, { paymentAmount: 100 })
  const seen: Shown[] = []
  for (const status of ['Booked', 'Pending', 'Ended'])
    seen.push(...(await all(payer.accountUID, `status=${status}&limit=2`)))
  const transfers = await service.query<{ id: string }>(
    'select id from ledger_transfers where $1 in (debit_account_id, credit_account_id)',
    [payer.accountUID],
  )
  assert.deepEqual(uids(seen).sort(), transfers.map(({ id }) => id).sort())
  const shown = await all(payer.accountUID, 'limit=1')
  assert.deepEqual(
    shown.map(({ status, direction, amount, runningBalance, runningAvailableBalance }) =>
      [status, direction, amount, runningBalance, runningAvailableBalance].join(' '),
    ),
    [
      'Pending Debit 100.00 945.00 845.00',
      'Booked Debit 30.00 945.00 945.00',
      'Booked Debit 25.00 975.00 975.00',
      'Booked Credit 1000.00 1000.00 1000.00',
    ],
  )
  const [, booked] = shown as [Shown, Shown]
  assert.equal(booked['description'], 'Payment to Highland Beans Inc')
  assert.deepEqual(booked['bankTransactionCode'], { domain: 'PMNT', family: 'ICDT', subFamily: 'DMCT', bai: '495' })
  assert.equal(booked.links['paymentUID'], wire)
  assert.equal(booked['bookingDate'], '2026-07-01')
  const sequences = shown.map(({ sequence }) => Number(sequence))
  assert.deepEqual(
    sequences,
    sequences.toSorted((a, b) => b - a),
  )
  const [received] = await all(other.accountUID)
  assert.match(received!['description']!, /^Payment from /)
  assert.equal(received!.counterparty!['accountNumber'], payer.accountNumber)
})

test('a reader of pages misses nothing and sees nothing twice while payments arrive', async () => {
  clock.set(START)
  const [payer, other] = [await newPayer(), await newPayer(0)]
  for (let n = 0; n < 7; n++) await transfer(payer, other, { paymentAmount: 1 })
  const before = uids(await all(payer.accountUID))
  const seen: string[] = []
  let cursor = ''
  do {
    const { transactions, nextCursor } = await page(payer.accountUID, `limit=2${cursor && `&cursor=${cursor}`}`)
    for (const { transactionUID } of transactions) seen.push(transactionUID!)
    await Promise.all(Array.from({ length: 3 }, () => transfer(payer, other, { paymentAmount: 1 })))
    cursor = nextCursor ?? ''
  } while (cursor)
  assert.deepEqual(seen, before)
})

test('each filter finds exactly what it names', async () => {
  clock.set(START)
  const [payer, other] = [await newPayer(), await newPayer(0)]
  const externalReferenceId = `ref-${randomUUID().slice(0, 8)}`
  const small = await transfer(payer, other, { paymentAmount: 1, externalReferenceId })
  const large = await transfer(payer, other, { paymentAmount: 50 })
  const back = await transfer(other, payer, { paymentAmount: 20 })
  clock.set('2026-07-02T14:00:00.000Z')
  const held = await pay(payer, { paymentAmount: 3 })
  const found = async (query: string) =>
    (await all(payer.accountUID, query)).flatMap(({ links }) => links['paymentUID'] ?? [])
  const cases: [query: string, payments: string[]][] = [
    ['status=Pending', [held]],
    ['status=Booked&direction=Credit', [back]],
    ['direction=Debit', [held, large, small]],
    ['kind=Payment', [held, back, large, small]],
    ['kind=Adjustment', []],
    ['kind=Fee', []],
    ['minAmount=20', [back, large]],
    ['maxAmount=3', [held, small]],
    ['minAmount=3&maxAmount=20', [held, back]],
    ['minAmount=20.01&maxAmount=49.99', []],
    [`reference=${externalReferenceId}`, [small]],
    ['reference=unknown', []],
    [`paymentUID=${large}`, [large]],
    [`paymentUID=${large}&reference=${externalReferenceId}`, []],
    ['paymentUID=nothing', []],
    ['fromDate=2026-07-02', [held]],
    ['toDate=2026-07-01', [back, large, small]],
    ['fromDate=2026-07-01&toDate=2026-07-01&direction=Credit', [back]],
    ['fromDate=2026-07-03', []],
    ['toDate=2026-06-30', []],
    ['fromValueDate=2026-07-02', [held]],
    ['toValueDate=07-01-2026', [back, large, small]],
    ['counterparty=Highland%20Beans%20Inc', [held]],
    ['counterparty=Nobody', []],
    ['fromDate=0001-01-01&toDate=9999-12-31', [held, back, large, small]],
  ]
  for (const [query, payments] of cases) assert.deepEqual(await found(query), payments, query)
  const [adjusted] = await all(payer.accountUID, 'kind=Adjustment')
  assert.equal(adjusted!['description'], 'Credited by the bank: test')
  assert.ok(adjusted!.links['adjustmentUID'])
})

test('balances at any past time equal the sum of the transfers until then', async () => {
  clock.set(START)
  const [payer, other] = [await newPayer(), await newPayer(0)]
  const times = [
    '2026-07-01T15:00:00.000Z',
    '2026-07-01T16:00:00.000Z',
    '2026-07-02T15:00:00.000Z',
    '2026-07-06T15:00:00.000Z',
  ]
  for (const [n, at] of times.entries()) {
    clock.set(at)
    await transfer(payer, other, { paymentAmount: 10 + n })
    await pay(payer, { paymentAmount: 1 })
  }
  const balances = async (at: string) =>
    dataOf(await read(`/v3/accounts/${payer.accountUID}/balances?at=${encodeURIComponent(at)}`))
  for (const at of [
    START,
    '2026-07-01T13:59:59.000Z',
    ...times,
    '2026-07-01T15:30:00.123456Z',
    '2026-07-06T11:00:00-04:00',
  ]) {
    const [sum] = await service.query<{ booked: bigint; held: bigint }>(
      `select coalesce(sum(case when kind <> 'posted' then 0 when credit_account_id = $1 then amount else -amount end), 0)::bigint as booked,
         coalesce(sum(amount) filter (where kind = 'pending'), 0)::bigint as held
       from ledger_transfers where $1 in (debit_account_id, credit_account_id) and created_at <= $2`,
      [payer.accountUID, at],
    )
    const shown = await balances(at)
    const minor = (text: string) => BigInt(text.replace('.', ''))
    assert.deepEqual([minor(shown.ledgerBalance), minor(shown.pendingOut)], [sum!.booked, sum!.held], at)
    assert.equal(minor(shown.availableBalance), sum!.booked - sum!.held)
    assert.equal(shown.valueDatedBalance, shown.ledgerBalance)
  }
  const typed = async (at: string) =>
    Object.fromEntries((await balances(at)).balances.map(({ type, amount }: Record<string, string>) => [type, amount]))
  assert.deepEqual(await typed('2026-07-01T15:30:00.000Z'), {
    ...{ OPBD: '0.00', ITBD: '990.00', ITAV: '989.00', CLBD: '979.00', CLAV: '977.00' },
  })
  const today = { OPBD: '967.00', ITBD: '954.00', ITAV: '950.00' }
  assert.deepEqual(await typed('2026-07-06T15:00:00.000Z'), today, 'the day has not ended')
  const { businessDate, at } = dataOf(await read(`/accounts/${payer.accountUID}/balances`))
  assert.deepEqual([businessDate, at], ['2026-07-06', '2026-07-06T15:00:00.000Z'])
})

test('an account of another customer is out of reach, and an unknown one is unknown to the institution', async () => {
  const [payer, other] = [await newPayer(), await newPayer()]
  const legalEntityId = BigInt(other.customerUID)
  const stranger = await service.createClient(bank.tenant, { legalEntityId })
  for (const path of ['transactions', 'balances']) {
    dataOf(await read(`/v3/accounts/${other.accountUID}/${path}`, stranger))
    for (const accountUID of [payer.accountUID, '999999999999'])
      assertRefused(await read(`/v3/accounts/${accountUID}/${path}`, stranger), { status: 403, code: 'AUTH002' })
    assertRefused(await read(`/v3/accounts/999999999999/${path}`), { status: 404, code: 'ACC001' })
    const blind = await service.createClient(bank.tenant, {
      entitlements: ENTITLEMENTS.filter((name) => name !== 'Accounts.View_Account'),
    })
    assert.equal((await read(`/v3/accounts/${payer.accountUID}/${path}`, blind)).status, 403)
  }
})

test('a search by a payment of another account finds nothing', async () => {
  clock.set(START)
  const [payer, other, third] = [await newPayer(), await newPayer(), await newPayer(0)]
  const foreign = await transfer(other, third)
  assert.deepEqual(await all(payer.accountUID, `paymentUID=${foreign}`), [])
})

test('cursors of another account, tampered cursors and impossible queries are refused', async () => {
  clock.set(START)
  const [payer, other] = [await newPayer(), await newPayer(0)]
  for (let n = 0; n < 3; n++) await transfer(payer, other)
  const { nextCursor } = await page(payer.accountUID, 'limit=1')
  const [digits, check] = nextCursor!.split('-') as [string, string]
  const cursors = [`${Number(digits) + 1}-${check}`, `${digits}-00000000`, digits, `-${check}`, 'x', '1'.repeat(40)]
  for (const cursor of cursors)
    assertRefused(await read(`/v3/accounts/${payer.accountUID}/transactions?cursor=${cursor}`), {
      ...{ status: 400, code: 'ACC001', says: 'cursor' },
    })
  assertRefused(await read(`/v3/accounts/${other.accountUID}/transactions?cursor=${nextCursor}`), {
    ...{ status: 400, code: 'ACC001', says: 'cursor' },
  })
  const queries: [query: string, says: string][] = [
    ['fromDate=2026-02-30', 'fromDate'],
    ['toValueDate=0000-01-01', 'toValueDate'],
    ['fromDate=2026-07-02&toDate=2026-07-01', 'fromDate must not be after toDate'],
    ['minAmount=2&maxAmount=1', 'minAmount must not be more'],
    ['minAmount=0.001', 'minAmount'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['status=Lost', 'status'],
    ['stats=Booked', 'stats is not a field of this request'],
  ]
  for (const [query, says] of queries)
    assertRefused(await read(`/v3/accounts/${payer.accountUID}/transactions?${query}`), {
      ...{ status: 400, code: 'ACC001', says },
    })
  for (const at of ['2026-07-01T14:00:00.001Z', '2999-12-31T23:59:59.000Z', '2026-02-30T00:00:00.000Z', 'yesterday'])
    assertRefused(await read(`/v3/accounts/${payer.accountUID}/balances?at=${at}`), {
      status: 400,
      code: 'ACC001',
      says: 'at',
    })
  const misspelt = await read(`/v3/accounts/${payer.accountUID}/balances?asOf=2026-07-01T12:00:00.000Z`)
  assertRefused(misspelt, { status: 400, code: 'ACC001', says: 'asOf is not a field of this request' })
  assert.doesNotMatch(misspelt.body.message, /cursor/)
  const { ledgerBalance } = dataOf(await read(`/v3/accounts/${payer.accountUID}/balances?at=1000-01-01T00:00:00Z`))
  assert.equal(ledgerBalance, '0.00')
})

test('account numbers are masked for a token without Customers.View_Account_Number', async () => {
  clock.set(START)
  const payer = await newPayer()
  await pay(payer)
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  const client = await service.createClient(bank.tenant, { entitlements })
  const { transactions } = dataOf(await read(`/v3/accounts/${payer.accountUID}/transactions`, client))
  assert.match(transactions[0].counterparty.accountNumber, /^\*{4}\d{4}$/)
  const [full] = await all(payer.accountUID)
  assert.match(full!.counterparty!['accountNumber']!, /^\d{8,}$/)
})

test('a fee is named, and linked to its payment', async () => {
  clock.set(START)
  const tiers = [{ name: 'Standard', from: 0, flat: 2 }]
  const fee = {
    name: 'Wire fee',
    application: 'Payments',
    product: 'FEDWIRE',
    currency: 'USD',
    tierBy: 'Amount',
    tiers,
  }
  dataOf(await bank.call('POST', '/v1/institution/fees', fee), 201)
  const payer = await newPayer()
  const charged = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await bank.call('POST', `/v1/customers/${payer.customerUID}/fees`, charged))
  const paymentUID = await pay(payer, { speed: 'Express', paymentAmount: 30 })
  const [shown] = await all(payer.accountUID, 'kind=Fee')
  assert.equal(shown!['description'], 'Pending: fee for the payment to Highland Beans Inc: Wire fee')
  assert.deepEqual(shown!.links, { paymentUID, fee: 'Wire fee' })
})

test('a settlement that is booked late counts from its own day', async () => {
  clock.set(START)
  const late = await openLedgerBank(service, clock, 'late', { balance: 500 })
  const { accountUID } = late.payer
  dataOf(await late.call('POST', '/payments/creditrequest', creditBody(late.payer, { paymentAmount: 40 })))
  await late.workAt('2026-07-01T22:00:00.000Z')
  await late.workAt('2026-07-06T15:00:00.000Z')
  const { transactions } = dataOf(await read(`/v3/accounts/${accountUID}/transactions`, late.tenant.client))
  const [{ description, bookingDate, valueDate }] = transactions
  assert.equal(description, 'Payment to Highland Beans Inc')
  assert.deepEqual([bookingDate, valueDate], ['2026-07-06', '2026-07-02'])
  for (const [query, count] of [
    ['fromValueDate=2026-07-02&toValueDate=2026-07-02', 1],
    ['fromValueDate=2026-07-03', 0],
  ] as const) {
    const path = `/v3/accounts/${accountUID}/transactions?${query}`
    assert.equal(dataOf(await read(path, late.tenant.client)).transactions.length, count, query)
  }
})

/** Adds transfers of a cent to the account in one statement. */
async function addMany(accountUID: string, kind: 'posted' | 'pending', count: number): Promise<void> {
  await service.query(
    `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at, business_date)
     select $1, gen_random_uuid(), $3, b.id, $2, 1, 'USD', 'payment', gen_random_uuid(), $5, '2026-07-01'
     from generate_series(1, $4::int), ledger_accounts b where b.tenant_id = $1 and b.code = 'settlement:USD'`,
    [bank.tenant.institution.tenantId, accountUID, kind, count, START],
  )
}

test('a search reads at most a thousand entries for a page, and its cursor leads on to what is older', async () => {
  clock.set(START)
  const payer = await newPayer()
  await addMany(payer.accountUID, 'posted', 2_001)
  const pages: number[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = `kind=Adjustment${cursor && `&cursor=${cursor}`}`
    const found: Awaited<ReturnType<typeof page>> = await page(payer.accountUID, query)
    pages.push(found.transactions.length)
    cursor = found.nextCursor
  }
  assert.deepEqual(pages, [0, 0, 1])
  const { ledgerBalance } = dataOf(await read(`/v3/accounts/${payer.accountUID}/balances`))
  assert.equal(ledgerBalance, '1020.01')
})

test('pending transactions are found under any number of booked ones, page by page', async () => {
  clock.set(START)
  const payer = await newPayer(0)
  await addMany(payer.accountUID, 'pending', 1_101)
  await addMany(payer.accountUID, 'posted', 1_500)
  const pending = await all(payer.accountUID, 'status=Pending&limit=200')
  assert.equal(pending.length, 1_101)
  assert.equal(new Set(uids(pending)).size, 1_101)
  assert.deepEqual(await all(payer.accountUID, 'status=Pending&direction=Debit'), [])
})

test('a reference that others use hundreds of times finds all transactions of the account, page by page', async () => {
  clock.set(START)
  const [payer, other, stranger] = [await newPayer(), await newPayer(0), await newPayer()]
  const externalReferenceId = `rent-${randomUUID().slice(0, 8)}`
  const own = await transfer(payer, other, { paymentAmount: 1, externalReferenceId })
  const rent = { paymentAmount: 0.01, externalReferenceId }
  await Promise.all(Array.from({ length: 110 }, () => transfer(stranger, other, rent)))
  const found = async (account: Payer) =>
    (await all(account.accountUID, `reference=${externalReferenceId}`)).map(({ links }) => links['paymentUID'])
  assert.deepEqual(await found(payer), [own])
  assert.equal((await found(other)).length, 111)
})
