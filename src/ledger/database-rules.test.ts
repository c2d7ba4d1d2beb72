import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { violatedConstraint } from '../db/client.ts'
import { fixedClock } from '../kernel/clock.ts'
import { ACCOUNT_KINDS, type BookCode } from './chart.ts'
import { openCustomerLedgerAccount } from './open-account.ts'
import { TRANSFER_KINDS, TRANSFER_PURPOSES } from './transfer.ts'
import { verifyLedger } from './verify-ledger.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()

let bank: TestBank
let tenantId: bigint
/** The owner of the tables, who migrates. */
let owner: pg.Client
let [customer, other, clearing, settlement, fees] = [0n, 0n, 0n, 0n, 0n]

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
  owner = new pg.Client({ connectionString: bank.url })
  await owner.connect()
  ;[customer, other] = [await openAccount(), await openAccount()]
  ;[clearing, settlement] = [await bookOf('clearing:ACH:USD'), await bookOf('settlement:USD')]
  fees = await bookOf('clearing:RTP:USD')
  for (const account of [customer, other]) await add({ debit: settlement, credit: account, amount: 1_000n })
})

after(async () => {
  await owner.end()
  await bank.close()
})

const openAccount = () => bank.db.transaction((tx) => openCustomerLedgerAccount(tx, tenantId, 'USD', now))

async function bookOf(code: BookCode): Promise<bigint> {
  const { rows } = await owner.query('select id from ledger_accounts where tenant_id = $1 and code = $2', [
    tenantId,
    code,
  ])
  return BigInt(rows[0].id)
}

interface Row {
  id?: string
  kind?: string
  debit: bigint
  credit: bigint
  amount: bigint
  currency?: string
  pending?: string
  purpose?: string
  reference?: string
  at?: string
}

/** Adds transfers in one statement, as any SQL with the rights of the service can. */
async function add(...rows: Row[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id ?? randomUUID())
  await bank.db.transaction((tx) =>
    tx.query(
      `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, pending_id, purpose, reference_id, created_at)
       select $1, r.* from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::uuid[], $9::text[], $10::uuid[], $11::timestamptz[]) r`,
      [
        tenantId,
        ids,
        rows.map(({ kind }) => kind ?? 'posted'),
        rows.map(({ debit }) => debit),
        rows.map(({ credit }) => credit),
        rows.map(({ amount }) => amount),
        rows.map(({ currency }) => currency ?? 'USD'),
        rows.map(({ pending }) => pending ?? null),
        rows.map(({ purpose }) => purpose ?? 'payment'),
        rows.map(({ reference }) => reference ?? randomUUID()),
        rows.map(({ at }) => at ?? now.toString()),
      ],
    ),
  )
  return ids
}

const hold = (fields: Partial<Row> = {}): Row => ({
  ...{ id: randomUUID(), kind: 'pending', debit: customer, credit: clearing, amount: 100n, reference: randomUUID() },
  ...fields,
})

/** The constraint that refuses this. Everything is as before. */
async function refusedBy(work: () => Promise<unknown>): Promise<string | undefined> {
  const error = await work().then(
    () => assert.fail('nothing was refused'),
    (error: unknown) => error,
  )
  return violatedConstraint(error)
}

async function assertSound(): Promise<void> {
  const { differences } = await bank.db.transaction((tx) => verifyLedger(tx, tenantId))
  assert.deepEqual(differences, [])
}

async function totalsOf(id: bigint): Promise<string[]> {
  const { rows } = await owner.query(
    'select debits_pending, debits_posted, credits_pending, credits_posted from ledger_accounts where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return Object.values(rows[0]).map(String)
}

test('a transfer changes the totals of both accounts, whoever inserts it', async () => {
  const [from, to] = [await openAccount(), await openAccount()]
  await add({ debit: settlement, credit: from, amount: 1_000n })
  const reference = randomUUID()
  const [held] = await add({ kind: 'pending', debit: from, credit: to, amount: 300n, reference })
  await add({ debit: from, credit: to, amount: 50n })
  assert.deepEqual(await totalsOf(from), ['300', '50', '0', '1000'])
  assert.deepEqual(await totalsOf(to), ['0', '0', '300', '50'])
  await add({ kind: 'post_pending', debit: from, credit: to, amount: 200n, pending: held!, reference })
  assert.deepEqual(await totalsOf(from), ['0', '250', '0', '1000'])
  assert.deepEqual(await totalsOf(to), ['0', '0', '0', '250'])
  await assertSound()
})

const resolutions: [what: string, fields: (held: Row) => Partial<Row>, refused: string | undefined][] = [
  ['a post of one more than the hold', () => ({ amount: 101n }), 'ledger_transfers_fits_hold'],
  ['a post of 999,999 on a hold of 100', () => ({ amount: 999_999n }), 'ledger_transfers_fits_hold'],
  ['a post of the hold', () => ({}), undefined],
  ['a post of a part', () => ({ amount: 1n }), undefined],
  ['a void of less than the hold', () => ({ kind: 'void_pending', amount: 99n }), 'ledger_transfers_fits_hold'],
  ['a void of more than the hold', () => ({ kind: 'void_pending', amount: 101n }), 'ledger_transfers_fits_hold'],
  ['a void of the hold', () => ({ kind: 'void_pending' }), undefined],
  ['a post from another account', () => ({ debit: other }), 'ledger_transfers_fits_hold'],
  ['a post to another account', () => ({ credit: settlement }), 'ledger_transfers_fits_hold'],
  ['a post for another payment', () => ({ reference: randomUUID() }), 'ledger_transfers_fits_hold'],
  ['a post for another purpose', () => ({ purpose: 'settlement' }), 'ledger_transfers_fits_hold'],
  ['a post of a hold that does not exist', () => ({ pending: randomUUID() }), 'ledger_transfers_fits_hold'],
  [
    'a post in the opposite direction',
    ({ debit, credit }) => ({ debit: credit, credit: debit }),
    'ledger_transfers_fits_hold',
  ],
]
for (const [what, fields, refused] of resolutions)
  test(`${what} is ${refused ? 'refused' : 'accepted'}`, async () => {
    const held = hold()
    await add(held)
    const resolution = { ...held, kind: 'post_pending', id: randomUUID(), pending: held.id!, ...fields(held) }
    if (!refused) await add(resolution)
    else {
      const before = [await totalsOf(customer), await totalsOf(clearing)]
      assert.equal(await refusedBy(() => add(resolution)), refused)
      assert.deepEqual([await totalsOf(customer), await totalsOf(clearing)], before)
      await add({ ...held, kind: 'void_pending', id: randomUUID(), pending: held.id! })
    }
    await assertSound()
  })

test('a resolution of a transfer that is not a hold, and a second resolution, are refused', async () => {
  const held = hold()
  const [posted] = await add({ debit: customer, credit: clearing, amount: 1n })
  const end = (pending: string) => ({ ...held, kind: 'void_pending', id: randomUUID(), pending })
  assert.equal(await refusedBy(() => add({ ...end(posted!), amount: 1n })), 'ledger_transfers_fits_hold')
  await add(held)
  const [ended] = await add(end(held.id!))
  assert.equal(await refusedBy(() => add(end(held.id!))), 'ledger_transfers_resolution')
  assert.equal(await refusedBy(() => add(end(ended!))), 'ledger_transfers_fits_hold')
  await assertSound()
})

test('a payment has one live hold for each purpose, and one for each fee', async () => {
  const reference = randomUUID()
  const held = hold({ reference })
  await add(held)
  const again = (fields: Partial<Row>) => refusedBy(() => add(hold({ reference, amount: 1n, ...fields })))
  assert.equal(await again({}), 'ledger_holds_one_live')
  assert.equal(await again({ debit: other, credit: settlement }), 'ledger_holds_one_live', 'also on other accounts')
  assert.equal(await again({ debit: clearing, credit: other }), 'ledger_holds_one_live', 'and in the other direction')
  await add(hold({ reference, purpose: 'fee' }), hold({ reference, purpose: 'fee', credit: fees }))
  assert.equal(await again({ purpose: 'fee', debit: other }), 'ledger_holds_one_live', 'each fee once')
  await add(hold({ reference, purpose: 'fxPayout', debit: settlement }))
  assert.equal(await again({ purpose: 'fxPayout', debit: settlement, credit: fees }), 'ledger_holds_one_live')
  const end = { ...held, kind: 'void_pending', id: randomUUID(), pending: held.id! }
  const placedAgain = hold({ reference, amount: 1n })
  await add(end, placedAgain)
  assert.equal(await again({}), 'ledger_holds_one_live')
  await assertSound()
})

test('of two transactions that hold for one payment at once, on different accounts, one succeeds', async () => {
  const reference = randomUUID()
  const attempts = [hold({ reference }), hold({ reference, debit: other, credit: settlement })]
  const results = await Promise.allSettled(attempts.map((attempt) => add(attempt)))
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assertSound()
})

test('a hold that is placed, ended and placed again within one statement is live once', async () => {
  const reference = randomUUID()
  const [first, second] = [hold({ reference, amount: 7n }), hold({ reference, amount: 8n })]
  await add(first, { ...first, kind: 'void_pending', id: randomUUID(), pending: first.id! }, second)
  const { rows } = await owner.query('select transfer_id from ledger_holds where reference_id = $1', [reference])
  assert.deepEqual(rows, [{ transfer_id: second.id }])
  await assertSound()
})

test('a hold of the same statement ends once, within its amount', async () => {
  const held = hold({ amount: 7n })
  const end = (fields: Partial<Row> = {}) => ({
    ...{ ...held, kind: 'post_pending', id: randomUUID(), pending: held.id! },
    ...fields,
  })
  assert.equal(await refusedBy(() => add(held, end({ amount: 8n }))), 'ledger_transfers_fits_hold')
  assert.equal(await refusedBy(() => add(held, end(), end())), 'ledger_transfers_resolution')
  const other = hold()
  await add(other)
  const endOfOther = { ...other, kind: 'void_pending', id: randomUUID(), pending: other.id! }
  assert.equal(
    await refusedBy(() => add(held, endOfOther, { ...endOfOther, id: randomUUID() })),
    'ledger_transfers_resolution',
  )
  await add(held, endOfOther, end({ amount: 3n }))
  const { rows } = await owner.query('select from ledger_holds where transfer_id = any($1)', [[held.id, other.id]])
  assert.equal(rows.length, 0)
  await assertSound()
})

test('of two resolutions of one hold at the same moment, one succeeds, whatever the accounts', async () => {
  const held = hold({ debit: settlement, purpose: 'fxPayout' })
  await add(held)
  const ends = ['post_pending', 'void_pending', 'post_pending'].map((kind) =>
    add({ ...held, kind, id: randomUUID(), pending: held.id! }),
  )
  const results = await Promise.allSettled(ends)
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await assertSound()
})

test('a statement may have hundreds of transfers of one account, and names no account twice', async () => {
  const [from, to] = [await openAccount(), await openAccount()]
  const rows = Array.from({ length: 300 }, (_, n) => ({ debit: from, credit: n % 2 ? to : clearing, amount: 1n }))
  await add({ debit: settlement, credit: from, amount: 300n }, ...rows)
  assert.deepEqual(
    [await totalsOf(from), await totalsOf(to)],
    [
      ['0', '300', '0', '300'],
      ['0', '0', '0', '150'],
    ],
  )
  await assertSound()
})

test('the lists of kinds and purposes are the same in the code and in the database', async () => {
  const { rows } = await owner.query(
    `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where conname in ('ledger_accounts_kind', 'ledger_transfers_kind_check', 'ledger_transfers_purpose')`,
  )
  const listed = Object.fromEntries(
    rows.map(({ conname, definition }) => [conname, /'\{(.+)\}'/.exec(definition)![1]!.split(',').sort()]),
  )
  assert.deepEqual(listed, {
    ledger_accounts_kind: [...ACCOUNT_KINDS].sort(),
    ledger_transfers_kind_check: [...TRANSFER_KINDS].sort(),
    ledger_transfers_purpose: [...TRANSFER_PURPOSES].sort(),
  })
})

test('a transfer from or to an account that does not exist is refused', async () => {
  for (const sides of [{ debit: 999_999_999n }, { credit: 999_999_999n }])
    assert.equal(
      await refusedBy(() => add({ debit: customer, credit: clearing, amount: 1n, ...sides })),
      'ledger_transfers_accounts',
    )
})

test('an unknown purpose is refused, and an account of an unknown kind or with the wrong overdraft', async () => {
  assert.equal(
    await refusedBy(() => add({ debit: customer, credit: clearing, amount: 1n, purpose: 'gift' })),
    'ledger_transfers_purpose',
  )
  const open = (kind: string, code: string | null, overdraft: boolean, total = 0) =>
    refusedBy(() =>
      bank.db.transaction((tx) =>
        tx.query(
          `insert into ledger_accounts (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
           values ($1, $2, $3, 'USD', $4, 0, 0, 0, $5, now())`,
          [tenantId, kind, code, overdraft, total],
        ),
      ),
    )
  assert.equal(await open('slush', 'slush:USD', true), 'ledger_accounts_kind')
  assert.equal(await open('customer', null, true), 'ledger_accounts_overdraft')
  assert.equal(await open('clearing', 'clearing:XXX:USD', false), 'ledger_accounts_overdraft')
  assert.equal(await open('customer', null, false, 1), 'ledger_accounts_opening')
})

/** What not even the owner of the tables can do, without first dropping a trigger. */
const refusedToOwner: [statement: string, constraint: string][] = [
  ['update ledger_transfers set amount = 1', 'ledger_transfers_permanent'],
  ['update ledger_transfers set created_at = now() where false', 'ledger_transfers_permanent'],
  ['delete from ledger_transfers', 'ledger_transfers_permanent'],
  ['truncate ledger_transfers cascade', 'ledger_transfers_permanent'],
  ['update ledger_accounts set credits_posted = credits_posted + 1', 'ledger_accounts_totals'],
  ['update ledger_accounts set debits_posted = 0', 'ledger_accounts_totals'],
  ['update ledger_accounts set credits_pending = 0', 'ledger_accounts_totals'],
  ['update ledger_accounts set debits_pending = 0', 'ledger_accounts_totals'],
  ['update ledger_accounts set last_sequence = 0', 'ledger_accounts_totals'],
  ['update ledger_accounts set last_entry_at = null', 'ledger_accounts_totals'],
  ['delete from ledger_accounts', 'ledger_accounts_permanent'],
  ['truncate ledger_accounts cascade', 'ledger_accounts_permanent'],
  ["update ledger_accounts set currency = 'EUR'", 'ledger_accounts_permanent'],
  ['update ledger_accounts set id = id + 1', 'ledger_accounts_permanent'],
  ["update ledger_accounts set kind = 'fx'", 'ledger_accounts_permanent'],
  ['insert into ledger_entries select * from ledger_entries', 'ledger_entries_written'],
  ['update ledger_entries set amount = 1', 'ledger_entries_permanent'],
  ['delete from ledger_entries', 'ledger_entries_permanent'],
  ['truncate ledger_entries', 'ledger_entries_permanent'],
  ['insert into ledger_holds select * from ledger_holds', 'ledger_holds_written'],
  ['update ledger_holds set purpose = purpose', 'ledger_holds_written'],
  ['delete from ledger_holds', 'ledger_holds_written'],
  ['truncate ledger_holds', 'ledger_holds_written'],
]
for (const [statement, constraint] of refusedToOwner)
  test(`the owner of the tables cannot: ${statement}`, async () => {
    assert.equal(await refusedBy(() => owner.query(statement)), constraint)
  })

test('the entries of an account are numbered in the order of its transfers, with the totals after each', async () => {
  const [from, to] = [await openAccount(), await openAccount()]
  const held = hold({ debit: from, credit: to, amount: 4n })
  await add({ debit: settlement, credit: from, amount: 10n }, held, { debit: from, credit: to, amount: 1n })
  await add({ ...held, kind: 'post_pending', id: randomUUID(), pending: held.id!, amount: 3n })
  const entries = async (account: bigint) => {
    const { rows } = await owner.query(
      `select format('%s %s %s %s: %s %s %s %s', sequence, direction, kind, amount, debits_pending, debits_posted, credits_pending, credits_posted) as entry
       from ledger_entries where account_id = $1 order by sequence`,
      [account],
    )
    return rows.map(({ entry }) => entry)
  }
  assert.deepEqual(await entries(from), [
    '1 Credit posted 10: 0 0 0 10',
    '2 Debit pending 4: 4 0 0 10',
    '3 Debit posted 1: 4 1 0 10',
    '4 Debit post_pending 3: 0 4 0 10',
  ])
  assert.deepEqual(await entries(to), [
    '1 Credit pending 4: 0 0 4 0',
    '2 Credit posted 1: 0 0 4 1',
    '3 Credit post_pending 3: 0 0 0 4',
  ])
  await assertSound()
})

test('an earlier transfer that is booked later has the time of the entry before it', async () => {
  const account = await openAccount()
  for (const at of ['2026-07-01T12:00:01Z', '2026-07-01T12:00:00Z', '2026-07-01T12:00:02Z'])
    await add({ debit: settlement, credit: account, amount: 1n, at })
  const { rows } = await owner.query(
    `select to_char(booked_at at time zone 'UTC', 'SS') as second from ledger_entries where account_id = $1 order by sequence`,
    [account],
  )
  assert.deepEqual(
    rows.map(({ second }) => second),
    ['01', '01', '02'],
  )
  await assertSound()
})
