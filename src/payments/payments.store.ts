import type { Temporal } from 'temporal-polyfill'
import { type Altered, queryEach } from '../db/altered-rows.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { type Instruction, paymentContentIndex } from '../db/payment-content.ts'
import { insertRows } from '../db/rows.ts'
import type { StoredText } from '../db/seal-rows.ts'
import { recordSteps } from '../events/events.ts'
import type { OnMissedCutOff } from '../kernel/cut-off.ts'
import type { EntryType, Rail } from '../kernel/rail.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import type { Shaping } from './approval/makers.store.ts'
import { lastRevision } from './approval/payment-approvals.store.ts'
import type { CounterpartyReference } from './decision/counterparties.ts'
import type { CountedLimits } from './decision/limit-groups.store.ts'
import type { NamedCounterparty } from './decision/parties.store.ts'
import { type ExchangeCurrencies, insertExchanges } from './decision/payment-exchanges.store.ts'
import type { HoldReason } from './held/hold-reasons.ts'
import type { Transition } from './history/transitions.store.ts'
import type { RETURN_REQUEST_STATUSES } from './network/return-requests.store.ts'
import type { PaymentStatus } from './payment-state.ts'
import type { SeriesOfPayment } from './recurring/recurrences.store.ts'
import { fxContractNumberOf } from './request/credit-request.schema.ts'

/**
 * A payment with its account, customer, approvals, series and exchange, as the API shows it. One
 * that was altered, or whose parties were, has none of its sealed values.
 */
export interface PaymentRow extends Altered {
  id: string
  entryType: EntryType
  externalReferenceId: string
  customerId: bigint
  /** The contact; for a book transfer by account, the customer of that account. */
  beneficiaryId: bigint
  receiverAccountId: bigint | null
  senderAccountId: bigint
  amount: bigint
  currency: string
  speed: string
  /** What the customer asked for, if it goes out at a slower speed. */
  requestedSpeed: string | null
  onMissedCutOff: OnMissedCutOff | null
  rail: string
  /** The SEC code of an ACH entry; null on other rails. */
  secCode: string | null
  status: string
  paymentDate: string
  /** Null for a payment from before value dates. */
  valueDate: string | null
  /** When the proceeds of a settled debit become available; null if they were at settlement. */
  availableOn: string | null
  receiverName: string
  receiverAccountNumber: string
  receiverAccountType: string
  /** The bank code that its rail uses: a BIC on SWIFT, a national code on the others. */
  receiverBankCode: string
  /** The bank of the contact now; null without a contact. */
  receiverBankName: string | null
  receiverNationalCode: string | null
  receiverSwiftCode: string | null
  contactDetails: unknown
  /** The profile of the customer. */
  senderProfile: unknown
  senderFboNumber: string | null
  senderRoutingNumber: string
  institutionName: string
  paymentNotes: string | null
  details: unknown
  createdBy: string
  /** The user whose token submitted it. */
  createdByUser: string | null
  createdAt: Temporal.Instant
  failureReason: string | null
  /** Until when it can be approved; null if it never needed approval. */
  approvalExpiresAt: Temporal.Instant | null
  /** Null unless it is HELD. */
  heldReasons: HoldReason[] | null
  feeAmount: bigint | null
  /** The fees deducted from a credit, in the currency of the paying account; null if none. */
  deductedAmount: bigint | null
  /** Each fee, in order; null if there are none. Amounts are minor units as text. */
  fees: ShownFee[] | null
  /** Whether it came back before its proceeds could pay its fees. */
  isFeeReleased: boolean
  senderAccountNumber: string
  senderAccountName: string
  senderAccountType: string
  costCenter: string | null
  senderName: string
  customerType: string
  ancestorIds: bigint[]
  /** Of the payment as it is, in order of approval. */
  approvers: { approver: string; at: string }[] | null
  /** How many people of the customer must approve it. */
  approversNeeded: number
  /** Who shaped it after it was submitted, each once for what they did; null if nobody did. */
  makers: ShownMaker[] | null
  /** The series that the payment belongs to, if any. */
  series: SeriesOfPayment | null
  /** Null if both accounts have the same currency. */
  exchange: ShownExchange | null
  /** What a network said when it rejected or returned the payment; null for any other. */
  networkEnd: NetworkEnd | null
  /** What Fedwire calls it; null unless it went by Fedwire. */
  wireIds: { imad: string | null; omad: string | null } | null
  /** The last request to return it; null without one. */
  returnRequest: ShownReturnRequest | null
  /** Its entry in an ACH file; null if it is in none. */
  achEntry: { traceNumber: string; fileName: string; batchNumber: number | null } | null
}

/** One who shaped a payment after it was submitted, and when they did so first. */
export interface ShownMaker {
  clientId: string
  userId: string | null
  did: Shaping
  at: string
}

/** A request to the other bank, as the payment shows it. */
export interface ShownReturnRequest {
  status: (typeof RETURN_REQUEST_STATUSES)[number]
  reason: string
  notes: string
  requestedAt: string
  answeredAt: string | null
  answerCode: string | null
  answerReason: string | null
}

/** Of the evidence of the step that ended a payment. */
export interface NetworkEnd {
  achReturnCode?: string
  returnCode?: string
  returnReason?: string
  returnNotes?: string
  returnDate?: string
  returnedAmount?: string
  deducted?: string
}

/**
 * The exchange of a payment. Amounts are minor units as text, null until the payment is validated.
 */
export interface ShownExchange {
  sellCurrency: string
  buyCurrency: string
  sellAmount: string | null
  buyAmount: string | null
  contractNo: string | null
  quoteId: string | null
}

/** A fee as its payment shows it. `scheduled…` and `rate` are null for one in its own currency. */
export interface ShownFee {
  name: string
  amount: string
  currency: string
  scheduledAmount: string | null
  scheduledCurrency: string | null
  rate: string | null
}

/** Throws `CannotOpen` for a payment that was altered, or whose parties were. */
export async function findPayment(db: Connection, tenantId: bigint, id: string): Promise<PaymentRow | undefined> {
  const [row] = await readPayments(db, tenantId, [id])
  if (row?.altered !== undefined) throw new CannotOpen(row.altered)
  return row
}

/** What an altered payment shows in place of values that nobody sees. */
const UNKNOWN = { receiverAccountNumber: '', senderAccountNumber: '', details: {}, senderProfile: {} }

/**
 * Payments by id, newest first.
 *
 * To plan a join of so many tables takes ten times as long as to run it. PostgreSQL keeps the plan
 * if it does not know how many ids there are: hence the array in the array. The rows are so wide
 * that to sort hundreds of them, it would write files, so they are sorted here.
 */
export async function readPayments(db: Connection, tenantId: bigint, ids: readonly string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return []
  const rows = await queryEach<PaymentRow>(
    db,
    `select p.id, p.entry_type, p.external_reference_id, p.customer_id, p.amount, p.currency, p.speed, p.requested_speed, p.on_missed_cut_off, p.rail, p.sec_code, p.status, p.value_date,
       coalesce((select s.pays_on from payment_states s where s.tenant_id = $1 and s.payment_id = p.id), p.payment_date) as payment_date,
       p.receiver_name, p.receiver_account_number, p.receiver_account_number_index, p.contact_id, p.payment_notes, p.details, p.created_by, p.created_by_user, p.created_at,
       p.failure_reason, p.approval_expires_at, p.held_reasons, p.fee_amount, p.deducted_amount,
       case when p.fee_account_id is not null then (
         select json_agg(json_build_object('name', f.name, 'amount', f.amount::text, 'currency', f.currency,
           'scheduledAmount', f.scheduled_amount::text, 'scheduledCurrency', f.scheduled_currency, 'rate', f.rate::text) order by f.number)
         from payment_fees f where f.tenant_id = p.tenant_id and f.payment_id = p.id) end as fees,
       p.fee_from_proceeds and p.status = 'RETURNED' and (
         select f.number from payment_fees f where f.tenant_id = p.tenant_id and f.payment_id = p.id and f.transfer_id is not null limit 1) is null as is_fee_released,
       case when p.status = 'PROCESSED' then f.available_on end as available_on,
       p.receiver_account_type, p.receiver_bank_code, k.bank_name as receiver_bank_name, k.national_code as receiver_national_code, k.swift_code as receiver_swift_code,
       k.id as contact_details_of, k.details as contact_details, c.id as sender_profile_of, c.profile as sender_profile, a.fbo_account_number as sender_fbo_number, a.routing_number as sender_routing_number, (select name from institutions where tenant_id = $1) as institution_name,
       p.sender_account_id, a.id as sender_number_of, a.account_number as sender_account_number, a.name as sender_account_name, a.type as sender_account_type, a.cost_center,
       coalesce(p.contact_id, (select r.customer_id from accounts r where r.tenant_id = p.tenant_id and r.id = p.receiver_account_id))
         as beneficiary_id,
       p.receiver_account_id, c.legal_name as sender_name, c.customer_type, c.ancestor_ids,
       (select json_agg(json_build_object('approver', d.approver, 'at', d.decided_at) order by d.decided_at, d.approver)
        from payment_approvals d where d.tenant_id = p.tenant_id and d.payment_id = p.id and d.decision = 'Approved'
          and d.withdrawn_by is null and d.revision = ${lastRevision('d.payment_id')}) as approvers,
       coalesce((select s.approvers_needed from payment_states s where s.tenant_id = $1 and s.payment_id = p.id), p.approvers_needed) as approvers_needed,
       (select json_agg(json_build_object('clientId', m.client_id, 'userId', m.user_id, 'did', m.did, 'at', m.at) order by m.at, m.client_id)
        from (select client_id, user_id, did, min(at) as at from payment_makers
          where tenant_id = p.tenant_id and payment_id = p.id group by client_id, user_id, did) as m) as makers,
       case when r.id is not null then json_build_object('id', r.id, 'seriesNumber', r.number::text, 'number', o.number, 'frequency', r.frequency,
         'startDate', r.start_date, 'payUntil', r.pay_until, 'endDate', r.end_date, 'numberOfPayments', r.number_of_payments,
         'status', r.status) end as series,
       case when x.payment_id is not null then json_build_object('sellCurrency', x.sell_currency, 'buyCurrency', x.buy_currency,
         'sellAmount', x.sell_amount::text, 'buyAmount', x.buy_amount::text, 'contractNo', fx.contract_no::text, 'quoteId', fx.quote_id)
         end as exchange,
       case when p.status in ('RETURNED', 'VALIDATION_FAILURE') then (
         select s.evidence from payment_states s where s.tenant_id = $1 and s.payment_id = p.id) end as network_end,
       case when p.rail = 'FEDWIRE' then (
         select json_build_object('imad', w.imad, 'omad', w.omad) from wire_ids w where w.tenant_id = $1 and w.payment_id = p.id) end as wire_ids,
       case when p.rail > 'ACH' and p.status in ('PROCESSED', 'RETURNED') then (
         select json_build_object('status', q.status, 'reason', q.code, 'notes', q.reason, 'requestedAt', q.created_at,
           'answeredAt', q.answered_at, 'answerCode', q.answer_code, 'answerReason', q.answer_reason)
         from payment_return_requests q where q.tenant_id = $1 and q.payment_id = p.id
         order by q.created_at desc, q.id desc limit 1) end as return_request,
       case when p.rail = 'ACH' then (
         select json_build_object('traceNumber', e.trace_number, 'fileName', h.name, 'batchNumber', e.batch_number)
         from ach_entries e join ach_files h on h.tenant_id = e.tenant_id and h.id = e.file_id
         where e.tenant_id = p.tenant_id and e.payment_id = p.id) end as ach_entry
     from (select unnest(array(select unnest($2::uuid[]))) as id) asked
       join current_payments p on p.tenant_id = $1 and p.id = asked.id
       join accounts a on a.tenant_id = p.tenant_id and a.id = p.sender_account_id
       join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
       left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
       left join payment_recurrences r on r.tenant_id = o.tenant_id and r.id = o.recurrence_id
       left join payment_exchanges x on x.tenant_id = p.tenant_id and x.payment_id = p.id
       left join funds_holds f on f.tenant_id = p.tenant_id and f.payment_id = p.id
       left join fx_contracts fx on fx.tenant_id = x.tenant_id and fx.id = x.contract_id
       left join contacts k on k.tenant_id = p.tenant_id and k.id = p.contact_id`,
    [tenantId, ids],
  )
  return rows
    .map((row) => (row.altered === undefined ? row : { ...row, ...UNKNOWN }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

export interface NewPayment extends CounterpartyReference {
  id: string
  entryType: EntryType
  externalReferenceId: string
  customerId: bigint
  senderAccountId: bigint
  amount: bigint
  currency: string
  speed: string
  rail: string
  secCode: string | null
  status: PaymentStatus
  paymentDate: string
  receiver: {
    name: string
    accountNumber: StoredText | string
    accountType: string
    bankCode: string
    /** Of what messages take from the contact; null for an account. */
    messageDetailsIndex: string | null
  }
  paymentNotes: string | null
  details: object
  createdBy: string
  /** The user whose token submits it; undefined if the client submits it in its own name. */
  createdByUser: string | undefined
  holdTransferId: string | null
  /** In minor units of the sending account's currency; zero in free tiers. */
  fee: { amount: bigint; accountId: bigint } | null
  /** The fees deducted from a credit; null if none. */
  deductedAmount: bigint | null
  /** Whether the fees of a debit come out of what it collects. */
  feeFromProceeds: boolean
  /** What it was counted for against limits, and on which day; null if it was not. */
  counted: (Pick<CountedLimits, 'amount' | 'rate'> & { on: string }) | null
  approvals: { approvers: number; institution: boolean }
  approvalExpiresAt: Temporal.Instant | null
  dueAt: Temporal.Instant | null
  /** yyyy-mm-dd; an estimate until it is validated. */
  valueDate: string
  /** The earliest time at which it goes to its rail. */
  leavesAt: Temporal.Instant
  /** Absent or null if it has no choice. */
  onMissedCutOff?: OnMissedCutOff | null
  /** The last cut-off for its value date; absent if its rail never closes. */
  lastCutOff?: Temporal.Instant | undefined
  /** Set if it goes out at a slower speed. */
  requestedSpeed?: string
  /** Absent or null if both accounts have the same currency. */
  exchange?: ExchangeCurrencies | null
}

/** The counterparty as the payment stores it, with the bank code that its rail uses. */
export function receiverOf(counterparty: NamedCounterparty, rail: Rail | 'BOOK'): NewPayment['receiver'] {
  const { name, accountNumber, accountType, swiftCode, nationalCode, messageDetailsIndex } = counterparty
  const bankCode = (rail === 'SWIFT' ? swiftCode : nationalCode) ?? ''
  return { name, accountNumber, accountType, bankCode, messageDetailsIndex }
}

/**
 * Writes new payments with their first transitions, in order, and queues these for the feed. Each
 * has one, or two if it is a book transfer: the database adds the first of two to the history.
 */
export async function insertPayments(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly NewPayment[],
  transitions: readonly Transition[],
  now: Temporal.Instant,
): Promise<void> {
  if (payments.length === 0) return
  const lastSteps = new Map(transitions.map((transition) => [transition.paymentId, transition]))
  const exchanges = payments.flatMap(({ id, exchange }) => (exchange ? [{ paymentId: id, ...exchange }] : []))
  await Promise.all([
    insertRows(
      tx,
      'payments',
      { tenantId, createdAt: now },
      payments.map(instructionOf).map((one) => ({ ...one, contentIndex: paymentContentIndex(tx, tenantId, one) })),
    ),
    recordSteps(tx, tenantId, transitions, now),
    insertRows(
      tx,
      'payment_states',
      { tenantId, updatedAt: now, steppedAt: now },
      payments.map((payment) => stateOf(payment, lastSteps.get(payment.id)!, now)),
    ),
    insertExchanges(tx, tenantId, exchanges),
  ])
}

/** What was instructed, which never changes. */
function instructionOf(
  payment: NewPayment,
): Instruction & { paymentNotes: string | null; details: object; onMissedCutOff: OnMissedCutOff | null } {
  return {
    id: payment.id,
    externalReferenceId: payment.externalReferenceId,
    customerId: payment.customerId,
    senderAccountId: payment.senderAccountId,
    contactId: payment.contactId,
    amount: payment.amount,
    currency: payment.currency,
    speed: payment.requestedSpeed ?? payment.speed,
    secCode: payment.secCode,
    paymentDate: payment.paymentDate,
    receiverName: payment.receiver.name,
    receiverAccountNumber: payment.receiver.accountNumber,
    receiverAccountType: payment.receiver.accountType,
    receiverBankCode: payment.receiver.bankCode,
    receiverMessageDetailsIndex: payment.receiver.messageDetailsIndex,
    paymentNotes: payment.paymentNotes,
    details: payment.details,
    fxContractNumber: fxContractNumberOf(payment.details) ?? null,
    createdBy: payment.createdBy,
    createdByUser: payment.createdByUser ?? null,
    approversNeeded: payment.approvals.approvers,
    onMissedCutOff: payment.onMissedCutOff ?? null,
    receiverAccountId: payment.receiverAccountId,
    entryType: payment.entryType,
  }
}

/** The state of a new payment, at its first step, or at the second if it has two. */
function stateOf(payment: NewPayment, { from, actor, evidence }: Transition, now: Temporal.Instant) {
  const { notification } = payment.details as { notification?: { emailAddress?: string } }
  return {
    paymentId: payment.id,
    customerId: payment.customerId,
    senderAccountId: payment.senderAccountId,
    contactId: payment.contactId,
    amount: payment.amount,
    entryType: payment.entryType,
    onMissedCutOff: payment.onMissedCutOff ?? null,
    paymentDate: payment.paymentDate,
    isMailed: (notification?.emailAddress ?? null) !== null,
    step: from === null ? 1 : 2,
    previousStatus: from,
    status: payment.status,
    actor,
    evidence: evidence ?? null,
    rail: payment.rail,
    speed: payment.speed,
    holdTransferId: payment.holdTransferId,
    validatedAt: payment.status === 'FUTURE_DATED' || payment.status === 'PENDING_APPROVAL' ? null : now,
    feeAmount: payment.fee?.amount || null,
    feeAccountId: payment.fee?.accountId ?? null,
    deductedAmount: payment.deductedAmount,
    feeFromProceeds: payment.feeFromProceeds,
    limitDate: payment.counted?.on ?? null,
    limitAmount: payment.counted?.amount ?? null,
    limitRate: payment.counted?.rate ?? null,
    needsInstitutionApproval: payment.approvals.institution,
    approvalExpiresAt: payment.approvalExpiresAt,
    dueAt: payment.dueAt,
    valueDate: payment.valueDate,
    leavesAt: payment.leavesAt,
    cutOffAt: payment.lastCutOff ?? null,
  }
}

/**
 * Whether payments or debits of an account wait, or a series of the account is Active. They have no
 * holds, so the ledger does not show them.
 */
export async function hasWaitingPayments(tx: Transaction, tenantId: bigint, accountId: bigint): Promise<boolean> {
  const row = await tx.row(
    `select from payment_states where tenant_id = $1 and sender_account_id = $2
       and status in ('FUTURE_DATED', 'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'HELD')
     union all
     select from payment_recurrences where tenant_id = $1 and sender_account_id = $2 and status = 'Active'
     limit 1`,
    [tenantId, accountId],
  )
  return row !== undefined
}

/** The accounts that pay these payments. */
export async function readSenders(db: Connection, tenantId: bigint, paymentIds: readonly string[]): Promise<bigint[]> {
  if (paymentIds.length === 0) return []
  const rows = await db.query<{ accountId: bigint }>(
    'select distinct sender_account_id as account_id from payments where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, paymentIds],
  )
  return rows.map(({ accountId }) => accountId)
}
