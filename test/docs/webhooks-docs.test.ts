import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { signatureHeaders } from '../../src/webhooks/signature.ts'
import { dataOf } from '../support/answers.ts'
import { takePort } from '../support/ports.ts'
import { createPayer, creditBody, startTestService } from '../support/test-service.ts'

const root = new URL('../../', import.meta.url).pathname

test('the receiver of docs/webhooks.md handles each message of the service once, and refuses any other', async () => {
  const block = /```js\n([\s\S]*?)```/.exec(await readFile(join(root, 'docs/webhooks.md'), 'utf8'))?.[1]
  assert.ok(block, 'the document has the receiver')
  const home = await mkdtemp(join(tmpdir(), 'giro-receiver-'))
  const service = await startTestService({ worker: true, clock: systemClock, webhookNetworks: ['loopback'] })
  const port = await takePort()
  const url = `http://127.0.0.1:${port}/`
  const body = { url, eventTypes: ['payment.created'] }
  const { secret, webhookUID } = dataOf(await service.call('POST', '/v1/institution/webhooks', body), 201)
  await writeFile(join(home, 'receiver.mjs'), block)
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: home,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
    const said = async () => (await lines.next()).value
    assert.equal(await said(), 'listening')
    const payer = await createPayer(service)
    const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
    const { paymentUID, paymentStatus } = dataOf(paid)
    assert.equal(await said(), `payment.created ${paymentUID} ${paymentStatus}`)

    const text = JSON.stringify({ type: 'payment.created', data: { paymentUID: 'forged' } })
    const timestamp = Math.floor(Date.now() / 1000)
    const send = async (headers: Record<string, string>, sent = text) =>
      (await fetch(url, { method: 'POST', headers, body: sent })).status
    const signed = (seconds: number, secrets = [secret]) =>
      signatureHeaders(secrets, { id: 'one', timestamp: seconds, body: text })
    const another = `whsec_${Buffer.alloc(32).toString('base64')}`
    assert.equal(await send({}), 400)
    assert.equal(await send(signed(timestamp, [another])), 400)
    assert.equal(await send(signed(timestamp - 3_600)), 400)
    assert.equal(await send(signed(timestamp), `${text} `), 400)
    assert.equal(await send(signed(timestamp, [another, secret])), 204)
    assert.equal(await said(), 'payment.created forged ')
    assert.equal(await send(signed(timestamp)), 204, 'a repeated message is accepted, and not handled again')
    const other = signatureHeaders([secret], { id: 'two', timestamp, body: text })
    assert.equal(await send(other), 204)
    assert.equal(await said(), 'payment.created forged ')
    const log = await service.call('GET', `/v1/institution/webhooks/${webhookUID}/deliveries?page=1&limit=10`)
    assert.equal(dataOf(log).length, 1)
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
    await service.stop()
    await rm(home, { recursive: true, force: true })
  }
})
