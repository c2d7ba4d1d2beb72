import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import type { Moment } from '../../kernel/moment.ts'
import { findUnapproved, sayMissing } from '../approval/standing-approvals.ts'
import { changePayments, type PaymentChange } from '../history/transitions.store.ts'
import { findUnapprovedNow } from './approvals-of-now.ts'
import { readExchangedUntil } from './held-exchanges.store.ts'
import type { HoldReason } from './hold-reasons.ts'
import { findStoppedMakers } from './stopped-makers.store.ts'
import { findSuspended } from './suspensions.store.ts'

/** Payments, locked by the caller, that are about to take one more step. */
interface Leaving {
  from: 'VALIDATED' | 'READY_TO_TRANSMIT'
  paymentIds: readonly string[]
  /** Whether they were HELD until now. */
  wereHeld?: boolean
}

/**
 * VALIDATED or READY_TO_TRANSMIT → HELD for those of the payments whose customer, account, contact
 * or rail is suspended, whose makers may not act any more, or that lack approvals: because their
 * approvers may not act, or because rules ask for more by now. The rules are asked again of
 * payments that were held, or that were validated on an earlier day of the institution. They keep
 * their holds; those that have exchanged money until their value date is missed. Returns their ids;
 * the others may continue.
 */
export async function holdBack(
  tx: Transaction,
  institution: Institution,
  { from, paymentIds, wereHeld = false }: Leaving,
  { now, tokenNow }: Moment,
): Promise<ReadonlySet<string>> {
  const { tenantId, timeZone } = institution
  const startOfToday = today(now, timeZone).toZonedDateTime(timeZone).toInstant()
  const [{ suspended, validatedEarlier }, stopped, unapproved] = await Promise.all([
    findSuspended(tx, tenantId, { paymentIds, startOfToday }),
    findStoppedMakers(tx, tenantId, paymentIds, tokenNow),
    findUnapproved(tx, tenantId, paymentIds),
  ])
  const unapprovedNow = await findUnapprovedNow(tx, institution, wereHeld ? paymentIds : validatedEarlier, now)
  const held = new Set([...suspended.keys(), ...stopped.keys(), ...unapproved.keys(), ...unapprovedNow.keys()])
  const until = await readExchangedUntil(tx, tenantId, [...held])
  const changes = Array.from(held, (paymentId): PaymentChange => {
    const [stops, missing] = [stopped.get(paymentId), unapprovedNow.get(paymentId) ?? unapproved.get(paymentId)]
    const heldReasons: HoldReason[] = [
      ...(suspended.get(paymentId) ?? []),
      ...(stops ? (['makerStopped'] as const) : []),
      ...(missing ? (['approvalsMissing'] as const) : []),
    ]
    return {
      ...{ paymentId, from, to: 'HELD', actor: 'worker', heldReasons, stops, failsAt: until.get(paymentId) },
      ...(missing && missing.approvers > 0 && { approversNeeded: missing.approvers }),
      ...(missing?.institution && { needsInstitutionApproval: true }),
      evidence: { reasons: heldReasons, ...(missing && { reason: sayMissing(missing) }) },
    }
  })
  await changePayments(tx, tenantId, changes, now)
  return held
}
