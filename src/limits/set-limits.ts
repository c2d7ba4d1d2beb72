import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AppLimits, type InstitutionLimitsBody, parseLimitSettings, renderSetLimits } from './limits.schema.ts'
import { readInstitutionLimits, type SetLimit, writeCustomerLimits, writeInstitutionLimits } from './limits.store.ts'

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

/** Sets the institution's limits, which apply to every customer without its own limit. */
export async function setInstitutionLimits(
  tx: Transaction,
  principal: Principal,
  body: Static<typeof InstitutionLimitsBody>,
  now: Temporal.Instant,
): Promise<Result<SetLimit[], Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { code, currency } = institution.value
  const changes = parseLimitSettings(body.limits, currency)
  if (!changes.ok) return refusal('invalidLimits', changes.refusal)
  const before = await readInstitutionLimits(tx, tenantId)
  await writeInstitutionLimits(tx, tenantId, changes.value, now)
  const after = await readInstitutionLimits(tx, tenantId)
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
