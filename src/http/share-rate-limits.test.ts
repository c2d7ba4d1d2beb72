import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { takePort } from '../../test/support/ports.ts'
import { startRedisServer } from '../../test/support/redis-server.ts'
import { createRateLimits } from './rate-limits.ts'
import { shareRateLimits } from './share-rate-limits.ts'

const MISSING = 'there is no redis-server on this machine'

function startNode(t: TestContext, redisUrl: string, requests: number) {
  const lines: string[] = []
  const write = (...args: unknown[]) => void lines.push(String(args.at(-1)))
  const rateLimits = createRateLimits({
    perClient: undefined,
    bytesPerAddress: undefined,
    perAddress: { quota: requests, seconds: 3_600 },
  })
  const sharing = shareRateLimits(rateLimits, { redisUrl, log: { info: write, warn: write } })
  t.after(() => sharing.close())
  const take = (address = '203.0.113.1') => rateLimits.ofAddress(address)!
  /** Asks from time to time, until less remains than this node alone has used. */
  const hasHeardOf = (address: string) => {
    let used = 0
    return eventually(`what was used by ${address} elsewhere counts here`, () => {
      used++
      return take(address).remaining < requests - used
    })
  }
  return { lines, take, hasHeardOf }
}

test('requests admitted by one node count on the others, and none admits more than the limit once it knows', async (t) => {
  const redis = await startRedisServer()
  if (!redis) return t.skip(MISSING)
  t.after(() => redis.stop())
  const [one, two] = [startNode(t, redis.url, 100), startNode(t, redis.url, 100)]
  for (let n = 0; n < 60; n++) assert.ok(one.take().admitted)
  await two.hasHeardOf('203.0.113.1')
  let admitted = 0
  while (two.take().admitted) admitted++
  assert.ok(admitted < 40)
  await eventually('the first node has heard of that', () => !one.take().admitted)
  assert.ok(one.take('203.0.113.2').admitted)
})

test('without Redis each node counts alone, logs it once, and shares when Redis returns', async (t) => {
  const port = await takePort()
  const nodes = [1, 2].map(() => startNode(t, `redis://127.0.0.1:${port}`, 10))
  for (const { take } of nodes) for (let n = 0; n < 12; n++) assert.equal(take().admitted, n < 10)
  const [one, two] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  const away = (lines: string[]) => lines.filter((line) => /each node counts its rate limits alone/.test(line))
  await eventually('it is logged', () => away(one.lines).length > 0)

  const redis = await startRedisServer(port)
  if (!redis) return t.skip(MISSING)
  t.after(() => redis.stop())
  await eventually('nodes share again', () => {
    one.take('203.0.113.9')
    return one.lines.some((line) => /responds again/.test(line))
  })
  for (let n = 0; n < 9; n++) one.take('203.0.113.3')
  await two.hasHeardOf('203.0.113.3')
  assert.equal(away(one.lines).length, 1, one.lines.join('\n'))
})

test('no request waits for a hanging Redis, and sharing resumes when it recovers', async (t) => {
  const redis = await startRedisServer()
  if (!redis) return t.skip(MISSING)
  t.after(() => redis.stop())
  const [one, two] = [startNode(t, redis.url, 20), startNode(t, redis.url, 20)]
  for (let n = 0; n < 10; n++) one.take('203.0.113.8')
  await two.hasHeardOf('203.0.113.8')
  redis.pause()
  for (let n = 0; n < 21; n++) assert.equal(one.take().admitted, n < 20)
  await eventually('it is logged', () => {
    one.take('203.0.113.7')
    return one.lines.some((line) => /each node counts/.test(line))
  })
  redis.goOn()
  await eventually('that it is over is said, too', () => {
    one.take('203.0.113.6')
    return one.lines.some((line) => /responds again/.test(line))
  })
  for (let n = 0; n < 10; n++) one.take('203.0.113.4')
  await two.hasHeardOf('203.0.113.4')
})
