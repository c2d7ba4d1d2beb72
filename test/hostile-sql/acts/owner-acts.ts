import { type Act, change, remove } from '../../support/hostile-sql.ts'

/** What is only added to, with a change of a column that never changes. */
const APPEND_ONLY: Readonly<Record<string, string>> = {
  audit_log: `actor = 'nobody'`,
  audit_chain: `hash = previous_hash`,
  client_holders: `holder = 'nobody'`,
  person_holders: `holder = 'nobody'`,
  user_addresses: `set_by = 'nobody'`,
  event_positions: 'size = size',
  events: `type = 'nothing'`,
  payment_approvals: `decision = 'Rejected'`,
  payment_makers: 'client_id = user_id::text',
  payment_occurrences: 'number = 99',
  recurrence_makers: 'number = 99',
  payment_limit_groups: 'customer_id = 1',
  payment_value_date_changes: `reason = 'held'`,
  adjustments: 'amount = amount + 1',
  receivable_write_offs: 'amount = amount + 1',
  suspense_items: 'amount = amount + 1',
  suspense_releases: `reason = 'another'`,
  rail_settlements: `settled_at = now()`,
  rail_departures: `reference = ''`,
  message_exceptions: `why = ''`,
  payment_return_requests: `code = 'FRAD'`,
  return_requests: `code = 'FRAD'`,
  payment_requests: 'amount = amount + 1',
  sent_payment_requests: 'amount = amount + 1',
  obligations: `due_at = due_at + interval '1 day'`,
  rail_holds: `differences = '[]'`,
  ach_entries: `trace_number = ''`,
  ach_answers: `outcome = 'Noted'`,
  ach_file_acknowledgements: `outcome = 'Accepted'`,
  fedwire_sequences: `cycle_date = cycle_date + 1`,
  fedwire_exchanges: `message_type = ''`,
  swift_credits: `message_id = ''`,
  swift_payments: 'amount = amount + 1',
  nostro_entries: 'amount = amount + 1',
  nostro_statements: 'closing = closing + 1',
  simulated_payments: 'amount = amount + 1',
  customer_fee_versions: `fee_tier = 'free'`,
  institution_versions: `settings = '{}'`,
  fee_versions: 'is_deleted = true',
  fee_tier_versions: 'flat = 0',
  limit_versions: 'amount = 0',
  fx_margin_versions: 'basis_points = 0',
  fx_rate_versions: 'mid = mid * 2',
  fx_quotes: 'all_in_rate = all_in_rate * 2',
  fx_covers: 'all_in_rate = all_in_rate * 2',
  fx_desk_trades: 'buy_amount = buy_amount + 1',
  fx_revaluations: 'result = 0',
  encryption_keys: `active_from = '2001-01-01'`,
}

/** What the owner of the tables cannot do either, unless it first removes a guard by its name. */
export const actsOfOwner: Act[] = Object.entries(APPEND_ONLY).flatMap(([table, set]) => {
  const refusedBy = `${table}_append_only`
  return [change(table, set), remove(table), `truncate ${table} cascade`].map((sql) => ({
    ...{ tries: `${table}: ${sql}`, sql, refusedBy },
  }))
})
