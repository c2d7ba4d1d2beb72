import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnwritableFile } from './compose-file.ts'
import { composeWritable } from './unwritable-payments.ts'

interface Payment {
  paymentId: string
  field?: string
}
const payment = (paymentId: string, field?: string): Payment => ({ paymentId, field })

/** A file is the ids of its payments; the first that names a field is what it is refused for. */
function compose(payments: readonly Payment[]): string {
  const [index, bad] = [...payments.entries()].find(([, { field }]) => field !== undefined) ?? []
  if (bad) throw new UnwritableFile({ field: bad.field!.replace('*', String(index)), reason: 'must be otherwise' })
  return payments.map(({ paymentId }) => paymentId).join()
}

test('composeWritable: what can be written is written whole, and composed once', () => {
  assert.deepEqual(composeWritable([payment('a'), payment('b')], compose), { file: 'a,b', unwritable: [] })
})

test('composeWritable: each payment that is refused alone is named with its field and reason, the others are one file', () => {
  const list = [
    payment('a'),
    payment('b', 'batches[0].entries[*].accountNumber'),
    payment('c'),
    payment('d', 'batches[0].companyName'),
  ]
  assert.deepEqual(composeWritable(list, compose), {
    file: 'a,c',
    unwritable: [
      { paymentId: 'b', reason: 'accountNumber must be otherwise' },
      { paymentId: 'd', reason: 'companyName must be otherwise' },
    ],
  })
})

test('composeWritable: without a payment left there is no file', () => {
  const { file, unwritable } = composeWritable([payment('a', 'batches[0].entries[*].amountCents')], compose)
  assert.equal(file, undefined)
  assert.equal(unwritable.length, 1)
})

for (const field of [
  'header.immediateDestination',
  'batches[0].originatingDfi',
  'batches[0].entries[*].traceNumber',
  'file.blockCount',
])
  test(`composeWritable: what the institution gets wrong fails no payment: ${field}`, () => {
    assert.throws(() => composeWritable([payment('a', field), payment('b')], compose), UnwritableFile)
  })

test('composeWritable: what only a file of several is refused for is thrown', () => {
  const several = (payments: readonly Payment[]) => {
    if (payments.length > 1)
      throw new UnwritableFile({ field: 'batches[0].entries[1].traceNumber', reason: 'must ascend' })
    return compose(payments)
  }
  assert.throws(() => composeWritable([payment('a'), payment('b')], several), UnwritableFile)
})
