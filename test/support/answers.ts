import assert from 'node:assert/strict'
import type { Operation } from '../../src/http/operation.ts'
import type { Reply } from './test-service.ts'

/** The data of a success in the envelope of the interface, which is checked. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects, and fails where that is not there
export function dataOf(reply: Reply, status = 200): any {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  if (status === 204) return assert.equal(reply.body, undefined)
  const { pagination, data, id, ...rest } = reply.body
  assert.equal(id, id && data.id, 'an id at the top of the envelope is that of the data')
  assert.deepEqual(rest, { status: 'Success', code: null, message: null })
  assert.equal(pagination !== undefined, status === 200 && Array.isArray(data), 'pagination comes with lists')
  return data
}

/** A success of the operation; where its dialect has no envelope, the declared schema is all there is to hold it against. */
export function assertSucceeded(reply: Reply, { dialect = 'envelope', reply: { status, orNothing } }: Operation): void {
  if (orNothing && reply.status === 204) return
  if (dialect === 'envelope') dataOf(reply, status)
  else assert.equal(reply.status, status, JSON.stringify(reply.body))
}

/**
 * A refusal in the envelope, the one error of a list of errors, or a message alone, which shows no code: what failed, why, and what to do about it;
 * nothing of the inside. Which of the three an operation answers with is held against its declaration with every call.
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
