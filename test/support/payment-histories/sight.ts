import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../../../src/db/client.ts'
import type { Bank } from './bank.ts'
import type { PayCommand } from './commands.ts'
import type { Expectation, SeenPayment, SeenReceipt, Step } from './expectation.ts'

/** The state in the database at one moment, in the same shape as the expected state. */
export interface Sight extends Expectation {
  /** In the order of their requests. */
  payments: SeenPayment[]
  /** What each account repaid. */
  repaid: ReadonlyMap<bigint, bigint>
  receipts: readonly SeenReceipt[]
  suspended: ReadonlySet<bigint>
  activeSeries: bigint
  /** The incoming files that are not imported. */
  openFiles: bigint
}

/**
 * Reads the requested payments, and the ledger, limits and accounts of the bank. Usage is for
 * periods that begin on `since` or later.
 */
export async function lookAt(
  db: Database,
  { tenant, accounts }: Bank,
  { asked, traces }: { asked: ReadonlyMap<string, PayCommand>; traces: ReadonlySet<string> },
  since: Temporal.PlainDate,
): Promise<Sight> {
  const { tenantId } = tenant.institution
  const ids = accounts.map(({ id }) => id)
  const references = [...asked.keys()]
  // The statements together cost one round trip.
  const [rows, steps, totals, owed, repaid, used, inactive, receipts, [one]] = await db.read((connection) =>
    Promise.all([
      connection.query<Omit<SeenPayment, 'steps'>>(
        `select p.id, p.external_reference_id as reference, coalesce(o.number, 1) as number, p.sender_account_id,
           p.entry_type, p.amount, p.rail, p.status, p.fee_amount as fee,
           coalesce((select sum(t.amount) from ledger_transfers t join ledger_accounts a on a.tenant_id = t.tenant_id and a.id = t.debit_account_id
             where t.tenant_id = p.tenant_id and t.reference_id = p.id and t.purpose = 'return' and a.kind = 'receivable'), 0)::bigint as shortfall,
           (select json_build_object('availableOn', f.available_on, 'releasedAt', f.released_at)
            from funds_holds f where f.tenant_id = p.tenant_id and f.payment_id = p.id) as funds
         from current_payments p left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
         where p.tenant_id = $1 and p.external_reference_id = any($2::text[])`,
        [tenantId, references],
      ),
      connection.query<Step & { id: string }>(
        `select payment_id as id, at, from_status as "from", to_status as "to" from payment_steps
         where tenant_id = $1 and payment_id in
           (select id from payments where tenant_id = $1 and external_reference_id = any($2::text[])) order by step`,
        [tenantId, references],
      ),
      connection.query<{ id: bigint; posted: bigint; held: bigint; coming: bigint }>(
        `select id, credits_posted - debits_posted as posted, debits_pending as held, credits_pending as coming from ledger_accounts
         where tenant_id = $1 and id = any($2::bigint[])`,
        [tenantId, ids],
      ),
      connection.query<{ customerId: bigint; owed: bigint }>(
        `select r.customer_id, a.debits_posted - a.credits_posted as owed
         from receivables r join ledger_accounts a on a.tenant_id = r.tenant_id and a.id = r.ledger_account_id
         where r.tenant_id = $1 and a.debits_posted <> a.credits_posted`,
        [tenantId],
      ),
      connection.query<{ id: bigint; repaid: bigint }>(
        `select debit_account_id as id, sum(amount)::bigint as repaid from ledger_transfers
         where tenant_id = $1 and purpose = 'repayment' group by 1`,
        [tenantId],
      ),
      connection.query<{ name: string; used: bigint }>(
        `select customer_id || case when is_below then ' BELOW_' else ' ' end || rail || '_' || replace(entry_type, 'ALL', 'PAYMENT')
           || '_LIMIT_PER_' || period || ' ' || period_start as name, used
         from limit_usage where tenant_id = $1 and period_start >= $2 and used <> 0`,
        [tenantId, since.toString()],
      ),
      connection.query<{ id: bigint }>(
        `select id from accounts where tenant_id = $1 and id = any($2::bigint[]) and status <> 'Active'`,
        [tenantId, ids],
      ),
      connection.query<SeenReceipt>(
        `select r.trace_number, r.returns_payment_id, r.account_id, r.direction, r.amount, r.status, r.place,
           r.hold_id is not null as is_held
         from receipts r where r.tenant_id = $1 and r.created_at >= $3 and (r.trace_number = any($2::text[])
           or r.returns_payment_id in (select id from payments where tenant_id = $1 and external_reference_id = any($4::text[])))`,
        [tenantId, [...traces], since.toString(), references],
      ),
      connection.query<{ income: bigint; activeSeries: bigint; openFiles: bigint }>(
        `select coalesce(sum(credits_posted - debits_posted), 0)::bigint as income,
           (select count(*) from payment_recurrences r where r.tenant_id = $1 and r.status = 'Active') as active_series,
           (select count(*) from incoming_files f where f.tenant_id = $1 and f.ended_at is null) as open_files
         from ledger_accounts a where tenant_id = $1 and code like 'fees:USD:%'`,
        [tenantId],
      ),
    ] as const),
  )

  const stepsOf = Map.groupBy(steps, ({ id }) => id)
  const places = new Map([...asked.keys()].map((reference, place) => [reference, place]))
  return {
    payments: rows
      .map((row) => ({ ...row, steps: stepsOf.get(row.id) ?? [] }))
      .sort((a, b) => places.get(a.reference)! - places.get(b.reference)! || a.number - b.number),
    accounts: new Map(totals.map(({ id, ...total }) => [id, total])),
    owed: new Map(owed.map(({ customerId, owed }) => [String(customerId), owed])),
    repaid: new Map(repaid.map(({ id, repaid }) => [id, repaid])),
    usage: new Map(used.map(({ name, used }) => [name, used])),
    receipts,
    suspended: new Set(inactive.map(({ id }) => id)),
    ...one!,
  }
}
