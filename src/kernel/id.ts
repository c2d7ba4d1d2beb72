import { hash, randomFillSync, randomInt } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { v7 } from 'uuid'

let millisecond = 0
let sequence = 0

/** The last sequences of milliseconds that may come again: a sandbox clock can stand still. */
const earlier = new Map<number, number>()
const MAX_EARLIER = 100

/**
 * A new UUIDv7 (RFC 9562). It sorts by creation time; ids of one process keep their order within a
 * millisecond, too. So rows sorted by id keep the order of their batch.
 */
export function newId(now: Temporal.Instant): string {
  if (now.epochMilliseconds !== millisecond) turnTo(now.epochMilliseconds)
  sequence++
  return v7({ msecs: millisecond, seq: sequence, random: randomBytes() })
}

function turnTo(next: number): void {
  earlier.delete(millisecond)
  earlier.set(millisecond, sequence)
  for (const oldest of earlier.keys()) {
    if (earlier.size <= MAX_EARLIER) break
    earlier.delete(oldest)
  }
  millisecond = next
  sequence = earlier.get(next) ?? randomInt(2 ** 31)
}

/**
 * The lower bound for a range of ids by time: at most any id of that millisecond, above all
 * earlier.
 */
export function firstIdAt(moment: Temporal.Instant): string {
  const milliseconds = moment.epochMilliseconds.toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`
}

const RANDOM_BYTES = 16
const pool = Buffer.alloc(256 * RANDOM_BYTES)
let taken = pool.length

/** A new id of the same moment as another of this process. It sorts after the other. */
export function idAfter(id: string): string {
  return newId(Temporal.Instant.fromEpochMilliseconds(Number.parseInt(id.replace('-', '').slice(0, 12), 16)))
}

/** From a pool, because a call to the operating system costs more than the rest of an id. */
function randomBytes(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += RANDOM_BYTES
  return pool.subarray(taken - RANDOM_BYTES, taken)
}

/**
 * The id derived from an id and a number: always the same, and a UUIDv7 of the same millisecond as
 * the id.
 */
export function derivedId(id: string, number: number): string {
  const digest = hash('sha256', `${id} ${number}`)
  const variant = '89ab'[Number.parseInt(digest[3]!, 16) % 4]
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID. PostgreSQL refuses any other text as an id. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
