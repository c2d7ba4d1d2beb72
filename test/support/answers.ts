import assert from 'node:assert/strict'
import type { Operation } from '../../src/http/operation.ts'
import type { Reply } from './test-service.ts'

/** Checks the envelope of a success and returns its data. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
export function dataOf(reply: Reply, status = 200): any {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  if (status === 204) return assert.equal(reply.body, undefined)
  const { pagination, data, id, ...rest } = reply.body
  assert.equal(id, id && data.id, 'an id in the envelope equals the id of the data')
  assert.deepEqual(rest, { status: 'Success', code: null, message: null })
  assert.equal(pagination !== undefined, status === 200 && Array.isArray(data), 'pagination comes with lists')
  return data
}

/**
 * Checks a success of the operation. In a dialect without an envelope, only the declared schema,
 * which every call checks, limits the body.
 */
export function assertSucceeded(reply: Reply, { dialect = 'envelope', reply: { status, orNothing } }: Operation): void {
  if (orNothing && reply.status === 204) return
  if (dialect === 'envelope') dataOf(reply, status)
  else assert.equal(reply.status, status, JSON.stringify(reply.body))
}

/**
 * Checks a refusal in one of three forms: the envelope, a list of errors, or a message without a
 * code. The message says what failed, why, and what to do, and shows no internals. Every call
 * checks that the form is the one that the operation declares.
 */
export function assertRefused(reply: Reply, expected: { status: number; code: string; says?: RegExp | string }): void {
  const { status, code, says } = expected
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  const message = messageOf(reply.body, code)
  assert.match(message, /^[A-Za-z][^:]+: .+\. [A-Z].+\.$/s, 'what failed: why. What to do.')
  if (typeof says === 'string') assert.ok(message.includes(says), `"${message}" says ${says}`)
  else if (says) assert.match(message, says)
}

function messageOf(body: Reply['body'], code: string): string {
  const { errors, ...rest } = body
  if (errors === undefined) {
    const { message, ...envelope } = rest
    if (Object.keys(envelope).length > 0) assert.deepEqual(envelope, { status: 'Failure', code })
    return message
  }
  assert.deepEqual(rest, {})
  const error = errors.find((one: { code: string }) => code === undefined || one.code === code)
  assert.ok(error, `${JSON.stringify(errors)} has ${code}`)
  return error.message
}
