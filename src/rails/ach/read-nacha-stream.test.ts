import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { batchInput, built, entryInput, fileInput, inputOf } from './nacha/fixtures.ts'
import { formatNachaFile } from './nacha/format-file.ts'
import { parseNachaFile } from './nacha/parse-file.ts'
import type { ReadEntry } from './nacha/read-stream.ts'
import { TOLERANCES, TOLERATE_NOTHING, type Tolerance } from './nacha/tolerances.ts'
import { readNachaStream } from './read-nacha-stream.ts'

const folder = process.env['GIRO_RAIL_DATA']
const skip =
  folder !== undefined && existsSync(join(folder, 'ach')) ? false : 'GIRO_RAIL_DATA names no folder with ach/'

// Lines: 1 file header, 2 batch header, 3 entry, 4 addenda, 5 entry, 6 batch control, 7 file
// control, 8-10 padding.
const plain = formatNachaFile(
  built(inputOf([{ addenda05: 'Thanks' }, { transactionCode: '27', traceNumber: '011000010000002' }])),
)
const lines = plain.trimEnd().split('\n')

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** What reading the bytes gives: the outcome in a word, and the entries. */
async function read(content: string | Uint8Array, size = 1 << 20, tolerated?: ReadonlySet<Tolerance>) {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const entries: ReadEntry[] = []
  const result = await readNachaStream(pieces(bytes, size), async (read) => void entries.push(...read), tolerated)
  const outcome = result.ok ? 'read' : `${result.error.line} ${result.error.field}`
  return { entries, outcome, result, notes: result.ok ? result.summary.notes : undefined }
}

test('readNachaStream: pieces of any size give the entries and totals that parseNachaFile gives', async () => {
  const parsed = parseNachaFile(plain)
  assert.ok(parsed.ok)
  const whole = parsed.file.batches.flatMap(({ header, entries }) => entries.map((entry) => ({ header, entry })))
  for (const size of [1, 7, 93, 94, 95, 96, 190, 4_096]) {
    const { entries, result } = await read(plain, size)
    assert.deepEqual(
      entries.map(({ header, entry }) => ({ header, entry })),
      whole,
    )
    assert.deepEqual(
      entries.map(({ number, line }) => [number, line]),
      [
        [1, 3],
        [2, 5],
      ],
    )
    assert.ok(result.ok)
    const { batchCount, entryCount, totalDebitCents, totalCreditCents, notes } = result.summary
    assert.deepEqual(
      [batchCount, entryCount, totalDebitCents, totalCreditCents, notes],
      [1, 2, 125_00n, 125_00n, []],
      `pieces of ${size}`,
    )
  }
})

test('readNachaStream: each tolerance reads its file with a note, and without it the file is refused', async () => {
  const trimmed = lines.map((line) => line.trimEnd()).join('\n')
  const cases: [Tolerance, string, records: number, strictly: string][] = [
    ['trimmedBlanks', `${trimmed}\n`, 2, '1 recordLength'],
    ['missingPadding', lines.slice(0, 7).join('\n'), 1, '7 blockCount'],
    ['noLineBreaks', lines.join(''), 1, '1 recordLength'],
    ['mixedLineBreaks', lines.map((line, i) => `${line}${i === 4 ? '\r\n' : '\n'}`).join(''), 1, '5 recordLength'],
  ]
  for (const [tolerance, text, records, strictly] of cases) {
    for (const size of [1, 50, 1 << 20]) {
      const tolerant = await read(text, size)
      assert.equal(tolerant.outcome, 'read', tolerance)
      assert.deepEqual(tolerant.notes, [{ tolerance, records }])
      assert.equal(tolerant.entries.length, 2)
      assert.equal((await read(text, size, TOLERATE_NOTHING)).outcome, strictly, `${tolerance} in pieces of ${size}`)
    }
  }
})

test('readNachaStream: several tolerances in one file, line breaks after the last record, and Ctrl-Z', async () => {
  const text = lines
    .slice(0, 7)
    .map((line) => line.trimEnd())
    .join('\r\n')
  assert.deepEqual((await read(`${text}\r\n\r\n\u001a`)).notes, [
    { tolerance: 'trimmedBlanks', records: 2 },
    { tolerance: 'missingPadding', records: 1 },
  ])
  assert.equal((await read(`${lines.join('')}\r\n`)).outcome, 'read')
  assert.equal((await read(`${plain}${'\n'.repeat(100)}`)).outcome, 'read')
})

test('readNachaStream: a blank that carries money or meaning is not made up', async () => {
  const cutTo = (line: number, length: number) =>
    lines.map((text, i) => (i === line - 1 ? text.slice(0, length) : text)).join('\n')
  assert.equal((await read(cutTo(3, 93))).outcome, '3 traceNumber')
  assert.equal((await read(cutTo(3, 35))).outcome, '3 amountCents')
  assert.equal((await read(cutTo(7, 54))).outcome, '7 totalCreditCents')
  assert.equal((await read(cutTo(6, 30))).outcome, '6 totalDebitCents')
})

test('readNachaStream: a file cut off at any byte is refused, unless only blanks or padding are lost', async () => {
  const bytes = Buffer.from(plain, 'latin1')
  // The last character of the file control's credit total: what follows is blank or padding.
  const needed = plain.indexOf(lines[6]!) + 55
  for (let length = 0; length < bytes.length; length++) {
    const { outcome } = await read(bytes.subarray(0, length))
    const mayBeRead = length >= needed && length <= plain.indexOf(lines[7]!)
    const isWholePadding = length > needed && (length - plain.indexOf(lines[7]!)) % 95 <= 0
    const endsInRecord = (length + 1) % 95 === 0
    if (mayBeRead || isWholePadding || (length > needed && endsInRecord)) assert.equal(outcome, 'read', `${length}`)
    else assert.notEqual(outcome, 'read', `cut off at ${length}`)
  }
})

test('readNachaStream: a record twice or missing, wrong counts and swapped bytes are refused or the same', async () => {
  const right = await read(plain)
  for (let i = 0; i < 7; i++) {
    const doubled = lines.toSpliced(i, 0, lines[i]!).join('\n')
    assert.notEqual((await read(doubled)).outcome, 'read', `record ${i + 1} twice`)
    assert.notEqual((await read(lines.toSpliced(i, 1).join('\n'))).outcome, 'read', `record ${i + 1} missing`)
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(plain.length - 2), fc.nat(plain.length - 2), async (a, b) => {
      const bytes = Buffer.from(plain, 'latin1')
      ;[bytes[a], bytes[b]] = [bytes[b]!, bytes[a]!]
      const { outcome, entries, result } = await read(bytes)
      if (outcome !== 'read') {
        assert.ok(!result.ok && result.error.record !== '' && result.error.reason !== '')
        return
      }
      const money = (read: ReadEntry[]) => read.map(({ entry: { detail } }) => detail.amountCents)
      const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
      assert.equal(sum(money(entries)), sum(money(right.entries)), `bytes ${a} and ${b}`)
    }),
    { numRuns: 500 },
  )
})

test('readNachaStream: EBCDIC, UTF-16, an empty file and any other bytes are refused, and never throw', async () => {
  const ebcdic = Buffer.from(plain.replaceAll('\n', ''), 'latin1').map((byte) => (byte === 0x31 ? 0xf1 : 0x40))
  const refused = await read(ebcdic)
  assert.equal(refused.outcome, '1 recordType')
  assert.match(refused.result.ok ? '' : refused.result.error.reason, /EBCDIC/)
  assert.notEqual((await read(Buffer.from(plain, 'utf16le'))).outcome, 'read')
  assert.equal((await read('')).outcome, '1 recordLength')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.integer({ min: 1, max: 200 }), async (bytes, size) => {
      assert.notEqual((await read(bytes, size)).outcome, 'read')
    }),
  )
})

test('readNachaStream: nines, digits, blanks or line breaks for ever are refused after a few pieces', async () => {
  const endless = async (start: string, filler: string) => {
    let taken = 0
    async function* content() {
      yield Buffer.from(start, 'latin1')
      for (; taken < 1_000; taken++) yield Buffer.from(filler.repeat(10_000), 'latin1')
    }
    const result = await readNachaStream(content())
    assert.ok(!result.ok)
    assert.ok(taken < 5, `${taken} pieces were read`)
    return `${result.error.line} ${result.error.field}`
  }
  assert.equal(await endless('', '9'), '1 recordType')
  assert.equal(await endless('', `${'9'.repeat(94)}\n`), '1 recordType')
  assert.equal(await endless(`${lines.slice(0, 7).join('\n')}\n`, `${'9'.repeat(94)}\n`), '7 blockCount')
  assert.equal(await endless(lines.slice(0, 7).join(''), '9'), '7 blockCount')
  assert.equal(await endless(`${lines.slice(0, 2).join('\n')}\n`, '6'), '3 recordLength')
  assert.equal(await endless(plain, '\n'), '11 recordType')
  assert.equal(await endless('', ' '), '1 recordType')
})

test('readNachaStream: a file of many batches is read with its line numbers, and no entry is kept', async () => {
  const count = 300
  const entries = Array.from({ length: 40 }, (_, i) => ({
    ...entryInput,
    traceNumber: `01100001${String(i + 1).padStart(7, '0')}`,
  }))
  const text = formatNachaFile(
    built({ ...fileInput, batches: Array.from({ length: count }, () => ({ ...batchInput, entries })) }),
  )
  let seen = 0
  const result = await readNachaStream(pieces(Buffer.from(text), 10_000), async (read) => {
    for (const { number, line } of read) {
      const batch = Math.floor((number - 1) / 40)
      assert.equal(line, number + 2 + 2 * batch)
    }
    assert.ok(read.length < 110)
    seen += read.length
  })
  assert.ok(result.ok)
  assert.equal(seen, 40 * count)
  assert.equal(result.summary.entryCount, seen)
})

test('readNachaStream: every valid and every incoming sample is read, one with codes of its own', {
  skip,
}, async () => {
  const custom = 'return-PPD-custom-reason-code.ach'
  const all = new Set(Object.keys(TOLERANCES) as Tolerance[])
  const notes: Record<string, unknown> = {}
  for (const kind of ['valid', 'incoming'])
    for (const name of readdirSync(join(folder!, 'ach', kind))) {
      const bytes = readFileSync(join(folder!, 'ach', kind, name))
      const { result } = await read(bytes, 100, name === custom ? all : undefined)
      assert.ok(result.ok, `${name}: ${result.ok ? '' : JSON.stringify(result.error)}`)
      if (result.summary.notes.length > 0) notes[name] = result.summary.notes
    }
  assert.deepEqual(notes['contested-return.ach'], [{ tolerance: 'repeatedReturnAddenda', records: 1 }])
  assert.equal((await read(readFileSync(join(folder!, 'ach', 'incoming', custom)))).outcome, '4 returnReasonCode')
  assert.deepEqual(notes[custom], [
    { tolerance: 'trimmedBlanks', records: 2 },
    { tolerance: 'unknownReasonCodes', records: 1 },
  ])
})

test('readNachaStream: every invalid sample is refused with a line, a record and a field', { skip }, async () => {
  const path = join(folder!, 'ach', 'invalid')
  for (const name of readdirSync(path)) {
    const { result, entries } = await read(readFileSync(join(path, name)), 333)
    assert.ok(!result.ok, `${name} was read with ${entries.length} entries`)
    const { line, record, field, reason } = result.error
    assert.ok(line >= 1 && record !== '' && field !== '' && reason !== '', name)
  }
})
