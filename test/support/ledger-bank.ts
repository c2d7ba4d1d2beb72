import { bookSweeps } from '../../src/books/books.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { prepareDays } from '../../src/institution/prepare-days.ts'
import type { FixedClock } from '../../src/kernel/clock.ts'
import { paymentLifeSweeps } from './sweeps.ts'
import { createPayer, type Payer, type Reply, type TestService, type TestTenant } from './test-service.ts'

/** An institution whose business days are driven by a fixed clock, with a customer. */
export interface LedgerBank {
  tenant: TestTenant
  payer: Payer
  call(method: string, path: string, body?: object): Promise<Reply>
  /** Does what is due at the time, as the worker does. */
  workAt(at: string): Promise<void>
}

export async function openLedgerBank(
  service: TestService,
  clock: FixedClock,
  code: string,
  { balance, sandbox = false }: { balance?: number; sandbox?: boolean } = {},
): Promise<LedgerBank> {
  const tenant = await service.createTenant(code, { sandbox })
  const { tenantId } = tenant.institution
  await service.app.db.transaction((tx) => prepareDays(tx, tenant.institution, clock.now()))
  const payer = await createPayer(service, { client: tenant.client, balance })
  return {
    tenant,
    payer,
    call: (method, path, body) => service.call(method, path, body, { client: tenant.client }),
    async workAt(at) {
      clock.set(at)
      for (let pass = 0; pass < 2; pass++)
        for (const { due, run } of [...paymentLifeSweeps, ...bookSweeps]) {
          const tenants = await service.app.db.read((db) => due(db, clock.now()))
          if (!tenants.includes(tenantId)) continue
          const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
          await run({ ...service.app, db: service.app.db.forTenant(tenantId) }, institution)
        }
    },
  }
}
