import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type CreateSignatoryBody,
  mergeSignatory,
  parseNewSignatory,
  renderSignatory,
  type UpdateSignatoryBody,
} from './signatories.schema.ts'
import {
  hideSignatory,
  insertSignatory,
  lockSignatory,
  type SignatoryRow,
  updateSignatoryRow,
} from './signatories.store.ts'
import { requireSignatoryCustomer } from './signatory-customer.ts'

/** The path of a signatory. */
export interface SignatoryPath {
  customerUID: string
  id: string
}

/** Adds a person authorized to act for the customer, effective at once. */
export async function createSignatory(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: CreateSignatoryBody,
  now: Temporal.Instant,
): Promise<Result<SignatoryRow, Refusal>> {
  const { tenantId, clientId } = principal
  const customerId = await requireSignatoryCustomer(tx, principal, customerUID)
  if (!customerId.ok) return customerId
  const { currency } = await readInstitution(tx, tenantId)
  const parsed = parseNewSignatory(body, currency)
  if (!parsed.ok) return parsed
  const created = await insertSignatory(tx, { tenantId, customerId: customerId.value }, parsed.value, now)
  const after = renderSignatory(created)
  await recordChange(
    tx,
    { tenantId, actor: clientId, action: 'signatory.created', subject: subjectOf(created), after },
    now,
  )
  return accept(created)
}

/** Changes the fields in the body and keeps the others. */
export async function updateSignatory(
  tx: Transaction,
  principal: Principal,
  path: SignatoryPath,
  body: UpdateSignatoryBody,
  now: Temporal.Instant,
): Promise<Result<SignatoryRow, Refusal>> {
  const { tenantId, clientId } = principal
  const locked = await lockSignatoryOf(tx, principal, path)
  if (!locked.ok) return locked
  const { currency } = await readInstitution(tx, tenantId)
  const merged = mergeSignatory(locked.value, body, currency)
  if (!merged.ok) return merged
  const updated = await updateSignatoryRow(tx, tenantId, locked.value.id, merged.value, now)
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'signatory.updated',
      subject: subjectOf(updated),
      before: renderSignatory(locked.value),
      after: renderSignatory(updated),
    },
    now,
  )
  return accept(updated)
}

/** Removes a person's authority to act for the customer. The row is kept but no longer shown. */
export async function deleteSignatory(
  tx: Transaction,
  principal: Principal,
  path: SignatoryPath,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { tenantId, clientId } = principal
  const locked = await lockSignatoryOf(tx, principal, path)
  if (!locked.ok) return locked
  await hideSignatory(tx, tenantId, locked.value.id, now)
  const before = renderSignatory(locked.value)
  await recordChange(
    tx,
    { tenantId, actor: clientId, action: 'signatory.deleted', subject: subjectOf(locked.value), before },
    now,
  )
  return accept(undefined)
}

async function lockSignatoryOf(
  tx: Transaction,
  principal: Principal,
  { customerUID, id }: SignatoryPath,
): Promise<Result<SignatoryRow, Refusal>> {
  const customerId = await requireSignatoryCustomer(tx, principal, customerUID)
  if (!customerId.ok) return customerId
  const signatory = await lockSignatory(tx, principal.tenantId, BigInt(id))
  if (signatory?.customerId !== customerId.value)
    return refuseUnreachable(tx, principal, signatory, {
      missing: 'signatoryNotFound',
      outside: 'signatoryOfAnotherCustomer',
    })
  return accept(signatory)
}

function subjectOf({ id, customerId }: SignatoryRow) {
  return { kind: 'signatory', id: String(id), customerId }
}
