// Files that do not add up, from others and of our own making, go through the import as any file
// does: they are kept, quarantined and shown, nothing of them is booked, and they stop no other.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry, incomingFile, internationalBatch, traceOf } from '../support/ach-files.ts'
import { type Broken, cutOff, miscounted, misplaced, miswritten } from '../support/broken-files.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

const folder = join(process.env['GIRO_RAIL_DATA'] ?? '', 'ach')
const skip = existsSync(join(folder, 'invalid')) ? false : 'GIRO_RAIL_DATA names no folder with ach/invalid/'

let bank: AchBank
let payee: Payer
let sequence = 0
before(async () => {
  bank = await openAchBank()
  payee = await createPayer(bank.service, { balance: 100_000 })
})
after(async () => {
  const said: string[] = []
  const { app, tenant } = bank.service
  const differences = await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line))
  await bank.service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

/** A file with a credit, a debit, an addenda and an international entry for one account. */
function goodFile(): Buffer {
  const settlesOn = bank.today()
  const { accountNumber } = payee
  const paid = forwardEntry(++sequence, { accountNumber })
  const taken = forwardEntry(++sequence, {
    accountNumber,
    transactionCode: '27',
    amountCents: 3_07n,
    addendaIndicator: '1',
  })
  const entrySequenceNumber = traceOf(sequence).slice(-7)
  const remittance = {
    record: 'addenda 05',
    paymentRelatedInformation: 'INVOICE 118',
    sequenceNumber: 1,
    entrySequenceNumber,
  } as const
  return incomingFile(settlesOn, [
    { header: batchHeader(settlesOn), entries: [paid, { ...taken, addenda: [remittance] }] },
    internationalBatch(++sequence, { settlesOn, detail: { accountNumber } }),
  ])
}

interface Judged {
  status: string
  refusal: { line: number; record: string; field: string; reason: string } | null
}

/** Imports the files with a good one after them, and returns what became of each. */
async function importAll(files: readonly Broken[]): Promise<Map<string, Judged>> {
  const names = new Map<string, string>()
  for (const [name, content] of files) names.set(await bank.arrives(content, name), name)
  bank.clock.advance({ seconds: 1 })
  names.set(await bank.arrives(goodFile()), 'good')
  await bank.imports()
  const judged = await bank.service.query<Judged & { id: string }>(
    'select id, status, refusal from incoming_files where id = any($1::uuid[])',
    [[...names.keys()]],
  )
  return new Map(judged.map(({ id, ...one }) => [names.get(id)!, one]))
}

/** What the bank has booked: a file that does not add up changes none of it. */
async function booked(): Promise<Record<string, bigint>> {
  const [counts] = await bank.service.query<Record<string, bigint>>(
    `select (select count(*) from receipts) as receipts, (select count(*) from ach_answers) as answers,
       (select count(*) from ledger_transfers) as transfers, (select count(*) from obligations) as obligations`,
  )
  return counts!
}

/** Each file is in quarantine with the place and the reason; only the good one is booked. */
async function assertQuarantined(files: readonly Broken[]): Promise<void> {
  const before = await booked()
  await importAll([])
  const afterGood = await booked()
  const judged = await importAll(files)
  const after = await booked()
  assert.deepEqual(judged.get('good'), { status: 'IMPORTED', refusal: null })
  for (const [name] of files) {
    const { status, refusal } = judged.get(name)!
    assert.equal(status, 'QUARANTINED', name)
    assert.ok(refusal && refusal.line >= 1, name)
    for (const words of [refusal.record, refusal.field, refusal.reason]) assert.ok(words, name)
  }
  for (const [what, count] of Object.entries(after))
    assert.equal(count - afterGood[what]!, afterGood[what]! - before[what]!, `${what} of the good file alone`)
}

test('every invalid sample is in quarantine with its place and reason, as the reader says', { skip }, async () => {
  const files = readdirSync(join(folder, 'invalid')).map(
    (name): Broken => [name, readFileSync(join(folder, 'invalid', name))],
  )
  await assertQuarantined(files)
})
test('every valid sample, cut in half or in EBCDIC, is in quarantine', { skip }, async () => {
  const files = readdirSync(join(folder, 'valid')).flatMap((name): Broken[] => {
    const text = readFileSync(join(folder, 'valid', name), 'latin1')
    const broken = [...cutOff(text), ...miswritten(text)].filter(([how]) => /half|EBCDIC/.test(how))
    return broken.map(([how, content]) => [`${name} ${how}`, content])
  })
  assert.ok(files.length > 30)
  await assertQuarantined(files)
})

test('samples of other senders are in quarantine: two do not add up, and one is for another bank', {
  skip,
}, async () => {
  const files = readdirSync(join(folder, 'incoming')).map(
    (name): Broken => [name, readFileSync(join(folder, 'incoming', name))],
  )
  await assertQuarantined(files)
})

test('a file that is cut off, or has a record too many, too few or elsewhere, books nothing', async () => {
  const text = goodFile().toString('latin1')
  // Where records are alike, the same content comes about twice.
  const changed = new Map([...cutOff(text), ...misplaced(text)].map((one) => [one[1].toString('latin1'), one]))
  changed.delete(text)
  await assertQuarantined([...changed.values()])
})

test('a file with any wrong count, hash or total books nothing', async () => {
  await assertQuarantined(miscounted(goodFile().toString('latin1')))
})

test('a file in another encoding, or of something else, books nothing', async () => {
  await assertQuarantined(miswritten(goodFile().toString('latin1')))
})
