import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, forwardEntry, type IncomingBatch, returnBatch, type Sent } from '../support/ach-files.ts'
import { SEED } from '../support/seed.ts'
import { type Dice, diceOf } from '../support/simulated-month/random.ts'
import { createPayer, type Payer } from '../support/test-service.ts'
import { Victims } from '../support/victims.ts'

// Real processes import files of a real database, and are killed at random moments, two at a time.
// Each file comes twice, the second time with its batches in another order, so that both workers
// have the same entries at hand. In some rounds the second worker takes the file of the first, as
// if its lease had ended.

const KILLS = Number(process.env.IMPORT_KILLS ?? 200)
const START = '2026-07-01T14:00:00.500Z'
/** How often a worker begins or ends a transaction before it is killed, and how long at most. */
const MOST_STEPS = 16
const LONGEST_MS = 2_000
/** A worker dies this long after its last step, at most. */
const AFTER_STEP_MS = 8
/** Each is a transaction of its own, because answers and receipts take turns. */
const BATCHES_OF_FILE = 30
const CREDITS_OF_BATCH = 3

let bank: AchBank
let payees: Payer[]
let dice: Dice
let sequence = 0
let victims: Victims
/** What arrived: the cents of each payee, and the answers. */
const expected = { cents: new Map<string, bigint>(), credits: 0, answers: 0 }

before(async () => {
  dice = diceOf(SEED)
  let databaseUrl = ''
  const reach = async (url: string) => {
    databaseUrl = url
    return url
  }
  bank = await openAchBank(START, { reach })
  payees = await Promise.all([1, 2, 3].map(() => createPayer(bank.service, { balance: 0 })))
  const environment = { GIRO_DATABASE_URL: databaseUrl, GIRO_ENCRYPTION_KEY: bank.service.encryptionKey }
  victims = await Victims.of({ path: 'import-worker.ts', environment, ahead: 2 })
})
after(async () => {
  await victims?.close()
  await bank?.service.stop()
})

const unknown: Sent = {
  ...{ paymentUID: '', traceNumber: '061099990009999', amountCents: 3_00n, entryType: 'CREDIT', secCode: 'PPD' },
  ...{ receivingRouting: '021000021', accountNumber: '55555' },
}

/** A file of credits with answers between them, counted as expected. */
function batches(): IncomingBatch[] {
  const settlesOn = bank.today()
  return Array.from({ length: BATCHES_OF_FILE }, (_, at) => {
    if (at % 2 === 1) {
      expected.answers++
      return returnBatch(unknown, 'R03', { sequence: ++sequence, settlesOn })
    }
    const entries = Array.from({ length: CREDITS_OF_BATCH }, () => {
      const { accountNumber } = dice.pick(payees)
      const amountCents = BigInt(dice.between(1, 10_000))
      expected.credits++
      expected.cents.set(accountNumber, (expected.cents.get(accountNumber) ?? 0n) + amountCents)
      return forwardEntry(++sequence, { accountNumber, amountCents })
    })
    return { header: batchHeader(settlesOn, { serviceClass: '220' }), entries }
  })
}

/** The same entries in two files, in different orders and under different names. */
async function arriveTwice(): Promise<void> {
  const made = batches()
  await bank.arrives(made)
  await bank.arrives(made.toReversed())
}

/** As if the time of all leases were over. */
async function endLeases(): Promise<void> {
  await bank.service.query('update incoming_files set leased_until = now() where leased_until is not null')
}

async function open(): Promise<number> {
  const [row] = await bank.service.query<{ open: bigint }>(
    `select count(*) as open from incoming_files where status in ('RECEIVED', 'IMPORTING')`,
  )
  return Number(row!.open)
}

test(`of ${KILLS} import workers killed at random moments, none loses or repeats an entry (GIRO_SEED=${SEED})`, async () => {
  const progress = new Set<string>()
  for (let killed = 0; killed < KILLS; killed += 2) {
    if ((await open()) === 0) await arriveTwice()
    const [worker, second] = [await victims.next(), await victims.next()]
    worker.at(START)
    await worker.works(dice.between(1, MOST_STEPS), LONGEST_MS)
    if (dice.happens(25)) await endLeases()
    second.at(START)
    await second.works(dice.between(1, MOST_STEPS), LONGEST_MS)
    for (const one of dice.happens(50) ? [worker, second] : [second, worker]) {
      await sleep(dice.between(0, AFTER_STEP_MS))
      await one.kill()
    }
    await endLeases()
    const [at] = await bank.service.query<{ at: string }>('select sum(imported_entries) as at from incoming_files')
    progress.add(String(at?.at))
  }
  await bank.imports()
  console.log(`# stopped at ${progress.size} different entries of ${sequence}`)
  assert.equal(await open(), 0)
  await compareBooks()
})

async function compareBooks(): Promise<void> {
  const { service } = bank
  const rows = await service.query<{ accountNumber: string; cents: bigint }>(
    `select a.id::text as account_number, sum(r.amount) as cents
     from receipts r join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id group by a.id`,
  )
  const cents = new Map(rows.map(({ accountNumber, cents }) => [accountNumber, BigInt(cents)]))
  for (const { accountUID, accountNumber } of payees)
    assert.equal(cents.get(accountUID) ?? 0n, expected.cents.get(accountNumber) ?? 0n, accountUID)
  const [counts] = await service.query<{ credits: bigint; answers: bigint; held: bigint }>(
    `select (select count(*) from receipts where reason is null) as credits, (select count(*) from ach_answers) as answers,
       (select count(*) from receipts where reason = 'AnswerOfNoPayment') as held`,
  )
  assert.deepEqual([counts!.credits, counts!.answers, counts!.held].map(Number), [
    expected.credits,
    expected.answers,
    expected.answers,
  ])
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}
