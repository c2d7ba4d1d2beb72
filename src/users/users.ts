import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertUser } from './users.store.ts'

/** What other slices may ask about users. */
export { findActiveLogins } from './users.store.ts'

/** A user of the institution itself, Active from the start. */
export async function createInstitutionUser(
  tx: Transaction,
  user: { tenantId: bigint; customerId: bigint; loginId: string },
  now: Temporal.Instant,
): Promise<void> {
  const person = { firstName: user.loginId, lastName: 'Institution', email: `${user.loginId}@institution.invalid` }
  await insertUser(tx, { ...user, ...person, status: 'Active' }, now)
}
