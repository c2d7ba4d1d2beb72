import { randomUUID } from 'node:crypto'
import { type Act, change, changes, computed, copies, remove, withoutRight } from '../../support/hostile-sql.ts'

const STEP = `insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor)`

/** Payments, their steps and states, and the books. */
export const paymentActs: Act[] = [
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
  {
    tries: 'payment_transitions: a step after a gap',
    sql: `${STEP} select tenant_id, payment_id, step + 5, to_status, 'CANCELLED', now(), 'nobody' from payment_transitions
      where to_status = 'FUTURE_DATED' limit 1`,
    refusedBy: 'payment_transitions_follows',
  },
  {
    tries: 'payment_transitions: a step back from PROCESSED',
    sql: `${STEP} select tenant_id, payment_id, step + 1, to_status, 'VALIDATED', now(), 'nobody' from payment_transitions
      where to_status = 'PROCESSED' limit 1`,
    refusedBy: 'payment_transitions_step',
  },
  {
    tries: 'payment_transitions: a payment that starts as PROCESSED',
    sql: `${STEP} select tenant_id, payment_id, 1, null, 'PROCESSED', now(), 'nobody' from payment_transitions limit 1`,
    refusedBy: 'payment_transitions_step',
  },
  ...withoutRight('payment_transitions', [
    `update payment_transitions set actor = 'nobody'`,
    'delete from payment_transitions',
  ]),
  ...changes(
    'payment_states',
    { lawful: 'updated_at = updated_at', where: `status = 'TRANSMITTED' or status = 'PROCESSED'` },
    [
      ['a state without its step', `status = 'CANCELLED'`, 'payment_states_last_step'],
      ['a state that does not exist', `status = 'LOST'`, 'payment_states_status_known'],
      ['a rail that does not exist', `rail = 'PIGEON'`, 'payment_states_rail_known'],
      ['reasons to hold what is not held', `held_reasons = '{wish}'`, 'payment_states_held_reasons_while_held'],
      ['a deduction of nothing', 'deducted_amount = 0', 'payment_states_deducted_amount_positive'],
    ],
  ),
  ...withoutRight('payment_states', ['delete from payment_states']),
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
  ...['payments', 'payment_transitions', 'ledger_transfers', 'ledger_entries'].flatMap((table) =>
    [change(table, 'tenant_id = tenant_id'), remove(table)].map((sql) => ({
      ...{ tries: `${table}: ${sql}`, sql },
      refusedBy: table.startsWith('ledger_') ? `${table}_permanent` : `${table}_never_change`,
    })),
  ),
]
