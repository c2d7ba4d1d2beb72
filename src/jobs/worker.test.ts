import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { eventually } from '../../test/support/eventually.ts'
import { type ManualTime, manualTime } from '../../test/support/manual-time.ts'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import type { App } from '../app.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import type { Institution } from '../institution/institution.ts'
import { fixedClock } from '../kernel/clock.ts'
import { createHints } from '../kernel/hints.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { assertDistinctNames, defineSweeps, queueOf, type Sweep } from './sweep.ts'
import { pauseAfter } from './sweep-state.ts'
import { startWorker } from './worker.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

/** Work that is always due, and counts its runs. */
function counted(run: () => number): Omit<Sweep, 'name'> & { runs: number } {
  const sweep = {
    runs: 0,
    due: async () => [service.tenant.institution.tenantId],
    async run() {
      sweep.runs++
      return run()
    },
  }
  return sweep
}

/** A search that finds nothing, and notes when it looked. */
function searching(nowMs: () => number = () => 0) {
  const sweep = {
    looks: [] as number[],
    due: async () => {
      sweep.looks.push(nowMs())
      return []
    },
    run: async () => 0,
  }
  return sweep
}

/** Starts a worker whose time stands still until the test lets it pass. */
function startManually(
  sweeps: readonly Sweep[],
  { time = manualTime(), ...parts }: Omit<Partial<App>, 'time'> & { time?: ManualTime } = {},
) {
  const hints = createHints(time)
  const queues = new Set(sweeps.map(queueOf)).size
  const worker = startWorker({ ...service.app, ...parts, time }, sweeps, { hints })
  /** A queue at rest waits for one moment; one whose sweep hangs, for the ends of three limits. */
  const rest = (hung = 0) => eventually('the queues rest', () => time.waiting() === queues - hung + 3 * hung)
  return {
    worker,
    hints,
    time,
    rest,
    /** Lets the time pass in steps, each when all queues rest but those that hang. */
    async pass(ms: number, { stepMs = ms, hung = 0 } = {}) {
      for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
        await rest(hung)
        await time.advance(stepMs)
      }
      await rest(hung)
    },
  }
}

test('a failed sweep pauses alone for a second: another sweep of the same tenant continues', async () => {
  const failing = counted(() => {
    throw new Error('planted')
  })
  const healthy = counted(() => 1)
  const { worker, pass } = startManually([
    ...defineSweeps('payments', { 'expire approvals': failing }),
    ...defineSweeps('approvals', { 'expire approvals': healthy }),
  ])
  try {
    await pass(975, { stepMs: 25 })
    assert.deepEqual([healthy.runs, failing.runs], [40, 1])
    await pass(25)
    assert.deepEqual([healthy.runs, failing.runs], [41, 2])
  } finally {
    await worker.drain()
  }
})

test('a sweep that found no work rests while others work, unless an earlier one of its slice moved rows', async () => {
  const idle = searching()
  const busy = counted(() => 1)
  const next = counted(() => 0)
  const { worker, pass } = startManually([
    ...defineSweeps('approvals', { 'expire proposals': idle }),
    ...defineSweeps('payments', { release: busy, transmit: next }),
  ])
  try {
    await pass(475, { stepMs: 25 })
    assert.deepEqual([idle.looks.length, busy.runs, next.runs], [1, 20, 20])
  } finally {
    await worker.drain()
  }
})

test('without a hint at work sweeps look once a second, and a hint is followed in a quarter of one', async () => {
  const time = manualTime(0)
  const sweep = searching(time.nowMs)
  const { worker, hints, pass, rest } = startManually(defineSweeps('payments', { idle: sweep }), { time })
  try {
    await pass(2_000, { stepMs: 250 })
    assert.deepEqual(sweep.looks, [0, 1_000, 2_000])
    await pass(10)
    hints.give()
    await pass(240)
    assert.deepEqual(sweep.looks.slice(3), [2_250], 'a quarter of a second after it found nothing')
    await pass(250)
    await pass(350)
    hints.give()
    await eventually('it looks at once', () => sweep.looks.length === 5)
    await rest()
    assert.deepEqual(sweep.looks.slice(4), [2_850])
  } finally {
    await worker.drain()
  }
})

test('a sweep of the same slice that found nothing is asked again at once when an earlier one moved rows', async () => {
  const moves = [1, 1, 0]
  const moving = counted(() => moves.shift()!)
  const following = searching()
  const { worker, pass, rest } = startManually(defineSweeps('payments', { release: moving, transmit: following }))
  try {
    const looks: number[] = []
    for (let round = 0; round < 3; round++) {
      await rest()
      looks.push(following.looks.length)
      if (round < 2) await pass(25)
    }
    assert.deepEqual(looks, [1, 2, 2])
    assert.equal(moving.runs, 3)
  } finally {
    await worker.drain()
  }
})

/** Work on some institutions that hangs on the first of them until `release` is called. */
function hanging(tenantIds: readonly bigint[]) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const runs = new Map<bigint, number>()
  const sweep = {
    due: async () => [...tenantIds],
    async run(_app: App, { tenantId }: Institution) {
      runs.set(tenantId, (runs.get(tenantId) ?? 0) + 1)
      if (tenantId === tenantIds[0]) await promise
      return 1
    },
  }
  return { sweep, runs, release }
}

test('a sweep that hangs on one institution delays neither other institutions nor other sweeps of its slice', async () => {
  const other = (await service.createTenant('other')).institution.tenantId
  const own = service.tenant.institution.tenantId
  const { sweep, runs, release } = hanging([own, other])
  const next = counted(() => 1)
  const worker = startWorker(service.app, defineSweeps('payments', { 'write ACH files': sweep, settle: next }))
  try {
    await eventually('the others run ten times', () => (runs.get(other) ?? 0) >= 10 && next.runs >= 10)
    assert.equal(runs.get(own), 1)
    const state = worker.states().find(({ tenantId, sweep }) => tenantId === own && /write ACH files/.test(sweep))!
    assert.ok(state.runningSince)
    assert.equal(state.lastSucceededAt, undefined)
    release()
    await eventually('the one that hung runs on', () => runs.get(own)! > 1)
  } finally {
    release()
    await worker.drain()
  }
})

test('sweeps that hang on six institutions at once start no further run, and other sweeps go on', async () => {
  const tenantIds = [service.tenant.institution.tenantId]
  for (let n = 0; n < 7; n++) tenantIds.push((await service.createTenant(`hung-${n}`)).institution.tenantId)
  const { promise, resolve: release } = Promise.withResolvers<number>()
  const begun = new Set<bigint>()
  const stuck = {
    due: async () => [...tenantIds],
    run(_app: App, { tenantId }: Institution) {
      begun.add(tenantId)
      return promise
    },
  }
  const next = counted(() => 1)
  const worker = startWorker(service.app, defineSweeps('payments', { transmit: stuck, settle: next }))
  try {
    await eventually('six runs hang', () => begun.size === 6)
    const before = next.runs
    await eventually('the other sweep runs on', () => next.runs > before + 10)
    assert.equal(begun.size, 6)
    release(0)
    await eventually('the others have their turn', () => begun.size === tenantIds.length)
  } finally {
    release(0)
    await worker.drain()
  }
})

test('an urgent sweep does not wait for the others of its slice, and one that runs alone waits for none', async () => {
  const { promise: hung, resolve: release } = Promise.withResolvers<number>()
  const slow = counted(() => 1)
  const run = () => {
    slow.runs++
    return hung
  }
  const [urgent, alone] = [counted(() => 1), counted(() => 1)]
  const { worker, pass } = startManually(
    defineSweeps('payments', {
      settle: { ...slow, run },
      release: { ...urgent, isUrgent: true },
      collect: { ...slow, run, isUrgent: true },
      transmit: { ...alone, isUrgent: true, runsAlone: true },
    }),
  )
  try {
    await pass(225, { stepMs: 25, hung: 2 })
    assert.deepEqual([slow.runs, urgent.runs, alone.runs], [2, 1, 10])
  } finally {
    release(1)
    await worker.drain()
  }
})

test('the search of a sweep that hangs delays no other sweep, and fails alone', async () => {
  const { promise, reject } = Promise.withResolvers<bigint[]>()
  const next = counted(() => 1)
  const lost = { due: () => promise, run: async () => 0 }
  const worker = startWorker(service.app, defineSweeps('payments', { transmit: lost, settle: next }))
  try {
    await eventually('the other sweep runs ten times', () => next.runs >= 10)
    reject(new Error('planted'))
    const state = await eventually('its failure is known', () =>
      worker.states().find(({ sweep, lastFailure }) => sweep === 'payments: transmit' && lastFailure !== undefined),
    )
    assert.deepEqual([state.tenantId, state.lastFailure, state.failuresInARow], [undefined, 'planted', 1])
  } finally {
    await worker.drain()
  }
})

test('the state of a sweep says what failed, how often in a row, and when it last succeeded', async () => {
  let mustFail = true
  const moody = counted(() => {
    if (mustFail) throw new Error('planted')
    return 0
  })
  const tokenClock = fixedClock('2026-07-01T14:00:00Z')
  const { worker, pass } = startManually(defineSweeps('payments', { release: moody }), { tokenClock })
  const state = () => worker.states().find(({ tenantId }) => tenantId !== undefined)!
  try {
    await pass(250)
    tokenClock.advance({ seconds: 1 })
    await pass(750)
    assert.equal(state().failuresInARow, 2)
    const { sweep, lastFailure, lastSucceededAt, failingSince, lastStartedAt } = state()
    assert.deepEqual([sweep, lastFailure, lastSucceededAt], ['payments: release', 'planted', undefined])
    assert.equal(`${failingSince}`, '2026-07-01T14:00:00Z', 'the first of the failures')
    assert.equal(`${lastStartedAt}`, '2026-07-01T14:00:01Z')
    mustFail = false
    await pass(2_000, { stepMs: 250 })
    const healed = state()
    assert.equal(`${healed.lastSucceededAt}`, '2026-07-01T14:00:01Z')
    assert.deepEqual([healed.failuresInARow, healed.failingSince, healed.lastFailure], [0, undefined, undefined])
  } finally {
    await worker.drain()
  }
})

test('after failures the pause doubles from one second to half a minute, or eight seconds for a search', () => {
  const pauses = (tenantId: bigint | undefined) =>
    [1, 2, 5, 6, 60].map((failuresInARow) => pauseAfter({ tenantId, failuresInARow }))
  assert.deepEqual(pauses(1n), [1_000, 2_000, 16_000, 30_000, 30_000])
  assert.deepEqual(pauses(undefined), [1_000, 2_000, 8_000, 8_000, 8_000])
})

test('a failed run is repeated even if the search, which runs on time alone, does not find it again', async () => {
  let searches = 0
  let runs = 0
  const hourly = {
    due: async () => (searches++ === 0 ? [service.tenant.institution.tenantId] : []),
    async run() {
      if (++runs === 1) throw new Error('planted')
      return 0
    },
  }
  const { worker, pass } = startManually(defineSweeps('housekeeping', { 'purge expired tokens': hourly }))
  try {
    await pass(750, { stepMs: 250 })
    assert.equal(runs, 1)
    await pass(250)
    assert.equal(runs, 2)
  } finally {
    await worker.drain()
  }
})

test('a run that takes longer than ten seconds is reported while it lasts, and one that does not stop is named', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const { promise: hung, resolve: release } = Promise.withResolvers<number>()
  const { tenantId } = service.tenant.institution
  const stuck = { due: async () => [tenantId], run: () => hung }
  const { worker, time, rest } = startManually(defineSweeps('payments', { transmit: stuck }), { log })
  try {
    await rest(1)
    await time.advance(9_999)
    assert.equal(lines.length, 0)
    await time.advance(10_001)
    assert.deepEqual(
      lines.splice(0),
      [10, 20].map((seconds) => `a sweep is still running after ${seconds} s; others go on`),
    )
    let isDrained = false
    const drained = worker.drain().then(() => {
      isDrained = true
    })
    await time.advance(19_999)
    assert.equal(isDrained, false)
    await time.advance(1)
    await drained
    assert.ok(lines.includes('these sweeps did not stop within 20 s'), lines.join('\n'))
  } finally {
    release(0)
  }
})

test('two sweeps cannot share a name: the worker refuses to start', () => {
  const pair = [
    ...defineSweeps('payments', { release: counted(() => 0) }),
    ...defineSweeps('payments', { release: counted(() => 0) }),
  ]
  assert.throws(() => startWorker(service.app, pair), /two sweeps have the name "payments: release"/)
})

test('the slice is part of the name: the same work in two slices keeps two names', () => {
  const names = [...paymentSweeps, ...approvalSweeps].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.doesNotThrow(() => assertDistinctNames([...paymentSweeps, ...approvalSweeps]))
})

test('an urgent sweep looks at once when something urgent was committed, and others wait for their turn', async () => {
  const time = manualTime(0)
  const [urgent, other] = [searching(time.nowMs), searching(time.nowMs)]
  const sweeps = [
    ...defineSweeps('messages', { 'take in': { ...urgent, isUrgent: true as const } }),
    ...defineSweeps('payments', { release: other }),
  ]
  const { worker, hints, pass, rest } = startManually(sweeps, { time })
  try {
    await pass(20)
    hints.wake()
    await eventually('it looks', () => urgent.looks.length === 2)
    await rest()
    assert.deepEqual([urgent.looks, other.looks], [[0, 20], [0]])
    await pass(230, { stepMs: 5 })
    assert.deepEqual(other.looks, [0, 250], 'a wake is also a hint')
  } finally {
    await worker.drain()
  }
})
