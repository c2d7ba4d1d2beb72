import { hash, randomFillSync, randomInt } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import { v7 } from 'uuid'

let millisecond = 0
let sequence = 0

/**
 * A new UUIDv7 (RFC 9562): it sorts by the moment it was made, and those of one process also within a millisecond, in the order they were made
 * in. So what was first in a batch is first wherever rows are taken by their id.
 */
export function newId(now: Temporal.Instant): string {
  if (now.epochMilliseconds === millisecond) sequence++
  else {
    millisecond = now.epochMilliseconds
    sequence = randomInt(2 ** 31)
  }
  return v7({ msecs: millisecond, seq: sequence, random: randomBytes() })
}

/** Not greater than any id that is made at that moment or later, and greater than every earlier one: where a range of ids by time begins. */
export function firstIdAt(moment: Temporal.Instant): string {
  const milliseconds = moment.epochMilliseconds.toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`
}

const RANDOM_BYTES = 16
const pool = Buffer.alloc(256 * RANDOM_BYTES)
let taken = pool.length

/** From a pool, because asking the operating system costs more than all the rest of an id. */
function randomBytes(): Buffer {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += RANDOM_BYTES
  return pool.subarray(taken - RANDOM_BYTES, taken)
}

/** One of the many ids that belong to one of ours, by its number: always the same one, and a UUIDv7 of the same millisecond. */
export function derivedId(id: string, number: number): string {
  const digest = hash('sha256', `${id} ${number}`)
  const variant = '89ab'[Number.parseInt(digest[3]!, 16) % 4]
  return `${id.slice(0, 14)}7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text can be such an id at all: any other names nothing, and PostgreSQL would not take it for one. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
