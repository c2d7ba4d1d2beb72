import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { p99, startPaying } from './paying-client.ts'

// Servers that accept connections and never answer. Payments must not notice them.

const PAYMENTS = 100
/** Below this, a difference is noise of the machine. */
const NOISE_MS = 250
/** A server that hangs slows every round; other work on the machine, one of them. */
const ROUNDS = 3

let silent: Awaited<ReturnType<typeof startSilentServer>>
let service: TestService
before(async () => {
  silent = await startSilentServer()
  service = await startTestService({
    worker: true,
    clock: systemClock,
    webhookNetworks: ['loopback'],
    mail: { url: `smtp://127.0.0.1:${silent.port}`, from: { name: 'Bank', address: 'bank@bank.example' } },
  })
})
after(async () => {
  await silent.close()
  await service.stop()
})

async function startSilentServer() {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Pays, and returns the 99th percentile of the time that an answer took. */
async function measure(body: object = {}, on = service): Promise<number> {
  const client = await startPaying(on, { body })
  await client.pays(20)
  client.restart()
  await client.pays(PAYMENTS)
  const latencyMs = p99(client.latenciesMs)
  await client.stop()
  await client.compare()
  return latencyMs
}

async function compareWith(
  t: TestContext,
  normalMs: number,
  { body = {}, on = service }: { body?: object; on?: TestService } = {},
): Promise<void> {
  const before = silent.connections()
  const mostMs = 2 * normalMs + NOISE_MS
  let hungMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && hungMs > mostMs; round++) hungMs = Math.min(hungMs, await measure(body, on))
  t.diagnostic(`p99 of a payment: ${Math.round(normalMs)} ms normally, ${Math.round(hungMs)} ms now`)
  assert.ok(hungMs <= mostMs, `${hungMs} ms, normally ${normalMs} ms`)
  await eventually('the silent server was reached', () => silent.connections() > before)
}

test('payments go on as fast while the mail server never answers', async (t) => {
  const normalMs = await measure({ speed: 'Instant' })
  const notification = { emailAddress: 'ada@beans.example', message: 'For the beans' }
  await compareWith(t, normalMs, { body: { speed: 'Instant', notification } })
})

test('payments go on as fast while a receiver of webhooks never answers', async (t) => {
  const normalMs = await measure()
  const hook = { url: `http://127.0.0.1:${silent.port}/events`, eventTypes: ['payment.status.changed'] }
  dataOf(await service.call('POST', '/v1/institution/webhooks', hook), 201)
  await compareWith(t, normalMs)
})

test('payments go on as fast while a collector of traces never answers, and the process ends in time', async (t) => {
  const normalMs = await measure()
  const url = `http://127.0.0.1:${silent.port}/v1/traces`
  const traced = await startTestService({
    worker: true,
    clock: systemClock,
    tracing: { url, headers: {}, ratio: 1, serviceName: 'giro' },
  })
  try {
    await compareWith(t, normalMs, { on: traced })
  } finally {
    const startedMs = performance.now()
    await traced.stop()
    const tookMs = performance.now() - startedMs
    t.diagnostic(`stopped after ${Math.round(tookMs)} ms`)
    assert.ok(tookMs < 15_000, `${tookMs} ms`)
  }
})
