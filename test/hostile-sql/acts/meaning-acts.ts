import { randomUUID } from 'node:crypto'
import { type Act, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

/** Receipts of messages, what networks call payments, and what a person decides. */
const ANY_TIME = '2026-07-01T14:00:00Z'
/** A request of its own. */
const OTHER = { message_id: 'a', end_to_end_id: 'a' }
const BY_MESSAGE = `rail = 'FEDWIRE'`

export const meaningActs: Act[] = [
  ...copies('receipts', { where: BY_MESSAGE, lawful: { id: randomUUID(), identity: 'another' } }, [
    ['a message without its id', { message_id: null }, 'receipts_origin'],
    ['a message in a file', { file_id: randomUUID() }, 'receipts_origin'],
    ['a debit by message', { direction: 'Debit' }, 'receipts_origin'],
    ['an answer that does not exist', { answer: 'Perhaps' }, 'receipts_answer_known'],
    ['the return of no payment', { returns_payment_id: randomUUID() }, 'receipts_returns_payment_fkey'],
    ['returned in no settlement', { return_settlement_id: randomUUID() }, 'receipts_return_settlement_fkey'],
    ['the same credit twice', { identity: computed('r.identity') }, 'receipts_identity'],
  ]),
  ...copies('message_exceptions', { where: `status = 'Open'`, lawful: { id: randomUUID() } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'message_exceptions_rail_known'],
    ['a state that does not exist', { status: 'Lost' }, 'message_exceptions_status_known'],
    ['resolved by nobody', { status: 'Resolved' }, 'message_exceptions_resolved_by_whom'],
    ['a message that does not exist', { rail_message_id: randomUUID() }, 'message_exceptions_rail_message_fkey'],
    ['a payment that does not exist', { payment_id: randomUUID() }, 'message_exceptions_payment_fkey'],
    ['a receipt that does not exist', { receipt_id: randomUUID() }, 'message_exceptions_receipt_fkey'],
  ]),
  ...withoutRight('message_exceptions', [`update message_exceptions set why = ''`, 'delete from message_exceptions']),
  ...copies(
    'payment_return_requests',
    { where: `status = 'Asked'`, lawful: { id: randomUUID(), status: 'Refused', answered_at: ANY_TIME } },
    [
      ['a second request at a time', { status: 'Asked', answered_at: null }, 'payment_return_requests_open'],
      ['a state that does not exist', { status: 'Lost' }, 'payment_return_requests_status_known'],
      ['answered at no time', { answered_at: null }, 'payment_return_requests_answered_at'],
      ['a payment that does not exist', { payment_id: randomUUID() }, 'payment_return_requests_payment_fkey'],
    ],
  ),
  ...withoutRight('payment_return_requests', [
    `update payment_return_requests set code = 'FRAD'`,
    'delete from payment_return_requests',
  ]),
  ...copies('return_requests', { where: `case_id = 'C1'`, lawful: { id: randomUUID(), case_id: 'another' } }, [
    ['the same case twice', { case_id: computed('r.case_id') }, 'return_requests_case'],
    ['a rail that does not exist', { case_id: 'a', rail: 'PIGEON' }, 'return_requests_rail_known'],
    [
      'a state that does not exist',
      { case_id: 'a', status: 'Lost', answered_by: 'x', answered_at: ANY_TIME },
      'return_requests_status_known',
    ],
    ['refused by nobody', { case_id: 'a', status: 'Refused' }, 'return_requests_answered'],
    [
      'accepted for no receipt',
      { case_id: 'a', status: 'Accepted', answered_by: 'x', answered_at: ANY_TIME },
      'return_requests_accepted_receipt',
    ],
    ['a receipt that does not exist', { case_id: 'a', receipt_id: randomUUID() }, 'return_requests_receipt_fkey'],
  ]),
  ...withoutRight('return_requests', [`update return_requests set code = 'FRAD'`, 'delete from return_requests']),
  ...copies('payment_requests', { where: `request_id = 'R1'`, lawful: { id: randomUUID(), request_id: 'another' } }, [
    ['the same request twice', { request_id: computed('r.request_id') }, 'payment_requests_id'],
    ['a rail that does not exist', { request_id: 'a', rail: 'PIGEON' }, 'payment_requests_rail_known'],
    ['a state that does not exist', { request_id: 'a', status: 'Lost' }, 'payment_requests_status_known'],
    ['nothing asked', { request_id: 'a', amount: 0 }, 'payment_requests_amount_positive'],
    ['refused by nobody', { request_id: 'a', status: 'Refused' }, 'payment_requests_decided'],
    [
      'paid by no payment',
      { request_id: 'a', status: 'Paid', decided_by: 'x', decided_at: ANY_TIME },
      'payment_requests_paid_by',
    ],
    ['an account of nobody', { request_id: 'a', customer_id: null }, 'payment_requests_account_of_customer'],
    ['an account that does not exist', { request_id: 'a', account_id: 1 }, 'payment_requests_account_fkey'],
    ['a customer that does not exist', { request_id: 'a', customer_id: 1 }, 'payment_requests_customer_fkey'],
    ['a payment that does not exist', { request_id: 'a', payment_id: randomUUID() }, 'payment_requests_payment_fkey'],
  ]),
  ...withoutRight('payment_requests', [`update payment_requests set amount = 2`, 'delete from payment_requests']),
  ...copies(
    'sent_payment_requests',
    {
      where: `message_id = 'S1'`,
      lawful: { id: randomUUID(), message_id: 'another', end_to_end_id: 'another' },
    },
    [
      ['a message twice', { end_to_end_id: 'a', message_id: 'S1' }, 'sent_payment_requests_message_id'],
      ['a reference twice', { message_id: 'a', end_to_end_id: 'RFP1' }, 'sent_payment_requests_end_to_end_id'],
      ['a rail without requests', { ...OTHER, rail: 'ACH' }, 'sent_payment_requests_rail_known'],
      ['a state that does not exist', { ...OTHER, status: 'Lost' }, 'sent_payment_requests_status_known'],
      ['nothing asked', { ...OTHER, amount: 0 }, 'sent_payment_requests_amount_positive'],
      ['over before it begins', { ...OTHER, expires_on: '2026-06-30' }, 'sent_payment_requests_in_order'],
      ['paid by nothing', { ...OTHER, status: 'Paid', ended_at: ANY_TIME }, 'sent_payment_requests_paid'],
      ['refused without a code', { ...OTHER, status: 'Refused', ended_at: ANY_TIME }, 'sent_payment_requests_refused'],
      ['expired at no time', { ...OTHER, status: 'Expired' }, 'sent_payment_requests_ended'],
      ['an account that does not exist', { ...OTHER, account_id: 1 }, 'sent_payment_requests_account_fkey'],
      ['a customer that does not exist', { ...OTHER, customer_id: 1 }, 'sent_payment_requests_customer_fkey'],
      ['a contact that does not exist', { ...OTHER, contact_id: 1 }, 'sent_payment_requests_contact_fkey'],
      ['a receipt that does not exist', { ...OTHER, receipt_id: randomUUID() }, 'sent_payment_requests_receipt_fkey'],
    ],
  ),
  ...withoutRight('sent_payment_requests', [
    `update sent_payment_requests set amount = 2`,
    'delete from sent_payment_requests',
  ]),
  {
    tries: 'wire_ids: identifiers of a payment that does not exist',
    sql: `insert into wire_ids (tenant_id, payment_id, imad) select tenant_id, gen_random_uuid(), 'I' from wire_ids limit 1`,
    refusedBy: 'wire_ids_payment_fkey',
  },
  {
    tries: 'wire_ids: none of both',
    sql: 'update wire_ids set imad = null, omad = null',
    refusedBy: 'wire_ids_named',
    lawful: 'update wire_ids set omad = null',
  },
  ...withoutRight('wire_ids', ['delete from wire_ids']),
]
