import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Connection, Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type AppLimits,
  type InstitutionLimits,
  type InstitutionLimitsBody,
  parseLimitSettings,
  renderSetLimits,
} from './limits.schema.ts'
import {
  readInstitutionLimits,
  readInstitutionTotals,
  writeCustomerLimits,
  writeInstitutionLimits,
  writeInstitutionTotals,
} from './limits.store.ts'

/** Sets the limits in a customer update. The caller records the change. */
export async function setCustomerLimits(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  limits: Static<typeof AppLimits>,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { currency } = await readInstitution(tx, tenantId)
  const changes = parseLimitSettings(
    limits.flatMap(({ appLimits }) => appLimits),
    currency,
  )
  if (!changes.ok) return refusal('invalidCustomer', `limits: ${changes.refusal}`)
  await writeCustomerLimits(tx, tenantId, customerId, changes.value, now)
  return accept(undefined)
}

/**
 * Sets the institution's limits, which apply to every customer without its own limit, and its
 * totals, which bound all customers together.
 */
export async function setInstitutionLimits(
  tx: Transaction,
  principal: Principal,
  body: Static<typeof InstitutionLimitsBody>,
  now: Temporal.Instant,
): Promise<Result<InstitutionLimits, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { code, currency } = institution.value
  const changes = parseLimitSettings(body.limits, currency)
  if (!changes.ok) return refusal('invalidLimits', changes.refusal)
  const totals = parseLimitSettings(body.totals ?? [], currency)
  if (!totals.ok) return refusal('invalidLimits', `totals: ${totals.refusal}`)
  const before = await readSetLimits(tx, tenantId)
  await writeInstitutionLimits(tx, tenantId, changes.value, now)
  await writeInstitutionTotals(tx, tenantId, totals.value, now)
  const after = await readSetLimits(tx, tenantId)
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'institution.limits.updated',
      subject: { kind: 'institution', id: code },
      before: renderSetLimits(before),
      after: renderSetLimits(after),
    },
    now,
  )
  return accept(after)
}

/** The institution's limits and totals. */
export async function readSetLimits(db: Connection, tenantId: bigint): Promise<InstitutionLimits> {
  return { limits: await readInstitutionLimits(db, tenantId), totals: await readInstitutionTotals(db, tenantId) }
}
