import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import { holdInstitutionTime, type Institution } from '../institution/institution.ts'
import { insertMessages, linkedRails, type MessageRailName, networkOf } from '../rails/rails.ts'
import { bookMeanings } from './book-meanings.ts'

/** The institutions for which a clock of a network has ended. */
export async function tenantsWithRinging(db: Connection, now: Temporal.Instant): Promise<bigint[]> {
  const ringing = linkedRails().map((rail) => networkOf(rail).tenantsWithEndedClock?.(db, now) ?? [])
  return [...new Set((await Promise.all(ringing)).flat())]
}

/** When the next clock of any network of the institution ends; undefined if none runs. */
export async function nextClock(db: Connection, institution: Institution): Promise<Temporal.Instant | undefined> {
  const moments: Temporal.Instant[] = []
  for (const rail of linkedRails()) {
    const next = await networkOf(rail).nextClock?.(db, institution)
    if (next) moments.push(next)
  }
  return moments.toSorted(Temporal.Instant.compare)[0]
}

/**
 * Does what the rules of a network demand when one of its clocks ends, such as the silence after a
 * payment: what it means is booked, and what is asked is sent.
 */
export async function ringClock(app: App, institution: Institution, rail: MessageRailName): Promise<number> {
  const network = networkOf(rail)
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const next = await network.nextClock?.(tx, institution)
    if (!network.ring || !next || Temporal.Instant.compare(next, now) > 0) return 0
    const { meanings, replies } = await network.ring(tx, institution, now)
    await bookMeanings(tx, institution, { rail, message: undefined, meanings }, now)
    await insertMessages(tx, institution.tenantId, replies, now)
    return meanings.length + replies.length
  })
}
