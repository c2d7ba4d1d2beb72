import { randomUUID } from 'node:crypto'
import { type Act, change, changes, computed, copies, remove, withoutRight } from '../../support/hostile-sql.ts'

const STEP = `insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor)
  select tenant_id, payment_id, step, previous_status, status, now(), 'nobody' from payment_states limit 1`
/** A step of a transmitted payment. */
const SETTLED = `step = step + 1, previous_status = status, status = 'PROCESSED'`

/** A prenotification that waits for a file, of another account than its template. */
const PRENOTE = {
  ...{ id: randomUUID(), receiver_account_number_index: 'another', status: 'Queued' },
  ...{ file_id: null, trace_number: null, batch_number: null, effective_entry_date: null },
  ...{ sent_at: null, settles_on: null, first_entry_on: null, accept_due_at: null, ended_at: null },
}
const SAME_NUMBER = computed('r.receiver_account_number_index')
const TODAY = '2026-07-01T00:00:00Z'
const REFUSED = { status: 'Refused', ended_at: TODAY, refused_reason: 'no' }
const LEFT = { sent_at: TODAY, settles_on: '2026-07-02', first_entry_on: '2026-07-07', accept_due_at: TODAY }
const IN_FILE = {
  ...{ file_id: computed('(select id from ach_files limit 1)'), trace_number: '061099990000001' },
  effective_entry_date: '2026-07-02',
}

/** Payments, their steps and states, and the books. */
export const paymentActs: Act[] = [
  ...copies('payment_files', { lawful: { id: randomUUID(), sha256: 'other' } }, [
    ['a type that does not exist', { file_type: 'stone' }, 'payment_files_file_type_known'],
    ['a status that does not exist', { status: 'LOST' }, 'payment_files_status_known'],
    ['over without an end', { status: 'PROCESSED', ended_at: null }, 'payment_files_ended_at_when_over'],
    ['of a customer that does not exist', { customer_id: 42 }, 'payment_files_customer_fkey'],
    ['of a legal entity that does not exist', { legal_entity_id: 42 }, 'payment_files_legal_entity_fkey'],
    ['of a user that does not exist', { uploaded_by_user: randomUUID() }, 'payment_files_user_fkey'],
    ['decided by a user that does not exist', { decided_by_user: randomUUID() }, 'payment_files_decider_fkey'],
  ]),
  ...copies('payment_file_records', { lawful: { record: 900001, payment_id: null, code: null, refusal: null } }, [
    ['a type that does not exist', { entry_type: 'GIFT' }, 'payment_file_records_entry_type_known'],
    ['of a file that does not exist', { file_id: randomUUID() }, 'payment_file_records_file_fkey'],
    ['of a payment that does not exist', { payment_id: randomUUID() }, 'payment_file_records_payment_fkey'],
    ['refused without a code', { refusal: 'no' }, 'payment_file_records_refusal_with_code'],
  ]),
  ...copies('prenotes', { lawful: PRENOTE, where: `status in ('Queued', 'Sent')` }, [
    ['a direction that does not exist', { entry_type: 'GIFT' }, 'prenotes_entry_type_known'],
    ['an SEC code without prenotifications', { sec_code: 'ARC' }, 'prenotes_sec_code_known'],
    ['a status that does not exist', { ...IN_FILE, ...LEFT, status: 'LOST', ended_at: TODAY }, 'prenotes_status_known'],
    ['an account of another kind', { receiver_account_type: 'Loan' }, 'prenotes_receiver_account_type_known'],
    ['of a customer that does not exist', { customer_id: 42 }, 'prenotes_customer_fkey'],
    ['from an account that does not exist', { account_id: 42 }, 'prenotes_account_fkey'],
    ['of a contact that does not exist', { contact_id: 42 }, 'prenotes_contact_fkey'],
    ['in a file without a trace number', { file_id: randomUUID() }, 'prenotes_file_with_trace'],
    ['sent without a file', { ...REFUSED, ...LEFT }, 'prenotes_sent_with_file'],
    ['sent without its days', { ...IN_FILE, status: 'Sent', ...LEFT, settles_on: null }, 'prenotes_sent_with_days'],
    ['sent before its file left', { status: 'Sent' }, 'prenotes_sent_by_status'],
    ['over without a reason', { status: 'Refused', ended_at: TODAY }, 'prenotes_refused_with_reason'],
    ['over without an end', { status: 'Refused', refused_reason: 'no' }, 'prenotes_ended_by_status'],
    ['back while it waits', { return_code: 'R03' }, 'prenotes_returned_with_code'],
    ['a second one of an account', { receiver_account_number_index: SAME_NUMBER }, 'prenotes_standing'],
  ]),
  ...withoutRight('prenotes', [
    `update prenotes set contact_id = contact_id`,
    `update prenotes set receiver_account_number = ''`,
    'delete from prenotes',
  ]),
  ...changes('prenotes', { lawful: `change_code = 'C01'`, where: 'file_id is not null' }, [
    ['in another file', `trace_number = '061099990000001'`, 'prenotes_final'],
    ['in a file that does not exist', `file_id = '${randomUUID()}'`, 'prenotes_final'],
  ]),
  ...withoutRight('payment_files', ['delete from payment_files', `update payment_files set sha256 = ''`]),
  ...withoutRight('payment_file_records', [`update payment_file_records set request = '{}'`]),
  ...copies(
    'payments',
    { lawful: { id: randomUUID() }, where: 'contact_id is not null and receiver_account_id is null' },
    [
      ['an amount of nothing', { amount: 0 }, 'payments_amount_positive'],
      ['a currency in words', { currency: 'dollars' }, 'currency_code_form'],
      ['a speed that does not exist', { speed: 'Warp' }, 'payments_speed_known'],
      ['an SEC code that does not exist', { sec_code: 'XYZ' }, 'payments_sec_code_known'],
      ['a direction that does not exist', { entry_type: 'GIFT' }, 'payments_entry_type_known'],
      ['a customer that does not exist', { customer_id: 42 }, 'payments_sender_account_of_customer'],
      [
        'from the account of another customer',
        { sender_account_id: computed('(select id from accounts a where a.customer_id <> r.customer_id limit 1)') },
        'payments_sender_account_of_customer',
      ],
      ['a contact that does not exist', { contact_id: 42 }, 'payments_tenant_id_contact_id_fkey'],
    ],
  ),
  ...withoutRight('payments', [
    'update payments set amount = 1',
    `update payments set receiver_account_number = '1'`,
    `update payments set created_by = 'another'`,
    'delete from payments',
  ]),
  ...withoutRight('payment_transitions', [
    STEP,
    `update payment_transitions set actor = 'nobody'`,
    'delete from payment_transitions',
  ]),
  ...changes(
    'payment_states',
    { lawful: 'updated_at = updated_at', where: `status = 'TRANSMITTED' or status = 'PROCESSED'` },
    [
      [
        'a state without its step',
        `status = 'READY_TO_TRANSMIT', previous_status = 'VALIDATED'`,
        'payment_states_follows',
      ],
      ['another actor of its step', `actor = 'nobody'`, 'payment_states_follows'],
      ['other evidence of its step', `evidence = '{}'`, 'payment_states_follows'],
      ['another time of its step', `stepped_at = now()`, 'payment_states_follows'],
      ['a state that does not exist', `status = 'LOST'`, 'payment_states_status_known'],
      ['a rail that does not exist', `rail = 'PIGEON'`, 'payment_states_rail_known'],
      ['reasons to hold what is not held', `held_reasons = '{wish}'`, 'payment_states_held_reasons_while_held'],
      ['a deduction of nothing', 'deducted_amount = 0', 'payment_states_deducted_amount_positive'],
    ],
  ),
  ...changes('payment_states', { lawful: SETTLED, where: `status = 'TRANSMITTED'` }, [
    ['a step after a gap', SETTLED.replace('+ 1', '+ 2'), 'payment_states_follows'],
    ['the same step again', SETTLED.replace('+ 1', ''), 'payment_states_follows'],
    ['a step back', SETTLED.replace('PROCESSED', 'VALIDATED'), 'payment_states_step'],
    ['a step from another state', SETTLED.replace('= status', `= 'VALIDATED'`), 'payment_states_follows'],
    ['a step from nowhere', SETTLED.replace('= status', '= null'), 'payment_states_first'],
  ]),
  ...withoutRight('payment_states', ['delete from payment_states', 'truncate payment_states']),
  ...withoutRight('ledger_accounts', [
    'update ledger_accounts set credits_posted = credits_posted + 1',
    'update ledger_accounts set overdraft = true',
    'delete from ledger_accounts',
  ]),
  ...withoutRight('ledger_transfers', ['update ledger_transfers set amount = 1', 'delete from ledger_transfers']),
  ...withoutRight('ledger_entries', ['update ledger_entries set amount = 1', 'delete from ledger_entries']),
]

/** What the owner of the tables cannot do to payments and books either. */
export const paymentActsOfOwner: Act[] = [
  { tries: 'payment_transitions: a step of its own', sql: STEP, refusedBy: 'payment_transitions_written' },
  ...[remove('payment_states'), 'truncate payment_states'].map((sql) => ({
    ...{ tries: `payment_states: ${sql}`, sql },
    refusedBy: 'payment_states_permanent',
  })),
  {
    tries: 'payment_transitions: truncate',
    sql: 'truncate payment_transitions',
    refusedBy: 'payment_transitions_permanent',
  },
  ...['payments', 'payment_transitions', 'ledger_transfers', 'ledger_entries'].flatMap((table) =>
    [change(table, 'tenant_id = tenant_id'), remove(table)].map((sql) => ({
      ...{ tries: `${table}: ${sql}`, sql },
      refusedBy: table.startsWith('ledger_') ? `${table}_permanent` : `${table}_never_change`,
    })),
  ),
]
