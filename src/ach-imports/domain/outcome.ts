import { words } from '../../kernel/words.ts'

/**
 * Applied: it changed a payment or a contact. Proposed: its change waits for a second person.
 * Noted: there is nothing to do. Refused: it cannot be right, and goes back with `answerCode`.
 * Exception: a person decides.
 */
export const ANSWER_OUTCOMES = words('AchAnswerOutcome', ['Applied', 'Proposed', 'Noted', 'Refused', 'Exception'])
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number]

/** What became of an answer. `answerCode` is the code with which it can go back. */
export interface Decided {
  outcome: AnswerOutcome
  reason: string | null
  answerCode: string | null
}

export const applied = (): Decided => ({ outcome: 'Applied', reason: null, answerCode: null })

export const noted = (reason: string | null = null): Decided => ({ outcome: 'Noted', reason, answerCode: null })

export const proposed = (approvalUID: string): Decided => ({
  ...{ outcome: 'Proposed', reason: `approval ${approvalUID}`, answerCode: null },
})

export const needsPerson = (reason: string, answerCode: string | null = null): Decided => ({
  ...{ outcome: 'Exception', reason, answerCode },
})

export const refused = (reason: string, answerCode: string): Decided => ({ outcome: 'Refused', reason, answerCode })
