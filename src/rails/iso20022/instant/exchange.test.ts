import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../../test/support/fast-check.ts'
import {
  decideExchange,
  type Exchange,
  type ExchangeEffect,
  type ExchangeEvent,
  INSTANT_RULES,
  openReceived,
  openSent,
} from './exchange.ts'

const start = Temporal.Instant.from('2026-07-01T15:00:00Z')
const at = (seconds: number) => start.add({ milliseconds: Math.round(seconds * 1000) })
const decide = (exchange: Exchange, event: ExchangeEvent['kind'], seconds: number) =>
  decideExchange(exchange, { kind: event }, at(seconds), INSTANT_RULES)

test('a silent network is asked at 25 s, not a moment earlier, and at most four times', () => {
  let exchange = openSent(start, INSTANT_RULES)
  assert.equal(decide(exchange, 'clock', 24.999).effect, 'none')
  for (const seconds of [25, 50, 75, 100]) {
    const asked = decide(exchange, 'clock', seconds)
    assert.equal(asked.effect, 'ask')
    exchange = asked.exchange
  }
  const last = decide(exchange, 'clock', 125)
  assert.deepEqual([last.effect, last.exchange.state, last.exchange.nextClock], ['giveUp', 'Unresolved', undefined])
  assert.equal(decide(last.exchange, 'settled', 126).effect, 'settle')
})

test('a credit may be accepted until its time is over, inclusive, and not a moment later', () => {
  const exchange = openReceived(start, at(1), INSTANT_RULES)
  assert.equal(exchange.answerBy?.toString(), at(6).toString())
  assert.equal(decide(exchange, 'accept', 6).effect, 'answerAccept')
  assert.equal(decide(exchange, 'accept', 6.001).effect, 'expire')
  assert.equal(decide(exchange, 'clock', 6).exchange.state, 'Rejected')
  assert.equal(openReceived(start, at(18), INSTANT_RULES).answerBy?.toString(), at(20).toString())
})

test('a message that the network never got leaves again, once per question', () => {
  const sent = openSent(start, INSTANT_RULES)
  assert.equal(decide(sent, 'notFound', 3).effect, 'none')
  const asked = decide(sent, 'clock', 25).exchange
  const again = decide(asked, 'notFound', 26)
  assert.deepEqual([again.effect, again.exchange.sentAt.toString()], ['resend', at(26).toString()])
  assert.equal(decide(again.exchange, 'settled', 27).exchange.state, 'Settled')
})

test('a person has the network asked once more, when nobody answered and not before', () => {
  const sent = openSent(start, INSTANT_RULES)
  assert.equal(decide(sent, 'person', 20).effect, 'none')
  const given = { ...sent, state: 'Unresolved' as const, asks: INSTANT_RULES.maxAsks, nextClock: undefined }
  const asked = decide(given, 'person', 300)
  assert.deepEqual([asked.effect, asked.exchange.state], ['ask', 'Sent'])
  assert.equal(decide(asked.exchange, 'notFound', 301).effect, 'resend')
  assert.equal(decide(asked.exchange, 'clock', 325).effect, 'giveUp')
  assert.equal(decide(given, 'notFound', 300).effect, 'resend', 'an answer that comes late')
  const received = { ...given, direction: 'In' as const }
  assert.deepEqual(decide(received, 'person', 300).exchange.state, 'Accepted')
  assert.equal(decide(received, 'notFound', 300).effect, 'none')
})

test('the opposite of a final answer is a contradiction, and changes nothing', () => {
  const settled = decide(openSent(start, INSTANT_RULES), 'settled', 1).exchange
  assert.deepEqual(decide(settled, 'rejected', 2), { exchange: settled, effect: 'contradiction' })
  assert.equal(decide(settled, 'settled', 2).effect, 'none')
  assert.equal(decide(openReceived(start, start, INSTANT_RULES), 'settled', 1).effect, 'contradiction')
})

/**
 * What becomes of one message between a bank and the network: each copy arrives after so many
 * seconds.
 */
type Fate = readonly number[]

interface World {
  fates: readonly Fate[]
  receiver: 'accept' | 'reject' | 'nothing'
  answersAfter: number
  asking: 'statusRequest' | 'sameMessage'
}

/** Plays one payment between two banks over a network that decides once. */
class Play {
  readonly #queue: { due: number; run: (now: number) => void }[] = []
  #world: World
  #sends = 0
  #network: { state: 'unseen' | 'forwarded' | 'settled' | 'rejected'; deadline: number } = {
    state: 'unseen',
    deadline: 0,
  }
  sender = openSent(start, INSTANT_RULES)
  receiver: Exchange | undefined
  readonly effects: Record<'sender' | 'receiver', ExchangeEffect[]> = { sender: [], receiver: [] }

  constructor(world: World) {
    this.#world = world
  }

  run(): void {
    this.#toNetwork(0, (now) => this.#pay(now, 0))
    for (let second = 0; second <= 400; second += 5) {
      this.#later(second, (now) => this.#feed('sender', { kind: 'clock' }, now))
      this.#later(second, (now) => this.#feed('receiver', { kind: 'clock' }, now))
    }
    this.#runAll()
  }

  /** Nothing fails any more, and a person has the network asked about what is open. */
  personAsks(): void {
    this.#world = { ...this.#world, fates: [[0.1]] }
    const askAt = 1_000
    for (const side of ['sender', 'receiver'] as const)
      this.#later(askAt, (now) => this.#feed(side, { kind: 'person' }, now))
    this.#runAll()
  }

  #runAll(): void {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next.run(next.due)
  }

  get outcome() {
    return this.#network.state
  }

  #later(due: number, run: (now: number) => void): void {
    const place = this.#queue.findIndex((one) => one.due > due)
    this.#queue.splice(place < 0 ? this.#queue.length : place, 0, { due, run })
  }

  #send(now: number, run: (now: number) => void): void {
    const fate = this.#world.fates[this.#sends++ % this.#world.fates.length]!
    for (const delay of fate) this.#later(now + delay, run)
  }

  #toNetwork(now: number, run: (now: number) => void): void {
    this.#send(now, run)
  }

  /** The network takes a message once, and gives it up at its expiry. */
  #pay(now: number, stamp: number): void {
    const network = this.#network
    if (network.state === 'settled' || network.state === 'rejected') this.#advise(now)
    if (network.state !== 'unseen') return
    const deadline = stamp + INSTANT_RULES.expirySeconds
    this.#network = { state: 'forwarded', deadline }
    this.#later(Math.max(now, deadline), (end) => this.#end('rejected', end))
    this.#send(now, (arrival) => this.#receive(arrival, stamp))
  }

  #receive(now: number, stamp: number): void {
    if (this.receiver) return
    this.receiver = openReceived(at(stamp), at(now), INSTANT_RULES)
    const { receiver } = this.#world
    if (receiver !== 'nothing')
      this.#later(now + this.#world.answersAfter, (then) => this.#feed('receiver', { kind: receiver }, then))
  }

  #answer(now: number, answer: 'accept' | 'reject'): void {
    if (this.#network.state === 'forwarded') this.#end(answer === 'accept' ? 'settled' : 'rejected', now)
    else this.#advise(now)
  }

  #end(state: 'settled' | 'rejected', now: number): void {
    if (this.#network.state !== 'forwarded') return
    this.#network.state = state
    this.#advise(now)
  }

  #advise(now: number): void {
    for (const side of ['sender', 'receiver'] as const) this.#tell(side, now)
  }

  #tell(side: 'sender' | 'receiver', now: number): void {
    const { state } = this.#network
    if (state === 'settled' || state === 'rejected')
      this.#send(now, (arrival) => this.#feed(side, { kind: state }, arrival))
    if (state === 'unseen') this.#send(now, (arrival) => this.#feed(side, { kind: 'notFound' }, arrival))
  }

  #feed(side: 'sender' | 'receiver', event: ExchangeEvent, now: number): void {
    const exchange = this[side]
    if (!exchange) return
    const decision = decideExchange(exchange, event, at(now), INSTANT_RULES)
    this[side] = decision.exchange
    this.effects[side].push(decision.effect)
    this.#act(side, decision.effect, now)
  }

  #act(side: 'sender' | 'receiver', effect: ExchangeEffect, now: number): void {
    const isRepeated = effect === 'ask' && this.#world.asking === 'sameMessage'
    if (effect === 'answerAccept' || (isRepeated && side === 'receiver'))
      this.#toNetwork(now, (then) => this.#answer(then, 'accept'))
    else if (effect === 'answerReject' || effect === 'expire')
      this.#toNetwork(now, (then) => this.#answer(then, 'reject'))
    else if (effect === 'resend' || isRepeated) this.#toNetwork(now, (then) => this.#pay(then, now))
    else if (effect === 'ask') this.#toNetwork(now, (then) => this.#tell(side, then))
  }
}

test('whatever is lost, doubled, delayed or reordered, both sides end as the network did, once', () => {
  const fate = fc.array(fc.double({ min: 0.01, max: 70, noNaN: true }), { maxLength: 3 })
  const world = fc.record({
    fates: fc.array(fate, { minLength: 1, maxLength: 24 }),
    receiver: fc.constantFrom('accept' as const, 'reject' as const, 'nothing' as const),
    answersAfter: fc.double({ min: 0.01, max: 9, noNaN: true }),
    asking: fc.constantFrom('statusRequest' as const, 'sameMessage' as const),
  })
  const outcomes: Record<string, number> = {}
  fc.assert(
    fc.property(world, (played) => {
      const play = new Play(played)
      play.run()
      const ends = { settled: 'Settled', rejected: 'Rejected', unseen: 'Unresolved', forwarded: 'Unresolved' } as const
      outcomes[play.outcome] = (outcomes[play.outcome] ?? 0) + 1
      for (const side of ['sender', 'receiver'] as const) {
        const state = play[side]?.state
        if (state === undefined) continue
        assert.ok(state === ends[play.outcome] || state === 'Unresolved', `${side} ${state}, network ${play.outcome}`)
        const ended = play.effects[side].filter((one) => ['settle', 'fail', 'answerReject', 'expire'].includes(one))
        assert.ok(ended.length <= 1, `${side} ended ${ended.length} times`)
        assert.ok(!play.effects[side].includes('contradiction'), `${side} heard a contradiction`)
        assert.ok(play.effects[side].filter((one) => one === 'ask').length <= INSTANT_RULES.maxAsks)
      }
      play.personAsks()
      for (const side of ['sender', 'receiver'] as const)
        if (play[side]) assert.equal(play[side].state, ends[play.outcome], `${side} after a person asked`)
      assert.notEqual(play.sender.state, 'Unresolved')
    }),
    { numRuns: 1_000 },
  )
  for (const outcome of ['settled', 'rejected', 'unseen']) assert.ok(outcomes[outcome], `no run ended ${outcome}`)
})
