import { lookupCustomer } from '../accounts/accounts.ts'
import {
  belongsTo,
  findCustomerByCustomerId,
  findCustomerByShortName,
  requireCustomer,
} from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'

export const CUSTOMER_ID_TYPES = ['CustomerUID', 'CustomerShortName', 'CustomerId', 'DDA'] as const
type CustomerIdType = (typeof CUSTOMER_ID_TYPES)[number]

const uid = /^[1-9][0-9]{0,17}$/

/**
 * The customer that a trade is for, by its customerUID, its short name, the customerId that the institution gave it, or the
 * number of an account (DDA), where all accounts of that number are one customer's. It belongs to the token's legal entity,
 * and may trade.
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

/** Who may not pay may not agree on an exchange either. */
export function mayTrade({ status }: { status: string }): Result<void, Refusal> {
  if (status === 'Suspended') return refusal('customerStateNotAllowed', 'the customer is suspended')
  if (status === 'Pending') return refusal('customerStateNotAllowed', 'a change of the customer waits for approval')
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
      return uid.test(id) ? accept(BigInt(id)) : unknown(type)
    case 'CustomerShortName':
      return found(await findCustomerByShortName(tx, principal.tenantId, id), principal, type)
    case 'CustomerId':
      return found(await findCustomerByCustomerId(tx, principal.tenantId, id), principal, type)
    case 'DDA': {
      const accounts = await lookupCustomer(tx, principal, id, 'DEPOSIT')
      const uids = new Set(accounts.ok ? accounts.value.found.map(({ customerUid }) => customerUid) : [])
      const [only] = uids
      return only !== undefined && uids.size === 1 ? accept(only) : unknown(type)
    }
  }
}

function found(
  customer: { id: bigint; ancestorIds: bigint[] } | undefined,
  principal: Principal,
  type: CustomerIdType,
): Result<bigint, Refusal> {
  if (!customer) return unknown(type)
  return belongsTo(customer, principal) ? accept(customer.id) : refusal('foreignCustomer')
}

function unknown(type: CustomerIdType) {
  return refusal('customerNotFound', `there is no customer, or more than one, with this ${type}`)
}
