import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type Hold, readHolds } from '../../ledger/ledger.ts'
import { dueAt, meetObligations, type ObligationKey, openObligations, ruleOf } from '../../obligations/obligations.ts'
import { ACH_TIME_ZONE, nextReversalFile } from '../../rails/rails.ts'
import { readTransitions } from '../history/transitions.store.ts'
import type { LockedPayment } from '../locked-payments.store.ts'

/** A debit to reverse: its posted hold, and the day on which it settled. */
export interface DebitToReverse {
  hold: Hold
  settledOn: Temporal.PlainDate
}

/**
 * A settled debit that can be reversed. Refused with the rule if the next file of reversing entries
 * leaves too late for it.
 */
export async function debitToReverse(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  now: Temporal.Instant,
): Promise<Result<DebitToReverse, Refusal>> {
  const { tenantId } = institution
  const steps = await readTransitions(tx, tenantId, payment.id)
  const settled = steps.find(({ to }) => to === 'PROCESSED')
  const holdId = payment.holdTransferId
  const hold = holdId === null ? undefined : (await readHolds(tx, tenantId, [holdId])).get(holdId)
  if (!settled || !hold) throw new Error(`payment ${payment.id} has not settled, or has no hold`)
  const settledOn = settled.at.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
  const sendBy = dueAt('Reversal', settledOn, institution)
  if (Temporal.Instant.compare(nextReversalFile(institution, now), sendBy) <= 0) return accept({ hold, settledOn })
  return refusal(
    'paymentStateConflict',
    `the next file with a reversing entry leaves after ${eastern(sendBy)} Eastern (${ruleOf('Reversal', settledOn, institution)}); pay the amount back with a credit request`,
  )
}

/**
 * Starts the clocks of a reversal: the entry leaves in time after the settlement of the debit, and
 * 24 hours after the error was found, if the request says when.
 */
export async function openReversalClocks(
  tx: Transaction,
  institution: Institution,
  { paymentId, settledOn, discoveredAt }: ReversalStart,
  now: Temporal.Instant,
): Promise<void> {
  const clocks = [
    { kind: 'Reversal', from: settledOn },
    ...(discoveredAt ? [{ kind: 'DiscoveredReversal', from: discoveredAt } as const] : []),
  ] as const
  const due = clocks.map(({ kind, from }) => {
    const time = { dueAt: dueAt(kind, from, institution), rule: ruleOf(kind, from, institution) }
    return { kind, subject: { kind: 'payment', id: paymentId }, ...time }
  })
  await openObligations(tx, institution.tenantId, due, now)
}

interface ReversalStart {
  paymentId: string
  settledOn: Temporal.PlainDate
  /** When the error was found. */
  discoveredAt: Temporal.Instant | undefined
}

/** Ends the clocks of reversals whose entries have left, or are not sent any more. */
export async function meetReversalClocks(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  by: string,
  now: Temporal.Instant,
): Promise<void> {
  const keys = paymentIds.flatMap((id): ObligationKey[] => {
    const subject = { kind: 'payment', id }
    return [
      { kind: 'Reversal', subject },
      { kind: 'DiscoveredReversal', subject },
    ]
  })
  await meetObligations(tx, tenantId, keys, by, now)
}

function eastern(moment: Temporal.Instant): string {
  return moment.toString({ timeZone: ACH_TIME_ZONE }).slice(0, 16).replace('T', ' ')
}
