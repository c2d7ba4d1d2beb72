import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { addPersonHolders, endPersonHolds, readHolders, readPersonHolders } from './holders.store.ts'
import { namesOf, type Party } from './holders.ts'

interface PersonKey {
  tenantId: bigint
  userId: string
}

/**
 * Keeps who may hold the new credentials of a locked user. Who may hold the earlier ones stays a
 * holder, unless `decidedBy` names everyone who took part, and none of them may be that holder or
 * held by the same one: independence does not come back by an act of the one who lost it.
 */
export async function holdCredentials(
  tx: Transaction,
  { tenantId, userId }: PersonKey,
  { holders, decidedBy }: { holders: readonly Party[]; decidedBy: readonly Party[] },
  tokenNow: Temporal.Instant,
): Promise<void> {
  const earlier = decidedBy.length === 0 ? [] : await readPersonHolders(tx, { tenantId, userId })
  if (earlier.length > 0) {
    const deciders = decidedBy.flatMap(namesOf)
    const behind = await readHolders(tx, { tenantId, names: [...earlier, ...deciders], asOf: tokenNow, ofPeople: true })
    const tookPart = new Set(deciders.flatMap((name) => [...behind.get(name)!]))
    const ended = earlier.filter((holder) => [...behind.get(holder)!].every((name) => !tookPart.has(name)))
    await endPersonHolds(tx, { tenantId, userId }, { holders: ended, endsAt: tokenNow })
  }
  await addPersonHolders(tx, { tenantId, userId }, holders.flatMap(namesOf))
}

/**
 * Whether somebody of one side may hold the credentials of a person of the other side. A hold at
 * `asOf` counts, even if it has ended since.
 */
export async function mayHoldCredentials(
  db: Connection,
  tenantId: bigint,
  [one, other]: readonly [readonly Party[], readonly Party[]],
  asOf: Temporal.Instant,
): Promise<boolean> {
  const people = (side: readonly Party[]) => side.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const names = [...people(one), ...people(other)]
  if (names.length === 0) return false
  const behind = await readHolders(db, { tenantId, names, asOf, ofPeople: true })
  const holds = (holders: readonly Party[], held: readonly Party[]) =>
    people(held).some((person) => holders.flatMap(namesOf).some((name) => behind.get(person)!.has(name)))
  return holds(one, other) || holds(other, one)
}
