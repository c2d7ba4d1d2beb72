import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { manualTime } from '../../test/support/manual-time.ts'
import { createConnections } from './connections.ts'
import { createNetworkRules } from './network-rules.ts'
import { failureOf, postJson, type Resolve } from './post-json.ts'

const servers: Server[] = []
after(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const sandbox = createNetworkRules(['loopback'])
const timeoutMs = 10_000
const leadsTo =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test('a name that resolves to a forbidden address is not connected to, even if it resolved elsewhere before', async () => {
  let asked = 0
  const port = await serve((_, reply) => {
    asked++
    reply.end()
  })
  const rules = createNetworkRules(['10.0.0.0/8'])
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '1.1.1.1']) {
    const sent = postJson(new URL(`http://rebound.example:${port}/`), {}, '{}', {
      rules,
      timeoutMs,
      resolve: leadsTo(address),
    })
    await assert.rejects(sent, /has no address that webhooks may use/, address)
  }
  assert.equal(asked, 0)
})

test('of several addresses of a name, only admitted ones are connected to', async () => {
  const port = await serve((_, reply) => reply.end())
  const resolve = leadsTo('169.254.169.254', '127.0.0.1', '10.0.0.1')
  const answer = await postJson(new URL(`http://mixed.example:${port}/`), {}, '{}', {
    rules: sandbox,
    timeoutMs,
    resolve,
  })
  assert.equal(answer.status, 200)
})

test('a forbidden address in the URL is refused before any connection', async () => {
  const port = await serve((_, reply) => reply.end())
  const rules = createNetworkRules([])
  await assert.rejects(
    postJson(new URL(`https://127.0.0.1:${port}/`), {}, '{}', { rules, timeoutMs }),
    /not on the internet/,
  )
})

test('a redirect counts as the reply and is not followed', async () => {
  let followed = 0
  const port = await serve((request, reply) => {
    if (request.url === '/secret') followed++
    reply.writeHead(302, { location: '/secret' }).end()
  })
  const answer = await postJson(new URL(`http://127.0.0.1:${port}/`), {}, '{}', { rules: sandbox, timeoutMs })
  assert.equal(answer.status, 302)
  assert.equal(followed, 0)
})

test('an endless reply is abandoned after 16 KiB', async () => {
  const port = await serve((_, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write('x'.repeat(4096)));
    }
    reply.on('drain', more)
    more()
  })
  const answer = await postJson(new URL(`http://127.0.0.1:${port}/`), {}, '{}', { rules: sandbox, timeoutMs })
  assert.equal(answer.status, 200)
})

test('a receiver that does not reply in time is abandoned, and the failure says so', async () => {
  const time = manualTime()
  const asked = Promise.withResolvers<void>()
  const port = await serve(() => asked.resolve())
  let failure: string | undefined
  postJson(new URL(`http://127.0.0.1:${port}/`), {}, '{}', { rules: sandbox, timeoutMs, time }).catch(
    (error: unknown) => {
      failure = failureOf(error, timeoutMs)
    },
  )
  await asked.promise
  await time.advance(timeoutMs - 1)
  assert.equal(failure, undefined)
  await time.advance(1)
  assert.equal(failure, 'no reply within 10 seconds')
  assert.equal(time.waiting(), 0)
})

for (const [name, answer] of [
  ['stalls after its first byte', (reply) => reply.writeHead(200, { 'content-length': '10' }).write('x')],
  ['never begins', (reply) => reply.writeHead(200, { 'content-length': '10' }).flushHeaders()],
  ['stalls in a chunk', (reply) => reply.writeHead(200).write('{"ok":')],
  ['drips', (reply) => void setInterval(() => reply.destroyed || reply.write('x'), 10).unref()],
] satisfies [string, (reply: ServerResponse) => unknown][])
  test(`a reply whose body ${name} counts by its status`, async () => {
    const time = manualTime()
    let waits = 0
    const after: typeof time.after = (...wait) => {
      waits++
      return time.after(...wait)
    }
    const counted = { ...time, after }
    const port = await serve((_, reply) => void answer(reply))
    const connections = createConnections()
    const url = new URL(`http://127.0.0.1:${port}/`)
    let told: unknown
    postJson(url, {}, '{}', { rules: sandbox, timeoutMs, time: counted, connections }).then(
      ({ status }) => (told = status),
      (error: unknown) => (told = failureOf(error, timeoutMs)),
    )
    await eventually('the wait for the body after the one for the status', () => waits === 2)
    await time.advance(timeoutMs)
    assert.equal(told, 200)
    assert.equal(time.waiting(), 0)
    connections.close()
  })

test('a reply that breaks off counts by its status, and one without a status is a failure', async () => {
  const port = await serve((request, reply) => {
    if (request.url === '/nothing') return request.socket.destroy()
    reply.writeHead(request.url === '/no' ? 500 : 202, { 'content-length': '10' }).write('x', () => reply.destroy())
    return undefined
  })
  const post = (path: string) =>
    postJson(new URL(`http://127.0.0.1:${port}${path}`), {}, '{}', { rules: sandbox, timeoutMs })
  assert.equal((await post('/')).status, 202)
  assert.equal((await post('/no')).status, 500)
  await assert.rejects(post('/nothing'))
})

test('failures are described in words', async () => {
  const closed = await serve((_, reply) => reply.end())
  servers.pop()!.close()
  const refused = await postJson(new URL(`http://127.0.0.1:${closed}/`), {}, '{}', { rules: sandbox, timeoutMs }).catch(
    (error: unknown) => error,
  )
  assert.equal(failureOf(refused, timeoutMs), 'the connection was refused')
  const cutting = await serve((request) => request.socket.destroy())
  const cut = await postJson(new URL(`http://127.0.0.1:${cutting}/`), {}, '{}', { rules: sandbox, timeoutMs }).catch(
    (error: unknown) => error,
  )
  assert.equal(failureOf(cut, timeoutMs), 'the connection was reset')
})
