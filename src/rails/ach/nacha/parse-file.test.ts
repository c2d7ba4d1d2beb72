import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/support/fast-check.ts'
import { altered, assertRoundTrip, batchInput, built, entryInput, fileInput, inputOf, refused } from './fixtures.ts'
import { formatNachaFile } from './format-file.ts'
import { parseNachaFile } from './parse-file.ts'

// Lines: 1 file header, 2 batch header, 3 entry, 4 addenda, 5 entry, 6 batch control, 7 file
// control, 8-10 padding.
const plain = formatNachaFile(
  built(inputOf([{ addenda05: 'Thanks' }, { transactionCode: '27', traceNumber: '011000010000002' }])),
)

test('parseNachaFile: LF and CRLF, with or without a final ending, are written back as the same bytes', () => {
  const body = plain.trimEnd()
  for (const text of [body, `${body}\n`, `${body}\n\n`]) {
    assertRoundTrip(text)
    assertRoundTrip(text.replaceAll('\n', '\r\n'))
  }
})

test('parseNachaFile: every field is checked, and a refusal names its line and field', () => {
  const cases: [line: number, position: number, characters: string, refusal: string][] = [
    [1, 1, '5', '1 recordType'],
    [1, 2, '02', '1 priorityCode'],
    [1, 4, '          ', '1 immediateDestination'],
    [1, 13, '6', '1 immediateDestination'],
    [1, 14, '          ', '1 immediateOrigin'],
    [1, 24, '261301', '1 fileCreationDate'],
    [1, 30, '2460', '1 fileCreationTime'],
    [1, 34, ' ', '1 fileIdModifier'],
    [1, 35, '095', '1 recordSize'],
    [1, 38, '11', '1 blockingFactor'],
    [1, 40, '2', '1 formatCode'],
    [1, 41, '\u0007', '1 immediateDestinationName'],
    [2, 2, '100', '2 serviceClass'],
    [2, 5, ' '.repeat(16), '2 companyName'],
    [2, 5, '0'.repeat(16), '2 companyName'],
    [2, 41, ' '.repeat(10), '2 companyIdentification'],
    [2, 51, 'XYZ', '2 secCode'],
    [2, 54, ' '.repeat(10), '2 companyEntryDescription'],
    [2, 70, '260230', '2 effectiveEntryDate'],
    [2, 76, '367', '2 settlementDate'],
    [2, 79, '9', '2 originatorStatusCode'],
    [2, 80, 'ABCDEFGH', '2 originatingDfi'],
    [2, 2, '220', '5 transactionCode'],
    [2, 2, '225', '3 transactionCode'],
    [2, 2, '280', '2 serviceClass'],
    [3, 2, '20', '3 transactionCode'],
    [3, 12, '2', '3 receivingRouting'],
    [3, 13, ' '.repeat(17), '3 accountNumber'],
    [3, 13, '0'.repeat(17), '3 accountNumber'],
    [3, 30, '     12500', '3 amountCents'],
    [3, 30, '0000000000', '3 amountCents'],
    [3, 55, '0'.repeat(22), '3 individualName'],
    [3, 79, '0', '3 addendaIndicator'],
    [3, 79, '2', '3 addendaIndicator'],
    [5, 79, '1', '5 addendaIndicator'],
    [3, 80, '02', '3 traceNumber'],
    [3, 94, '3', '4 entrySequenceNumber'],
    [4, 2, '06', '4 addendaType'],
    [4, 2, '17', '4 addendaType'],
    [4, 84, '0002', '4 sequenceNumber'],
    [4, 94, '2', '4 entrySequenceNumber'],
    [5, 94, '1', '5 traceNumber'],
    [6, 1, '7', '6 addendaType'],
    [6, 2, '220', '6 serviceClass'],
    [6, 10, '4', '6 entryAddendaCount'],
    [6, 20, '5', '6 entryHash'],
    [6, 32, '1', '6 totalDebitCents'],
    [6, 44, '1', '6 totalCreditCents'],
    [6, 45, ' 1', '6 companyIdentification'],
    [6, 80, '02', '6 originatingDfi'],
    [6, 94, '2', '6 batchNumber'],
    [7, 7, '2', '7 batchCount'],
    [7, 13, '2', '7 blockCount'],
    [7, 21, '4', '7 entryAddendaCount'],
    [7, 31, '5', '7 entryHash'],
    [7, 43, '1', '7 totalDebitCents'],
    [7, 55, '1', '7 totalCreditCents'],
    [8, 94, '8', '8 recordType'],
  ]
  for (const [line, position, characters, refusal] of cases) {
    assert.equal(refused(altered(plain, line, position, characters)), refusal, `${line}:${position} ${characters}`)
  }
})

test('parseNachaFile: missing, misplaced, short and long lines are refused', () => {
  const lines = plain.trimEnd().split('\n')
  assert.equal(refused(''), '1 recordLength')
  assert.equal(refused('1'.repeat(471)), '1 recordLength')
  assert.equal(refused(lines.slice(1).join('\n')), '1 recordType')
  assert.equal(refused(lines.toSpliced(1, 1).join('\n')), '2 recordType')
  assert.equal(refused(lines.toSpliced(5, 1).join('\n')), '6 recordType')
  assert.equal(refused(lines.toSpliced(6, 1).join('\n')), '7 recordType')
  assert.equal(refused(lines.slice(0, 6).join('\n')), '7 recordType')
  assert.equal(refused(lines.slice(0, 7).join('\n')), '7 blockCount')
  assert.equal(refused(lines.with(6, lines[6]!.trimEnd()).join('\n')), '7 recordLength')
  assert.equal(refused(lines.toSpliced(3, 0, '').join('\n')), '4 recordLength')
  assert.equal(refused(`${plain}${lines[0]}\n`), '11 recordType')
})

test('parseNachaFile: batch numbers must ascend through the file', () => {
  const text = formatNachaFile(built({ ...fileInput, batches: [batchInput, batchInput] }))
  assertRoundTrip(text)
  assert.equal(refused(altered(text, 5, 94, '1')), '5 batchNumber')
})

test('parseNachaFile: a hash has the last ten digits of the sum', () => {
  const entries = Array.from({ length: 501 }, (_, i) => ({
    ...entryInput,
    traceNumber: `01100001${String(i + 1).padStart(7, '0')}`,
  }))
  assertRoundTrip(formatNachaFile(built(inputOf(entries))))
})

test('parseNachaFile: any other text is refused with a line and a field, and never throws', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.nat(93), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), (line, at, junk) => {
      const parsed = parseNachaFile(altered(plain, line + 1, at + 1, junk))
      if (!parsed.ok) assert.ok(parsed.error.line >= 1 && parsed.error.field !== '')
    }),
  )
})
