import { randomUUID } from 'node:crypto'
import { type Act, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

/** Adjustments, receivables, suspense, fees of payments, rails and files. */
/** The hold of the seeded bank that is open. */
const OPEN_HOLD = 'released_at is null'

export const moneyActs: Act[] = [
  ...copies('adjustments', { lawful: { id: randomUUID() } }, [
    ['an amount of nothing', { amount: 0 }, 'adjustments_amount_positive'],
    ['a direction that does not exist', { direction: 'Sideways' }, 'adjustments_direction_known'],
    ['another currency than the account', { currency: 'EUR' }, 'adjustments_tenant_id_account_id_currency_fkey'],
    ['a transfer that does not exist', { transfer_id: randomUUID() }, 'adjustments_tenant_id_transfer_id_fkey'],
    ['against an account of nobody', { contra_account: 'pocket' }, 'adjustments_contra_account_known'],
  ]),
  ...withoutRight('adjustments', ['update adjustments set amount = 1', 'delete from adjustments']),
  ...copies('receivable_write_offs', { lawful: { id: randomUUID() } }, [
    ['an amount of nothing', { amount: 0 }, 'receivable_write_offs_amount_positive'],
    [
      'a transfer that does not exist',
      { transfer_id: randomUUID() },
      'receivable_write_offs_tenant_id_transfer_id_fkey',
    ],
    [
      'a receivable that does not exist',
      { currency: 'KWD' },
      'receivable_write_offs_tenant_id_customer_id_currency_fkey',
    ],
  ]),
  ...withoutRight('receivable_write_offs', [
    'update receivable_write_offs set amount = 1',
    'delete from receivable_write_offs',
  ]),
  ...withoutRight('receivables', [`update receivables set currency = 'EUR'`, 'delete from receivables']),
  ...copies(
    'suspense_items',
    {
      lawful: {
        id: computed(`(select t.id from ledger_transfers t
      where not exists (select from suspense_items i where i.tenant_id = t.tenant_id and i.id = t.id) limit 1)`),
      },
    },
    [
      ['an amount of nothing', { amount: 0 }, 'suspense_items_amount_positive'],
      ['a reason that does not exist', { reason: 'Forgotten' }, 'suspense_items_reason_known'],
      ['a transfer that does not exist', { id: randomUUID() }, 'suspense_items_tenant_id_id_fkey'],
      ['a currency in words', { currency: 'dollars' }, 'currency_code_form'],
    ],
  ),
  {
    tries: 'suspense_releases: one item twice',
    sql: 'insert into suspense_releases select * from suspense_releases limit 1',
    refusedBy: 'suspense_releases_pkey',
  },
  ...withoutRight('suspense_releases', [
    'update suspense_releases set account_id = 1',
    'delete from suspense_releases',
  ]),
  ...copies('payment_fees', { lawful: { number: 99 } }, [
    ['a fee below zero', { amount: -1 }, 'payment_fees_amount_not_negative'],
    ['a currency in words', { currency: 'dollars' }, 'currency_code_form'],
    ['an account that does not exist', { account_id: 42 }, 'payment_fees_account_id_fkey'],
    ['a transfer that does not exist', { transfer_id: randomUUID() }, 'payment_fees_transfer_id_fkey'],
    ['a payment that does not exist', { payment_id: randomUUID() }, 'payment_fees_tenant_id_payment_id_fkey'],
    ['a tier that the fee does not have', { tier: 'Free' }, 'payment_fees_tier_fkey'],
    ['a version that the fee never had', { fee_version: 99 }, 'payment_fees_tier_fkey'],
    ['a tier of no version', { fee_version: null }, 'payment_fees_tier_of_version'],
    ['borne by nobody', { borne_by: 'Nobody' }, 'payment_fees_borne_by_known'],
  ]),
  {
    tries: 'payment_fees: deleting a fee that was charged',
    sql: `delete from payment_fees f using ledger_transfers r where r.pending_id = f.transfer_id and r.kind = 'post_pending'`,
    refusedBy: 'payment_fees_charged',
    lawful: `delete from payment_fees f where exists (select from ledger_transfers t where t.id = f.transfer_id and t.kind = 'pending')
      and not exists (select from ledger_transfers r where r.pending_id = f.transfer_id)`,
  },
  ...withoutRight('payment_fees', ['update payment_fees set amount = 0', 'update payment_fees set account_id = 1']),
  ...copies('payment_recurrences', { lawful: { id: randomUUID() }, where: `status = 'Active'` }, [
    ['an amount of nothing', { amount: 0 }, 'payment_recurrences_amount_positive'],
    ['a currency in words', { currency: 'dollars' }, 'currency_code_form'],
    ['a customer that does not exist', { customer_id: 42 }, 'payment_recurrences_customer_id_fkey'],
    [
      'an account that does not exist',
      { sender_account_id: 42 },
      'payment_recurrences_tenant_id_sender_account_id_fkey',
    ],
    ['every hour', { frequency: 'Hourly' }, 'payment_recurrences_frequency_known'],
    ['a status that does not exist', { status: 'Eternal', due_on: null }, 'payment_recurrences_status_known'],
    ['active without a date', { due_on: null }, 'payment_recurrences_due_on_while_active'],
    ['for ever', { number_of_payments: 1001 }, 'payment_recurrences_number_of_payments_range'],
    ['to nobody', { contact_id: null, receiver_account_id: null }, 'payment_recurrences_receiver_one'],
  ]),
  ...withoutRight('payment_recurrences', [
    'update payment_recurrences set amount = 1',
    'delete from payment_recurrences',
  ]),
  {
    tries: 'payment_occurrences: one number twice',
    sql: 'insert into payment_occurrences select * from payment_occurrences limit 1',
    refusedBy: 'payment_occurrences_pkey',
  },
  ...withoutRight('payment_occurrences', [
    'update payment_occurrences set number = 2',
    'delete from payment_occurrences',
  ]),
  ...copies('rail_settlements', { lawful: { id: randomUUID(), settled_at: '2001-01-01T00:00:00Z' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'rail_settlements_rail_known'],
    ['a moment twice', { settled_at: computed('r.settled_at') }, 'rail_settlements_moment'],
  ]),
  ...copies('rail_handovers', { where: `status = 'HandedOver'`, lawful: { id: randomUUID(), name: 'another' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'rail_handovers_rail_known'],
    ['one name twice', { name: computed('r.name') }, 'rail_handovers_name'],
    ['a status that does not exist', { status: 'Lost', left_at: null }, 'rail_handovers_status_known'],
    ['a decision that does not exist', { decision: 'Forget' }, 'rail_handovers_decision_known'],
    ['in doubt without a doubt', { doubt: 'none' }, 'rail_handovers_doubt_in_doubt'],
    ['claimed by somebody at no time', { claimed_by: 'me' }, 'rail_handovers_claimed_by_whom'],
    [
      'replaced although it has a content',
      { status: 'Replaced', left_at: null },
      'rail_handovers_replaced_from_evidence',
    ],
    ['left without a time', { left_at: null }, 'rail_handovers_left_at_handed_over'],
  ]),
  {
    tries: 'rail_handovers: what has left waits again',
    sql: `update rail_handovers set status = 'Waiting', left_at = null where status = 'HandedOver'`,
    refusedBy: 'rail_handovers_final',
  },
  ...withoutRight('rail_handovers', [
    `update rail_handovers set name = 'x'`,
    'update rail_handovers set from_evidence = true',
    'delete from rail_handovers',
  ]),
  ...copies('rail_departures', { lawful: { payment_id: randomUUID() } }, [
    ['a kind that does not exist', { kind: 'Parcel' }, 'rail_departures_kind_known'],
    ['a file that does not exist', { handover_id: randomUUID() }, 'rail_departures_handover_fkey'],
  ]),
  ...withoutRight('rail_departures', [`update rail_departures set reference = ''`, 'delete from rail_departures']),
  ...copies('rail_outboxes', { lawful: { rail: 'RTP' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'rail_outboxes_rail_known'],
  ]),
  ...withoutRight('rail_outboxes', ['delete from rail_outboxes']),
  ...copies('rail_holds', { where: OPEN_HOLD, lawful: { id: randomUUID(), reason: 'BooksBroken' } }, [
    ['a reason that does not exist', { reason: 'Mood' }, 'rail_holds_reason_known'],
    ['an open hold twice', { reason: 'Operator' }, 'rail_holds_open'],
    ['a release by nobody', { released_at: computed('now()') }, 'rail_holds_released_at_with_whom'],
  ]),
  ...withoutRight('rail_holds', [`update rail_holds set reason = 'Operator'`, 'delete from rail_holds']),
  ...withoutRight('ach_entries', [`update ach_entries set trace_number = ''`, 'delete from ach_entries']),
  ...withoutRight('ach_files', [`update ach_files set content = ''`, 'delete from ach_files']),
]
