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
