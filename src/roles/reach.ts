import { needsSecondPerson } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { Entitlement } from '../tokens/entitlements.ts'

type Customer = Parameters<typeof needsSecondPerson>[1]

/** The entitlements of a role before and after a change. */
interface Access {
  before: readonly Entitlement[]
  after: readonly Entitlement[]
}

/** The entitlements that the change adds and the caller does not have. */
export function beyondCaller({ entitlements }: Principal, { before, after }: Access): Entitlement[] {
  return after.filter((entitlement) => !before.includes(entitlement) && !entitlements.has(entitlement))
}

/**
 * Whether a second person decides if the caller gives a role of this customer more than it has:
 * where one decides about every role that gives more, and for clients of an institution under dual
 * control.
 */
export async function mayAskSecondPerson(tx: Transaction, principal: Principal, customer: Customer): Promise<boolean> {
  if (await needsSecondPerson(tx, customer)) return true
  const { dualControl, legalEntityId } = await readInstitution(tx, principal.tenantId)
  return dualControl && principal.legalEntityId === legalEntityId
}

/**
 * Refuses a role with entitlements that the caller does not have, because otherwise a client that
 * only manages roles could give its accomplices any right. With `approval`, two people agreed.
 */
export async function withinReach(
  tx: Transaction,
  principal: Principal,
  { customer, approval }: { customer: Customer; approval: object | undefined },
  access: Access,
): Promise<Result<void, Refusal>> {
  const beyond = beyondCaller(principal, access)
  if (beyond.length === 0 || approval || (await mayAskSecondPerson(tx, principal, customer))) return accept(undefined)
  return refusal('roleBeyondCaller', `the caller does not have ${beyond.join(', ')}`)
}
