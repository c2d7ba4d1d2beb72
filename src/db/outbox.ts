import type { Answer, Statement } from './message.ts'

/** Sends statements together, and gives the answer of each. */
export type Post = (statements: readonly Statement[]) => readonly Promise<Answer>[]

/** Sends the statements of one transaction, those of one turn together. */
export interface Outbox {
  send(statement: Statement): Promise<Answer>
  /** Sends what waits, without waiting for the end of the turn. */
  flush(): void
  /**
   * Keeps the statements of `writes` until it resolves, and then sends them with `end` in one
   * message. If it rejects, none of them is sent. They are answered before they are sent, without
   * rows, so statements that return rows are refused.
   */
  sendLast(writes: () => Promise<unknown>, end: Statement): Promise<void>
}

const NO_ROWS: Answer = { fields: [], rows: [] }

export function createOutbox(post: Post): Outbox {
  let waiting: { statement: Statement; settle: PromiseWithResolvers<Answer> }[] = []
  let held: Statement[] | undefined
  let isBroken = false

  function flush(): void {
    const sent = waiting
    waiting = []
    if (sent.length === 0) return
    const answers = post(sent.map(({ statement }) => statement))
    answers.forEach((answer, at) => void answer.then(sent[at]!.settle.resolve, sent[at]!.settle.reject))
  }

  function send(statement: Statement): Promise<Answer> {
    if (isBroken) throw new Error('the writes before the commit failed, so the transaction can only be rolled back')
    if (held) {
      refuseRows(statement)
      held.push(statement)
      return Promise.resolve(NO_ROWS)
    }
    const settle = Promise.withResolvers<Answer>()
    waiting.push({ statement, settle })
    // After the promises that wait now, so that what they send comes with it.
    if (waiting.length === 1) process.nextTick(flush)
    return settle.promise
  }

  return {
    send,
    flush,
    async sendLast(writes, end) {
      flush()
      held = []
      try {
        await writes()
      } catch (error) {
        isBroken = true
        throw error
      }
      const statements = [...held, end]
      held = undefined
      await Promise.all(statements.map(send))
    },
  }
}

const writing = new Set<string>()

function refuseRows({ text }: Statement): void {
  if (writing.has(text)) return
  if (returnsRows(text)) throw new Error(`a statement sent with the commit cannot return rows: ${text}`)
  writing.add(text)
}

/** Whether the statement itself returns rows, not only a part of it in parentheses. */
export function returnsRows(text: string): boolean {
  let depth = 0
  let verb: string | undefined
  for (const [word] of text.toLowerCase().matchAll(/[()]|\b(select|values|insert|update|delete|merge|returning)\b/g)) {
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (depth === 0 && word === 'returning') return true
    else if (depth === 0) verb ??= word
  }
  return verb === 'select' || verb === 'values'
}
