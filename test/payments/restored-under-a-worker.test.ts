import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { isHeld } from '../../src/rails/rails.ts'
import { Manifest } from '../../src/rails/transports/outbox/manifest.ts'
import { dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer

before(async () => {
  service = await startTestService({ clock, worker: false })
  payer = await createPayer(service, { balance: 1000 })
})
after(() => service.stop())

const held = () => service.app.db.read((db) => isHeld(db, service.tenant.institution.tenantId))

async function payAndHandOver(app: App): Promise<number> {
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 1 })))
  const run = (work: string) => sweepNamed(paymentSweeps, `payments: ${work}`).run(app, service.tenant.institution)
  await run('release payments')
  clock.advance({ seconds: 3 })
  await run('collect ACH entries')
  return run('write ACH files')
}

/** The same database, but its server says that it was started at another time. */
function afterRestart(app: App): App {
  const onOther = <T extends object>(connection: T): T =>
    new Proxy(connection, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return async (sql: string, ...rest: unknown[]) =>
          sql.includes('pg_postmaster_start_time') ? { run: 'another' } : value.call(target, sql, ...rest)
      },
    })
  const db = new Proxy(app.db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'read' && name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return (work: (connection: object) => unknown) =>
        value.call(target, (connection: object) => work(onOther(connection)))
    },
  })
  return { ...app, db }
}

test('a worker compares again when the database server was started again, before it collects or hands over', async () => {
  assert.equal(await payAndHandOver(service.app), 1)
  // The evidence is searched from the last departure on, which has the time of the database.
  const at = new Date().toISOString()
  const line = {
    at,
    institution: service.tenant.institution.code,
    rail: 'ACH',
    name: 'other.ach',
    sha256: '0',
    token: 1,
  }
  await new Manifest(join(service.dataDir, 'rails/ach/manifest')).append({ ...line, event: 'handedOver', boot: '' })
  assert.equal(await payAndHandOver(service.app), 1, 'the same run of the server was compared')
  assert.equal(await held(), false)

  assert.equal(await payAndHandOver(afterRestart(service.app)), 0)
  assert.equal(await held(), true)
  const files = await service.query('select from ach_files where tenant_id = $1', [service.tenant.institution.tenantId])
  assert.equal(files.length, 2, 'nothing was collected')
})
