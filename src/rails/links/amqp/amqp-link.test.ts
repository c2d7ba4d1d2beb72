import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { startAmqpBroker, type TestBroker } from '../../../../test/support/amqp-broker.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { type ManualTime, manualTime } from '../../../../test/support/manual-time.ts'
import type { Delivery, Parcel } from '../link.ts'
import type { AmqpLink } from './amqp-link.ts'
import { type AmqpLinks, createAmqpLinks } from './amqp-links.ts'

let broker: TestBroker
let links: AmqpLinks
let link: AmqpLink
let time: ManualTime
let arrivals = 0
before(async () => {
  broker = await startAmqpBroker()
})
after(async () => {
  await links.close()
  await broker.close()
})
let institution = ''
beforeEach(async () => {
  await links?.close()
  time = manualTime()
  links = createAmqpLinks(settingsOf(broker.port), { name: 'test', onArrival: () => void arrivals++, time })
  broker.answer('accept')
  institution = randomUUID()
  link = links.of(institution, 'RTP', {})
})
const settingsOf = (port: number) => ({ host: '127.0.0.1', port, tls: undefined, login: undefined })
const out = () => `giro.${institution}.RTP.out`
const incoming = () => `giro.${institution}.RTP.in`

const parcel = (text: string): Parcel => ({
  ...{ id: randomUUID(), rail: 'RTP', messageType: 'pacs.008.001.08', messageId: text, paymentId: null },
  ...{ content: Buffer.from(text), token: 1, openTokens: [], isRepeated: false, mayLeave: true },
})
const give = (...texts: string[]) => link.handOver(texts.map(parcel), () => true)
const kinds = async (...texts: string[]) => (await give(...texts)).map(({ kind }) => kind)
const take = async (keep: (deliveries: readonly Delivery[]) => Promise<void> = async () => {}) => {
  const taken: string[] = []
  await link.take(10, async (deliveries) => {
    await keep(deliveries)
    taken.push(...deliveries.map(({ content }) => String(content)))
  })
  return taken
}
/** Takes until so many have come. */
async function takeAll(count: number): Promise<string[]> {
  const all: string[] = []
  await eventually(`${count} arrive`, async () => {
    all.push(...(await take()))
    return all.length >= count || undefined
  })
  return all
}

test('messages leave in their order, and count as left when the broker has accepted them', async () => {
  assert.deepEqual(await kinds('1', '2', '3'), ['left', 'left', 'left'])
  assert.deepEqual(
    broker.queued(out()).map(({ body }) => body.toString()),
    ['1', '2', '3'],
  )
})

test('what the broker rejects is refused with its words; what it releases stayed', async () => {
  broker.answer('reject')
  assert.deepEqual(await give('1'), [{ kind: 'refused', why: 'amqp:not-allowed: not here' }])
  broker.answer('release')
  assert.deepEqual(await kinds('1'), ['stayed'])
})

test('a connection that breaks before the broker has answered leaves it unknown, and the next call connects again', async () => {
  broker.answer('breakAfterKeeping')
  const [outcome] = await give('1')
  assert.equal(outcome!.kind, 'unknown')
  assert.equal(broker.queued(out()).length, 1, 'it had left')
  broker.answer('accept')
  assert.deepEqual(await kinds('2'), ['left'])
})

test('a broker that does not answer leaves it unknown within a bounded time', async () => {
  broker.answer('never')
  let outcomes: readonly unknown[] | undefined
  void give('1').then((given) => {
    outcomes = given
  })
  await eventually('the broker has it', () => broker.unanswered(out()) === 1)
  await time.advance(7_999)
  assert.equal(outcomes, undefined)
  await time.advance(1)
  assert.deepEqual(outcomes, [{ kind: 'unknown', doubt: 'the broker did not say in time whether it accepted it' }])
})

test('a broker that cannot be reached takes nothing, and is left alone for a moment that grows to half a minute', async () => {
  const other = createAmqpLinks(settingsOf(1), { name: 'test', onArrival: () => {}, time })
  const lost = other.of('bank', 'RTP', {})
  const isRefused = (why: RegExp) =>
    assert.rejects(
      lost.handOver([parcel('1')], () => true),
      why,
    )
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await isRefused(/cannot be reached/)
    await isRefused(/lost a moment ago/)
    await time.advance(pauseMs - 1)
    await isRefused(/lost a moment ago/)
    await time.advance(1)
  }
  await other.close()
})

test('a broker that takes a connection and says nothing is given up within a bounded time', async (t) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const other = createAmqpLinks(settingsOf(port), { name: 'test', onArrival: () => {}, time })
  let failure: Error | undefined
  void other
    .of('bank', 'RTP', {})
    .handOver([parcel('1')], () => true)
    .catch((error) => {
      failure = error
    })
  await eventually('it is asked', () => sockets.size === 1)
  await time.advance(4_999)
  assert.equal(failure, undefined)
  await time.advance(1)
  assert.match(failure!.message, /cannot be reached: it did not answer in time/)
  await other.close()
})

test('what came in is accepted after it is kept, in its order; what is not kept comes again', async () => {
  for (const text of ['1', '2', '3']) broker.put(incoming(), text)
  await take()
  await eventually('they arrive', () => broker.unsettled(incoming()) === 3 || undefined)
  await assert.rejects(
    take(() => Promise.reject(new Error('the disk is full'))),
    /disk is full/,
  )
  assert.equal(broker.unsettled(incoming()), 3)
  assert.deepEqual(await takeAll(3), ['1', '2', '3'])
  await eventually('they are accepted', () => broker.unsettled(incoming()) === 0 || undefined)
  assert.ok(arrivals >= 3)
})

test('what was not accepted when the connection broke comes again', async () => {
  broker.put(incoming(), '1')
  await take()
  await eventually('it arrives', () => broker.unsettled(incoming()) === 1 || undefined)
  broker.breakConnections()
  await eventually('it is in the queue again', () => broker.queued(incoming()).length === 1 || undefined)
  assert.deepEqual(await takeAll(1), ['1'])
})

test('no more than the credit is on its way, however much waits', async () => {
  for (let number = 0; number < 250; number++) broker.put(incoming(), String(number))
  await take()
  await eventually('the credit is used', () => broker.unsettled(incoming()) === 100 || undefined)
  assert.deepEqual(
    await takeAll(250),
    Array.from({ length: 250 }, (_, number) => String(number)),
  )
})

test('a message that is larger than the service reads comes in without its bytes', async () => {
  broker.put(incoming(), Buffer.alloc(1024 * 1024 + 1, 32))
  const sizes: unknown[] = []
  await eventually('it arrives', async () => {
    await link.take(10, async (deliveries) => {
      sizes.push(...deliveries.map(({ content, sizeBytes }) => [content, sizeBytes]))
    })
    return sizes.length > 0 || undefined
  })
  assert.deepEqual(sizes, [[undefined, 1024 * 1024 + 1]])
})
