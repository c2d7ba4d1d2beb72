import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import {
  addPersonHolders,
  addUserSetters,
  endPersonHolds,
  endUserSetters,
  readHolders,
  readPersonHolders,
  readUserSetters,
} from './holders.store.ts'
import { namesOf, type Party, partyOf, peopleOf, provenPartyOf, textOfParty } from './holders.ts'
import { shareHolder } from './one-person.store.ts'

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
    const behind = await readHolders(tx, {
      tenantId,
      names: [...earlier, ...deciders],
      asOf: tokenNow,
      besides: 'holdersOfPeople',
    })
    const tookPart = new Set(deciders.flatMap((name) => [...behind.get(name)!]))
    const ended = earlier.filter((holder) => [...behind.get(holder)!].every((name) => !tookPart.has(name)))
    await endPersonHolds(tx, { tenantId, userId }, { holders: ended, endsAt: tokenNow })
  }
  await addPersonHolders(tx, { tenantId, userId }, holders.flatMap(namesOf))
}

/**
 * Whether somebody of one side may hold the credentials of a person of the other side, or one
 * person alone set how people of both sides are reached. A hold at `asOf` counts, even if it has
 * ended since.
 */
export async function mayHoldCredentials(
  db: Connection,
  tenantId: bigint,
  [one, other]: readonly [readonly Party[], readonly Party[]],
  asOf: Temporal.Instant,
): Promise<boolean> {
  const sides = [peopleOf(one), peopleOf(other)] as const
  const names = sides.flat()
  if (names.length === 0) return false
  const [behind, setters] = await Promise.all([
    readHolders(db, { tenantId, names, asOf, besides: 'holdersOfPeople' }),
    readHolders(db, { tenantId, names, asOf, besides: 'settersOfPeople' }),
  ])
  const holds = (holders: readonly Party[], held: readonly Party[]) =>
    peopleOf(held).some((person) => holders.flatMap(namesOf).some((name) => behind.get(person)!.has(name)))
  return holds(one, other) || holds(other, one) || shareHolder(setters, sides)
}

interface Actor {
  tenantId: bigint
  legalEntityId: bigint
  clientId: string
  person?: { userId: string }
}

/**
 * Keeps that the caller alone set how a locked or new user is reached: what proves the person may
 * be in their hands, until somebody independent confirms the user.
 */
export async function keepSetter(
  tx: Transaction,
  principal: Actor,
  { userId, ownEntityId }: { userId: string; ownEntityId: bigint },
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, legalEntityId } = principal
  const names = namesOf(provenPartyOf(partyOf(principal)))
  await addUserSetters(tx, { tenantId, userId }, { names, ofInstitution: legalEntityId === ownEntityId }, now)
}

/**
 * Confirms how a locked user is reached: those who set it are independent of the user from now on,
 * but for one who may be the caller or whom the same one holds, also without dual control. Returns
 * how many there were, and for how many it is confirmed.
 */
export async function confirmUser(
  tx: Transaction,
  principal: Actor,
  userId: string,
  tokenNow: Temporal.Instant,
): Promise<{ setters: number; confirmed: number }> {
  const { tenantId } = principal
  const setters = await readUserSetters(tx, { tenantId, userId })
  if (setters.length === 0) return { setters: 0, confirmed: 0 }
  const caller = partyOf(principal)
  const own = namesOf(caller)
  const behind = await readHolders(tx, { tenantId, names: [...own, ...setters], asOf: tokenNow, besides: 'everyone' })
  const holders = setters.filter((setter) => !shareHolder(behind, [own, [setter]]))
  await endUserSetters(tx, { tenantId, userId }, { holders, confirmedBy: textOfParty(caller), endsAt: tokenNow })
  return { setters: setters.length, confirmed: holders.length }
}
