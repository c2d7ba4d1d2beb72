import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { assertDistinctNames, defineSweeps, type Sweep } from './sweep.ts'
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
