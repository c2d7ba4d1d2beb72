import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../test/support/eventually.ts'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import type { App } from '../app.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import type { Institution } from '../institution/institution.ts'
import { createHints } from '../kernel/hints.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { assertDistinctNames, defineSweeps, type Sweep } from './sweep.ts'
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

test('a failed sweep pauses alone: another sweep of the same tenant continues', async () => {
  const failing = counted(() => {
    throw new Error('planted')
  })
  const healthy = counted(() => 1)
  const worker = startWorker(service.app, [
    ...defineSweeps('payments', { 'expire approvals': failing }),
    ...defineSweeps('approvals', { 'expire approvals': healthy }),
  ])
  try {
    await eventually('the healthy sweep runs ten times', () => healthy.runs >= 10)
    assert.equal(failing.runs, 1)
  } finally {
    await worker.drain()
  }
})

test('a sweep that found no work rests while others work, unless an earlier one of its slice moved rows', async () => {
  let asked = 0
  const idle = {
    due: async () => {
      asked++
      return []
    },
    run: async () => 0,
  }
  const busy = counted(() => 1)
  const next = counted(() => 0)
  const startedAt = performance.now()
  const worker = startWorker(service.app, [
    ...defineSweeps('approvals', { 'expire proposals': idle }),
    ...defineSweeps('payments', { release: busy, transmit: next }),
  ])
  try {
    await eventually('the busy sweep runs twenty times', () => busy.runs >= 20)
    const rests = Math.ceil((performance.now() - startedAt) / 250)
    assert.ok(asked <= rests, `it was asked ${asked} times in ${rests} rests`)
    assert.ok(next.runs >= busy.runs - 1, `${next.runs} of ${busy.runs}`)
  } finally {
    await worker.drain()
  }
})

test('without a hint at work sweeps look once a second, and a hint is followed in a quarter of one', async () => {
  const asked: number[] = []
  const sweep = {
    due: async () => {
      asked.push(performance.now())
      return []
    },
    run: async () => 0,
  }
  const hints = createHints()
  const worker = startWorker(service.app, defineSweeps('payments', { idle: sweep }), { hints })
  try {
    await eventually('it looked three times', () => asked.length >= 3)
    assert.ok(asked[2]! - asked[1]! >= 990, `it looked again after ${asked[2]! - asked[1]!} ms`)
    // A busy machine delays single looks, but not each of ten. Without the hint, each takes longer.
    const delaysMs: number[] = []
    for (let round = 0; round < 10; round++) {
      const looks = asked.length
      hints.give()
      const hintedMs = performance.now()
      await eventually('it follows the hint', () => asked.length > looks)
      delaysMs.push(asked[looks]! - hintedMs)
    }
    const inTime = delaysMs.filter((delay) => delay < 900)
    assert.ok(inTime.length > 5, `the hints were followed after ${delaysMs.map(Math.round).join(', ')} ms`)
  } finally {
    await worker.drain()
  }
})

test('a sweep of the same slice that found nothing is asked again at once when an earlier one moved rows', async () => {
  let hasMoved = false
  let asked = 0
  const moving = counted(() => {
    hasMoved = !hasMoved
    return hasMoved ? 1 : 0
  })
  const following = {
    due: async () => {
      asked++
      return []
    },
    run: async () => 0,
  }
  const worker = startWorker(service.app, defineSweeps('payments', { release: moving, transmit: following }))
  try {
    await eventually('rows moved five times', () => moving.runs >= 10)
    assert.ok(asked >= 5, `asked ${asked} times`)
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
  const slow = counted(() => 1)
  const run = async () => {
    slow.runs++
    await sleep(400)
    return 1
  }
  const [urgent, alone] = [counted(() => 1), counted(() => 1)]
  const worker = startWorker(
    service.app,
    defineSweeps('payments', {
      settle: { ...slow, run },
      release: { ...urgent, isUrgent: true },
      collect: { ...slow, run, isUrgent: true },
      transmit: { ...alone, isUrgent: true, runsAlone: true },
    }),
  )
  try {
    await eventually('the one that runs alone runs ten times', () => alone.runs >= 10)
    assert.ok(urgent.runs < alone.runs && slow.runs < alone.runs, `${urgent.runs}, ${slow.runs} of ${alone.runs}`)
  } finally {
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
  const worker = startWorker(service.app, defineSweeps('payments', { release: moody }))
  const state = () => worker.states().find(({ tenantId }) => tenantId !== undefined)
  try {
    const failed = await eventually('it fails twice', () => (state()?.failuresInARow === 2 ? state() : undefined))
    assert.deepEqual(
      [failed.sweep, failed.lastFailure, failed.lastSucceededAt],
      ['payments: release', 'planted', undefined],
    )
    assert.ok(
      failed.failingSince!.epochMilliseconds < failed.lastStartedAt!.epochMilliseconds,
      'the first of the failures',
    )
    mustFail = false
    const healed = await eventually('it succeeds', () => (state()?.lastSucceededAt ? state() : undefined))
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
  const worker = startWorker(service.app, defineSweeps('housekeeping', { 'purge expired tokens': hourly }))
  try {
    await eventually('it runs again', () => runs === 2)
  } finally {
    await worker.drain()
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
  const looked: Record<string, number[]> = { urgent: [], other: [] }
  const lookingAs = (name: string) => ({
    async due() {
      looked[name]!.push(performance.now())
      return []
    },
    run: async () => 0,
  })
  const hints = createHints()
  const sweeps = [
    ...defineSweeps('messages', { 'take in': { ...lookingAs('urgent'), isUrgent: true as const } }),
    ...defineSweeps('payments', { release: lookingAs('other') }),
  ]
  const worker = startWorker(service.app, sweeps, { hints })
  try {
    await eventually('both have looked', () => looked.urgent!.length > 0 && looked.other!.length > 0)
    await sleep(20)
    const before = { urgent: looked.urgent!.length, other: looked.other!.length }
    hints.wake()
    await sleep(60)
    assert.equal(looked.urgent!.length > before.urgent, true)
    assert.equal(looked.other!.length, before.other)
  } finally {
    await worker.drain()
  }
})
