import type { Person } from './person.ts'

/** How long a session lasts without use, and at most. */
export interface SessionEnds {
  idleSeconds: number
  maxSeconds: number
}

/** A working day at the institution; customers leave their desk unseen, so theirs end sooner. */
const OF_INSTITUTION: SessionEnds = { idleSeconds: 15 * 60, maxSeconds: 12 * 3_600 }
const OF_CUSTOMER: SessionEnds = { idleSeconds: 10 * 60, maxSeconds: 8 * 3_600 }

export function sessionEndsOf({ customerId }: Pick<Person, 'customerId'>): SessionEnds {
  return customerId === null ? OF_INSTITUTION : OF_CUSTOMER
}
