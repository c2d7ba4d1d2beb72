import { type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import type { LimitedRail } from '../../../limits/domain/limit-key.ts'

/**
 * Those whose limits a payment counts against: its rail, or BOOK for a payment to another customer
 * of the institution. A payment to a contact asks for a rail with its speed, so it also counts
 * against the limits of that rail if the contact banks here: no speed has more room at a contact of
 * the institution than elsewhere.
 */
export function limitedRails({ rail, speed, namesAccount }: LimitedBy): LimitedRail[] {
  // RTP and FedNow share the instant limits.
  return rail === 'BOOK' && !namesAccount ? [railOf(speed, 'RTP'), rail] : [rail]
}

interface LimitedBy {
  rail: Rail | 'BOOK'
  speed: Speed
  /** Whether it names the receiver's account instead of a contact. */
  namesAccount: boolean
}
