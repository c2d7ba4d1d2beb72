/**
 * Applied: it changed the payment. Repeated: it was said before, or says less than what is known.
 * Exception: it contradicts what is booked, so a person decides, and nothing is posted.
 */
export type AnswerOutcome = { outcome: 'Applied' | 'Repeated' } | { outcome: 'Exception'; why: string }

export const APPLIED: AnswerOutcome = { outcome: 'Applied' }
export const REPEATED: AnswerOutcome = { outcome: 'Repeated' }
export const exception = (why: string): AnswerOutcome => ({ outcome: 'Exception', why })
