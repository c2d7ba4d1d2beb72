import { type Act, withoutRight } from '../../support/hostile-sql.ts'

const QUEUED = `(select id from receipts where status = 'RETURN_QUEUED' limit 1)`

/** Receipts: what came in, its steps, and its return. */
export const receiptActs: Act[] = [
  ...withoutRight('receipts', [
    'update receipts set amount = amount + 1',
    `update receipts set identity = 'another'`,
    'delete from receipts',
    'truncate receipts',
  ]),
  ...withoutRight('receipt_transitions', [
    `update receipt_transitions set actor = 'nobody'`,
    'delete from receipt_transitions',
  ]),
  ...withoutRight('positive_pay_rules', [
    'update positive_pay_rules set account_id = account_id',
    'delete from positive_pay_rules',
  ]),
  ...withoutRight('positive_pay_uses', [
    'update positive_pay_uses set receipt_id = receipt_id',
    'delete from positive_pay_uses',
  ]),
  ...withoutRight('positive_pay_exceptions', [
    'update positive_pay_exceptions set expires_at = expires_at',
    'delete from positive_pay_exceptions',
  ]),
  ...withoutRight('ach_returns', ['update ach_returns set kind = kind', 'delete from ach_returns']),
  {
    tries: 'receipts: a step that the table of states does not have',
    sql: `update receipts set step = step + 1, previous_status = status, status = 'PENDING' where id = ${QUEUED}`,
    refusedBy: 'receipts_step_allowed',
  },
  {
    tries: 'receipts: another state without a step',
    sql: `update receipts set previous_status = status, status = 'RETURNED' where id = ${QUEUED}`,
    refusedBy: 'receipts_follow',
  },
  {
    tries: 'receipts: an account without its customer',
    sql: `update receipts set account_id = (select min(id) from accounts), customer_id = null where id = ${QUEUED}`,
    refusedBy: 'receipts_account_with_customer',
  },
  {
    tries: 'ach_returns: a second return of a receipt',
    sql: 'insert into ach_returns select * from ach_returns limit 1',
    refusedBy: 'ach_returns_pkey',
  },
  {
    tries: 'ach_returns: another code of a return that was not set aside',
    sql: `update ach_returns set code = 'R99'`,
    refusedBy: 'ach_returns_code_stands',
  },
  {
    tries: 'ach_returns: a file without a trace number',
    sql: `update ach_returns set trace_number = null, effective_entry_date = '2026-07-02'`,
    refusedBy: 'ach_returns_file_with_trace',
  },
]

export const receiptActsOfOwner: Act[] = [
  {
    tries: 'receipts: another amount',
    sql: 'update receipts set amount = amount + 1',
    refusedBy: 'receipts_never_change',
  },
]
