import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AmqpLinks, createAmqpLinks } from '../../src/rails/links/amqp/amqp-links.ts'
import { checkBroker } from '../../src/rails/links/amqp/check-broker.ts'
import type { Parcel } from '../../src/rails/links/link.ts'
import { handOverMessages } from '../../src/rails/messages/hand-over-messages.ts'
import { insertMessages } from '../../src/rails/messages/messages.store.ts'
import { readMessages, takeInMessages } from '../../src/rails/messages/receive-messages.ts'
import type { MessageNetwork } from '../../src/rails/network.ts'
import { type Artemis, startArtemis, withArtemis } from '../support/artemis/artemis.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// Here and not among the quick tests: a Java machine is started four times.
const MESSAGES = 200
const OUT = 'to.network'
const IN = 'from.network'

let broker: Artemis
let service: TestService
let links: AmqpLinks
let operator: AmqpLinks
before(async () => {
  if (withArtemis.skip) return
  broker = await startArtemis()
  service = await startTestService({ worker: false })
  const settings = { host: '127.0.0.1', port: broker.port, tls: undefined, login: undefined }
  links = createAmqpLinks(settings, { name: 'giro', onArrival: () => {} })
  operator = createAmqpLinks(settings, { name: 'operator', onArrival: () => {} })
})
after(async () => {
  if (withArtemis.skip) return
  await links.close()
  await operator.close()
  await service.stop()
  await broker.stop()
})

const ourLink = () => links.of('bank', 'FEDWIRE', { sendQueue: OUT, receiveQueue: IN })
/** The network is at the other ends of the queues. */
const theirLink = () => operator.of('network', 'FEDWIRE', { sendQueue: IN, receiveQueue: OUT })

/** Repeats until it is done. A broker that is away fails a step, within a bounded time. */
async function persistently(isDone: () => Promise<boolean>, step: () => Promise<unknown>): Promise<number> {
  let failures = 0
  const deadline = performance.now() + 120_000
  while (!(await isDone())) {
    assert.ok(performance.now() < deadline, 'it does not end')
    const startedMs = performance.now()
    await step().catch(() => void failures++)
    assert.ok(performance.now() - startedMs < 20_000, 'a step does not end')
    await sleep(50)
  }
  return failures
}

/** Kills the broker after a moment, and starts it again after another. */
async function outage(afterMs: number): Promise<void> {
  await sleep(afterMs)
  await broker.kill()
  await sleep(2_000)
  await broker.start()
}

test(
  'the broker is away in the middle of a hand-over: every message leaves, and the network gets each once',
  withArtemis,
  async () => {
    const { institution } = service.tenant
    const { tenantId } = institution
    const { app } = service
    assert.equal(
      await checkBroker({ host: '127.0.0.1', port: broker.port, tls: undefined, login: undefined }),
      undefined,
    )
    const sent = Array.from({ length: MESSAGES }, () => randomUUID())
    const base = { rail: 'FEDWIRE', messageType: 'pacs.008.001.08' } as const
    await app.db.transaction((tx) =>
      insertMessages(
        tx,
        tenantId,
        sent.map((id) => ({ ...base, messageId: id, content: id })),
        app.clock.now(),
      ),
    )
    const handOver = async () => {
      // What waits after a failure, and leases of a worker that was lost, end at once.
      await service.query(
        `update rail_messages set next_attempt_at = now(), leased_until = case when status = 'Claimed' then now() end
       where tenant_id = $1 and status in ('Waiting', 'Claimed')`,
        [tenantId],
      )
      const link = ourLink()
      const few = Object.assign(Object.create(link), { batchSize: 20, take: link.take.bind(link) })
      few.handOver = link.handOver.bind(link)
      const ignore = async () => {}
      await handOverMessages(app, institution, {
        rail: 'FEDWIRE',
        link: few,
        whenUnknown: 'resend',
        onLeft: ignore,
        onExpired: ignore,
      })
    }
    const left = async () => {
      const [row] = await service.query<{ left: number }>(
        `select count(*)::integer as left from rail_messages where tenant_id = $1 and status = 'HandedOver'`,
        [tenantId],
      )
      return row!.left === MESSAGES
    }
    const [failures] = await Promise.all([persistently(left, handOver), outage(300)])
    assert.ok(failures > 0, 'the outage came too late to matter')
    const got: string[] = []
    await persistently(
      async () => got.length >= MESSAGES,
      () =>
        theirLink().take(100, async (deliveries) => void got.push(...deliveries.map(({ content }) => String(content)))),
    )
    await sleep(500)
    await theirLink().take(
      100,
      async (deliveries) => void got.push(...deliveries.map(({ content }) => String(content))),
    )
    assert.deepEqual(got.toSorted(), sent.toSorted())
  },
)

test(
  'the broker is away while messages come in: each is kept, and read once however often it is delivered',
  withArtemis,
  async () => {
    const { institution } = service.tenant
    const { app } = service
    const sent = Array.from({ length: MESSAGES }, () => randomUUID())
    const parcel = (id: string): Parcel => ({
      ...{ id, rail: 'FEDWIRE', messageType: 'pacs.002.001.10', messageId: id, paymentId: null },
      ...{ content: Buffer.from(id), token: 1, openTokens: [], isRepeated: false, mayLeave: true },
    })
    for (let at = 0; at < MESSAGES; at += 50) {
      const outcomes = await theirLink().handOver(sent.slice(at, at + 50).map(parcel), () => true)
      assert.ok(outcomes.every(({ kind }) => kind === 'left'))
    }
    const link = ourLink()
    let takes = 0
    const taken = {
      ...{ recognisesParcels: false, batchSize: 1, handOver: link.handOver.bind(link) },
      take: (_limit: number, keep: Parameters<typeof link.take>[1]) =>
        link.take(10, async (deliveries) => {
          await keep(deliveries)
          // The commit is done, and the broker dies before it hears of it.
          if (++takes === 3) await broker.kill()
        }),
    }
    const booked: string[] = []
    const network = {
      rail: 'FEDWIRE',
      whenUnknown: 'ask',
      receive: async (_tx: unknown, _institution: unknown, { content }: { content: string }) => ({
        ...{ messageType: 'pacs.002.001.10', messageId: content, meanings: [], replies: [] },
      }),
    } as unknown as MessageNetwork
    const back = (async () => {
      while (takes < 3) await sleep(20)
      await sleep(1_000)
      await broker.start()
    })()
    const work = async () => {
      await takeInMessages(app, { institution, rail: 'FEDWIRE', link: taken })
      await readMessages(app, institution, {
        ...{ rail: 'FEDWIRE', network },
        async book(_tx, read) {
          booked.push(...read.map(({ message }) => message.content))
          return { about: [] }
        },
      })
    }
    await persistently(async () => booked.length >= MESSAGES, work)
    await back
    for (let more = 0; more < 5; more++) {
      await work().catch(() => {})
      await sleep(100)
    }
    assert.deepEqual(booked.toSorted(), sent.toSorted())
    const [kept] = await service.query<{ doubles: number; open: number }>(
      `select count(*) filter (where status = 'Double')::integer as doubles,
       count(*) filter (where status in ('Received', 'Quarantined'))::integer as open
     from rail_messages where tenant_id = $1 and direction = 'In'`,
      [institution.tenantId],
    )
    assert.ok(kept!.doubles > 0, 'what was committed and not accepted came again')
    assert.equal(kept!.open, 0)
  },
)
