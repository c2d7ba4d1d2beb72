import assert from 'node:assert/strict'
import { bookSweeps } from '../../../src/books/books.jobs.ts'
import { eventSweeps } from '../../../src/events/events.jobs.ts'
import { fxSweeps } from '../../../src/fx/fx.jobs.ts'
import { readInstitution } from '../../../src/institution/institution.store.ts'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import { paymentLifeSweeps } from '../sweeps.ts'
import type { Bank } from './bank.ts'

const SWEEPS = [...paymentLifeSweeps, ...bookSweeps, ...fxSweeps, ...eventSweeps]
const MAX_PASSES = 30

/** Runs the sweeps that have work until none has, as the worker does. */
export async function work({ service, tenant, clock }: Pick<Bank, 'service' | 'tenant' | 'clock'>): Promise<void> {
  const { db } = service.app
  const { tenantId } = tenant.institution
  const app = { ...service.app, db: db.forTenant(tenantId) }
  for (let passes = 0; ; passes++) {
    assert.ok(passes < MAX_PASSES, 'the worker runs out of work')
    // Asked together, the sweeps cost one round trip.
    const due = await db.read((tx) => Promise.all(SWEEPS.map((sweep) => sweep.due(tx, clock.now()))))
    const waiting = SWEEPS.filter((_, place) => due[place]!.includes(tenantId))
    let advanced = 0
    for (const sweep of waiting) {
      const institution = await db.read((tx) => readInstitution(tx, tenantId))
      advanced += await sweep.run(app, institution)
    }
    if (advanced === 0 && passes > 0) return
    clock.advance({ seconds: 2 })
  }
}

/** `giro ledger verify` finds nothing. */
export async function verifyLedger({ service, tenant }: Pick<Bank, 'service' | 'tenant'>): Promise<void> {
  const said: string[] = []
  const institution = await service.app.db.read((tx) => readInstitution(tx, tenant.institution.tenantId))
  assert.equal(await verifyLedgers(service.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}
