import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { batchHeader, forwardEntry, returnBatch, type Sent } from '../../../test/support/ach-files.ts'
import fc from '../../../test/support/fast-check.ts'
import { Doubles, hashOf, identityText, Occurrences } from './entry-identity.ts'

const settlesOn = Temporal.PlainDate.from('2026-07-02')
const header = batchHeader(settlesOn)
const entry = forwardEntry(1)
const place = { number: 1, line: 3 }
const text = (own: object = {}, detail: object = {}) =>
  identityText(
    { header: { ...header, ...own }, entry: { ...entry, detail: { ...entry.detail, ...detail } as never }, ...place },
    '183',
  )

test('identityText: the number of the batch, names and descriptions do not count; what is paid to whom and when does', () => {
  const same = text()
  assert.equal(text({ batchNumber: 7, companyName: 'X', companyEntryDescription: 'Y' }), same)
  assert.equal(text({}, { individualName: 'Z', individualIdentification: 'W' }), same)
  const others = [
    text({ originatingDfi: '01100001' }),
    text({ companyIdentification: '999' }),
    text({ secCode: 'CCD' }),
    text({ effectiveEntryDate: '260703' }),
    text({}, { traceNumber: '021000020000002' }),
    text({}, { transactionCode: '32' }),
    text({}, { receivingRouting: '011000015' }),
    text({}, { accountNumber: '1' }),
    text({}, { amountCents: 1n }),
    identityText({ header, entry, ...place }, '184'),
    identityText({ header, entry: { ...entry, addenda: [{} as never] }, ...place }, '183'),
  ]
  assert.equal(new Set([same, ...others]).size, others.length + 1)
})

test('identityText: two returns differ by the entries that they return', () => {
  const sent: Sent = {
    ...{ paymentUID: '', traceNumber: '061099990000001', amountCents: 1n, entryType: 'CREDIT', secCode: 'PPD' },
    ...{ receivingRouting: '021000021', accountNumber: '5' },
  }
  const of = (traceNumber: string) => {
    const batch = returnBatch({ ...sent, traceNumber }, 'R03', { sequence: 1, settlesOn })
    return identityText({ header: batch.header, entry: batch.entries[0]!, ...place }, '183')
  }
  assert.notEqual(of('061099990000001'), of('061099990000002'))
  assert.equal(of('061099990000001'), of('061099990000001'))
})

test('hashOf: a whole number of at most 53 bits, and rarely the same', () => {
  fc.assert(fc.property(fc.string(), (one) => Number.isSafeInteger(hashOf(one)) && hashOf(one) >= 0))
  const hashes = new Set(Array.from({ length: 100_000 }, (_, i) => hashOf(`021000020${i}|${i % 7}`)))
  assert.equal(hashes.size, 100_000)
})

test('Doubles and Occurrences: entries of one file that agree are numbered, and others are not', () => {
  const texts = Array.from({ length: 3_000 }, (_, i) => `entry ${i % 2_990}`)
  const doubles = new Doubles()
  for (const one of texts) doubles.add(one)
  const repeated = doubles.repeated()
  assert.equal(repeated.size, 10)
  const occurrences = new Occurrences(repeated)
  const numbers = texts.map((one) => occurrences.next(one))
  assert.deepEqual(numbers.slice(2_990), Array(10).fill(1))
  assert.ok(numbers.slice(0, 2_990).every((number) => number === 0))
  assert.equal(occurrences.next('entry 0'), 2)
  assert.equal(new Occurrences(new Doubles().repeated()).next('entry 0'), 0)
})
