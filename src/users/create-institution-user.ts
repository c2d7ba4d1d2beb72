import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { insertUser } from './users.store.ts'

/** Creates a user of the institution itself, Active from the start. */
export async function createInstitutionUser(
  tx: Transaction,
  user: { tenantId: bigint; customerId: bigint; loginId: string },
  now: Temporal.Instant,
): Promise<void> {
  const { loginId } = user
  const person = { firstName: loginId, lastName: 'Institution', email: `${loginId}@institution.invalid` }
  const given = { externalReferenceId: loginId, phoneNumber: null, limits: [] }
  await insertUser(tx, { ...user, ...person, ...given, status: 'Active' }, now)
}
