import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, createGiro, type GiroOptions } from '../../sdk/src/index.ts'

/** A service that answers in turn, and a clock that waits in no time. */
const START = Date.parse('2026-07-01T14:00:00Z')
type Answer = Response | 'lost'
const CREDENTIALS = { institution: 'bank', apiKey: 'giro_key', apiSecret: 'a+secret/' }

function client(answers: (Answer | (() => Promise<Answer>))[], options: Partial<GiroOptions> = {}) {
  const sent: Request[] = []
  const tokensAsked: Request[] = []
  const waits: number[] = []
  let now = START
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
    random: () => 0,
  }
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/token')) {
      tokensAsked.push(request)
      return Response.json({ access_token: `token-${tokensAsked.length}`, expires_in: 600 })
    }
    sent.push(request)
    const answer = answers.shift()
    const given = typeof answer === 'function' ? await answer() : answer
    if (!given || given === 'lost') throw new TypeError('fetch failed')
    return given
  }
  const giro = createGiro({ baseUrl: 'https://bank.example/', ...CREDENTIALS, fetch, clock, ...options } as GiroOptions)
  return {
    giro,
    sent,
    tokensAsked,
    waits,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const done = () => Response.json({ status: 'Success', code: null, message: null, data: { paymentUID: 'p1' } })
const failed = (status: number, reason: string, headers: Record<string, string> = {}) =>
  Response.json(
    { status: 'Failure', code: 'X1', reason, message: `${reason}.` },
    { status, headers: { 'giro-reason': reason, 'request-id': 'r1', ...headers } },
  )
const cancel = (giro: ReturnType<typeof createGiro>, more: object = {}) =>
  giro.PUT('/v3/payments/{paymentUID}/cancel', { path: { paymentUID: 'p1' }, ...more })
const keysOf = (sent: Request[]) => sent.map(({ headers }) => headers.get('idempotent-key'))
const tokensOf = (sent: Request[]) => sent.map(({ headers }) => headers.get('authorization'))

test('a request is sent again after no answer and every "later", each time with its own first key', async () => {
  const { giro, sent } = client([
    'lost',
    failed(503, 'unavailable'),
    failed(429, 'rateLimited'),
    failed(502, 'x'),
    done(),
  ])
  const { data } = await cancel(giro)
  assert.deepEqual(data, { paymentUID: 'p1' })
  assert.equal(new Set(keysOf(sent)).size, 1)
  assert.equal(sent.length, 5)
  const [other] = [client([done()])]
  await cancel(other.giro)
  assert.notEqual(keysOf(other.sent)[0], keysOf(sent)[0], 'another call has another key')
})

test('the key of the caller is the key of every attempt', async () => {
  const { giro, sent } = client(['lost', done()])
  await cancel(giro, { idempotencyKey: 'bill-2041' })
  assert.deepEqual(keysOf(sent), ['bill-2041', 'bill-2041'])
})

test('a refusal is never sent again, except that the first request with the key still runs', async () => {
  for (const status of [400, 402, 403, 404, 405, 409, 412, 413, 415]) {
    const { giro, sent } = client([failed(status, 'refusedSo'), done()])
    const { error } = await cancel(giro)
    assert.deepEqual([error?.status, error?.reason, error?.outcome, sent.length], [status, 'refusedSo', 'refused', 1])
  }
  const running = client([failed(409, 'idempotencyInFlight'), done()])
  assert.equal((await cancel(running.giro)).error, undefined)
})

test('Retry-After is the least wait, as seconds or as a date; without it, each wait is twice the one before', async () => {
  const date = new Date(START + 7_000 + 20_000).toUTCString()
  const { giro, waits } = client([
    failed(429, 'x', { 'retry-after': '7' }),
    failed(503, 'x', { 'retry-after': date }),
    'lost',
    'lost',
    done(),
  ])
  await cancel(giro)
  assert.deepEqual(waits, [7_000, 20_000, 1_000, 2_000])
})

test('the attempts and each wait are bounded: afterwards, the last answer is the error', async () => {
  const bounded = client(Array.from({ length: 9 }, () => failed(503, 'unavailable')))
  const { error } = await cancel(bounded.giro)
  assert.deepEqual([error?.attempts, bounded.sent.length, error?.requestId], [5, 5, 'r1'])
  const long = client([failed(429, 'rateLimited', { 'retry-after': '31' }), done()])
  assert.equal((await cancel(long.giro)).error?.reason, 'rateLimited')
  assert.deepEqual(long.waits, [])
  const once = client(['lost', done()], { retry: { attempts: 1 } })
  assert.equal((await cancel(once.giro)).error?.reason, 'noAnswer')
})

test('an error says whether the request may have been done', async () => {
  const outcomeAfter = async (...answers: Answer[]) => {
    const { giro } = client(answers, { retry: { attempts: answers.length } })
    return (await cancel(giro)).error?.outcome
  }
  assert.equal(await outcomeAfter(failed(429, 'rateLimited')), 'refused')
  assert.equal(await outcomeAfter('lost'), 'unknown')
  assert.equal(await outcomeAfter(failed(504, 'x')), 'unknown')
  assert.equal(
    await outcomeAfter('lost', failed(429, 'rateLimited')),
    'unknown',
    'the first attempt may have been done',
  )
  assert.equal(await outcomeAfter('lost', failed(403, 'entitlementMissing')), 'unknown')
  assert.equal(
    await outcomeAfter('lost', failed(402, 'insufficientFunds')),
    'refused',
    'the key was looked up, and was unused',
  )
  assert.equal(await outcomeAfter(failed(409, 'idempotencyInFlight')), 'unknown')
})

test('an answer that breaks inside its body is no answer, and a success that is no JSON is unknown', async () => {
  const broken = () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  const { giro, sent } = client([broken(), done()])
  assert.deepEqual((await cancel(giro)).data, { paymentUID: 'p1' })
  assert.equal(sent.length, 2)
  const page = await cancel(client([new Response('<html>', { status: 200 })]).giro)
  assert.deepEqual([page.error?.reason, page.error?.outcome], ['unreadable', 'unknown'])
})

test('one token serves all calls, is renewed before its end, and once for all that wait', async () => {
  const { giro, sent, tokensAsked, pass } = client(Array.from({ length: 9 }, done))
  await Promise.all([cancel(giro), cancel(giro), cancel(giro)])
  assert.equal(tokensAsked.length, 1)
  const basic = `Basic ${Buffer.from('giro_key:a%2Bsecret%2F').toString('base64')}`
  assert.equal(tokensAsked[0]!.headers.get('authorization'), basic)
  pass(540_000 - 1)
  await cancel(giro)
  assert.equal(tokensAsked.length, 1)
  pass(1)
  await Promise.all([cancel(giro), cancel(giro)])
  assert.equal(tokensAsked.length, 2, 'a minute before the end of ten')
  assert.deepEqual(tokensOf(sent).slice(-3), ['Bearer token-1', 'Bearer token-2', 'Bearer token-2'])
})

test('a 401 renews the token once, for all calls with that token; a second 401 is the answer', async () => {
  const gate = Promise.withResolvers<void>()
  const refusedLate = async () => {
    await gate.promise
    return failed(401, 'unauthorized')
  }
  const { giro, sent, tokensAsked } = client([refusedLate, refusedLate, done(), done()])
  const calls = [cancel(giro), cancel(giro)]
  gate.resolve()
  for (const { error } of await Promise.all(calls)) assert.equal(error, undefined)
  assert.equal(tokensAsked.length, 2)
  assert.deepEqual(tokensOf(sent).slice(-2), ['Bearer token-2', 'Bearer token-2'])
  assert.equal(new Set(keysOf(sent)).size, 2)
  const twice = client([failed(401, 'unauthorized'), failed(401, 'unauthorized'), done()])
  assert.deepEqual([(await cancel(twice.giro)).error?.status, twice.tokensAsked.length], [401, 2])
})

test('tokens of the program are asked for, and the refused one is named', async () => {
  const asked: (string | undefined)[] = []
  const token = (refused?: string) => {
    asked.push(refused)
    return `own-${asked.length}`
  }
  const { giro, sent } = client([failed(401, 'unauthorized'), done()], { token, apiKey: undefined } as never)
  await cancel(giro)
  assert.deepEqual(asked, [undefined, 'own-1'])
  assert.deepEqual(tokensOf(sent), ['Bearer own-1', 'Bearer own-2'])
  const failing = client([done()], { token: () => Promise.reject(new Error('none')) } as never)
  const { error } = await cancel(failing.giro)
  assert.deepEqual([error?.reason, error?.outcome, failing.sent.length], ['noToken', 'refused', 0])
})

test('an abort ends the call: before it was sent nothing was done, afterwards nobody knows', async () => {
  const before = client([done()])
  const early = await cancel(before.giro, { signal: AbortSignal.abort() })
  assert.deepEqual([early.error?.reason, early.error?.outcome, before.sent.length], ['aborted', 'refused', 0])
  const controller = new AbortController()
  const during = client([
    async () => {
      controller.abort()
      return 'lost'
    },
    done(),
  ])
  const late = await cancel(during.giro, { signal: controller.signal })
  assert.deepEqual([late.error?.reason, late.error?.outcome, during.sent.length], ['aborted', 'unknown', 1])
})

test('an attempt that takes too long is ended, and sent again', async () => {
  let ended: unknown
  const { giro, sent } = client([
    () =>
      new Promise<Answer>((_, reject) => {
        sent[0]!.signal.addEventListener('abort', () => {
          ended = true
          reject(new Error('aborted'))
        })
      }),
    done(),
  ])
  assert.deepEqual((await cancel(giro, { timeoutMs: 20 })).data, { paymentUID: 'p1' })
  assert.ok(ended)
})

test('no request follows a redirect with its token', async () => {
  const { giro, sent, tokensAsked } = client([done()])
  await cancel(giro)
  for (const request of [...sent, ...tokensAsked]) assert.equal(request.redirect, 'error')
})
