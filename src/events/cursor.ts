import type { Connection } from '../db/client.ts'
import { derivedId } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type PlacedRow, readEventAt, readLastEvent } from './events.store.ts'

/** An event at its position in the feed. */
interface Place {
  position: bigint
  id: string
}

/** The text of a cursor, for a schema: a position alone is that of before, which names no event. */
export const CURSOR = '[0-9]{1,18}(-[0-9a-f]{8})?'

/**
 * The cursor of an event: its position in the feed and the end of its id, `4711-9f3ac2d1`. A
 * database that was restored to an earlier moment gives the positions after it to other events, and
 * the id tells them apart.
 */
export function cursorOf({ position, id }: Place): string {
  return `${position}-${id.slice(-8)}`
}

/** The position and the end of the id in a cursor that has its form. */
export function placeIn(cursor: string): { position: bigint; mark: string | undefined } {
  const [digits, mark] = cursor.split('-')
  return { position: BigInt(digits!), mark }
}

/**
 * The place in the feed that a cursor names, with the cursor that is handed out for it. Refuses one
 * that is not of this feed: its event was lost when the database was restored, or it is of another
 * institution.
 */
export async function requireCursor(
  db: Connection,
  tenantId: bigint,
  cursor: string,
): Promise<Result<{ position: bigint; cursor: string }, Refusal>> {
  const { position, mark } = placeIn(cursor)
  if (position === 0n && mark === undefined) return accept({ position, cursor })
  const row = position === 0n ? undefined : await readEventAt(db, tenantId, position)
  const place = row && { position, id: idIn(row, position) }
  if (!place || (mark !== undefined && cursorOf(place) !== `${position}-${mark}`))
    return refusal('cursorNotInFeed', `the feed has no event at ${cursor}`)
  return accept({ position, cursor: cursorOf(place) })
}

/** The end of the feed. */
export async function endOfFeed(db: Connection, tenantId: bigint): Promise<{ position: bigint; cursor: string }> {
  const row = await readLastEvent(db, tenantId)
  if (!row) return { position: 0n, cursor: '0' }
  const { position } = row
  return { position, cursor: cursorOf({ position, id: idIn(row, position) }) }
}

/** The id of the event at a position of a row. */
export function idIn({ id, position: last, size, isBundle }: PlacedRow, position: bigint): string {
  return isBundle ? derivedId(id, Number(position - (last - BigInt(size) + 1n))) : id
}
