import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry, type IncomingBatch, returnBatch, type Sent } from '../support/ach-files.ts'
import { type BreakingDatabase, startBreakingDatabase } from '../support/breaking-database.ts'
import { eventually } from '../support/eventually.ts'
import { createPayer, type Payer } from '../support/test-service.ts'

let bank: AchBank
let breaking: BreakingDatabase
let payee: Payer
let sequence = 0

before(async () => {
  const reach = async (databaseUrl: string) => {
    breaking = await startBreakingDatabase(databaseUrl)
    return breaking.url
  }
  bank = await openAchBank(undefined, { reach })
  payee = await createPayer(bank.service, { balance: 0 })
})
after(async () => {
  const { app, tenant, stop } = bank.service
  const said: string[] = []
  const differences = await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line))
  await stop()
  await breaking.close()
  assert.equal(differences, 0, said.join('\n'))
})

const unknown: Sent = {
  ...{ paymentUID: '', traceNumber: '061099990009999', amountCents: 3_00n, entryType: 'CREDIT', secCode: 'PPD' },
  ...{ receivingRouting: '021000021', accountNumber: '55555' },
}

/** Three credits for the payee, and a return of no payment between them. */
function batches(): IncomingBatch[] {
  const settlesOn = bank.today()
  const credit = () => forwardEntry(++sequence, { accountNumber: payee.accountNumber, amountCents: 1_00n })
  const credits = (count: number) => ({
    header: batchHeader(settlesOn, { serviceClass: '220' }),
    entries: Array.from({ length: count }, credit),
  })
  return [credits(2), returnBatch(unknown, 'R03', { sequence: ++sequence, settlesOn }), credits(1)]
}

/** How often entries of the file were booked. */
async function bookedOf(fileId: string): Promise<{ credits: number; answers: number; held: number }> {
  const [row] = await bank.service.query<{ credits: bigint; answers: bigint; held: bigint }>(
    `select (select count(*) from receipts where file_id = $1 and reason is null) as credits,
       (select count(*) from ach_answers where file_id = $1) as answers,
       (select count(*) from receipts where file_id = $1 and reason = 'AnswerOfNoPayment') as held`,
    [fileId],
  )
  return { credits: Number(row?.credits), answers: Number(row?.answers), held: Number(row?.held) }
}

test('whichever statement breaks, and whether or not it was executed, each entry of a file is booked once', async () => {
  for (let statement = 1; statement <= 60; statement++)
    for (const isDone of [false, true]) {
      const id = await bank.arrives(batches())
      breaking.breakAt({ statement, counts: 'all', isDone, breaksAll: statement % 5 === 0 })
      await importUntilDone(id)
      const broke = breaking.hasBroken()
      breaking.disarm()
      assert.deepEqual(await bookedOf(id), { credits: 3, answers: 1, held: 1 }, `statement ${statement}`)
      if (!broke && !isDone) return
    }
})

/**
 * Imports what waits, again if a connection breaks. The database holds the locks of a broken
 * connection until it notices, so another worker may find nothing to do for a moment.
 */
async function importUntilDone(id: string): Promise<void> {
  await eventually('the file is imported', async () => {
    await bank.imports().catch(() => {})
    // An import that failed and could note it waits for its next attempt.
    bank.clock.advance({ seconds: 10 })
    const [file] = await bank.service
      .query<{ status: string }>('select status from incoming_files where id = $1', [id])
      .catch(() => [])
    return file?.status === 'IMPORTED'
  })
}
