import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError } from './log.ts'

test('a logged error is its type, message, code, stack and causes, and nothing that hangs on it', () => {
  const lost = Object.assign(new Error('connection terminated'), { code: '57P01', client: { password: 'hunter2' } })
  const described = describeError(new Error('the batch failed', { cause: lost }))
  assert.deepEqual(Object.keys(described), ['type', 'message', 'stack', 'cause'])
  assert.deepEqual(Object.keys(described.cause!), ['type', 'message', 'code', 'stack'])
  assert.ok(!JSON.stringify(described).includes('hunter2'))
})
