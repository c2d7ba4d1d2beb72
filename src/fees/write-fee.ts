import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { openBook } from '../ledger/open-account.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { isAnyTierMissing } from './customer-fees.store.ts'
import { type FeeBody, parseFee, renderFee } from './fees.schema.ts'
import { deleteFee, type Fee, findFee, insertFee, lockSchedule, replaceFee } from './fees.store.ts'
import { APPLICATION } from './pricing.store.ts'

/** Adds a fee to the institution's schedule. */
export async function createFee(
  tx: Transaction,
  principal: Principal,
  body: FeeBody,
  now: Temporal.Instant,
): Promise<Result<Fee, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const parsed = parseFee(body)
  if (!parsed.ok) return parsed
  const created = await insertFee(tx, principal.tenantId, parsed.value, now)
  await openIncome(tx, principal.tenantId, created, now)
  await recordFee(tx, principal, { action: 'fee.created', after: created }, now)
  return accept(created)
}

/** Replaces a fee. Refused if a customer would be left on a tier that no fee has. */
export async function updateFee(
  tx: Transaction,
  principal: Principal,
  { feeId, ifMatch }: { feeId: number; ifMatch: string | undefined },
  body: FeeBody,
  now: Temporal.Instant,
): Promise<Result<Fee, Refusal>> {
  const before = await lockFee(tx, principal, feeId)
  if (!before.ok) return before
  if (!isExpectedVersion(before.value, ifMatch)) return refusal('feeChanged')
  const parsed = parseFee(body)
  if (!parsed.ok) return parsed
  const after = await replaceFee(tx, principal.tenantId, before.value.id, parsed.value, now)
  await openIncome(tx, principal.tenantId, after, now)
  if (await isAnyTierMissing(tx, principal.tenantId, before.value.application)) return refusal('feeTierInUse')
  await recordFee(tx, principal, { action: 'fee.updated', before: before.value, after }, now)
  return accept(after)
}

/** Opens the account of what customers pay of a fee of payments, unless it is open. */
async function openIncome(
  tx: Transaction,
  tenantId: bigint,
  { id: fee, application, currency }: Fee,
  now: Temporal.Instant,
): Promise<void> {
  if (application === APPLICATION) await openBook(tx, tenantId, { book: 'fees', currency, fee }, now)
}

/** Deletes a fee from the schedule, under the same condition. */
export async function removeFee(
  tx: Transaction,
  principal: Principal,
  feeId: number,
  now: Temporal.Instant,
): Promise<Result<Fee, Refusal>> {
  const before = await lockFee(tx, principal, feeId)
  if (!before.ok) return before
  await deleteFee(tx, principal.tenantId, before.value, now)
  if (await isAnyTierMissing(tx, principal.tenantId, before.value.application)) return refusal('feeTierInUse')
  await recordFee(tx, principal, { action: 'fee.deleted', before: before.value }, now)
  return before
}

/** Reads a fee and locks the schedule until the transaction ends. */
async function lockFee(tx: Transaction, principal: Principal, feeId: number): Promise<Result<Fee, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  await lockSchedule(tx, principal.tenantId)
  const fee = await findFee(tx, principal.tenantId, BigInt(feeId))
  return fee ? accept(fee) : refusal('feeNotFound')
}

async function recordFee(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { action, before, after }: { action: string; before?: Fee; after?: Fee },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'fee', id: String((after ?? before)!.id) }
  const change = { before: before && renderFee(before), after: after && renderFee(after) }
  await recordChange(tx, { tenantId, actor: clientId, action, subject, ...change }, now)
}
