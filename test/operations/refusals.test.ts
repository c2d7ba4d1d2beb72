import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorCatalogue } from '../../src/http/errors.ts'
import { reasonsOf } from '../../src/http/openapi.ts'
import type { ErrorReason } from '../../src/kernel/refusal.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { makersOf, refusedSample } from '../support/operation-samples.ts'
import { readRefusal } from '../support/refusals.ts'
import { differenceFor, notByRequests, sendDifferent, type World } from '../support/refused-requests.ts'
import { createPayer, creditBody, startTestService } from '../support/test-service.ts'

let world: World
before(async () => {
  const service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  const given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
  world = { service, given, other: await createPayer(service) }
})
after(() => world.service.stop())

let sent = 0

for (const operation of operations) {
  const byStatus = Map.groupBy(reasonsOf(operation), (reason) => errorCatalogue[reason].status)
  for (const [status, reasons] of byStatus) {
    if (notByRequests[status] !== undefined) continue
    // Without a body, requests with one key conflict only if concurrent; idempotency.test.ts tests
    // that.
    if (!operation.body && reasons.every((reason) => reason.startsWith('idempotency'))) continue
    test(`${operation.id} returns its declared ${status}`, async (t) => {
      const provoked = new Set<ErrorReason>()
      for (const reason of reasons) {
        const different = await differenceFor(world, operation, reason)
        if (!different) continue
        provoked.add(reason)
        // Each reason on one of the paths, in turn.
        const form = sent++ % operation.paths.length
        const reply = await sendDifferent(world, operation, form, different)
        const what = `${reason} on ${operation.paths[form]}: ${JSON.stringify(reply.body)}`
        assert.equal(reply.status, status, what)
        const { codes, message } = readRefusal(operation, reply)
        if (operation.dialect !== 'message') assert.ok(codes.includes(errorCatalogue[reason].code), what)
        assert.ok(message.includes(different.says ?? errorCatalogue[reason].title), what)
        assert.ok(message.includes(errorCatalogue[reason].resolve), what)
      }
      assert.ok(provoked.size > 0, `add a request to refused-requests.ts that causes ${reasons.join(' or ')}`)
      const others = reasons.filter((reason) => !provoked.has(reason))
      if (others.length > 0) t.diagnostic(`covered by other tests: ${others.join(', ')}`)
    })
  }

  test(`${operation.id} reports a failed or unreachable database in its dialect, and reveals no internals`, async (t) => {
    const { app } = world.service
    const { method, paths, body } = await refusedSample(operation, world.given)
    for (const [error, reason] of [
      [new Error('column secret does not exist'), 'internalError'],
      [new Error('connect ECONNREFUSED 127.0.0.1'), 'unavailable'],
    ] as const) {
      const mocks = [
        t.mock.method(app.db, 'read', () => Promise.reject(error)),
        t.mock.method(app.db, 'transaction', () => Promise.reject(error)),
        t.mock.method(app.db, 'forTenant', () => app.db),
        t.mock.method(app.db, 'withKeptPlans', () => app.db),
      ]
      const reply = await world.service.call(method, paths[0]!, body)
      for (const { mock } of mocks) mock.restore()
      const { status, code, resolve } = errorCatalogue[reason]
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      const { codes, message } = readRefusal(operation, reply)
      if (operation.dialect !== 'message') assert.deepEqual(codes, [code])
      assert.ok(message.includes(resolve), message)
      assert.doesNotMatch(message, /column secret|ECONN/)
      assert.equal(reply.headers.get('retry-after') !== null, status === 503)
    }
  })
}
