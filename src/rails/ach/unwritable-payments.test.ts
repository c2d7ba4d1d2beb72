import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnwritableFile } from './compose-file.ts'
import { composeWritable } from './unwritable-payments.ts'

interface Payment {
  paymentId: string
  field?: string
}
const payment = (paymentId: string, field?: string): Payment => ({ paymentId, field })

/** A file is the list of its payment ids. The first payment with a field makes it fail. */
function compose(payments: readonly Payment[]): string {
  const [index, bad] = [...payments.entries()].find(([, { field }]) => field !== undefined) ?? []
  if (bad) throw new UnwritableFile({ field: bad.field!.replace('*', String(index)), reason: 'must be otherwise' })
  return payments.map(({ paymentId }) => paymentId).join()
}

test('composeWritable: a valid file has all payments and is composed once', () => {
  assert.deepEqual(composeWritable([payment('a'), payment('b')], compose), { file: 'a,b', unwritable: [] })
})

test('composeWritable: each refused payment is returned with field and reason; the others form one file', () => {
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

test('composeWritable: no file is composed if every payment is refused', () => {
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
  test(`composeWritable: a fault of the institution fails no payment: ${field}`, () => {
    assert.throws(() => composeWritable([payment('a', field), payment('b')], compose), UnwritableFile)
  })

test('composeWritable: a refusal that occurs only with several payments is thrown', () => {
  const several = (payments: readonly Payment[]) => {
    if (payments.length > 1)
      throw new UnwritableFile({ field: 'batches[0].entries[1].traceNumber', reason: 'must ascend' })
    return compose(payments)
  }
  assert.throws(() => composeWritable([payment('a'), payment('b')], several), UnwritableFile)
})
