import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import {
  addPersonHolders,
  addSetters,
  endPersonHolds,
  endSetters,
  type Holders,
  readHolders,
  readPersonHolders,
  readSetters,
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
    const tookPart = new Set(deciders.flatMap((name) => [...behind.get(name)!.all]))
    const ended = earlier.filter((holder) => [...behind.get(holder)!.all].every((name) => !tookPart.has(name)))
    await endPersonHolds(tx, { tenantId, userId }, { holders: ended, endsAt: tokenNow })
  }
  await addPersonHolders(tx, { tenantId, userId }, holders.flatMap(namesOf))
}

type Sides = readonly [readonly Party[], readonly Party[]]

/**
 * Whether somebody of one side may hold the credentials of a person of the other side, or one
 * person alone set how people of both sides are reached, or they have one address. A hold at `asOf`
 * counts, even if it has ended since.
 */
export async function mayHoldCredentials(
  db: Connection,
  tenantId: bigint,
  [one, other]: Sides,
  asOf: Temporal.Instant,
): Promise<boolean> {
  const sides = [peopleOf(one), peopleOf(other)] as const
  const names = sides.flat()
  if (names.length === 0) return false
  const [behind, setters] = await Promise.all([
    readHolders(db, { tenantId, names, asOf, besides: 'holdersOfPeople' }),
    readHolders(db, { tenantId, names, asOf, besides: 'settersOfPeople' }),
  ])
  return isBehindPeople(behind, [one, other]) || shareHolder(setters, sides)
}

/**
 * The same question about people whom a trusted client names: they prove who they are without the
 * credentials that Giro knows of, so it only counts who set them, and their addresses.
 * @param compares whether it also counts who holds clients of the other side
 */
export async function mayHaveSet(
  db: Connection,
  { tenantId, compares }: { tenantId: bigint; compares: boolean },
  [one, other]: Sides,
  asOf: Temporal.Instant,
): Promise<boolean> {
  const sides = [one.flatMap(namesOf), other.flatMap(namesOf)] as const
  if (sides.some((names) => names.length === 0)) return false
  const setters = await readHolders(db, { tenantId, names: sides.flat(), asOf, besides: 'settersOfPeople' })
  const shared = compares ? sides : ([peopleOf(one), peopleOf(other)] as const)
  return isBehindPeople(setters, [one, other]) || shareHolder(setters, shared)
}

/** Whether somebody of one side is behind a person of the other side. */
function isBehindPeople(behind: Holders, [one, other]: Sides): boolean {
  const isBehind = (holders: readonly Party[], held: readonly Party[]) => {
    const selves = holders.flatMap(namesOf).flatMap((name) => [name, ...(behind.get(name)?.selves ?? [])])
    return peopleOf(held).some((person) => selves.some((name) => behind.get(person)!.all.has(name)))
  }
  return isBehind(one, other) || isBehind(other, one)
}

type PersonId = { userId: string } | { signatoryId: bigint }

interface Actor {
  tenantId: bigint
  legalEntityId: bigint
  clientId: string
  person?: { userId: string }
}

/**
 * Keeps that the caller alone set how a locked or new person is reached: what proves the person may
 * be in their hands, until somebody independent confirms it.
 */
export async function keepSetter(
  tx: Transaction,
  principal: Actor,
  { ownEntityId, ...person }: PersonId & { ownEntityId: bigint },
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, legalEntityId } = principal
  const names = namesOf(provenPartyOf(partyOf(principal)))
  await addSetters(tx, { ...person, tenantId }, { names, ofInstitution: legalEntityId === ownEntityId }, now)
}

/**
 * Confirms how a locked person is reached: those who set it are independent of the person from now
 * on, but for one who may be the caller or whom the same one holds, also without dual control.
 * Returns how many there were, and for how many it is confirmed.
 */
export async function confirmPerson(
  tx: Transaction,
  principal: Actor,
  id: PersonId,
  tokenNow: Temporal.Instant,
): Promise<{ setters: number; confirmed: number }> {
  const { tenantId } = principal
  const person = { ...id, tenantId }
  const setters = await readSetters(tx, person)
  if (setters.length === 0) return { setters: 0, confirmed: 0 }
  const caller = partyOf(principal)
  const own = namesOf(caller)
  const behind = await readHolders(tx, { tenantId, names: [...own, ...setters], asOf: tokenNow, besides: 'everyone' })
  const holders = setters.filter((setter) => !shareHolder(behind, [own, [setter]]))
  await endSetters(tx, person, { holders, confirmedBy: textOfParty(caller), endsAt: tokenNow })
  return { setters: setters.length, confirmed: holders.length }
}
