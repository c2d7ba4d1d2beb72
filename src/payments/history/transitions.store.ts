import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { type PaymentStep, recordSteps } from '../../events/events.ts'
import type { Passage } from '../../rails/rails.ts'
import type { HoldReason } from '../held/hold-reasons.ts'
import { deleteStops, insertStops, type MakerStop } from '../held/stopped-makers.store.ts'
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
  /** Until when it can go on, if it becomes HELD after it has exchanged money. */
  failsAt?: Temporal.Instant | undefined
  /** What stops its makers; set if and only if it is HELD for that. */
  stops?: readonly MakerStop[]
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
  /** How many people of the customer must approve it now. */
  approversNeeded?: number
  approvalExpiresAt?: Temporal.Instant
  dueAt?: Temporal.Instant
  passage?: Pick<Passage, 'valueDate' | 'leavesAt'> & Partial<Pick<Passage, 'lastCutOff'>>
  /** When its message left, for its value date. */
  leftAt?: Temporal.Instant
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

/** A column that a transition may change. */
interface MovedColumn {
  type: string
  /** The value of one change; null or undefined if the change does not set it. */
  of(change: PaymentChange): unknown
  /** What a state has that the change does not set: what it had, or nothing. */
  unset: 'kept' | 'cleared'
}

const kept = (type: string, of: MovedColumn['of']): MovedColumn => ({ type, of, unset: 'kept' })
const cleared = (type: string, of: MovedColumn['of']): MovedColumn => ({ type, of, unset: 'cleared' })

/** The columns of payment_states by the fields of a change. Dates and times travel as text. */
const MOVED: Readonly<Record<string, MovedColumn>> = {
  evidence: cleared('jsonb', ({ evidence }) => evidence && JSON.stringify(evidence)),
  failure_reason: cleared('text', ({ failureReason }) => failureReason),
  settlement_due_at: cleared('timestamptz', ({ settlementDueAt }) => settlementDueAt?.toString()),
  // An array of texts: unnest would flatten arrays.
  held_reasons: cleared('text', ({ heldReasons }) => heldReasons?.join(',')),
  fails_at: cleared('timestamptz', ({ failsAt }) => failsAt?.toString()),
  rail: kept('text', ({ rail }) => rail),
  hold_transfer_id: kept('uuid', ({ holdTransferId }) => holdTransferId),
  fee_amount: kept('bigint', ({ fee }) => fee?.amount || null),
  fee_account_id: kept('bigint', ({ fee }) => fee?.accountId),
  limit_date: kept('date', ({ limitDate }) => limitDate),
  limit_amount: kept('bigint', ({ limitAmount }) => limitAmount),
  limit_rate: kept('numeric', ({ limitRate }) => limitRate),
  needs_institution_approval: kept('boolean', ({ needsInstitutionApproval }) => needsInstitutionApproval),
  approvers_needed: kept('smallint', ({ approversNeeded }) => approversNeeded),
  approval_expires_at: kept('timestamptz', ({ approvalExpiresAt }) => approvalExpiresAt?.toString()),
  due_at: kept('timestamptz', ({ dueAt }) => dueAt?.toString()),
  value_date: kept('date', ({ passage }) => passage?.valueDate.toString()),
  leaves_at: kept('timestamptz', ({ passage, leftAt }) => (passage?.leavesAt ?? leftAt)?.toString()),
  cut_off_at: kept('timestamptz', ({ passage }) => passage?.lastCutOff?.toString()),
  speed: kept('text', ({ speed }) => speed),
  deducted_amount: kept('bigint', ({ deductedAmount }) => deductedAmount),
  fee_from_proceeds: kept('boolean', ({ feeFromProceeds }) => feeFromProceeds),
  returnable_until: kept('date', ({ returnable }) => returnable?.until.toString()),
  any_return_until: kept('date', ({ returnable }) => returnable?.anyUntil.toString()),
}

/**
 * The statement that moves states one step, and its parameters after the tenant and the time. The
 * database adds the steps that they leave to the history. It names only the columns that one of the
 * changes sets: most steps set hardly any.
 *
 * States are found by their ids alone, and values that differ are looked up by id in one object. In
 * a join with `unnest`, the planner may read the list once for each state of the tenant: it did
 * while its statistics were from before the tenant had payments, and a step took half a second.
 */
function moveOf(changes: readonly PaymentChange[]): { text: string; parameters: unknown[] } {
  const parameters: unknown[] = [changes.map(({ paymentId }) => paymentId)]
  const differing: unknown[][] = []
  const differs = (type: string, values: unknown[]) =>
    `($7::jsonb -> s.payment_id::text ->> ${differing.push(values) - 1})::${type}`
  const often = (of: (change: PaymentChange) => string) => {
    const values = changes.map(of)
    const isShared = values.every((value) => value === values[0])
    const shared = `$${parameters.push(isShared ? values[0] : null) + 2}::text`
    return isShared ? shared : `coalesce(${shared}, ${differs('text', values)})`
  }
  const [from, to, actor] = [often((change) => change.from), often((change) => change.to), often((one) => one.actor)]
  const sets = ['step = s.step + 1', 'previous_status = s.status', `status = ${to}`, `actor = ${actor}`]
  sets.push('stepped_at = $2', 'updated_at = $2')
  if (changes.some((change) => change.to === 'VALIDATED'))
    sets.push(`validated_at = case when ${to} = 'VALIDATED' then $2 else s.validated_at end`)
  for (const [name, { type, of, unset }] of Object.entries(MOVED)) {
    const values = changes.map((change) => of(change) ?? null)
    const isSet = values.some((value) => value !== null)
    const cell = isSet ? differs(type, values) : 'null'
    const moved = name === 'held_reasons' && isSet ? `string_to_array(${cell}, ',')` : cell
    if (unset === 'cleared') sets.push(`${name} = ${moved}`)
    else if (isSet) sets.push(`${name} = coalesce(${moved}, s.${name})`)
  }
  if (differing.length > 0) parameters.push(cellsOf(changes, differing))
  const text = `with moved as (
    update payment_states as s set ${sets.join(', ')}
    where s.tenant_id = $1 and s.payment_id = any(array(select unnest($3::uuid[]))) and s.status = ${from}
    returning 1)
  select count(*) as moved from moved`
  return { text, parameters }
}

/** The values of each payment by its id, as JSON. A bigint is written as text, which is exact. */
function cellsOf(changes: readonly PaymentChange[], columns: readonly unknown[][]): string {
  const cells = changes.map(({ paymentId }, at) => [paymentId, columns.map((values) => values[at])])
  return JSON.stringify(Object.fromEntries(cells), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/**
 * Moves payments, locked by the caller, one step, and records the transitions for the feed. All or
 * nothing.
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
  const { text, parameters } = moveOf(changes)
  const row = await tx.row<{ moved: bigint }>(text, [tenantId, now.toString(), ...parameters])
  const missing = changes.length - Number(row!.moved)
  if (missing > 0)
    throw new IllegalTransition(
      `${missing} of ${changes.length} payments were not in the state their transition starts from`,
    )
  const left = changes.flatMap(({ from, paymentId }) => (from === 'HELD' ? [paymentId] : []))
  await Promise.all([
    deleteStops(tx, tenantId, left),
    insertStops(tx, tenantId, changes),
    recordSteps(tx, tenantId, changes, now),
  ])
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
     from payment_steps where tenant_id = $1 and payment_id = $2 order by step`,
    [tenantId, paymentId],
  )
}

/** When payments settled, as far as they did. */
export async function readSettlementTimes(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
  const rows = await tx.query<{ paymentId: string; at: Temporal.Instant }>(
    `select payment_id, at from payment_steps
     where tenant_id = $1 and payment_id = any($2::uuid[]) and to_status = 'PROCESSED'`,
    [tenantId, paymentIds],
  )
  return new Map(rows.map(({ paymentId, at }) => [paymentId, at]))
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
    `select payment_id, to_status as "to", at, evidence from payment_steps
     where tenant_id = $1 and (payment_id, to_status, at) in
       (select * from unnest($2::uuid[], $3::text[], $4::timestamptz[]))`,
    [tenantId, steps.map(({ paymentId }) => paymentId), steps.map(({ to }) => to), steps.map(({ at }) => String(at))],
  )
  const found = new Map(rows.map((row) => [nameOf(row), row.evidence]))
  return steps.map((step) => found.get(nameOf(step)))
}
