import { type Act, change, remove } from '../../support/hostile-sql.ts'

/** What is only added to, with a column that never changes. */
const APPEND_ONLY: Readonly<Record<string, string>> = {
  audit_log: 'actor',
  audit_chain: 'hash',
  events: 'type',
  payment_approvals: 'decision',
  payment_occurrences: 'payment_id',
  payment_limit_groups: 'customer_id',
  payment_value_date_changes: 'reason',
  adjustments: 'amount',
  receivable_write_offs: 'amount',
  suspense_items: 'amount',
  suspense_releases: 'transfer_id',
  rail_settlements: 'settled_at',
  ach_entries: 'trace_number',
  fx_quotes: 'all_in_rate',
  fx_covers: 'all_in_rate',
  fx_desk_trades: 'buy_amount',
  fx_revaluations: 'result',
  encryption_keys: 'id',
}

/** What the owner of the tables cannot do either, unless it first removes a guard by its name. */
export const actsOfOwner: Act[] = Object.entries(APPEND_ONLY).flatMap(([table, column]) => {
  const refusedBy = `${table}_append_only`
  return [change(table, `${column} = ${column}`), remove(table), `truncate ${table} cascade`].map((sql) => ({
    tries: `${table}: ${sql}`,
    sql,
    refusedBy,
  }))
})
