import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/support/fast-check.ts'
import { buildNachaFile } from './build-file.ts'
import type { NachaBatchInput, NachaEntryInput } from './build-input.ts'
import { batchInput, built, entryInput, fileInput, inputOf } from './fixtures.ts'
import { formatNachaFile } from './format-file.ts'
import { parseNachaFile } from './parse-file.ts'
import { checkDigitOf } from './values.ts'

/** The field of a build's refusal. */
function refusedField(input: Parameters<typeof buildNachaFile>[0]): string | undefined {
  const result = buildNachaFile(input)
  return result.ok ? undefined : result.error.field
}

test('buildNachaFile: every record and field is at its position in the rules', () => {
  const lines = formatNachaFile(built(fileInput)).split('\n')
  assert.deepEqual(lines.slice(0, 5), [
    '101 011000015 0110000152603030930A094101Federal Reserve        Giro Test                      ',
    '5220Difference Engin                    1020304050PPDPAYROLL         260304   1011000010000001',
    '622021000021998877-01        0000012500INV-17         Ada Byron               0011000010000001',
    '82200000010002100002000000000000000000012500' + '1020304050'.padEnd(35) + '011000010000001',
    '9000001000001000000010002100002000000000000000000012500'.padEnd(94),
  ])
  assert.deepEqual(lines.slice(5), [...Array(5).fill('9'.repeat(94)), ''])
})

test('buildNachaFile: the service class is 220 for credits, 225 for debits, 200 for both', () => {
  const debit: Partial<NachaEntryInput> = { transactionCode: '27', traceNumber: '011000010000002' }
  assert.equal(built(inputOf([{}])).batches[0]?.header.serviceClass, '220')
  assert.equal(built(inputOf([debit])).batches[0]?.header.serviceClass, '225')
  assert.equal(built(inputOf([{}, debit])).batches[0]?.header.serviceClass, '200')
  assert.equal(refusedField(inputOf([debit], { serviceClass: '220' })), 'batches[0].entries[0].transactionCode')
})

test('buildNachaFile: an addenda record names its entry and is counted', () => {
  const file = built(inputOf([{ addenda05: 'Rechnung fur Marz' }]))
  assert.deepEqual(file.batches[0]?.entries[0]?.addenda, [
    {
      record: 'addenda 05',
      paymentRelatedInformation: 'Rechnung fur Marz',
      sequenceNumber: 1,
      entrySequenceNumber: '0000001',
    },
  ])
  assert.equal(file.control.entryAddendaCount, 2)
})

test('buildNachaFile: a same-day batch has its descriptive date', () => {
  const file = built(inputOf([{}], { companyDescriptiveDate: 'SD1300' }))
  assert.equal(formatNachaFile(file).split('\n')[1]?.slice(63, 69), 'SD1300')
})

test('buildNachaFile: the entry hash keeps the last ten digits of the sum', () => {
  const entries = Array.from({ length: 101 }, (_, i) => ({
    receivingRouting: '991000019'.slice(0, 8) + checkDigitOf('99100001'),
    traceNumber: `01100001${String(i + 1).padStart(7, '0')}`,
  }))
  const { control } = built(inputOf(entries))
  assert.equal(control.entryHash, String((101n * 99_100_001n) % 10_000_000_000n).padStart(10, '0'))
})

test('buildNachaFile: every refusal names the input field', () => {
  const cases: [entry: Partial<NachaEntryInput>, field: string][] = [
    [{ accountNumber: '123456789012345678' }, 'accountNumber'],
    [{ accountNumber: 'Zoë' }, 'accountNumber'],
    [{ accountNumber: '' }, 'accountNumber'],
    [{ accountNumber: '0000' }, 'accountNumber'],
    [{ receivingRouting: '021000022' }, 'receivingRouting'],
    [{ receivingRouting: '02100002' }, 'receivingRouting'],
    [{ amountCents: 10_000_000_000n }, 'amountCents'],
    [{ amountCents: -1n }, 'amountCents'],
    [{ amountCents: 0n }, 'amountCents'],
    [{ transactionCode: '23' }, 'amountCents'],
    [{ individualIdentification: '1234567890123456' }, 'individualIdentification'],
    [{ discretionaryData: 'abc' }, 'discretionaryData'],
    [{ addenda05: 'x'.repeat(81) }, 'addenda05'],
    [{ traceNumber: '021000020000001' }, 'traceNumber'],
    [{ traceNumber: '01100001000001' }, 'traceNumber'],
  ]
  for (const [entry, field] of cases) assert.equal(refusedField(inputOf([entry])), `batches[0].entries[0].${field}`)

  const batchCases: [batch: Partial<NachaBatchInput>, field: string][] = [
    [{ companyName: '★' }, 'companyName'],
    [{ companyIdentification: '12345678901' }, 'companyIdentification'],
    [{ effectiveEntryDate: '2026-02-30' }, 'effectiveEntryDate'],
    [{ effectiveEntryDate: '04.03.2026' }, 'effectiveEntryDate'],
    [{ originatingDfi: '0110000' }, 'originatingDfi'],
    [{ entries: [] }, 'entryAddendaCount'],
  ]
  for (const [batch, field] of batchCases) {
    assert.equal(refusedField({ ...fileInput, batches: [{ ...batchInput, ...batch }] }), `batches[0].${field}`)
  }

  const header = (part: object) => refusedField({ ...fileInput, header: { ...fileInput.header, ...part } })
  assert.equal(header({ fileIdModifier: 'a' }), 'header.fileIdModifier')
  assert.equal(header({ immediateDestination: '011000016' }), 'header.immediateDestination')
  assert.equal(header({ fileCreationTime: '24:00' }), 'header.fileCreationTime')
  assert.equal(header({ fileCreationDate: '1999-12-31' }), 'header.fileCreationDate')
  assert.equal(refusedField({ ...fileInput, batches: [] }), 'file.batchCount')
})

test('buildNachaFile: the second of two entries with one trace number is refused', () => {
  assert.equal(refusedField(inputOf([{}, {}])), 'batches[0].entries[1].traceNumber')
})

test('buildNachaFile: totals of 12 digits are written, one cent more is refused', () => {
  const entries = Array.from({ length: 101 }, (_, i) => ({
    amountCents: i < 100 ? 9_999_999_999n : 99n,
    traceNumber: `01100001${String(i + 1).padStart(7, '0')}`,
  }))
  assert.equal(
    built(inputOf(entries.with(100, { ...entries[100]!, amountCents: 99n }))).control.totalCreditCents,
    999_999_999_999n,
  )
  const over = entries.with(100, { ...entries[100]!, amountCents: 100n })
  assert.equal(refusedField(inputOf(over)), 'batches[0].totalCreditCents')
})

const money = fc.bigInt({ min: 1n, max: 9_999_999_999n })
const printable = fc.stringMatching(/^[1-9A-Za-z]([ -~]{0,15}[!-~])?$/)
const entryArbitrary = fc.record({
  transactionCode: fc.constantFrom('22', '27', '32', '37', '42', '47', '52' as const),
  dfi: fc.integer({ min: 1_000_000, max: 99_999_999 }).map((n) => String(n).padStart(8, '0')),
  accountNumber: printable,
  amountCents: money,
  individualName: fc.string({ unit: 'binary', maxLength: 40 }).map((name) => `N${name}`),
  addenda05: fc.option(fc.string({ maxLength: 80 }), { nil: undefined }),
})
const batchesArbitrary = fc.array(fc.array(entryArbitrary, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 4,
})

test('build, format, parse: hash, counts and totals match the entries, and the bytes round-trip', () => {
  fc.assert(
    fc.property(batchesArbitrary, fc.constantFrom('PPD' as const, 'CCD' as const), (drawn, secCode) => {
      const batches = drawn.map((entries) => ({
        ...batchInput,
        secCode,
        entries: entries.map(({ dfi, ...entry }, i) => ({
          ...entryInput,
          ...entry,
          receivingRouting: dfi + checkDigitOf(dfi),
          traceNumber: `01100001${String(i + 1).padStart(7, '0')}`,
        })),
      }))
      const file = built({ ...fileInput, batches })
      const text = formatNachaFile(file)
      const parsed = parseNachaFile(text)
      assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error))
      assert.deepEqual(parsed.file, file)
      assert.equal(formatNachaFile(parsed.file), text)

      const entries = batches.flatMap((batch) => batch.entries)
      const sum = (isDebit: boolean) =>
        entries.reduce((cents, e) => (e.transactionCode.endsWith('7') === isDebit ? cents + e.amountCents : cents), 0n)
      const hash = entries.reduce((total, e) => total + BigInt(e.receivingRouting.slice(0, 8)), 0n) % 10_000_000_000n
      const { control } = parsed.file
      assert.equal(control.batchCount, batches.length)
      assert.equal(
        control.entryAddendaCount,
        entries.length + entries.filter((e) => (e.addenda05 ?? '').trim() !== '').length,
      )
      assert.equal(BigInt(control.entryHash), hash)
      assert.equal(control.totalDebitCents, sum(true))
      assert.equal(control.totalCreditCents, sum(false))
      const lines = text.slice(0, -1).split('\n')
      assert.equal(lines.length, control.blockCount * 10)
      assert.ok(lines.every((line) => line.length === 94))
    }),
    { numRuns: 60 },
  )
})
