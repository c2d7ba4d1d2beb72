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

/** Work that is always due, and counts how often it ran. */
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

test('a sweep that fails pauses alone: another one of the same tenant runs on', async () => {
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

test('two sweeps cannot share a name: a worker with such a pair does not start', () => {
  const pair = [
    ...defineSweeps('payments', { release: counted(() => 0) }),
    ...defineSweeps('payments', { release: counted(() => 0) }),
  ]
  assert.throws(() => startWorker(service.app, pair), /two sweeps are called "payments: release"/)
})

test('the slice completes the name: what two slices call the same stays two names', () => {
  const names = [...paymentSweeps, ...approvalSweeps].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.doesNotThrow(() => assertDistinctNames([...paymentSweeps, ...approvalSweeps]))
})
