import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import { type PaymentStep, recordSteps } from '../../events/events.ts'
import type { Passage } from '../../rails/rails.ts'
import type { HoldReason } from '../held/hold-reasons.ts'
import { canBecome, type PaymentStatus } from '../payment-state.ts'
import { recordValueDates, type ValueDateReason } from './value-date-changes.store.ts'

/** One transition of one payment. */
export interface Transition {
  paymentId: string
  from: PaymentStatus | null
  to: PaymentStatus
  actor: string
  /** Details from the rail or the decision. */
  evidence?: object
}

/**
 * Writes the first transitions of new payments to the history and queues them for the feed, in the
 * given order. Those of one payment follow each other.
 */
export async function insertFirstTransitions(
  tx: Transaction,
  tenantId: bigint,
  transitions: readonly Transition[],
  now: Temporal.Instant,
): Promise<void> {
  const stepOf = new Map<string, number>()
  const rows = transitions.map(({ paymentId, from, to, actor, evidence = null }) => {
    const step = (stepOf.get(paymentId) ?? 0) + 1
    stepOf.set(paymentId, step)
    return { paymentId, step, fromStatus: from, toStatus: to, actor, evidence }
  })
  if (rows.length === 0) return
  const written = insertRows(tx, 'payment_transitions', { tenantId, at: now }, rows)
  await Promise.all([written, recordSteps(tx, tenantId, transitions, now)])
}

/**
 * A payment was not in the state its transition starts from: the caller did not hold its lock, or
 * the transition does not exist.
 */
export class IllegalTransition extends Error {}

/** A transition with the fields that change in the same statement. */
export interface PaymentChange extends Transition {
  from: PaymentStatus
  rail?: string
  holdTransferId?: string
  failureReason?: string
  /** Why it is HELD; set if and only if it becomes HELD. */
  heldReasons?: readonly HoldReason[]
  fee?: { amount: bigint; accountId: bigint } | null
  /** The fees deducted from a credit; null if none. */
  deductedAmount?: bigint | null
  /** Whether the fees of a debit come out of what it collects. */
  feeFromProceeds?: boolean
  /** The day on which it counts against limits. */
  limitDate?: string
  /** What it counts for, if that is not its amount, and the rate that converted it, if any. */
  limitAmount?: bigint | null
  limitRate?: string | null
  needsInstitutionApproval?: boolean
  approvalExpiresAt?: Temporal.Instant
  dueAt?: Temporal.Instant
  passage?: Pick<Passage, 'valueDate' | 'leavesAt'> & Partial<Pick<Passage, 'lastCutOff'>>
  /** The slower speed at which it goes out. */
  speed?: string
  /** The time at which it counts as settled if the rail sends no confirmation. */
  settlementDueAt?: Temporal.Instant
  /** Until when a settled debit can come back: at all, and for any reason. */
  returnable?: { until: Temporal.PlainDate; anyUntil: Temporal.PlainDate }
}

/** Why a transition changes the value date of a payment. */
function valueDateReason({ from, to, speed }: PaymentChange): ValueDateReason {
  if (speed !== undefined) return 'downgraded'
  if (from === 'HELD') return 'held'
  return to === 'TRANSMITTED' ? 'anotherFile' : 'decidedAgain'
}

/** Moves states one step and writes the steps. */
const MOVE = `with c as (
       select * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::timestamptz[], $10::bigint[], $11::bigint[],
           $12::date[], $13::boolean[], $14::timestamptz[], $15::timestamptz[], $16::text[], $17::bigint[], $18::numeric[], $19::date[],
           $20::timestamptz[], $21::timestamptz[], $22::text[], $23::bigint[], $24::boolean[], $25::date[], $26::date[], $27::text[], $28::jsonb[])
         as c (payment_id, from_status, to_status, rail, hold_transfer_id, failure_reason, settlement_due_at, fee_amount, fee_account_id,
           limit_date, needs_institution_approval, approval_expires_at, due_at, held_reasons, limit_amount, limit_rate,
           value_date, leaves_at, cut_off_at, speed, deducted_amount, fee_from_proceeds, returnable_until, any_return_until, actor, evidence)
     ), moved as (
       update payment_states as s set step = s.step + 1, status = c.to_status, updated_at = $2, rail = coalesce(c.rail, s.rail),
         hold_transfer_id = coalesce(c.hold_transfer_id, s.hold_transfer_id),
         failure_reason = c.failure_reason, settlement_due_at = c.settlement_due_at, held_reasons = string_to_array(c.held_reasons, ','),
         validated_at = case when c.to_status = 'VALIDATED' then $2 else s.validated_at end,
         fee_amount = coalesce(c.fee_amount, s.fee_amount), fee_account_id = coalesce(c.fee_account_id, s.fee_account_id),
         limit_date = coalesce(c.limit_date, s.limit_date),
         limit_amount = coalesce(c.limit_amount, s.limit_amount), limit_rate = coalesce(c.limit_rate, s.limit_rate),
         needs_institution_approval = coalesce(c.needs_institution_approval, s.needs_institution_approval),
         approval_expires_at = coalesce(c.approval_expires_at, s.approval_expires_at), due_at = coalesce(c.due_at, s.due_at),
         value_date = coalesce(c.value_date, s.value_date), leaves_at = coalesce(c.leaves_at, s.leaves_at),
         cut_off_at = coalesce(c.cut_off_at, s.cut_off_at), speed = coalesce(c.speed, s.speed),
         deducted_amount = coalesce(c.deducted_amount, s.deducted_amount), fee_from_proceeds = coalesce(c.fee_from_proceeds, s.fee_from_proceeds),
         returnable_until = coalesce(c.returnable_until, s.returnable_until), any_return_until = coalesce(c.any_return_until, s.any_return_until)
       from c where s.tenant_id = $1 and s.payment_id = c.payment_id and s.status = c.from_status
       returning s.payment_id, s.step
     )
     insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor, evidence)
     select $1, c.payment_id, m.step, c.from_status, c.to_status, $2, c.actor, c.evidence from moved m join c using (payment_id)
     returning payment_id`

/**
 * Moves payments, locked by the caller, one step and records the transitions, in one statement: the
 * database accepts neither without the other. All or nothing.
 */
export async function changePayments(
  tx: Transaction,
  tenantId: bigint,
  changes: readonly PaymentChange[],
  now: Temporal.Instant,
): Promise<void> {
  if (changes.length === 0) return
  for (const { paymentId, from, to } of changes)
    if (!canBecome(from, to)) throw new IllegalTransition(`payment ${paymentId} cannot go from ${from} to ${to}`)
  const dated = changes.flatMap((change) => {
    const { paymentId, passage } = change
    return passage ? [{ paymentId, valueDate: passage.valueDate, reason: valueDateReason(change) }] : []
  })
  await recordValueDates(tx, tenantId, dated, now)
  const changed = await tx.query(MOVE, [
    tenantId,
    now.toString(),
    changes.map(({ paymentId }) => paymentId),
    changes.map(({ from }) => from),
    changes.map(({ to }) => to),
    changes.map(({ rail }) => rail ?? null),
    changes.map(({ holdTransferId }) => holdTransferId ?? null),
    changes.map(({ failureReason }) => failureReason ?? null),
    changes.map(({ settlementDueAt }) => settlementDueAt?.toString() ?? null),
    changes.map(({ fee }) => fee?.amount || null),
    changes.map(({ fee }) => fee?.accountId ?? null),
    changes.map(({ limitDate }) => limitDate ?? null),
    changes.map(({ needsInstitutionApproval }) => needsInstitutionApproval ?? null),
    changes.map(({ approvalExpiresAt }) => approvalExpiresAt?.toString() ?? null),
    changes.map(({ dueAt }) => dueAt?.toString() ?? null),
    changes.map(({ heldReasons }) => heldReasons?.join(',') ?? null),
    changes.map(({ limitAmount }) => limitAmount ?? null),
    changes.map(({ limitRate }) => limitRate ?? null),
    changes.map(({ passage }) => passage?.valueDate.toString() ?? null),
    changes.map(({ passage }) => passage?.leavesAt.toString() ?? null),
    changes.map(({ passage }) => passage?.lastCutOff?.toString() ?? null),
    changes.map(({ speed }) => speed ?? null),
    changes.map(({ deductedAmount }) => deductedAmount ?? null),
    changes.map(({ feeFromProceeds }) => feeFromProceeds ?? null),
    changes.map(({ returnable }) => returnable?.until.toString() ?? null),
    changes.map(({ returnable }) => returnable?.anyUntil.toString() ?? null),
    changes.map(({ actor }) => actor),
    changes.map(({ evidence }) => (evidence === undefined ? null : JSON.stringify(evidence))),
  ])
  if (changed.length !== changes.length)
    throw new IllegalTransition(
      `${changes.length - changed.length} of ${changes.length} payments were not in the state their transition starts from`,
    )
  await recordSteps(tx, tenantId, changes, now)
}

export interface RecordedTransition {
  at: Temporal.Instant
  from: PaymentStatus | null
  to: PaymentStatus
  actor: string
  evidence: unknown
}

/** The transitions of a payment, in their order. */
export async function readTransitions(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
): Promise<RecordedTransition[]> {
  return tx.query<RecordedTransition>(
    `select at, from_status as "from", to_status as "to", actor, evidence
     from payment_transitions where tenant_id = $1 and payment_id = $2 order by step`,
    [tenantId, paymentId],
  )
}

/** The evidence of transitions, in their order. */
export async function readEvidence(
  db: Connection,
  tenantId: bigint,
  steps: readonly Pick<PaymentStep, 'paymentId' | 'to' | 'at'>[],
): Promise<unknown[]> {
  if (steps.length === 0) return []
  const nameOf = ({ paymentId, to, at }: Pick<PaymentStep, 'paymentId' | 'to' | 'at'>) => `${paymentId} ${to} ${at}`
  const rows = await db.query<Pick<PaymentStep, 'paymentId' | 'to' | 'at'> & { evidence: unknown }>(
    `select payment_id, to_status as "to", at, evidence from payment_transitions
     where tenant_id = $1 and (payment_id, to_status, at) in
       (select * from unnest($2::uuid[], $3::text[], $4::timestamptz[]))`,
    [tenantId, steps.map(({ paymentId }) => paymentId), steps.map(({ to }) => to), steps.map(({ at }) => String(at))],
  )
  const found = new Map(rows.map((row) => [nameOf(row), row.evidence]))
  return steps.map((step) => found.get(nameOf(step)))
}
