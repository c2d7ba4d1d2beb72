import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { mayBeOnePerson, partyOf } from '../tokens/api-clients.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'
import { findSetAddress, type UserOfCustomer } from '../users/users.ts'

type User = UserOfCustomer['user']

/**
 * Refuses an approver who may be the one who set the address of the user: what goes there could
 * come to them. The one who set it may ask for credentials, which somebody else approves.
 */
export async function refuseAuthorOfAddress(
  tx: Transaction,
  { tokenClock }: Pick<App, 'tokenClock'>,
  principal: Principal,
  user: User,
): Promise<Result<void, Refusal>> {
  const { tenantId } = principal
  const address = await findSetAddress(tx, user)
  if (!address) return accept(undefined)
  const tokenNow = tokenClock.now()
  // The clock of a sandbox can be ahead of that by which holds end.
  const asOf = Temporal.Instant.compare(address.setAt, tokenNow) < 0 ? address.setAt : tokenNow
  const { legalEntityId: ownEntityId } = await readInstitution(tx, tenantId)
  const parties = { tenantId, one: partyOf(principal), other: address.author, ownEntityId }
  if (!(await mayBeOnePerson(tx, parties, asOf))) return accept(undefined)
  return refusal(
    'approvalOfOwnAddress',
    `${user.email} was set at ${timestamp(address.setAt)} by this approver, or by someone who may be the same person`,
  )
}

/** The address of a user as an approver sees it: who set it and when, and the one before. */
export async function describeAddress(db: Connection, user: User): Promise<object | undefined> {
  const address = await findSetAddress(db, user)
  if (!address) return undefined
  const { clientId, userId } = address.author
  return {
    setBy: clientId === CONSOLE_CLIENT ? 'console' : clientId,
    ...(userId !== null && { setByUserUID: userId }),
    setAt: timestamp(address.setAt),
    ...(address.earlier !== null && { earlier: address.earlier }),
  }
}
