import type { Answer } from './domain/answer.ts'
import type { Matched } from './domain/match-answer.ts'

/** The worker acts on what other banks answer, and not a client. */
export const ACTOR = 'worker'

/** An answer with the entry of the institution that it is about, if it is about one. */
export interface MatchedAnswer {
  id: string
  answer: Answer
  matched: Matched
}
