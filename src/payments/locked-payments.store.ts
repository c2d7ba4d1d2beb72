import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { CONTENT_WITH_CONTACT, queryLeaving, queryWithContacts, type WithContact } from '../db/payment-content.ts'
import { StoredText } from '../db/seal-rows.ts'
import type { ExtraFee } from '../fees/fees.ts'
import type { OnMissedCutOff } from '../kernel/cut-off.ts'
import type { EntryType, Rail } from '../kernel/rail.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { isDeparting } from '../rails/rails.ts'
import { absentRails, unreachableRails } from './decision/parties.store.ts'
import {
  type ExchangeRow,
  exchangeColumns,
  exchangeOf,
  type PaymentExchange,
} from './decision/payment-exchanges.store.ts'
import { CONTACT_CHANGED } from './held/changed-contact.store.ts'
import type { HoldReason } from './held/hold-reasons.ts'
import type { PaymentStatus } from './payment-state.ts'
import type { StoredExtraFee } from './request/extra-fees.schema.ts'

/**
 * A payment whose row is locked, to be decided again or ended. One that was altered can only be
 * ended: it does not have the number that it pays to.
 */
export interface LockedPayment extends WithContact {
  id: string
  entryType: EntryType
  status: PaymentStatus
  customerId: bigint
  senderAccountId: bigint
  amount: bigint
  currency: string
  speed: string
  rail: string
  secCode: string | null
  /** Null if it has no choice, and for a payment from before there was one. */
  onMissedCutOff: OnMissedCutOff | null
  /** The day on which it is paid: a change of the calendar can move it. */
  paymentDate: Temporal.PlainDate
  receiverName: string
  receiverAccountNumber: string
  /** The same number as stored, for looking up an account of the institution. */
  receiverNumber: StoredText
  receiverBankCode: string
  /** The rails that do not reach this bank now. */
  unreachableRails: readonly Rail[]
  /** The instant networks that say that this bank is not there now. */
  absentRails: readonly Rail[]
  /** Null if the counterparty is a contact. */
  receiverAccountId: bigint | null
  /** The contact's current status. The other receiver fields are as of the payment's creation. */
  receiverStatus: string
  /** Null if it names an account. */
  contactId: bigint | null
  /** Whether the bank details of its contact have changed since they were stored with it. */
  isContactChanged: boolean
  /** Why it is HELD; null in any other state. */
  heldReasons: readonly HoldReason[] | null
  createdAt: Temporal.Instant
  createdBy: string
  /** The user whose token submitted it. */
  createdByUser: string | null
  holdTransferId: string | null
  /** Whether it is charged fees. */
  hasFees: boolean
  /** Whether the receiver of a credit pays the fees (charges BEN). */
  deductsFees: boolean
  /** The network that it must go by, because it answers a request for payment; null for any. */
  instantNetwork: 'RTP' | 'FEDNOW' | null
  /** The fees on top of the schedule. */
  extraFees: readonly ExtraFee[]
  /** The fees deducted from a credit, in the paying account's currency; null if none. */
  deductedAmount: bigint | null
  /** Whether the fees of a debit come out of what it collects. */
  feeFromProceeds: boolean
  limitDate: Temporal.PlainDate | null
  /** What it counted for; null if it was its amount. */
  limitAmount: bigint | null
  /** The customers above the payer that it counted for on `limitDate`. */
  limitGroups: bigint[]
  /** How many people of the customer must approve it: when it was made, or more by now. */
  approversNeeded: number
  needsInstitutionApproval: boolean
  /** Until when it can be approved; null if it needs no approval. */
  approvalExpiresAt: Temporal.Instant | null
  /** Whether the institution has already approved it. */
  isApprovedByInstitution: boolean
  /** The FX contract that the payment names. */
  fxContractNumber: string | null
  /** Whether a message of it is committed, which may leave at any moment. */
  isInMessage: boolean
  /** Null if both accounts have the same currency. */
  exchange: PaymentExchange | null
}

/** Why nobody decides about a payment whose contact was altered, for the one who asks. */
export const CONTACT_ALTERED = 'what is stored of its contact was changed in the database, and not by the service'

interface Row
  extends Omit<
      LockedPayment,
      'paymentDate' | 'limitDate' | 'exchange' | 'receiverNumber' | 'receiverAccountNumber' | 'extraFees'
    >,
    ExchangeRow {
  extraFees: StoredExtraFee[] | null
  receiverAccountNumber: string | null
  receiverAccountNumberIndex: string | null
  paymentDate: string
  limitDate: string | null
}

const select = `
  select ${CONTENT_WITH_CONTACT}, p.id, p.entry_type, s.status, p.customer_id, p.sender_account_id, p.amount, p.currency, s.speed, s.rail,
    p.sec_code, p.on_missed_cut_off, coalesce(s.pays_on, p.payment_date) as payment_date, p.receiver_name,
    p.receiver_account_number, p.receiver_account_number_index, p.receiver_bank_code, p.receiver_account_id,
    ${unreachableRails('p.receiver_bank_code', 'p.receiver_bank_code')} as unreachable_rails,
    ${absentRails('p.receiver_bank_code')} as absent_rails, p.created_by, p.created_by_user,
    coalesce((select c.status from contacts c where c.tenant_id = $1 and c.id = p.contact_id), 'Active') as receiver_status,
    p.contact_id, p.created_at,
    coalesce((select ${CONTACT_CHANGED} from contacts k where k.tenant_id = $1 and k.id = p.contact_id), false) as is_contact_changed,
    s.held_reasons, s.hold_transfer_id, s.fee_account_id is not null as has_fees,
    coalesce(upper(trim(p.details #>> '{additionalInfo,detailsOfCharges}')), '') = 'BEN' as deducts_fees,
    p.details ->> 'instantNetwork' as instant_network, p.details -> 'fee' as extra_fees, s.deducted_amount, s.fee_from_proceeds, s.limit_date, s.limit_amount,
    array(select g.customer_id from payment_limit_groups g where g.tenant_id = $1 and g.payment_id = p.id) as limit_groups,
    coalesce(s.approvers_needed, p.approvers_needed) as approvers_needed, s.needs_institution_approval, s.approval_expires_at,
    exists (select from payment_approvals a where a.tenant_id = p.tenant_id and a.payment_id = p.id and a.side = 'Institution'
      and a.decision = 'Approved') as is_approved_by_institution,
    p.fx_contract_number, s.status = 'READY_TO_TRANSMIT' and s.rail > 'ACH' and s.rail <> 'BOOK' and s.leaves_at is null as is_in_message,
    ${exchangeColumns}
  from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
    left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = s.payment_id
  where s.tenant_id = $1`

function paymentOf({ keyring }: Transaction, tenantId: bigint, found: Row): LockedPayment {
  const { sellCurrency, buyCurrency, contractId, sellAmount, buyAmount, payoutTransferId, ...rest } = found
  const { paymentDate, limitDate, receiverAccountNumberIndex: index, extraFees, ...row } = rest
  const receiverAccountNumber = row.receiverAccountNumber ?? ''
  const field = { tenantId, field: 'account_number' }
  return {
    ...row,
    receiverAccountNumber,
    extraFees: (extraFees ?? []).map((one) => ({ ...one, amount: BigInt(one.amount) })),
    receiverNumber: StoredText.plain(keyring, field, { text: receiverAccountNumber, index }),
    exchange: exchangeOf({
      sellCurrency,
      buyCurrency,
      contractId,
      sellAmount,
      buyAmount,
      payoutTransferId,
    }),
    paymentDate: Temporal.PlainDate.from(paymentDate),
    limitDate: limitDate === null ? null : Temporal.PlainDate.from(limitDate),
  }
}

/** Locks future-dated payments that are due, and skips those locked by another worker. */
export async function claimDue(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<LockedPayment[]> {
  const rows = await queryLeaving<Row>(
    tx,
    tenantId,
    `${select} and s.status = 'FUTURE_DATED' and s.due_at <= $2 order by s.due_at, s.payment_id limit $3 for no key update of s skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map((row) => paymentOf(tx, tenantId, row))
}

/**
 * Locks payments whose approval time has expired. Skips those locked by another worker, and those
 * that have left in a file, as after a restore.
 */
export async function claimExpired(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<LockedPayment[]> {
  const rows = await queryWithContacts<Row>(
    tx,
    tenantId,
    `${select} and s.status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED') and s.approval_expires_at <= $2 and not ${isDeparting('s.payment_id')}
     order by s.approval_expires_at, s.payment_id limit $3 for no key update of s skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map((row) => paymentOf(tx, tenantId, row))
}

/** Throws `CannotOpen` for a payment that was altered: nobody decides about it. */
export async function lockPayment(tx: Transaction, tenantId: bigint, id: string): Promise<LockedPayment> {
  const [payment] = await lockPayments(tx, tenantId, [id])
  if (!payment) throw new Error(`payment ${id} does not exist`)
  if (payment.altered !== undefined) throw new CannotOpen(payment.altered)
  return payment
}

/**
 * Locks payments and reads them. The lock is a statement of its own, so that the second sees what
 * the last holder of the lock has written.
 */
export async function lockPayments(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly string[],
): Promise<LockedPayment[]> {
  const [, rows] = await Promise.all([
    tx.query(
      'select from payment_states where tenant_id = $1 and payment_id = any($2::uuid[]) order by payment_id for no key update',
      [tenantId, ids],
    ),
    queryWithContacts<Row>(tx, tenantId, `${select} and s.payment_id = any($2::uuid[]) order by s.payment_id`, [
      tenantId,
      ids,
    ]),
  ])
  return rows.map((row) => paymentOf(tx, tenantId, row))
}

/**
 * Sets when scheduled payments are tried again. `reason` is null if only their date is still to
 * come.
 */
export async function postpone(
  tx: Transaction,
  tenantId: bigint,
  postponed: readonly { paymentId: string; dueAt: Temporal.Instant; reason: string | null }[],
  now: Temporal.Instant,
): Promise<void> {
  if (postponed.length === 0) return
  await tx.query(
    `update payment_states s set due_at = l.due_at, failure_reason = l.reason, updated_at = $2
     from unnest($3::uuid[], $4::timestamptz[], $5::text[]) as l (id, due_at, reason)
     where s.tenant_id = $1 and s.payment_id = l.id and s.status = 'FUTURE_DATED'`,
    [
      tenantId,
      now.toString(),
      postponed.map(({ paymentId }) => paymentId),
      postponed.map(({ dueAt }) => dueAt.toString()),
      postponed.map(({ reason }) => reason),
    ],
  )
}

/** Makes partially approved payments wait for more approvals. */
export async function askApprovals(
  tx: Transaction,
  tenantId: bigint,
  asked: readonly { paymentId: string; approversNeeded?: number; needsInstitutionApproval?: boolean }[],
  now: Temporal.Instant,
): Promise<void> {
  if (asked.length === 0) return
  await tx.query(
    `update payment_states s set needs_institution_approval = s.needs_institution_approval or a.institution,
       approvers_needed = coalesce(a.approvers, s.approvers_needed), updated_at = $2
     from unnest($3::uuid[], $4::smallint[], $5::boolean[]) as a (id, approvers, institution)
     where s.tenant_id = $1 and s.payment_id = a.id and s.status = 'PARTIALLY_APPROVED'`,
    [
      ...[tenantId, now.toString(), asked.map(({ paymentId }) => paymentId)],
      asked.map(({ approversNeeded }) => approversNeeded ?? null),
      asked.map(({ needsInstitutionApproval }) => needsInstitutionApproval ?? false),
    ],
  )
}
