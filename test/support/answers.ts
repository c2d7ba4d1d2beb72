import assert from 'node:assert/strict'
import type { Reply } from './test-service.ts'

/** The data of a success in the envelope of the interface, which is checked. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects, and fails where that is not there
export function dataOf(reply: Reply, status = 200): any {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  const { pagination, data, ...rest } = reply.body
  assert.deepEqual(rest, { status: 'Success', code: null, message: null })
  assert.equal(pagination !== undefined, status === 200 && Array.isArray(data), 'pagination comes with lists')
  return data
}

/** A refusal in the envelope: what failed, why, and what to do about it; nothing of the inside. */
export function assertRefused(reply: Reply, expected: { status: number; code: string; says?: RegExp | string }): void {
  const { status, code, says } = expected
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  const { message, ...rest } = reply.body
  assert.deepEqual(rest, { status: 'Failure', code })
  assert.match(message, /^[A-Z][^:]+: .+\. [A-Z].+\.$/s, 'what failed: why. What to do.')
  if (typeof says === 'string') assert.ok(message.includes(says), `"${message}" says ${says}`)
  else if (says) assert.match(message, says)
}
