import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

/** Messages to and from the networks. */
const WAITS = `status = 'Waiting'`
const CAME_IN = `status = 'Received'`
const OTHER_PAYMENT = computed('(select max(id::text)::uuid from payments where tenant_id = r.tenant_id)')
const OVER = 'rail_messages_ended_at_when_over'

export const messagesActs: Act[] = [
  ...copies('rail_messages', { where: WAITS, lawful: { id: randomUUID(), message_id: 'next' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'rail_messages_rail_known'],
    ['a direction that does not exist', { direction: 'Up' }, 'rail_messages_direction_known'],
    ['a decision that does not exist', { decision: 'Forget' }, 'rail_messages_decision_known'],
    ['to the network and received', { status: 'Received' }, 'rail_messages_status_of_direction'],
    ['the id of another message', { message_id: 'left' }, 'rail_messages_sent_id'],
    ['without an id', { message_id: null }, 'rail_messages_out_named'],
    ['a copy before the first', { copy: -1 }, 'rail_messages_copy_not_negative'],
    ['fewer than no attempts', { attempts: -1 }, 'rail_messages_attempts_not_negative'],
    ['fewer than no bytes', { size_bytes: -1 }, 'rail_messages_size_bytes_not_negative'],
    ['without its bytes', { sealed: null }, 'rail_messages_sealed_unless_double'],
    ['claimed by somebody at no time', { claimed_by: 'me' }, 'rail_messages_claimed_by_whom'],
    ['left while it waits', { left_at: computed('now()') }, 'rail_messages_left_at_handed_over'],
    ['in doubt without a doubt', { status: 'InDoubt' }, 'rail_messages_doubt_in_doubt'],
    ['over while it waits', { ended_at: computed('now()') }, OVER],
    ['sends again what does not exist', { resends: randomUUID() }, 'rail_messages_resends_fkey'],
  ]),
  ...copies('rail_messages', { where: CAME_IN, lawful: { id: randomUUID(), sha256: 'other' } }, [
    ['not read and not refused', { sha256: null }, 'rail_messages_unread_quarantined'],
    ['the same bytes twice', { sha256: computed('r.sha256') }, 'rail_messages_received_content'],
    ['the double of nothing', { double_of: randomUUID() }, 'rail_messages_double_of_fkey'],
    ['processed without its id', { status: 'Processed', ended_at: computed('now()') }, 'rail_messages_processed_named'],
    [
      'in quarantine for no reason',
      { status: 'Quarantined', ended_at: computed('now()') },
      'rail_messages_refusal_refused',
    ],
  ]),
  ...changes('rail_messages', { where: WAITS, lawful: 'token = 1' }, [
    ['a token that falls', 'token = -1', 'rail_messages_final'],
  ]),
  {
    tries: 'rail_messages: what has left waits again',
    sql: `update rail_messages set status = 'Waiting', left_at = null, ended_at = null where status = 'HandedOver'`,
    refusedBy: 'rail_messages_final',
  },
  ...withoutRight('rail_messages', [`update rail_messages set sealed = ''`, 'delete from rail_messages']),
  ...copies('swift_payments', { lawful: { payment_id: OTHER_PAYMENT, uetr: randomUUID() } }, [
    ['of no payment', { payment_id: randomUUID() }, 'swift_payments_payment_fkey'],
    ['a status that does not exist', { status: 'Lost', ended_at: computed('now()') }, 'swift_payments_status_known'],
    ['an amount of nothing', { amount: 0 }, 'swift_payments_amount_positive'],
    ['open and over', { ended_at: computed('now()') }, 'swift_payments_ended_at_when_over'],
    ['the UETR of another', { uetr: computed('r.uetr') }, 'swift_payments_uetr'],
  ]),
  ...withoutRight('swift_payments', ['update swift_payments set amount = 1', 'delete from swift_payments']),
  ...copies('swift_credits', { lawful: { uetr: randomUUID() } }, [
    ['a wait for something else', { uetr: randomUUID(), waits_for: 'Luck' }, 'swift_credits_waits_for_known'],
  ]),
  ...withoutRight('swift_credits', [`update swift_credits set message_id = ''`, 'delete from swift_credits']),
  ...copies('nostro_entries', { lawful: { id: randomUUID() } }, [
    ['of no payment', { payment_id: randomUUID() }, 'nostro_entries_payment_fkey'],
    ['a direction that does not exist', { direction: 'Up' }, 'nostro_entries_direction_known'],
    ['less than nothing', { amount: -1 }, 'nostro_entries_amount_not_negative'],
  ]),
  ...withoutRight('nostro_statements', ['update nostro_statements set closing = 0', 'delete from nostro_statements']),
  ...withoutRight('nostro_entries', ['update nostro_entries set amount = 1', 'delete from nostro_entries']),
  ...copies('simulated_messages', { lawful: { id: randomUUID() } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'simulated_messages_rail_known'],
    ['an end that does not exist', { sent_by: 'Nobody' }, 'simulated_messages_sent_by_known'],
  ]),
  ...withoutRight('simulated_messages', [
    `update simulated_messages set sealed = ''`,
    'delete from simulated_messages',
  ]),
  ...copies('simulated_payments', { where: WAITS, lawful: { id: randomUUID(), message_id: 'other' } }, [
    ['the message of another payment', { message_id: computed('r.message_id') }, 'simulated_payments_message'],
    ['a rail that does not exist', { rail: 'PIGEON' }, 'simulated_payments_rail_known'],
    ['a direction that does not exist', { direction: 'Up' }, 'simulated_payments_direction_known'],
    ['a kind that does not exist', { kind: 'Gift' }, 'simulated_payments_kind_known'],
    ['a status that does not exist', { status: 'Eaten' }, 'simulated_payments_status_known'],
    ['no money', { amount: 0 }, 'simulated_payments_amount_positive'],
    ['over while it waits', { ended_at: computed('now()') }, 'simulated_payments_ended_at_when_over'],
    ['rejected while it waits', { code: 'AC04' }, 'simulated_payments_code_rejected'],
    ['a payment that returns another', { returns: 'x' }, 'simulated_payments_returns_return'],
  ]),
  {
    tries: 'simulated_payments: a settled payment is rejected',
    sql: `update simulated_payments set status = 'Rejected' where status = 'Settled'`,
    refusedBy: 'simulated_payments_final',
  },
  ...withoutRight('simulated_payments', [
    'update simulated_payments set amount = amount + 1',
    'delete from simulated_payments',
  ]),
  ...copies('simulated_sequences', { lawful: { day: '2001-01-01' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'simulated_sequences_rail_known'],
    ['no number', { last: 0 }, 'simulated_sequences_last_positive'],
  ]),
  ...withoutRight('simulated_sequences', [
    'update simulated_sequences set day = day + 1',
    'delete from simulated_sequences',
  ]),
]
