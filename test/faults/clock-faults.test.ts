import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { verifyAudits } from '../../src/main/verify-audits.ts'
import { dataOf } from '../support/answers.ts'
import { SEED } from '../support/seed.ts'
import { diceOf } from '../support/simulated-month/random.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'
import { compareFeed, compareFiles, compareMessages, everythingSettles, openWebhook, readFeed } from './agreement.ts'
import { type FileTaker, startTaking } from './file-taker.ts'
import { startPaying } from './paying-client.ts'

// The clock of business time steps by hours, forwards and backwards, on the node that is paid at
// and on the one with the worker, each by itself: as when a machine starts with a wrong time and
// is corrected. Clients pay meanwhile.

const STEPS = Number(process.env.FAULT_CLOCK_STEPS ?? 16)
const MOST_HOURS = 30

/** The machine's clock with an error that changes. */
interface WrongClock extends Clock {
  hours: number
}

function wrongClock(): WrongClock {
  return {
    hours: 0,
    now() {
      return systemClock.now().add({ minutes: Math.round(this.hours * 60) })
    },
  }
}

const ofNode = wrongClock()
const ofWorker = wrongClock()
let service: TestService
let receiver: Receiver
let taker: FileTaker
before(async () => {
  service = await startTestService({
    ...{ clock: ofNode, tokenClock: systemClock, webhookNetworks: ['loopback'] },
  })
  receiver = await openReceiver()
  await openWebhook(service, receiver)
  await service.startNode({ clock: ofWorker, worker: true })
  await mkdir(join(service.dataDir, 'taken'))
  taker = startTaking(service.app.achOutDirectory, join(service.dataDir, 'taken'))
})
after(async () => {
  await taker.stop()
  await service.stop()
  await receiver.close()
})

/** A reader that follows the feed with its cursor, as an integration does. */
function follow(): { stop(): Promise<string[]> } {
  const seen: string[] = []
  let isOver = false
  let cursor = '0'
  const read = async () => {
    const events = await readFeed(service, service.baseUrl, cursor)
    cursor = events.at(-1)?.cursor ?? cursor
    seen.push(...events.map(({ eventUID }) => eventUID))
  }
  const running = (async () => {
    while (!isOver) {
      await read()
      await sleep(50)
    }
  })()
  running.catch(() => {})
  return {
    async stop() {
      isOver = true
      await running
      await read()
      return seen
    },
  }
}

test(`${STEPS} steps of the clocks by hours, seed ${SEED}: nothing is lost or made twice, and sequences hold`, async (t) => {
  t.diagnostic(`GIRO_SEED=${SEED}`)
  const dice = diceOf(SEED)
  const follower = follow()
  const speeds = ['Economy', 'Economy Plus', 'Instant']
  let number = 0
  const client = await startPaying(service, { body: () => ({ speed: speeds[number++ % speeds.length] }) })
  for (let step = 0; step < STEPS; step++) {
    const clock = dice.pick([ofNode, ofWorker])
    clock.hours = dice.between(-MOST_HOURS, MOST_HOURS)
    t.diagnostic(`the node is ${ofNode.hours} hours wrong, the worker ${ofWorker.hours}`)
    await client.pays(12)
    await sleep(dice.between(0, 500))
  }
  await client.stop()
  assert.deepEqual([...client.statuses.keys()], [200])
  // Later than every time at which something may be due.
  ofNode.hours = ofWorker.hours = 10 * 24
  await everythingSettles(service, taker)
  await client.compare()
  await compareFiles(service, taker)
  await compareFeed(service)
  await compareMessages(service, receiver)
  const followed = await follower.stop()
  const read = await readFeed(service, service.baseUrl)
  assert.deepEqual(
    followed,
    read.map(({ eventUID }) => eventUID),
    'who followed the feed saw what it has, in its order',
  )
  const audits = { clock: ofNode, anchors: join(service.dataDir, 'anchors'), say: () => {} }
  assert.equal(await verifyAudits(service.app.db, [service.tenant.institution], audits), 0)
  assert.ok(dataOf(await service.call('GET', '/v1/institution/rails')).inDoubt.length === 0)
  t.diagnostic(`${client.paid()} payments, ${taker.times.size} files, ${read.length} events`)
})
