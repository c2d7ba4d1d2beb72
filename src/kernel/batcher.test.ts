import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from '../../test/support/fast-check.ts'
import { manualTime } from '../../test/support/manual-time.ts'
import { BatcherClosed, BatcherLate, type BatcherOptions, BatcherOverloaded, createBatcher } from './batcher.ts'

/** Two turns of the event loop: a finished batch has been left, and the next one has started. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A batcher whose batches wait until the test releases them. */
function controlled(bounds: Partial<BatcherOptions<string, number, string>> = {}) {
  const batches: { key: string; items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = []
  const batcher = createBatcher<string, number, string>({
    maxBatch: 500,
    maxQueued: 1000,
    ...bounds,
    run: (key, items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      batches.push({ key, items, finish: () => resolve(items.map((item) => `${key}${item}`)), fail: reject })
      return promise
    },
  })
  return { batcher, batches }
}

/** A batcher that throws on every batch with a poisoned item, and the outcomes of its runs. */
function poisonable(poisoned: ReadonlySet<number>, maxBatch = 500) {
  const done: number[][] = []
  const splits: number[] = []
  let runs = 0
  const batcher = createBatcher<string, number, number>({
    maxBatch,
    maxQueued: 1000,
    onSplit: ({ size }) => splits.push(size),
    run: async (_key, items) => {
      runs++
      const poison = items.find((item) => poisoned.has(item))
      if (poison !== undefined) throw new Error(`poisoned by ${poison}`)
      done.push([...items])
      return items.map((item) => item * 10)
    },
  })
  return { batcher, done, splits, runs: () => runs }
}

test('submit: items of one turn of the event loop are one batch, and each gets its own outcome', async () => {
  const { batcher, batches } = controlled()
  const outcomes = Promise.all([1, 2, 3].map((item) => batcher.submit('a', item)))
  await turns()
  assert.deepEqual(batches[0]!.items, [1, 2, 3])
  batches[0]!.finish()
  assert.deepEqual(await outcomes, ['a1', 'a2', 'a3'])
})

test('submit: items that arrive while a batch runs form the next batch, in order', async () => {
  const { batcher, batches } = controlled()
  const first = batcher.submit('a', 1)
  await turns()
  const later = [2, 3].map((item) => batcher.submit('a', item))
  await turns()
  later.push(batcher.submit('a', 4))
  await turns()
  assert.equal(batches.length, 1)
  batches[0]!.finish()
  assert.equal(await first, 'a1')
  await turns()
  assert.deepEqual(batches[1]!.items, [2, 3, 4])
  batches[1]!.finish()
  assert.deepEqual(await Promise.all(later), ['a2', 'a3', 'a4'])
})

test('submit: a batch has at most maxBatch items, the rest follow in order', async () => {
  const { batcher, done } = poisonable(new Set(), 2)
  await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.submit('a', item)))
  assert.deepEqual(done, [[1, 2], [3, 4], [5]])
})

test('submit: keys run in parallel and are never mixed', async () => {
  const { batcher, batches } = controlled()
  const ofA = batcher.submit('a', 1)
  const ofB = batcher.submit('b', 2)
  await turns()
  assert.deepEqual(
    batches.map(({ key, items }) => [key, items]),
    [
      ['a', [1]],
      ['b', [2]],
    ],
  )
  batches[1]!.finish()
  assert.equal(await ofB, 'b2')
  batches[0]!.finish()
  assert.equal(await ofA, 'a1')
})

test('submit: a second batch starts when as many items wait as the first has, and never more than maxRunning', async () => {
  const { batcher, batches } = controlled({ maxRunning: 2 })
  const outcomes = [1, 2, 3].map((item) => batcher.submit('a', item))
  await turns()
  for (const item of [4, 5]) outcomes.push(batcher.submit('a', item))
  await turns()
  assert.equal(batches.length, 1)
  outcomes.push(batcher.submit('a', 6))
  await turns()
  for (const item of [7, 8, 9, 10, 11]) outcomes.push(batcher.submit('a', item))
  await turns()
  assert.deepEqual(
    batches.map(({ items }) => items),
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  )
  batches[1]!.finish()
  await turns()
  assert.deepEqual(batches[2]!.items, [7, 8, 9, 10, 11])
  batches[0]!.finish()
  batches[2]!.finish()
  assert.deepEqual(
    await Promise.all(outcomes),
    Array.from({ length: 11 }, (_, place) => `a${place + 1}`),
  )
})

test('submit: fewer items than minBeside wait for the next batch', async () => {
  const { batcher, batches } = controlled({ maxRunning: 2, minBeside: 3 })
  const outcomes = [batcher.submit('a', 1)]
  await turns()
  outcomes.push(...[2, 3].map((item) => batcher.submit('a', item)))
  await turns()
  assert.equal(batches.length, 1)
  outcomes.push(batcher.submit('a', 4))
  await turns()
  assert.deepEqual(batches[1]!.items, [2, 3, 4])
  for (const { finish } of batches) finish()
  assert.deepEqual(await Promise.all(outcomes), ['a1', 'a2', 'a3', 'a4'])
})

test('submit: the few items that wait when one of two batches ends wait for the end of the other', async () => {
  const { batcher, batches } = controlled({ maxRunning: 2, minBeside: 3 })
  const outcomes = [1, 2, 3].map((item) => batcher.submit('a', item))
  await turns()
  outcomes.push(...[4, 5, 6].map((item) => batcher.submit('a', item)))
  await turns()
  outcomes.push(batcher.submit('a', 7))
  batches[0]!.finish()
  await turns()
  assert.equal(batches.length, 2)
  outcomes.push(batcher.submit('a', 8))
  batches[1]!.finish()
  await turns()
  assert.deepEqual(batches[2]!.items, [7, 8])
  batches[2]!.finish()
  assert.equal((await Promise.all(outcomes)).length, 8)
})

test('drain: waits for all parallel batches', async () => {
  const { batcher, batches } = controlled({ maxRunning: 2 })
  const outcomes = [batcher.submit('a', 1)]
  await turns()
  outcomes.push(batcher.submit('a', 2))
  await turns()
  assert.equal(batcher.size(), 2)
  let drained = false
  const drain = batcher.drain().then(() => {
    drained = true
  })
  batches[0]!.finish()
  await turns()
  assert.equal(drained, false)
  batches[1]!.finish()
  await drain
  assert.deepEqual(await Promise.all(outcomes), ['a1', 'a2'])
  assert.equal(batcher.size(), 0)
})

test('submit: only poisoned items reject, every other item is in exactly one successful run, in order', async () => {
  const sizes = fc.integer({ min: 1, max: 60 })
  const batches = fc.integer({ min: 1, max: 60 })
  await fc.assert(
    fc.asyncProperty(sizes, batches, fc.uniqueArray(fc.nat(59)), async (size, maxBatch, poison) => {
      const poisoned = new Set(poison)
      const items = Array.from({ length: size }, (_, item) => item)
      const { batcher, done } = poisonable(poisoned, maxBatch)
      const outcomes = await Promise.allSettled(items.map((item) => batcher.submit('a', item)))
      const healthy = items.filter((item) => !poisoned.has(item))
      assert.deepEqual(done.flat(), healthy)
      for (const [item, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') assert.equal(outcome.value, item * 10)
        else assert.equal(outcome.reason.message, `poisoned by ${item}`)
        assert.equal(outcome.status === 'rejected', poisoned.has(item))
      }
    }),
  )
})

test('submit: one poisoned item among 500 costs a logarithm of runs, and every split is reported', async () => {
  const { batcher, runs, splits } = poisonable(new Set([317]))
  await Promise.allSettled(Array.from({ length: 500 }, (_, item) => batcher.submit('a', item)))
  assert.ok(runs() <= 1 + 2 * Math.ceil(Math.log2(500)), `${runs()} runs`)
  assert.equal(splits[0], 500)
  assert.ok(splits.length <= Math.ceil(Math.log2(500)))
})

test('submit: items that arrive while a batch is split wait until its last half is done', async () => {
  const { batcher, batches } = controlled()
  const poisoned = batcher.submit('a', 1)
  const healthy = batcher.submit('a', 2)
  await turns()
  const late = batcher.submit('a', 3)
  batches[0]!.fail(new Error('unexpected'))
  await turns()
  assert.deepEqual(batches[1]!.items, [1])
  batches[1]!.fail(new Error('of item 1'))
  await assert.rejects(poisoned, { message: 'of item 1' })
  await turns()
  assert.deepEqual(batches[2]!.items, [2])
  batches[2]!.finish()
  assert.equal(await healthy, 'a2')
  await turns()
  assert.deepEqual(batches[3]!.items, [3])
  batches[3]!.finish()
  assert.equal(await late, 'a3')
})

test('submit: an error of the whole batch rejects every item after one run', async () => {
  const unreachable = new Error('database unreachable')
  let runs = 0
  const batcher = createBatcher<string, number, number>({
    maxBatch: 500,
    maxQueued: 500,
    failsWhole: (error) => error === unreachable,
    run: () => {
      runs++
      throw unreachable
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.submit('a', item)))
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === unreachable))
  assert.equal(runs, 1)
})

test('submit: a batch that returns too few outcomes is rejected and not retried', async () => {
  let runs = 0
  const batcher = createBatcher<string, number, number>({
    maxBatch: 500,
    maxQueued: 500,
    run: async () => {
      runs++
      return [1]
    },
  })
  const outcomes = await Promise.allSettled([batcher.submit('a', 1), batcher.submit('a', 2)])
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && /1 outcomes for 2/.test(outcome.reason)))
  assert.equal(runs, 1)
})

test('submit: if a hook throws, every item still rejects and the next batch runs', async () => {
  let broken = true
  const batcher = createBatcher<string, number, number>({
    maxBatch: 500,
    maxQueued: 500,
    onSplit: () => assert.fail('hook'),
    run: async (_key, items) => (broken ? assert.fail('run') : items),
  })
  const outcomes = await Promise.allSettled([batcher.submit('a', 1), batcher.submit('a', 2)])
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'hook'))
  broken = false
  assert.equal(await batcher.submit('a', 3), 3)
})

test('submit: maxQueued items may wait for a key, one more is refused, other keys are not', async () => {
  const { batcher, batches } = controlled({ maxQueued: 2 })
  const running = batcher.submit('a', 1)
  await turns()
  const waiting = [batcher.submit('a', 2), batcher.submit('a', 3)]
  await assert.rejects(batcher.submit('a', 4), BatcherOverloaded)
  const other = batcher.submit('b', 5)
  assert.equal(batcher.size(), 4)
  await turns()
  for (const batch of batches) batch.finish()
  await Promise.all([running, other])
  await turns()
  assert.deepEqual(batches[2]!.items, [2, 3])
  batches[2]!.finish()
  assert.deepEqual(await Promise.all(waiting), ['a2', 'a3'])
})

test('drain: refuses new items at once, and resolves after the last running or waiting item', async () => {
  const { batcher, batches } = controlled()
  const answered: number[] = []
  const running = batcher.submit('a', 1).then(() => answered.push(1))
  await turns()
  const waiting = batcher.submit('a', 2).then(() => answered.push(2))
  const drained = batcher.drain().then(() => answered.push(0))
  await assert.rejects(batcher.submit('a', 3), BatcherClosed)
  await assert.rejects(batcher.submit('b', 3), BatcherClosed)
  batches[0]!.finish()
  await turns()
  batches[1]!.finish()
  await Promise.all([running, waiting, drained])
  assert.deepEqual(answered, [1, 2, 0])
  assert.equal(batcher.size(), 0)
})

test('drain: an idle batcher drains at once, any number of times', async () => {
  const { batcher } = controlled()
  await batcher.drain()
  await batcher.drain()
})

test('size: counts waiting and running items, and is zero when all are done', async () => {
  const { batcher, batches } = controlled()
  const outcomes = [batcher.submit('a', 1)]
  await turns()
  outcomes.push(batcher.submit('a', 2), batcher.submit('b', 3))
  assert.equal(batcher.size(), 3)
  await turns()
  batches[0]!.finish()
  batches[1]!.finish()
  await turns()
  batches[2]!.finish()
  await Promise.all(outcomes)
  await turns()
  assert.equal(batcher.size(), 0)
})

test('submit: an idle key leaves nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const batcher = createBatcher<object, number, number>({
    maxBatch: 1,
    maxQueued: 1,
    run: async (_key, items) => items,
  })
  const submitOnce = async () => {
    const key = {}
    await batcher.submit(key, 1)
    return new WeakRef(key)
  }
  const key = await submitOnce()
  await turns()
  collectGarbage()
  assert.equal(key.deref(), undefined)
  assert.equal(await batcher.submit({}, 2), 2)
})

test('createBatcher: a bound below one item is refused', () => {
  const run = async () => []
  assert.throws(() => createBatcher({ run, maxBatch: 0, maxQueued: 1 }), RangeError)
  assert.throws(() => createBatcher({ run, maxBatch: 1, maxQueued: 0 }), RangeError)
})

test('timeoutMs: an item may wait exactly so long behind a slow batch, and one that waited longer is rejected untried', async () => {
  for (const [waitsMs, isTried] of [
    [300, true],
    [301, false],
  ] as const) {
    const time = manualTime()
    const { batcher, batches } = controlled({ timeoutMs: 300, time })
    const first = batcher.submit('a', 1)
    await turns()
    const second = batcher.submit('a', 2)
    await time.advance(waitsMs)
    const third = batcher.submit('a', 3)
    const outcomes = Promise.allSettled([second, third])
    batches[0]!.finish()
    assert.equal(await first, 'a1')
    await turns()
    assert.deepEqual(batches[1]!.items, isTried ? [2, 3] : [3])
    batches[1]!.finish()
    const [ofSecond, ofThird] = await outcomes
    if (ofSecond.status === 'rejected') assert.ok(ofSecond.reason instanceof BatcherLate)
    assert.equal(ofSecond.status, isTried ? 'fulfilled' : 'rejected')
    assert.equal(ofThird.status, 'fulfilled')
  }
})

test('timeoutMs: a batch that fails after its time is not split, and one that fails at its end is', async () => {
  for (const [takesMs, runs] of [
    [301, 1],
    [300, 3],
  ] as const) {
    const time = manualTime()
    const { batcher, batches } = controlled({ timeoutMs: 300, time })
    const outcomes = Promise.allSettled([batcher.submit('a', 1), batcher.submit('a', 2)])
    await turns()
    await time.advance(takesMs)
    for (let run = 0; run < 3; run++) {
      batches[run]?.fail(new Error('planted'))
      await turns()
    }
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(batches.length, runs)
  }
})

test('timeoutMs: the second half is not tried if the first one took the time', async () => {
  const time = manualTime()
  const { batcher, batches } = controlled({ timeoutMs: 300, time })
  const outcomes = Promise.allSettled([batcher.submit('a', 1), batcher.submit('a', 2)])
  await turns()
  batches[0]!.fail(new Error('planted'))
  await turns()
  await time.advance(301)
  batches[1]!.finish()
  await turns()
  batches[2]?.finish()
  const [first, second] = await outcomes
  assert.deepEqual([first.status, second.status], ['fulfilled', 'rejected'])
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1, 2], [1]],
  )
})

test('onBatch: is told how many items a batch had, and how long it ran', async () => {
  const time = manualTime()
  const told: { size: number; ms: number }[] = []
  const { batcher, batches } = controlled({ time, onBatch: (batch) => told.push(batch) })
  const outcomes = Promise.all([batcher.submit('a', 1), batcher.submit('a', 2)])
  await turns()
  await time.advance(40)
  batches[0]!.finish()
  await outcomes
  await turns()
  assert.deepEqual(told, [{ size: 2, ms: 40 }])
})
