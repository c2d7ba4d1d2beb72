import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { readWork } from '../../src/main/observability/read-work.ts'
import { createConnections } from '../../src/webhooks/connections.ts'
import { openLane, sendDue, startSender } from '../../src/webhooks/send-deliveries.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

// No worker runs: the tests perform its steps.

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock: movingClock(), webhookNetworks: ['loopback'] })
  payer = await createPayer(service, { balance: 100_000 })
})
after(() => service.stop())

/** A receiver that keeps the ids it got, and the connections they came over. */
async function openReceiver(reply: (id: string, reply: ServerResponse) => void) {
  const ids: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer(async (request, response) => {
    sockets.add(request.socket)
    await text(request)
    const id = String(request.headers['webhook-id'])
    ids.push(id)
    reply(id, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => server.close().closeAllConnections()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ids, sockets, server, close }
}

async function createHook(url: string) {
  await toWebhooks()
  const body = { url, eventTypes: ['payment.created'] }
  const { webhookUID } = dataOf(await service.call('POST', '/v1/institution/webhooks', body), 201)
  return { tenantId: service.tenant.institution.tenantId, webhookId: String(webhookUID) }
}

const remove = ({ webhookId }: { webhookId: string }) => service.call('DELETE', `/v1/institution/webhooks/${webhookId}`)

async function toWebhooks(): Promise<void> {
  for (const sweep of [...eventSweeps, ...webhookSweeps])
    while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

const pay = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () =>
      dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer))),
    ),
  )

async function outcomesOf({ webhookId }: { webhookId: string }): Promise<Record<string, number>> {
  const rows = await service.query<{ outcome: string; count: bigint }>(
    `select case when status = 'Pending' and leased_until is not null then 'Claimed' else status end as outcome, count(*)
     from webhook_deliveries where webhook_id = $1 group by 1`,
    [webhookId],
  )
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]))
}

test('hundreds of events are sent once each, over at most fifty connections that stay open', async () => {
  const receiver = await openReceiver((_, reply) => reply.end())
  const connections = createConnections()
  const hook = await createHook(receiver.url)
  await pay(300)
  await toWebhooks()
  assert.equal(await sendDue(service.app, hook, { connections }), 300)
  assert.equal(new Set(receiver.ids).size, 300)
  assert.ok(receiver.sockets.size <= 50, `${receiver.sockets.size} connections`)
  assert.deepEqual(await outcomesOf(hook), { Delivered: 300 })
  connections.close()
  receiver.close()
  await remove(hook)
})

test('a request that is never answered delays no event of another payment, also one that happens later', async () => {
  let hung: string | undefined
  const receiver = await openReceiver((id, reply) => {
    hung ??= id
    if (id !== hung) reply.end()
  })
  const hook = await createHook(receiver.url)
  await pay(150)
  await toWebhooks()
  const sending = sendDue(service.app, hook, { connections: createConnections() })
  await eventually('the others are recorded as delivered', async () => (await outcomesOf(hook)).Delivered === 149)
  await pay(1)
  await toWebhooks()
  await eventually('so is a new one', async () => (await outcomesOf(hook)).Delivered === 150)
  receiver.close()
  assert.equal(await sending, 151)
  assert.deepEqual(await outcomesOf(hook), { Delivered: 150, Pending: 1 })
  await remove(hook)
})

test('a connection that the receiver closed meanwhile costs no attempt', async () => {
  const receiver = await openReceiver((_, reply) => reply.end())
  const connections = createConnections()
  const hook = await createHook(receiver.url)
  const agent = connections.agentFor(new URL(receiver.url))
  for (let round = 1; round <= 3; round++) {
    await pay(1)
    await toWebhooks()
    assert.equal(await sendDue(service.app, hook, { connections }), 1)
    // The end of the connection arrives together with the next request.
    const [idle] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])
    assert.ok(idle)
    for (const socket of receiver.sockets) socket.resetAndDestroy()
  }
  assert.deepEqual(await outcomesOf(hook), { Delivered: 3 })
  const [row] = await service.query<{ attempts: number }>(
    'select max(attempts) as attempts from webhook_deliveries where webhook_id = $1',
    [hook.webhookId],
  )
  assert.equal(row?.attempts, 1)
  connections.close()
  receiver.close()
  await remove(hook)
})

test('a worker that stops leaves no delivery claimed, and the next one sends the rest at once', async () => {
  const held: ServerResponse[] = []
  let holds = true
  const receiver = await openReceiver((_, reply) => {
    if (holds && receiver.ids.length > 60) held.push(reply)
    else reply.end()
  })
  const hook = await createHook(receiver.url)
  await pay(200)
  await toWebhooks()
  const sender = startSender(service.app)
  await eventually('some are sent, and others not answered yet', () => held.length > 0)
  const drained = sender.drain()
  holds = false
  for (const reply of held) reply.end()
  await drained
  const { Delivered: delivered = 0, ...others } = await outcomesOf(hook)
  assert.ok(delivered >= 60 && delivered < 200, `${delivered} delivered`)
  assert.deepEqual(others, { Pending: 200 - delivered })
  assert.equal(await sendDue(service.app, hook), 200 - delivered)
  assert.equal(new Set(receiver.ids).size, 200)
  receiver.close()
  await remove(hook)
})

test('after a pause, what a worker holds is given back, and not sent to the old receiver', async () => {
  const receiver = await openReceiver((_, reply) => setTimeout(() => reply.end(), 100))
  const hook = await createHook(receiver.url)
  await pay(700)
  await toWebhooks()
  const sending = sendDue(service.app, hook)
  await eventually('it is quick enough to be held in hundreds', () => receiver.ids.length >= 350)
  dataOf(await service.call('PUT', `/v1/institution/webhooks/${hook.webhookId}`, { status: 'Paused' }))
  const before = receiver.ids.length
  await sending
  const later = receiver.ids.length - before
  assert.ok(later <= 150, `${later} were sent after the pause`)
  const { Claimed: claimed = 0 } = await outcomesOf(hook)
  assert.equal(claimed, 0)
  receiver.close()
  await remove(hook)
})

test('while all places are taken by slow webhooks, each gives its place up and the next has its turn', async () => {
  const receiver = await openReceiver((_, reply) => reply.end())
  const hooks = [await createHook(receiver.url), await createHook(receiver.url), await createHook(receiver.url)]
  await pay(1)
  await toWebhooks()
  const lane = openLane({ ofCustomers: false, places: 1 })
  const served = new Set<string>()
  const slow = async ({ webhookId }: { webhookId: string }, turn: AbortSignal) => {
    served.add(webhookId)
    await once(turn, 'abort')
  }
  const time = manualTime()
  const app = { ...service.app, time }
  const turns: number[] = []
  await lane.fill(app, slow)
  for (const passMs of [5_000, 1, 5_000, 1]) {
    await time.advance(passMs)
    // Who has had its turn gives its place up, and the next look fills it.
    for (let look = 0; look < 2; look++) await lane.fill(app, slow)
    turns.push(served.size)
  }
  assert.deepEqual(turns, [1, 2, 2, 3])
  const ofCustomers = openLane({ ofCustomers: true, places: 1 })
  await ofCustomers.fill(service.app, async () => assert.fail('no webhook of a customer is due'))
  receiver.close()
  for (const hook of hooks) await remove(hook)
})

test('the lag counts events that no delivery was made of yet, placed in the feed or not', async () => {
  const receiver = await openReceiver((_, reply) => reply.end())
  const lag = async () => (await readWork(service.app)).institutions[0]!.queues.deliverySeconds
  const hook = await createHook(receiver.url)
  await service.query(`update webhooks set status = 'Paused' where id = $1`, [hook.webhookId])
  await pay(1)
  assert.equal(await lag(), 0, 'nobody waits for it')
  await service.query(`update webhooks set status = 'Active' where id = $1`, [hook.webhookId])
  await eventually('the event ages', async () => (await lag()) > 0)
  const [place] = eventSweeps
  await place!.run(service.app, service.tenant.institution)
  assert.ok((await lag()) > 0, 'it has its place, and no delivery')
  await toWebhooks()
  assert.ok((await lag()) > 0, 'the delivery is due')
  await sendDue(service.app, hook)
  assert.equal(await lag(), 0)
  receiver.close()
  await remove(hook)
})
