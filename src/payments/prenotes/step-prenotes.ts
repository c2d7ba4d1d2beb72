import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChanges } from '../../events/events.ts'
import type { Institution } from '../../institution/institution.ts'
import { collectPrenotes } from '../../rails/rails.ts'
import { firstEntryAfter, settlementOf } from './live-entries.ts'
import { describePrenote } from './prenotes.schema.ts'
import {
  claimAccepted,
  claimLeft,
  lockOfFile,
  lockPrenotes,
  lockRefusedOfFile,
  lockReturnable,
  type Prenote,
  writePrenotes,
} from './prenotes.store.ts'

const WORKER = 'worker'

/** A prenotification as it was changed, for its event and its audit record. */
interface Recorded {
  before?: Prenote
  after: Prenote
  action: string
  actor: string
}

export async function recordPrenotes(
  tx: Transaction,
  tenantId: bigint,
  recorded: readonly Recorded[],
  now: Temporal.Instant,
): Promise<void> {
  const changes = recorded.map(({ before, after, action, actor }) => ({
    ...{ tenantId, actor, action, ...(before && { before: describePrenote(before) }), after: describePrenote(after) },
    subject: { kind: 'prenote', id: after.id, customerId: after.customerId },
  }))
  await recordChanges(tx, tenantId, changes, now)
}

/** Writes and records steps of prenotifications, whose rows are locked. Returns how many. */
async function step(
  tx: Transaction,
  tenantId: bigint,
  { prenotes, action }: { prenotes: readonly Prenote[]; action: string },
  change: (prenote: Prenote) => Partial<Prenote>,
  now: Temporal.Instant,
): Promise<number> {
  if (prenotes.length === 0) return 0
  const steps = prenotes.map((before) => ({ before, after: { ...before, ...change(before) } }))
  await writePrenotes(
    tx,
    tenantId,
    steps.map(({ after }) => after),
  )
  await recordPrenotes(
    tx,
    tenantId,
    steps.map((one) => ({ ...one, action, actor: WORKER })),
    now,
  )
  return steps.length
}

/**
 * Collects prenotifications that wait into a file. Queued → Refused for one that must not leave, or
 * that no file can carry. Returns how many.
 */
export async function collectWaiting(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId } = institution
  const { collected, leftOut } = await collectPrenotes(tx, institution, now)
  const reasons = new Map(leftOut.map(({ prenoteId, reason }) => [prenoteId, reason]))
  const prenotes = await lockPrenotes(tx, tenantId, { ids: [...reasons.keys()], statuses: ['Queued'] })
  const refused = ({ id }: Prenote) => ({ status: 'Refused' as const, endedAt: now, refusedReason: reasons.get(id)! })
  return collected + (await step(tx, tenantId, { prenotes, action: 'prenote.refused' }, refused, now))
}

/** Queued → Sent, once the file has left. Returns how many. */
export async function notePrenotesLeft(
  tx: Transaction,
  institution: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const prenotes = await claimLeft(tx, institution.tenantId, limit)
  return send(tx, institution, prenotes, now)
}

function send(tx: Transaction, institution: Institution, prenotes: readonly Prenote[], now: Temporal.Instant) {
  return step(
    tx,
    institution.tenantId,
    { prenotes, action: 'prenote.sent' },
    ({ effectiveEntryDate }) => {
      const settlesOn = settlementOf(institution, String(effectiveEntryDate), now)
      const { firstEntryOn, acceptDueAt } = firstEntryAfter(institution, settlesOn)
      return {
        ...{ status: 'Sent', sentAt: now, endedAt: null, refusedReason: null },
        ...{ settlesOn: settlesOn.toString(), firstEntryOn: firstEntryOn.toString(), acceptDueAt },
      }
    },
    now,
  )
}

/** Sent → Accepted, when nobody returned it in time. Returns how many. */
export async function acceptUnreturned(
  tx: Transaction,
  tenantId: bigint,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const prenotes = await claimAccepted(tx, tenantId, now, limit)
  const accepted = { status: 'Accepted', endedAt: now } as const
  return step(tx, tenantId, { prenotes, action: 'prenote.accepted' }, () => accepted, now)
}

/** The operator rejected the file: its prenotifications are Refused. Returns how many. */
export async function refuseWithFile(
  tx: Transaction,
  tenantId: bigint,
  fileId: string,
  now: Temporal.Instant,
): Promise<number> {
  const prenotes = await lockOfFile(tx, tenantId, fileId)
  const refused = { status: 'Refused', endedAt: now, refusedReason: 'the operator rejected its file' } as const
  return step(tx, tenantId, { prenotes, action: 'prenote.refused' }, () => refused, now)
}

/** The operator accepted a file that it rejected before: Refused → Sent. */
export async function sendWithFile(
  tx: Transaction,
  institution: Institution,
  fileId: string,
  now: Temporal.Instant,
): Promise<void> {
  await send(tx, institution, await lockRefusedOfFile(tx, institution.tenantId, fileId), now)
}

/** What another bank says of a prenotification: it comes back, or its account has other details. */
export interface PrenoteAnswer {
  prenoteId: string
  code: string
}

/** Sent, Accepted → Returned. Returns those that came back, and not before. */
export async function returnPrenotes(
  tx: Transaction,
  tenantId: bigint,
  answers: readonly PrenoteAnswer[],
  now: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const codes = new Map(answers.map(({ prenoteId, code }) => [prenoteId, code]))
  const prenotes = await lockReturnable(tx, tenantId, [...codes.keys()])
  const returned = ({ id }: Prenote) => ({
    status: 'Returned' as const,
    endedAt: now,
    returnCode: codes.get(id)!,
    refusedReason: null,
  })
  await step(tx, tenantId, { prenotes, action: 'prenote.returned' }, returned, now)
  return new Set(prenotes.map(({ id }) => id))
}

/** Notes at prenotifications that another bank gave other details of their accounts. */
export async function notePrenoteChanges(
  tx: Transaction,
  tenantId: bigint,
  answers: readonly PrenoteAnswer[],
  now: Temporal.Instant,
): Promise<void> {
  const codes = new Map(answers.map(({ prenoteId, code }) => [prenoteId, code]))
  const prenotes = await lockPrenotes(tx, tenantId, {
    ids: [...codes.keys()],
    statuses: ['Queued', 'Sent', 'Accepted'],
  })
  const corrected = ({ id }: Prenote) => ({ changeCode: codes.get(id)! })
  await step(tx, tenantId, { prenotes, action: 'prenote.corrected' }, corrected, now)
}
