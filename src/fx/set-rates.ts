import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { lockInstitution } from '../institution/institution.ts'
import { requireInstitution } from '../institution/require-institution.ts'
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

/** Sets the rates of the pairs that the body names, all or none; others stay. The trail keeps what they were. */
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
  await writeRates(tx, tenantId, rates.value)
  const after = await readRates(tx, tenantId)
  const subject = { kind: 'institution', id: institution.value.code }
  const change = { before: onlyNamed(before), after: onlyNamed(after) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'fx.rates.updated', subject, ...change }, now)
  return accept(after)
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
