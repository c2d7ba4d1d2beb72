import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dataOf } from '../../test/support/answers.ts'
import { paymentLifeSweeps } from '../../test/support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../../test/support/test-service.ts'
import type { App } from '../app.ts'
import { readInstitution } from '../institution/institution.store.ts'
import { fixedClock } from '../kernel/clock.ts'
import { clockSweeps } from './clock.jobs.ts'

const NOW = '2026-07-01T14:00:00Z'
const clock = fixedClock(NOW)
const sweeps = [...paymentLifeSweeps, ...clockSweeps(paymentLifeSweeps)]
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

/** Simulates a process killed after its work and before the commit: the database rolls back. */
function killedBeforeCommit({ db, ...app }: App): App {
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work({ ...tx, commitWith: async () => assert.fail('killed') })
      throw new Error('killed')
    })
  return { ...app, db: { ...db, transaction } }
}

const institutionNow = () => service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))

test('a clock stops where work is due and reaches its target, although its worker is killed before each commit and many continue', async () => {
  const payer = await createPayer(service)
  const recurrence = { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 3 }
  const series = creditBody(payer, { speed: 'Instant', paymentDate: '2026-07-03', recurrence })
  dataOf(await service.call('POST', '/payments/creditrequest', series))
  const entry = creditBody(payer, { paymentDate: '2026-07-10' })
  dataOf(await service.call('POST', '/payments/creditrequest', entry))
  dataOf(await service.call('PUT', '/v1/institution/clock', { time: '2026-07-20T14:00:00Z' }))

  const stops: string[] = []
  for (let pass = 0; ; pass++) {
    assert.ok(pass < 100, 'the clock reaches its target')
    const { clockStandsAt } = await institutionNow()
    if (!clockStandsAt) break
    if (stops.at(-1) !== `${clockStandsAt}`) stops.push(`${clockStandsAt}`)
    for (const sweep of sweeps) {
      if ((await service.app.db.read((db) => sweep.due(db, clock.now()))).length === 0) continue
      const institution = await institutionNow()
      const killed = sweep.run(killedBeforeCommit(service.app), institution)
      await assert.rejects(killed, /killed/)
      assert.deepEqual(await institutionNow(), institution, `${sweep.name}, killed, did not move the clock`)
      await Promise.all(Array.from({ length: 3 }, () => sweep.run(service.app, institution)))
    }
  }
  assert.deepEqual(stops, [
    NOW,
    '2026-07-03T04:00:00Z', // the first payment is released
    '2026-07-03T04:00:01Z', // it settles; the second was created earlier
    '2026-07-10T04:00:00Z', // the second payment and the entry are released, and the third is created
    '2026-07-10T04:00:01Z',
    '2026-07-17T04:00:00Z',
    '2026-07-17T04:00:01Z',
  ])
  assert.equal((await institutionNow()).clockOffsetMs, BigInt(Date.parse('2026-07-20T14:00:00Z') - Date.parse(NOW)))
  const steps = await service.query<{ to: string; at: { toString(): string } }>(
    `select to_status as "to", at from payment_steps where tenant_id = $1 and to_status in ('VALIDATED', 'PROCESSED') order by at, payment_id`,
    [service.tenant.institution.tenantId],
  )
  assert.deepEqual(
    steps.map(({ to, at }) => `${at} ${to}`),
    ['03', '10', '17'].flatMap((day) => {
      const count = day === '10' ? 2 : 1
      return [
        ...Array.from({ length: count }, () => `2026-07-${day}T04:00:00Z VALIDATED`),
        ...Array.from({ length: count }, () => `2026-07-${day}T04:00:01Z PROCESSED`),
      ]
    }),
  )
})
