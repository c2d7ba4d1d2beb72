import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseImad } from '../../src/rails/iso20022/fedwire/accountability.ts'
import { SEED } from '../support/seed.ts'
import { type Dice, diceOf } from '../support/simulated-month/random.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// Two real processes take numbers for messages to Fedwire at the same time, and are killed at
// random moments.

const KILLS = Number(process.env.IMAD_KILLS ?? 200)
/** How long a worker works before it is killed. */
const LONGEST_WORK_MS = 100
const AT = '2026-07-01T14:00:00Z'

let service: TestService
let databaseUrl: string
/** Compiled modules, so that a worker is ready soon. */
let compiled: string
let dice: Dice
/** The running workers, with what each said last. */
const workers = new Map<ChildProcess, unknown>()
/** How many were killed in the middle of a transaction. */
let interrupted = 0

before(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'giro-compiled-'))
  dice = diceOf(SEED)
  const reach = async (url: string) => {
    databaseUrl = url
    return url
  }
  service = await startTestService({ worker: false, reach })
})
after(async () => {
  for (const worker of workers.keys()) worker.kill('SIGKILL')
  await service?.stop()
  await rm(compiled, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(
    join(import.meta.dirname, '../support/fedwire/paying-worker.ts'),
    [AT, databaseUrl, service.encryptionKey, String(dice.between(0, 2 ** 31 - 1))],
    { env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  )
  workers.set(worker, 'started')
  worker.once('exit', () => workers.delete(worker))
  await new Promise<void>((resolve) => {
    worker.on('message', (said) => {
      workers.set(worker, said)
      if (said === 'ready') resolve()
    })
  })
  return worker
}

/** Workers one after the other: the next is ready before the last is killed. */
async function killInTurn(kills: number): Promise<void> {
  let next = startWorker()
  for (let done = 0; done < kills; done++) {
    const worker = await next
    next = startWorker()
    const ended = once(worker, 'exit')
    worker.send('begin')
    await sleep(dice.between(1, LONGEST_WORK_MS))
    if (workers.get(worker) === 'began') interrupted++
    worker.kill('SIGKILL')
    await ended
  }
  ;(await next).kill('SIGKILL')
}

test(`through ${KILLS} kills of two nodes, no number of an endpoint is missing or used twice (seed ${SEED})`, async () => {
  await Promise.all([killInTurn(KILLS / 2), killInTurn(KILLS / 2)])
  const rows = await service.query<{ messageId: string }>(
    `select message_id from rail_messages where rail = 'FEDWIRE' and direction = 'Out' order by message_id`,
  )
  const numbers = rows.map(({ messageId }) => parseImad(messageId)!.sequence)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  )
  const [last] = await service.query<{ lastSequence: number }>('select last_sequence from fedwire_sequences')
  assert.equal(last?.lastSequence, numbers.length)
  assert.ok(numbers.length > KILLS / 2, `only ${numbers.length} messages were committed`)
  assert.ok(interrupted > KILLS / 4, `only ${interrupted} kills were in a transaction`)
  console.log(`# ${numbers.length} messages, ${interrupted} kills in a transaction`)
})
