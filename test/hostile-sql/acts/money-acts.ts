import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

/** Adjustments, receivables, suspense, fees of payments, rails and files. */
/** The hold of the seeded bank that is open. */
const OPEN_HOLD = 'released_at is null'
/** A file of the seeded bank without a delivery. */
const UNDELIVERED = computed(
  `(select h.id from rail_handovers h where h.tenant_id = r.tenant_id and h.id <> r.handover_id limit 1)`,
)
/** The incoming file that waits for its import. */
const UNREAD = `status = 'RECEIVED'`

/** The obligation of the seed that is met, among those of its receipts. */
const MET_SEED = `subject_id = 'seed' and met_at is not null`

const ANOTHER_INCOMING = computed(
  '(select i.id from incoming_files i where i.tenant_id = r.tenant_id and i.id <> r.incoming_file_id limit 1)',
)

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
  ...copies('obligations', { lawful: { id: randomUUID(), subject_id: 'another' }, where: MET_SEED }, [
    ['a rule that does not exist', { id: randomUUID(), subject_id: 'a', kind: 'Wish' }, 'obligations_kind_known'],
    ['an owner that does not exist', { id: randomUUID(), subject_id: 'a', owner: 'Nobody' }, 'obligations_owner_known'],
    [
      'a clock of an item twice at a time',
      { id: randomUUID(), subject_id: 'seed', state: 'Open', met_at: null, met_by: null },
      'obligations_subject',
    ],
    ['met by nobody', { id: randomUUID(), subject_id: 'a', met_by: null }, 'obligations_met_at_with_by'],
    ['met and open', { id: randomUUID(), subject_id: 'a', state: 'Open' }, 'obligations_state_with_times'],
  ]),
  ...copies('ach_answers', { lawful: { id: randomUUID(), identity: 'another' } }, [
    ['a kind that does not exist', { id: randomUUID(), identity: 'a', kind: 'Letter' }, 'ach_answers_kind_known'],
    ['money to nobody', { id: randomUUID(), identity: 'a', direction: 'Up' }, 'ach_answers_direction_known'],
    [
      'an outcome that does not exist',
      { id: randomUUID(), identity: 'a', outcome: 'Lost' },
      'ach_answers_outcome_known',
    ],
    ['less than nothing', { id: randomUUID(), identity: 'a', amount: -1 }, 'ach_answers_amount_not_negative'],
    [
      'an exception without a reason',
      { id: randomUUID(), identity: 'a', reason: null },
      'ach_answers_reason_unless_applied',
    ],
    [
      'refused without a code',
      { id: randomUUID(), identity: 'a', outcome: 'Refused', answer_code: null },
      'ach_answers_answer_code_refused',
    ],
    ['the same answer twice', { id: randomUUID(), identity: computed('r.identity') }, 'ach_answers_identity'],
    [
      'a payment that does not exist',
      { id: randomUUID(), identity: 'a', payment_id: randomUUID() },
      'ach_answers_payment_fkey',
    ],
    ['a contact that does not exist', { id: randomUUID(), identity: 'a', contact_id: 42 }, 'ach_answers_contact_fkey'],
  ]),
  ...copies('ach_file_acknowledgements', { lawful: { id: randomUUID(), incoming_file_id: ANOTHER_INCOMING } }, [
    ['an outcome that does not exist', { outcome: 'Lost' }, 'ach_file_acknowledgements_outcome_known'],
    ['accepted for a reason', { outcome: 'Accepted' }, 'ach_file_acknowledgements_reason_unless_accepted'],
    ['the same twice', { incoming_file_id: computed('r.incoming_file_id') }, 'ach_file_acknowledgements_once'],
    ['of a file that does not exist', { file_id: randomUUID() }, 'ach_file_acknowledgements_file_fkey'],
    [
      'in a file that does not exist',
      { incoming_file_id: randomUUID() },
      'ach_file_acknowledgements_incoming_file_fkey',
    ],
  ]),
  ...withoutRight('ach_file_acknowledgements', [
    `update ach_file_acknowledgements set outcome = 'Accepted'`,
    'delete from ach_file_acknowledgements',
  ]),
  ...withoutRight('ach_answers', [`update ach_answers set outcome = 'Noted'`, 'delete from ach_answers']),
  ...withoutRight('obligations', ['update obligations set due_at = now()', 'delete from obligations']),
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
  ...copies('payment_recurrences', { lawful: { id: randomUUID(), number: 42 }, where: `status = 'Active'` }, [
    ['the number of another', { number: computed('r.number') }, 'payment_recurrences_number'],
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
  ...copies('incoming_files', { where: UNREAD, lawful: { id: randomUUID(), sha256: 'other' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'incoming_files_rail_known'],
    ['a status that does not exist', { status: 'LOST' }, 'incoming_files_status_known'],
    ['fewer than no bytes', { size_bytes: -1 }, 'incoming_files_size_bytes_not_negative'],
    ['fewer than no entries', { imported_entries: -1 }, 'incoming_files_imported_entries_not_negative'],
    ['fewer than no attempts', { attempts: -1 }, 'incoming_files_attempts_not_negative'],
    ['content of no hash', { sha256: null }, 'incoming_files_unread_quarantined'],
    ['the same content twice', { sha256: computed('r.sha256') }, 'incoming_files_content'],
    ['a refusal of a file that waits', { refusal: { reason: 'none' } }, 'incoming_files_refusal_quarantined'],
    ['an end of a file that waits', { ended_at: computed('now()') }, 'incoming_files_ended_at_when_over'],
    ['totals of a file that waits', { entries: 1 }, 'incoming_files_totals_imported'],
    ['a lease of nobody', { leased_until: computed('now()') }, 'incoming_files_leased'],
  ]),
  ...changes('incoming_files', { where: UNREAD, lawful: 'imported_entries = imported_entries + 1' }, [
    ['forgets entries', 'imported_entries = imported_entries - 1', 'incoming_files_final'],
  ]),
  ...withoutRight('incoming_files', [`update incoming_files set name = ''`, 'delete from incoming_files']),
  ...copies('incoming_file_parts', { lawful: { part: 1 } }, [
    ['a part before the first', { part: -1 }, 'incoming_file_parts_part_not_negative'],
    ['a part of no file', { file_id: randomUUID(), part: 1 }, 'incoming_file_parts_file_fkey'],
  ]),
  ...withoutRight('incoming_file_parts', [
    `update incoming_file_parts set sealed = ''`,
    'delete from incoming_file_parts',
  ]),
  ...copies('simulated_ach_files', { lawful: { id: randomUUID(), name: 'other' } }, [
    ['a name twice', { name: computed('r.name') }, 'simulated_ach_files_name'],
  ]),
  ...withoutRight('simulated_ach_files', [
    `update simulated_ach_files set content = ''`,
    'delete from simulated_ach_files',
  ]),
  ...copies('simulated_ach_originations', { lawful: { name: 'other' } }, [
    ['an outcome that does not exist', { outcome: 'Eaten' }, 'simulated_ach_originations_outcome_known'],
    ['accepted for a reason', { reason: 'because' }, 'simulated_ach_originations_reason_rejected'],
    ['taken without its content', { sha256: null }, 'simulated_ach_originations_sha256_taken'],
  ]),
  ...withoutRight('simulated_ach_originations', [
    `update simulated_ach_originations set reason = ''`,
    'delete from simulated_ach_originations',
  ]),
  ...copies('fedwire_sequences', { lawful: { endpoint: 'OTHER001' } }, [
    ['an endpoint of another form', { endpoint: 'other' }, 'fedwire_sequences_endpoint_form'],
    ['more numbers than six digits', { last_sequence: 1_000_000 }, 'fedwire_sequences_last_sequence_six_digits'],
  ]),
  ...withoutRight('fedwire_sequences', [
    `update fedwire_sequences set endpoint = 'OTHER001'`,
    'delete from fedwire_sequences',
  ]),
  ...copies('fedwire_exchanges', { lawful: { message_id: 'other' } }, [
    [
      'a status that does not exist',
      { status: 'Lost', due_at: null, ended_at: computed('now()') },
      'fedwire_exchanges_status_known',
    ],
    ['open without a time', { due_at: null }, 'fedwire_exchanges_due_at_open'],
    ['open with an answer', { answer_id: 'x' }, 'fedwire_exchanges_answer_id_answered'],
    ['open and over', { ended_at: computed('now()') }, 'fedwire_exchanges_ended_at_over'],
  ]),
  ...withoutRight('fedwire_exchanges', [
    'update fedwire_exchanges set created_at = now()',
    'delete from fedwire_exchanges',
  ]),
  ...copies('rail_deliveries', { lawful: { handover_id: UNDELIVERED } }, [
    ['a delivery of no file', { handover_id: randomUUID() }, 'rail_deliveries_handover_fkey'],
    ['a status that does not exist', { status: 'Lost', delivered_at: null }, 'rail_deliveries_status_known'],
    ['a decision that does not exist', { decision: 'Forget' }, 'rail_deliveries_decision_known'],
    ['in doubt without a doubt', { doubt: 'none' }, 'rail_deliveries_doubt_in_doubt'],
    ['claimed by somebody at no time', { claimed_by: 'me' }, 'rail_deliveries_claimed_by_whom'],
    ['delivered at no time', { delivered_at: null }, 'rail_deliveries_delivered_at_delivered'],
    ['late without a settlement', { missed_at: computed('now()') }, 'rail_deliveries_missed_settles'],
  ]),
  {
    tries: 'rail_deliveries: what is delivered waits again',
    sql: `update rail_deliveries set status = 'Waiting', delivered_at = null where status = 'Delivered'`,
    refusedBy: 'rail_deliveries_final',
  },
  ...withoutRight('rail_deliveries', ['update rail_deliveries set created_at = now()', 'delete from rail_deliveries']),
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
