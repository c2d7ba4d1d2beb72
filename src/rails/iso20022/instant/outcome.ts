import type { Meaning, NewMessage } from '../../network.ts'

/** What a message or a clock means, and what we send because of it. */
export interface Outcome {
  meanings: Meaning[]
  replies: NewMessage[]
  paymentId?: string
  uetr?: string
}

export function outcome(meanings: Meaning[] = [], replies: NewMessage[] = []): Outcome {
  return { meanings, replies }
}
