import { needsSecondPerson } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { beyondCaller } from '../roles/roles.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'
import { entitlementsOf } from '../tokens/entitlements.ts'
import { type Powers, widens } from './domain/widening.ts'
import type { UserOfCustomer } from './require-user.ts'
import type { HeldRole } from './users.store.ts'

/** Who else decides about the users of a customer beside this caller. */
interface Guard {
  /** A second person decides about the customer's people. */
  ofPeople: boolean
  /** The caller is a client of an institution under dual control. */
  ofInstitution: boolean
  sandbox: boolean
}

type Roles = readonly Pick<HeldRole, 'applications'>[]

/** The fields of a user that a change can touch. */
type Fields = Powers & { email: string; phoneNumber?: string | undefined }

async function guardOf(tx: Transaction, principal: Principal, customer: UserOfCustomer['customer']): Promise<Guard> {
  const { legalEntityId, dualControl, sandbox } = await readInstitution(tx, principal.tenantId)
  return {
    ofPeople: await needsSecondPerson(tx, customer),
    ofInstitution: dualControl && principal.legalEntityId === legalEntityId,
    sandbox,
  }
}

/**
 * Whether a second person decides that a user gets these roles, or gets access with them: where one
 * decides about the customer's people, and under dual control if the institution's client does not
 * have all that the roles give. Nobody gives more than they have.
 */
export async function activationWaits(
  tx: Transaction,
  principal: Principal,
  { customer, roles }: { customer: UserOfCustomer['customer']; roles: Roles },
): Promise<boolean> {
  const guard = await guardOf(tx, principal, customer)
  return guard.ofPeople || (guard.ofInstitution && exceedsCaller(principal, [], roles))
}

/**
 * Whether a change of a user who may have credentials waits: if it gives the user more, or changes
 * how the person is reached. An invitation and a reset go to the address, and whoever asks whether
 * it is right calls the telephone number.
 */
export async function changeWaits(
  tx: Transaction,
  principal: Principal,
  { user, customer, roles }: UserOfCustomer,
  { present, proposed, proposedRoles }: { present: Fields; proposed: Fields; proposedRoles: Roles },
): Promise<boolean> {
  const guard = await guardOf(tx, principal, customer)
  const gives = guard.ofPeople
    ? widens(present, proposed)
    : guard.ofInstitution && exceedsCaller(principal, roles, proposedRoles)
  if (gives) return true
  const isMoved = present.email !== proposed.email || present.phoneNumber !== proposed.phoneNumber
  return isMoved && !isThemselves(principal, user) && (guard.ofPeople || guard.ofInstitution || !guard.sandbox)
}

function exceedsCaller(principal: Principal, before: Roles, after: Roles): boolean {
  const access = { before: before.flatMap(entitlementsOf), after: after.flatMap(entitlementsOf) }
  return beyondCaller(principal, access).length > 0
}

/** In the console, which asks for the second factor again before it changes a user. */
function isThemselves({ clientId, person }: Principal, user: { id: string }): boolean {
  return clientId === CONSOLE_CLIENT && person?.userId === user.id
}
