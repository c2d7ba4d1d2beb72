import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { lockInstitution, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { pairName } from './domain/pair.ts'
import { type Margin, readMargins, replaceMargins } from './fx-margins.store.ts'
import {
  type MarginsBody,
  parseMargins,
  parseRates,
  type RatesBody,
  renderMargins,
  renderRates,
} from './fx-rates.schema.ts'
import { readRates, writeRates } from './fx-rates.store.ts'
import type { PairRate } from './rate-source.ts'

/**
 * Sets the rates of the pairs that the body names, all or none; others stay. The trail keeps what they were. A rate that is older than the one it would
 * replace is refused: it came late, by a second way or sent again, and would be quoted as if it were the newest.
 */
export async function setRates(
  tx: Transaction,
  principal: Principal,
  body: RatesBody,
  now: Temporal.Instant,
): Promise<Result<PairRate[], Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const rates = parseRates(body, now)
  if (!rates.ok) return refusal('invalidFxRates', rates.refusal)
  await lockInstitution(tx, tenantId)
  const named = new Set(rates.value.map(pairName))
  const onlyNamed = (all: PairRate[]) => renderRates(all.filter((rate) => named.has(pairName(rate))))
  const before = await readRates(tx, tenantId)
  const late = comeLate(body, rates.value, before)
  if (late.length > 0) return refusal('invalidFxRates', late.join('; '))
  await writeRates(tx, tenantId, rates.value)
  const after = await readRates(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: onlyNamed(before), after: onlyNamed(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.rates.updated', subject, ...change }, now)
  return accept(after)
}

/** Of those that say their time; the clocks of two nodes may differ by a little. */
function comeLate({ rates: given }: RatesBody, rates: readonly PairRate[], present: readonly PairRate[]): string[] {
  const known = new Map(present.map((rate) => [pairName(rate), rate.asOf]))
  return rates.flatMap((rate, index) => {
    const newest = known.get(pairName(rate))
    if (!newest || given[index]!.asOf === undefined || Temporal.Instant.compare(rate.asOf, newest) >= 0) return []
    return [`rates.${index}.asOf lies before that of the present rate of ${pairName(rate)}, ${newest}`]
  })
}

/** Replaces all margins by those of the body. */
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
  await replaceMargins(tx, tenantId, margins.value)
  const after = await readMargins(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: renderMargins(before), after: renderMargins(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.margins.updated', subject, ...change }, now)
  return accept(after)
}
