import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { lockInstitution, requireInstitution } from '../institution/institution.ts'
import { pairName } from '../kernel/currency-pair.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
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
 * Sets the rates of the named pairs, all or none. Other pairs keep their rates. The audit trail
 * keeps the old rates. A rate older than the current one is refused: it arrived late or twice, and
 * would be quoted as if it were the newest.
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
  const late = lateRates(body, rates.value, before)
  if (late.length > 0) return refusal('invalidFxRates', late.join('; '))
  await writeRates(tx, tenantId, rates.value)
  const after = await readRates(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: onlyNamed(before), after: onlyNamed(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.rates.updated', subject, ...change }, now)
  return accept(after)
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
  await replaceMargins(tx, tenantId, margins.value)
  const after = await readMargins(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: renderMargins(before), after: renderMargins(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.margins.updated', subject, ...change }, now)
  return accept(after)
}
