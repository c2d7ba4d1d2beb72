import { belongsTo, findCustomer } from '../customers/customers.ts'
import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findReceipt, type Receipt } from './receipts.store.ts'

/**
 * Reads a receipt. One of another legal entity, one that has no account yet, and an unknown one get
 * the same refusal from a customer's client, so that nobody can find out which exist.
 */
export async function readReceipt(
  db: Connection,
  principal: Principal,
  receiptUID: string,
): Promise<Result<{ receipt: Receipt; isInstitution: boolean }, Refusal>> {
  const { tenantId, legalEntityId } = principal
  const receipt = isUuid(receiptUID) ? await findReceipt(db, tenantId, receiptUID) : undefined
  if (!receipt) return refusal('receiptNotFound')
  const isInstitution = (await readInstitution(db, tenantId)).legalEntityId === legalEntityId
  if (isInstitution) return accept({ receipt, isInstitution })
  const customer = receipt.customerId === null ? undefined : await findCustomer(db, tenantId, receipt.customerId)
  return customer && belongsTo(customer, principal) ? accept({ receipt, isInstitution }) : refusal('receiptNotFound')
}
