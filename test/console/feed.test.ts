import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { createFeed } from '../../src/console/feed.ts'
import type { Visit } from '../../src/console/sessions.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

/** A stream of a session that nothing happens in. */
async function openStream(t: TestContext) {
  const time = manualTime()
  const server = fastify()
  const { institution } = service.tenant
  const session = { id: randomUUID(), userId: randomUUID() }
  const visit = { institution, session, cookie: 'cookie' } as unknown as Visit
  const state = { isLive: true, finds: 0, heard: '', isEnded: false }
  const sessions = {
    async find() {
      state.finds++
      return state.isLive ? visit : undefined
    },
  }
  const feed = createFeed({ ...service.app, time }, server, sessions)
  server.get('/', async (_request, reply) => {
    await feed.open(visit, reply, 0n)
    return reply
  })
  t.after(() => server.close())
  const leaving = new AbortController()
  const stream = await fetch(await server.listen({ host: '127.0.0.1', port: 0 }), { signal: leaving.signal })
  const read = async () => {
    for await (const chunk of stream.body!) state.heard += Buffer.from(chunk).toString()
    state.isEnded = true
  }
  read().catch(() => {})
  return {
    ...{ time, state, leave: () => leaving.abort() },
    /** Lets the two seconds to the next look at the feed pass. */
    async look() {
      await eventually('the stream waits', () => time.waiting() === 1)
      await time.advance(2_000)
    },
  }
}

test('a stream on which nothing was sent for twenty seconds gets a heartbeat, and not before', async (t) => {
  for (const [looks, heartbeats] of [
    [9, 0],
    [10, 1],
    [19, 1],
    [20, 2],
  ] as const) {
    const { state, look } = await openStream(t)
    for (let at = 0; at < looks; at++) await look()
    state.isLive = false
    await look()
    await eventually('the stream ends', () => state.isEnded)
    assert.equal(state.heard, `retry: 3000\n\n${'event: heartbeat\ndata: {}\n\n'.repeat(heartbeats)}`)
  }
})

test('a stream ends with its session, and a page that leaves is no longer looked up', async (t) => {
  const ended = await openStream(t)
  ended.state.isLive = false
  await ended.look()
  await eventually('the stream ends', () => ended.state.isEnded)
  assert.equal(ended.time.waiting(), 0)
  const left = await openStream(t)
  await left.look()
  await eventually('the stream waits', () => left.time.waiting() === 1)
  left.leave()
  await eventually('nothing waits', () => left.time.waiting() === 0)
  await left.time.advance(10_000)
  assert.equal(left.state.finds, 1)
})
