import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcomes.ts'

const plain = { amount: 4_000n, creditorName: 'Ada Example', creditorAccount: '700100200300' }

test('a payment without a magic value is settled', () => {
  assert.deepEqual(outcomeOf(plain), { kind: 'settle' })
  assert.deepEqual(outcomeOf({ amount: 997n }), { kind: 'settle' })
})

test('six digits choose in the account number first, then in the name, then in the amount', () => {
  const rejected = (code: string) => ({ kind: 'reject', code })
  const amount = 997_204n
  const creditorName = 'Ada SIM 997316'
  assert.deepEqual(outcomeOf({ amount, creditorName, creditorAccount: '99710455' }), rejected('AC04'))
  assert.deepEqual(outcomeOf({ amount, creditorName, creditorAccount: '1' }), rejected('BE16'))
  assert.deepEqual(outcomeOf({ amount, creditorAccount: '1' }), rejected('AM04'))
})

test('only whole magic values count: not in the middle of an account, nor in a larger amount', () => {
  for (const other of [{ creditorAccount: '1997104' }, { amount: 9_971_040n }, { creditorName: 'SIM 9971041' }])
    assert.deepEqual(outcomeOf({ ...plain, ...other }), { kind: 'settle' })
})

test('the fourth and the fifth digit choose how the network answers', () => {
  const kindOf = (creditorAccount: string) => outcomeOf({ ...plain, creditorAccount })
  assert.deepEqual(kindOf('997010'), { kind: 'pend' })
  assert.deepEqual(kindOf('997404'), { kind: 'return', code: 'AC04' })
  assert.deepEqual(kindOf('997510'), { kind: 'double' })
  assert.deepEqual(kindOf('997520'), { kind: 'contradict' })
  assert.deepEqual(kindOf('997610'), { kind: 'late' })
  assert.deepEqual(kindOf('997730'), { kind: 'silence', asked: 'notFound' })
  assert.deepEqual(kindOf('997840'), { kind: 'spoil', how: 'xml' })
  assert.deepEqual(kindOf('997910'), { kind: 'keep', asked: 'refused' })
  assert.deepEqual(kindOf('997990'), { kind: 'settle' }, 'no outcome has these digits')
})
