import { Temporal } from 'temporal-polyfill'
import { findWaitingApproval, voidApproval } from '../approvals/approvals.ts'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { Proposal } from '../http/second-person.ts'
import {
  businessDayAt,
  type Institution,
  lockInstitution,
  maxCrossDeviationPercentOf,
  maxRateChangePercentOf,
  maxRoundTripGainPercentOf,
  requireInstitution,
} from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { type Pair, pairName } from '../kernel/currency-pair.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { partyOf, textOfParty } from '../tokens/api-clients.ts'
import {
  type DeviatingPair,
  deviatingPairs,
  type Present,
  type RateBounds,
  referenceAfter,
  whyItWaits,
} from './compare-rates.ts'
import { type Margin, readMargins, replaceMargins } from './fx-margins.store.ts'
import {
  type MarginsBody,
  parseMargins,
  parseRates,
  type RatesAfterChange,
  type RatesBody,
  renderDeviating,
  renderMargins,
  renderRates,
  type WaitingRate,
} from './fx-rates.schema.ts'
import { readRates, readReferences, writeRates } from './fx-rates.store.ts'
import type { PairRate } from './rate-source.ts'
import { byName } from './read-rate.ts'

/** How a rate that changes far waits for a second person. */
export interface FarRates {
  /** Whether a second person has confirmed these rates. */
  isConfirmed: boolean
  /** Proposes the rate, which is in the form of the request, and returns the approvalUID. */
  propose(rate: RatesBody['rates'][number], proposal: Proposal): Promise<string>
}

/**
 * Sets the rates of the named pairs, all or none. Other pairs keep their rates. The audit trail
 * keeps the old rates. A rate older than the current one is refused: it arrived late or twice, and
 * would be quoted as if it were the newest. Under dual control, a rate that changes far, or that
 * lets conversions there and back gain too much, is not set but waits for a second person. Every
 * pair that is too far from its cross is in the result, because one of its rates or of its legs may
 * have moved away; those that were not before are in an event.
 */
export async function setRates(
  tx: Transaction,
  principal: Principal,
  body: RatesBody,
  now: Temporal.Instant,
  far?: FarRates,
): Promise<Result<RatesAfterChange, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const rates = parseRates(body, now)
  if (!rates.ok) return refusal('invalidFxRates', rates.refusal)
  // Deciding an approval takes the locks in the same order.
  await lockTenant(tx, { lock: 'proposals', tenantId }, 'exclusive')
  const locked = await lockInstitution(tx, tenantId)
  const { code, dualControl, legalEntityId, settings } = locked
  const named = new Set(rates.value.map(pairName))
  const before = await readRates(tx, tenantId)
  const late = lateRates(body, rates.value, before)
  if (late.length > 0) return refusal('invalidFxRates', late.join('; '))
  const { isConfirmed = true } = far ?? {}
  const isDual = dualControl && !isConfirmed
  const bounds = isDual
    ? { maxChange: maxRateChangePercentOf(settings), maxGain: maxRoundTripGainPercentOf(settings) }
    : undefined
  const present = await presentRates(tx, locked, { before, rates: rates.value, bounds }, now)
  const reasons = rates.value.map((rate) => bounds && whyItWaits(rate, present, bounds))
  const set = rates.value.filter((_rate, index) => !reasons[index])
  const references = { present, isConfirmed: isConfirmed && dualControl }
  await writeRates(
    tx,
    tenantId,
    set.map((rate) => ({ ...rate, reference: referenceAfter(rate, references) })),
    isConfirmed ? null : textOfParty(partyOf(principal)),
  )
  for (const rate of set)
    await voidApproval(tx, principal, { kind: 'fxRates', subjectId: pairName(rate) }, 'a newer rate was set', now)
  const after = await readRates(tx, tenantId)
  if (set.length > 0) await recordRates(tx, { tenantId, clientId, code }, named, { before, after }, now)
  const maxDeviation = maxCrossDeviationPercentOf(settings)
  const deviating = deviatingPairs(after, maxDeviation)
  const earlier = new Set(deviatingPairs(before, maxDeviation).map(pairName))
  const moved = deviating.filter((pair) => !earlier.has(pairName(pair)))
  await recordDeviating(tx, { tenantId, clientId, code }, moved, now)
  const waiting: WaitingRate[] = []
  for (const [index, rate] of rates.value.entries()) {
    const because = reasons[index]
    if (!far || !because) continue
    const asked = { ...body.rates[index]!, asOf: timestamp(rate.asOf) }
    const proposal = { customerId: legalEntityId, subjectId: pairName(rate), current: renderOne(present, rate) }
    const approvalUID = (await waitingFor(tx, tenantId, rate)) ?? (await far.propose(asked, proposal))
    waiting.push({ baseCurrency: rate.baseCurrency, quoteCurrency: rate.quoteCurrency, approvalUID, because })
  }
  return accept({ rates: after, waiting, deviating })
}

type Actor = Pick<Principal, 'tenantId' | 'clientId'> & { code: string }

async function recordRates(
  tx: Transaction,
  { tenantId, clientId, code }: Actor,
  named: ReadonlySet<string>,
  { before, after }: Record<'before' | 'after', readonly PairRate[]>,
  now: Temporal.Instant,
): Promise<void> {
  const onlyNamed = (all: readonly PairRate[]) => renderRates(all.filter((rate) => named.has(pairName(rate))))
  const subject = { kind: 'institution', id: code }
  const change = { before: onlyNamed(before), after: onlyNamed(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.rates.updated', subject, ...change }, now)
}

async function recordDeviating(
  tx: Transaction,
  { tenantId, clientId, code }: Actor,
  pairs: readonly DeviatingPair[],
  now: Temporal.Instant,
): Promise<void> {
  if (pairs.length === 0) return
  const subject = { kind: 'institution', id: code }
  const after = { deviating: renderDeviating(pairs) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.rates.deviating', subject, after }, now)
}

/**
 * What the new rates are compared with. A rate against USD has no cross, so what is set of those is
 * known before the crosses are.
 */
async function presentRates(
  tx: Transaction,
  institution: Institution,
  change: { before: readonly PairRate[]; rates: readonly PairRate[]; bounds: RateBounds | undefined },
  now: Temporal.Instant,
): Promise<Present> {
  const { before, rates, bounds } = change
  const present = {
    rates: byName(before),
    legs: byName([]),
    references: await readReferences(tx, institution.tenantId),
    margins: await readMargins(tx, institution.tenantId),
    now,
    calendars: currencyCalendars(institution.settings.currencyCalendars),
    today: await businessDayAt(tx, institution, now),
  }
  const legs = rates.filter(({ baseCurrency, quoteCurrency }) => [baseCurrency, quoteCurrency].includes('USD'))
  const set = legs.filter((leg) => !bounds || !whyItWaits(leg, present, bounds))
  return { ...present, legs: byName([...before, ...set]) }
}

/**
 * The proposal that waits for the pair, if any. It stays, because a feed would otherwise replace it
 * every few seconds, and nobody could approve what they have read.
 */
async function waitingFor(tx: Transaction, tenantId: bigint, pair: Pair): Promise<string | undefined> {
  const found = await findWaitingApproval(tx, tenantId, { kind: 'fxRates', subjectId: pairName(pair) })
  return found?.id
}

/** The present rate of the pair, as an approver sees it; null if there is none. */
function renderOne({ rates }: Present, pair: Pair): unknown {
  const rate = rates.get(pairName(pair))
  return rate ? renderRates([rate]).rates[0] : null
}

/**
 * The faults of rates older than the current rate. Only rates with an asOf are checked, because the
 * clocks of two nodes may differ slightly.
 */
function lateRates({ rates: given }: RatesBody, rates: readonly PairRate[], present: readonly PairRate[]): string[] {
  const known = new Map(present.map((rate) => [pairName(rate), rate.asOf]))
  return rates.flatMap((rate, index) => {
    const newest = known.get(pairName(rate))
    if (!newest || given[index]!.asOf === undefined || Temporal.Instant.compare(rate.asOf, newest) >= 0) return []
    return [`rates.${index}.asOf is before that of the current rate of ${pairName(rate)}, ${newest}`]
  })
}

/** Replaces all margins with those in the body. */
export async function setMargins(
  tx: Transaction,
  principal: Principal,
  body: MarginsBody,
  now: Temporal.Instant,
): Promise<Result<Margin[], Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const margins = parseMargins(body)
  if (!margins.ok) return refusal('invalidFxRates', margins.refusal)
  await lockInstitution(tx, tenantId)
  const before = await readMargins(tx, tenantId)
  await replaceMargins(tx, tenantId, margins.value, now)
  const after = await readMargins(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: renderMargins(before), after: renderMargins(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.margins.updated', subject, ...change }, now)
  return accept(after)
}
