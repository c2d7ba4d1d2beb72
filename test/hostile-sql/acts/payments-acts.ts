import { randomUUID } from 'node:crypto'
import { type Act, change, changes, computed, copies, remove, withoutRight } from '../../support/hostile-sql.ts'

const STEP = `insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor)
  select tenant_id, payment_id, step, previous_status, status, now(), 'nobody' from payment_states limit 1`
/** A step of a transmitted payment. */
const SETTLED = `step = step + 1, previous_status = status, status = 'PROCESSED'`

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
