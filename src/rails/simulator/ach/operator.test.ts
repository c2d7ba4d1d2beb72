import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildNachaFile, formatNachaFile, type IatEntryInput, parseNachaFile } from '../../ach/nacha/index.ts'
import { readNachaStream } from '../../ach/read-nacha-stream.ts'
import { answersTo } from './answers.ts'
import { RefusedOrigination, readOrigination } from './read-origination.ts'
import { writeOperatorFile } from './write-records.ts'

const entryOf = (at: number, accountNumber: string, transactionCode: '22' | '27' = '22') => ({
  ...{ transactionCode, receivingRouting: '021000021', accountNumber, amountCents: BigInt(100 + at) },
  ...{ individualIdentification: `id-${at}`, individualName: 'RECEIVER' },
  traceNumber: `06109999${String(at).padStart(7, '0')}`,
})

function fileOf(accounts: readonly string[], code: '22' | '27' = '22', iat?: IatEntryInput): string {
  const built = buildNachaFile({
    header: {
      ...{ immediateDestination: '061000146', immediateDestinationName: 'OPERATOR' },
      ...{ immediateOrigin: '061099995', immediateOriginName: 'BANK' },
      ...{ fileCreationDate: '2026-07-01', fileCreationTime: '10:00', fileIdModifier: 'A' },
    },
    batches: [
      {
        ...{
          companyName: 'ACME',
          companyIdentification: '1234567890',
          secCode: iat ? 'IAT' : 'PPD',
          companyEntryDescription: 'PAYMENT',
        },
        ...{ effectiveEntryDate: '2026-07-02', originatingDfi: '06109999' },
        entries: accounts.map((account, at) => ({ ...entryOf(at + 1, account, code), iat })),
      },
    ],
  })
  assert.ok(built.ok)
  return formatNachaFile(built.file)
}

const HEADER = {
  ...{
    origin: '061000146',
    destination: '061099995',
    createdOn: '260703',
    createdAt: '0830',
    settlesOn: '184',
    reference: 'TEST0001',
  },
}

async function readBack(content: string) {
  const entries: { code: string; addenda: string; amount: bigint }[] = []
  const read = await readNachaStream(
    (async function* () {
      yield Buffer.from(content)
    })(),
    async (all) => {
      for (const { entry } of all)
        entries.push({
          code: entry.detail.transactionCode,
          addenda: JSON.stringify(entry.addenda),
          amount: 'amountCents' in entry.detail ? entry.detail.amountCents : 0n,
        })
    },
    new Set(),
  )
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.error))
  return entries
}

test('an entry is returned or corrected by its account number, and any other is taken', () => {
  const origination = readOrigination(fileOf(['998503', '9986011', '700100200300', '9985', '998604']))
  assert.equal(origination.entries.length, 5)
  const answers = answersTo(origination)
  assert.deepEqual(
    answers.map(({ addenda }) => addenda!.slice(0, 6)),
    ['799R03', '798C01'],
  )
})

for (const code of ['22', '27'] as const)
  test(`the answers to entries of ${code} are a file that the strict reader takes without a note`, async () => {
    const numbers = ['998501', '998602', '998603', '998605', '998606', '998607']
    const content = writeOperatorFile(HEADER, answersTo(readOrigination(fileOf(numbers, code))))
    const entries = await readBack(content)
    assert.equal(entries.length, numbers.length)
    assert.ok(entries.every((entry) => entry.code === (code === '22' ? '21' : '26')))
    assert.deepEqual([entries[0]!.amount, entries[1]!.amount], [101n, 0n])
    assert.match(entries[0]!.addenda, /R01/)
  })

const HERE = { name: 'A', street: 'B', city: 'Boston', state: 'MA', country: 'US', postalCode: '02110' }
const international = {
  ...{ transactionType: 'BUS', originator: HERE, receiver: { ...HERE, country: 'CA' } },
  originatingBank: { name: 'BANK', qualifier: '01', identification: '061099995', country: 'US' },
  receivingBank: { name: 'ROYAL', qualifier: '02', identification: 'ROYCCAT2', country: 'CA' },
} as const

test('an international entry comes back with its seven addenda and its amount, and is never corrected', async () => {
  const sent = fileOf(['998503', '998601', '700100200300'], '22', international)
  const answers = answersTo(readOrigination(sent))
  assert.equal(answers.length, 1)
  const parsed = parseNachaFile(writeOperatorFile(HEADER, answers))
  assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error))
  const [entry] = parsed.file.batches[0]!.entries
  assert.deepEqual(
    entry!.addenda.map(({ record }) => record.slice(-2)),
    ['10', '11', '12', '13', '14', '15', '16', '99'],
  )
  const back = entry!.addenda.at(-1)!
  assert.ok(back.record === 'IAT addenda 99')
  assert.deepEqual(
    [back.returnReasonCode, back.originalTraceNumber, back.originalReceivingDfi, back.originalEntryAmount],
    ['R03', '061099990000001', '02100002', '0000000101'],
  )
})

test('the operator refuses a file whose arithmetic is wrong, by its own', () => {
  const good = fileOf(['1', '2'])
  assert.equal(readOrigination(good).entries.length, 2)
  const lines = good.split('\n')
  const changed = (line: number, from: number, text: string) =>
    lines.map((one, at) => (at === line ? one.slice(0, from) + text + one.slice(from + text.length) : one)).join('\n')
  const spoiled: [string, string, RegExp][] = [
    ['an amount', changed(2, 29, '0000000999'), /the credits of a batch control are wrong/],
    ['a routing number', changed(2, 3, '021000022'), /check digit/],
    ['another bank', changed(2, 3, '011000015'), /entry hash of a batch control/],
    ['a trace number', changed(3, 79, '061099990000001'), /does not ascend/],
    ['the number of entries', changed(4, 4, '000009'), /another number of entries/],
    ['the total of the file', changed(5, 43, '000000000001'), /credits of a file control/],
    ['a missing record', lines.filter((_, at) => at !== 3).join('\n'), /last block/],
    ['a short record', changed(2, 93, '').replace(lines[2]!, lines[2]!.slice(1)), /94 characters/],
  ]
  for (const [what, text, message] of spoiled)
    assert.throws(
      () => readOrigination(text),
      (error) => error instanceof RefusedOrigination && message.test(error.message),
      what,
    )
})
