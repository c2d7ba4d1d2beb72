import type { Transaction } from '../../db/client.ts'
import { recordChanges } from '../../events/events.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import type { Moment } from '../../kernel/moment.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { mayBeOnePerson, partyOf } from '../../tokens/api-clients.ts'
import { readMakers, readSetters } from '../approval/makers.store.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import { type LockedPayment, lockPayments } from '../locked-payments.store.ts'
import { readCustomersOfSeries } from '../recurring/recurrences.store.ts'
import { readPayment } from '../search/read-payment.ts'
import {
  clearStops,
  findStoppedMakers,
  findStoppedMakersOfSeries,
  insertReleases,
  type MakerStop,
} from './stopped-makers.store.ts'

/** What is released, and why: the reason is for the audit log alone. */
export interface Release {
  paymentIds: readonly string[]
  /** Series whose payments are released that wait for their dates, or are still to be made. */
  recurrenceIds: readonly string[]
  reason: string
  /** If given, a payment that is held for any other stop stays held. */
  of?: (stop: MakerStop) => boolean
}

/**
 * Releases a payment that is HELD because its makers were stopped; with `series`, also the payments
 * of its series that wait for their dates or are still to be made. Others of the series that are
 * held stay held, so nothing leaves that was not named.
 */
export async function releaseHeldPayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { reason, series = false }: { reason: string; series?: boolean },
  moment: Moment,
): Promise<Result<LockedPayment, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const found = await requirePaymentIn(tx, principal, paymentUID, ['HELD'])
  if (!found.ok) return found
  const read = await readPayment(tx, principal, paymentUID)
  const recurrence = read.ok && series ? read.value.series : null
  if (series && !recurrence) return refusal('paymentStateConflict', 'the payment belongs to no series')
  const what = { paymentIds: [found.value.id], recurrenceIds: recurrence ? [recurrence.id] : [], reason }
  const released = await releasePayments(tx, principal, institution.value, what, moment)
  if (!released.ok) return released
  if (released.value.size === 0)
    return refusal('paymentStateConflict', 'no maker of the payment is stopped: something else holds it')
  return found
}

/**
 * Releases payments and series from everything that stops their makers now. Each goes on at the
 * next possible time, unless something else holds it; a maker that is stopped by something new
 * holds it again. Refused for whoever made or changed one of them, or may hold a secret of the
 * client that did. The caller has asked `requireInstitution`.
 * @returns what stopped the makers of each payment; those of which nothing did are absent
 */
export async function releasePayments(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { paymentIds, recurrenceIds, reason, of = () => true }: Release,
  { now, tokenNow }: Moment,
): Promise<Result<ReadonlyMap<string, readonly MakerStop[]>, Refusal>> {
  const { tenantId, clientId: actor } = principal
  const payments = await lockPayments(tx, tenantId, paymentIds)
  const independent = await requireNoMaker(tx, principal, institution, { paymentIds, recurrenceIds }, { tokenNow })
  if (!independent.ok) return independent
  const [found, ofSeries] = await Promise.all([
    findStoppedMakers(tx, tenantId, paymentIds, tokenNow),
    findStoppedMakersOfSeries(tx, tenantId, recurrenceIds, tokenNow),
  ])
  const altered = new Set(payments.flatMap(({ id, contactAltered }) => (contactAltered === undefined ? [] : id)))
  const stops = new Map([...found].filter(([id, all]) => all.every(of) && !altered.has(id)))
  await insertReleases(tx, principal, 'payment', stops, now)
  await insertReleases(tx, principal, 'recurrence', ofSeries, now)
  const held = payments.filter(({ id, status }) => status === 'HELD' && stops.has(id))
  await clearStops(
    tx,
    tenantId,
    held.map(({ id }) => id),
    now,
  )
  const changes = payments.flatMap(({ id, customerId, status }) => {
    const released = stops.get(id)
    if (!released) return []
    const subject = { kind: 'payment', id, customerId }
    const after = { status, reason, released: released.map(nameOfStop) }
    // The customer sees that it was released, and not what stopped whom.
    const shown = { status, by: actor }
    return [{ ...{ tenantId, actor, action: 'payment.released', subject }, before: { status }, after, shown }]
  })
  const customers = await readCustomersOfSeries(tx, tenantId, [...ofSeries.keys()])
  const series = Array.from(ofSeries, ([id, released]) => {
    const subject = { kind: 'recurrence', id, customerId: customers.get(id)! }
    const after = { reason, released: released.map(nameOfStop) }
    return { ...{ tenantId, actor, action: 'recurrence.released', subject }, before: {}, after, shown: { by: actor } }
  })
  await recordChanges(tx, tenantId, [...changes, ...series], now)
  return accept(stops)
}

/** A stop as records name it, such as `clientRevoked giro_a1b2`. */
export const nameOfStop = ({ kind, actorId }: MakerStop) => `${kind} ${actorId}`

/**
 * Refuses whoever may be a maker, or may have set the bank details that are paid: the same person,
 * or one who may hold the secrets of both.
 */
async function requireNoMaker(
  tx: Transaction,
  principal: Principal,
  { tenantId, legalEntityId: ownEntityId }: Institution,
  what: Pick<Release, 'paymentIds' | 'recurrenceIds'>,
  { tokenNow }: Pick<Moment, 'tokenNow'>,
): Promise<Result<void, Refusal>> {
  const one = partyOf(principal)
  for (const other of [...(await readMakers(tx, tenantId, what)), ...(await readSetters(tx, tenantId, what))])
    if (await mayBeOnePerson(tx, { tenantId, one, other, ownEntityId }, tokenNow)) return refusal('ownPaymentRelease')
  return accept(undefined)
}
