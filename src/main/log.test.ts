import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError, withoutValues } from './log.ts'

test('a logged error has its type, message, code, stack and causes, and no other property', () => {
  const lost = Object.assign(new Error('connection terminated'), { code: '57P01', client: { password: 'hunter2' } })
  const described = describeError(new Error('the batch failed', { cause: lost }))
  assert.deepEqual(Object.keys(described), ['type', 'message', 'stack', 'cause'])
  assert.deepEqual(Object.keys(described.cause!), ['type', 'message', 'code', 'stack'])
  assert.ok(!JSON.stringify(described).includes('hunter2'))
})

test('a value quoted by an error is logged neither in its message, its stack nor its causes', () => {
  const described = describeError(
    new Error('invalid input syntax for type bigint: "70010020030x"', { cause: new Error('account 700100200300') }),
  )
  assert.doesNotMatch(JSON.stringify(described), /7001002003/)
  assert.match(described.stack!, /log\.test\.ts:\d+/)
})

for (const [text, logged] of [
  ['no account 700100200300 at 061099995', 'no account <number> at <number>'],
  ['invalid input syntax for type date: "12 Quay Street"', 'invalid input syntax for type date: "<value>"'],
  [`Unexpected token 'x', "x842-34-5678" is not valid JSON`, `Unexpected token 'x', "<value>" is not valid JSON`],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer <credentials>'],
  ['got Basic Z2lybzpzZWNyZXQ=', 'got Basic <credentials>'],
  ['token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln ended', 'token <token> ended'],
  ['connect redis://giro:secret@cache.example:6380', 'connect redis://<credentials>@cache.example:6380'],
  ['bank-20261123-0001.ach is in doubt', 'bank-20261123-0001.ach is in doubt'],
  ['no account 20261123 or A70010020030', 'no account <number> or A<number>'],
  ['70010020261123-0001.ach', '<number>-0001.ach'],
  ['relation "accounts" does not exist', 'relation "accounts" does not exist'],
  ['connect ECONNREFUSED 127.0.0.1:54321', 'connect ECONNREFUSED 127.0.0.1:54321'],
] as const)
  test(`withoutValues: ${text}`, () => assert.equal(withoutValues(text), logged))
