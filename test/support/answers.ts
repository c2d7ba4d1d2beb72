import assert from 'node:assert/strict'
import type { Operation } from '../../src/http/operation.ts'
import { WAITING_STATUS } from '../../src/http/second-person.ts'
import type { Reply } from './test-service.ts'

/** Checks the envelope of a success and returns its data. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
export function dataOf(reply: Reply, status = 200): any {
  assertStatus(reply, status)
  if (status === 204) return assert.equal(reply.body, undefined)
  const { pagination, data, id, ...rest } = reply.body
  assert.equal(id, id && data.id, 'an id in the envelope equals the id of the data')
  assert.deepEqual(rest, { status: 'Success', code: null, message: null })
  if (status === 200 && Array.isArray(data)) assert.ok(pagination, 'lists come with pagination')
  else if (pagination) assert.equal(Object.values(data).filter(Array.isArray).length, 1, 'it pages one list')
  return data
}

/** Operations that a second person always decides. */
const ALWAYS_WAITS = new Set(['resetUserCredentials', 'removeUserFactor'])

/**
 * Checks a success of the operation. In a dialect without an envelope, only the declared schema,
 * which every call checks, limits the body.
 */
export function assertSucceeded(reply: Reply, operation: Operation): void {
  const { id, dialect = 'envelope', reply: declared } = operation
  const { orNothing } = declared
  const status = ALWAYS_WAITS.has(id) ? WAITING_STATUS : declared.status
  if (orNothing && reply.status === 204) return
  if (dialect === 'envelope') dataOf(reply, status)
  else assertStatus(reply, status)
}

/**
 * Checks a refusal in one of three forms: the envelope, a list of errors, or a message without a
 * code. The message says what failed, why, and what to do, and shows no internals. Every call
 * checks that the form is the one that the operation declares.
 */
export function assertRefused(reply: Reply, expected: { status: number; code: string; says?: RegExp | string }): void {
  const { status, code, says } = expected
  assertStatus(reply, status)
  const message = messageOf(reply.body, code)
  assert.match(message, /^[A-Za-z][^:]+: .+[.?] [A-Z].+\.$/s, 'what failed: why. What to do.')
  if (typeof says === 'string') assert.ok(message.includes(says), `"${message}" says ${says}`)
  else if (says) assert.match(message, says)
}

/** Lists are long, so an answer is shown only if it has another status. */
function assertStatus({ status, body }: Reply, expected: number): void {
  if (status !== expected) assert.equal(status, expected, JSON.stringify(body))
}

function messageOf(body: Reply['body'], code: string): string {
  const { errors, ...rest } = body
  if (errors === undefined) {
    const { message, reason, ...envelope } = rest
    if (Object.keys(envelope).length > 0) {
      assert.deepEqual(envelope, { status: 'Failure', code })
      assert.match(reason, /^[a-z][A-Za-z]+$/)
    }
    return message
  }
  assert.deepEqual(rest, {})
  const error = errors.find((one: { code: string }) => code === undefined || one.code === code)
  assert.ok(error, `${JSON.stringify(errors)} has ${code}`)
  return error.message
}
