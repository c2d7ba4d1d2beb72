import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { startPaying } from './paying-client.ts'

// Servers that accept connections and never answer. Payments must not notice them.

const PAYMENTS = 100

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

/** Pays before and after the server is reached, which never answers: no payment waits for it. */
async function payWhileItHangs({ body = {}, on = service }: { body?: object; on?: TestService } = {}): Promise<void> {
  const before = silent.connections()
  const client = await startPaying(on, { body })
  try {
    await client.pays(20)
    await eventually('the silent server was reached', () => silent.connections() > before)
    await client.pays(PAYMENTS)
    assert.deepEqual([...client.statuses.keys()], [200])
  } finally {
    await client.stop()
  }
  await client.compare()
}

test('payments go on while the mail server never answers', async () => {
  const notification = { emailAddress: 'ada@beans.example', message: 'For the beans' }
  await payWhileItHangs({ body: { speed: 'Instant', notification } })
})

test('payments go on while a receiver of webhooks never answers', async () => {
  const hook = { url: `http://127.0.0.1:${silent.port}/events`, eventTypes: ['payment.status.changed'] }
  dataOf(await service.call('POST', '/v1/institution/webhooks', hook), 201)
  await payWhileItHangs()
})

test('payments go on while a collector of traces never answers, and the process ends before it does', async () => {
  const url = `http://127.0.0.1:${silent.port}/v1/traces`
  const traced = await startTestService({
    worker: true,
    clock: systemClock,
    tracing: { url, headers: {}, ratio: 1, serviceName: 'giro' },
  })
  try {
    await payWhileItHangs({ on: traced })
  } finally {
    let isStopped = false
    const stopped = traced.stop().then(() => {
      isStopped = true
    })
    await Promise.race([stopped, eventually('the service stops', () => isStopped)])
  }
})
