import assert from 'node:assert/strict'
import { errorCatalogue } from '../../src/http/errors.ts'
import type { Dialect, Operation } from '../../src/http/operation.ts'
import type { ErrorReason } from '../../src/kernel/refusal.ts'
import type { Reply } from './test-service.ts'

/** Onboarding names the failed one of the four stages of the interface. */
const ONBOARDING_STAGES = [
  'consumer legal-entity creation',
  'application mapping',
  'customer-account creation',
  'consumer-user creation',
]

/** The content of a refusal in any dialect. A dialect without codes has no code. */
export interface Said {
  codes: string[]
  message: string
}

/**
 * Reads a refusal, which must have exactly the form of the operation's dialect. Each message says
 * what failed, why, and what to do, and begins with the operation's `failure`.
 */
export function readRefusal({ id, dialect = 'envelope', failure }: Operation, { status, body }: Reply): Said {
  const begins = [failure, ...(id === 'onboardConsumer' ? ONBOARDING_STAGES : [])]
  const answer = `${id}: ${status} ${JSON.stringify(body)}`
  const errors = errorsOf[dialect](body, answer)
  for (const { message } of errors) {
    const said = begins.find((begin) => message.startsWith(`${begin}: `))
    assert.ok(said !== undefined, answer)
    assert.match(message.slice(said.length), /^: .+[.?] [A-Z].+\.$/s, answer)
  }
  const codes = errors.flatMap(({ code }) => (code === undefined ? [] : [code]))
  return { codes, message: errors.map(({ message }) => message).join('\n') }
}

const errorsOf: Record<Dialect, (body: Reply['body'], answer: string) => { code?: string; message: string }[]> = {
  envelope: (body, answer) => {
    const { code, reason, message } = body
    assert.deepEqual(body, { status: 'Failure', code, reason, message }, answer)
    assert.equal(errorCatalogue[reason as ErrorReason]?.code, code, answer)
    return [body]
  },
  message: (body, answer) => {
    assert.deepEqual(body, { message: body.message }, answer)
    return [body]
  },
  signatory: (body, answer) => {
    assert.deepEqual(Object.keys(body), ['errors'], answer)
    return body.errors
  },
}

/**
 * Checks a refusal in the operation's dialect: status, message and, if the dialect has codes, code.
 */
export function assertRefusedBy(
  operation: Operation,
  reply: Reply,
  expected: { status: number; code: string; says: string },
  asked = '',
): void {
  const { codes, message } = readRefusal(operation, reply)
  const answer = `${operation.id} ${asked}: ${reply.status} ${JSON.stringify(reply.body)}`
  assert.equal(reply.status, expected.status, answer)
  if (operation.dialect !== 'message') assert.ok(codes.includes(expected.code), answer)
  assert.ok(message.includes(expected.says), `${answer} says ${expected.says}`)
}

/** The codes for a field that breaks its schema. */
export function codesOfInvalid({ invalid, fieldReasons }: Operation): string[] {
  const reasons = Object.values(fieldReasons ?? {}).flatMap((ofField) => Object.values(ofField) as ErrorReason[])
  return [invalid, ...reasons].map((reason) => errorCatalogue[reason].code)
}
