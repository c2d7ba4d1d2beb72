import { lookupCustomer } from '../accounts/accounts.ts'
import {
  belongsTo,
  findCustomerByRef,
  findCustomerByShortName,
  refuseCustomer,
  requireCustomer,
} from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { words } from '../kernel/words.ts'
import type { Principal } from '../tokens/access-tokens.ts'

export const CUSTOMER_ID_TYPES = words('FxCustomerIdType', ['CustomerUID', 'CustomerShortName', 'CustomerId', 'DDA'])
type CustomerIdType = (typeof CUSTOMER_ID_TYPES)[number]

const uid = /^[1-9][0-9]{0,17}$/

/**
 * Finds the customer of a trade by its customerUID, short name, customerId or account number (DDA).
 * An account number is refused if several customers have accounts with it. Also refused are
 * customers outside the token's legal entity and customers that may not trade (`mayTrade`).
 */
export async function requireFxCustomer(
  tx: Transaction,
  principal: Principal,
  { customerIdType, customerId }: { customerIdType: CustomerIdType; customerId: string },
): Promise<Result<bigint, Refusal>> {
  const found = await requireUid(tx, principal, customerIdType, customerId)
  if (!found.ok) return found
  const customer = await requireCustomer(tx, principal, String(found.value))
  if (!customer.ok) return customer
  const allowed = mayTrade(customer.value)
  return allowed.ok ? accept(customer.value.id) : allowed
}

/** A customer that may not pay may not trade. */
export function mayTrade({ status }: { status: string }): Result<void, Refusal> {
  if (status === 'Suspended') return refusal('customerStateNotAllowed', 'the customer is suspended')
  if (status === 'Pending') return refusal('customerStateNotAllowed', 'a change to the customer waits for approval')
  return accept(undefined)
}

async function requireUid(
  tx: Transaction,
  principal: Principal,
  type: CustomerIdType,
  id: string,
): Promise<Result<bigint, Refusal>> {
  switch (type) {
    case 'CustomerUID':
      return uid.test(id) ? accept(BigInt(id)) : found(tx, principal, undefined, type)
    case 'CustomerShortName':
      return found(tx, principal, await findCustomerByShortName(tx, principal.tenantId, id), type)
    case 'CustomerId':
      return found(tx, principal, await findCustomerByRef(tx, principal.tenantId, id), type)
    case 'DDA': {
      const accounts = await lookupCustomer(tx, principal, id, 'DEPOSIT')
      const uids = new Set(accounts.ok ? accounts.value.found.map(({ customerUid }) => customerUid) : [])
      const [only] = uids
      return only !== undefined && uids.size === 1 ? accept(only) : found(tx, principal, undefined, type)
    }
  }
}

async function found(
  tx: Transaction,
  principal: Principal,
  customer: { id: bigint; ancestorIds: bigint[] } | undefined,
  type: CustomerIdType,
): Promise<Result<bigint, Refusal>> {
  if (customer && belongsTo(customer, principal)) return accept(customer.id)
  return refuseCustomer(tx, principal, customer, unknown(type))
}

function unknown(type: CustomerIdType): string {
  return `no single customer has this ${type}`
}
