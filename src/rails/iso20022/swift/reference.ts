import { randomInt } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'

const TIME_LENGTH = 9
const RANDOM_LENGTH = 7

/**
 * A new reference: nine characters of the time in milliseconds, and seven at random. It fits
 * PmtId/InstrId, which has 16 characters as field 20 of MT had. The database refuses one that was
 * used before (`rail_messages_sent_id`); no counter is needed, which a restored database would
 * repeat.
 */
export function newReference(now: Temporal.Instant): string {
  const random = randomInt(36 ** RANDOM_LENGTH)
  const text = (value: number, length: number) => value.toString(36).padStart(length, '0')
  return `${text(now.epochMilliseconds, TIME_LENGTH)}${text(random, RANDOM_LENGTH)}`.toUpperCase()
}
