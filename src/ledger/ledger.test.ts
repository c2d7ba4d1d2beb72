import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Temporal } from 'temporal-polyfill'
import { falsify } from '../../test/support/falsify.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { testKeys } from '../../test/support/test-keys.ts'
import { type Database, openDatabase, type Transaction, violatedConstraint } from '../db/client.ts'
import { fixedClock } from '../kernel/clock.ts'
import { createSealer } from '../kernel/sealer.ts'
import { createInstitution } from '../main/create-institution.ts'
import type { BookCode } from './chart.ts'
import { LedgerInvariantBroken, mustTransfer, openBooks, readHolds } from './ledger.ts'
import { openCustomerLedgerAccount, openInstitutionBooks, readLedgerAccount } from './open-account.ts'
import { availableOf, type NewTransfer, postedOf, type Transfer } from './transfer.ts'
import { readPostedTotals, runChecks, verifyLedger } from './verify-ledger.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()

let testDatabase: TestDatabase
let db: Database
/** The owner of the tables, who can make writes that the service cannot. */
let owner: pg.Client
let institutions = 0

before(async () => {
  testDatabase = await createTestDatabase()
  db = openDatabase({ connectionString: testDatabase.url, maxConnections: 20, ...testKeys })
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
})

after(async () => {
  await db.close()
  await owner.end()
  await testDatabase.drop()
})

/** A new tenant, so that tests do not see each other's books. */
async function openTenant(): Promise<bigint> {
  const institution = {
    code: `bank-${++institutions}`,
    name: 'Bank',
    timeZone: 'America/New_York',
    currency: 'USD',
    routingNumber: '061099995',
    bic: null,
    sandbox: true,
    officers: [],
  }
  const sealer = createSealer(Buffer.alloc(32))
  return (await db.transaction((tx) => createInstitution(tx, institution, sealer, now))).tenantId
}

/** A customer's account with an opening balance. */
async function openFunded(tenantId: bigint, amount: bigint, currency = 'USD'): Promise<bigint> {
  return db.transaction(async (tx) => {
    const id = await openCustomerLedgerAccount(tx, tenantId, currency, now)
    if (amount === 0n) return id
    const settlement: BookCode = `settlement:${currency}`
    const books = await openBooks(tx, tenantId, { accountIds: [id], books: [settlement] })
    mustTransfer(books, transferOf({ debitAccountId: books.book(settlement), creditAccountId: id, amount, currency }))
    await books.write(now)
    return id
  })
}

function transferOf(
  fields: Pick<NewTransfer, 'debitAccountId' | 'creditAccountId' | 'amount'> & Partial<NewTransfer>,
): NewTransfer {
  return { id: randomUUID(), kind: 'posted', currency: 'USD', purpose: 'payment', referenceId: randomUUID(), ...fields }
}

/** Holds an amount for an ACH payment and returns the hold. */
async function holdOf(tenantId: bigint, account: bigint, amount: bigint): Promise<NewTransfer> {
  return db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [account], books: ['clearing:ACH:USD'] })
    const creditAccountId = books.book('clearing:ACH:USD')
    const hold = transferOf({ kind: 'pending', debitAccountId: account, creditAccountId, amount })
    mustTransfer(books, hold)
    await books.write(now)
    return hold
  })
}

/** Ends a hold as settlement does, from the stored hold. */
async function resolve(tenantId: bigint, hold: NewTransfer, kind: 'post_pending' | 'void_pending', amount: bigint) {
  await db.transaction(async (tx) => {
    const found = (await readHolds(tx, tenantId, [hold.id])).get(hold.id)!
    const { debitAccountId, creditAccountId, currency } = found
    const wanted = { accountIds: [debitAccountId], bookIds: [creditAccountId] }
    const books = await openBooks(tx, tenantId, wanted)
    const { id: pendingId, amount: pendingAmount } = found
    const data = transferOf({ debitAccountId, creditAccountId, currency, amount, referenceId: hold.referenceId })
    mustTransfer(books, { ...data, kind, pendingId, pendingAmount } as Transfer)
    await books.write(now)
  })
}

const readAccount = (tenantId: bigint, id: bigint) =>
  db.read(async (db) => (await readLedgerAccount(db, tenantId, id))!)

const verify = (tenantId: bigint) => db.transaction((tx) => verifyLedger(tx, tenantId))

async function assertSound(tenantId: bigint) {
  assert.deepEqual((await verify(tenantId)).differences, [])
}

async function refusedBy(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => assert.fail('nothing was refused'),
    (error: unknown) => error,
  )
  return violatedConstraint(error)
}

test('the written transfers are those decided, and the totals equal a rebuild from the transfers', async () => {
  const tenantId = await openTenant()
  const [payer, payee] = [await openFunded(tenantId, 100_00n), await openFunded(tenantId, 0n)]
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [payer, payee], books: ['clearing:ACH:USD'] })
    mustTransfer(books, transferOf({ debitAccountId: payer, creditAccountId: payee, amount: 25_00n }))
    const clearing = books.book('clearing:ACH:USD')
    mustTransfer(
      books,
      transferOf({ kind: 'pending', debitAccountId: payee, creditAccountId: clearing, amount: 24_99n }),
    )
    assert.equal(availableOf(books.account(payee)!), 1n)
    await books.write(now)
  })
  const [from, to] = [await readAccount(tenantId, payer), await readAccount(tenantId, payee)]
  assert.deepEqual([postedOf(from), availableOf(from)], [75_00n, 75_00n])
  assert.deepEqual([postedOf(to), availableOf(to)], [25_00n, 1n])
  const { transfers, differences } = await verify(tenantId)
  assert.deepEqual({ transfers, differences }, { transfers: 3, differences: [] })
})

test('a transaction with an earlier time books at the time and on the day of the last entry of its accounts', async () => {
  const tenantId = await openTenant()
  const [payer, payee] = [await openFunded(tenantId, 100n), await openFunded(tenantId, 0n)]
  const [other, third] = [await openFunded(tenantId, 100n), await openFunded(tenantId, 0n)]
  const write = (at: Temporal.Instant, amount: bigint, [from, to] = [payer, payee]) =>
    db.transaction(async (tx) => {
      const books = await openBooks(tx, tenantId, { accountIds: [from, to] })
      const transfer = transferOf({ debitAccountId: from, creditAccountId: to, amount })
      mustTransfer(books, { ...transfer, valueDate: '2026-06-30' })
      await books.write(at)
    })
  const tomorrow = now.add({ hours: 24 })
  await write(tomorrow, 1n)
  await write(now, 2n)
  // Only the account that pays, and only the one that is paid, has the later time.
  await write(now, 3n, [payer, third])
  await write(now, 4n, [other, payee])
  const { rows } = await owner.query(
    `select e.amount, e.booked_at = t.created_at and e.booked_at = $2 as is_then, e.business_date = t.business_date and e.business_date = '2026-07-02' as is_that_day,
       e.value_date::text
     from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where e.account_id = any($1) and e.direction = 'Credit' order by e.amount`,
    [[payee, third], tomorrow.toString()],
  )
  const then = { is_then: true, is_that_day: true, value_date: '2026-06-30' }
  assert.deepEqual(
    rows,
    ['1', '2', '3', '4'].map((amount) => ({ amount, ...then })),
  )
  await assertSound(tenantId)
})

test('a refused transfer is not written, those before and after it are', async () => {
  const tenantId = await openTenant()
  const [payer, payee] = [await openFunded(tenantId, 10n), await openFunded(tenantId, 0n)]
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [payer, payee] })
    const pay = (amount: bigint) =>
      books.transfer(transferOf({ debitAccountId: payer, creditAccountId: payee, amount })).ok
    assert.deepEqual([pay(4n), pay(7n), pay(6n), pay(1n)], [true, false, true, false])
    await books.write(now)
  })
  assert.equal(postedOf(await readAccount(tenantId, payee)), 10n)
  assert.equal((await verify(tenantId)).transfers, 3)
})

test('opened books without a transfer write nothing', async () => {
  const tenantId = await openTenant()
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [], books: ['settlement:USD'] })
    await books.write(now)
  })
  assert.equal((await verify(tenantId)).transfers, 0)
})

test('openInstitutionBooks: opening twice creates each book once', async () => {
  const tenantId = await openTenant()
  const before = (await verify(tenantId)).accounts
  await db.transaction((tx) => openInstitutionBooks(tx, tenantId, 'USD', now))
  assert.equal((await verify(tenantId)).accounts, before)
})

test('book: an unknown code is an error that names it', async () => {
  const tenantId = await openTenant()
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [], books: ['settlement:JPY'] })
    assert.throws(() => books.book('settlement:JPY'), /no account settlement:JPY/)
  })
})

test('include: opens more books, which are written like those opened before', async () => {
  const tenantId = await openTenant()
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [], books: ['settlement:USD'] })
    assert.throws(() => books.book('clearing:RTP:USD'))
    await books.include(['clearing:RTP:USD', 'settlement:USD', 'clearing:ACH:USD'])
    const [settlement, fees] = [books.book('settlement:USD'), books.book('clearing:RTP:USD')]
    const empty = { debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }
    const own = { currency: 'USD', overdraft: true, receivableId: null }
    assert.deepEqual(books.account(fees), { id: fees, ...own, ...empty })
    mustTransfer(books, transferOf({ debitAccountId: settlement, creditAccountId: fees, amount: 5n }))
    await books.include(['clearing:RTP:USD'])
    assert.equal(postedOf(books.account(fees)!), 5n)
    await books.write(now)
  })
  const books = await db.transaction((tx) => openBooks(tx, tenantId, { accountIds: [], books: ['clearing:RTP:USD'] }))
  assert.equal(postedOf(await readAccount(tenantId, books.book('clearing:RTP:USD'))), 5n)
  await assertSound(tenantId)
})

test('include: a book already opened by its id keeps the transfers applied to it', async () => {
  const tenantId = await openTenant()
  await db.transaction(async (tx) => {
    const known = await openBooks(tx, tenantId, { accountIds: [], books: ['clearing:RTP:USD', 'settlement:USD'] })
    const [fees, settlement] = [known.book('clearing:RTP:USD'), known.book('settlement:USD')]
    const books = await openBooks(tx, tenantId, { accountIds: [fees], bookIds: [settlement] })
    mustTransfer(books, transferOf({ debitAccountId: settlement, creditAccountId: fees, amount: 5n }))
    await books.include(['clearing:RTP:USD'])
    assert.equal(postedOf(books.account(fees)!), 5n)
    await books.write(now)
  })
  await assertSound(tenantId)
})

test('include: a missing book is simulated only if nothing will be written', async () => {
  const tenantId = await openTenant()
  const codes: BookCode[] = ['settlement:JPY', 'clearing:RTP:JPY', 'fx-market:KWD']
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [], unlocked: true })
    await books.include([...codes, 'settlement:USD'])
    const ids = codes.map((code) => books.book(code))
    assert.equal(new Set(ids).size, 3)
    assert.ok(ids.every((id) => id < 0n))
    assert.ok(books.book('settlement:USD') > 0n)
    const madeUp = ids.map((id) => books.account(id)!)
    assert.deepEqual(
      madeUp.map(({ currency }) => currency),
      ['JPY', 'JPY', 'KWD'],
    )
    await books.include(['settlement:JPY', 'fees:CHF:7'])
    assert.equal(books.book('settlement:JPY'), ids[0])
    assert.ok(!ids.includes(books.book('fees:CHF:7')))
  })
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [] })
    await books.include(codes)
    for (const code of codes) assert.throws(() => books.book(code), /no account/)
  })
})

test('mustTransfer: a refusal is a broken invariant that names the transfer', async () => {
  const tenantId = await openTenant()
  const [payer, payee] = [await openFunded(tenantId, 1n), await openFunded(tenantId, 0n)]
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [payer, payee] })
    const transfer = transferOf({ debitAccountId: payer, creditAccountId: payee, amount: 2n })
    assert.throws(
      () => mustTransfer(books, transfer),
      (error) => error instanceof LedgerInvariantBroken && error.message.includes(transfer.id),
    )
  })
})

test('an account of another tenant is unknown', async () => {
  const [tenantId, otherTenant] = [await openTenant(), await openTenant()]
  const [payer, stranger] = [await openFunded(tenantId, 10n), await openFunded(otherTenant, 10n)]
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [payer, stranger] })
    assert.equal(books.account(stranger), undefined)
    const refused = books.transfer(transferOf({ debitAccountId: payer, creditAccountId: stranger, amount: 1n }))
    assert.deepEqual(refused, { ok: false, refusal: 'accountUnknown' })
  })
})

test('a hold is posted in whole, in part, or voided, and the rest becomes available again', async () => {
  const tenantId = await openTenant()
  const account = await openFunded(tenantId, 100n)
  const holds = [
    await holdOf(tenantId, account, 50n),
    await holdOf(tenantId, account, 30n),
    await holdOf(tenantId, account, 20n),
  ] as const
  assert.equal(availableOf(await readAccount(tenantId, account)), 0n)
  await resolve(tenantId, holds[0], 'post_pending', 50n)
  await resolve(tenantId, holds[1], 'post_pending', 10n)
  await resolve(tenantId, holds[2], 'void_pending', 20n)
  const after = await readAccount(tenantId, account)
  assert.deepEqual([postedOf(after), availableOf(after), after.debitsPending], [40n, 40n, 0n])
  await assertSound(tenantId)
})

for (const first of ['post_pending', 'void_pending'] as const)
  for (const second of ['post_pending', 'void_pending'] as const)
    test(`a hold ends once: after ${first} the database refuses ${second}`, async () => {
      const tenantId = await openTenant()
      const account = await openFunded(tenantId, 100n)
      const hold = await holdOf(tenantId, account, 50n)
      // Another hold keeps the pending totals high enough, so that they do not cause the refusal.
      await holdOf(tenantId, account, 50n)
      await resolve(tenantId, hold, first, 50n)
      assert.equal(await refusedBy(resolve(tenantId, hold, second, 50n)), 'ledger_transfers_resolution')
      await assertSound(tenantId)
    })

test('of many transactions that end one hold at the same moment, one succeeds', async () => {
  const tenantId = await openTenant()
  const account = await openFunded(tenantId, 100n)
  const hold = await holdOf(tenantId, account, 50n)
  await holdOf(tenantId, account, 50n)
  const ends = Array.from({ length: 8 }, (_, n) =>
    resolve(tenantId, hold, n % 2 === 0 ? 'post_pending' : 'void_pending', 50n),
  )
  const settled = await Promise.allSettled(ends)
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
  await assertSound(tenantId)
})

const insertTransfer = `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, pending_id,
  purpose, reference_id, created_at) values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, 'payment', gen_random_uuid(), now())`

async function refusedInsert(...values: unknown[]): Promise<string | undefined> {
  return refusedBy(db.read((db) => db.query(insertTransfer, values)))
}

test('a transfer cannot join accounts of two currencies, whatever currency it names', async () => {
  const tenantId = await openTenant()
  const [dollars, euros] = [await openFunded(tenantId, 100n), await openFunded(tenantId, 100n, 'EUR')]
  const accounts = 'ledger_transfers_accounts'
  for (const currency of ['USD', 'EUR', 'GBP'])
    assert.equal(await refusedInsert(tenantId, 'posted', dollars, euros, 1n, currency, null), accounts)
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, tenantId, { accountIds: [dollars, euros] })
    const refused = books.transfer(transferOf({ debitAccountId: dollars, creditAccountId: euros, amount: 1n }))
    assert.deepEqual(refused, { ok: false, refusal: 'currencyMismatch' })
  })
})

test('the database refuses a transfer of zero, to the same account, of an unknown kind, or that ends no hold', async () => {
  const tenantId = await openTenant()
  const [one, two] = [await openFunded(tenantId, 100n), await openFunded(tenantId, 0n)]
  assert.equal(await refusedInsert(tenantId, 'posted', one, two, 0n, 'USD', null), 'ledger_transfers_amount_check')
  assert.equal(await refusedInsert(tenantId, 'posted', one, two, -1n, 'USD', null), 'ledger_transfers_amount_check')
  assert.match((await refusedInsert(tenantId, 'posted', one, one, 1n, 'USD', null)) ?? '', /check/)
  assert.equal(await refusedInsert(tenantId, 'gift', one, two, 1n, 'USD', null), 'ledger_transfers_kind_check')
  assert.match((await refusedInsert(tenantId, 'post_pending', one, two, 1n, 'USD', null)) ?? '', /check/)
  assert.match((await refusedInsert(tenantId, 'posted', one, two, 1n, 'USD', randomUUID())) ?? '', /check/)
  assert.equal(
    await refusedInsert(tenantId, 'void_pending', one, two, 1n, 'USD', randomUUID()),
    'ledger_transfers_fits_hold',
  )
})

test("the database refuses transfers that overdraw a customer's account, also in parts", async () => {
  const tenantId = await openTenant()
  const [one, two] = [await openFunded(tenantId, 100n), await openFunded(tenantId, 0n)]
  for (const kind of ['posted', 'pending'])
    assert.equal(await refusedInsert(tenantId, kind, one, two, 101n, 'USD', null), 'ledger_accounts_covered')
  await db.read((db) => db.query(insertTransfer, [tenantId, 'pending', one, two, 60n, 'USD', null]))
  assert.equal(await refusedInsert(tenantId, 'posted', one, two, 41n, 'USD', null), 'ledger_accounts_covered')
  await assertSound(tenantId)
})

/** Statements that rewrite history. The service has the right to none of them. */
const forbidden = [
  'update ledger_transfers set amount = 1',
  'update ledger_transfers set pending_id = null',
  'delete from ledger_transfers',
  'truncate ledger_transfers',
  'update adjustments set amount = 1',
  'delete from adjustments',
  "update payment_transitions set to_status = 'PROCESSED'",
  "update payment_transitions set evidence = '{}'",
  'delete from payment_transitions',
  "update payment_value_date_changes set reason = 'held'",
  'delete from payment_value_date_changes',
  "update audit_log set actor = 'nobody'",
  'delete from audit_log',
  'truncate audit_log',
  "update audit_chain set hash = ''",
  'delete from audit_chain',
  'truncate audit_chain',
  'update audit_unchained set audit_id = audit_id',
  'update payments set amount = 1',
  "update payments set currency = 'EUR'",
  'update payments set sender_account_id = 1',
  'update payments set contact_id = 1',
  'update payments set customer_id = 1',
  "update payments set receiver_account_number = '1'",
  "update payments set receiver_bank_code = '1'",
  "update payments set receiver_name = 'other'",
  "update payments set external_reference_id = 'other'",
  "update payments set created_by = 'other'",
  'update payments set created_at = now()',
  "update payments set speed = 'Express'",
  'update payment_states set amount = 1',
  'update payment_states set sender_account_id = 1',
  'delete from payment_states',
  'truncate payment_states',
  'select from payments for no key update',
  'delete from payments',
  'update ledger_accounts set credits_posted = credits_posted + 1',
  'update ledger_accounts set debits_pending = 0',
  'update ledger_accounts set last_sequence = 0',
  'insert into ledger_entries select * from ledger_entries',
  'update ledger_entries set credits_posted = 1',
  'delete from ledger_entries',
  'truncate ledger_entries',
  'delete from ledger_holds',
  'update ledger_holds set reference_id = gen_random_uuid()',
  "update ledger_accounts set currency = 'EUR'",
  'update ledger_accounts set overdraft = true',
  "update ledger_accounts set code = 'settlement:USD'",
  'delete from ledger_accounts',
  "update ach_files set content = ''",
  'delete from ach_files',
  "update ach_entries set trace_number = ''",
  'delete from ach_entries',
  "update schema_migrations set sha256 = ''",
  'alter table ledger_transfers add column note text',
  'drop table ledger_transfers',
]
for (const statement of forbidden)
  test(`the service cannot: ${statement}`, async () => {
    await assert.rejects(
      db.read((db) => db.query(statement)),
      (error: { code?: string }) => error.code === '42501',
    )
  })

/** Runs random transfers between the accounts concurrently, each in its own transaction. */
async function hammer(
  count: number,
  work: (tx: Transaction, n: number) => Promise<boolean>,
): Promise<{ done: number; refused: number }> {
  const results = await Promise.all(Array.from({ length: count }, (_, n) => db.transaction((tx) => work(tx, n))))
  const done = results.filter(Boolean).length
  return { done, refused: count - done }
}

test('fifty concurrent transfers from one account pay out exactly its available balance', async () => {
  const tenantId = await openTenant()
  const [payer, payee] = [await openFunded(tenantId, 30n), await openFunded(tenantId, 0n)]
  const { done, refused } = await hammer(50, async (tx, n) => {
    const books = await openBooks(tx, tenantId, { accountIds: [payer, payee], books: ['clearing:RTP:USD'] })
    const creditAccountId = n % 2 === 0 ? payee : books.book('clearing:RTP:USD')
    const moved = books.transfer(
      transferOf({ kind: n % 3 === 0 ? 'pending' : 'posted', debitAccountId: payer, creditAccountId, amount: 1n }),
    )
    await books.write(now)
    return moved.ok
  })
  assert.deepEqual({ done, refused }, { done: 30, refused: 20 })
  assert.equal(availableOf(await readAccount(tenantId, payer)), 0n)
  await assertSound(tenantId)
})

test('sixty concurrent transfers over crossing accounts and several books never deadlock and lose no amount', async () => {
  const tenantId = await openTenant()
  const accounts = await Promise.all(Array.from({ length: 4 }, () => openFunded(tenantId, 100n)))
  const codes: BookCode[] = ['clearing:ACH:USD', 'clearing:FEDWIRE:USD', 'clearing:RTP:USD', 'settlement:USD']
  const { done } = await hammer(60, async (tx, n) => {
    // Each opens accounts and books in a different order.
    const order = n % 2 === 0 ? accounts : accounts.toReversed()
    const wanted = { accountIds: order, books: n % 3 === 0 ? codes : codes.toReversed() }
    const books = await openBooks(tx, tenantId, wanted)
    const at = (place: number) => accounts[(n + place) % accounts.length]!
    mustTransfer(books, transferOf({ debitAccountId: at(0), creditAccountId: at(1), amount: 1n }))
    mustTransfer(
      books,
      transferOf({
        kind: 'pending',
        debitAccountId: at(2),
        creditAccountId: books.book(codes[n % 3]!),
        amount: 1n,
      }),
    )
    mustTransfer(
      books,
      transferOf({
        debitAccountId: books.book(codes[(n + 1) % 3]!),
        creditAccountId: books.book('settlement:USD'),
        amount: 1n,
      }),
    )
    await books.write(now)
    return true
  })
  assert.equal(done, 60)
  let available = 0n
  for (const id of accounts) available += availableOf(await readAccount(tenantId, id))
  assert.equal(available, 400n - 60n)
  await assertSound(tenantId)
})

test('concurrent transfers in both directions between two accounts end as they would one after the other', async () => {
  const tenantId = await openTenant()
  const [one, two] = [await openFunded(tenantId, 50n), await openFunded(tenantId, 50n)]
  await hammer(40, async (tx, n) => {
    const [debitAccountId, creditAccountId] = n % 2 === 0 ? [one, two] : [two, one]
    const books = await openBooks(tx, tenantId, { accountIds: [debitAccountId, creditAccountId] })
    mustTransfer(books, transferOf({ debitAccountId, creditAccountId, amount: 1n }))
    await books.write(now)
    return true
  })
  assert.equal(postedOf(await readAccount(tenantId, one)), 50n)
  assert.equal(postedOf(await readAccount(tenantId, two)), 50n)
  await assertSound(tenantId)
})

const falsifications: [kind: string, what: string, change: (tenantId: bigint, account: bigint) => Promise<unknown>][] =
  [
    ...(['debits_pending', 'debits_posted', 'credits_pending', 'credits_posted'] as const).map(
      (total): (typeof falsifications)[number] => [
        `${total} of an account that was changed by a cent`,
        'a total of the account is not the sum of its transfers',
        (tenantId, account) =>
          falsify(owner, `update ledger_accounts set ${total} = ${total} + 1 where tenant_id = $1 and id = $2`, [
            tenantId,
            account,
          ]),
      ],
    ),
    [
      'a transfer whose amount was changed',
      'a total of the account is not the sum of its transfers',
      (tenantId) =>
        falsify(owner, `update ledger_transfers set amount = amount + 1 where tenant_id = $1 and kind = 'posted'`, [
          tenantId,
        ]),
    ],
    [
      'a transfer that was deleted',
      'a total of the account is not the sum of its transfers',
      (tenantId) => falsify(owner, `delete from ledger_transfers where tenant_id = $1 and kind = 'posted'`, [tenantId]),
    ],
    [
      'a transfer that was inserted',
      'a total of the account is not the sum of its transfers',
      async (tenantId, account) => {
        const { rows } = await owner.query(
          `select id from ledger_accounts where tenant_id = $1 and code = 'settlement:USD'`,
          [tenantId],
        )
        await falsify(owner, insertTransfer, [tenantId, 'posted', rows[0].id, account, 1n, 'USD', null])
      },
    ],
    [
      'a resolution larger than its hold',
      'a resolution does not fit its hold',
      (tenantId) =>
        falsify(owner, `update ledger_transfers set amount = 51 where tenant_id = $1 and kind = 'post_pending'`, [
          tenantId,
        ]),
    ],
    [
      'a void of less than its hold',
      'a resolution does not fit its hold',
      (tenantId) =>
        falsify(
          owner,
          `update ledger_transfers set kind = 'void_pending', amount = 49 where tenant_id = $1 and kind = 'post_pending'`,
          [tenantId],
        ),
    ],
    [
      'a resolution between other accounts than its hold',
      'a resolution does not fit its hold',
      (tenantId) =>
        falsify(
          owner,
          `update ledger_transfers set debit_account_id = credit_account_id, credit_account_id = debit_account_id
         where tenant_id = $1 and kind = 'post_pending'`,
          [tenantId],
        ),
    ],
    [
      'a resolution of a transfer that was not a hold',
      'a resolution does not fit its hold',
      (tenantId) =>
        falsify(owner, `update ledger_transfers set kind = 'posted' where tenant_id = $1 and kind = 'pending'`, [
          tenantId,
        ]),
    ],
    [
      'money from nothing',
      'the totals of a currency do not balance',
      (tenantId, account) =>
        falsify(
          owner,
          'update ledger_accounts set credits_posted = credits_posted + 1 where tenant_id = $1 and id = $2',
          [tenantId, account],
        ),
    ],
    [
      'an entry that was removed',
      'the entries of an account are not numbered without gaps',
      (tenantId) => falsify(owner, 'delete from ledger_entries where tenant_id = $1 and sequence = 2', [tenantId]),
    ],
    [
      'the last entry removed',
      'an account does not end at its last entry',
      (tenantId) => falsify(owner, 'delete from ledger_entries where tenant_id = $1 and sequence = 3', [tenantId]),
    ],
    [
      'the last entry removed from the account, too',
      'a transfer has no entry on the account of a customer',
      (tenantId) => falsify(owner, 'delete from ledger_entries where tenant_id = $1 and sequence = 3', [tenantId]),
    ],
    ...(['debits_pending', 'debits_posted', 'credits_pending', 'credits_posted'] as const).map(
      (total): (typeof falsifications)[number] => [
        `an entry whose ${total} was changed by a cent`,
        'an entry does not add its transfer to the entry before it',
        (tenantId) =>
          falsify(owner, `update ledger_entries set ${total} = ${total} + 1 where tenant_id = $1 and sequence = 2`, [
            tenantId,
          ]),
      ],
    ),
    ...['amount = amount + 1', "purpose = 'fee'", "kind = 'posted'", "direction = 'Credit'"].map(
      (falsified): (typeof falsifications)[number] => [
        `an entry with ${falsified}, unlike its transfer`,
        'an entry does not add its transfer to the entry before it',
        (tenantId) =>
          falsify(owner, `update ledger_entries set ${falsified} where tenant_id = $1 and sequence = 2`, [tenantId]),
      ],
    ),
    ...["booked_at = booked_at - interval '1 second'", 'business_date = business_date - 1'].map(
      (falsified): (typeof falsifications)[number] => [
        `an entry with ${falsified}, before the one that precedes it`,
        'the times of the entries of an account run back',
        (tenantId) =>
          falsify(owner, `update ledger_entries set ${falsified} where tenant_id = $1 and sequence = 2`, [tenantId]),
      ],
    ),
    [
      'a live hold that is not listed',
      'the live holds are not those of the transfers',
      async (tenantId, account) => {
        await holdOf(tenantId, account, 1n)
        await falsify(owner, 'delete from ledger_holds where tenant_id = $1', [tenantId])
      },
    ],
    [
      'an ended hold that is listed',
      'the live holds are not those of the transfers',
      async (tenantId, account) => {
        const hold = await holdOf(tenantId, account, 1n)
        await falsify(owner, `create temporary table kept as select * from ledger_holds where tenant_id = ${tenantId}`)
        await resolve(tenantId, hold, 'void_pending', 1n)
        await falsify(owner, 'insert into ledger_holds select * from kept')
        await owner.query('drop table kept')
      },
    ],
  ]
for (const [kind, what, change] of falsifications)
  test(`verifyLedger finds ${kind}`, async () => {
    const tenantId = await openTenant()
    const account = await openFunded(tenantId, 100n)
    await resolve(tenantId, await holdOf(tenantId, account, 50n), 'post_pending', 50n)
    await assertSound(tenantId)
    await change(tenantId, account)
    const { differences } = await verify(tenantId)
    assert.ok(
      differences.some((difference) => difference.what === what),
      JSON.stringify(differences),
    )
    for (const { id, detail } of differences) assert.ok(id !== '' && detail !== '')
  })

test("verifyLedger: a difference in one tenant's books does not appear in another's", async () => {
  const [sound, falsified] = [await openTenant(), await openTenant()]
  const account = await openFunded(falsified, 1n)
  const sql = 'update ledger_accounts set credits_posted = 2 where tenant_id = $1 and id = $2'
  await falsify(owner, sql, [falsified, account])
  await assertSound(sound)
  assert.equal((await verify(falsified)).differences[0]?.id, String(account))
})

test("readPostedTotals: all debits that a tenant ever posted, by currency, without holds and other tenants' books", async () => {
  const [tenantId, other] = [await openTenant(), await openTenant()]
  const account = await openFunded(tenantId, 100_01n)
  await openFunded(tenantId, 50n)
  await openFunded(tenantId, 7n, 'EUR')
  await openFunded(other, 1n)
  await holdOf(tenantId, account, 30n)
  const totals = await db.read((connection) => readPostedTotals(connection, tenantId))
  const [usd, eur] = [totals.get('USD'), totals.get('EUR')]
  assert.deepEqual([usd, eur], [100_51n, 7n])
})

test('runChecks: names at most a hundred differences of each kind', async () => {
  const tenantId = await openTenant()
  const many = 'select n as id, $1::bigint as detail from generate_series(1, 101) n'
  const found = await db.read((connection) => runChecks(connection, tenantId, { first: many, second: many }))
  for (const what of ['first', 'second']) assert.equal(found.filter((one) => one.what === what).length, 100)
})
