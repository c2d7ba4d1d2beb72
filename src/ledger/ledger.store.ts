import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { listedRows } from '../db/listed-rows.ts'
import type { BookCode } from './chart.ts'
import type { LedgerAccount, Transfer, TransferPurpose } from './transfer.ts'

interface LedgerAccountRow {
  id: bigint
  currency: string
  overdraft: boolean
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
  receivableId: bigint | null
  lastEntryAt: Temporal.Instant | null
}

/** An account that is locked, with the booking time of its last entry. */
export type LockedAccount = LedgerAccount & { lastEntryAt: Temporal.Instant | null }

const accountColumns =
  'id, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, receivable_id, last_entry_at'

function accountOf(row: LedgerAccountRow): LedgerAccount {
  return {
    id: row.id,
    currency: row.currency,
    overdraft: row.overdraft,
    debitsPending: row.debitsPending,
    debitsPosted: row.debitsPosted,
    creditsPending: row.creditsPending,
    creditsPosted: row.creditsPosted,
    receivableId: row.receivableId,
  }
}

/** Locks accounts in ascending order of id, so that two transactions never deadlock. */
export async function lockAccounts(tx: Transaction, tenantId: bigint, ids: bigint[]): Promise<LockedAccount[]> {
  const rows = await tx.query<LedgerAccountRow>(
    `select ${accountColumns} from ledger_accounts where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [tenantId, ids],
  )
  return rows.map((row) => ({ ...accountOf(row), lastEntryAt: row.lastEntryAt }))
}

/** Reads accounts without locks, for a transaction that will not write. */
export async function readAccounts(tx: Transaction, tenantId: bigint, ids: bigint[]): Promise<LockedAccount[]> {
  const rows = await tx.query<LedgerAccountRow>(
    `select ${accountColumns} from ledger_accounts where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids],
  )
  return rows.map((row) => ({ ...accountOf(row), lastEntryAt: row.lastEntryAt }))
}

export async function findAccount(db: Connection, tenantId: bigint, id: bigint): Promise<LedgerAccount | undefined> {
  const rows = await db.query<LedgerAccountRow>(
    `select ${accountColumns} from ledger_accounts where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  return rows.map(accountOf)[0]
}

/** Sets the receivable that credits to these accounts repay. The caller has locked them. */
export async function setReceivable(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
  receivableId: bigint,
): Promise<void> {
  await tx.query('update ledger_accounts set receivable_id = $3 where tenant_id = $1 and id = any($2::bigint[])', [
    tenantId,
    accountIds,
    receivableId,
  ])
}

/**
 * The institution's own accounts with these codes or ids. The planner does not see the lists behind
 * `array(…)`, so it keeps one plan instead of a new one for each call.
 */
export async function readBooks(
  tx: Transaction,
  tenantId: bigint,
  wanted: { codes: BookCode[]; ids: bigint[] },
): Promise<{ code: BookCode; id: bigint; currency: string }[]> {
  return tx.query(
    `select code, id, currency from ledger_accounts
     where tenant_id = $1 and code is not null and (code = any(array(select unnest($2::text[]))) or id = any(array(select unnest($3::bigint[]))))`,
    [tenantId, wanted.codes, wanted.ids],
  )
}

/** Opens an account with zero totals. Returns undefined if a book with this code already exists. */
export async function insertAccount(
  tx: Transaction,
  account: {
    tenantId: bigint
    kind: string
    code: BookCode | null
    currency: string
    overdraft: boolean
    now: Temporal.Instant
  },
): Promise<bigint | undefined> {
  const row = await tx.row<{ id: bigint }>(
    `insert into ledger_accounts
       (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
     values ($1, $2, $3, $4, $5, 0, 0, 0, 0, $6) on conflict (tenant_id, code) do nothing returning id`,
    [account.tenantId, account.kind, account.code, account.currency, account.overdraft, account.now.toString()],
  )
  return row?.id
}

/** Opens accounts of customers with zero totals, in no particular order. */
export async function insertCustomerAccounts(
  tx: Transaction,
  tenantId: bigint,
  accounts: readonly { currency: string; receivableId: bigint | undefined }[],
  now: Temporal.Instant,
): Promise<{ id: bigint; currency: string; receivableId: bigint | null }[]> {
  return tx.query(
    `insert into ledger_accounts
       (tenant_id, kind, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at, currency, receivable_id)
     select $1, 'customer', false, 0, 0, 0, 0, $2, a.* from unnest($3::text[], $4::bigint[]) as a
     returning id, currency, receivable_id`,
    [
      tenantId,
      now.toString(),
      accounts.map(({ currency }) => currency),
      accounts.map(({ receivableId }) => receivableId ?? null),
    ],
  )
}

const TRANSFER_LISTS = ['uuid', 'text', 'bigint', 'bigint', 'bigint', 'text', 'uuid', 'text', 'uuid', 'date'].map(
  (type, at) => `$${at + 3}::${type}[]`,
)

/**
 * Adds transfers at a moment, to its open business day, which stays open until the transaction
 * ends. This is the only way into the journal, so a closed day takes no entry. A trigger of the
 * database writes the totals of the accounts, the entries of customers' accounts and the live
 * holds; it locks the institution's own accounts, in ascending order of id.
 */
export async function insertTransfers(
  tx: Transaction,
  tenantId: bigint,
  transfers: readonly Transfer[],
  at: Temporal.Instant,
): Promise<void> {
  const { from, cells } = listedRows(TRANSFER_LISTS, transfers.length)
  await tx.query(
    `with day as materialized (select ledger_open_day($1, $2) as business_date)
     insert into ledger_transfers (tenant_id, created_at, business_date, id, kind, debit_account_id, credit_account_id, amount,
       currency, pending_id, purpose, reference_id, value_date)
     select $1, $2, day.business_date, ${cells.join(', ')} from day, ${from}`,
    [
      tenantId,
      at.toString(),
      transfers.map(({ id }) => id),
      transfers.map(({ kind }) => kind),
      transfers.map(({ debitAccountId }) => debitAccountId),
      transfers.map(({ creditAccountId }) => creditAccountId),
      transfers.map(({ amount }) => amount),
      transfers.map(({ currency }) => currency),
      transfers.map((transfer) => ('pendingId' in transfer ? transfer.pendingId : null)),
      transfers.map(({ purpose }) => purpose),
      transfers.map(({ referenceId }) => referenceId),
      transfers.map(({ valueDate }) => valueDate ?? null),
    ],
  )
}

export interface Hold {
  id: string
  purpose: TransferPurpose
  debitAccountId: bigint
  creditAccountId: bigint
  amount: bigint
  currency: string
}

/** The pending transfers with these ids, live or ended. The database ends each once. */
export async function readHolds(tx: Transaction, tenantId: bigint, ids: string[]): Promise<Map<string, Hold>> {
  const rows = await tx.query<Hold>(
    `select id, purpose, debit_account_id, credit_account_id, amount, currency
     from ledger_transfers where tenant_id = $1 and id = any($2::uuid[]) and kind = 'pending'`,
    [tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The holds of payments that nothing has ended, whatever is stored of the payments. */
export async function readLiveHolds(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<(Hold & { referenceId: string })[]> {
  return db.query(
    `select id, purpose, debit_account_id, credit_account_id, amount, currency, reference_id from ledger_transfers h
     where tenant_id = $1 and reference_id = any($2::uuid[]) and kind = 'pending' and purpose in ('payment', 'fxFunding', 'fxPayout')
       and not exists (select from ledger_transfers r where r.tenant_id = $1 and r.reference_id = h.reference_id and r.pending_id = h.id)`,
    [tenantId, paymentIds],
  )
}

/**
 * The transfers that moved a payment's amount directly, without a hold. A payment between two
 * currencies has one in each, the sender's first.
 */
export async function readMovements(db: Connection, tenantId: bigint, paymentId: string): Promise<Hold[]> {
  return db.query<Hold>(
    `select id, purpose, debit_account_id, credit_account_id, amount, currency
     from ledger_transfers where tenant_id = $1 and reference_id = $2 and kind = 'posted'
       and purpose in ('payment', 'fxFunding', 'fxPayout')
     order by id`,
    [tenantId, paymentId],
  )
}
