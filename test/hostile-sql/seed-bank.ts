import assert from 'node:assert/strict'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { operations } from '../../src/main/operations.ts'
import { verifyNextPart } from '../../src/main/verification/verification.jobs.ts'
import { notificationSweeps } from '../../src/notifications/notifications.jobs.ts'
import { recordDeparture } from '../../src/rails/handover/record-departure.ts'
import { holdRails } from '../../src/rails/rails.ts'
import {
  type Given,
  isChange,
  makeApproval,
  makeContactAbroad,
  makersOf,
  makeWaitingPayment,
  sampleRequest,
  setLineOf,
} from '../support/operation-samples.ts'
import { createPayer, creditBody, customerBody, type TestService } from '../support/test-service.ts'

/**
 * Fills the tables of a bank over HTTP: one sample of every operation that changes something, an
 * exchange, decided and waiting approvals, fees that were held and earned.
 */
export async function seedBank(service: TestService): Promise<void> {
  const { tenant } = service
  const payer = await createPayer(service, { balance: 100_000 })
  const makers = await makersOf(service, tenant)
  await chargeFees(makers, payer.customerUID)
  const { paymentUID } = await makers.make('/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))
  const given: Given = { ...payer, ...makers, paymentUID: String(paymentUID) }
  await exchange(given)
  await ask(given)
  await notify(given)
  await limit(given)
  await service.call('POST', '/v2/customers', customerBody(), { idempotencyKey: 'seed' })
  for (const operation of operations.filter(isChange)) {
    const { method, paths, body } = await sampleRequest(operation, given)
    const reply = await service.call(method, paths[0]!, body)
    assert.ok(reply.status < 300, `${operation.id}: ${JSON.stringify(reply.body)}`)
  }
  await given.work()
  // Its fee is still held.
  await given.make('/payments/creditrequest', creditBody(given))
  for (const sweep of [...fxSweeps, ...bookSweeps, ...auditSweeps, ...notificationSweeps])
    await sweep.run(service.app, tenant.institution)
  const hold = { reason: 'Operator', differences: ['a drill'], heldBy: 'seed' } as const
  const { db, clock } = service.app
  await db.transaction((tx) => holdRails(tx, tenant.institution.tenantId, hold, clock.now()))
  await findDeparture(service, String(paymentUID))
  await verifyNextPart(service.app, tenant.institution, { anchors: service.dataDir, everyHours: 1 })
}

/** A file that left before the database was restored. */
async function findDeparture({ app, tenant }: TestService, paymentId: string): Promise<void> {
  const item = { kind: 'Entry', paymentId, reference: '061000010000001', valueDate: '2026-07-02' } as const
  const departure = {
    ...{ rail: 'ACH', name: 'departed.ach', sha256: '', token: 1, evidence: '', event: 'handedOver' as const },
    ...{ at: '2026-07-01T00:00:00Z', items: { count: 1, sha256: '' } },
  }
  const itemsOf = async function* () {
    yield [item]
  }
  await recordDeparture(app, tenant.institution, { itemsOf }, departure)
}

async function chargeFees({ make }: Pick<Given, 'make'>, customerUID: string): Promise<void> {
  const tiers = [{ name: 'Standard', from: 0, flat: 0.5 }]
  const fee = { application: 'Payments', currency: 'USD', tierBy: 'Count', tiers }
  await make('/v1/institution/fees', { ...fee, name: 'Origination', product: 'ACH' })
  await make('/v1/institution/fees', { ...fee, name: 'Transfer', product: 'Instant' })
  await make(`/v1/customers/${customerUID}/fees`, { application: 'Payments', feeTier: 'Standard' })
}

/** A contract that a payment draws in part, a quote that nobody decided, and a rate and margin. */
async function exchange(given: Given): Promise<void> {
  const rates = [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }]
  await given.make('/v1/institution/fx/rates', { rates }, 'PUT')
  await setLineOf(given, { exposure: 1_000_000, spot: 1_000_000, forward: 1_000_000 })
  const wanted = { sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 1000, productType: 'SPOT' }
  const body = { customerId: given.customerUID, customerIdType: 'CustomerUID', ...wanted }
  await given.make('/v2/fx/quote', body)
  const { quoteUUID } = await given.make('/v2/fx/quote', body)
  const { forexContractNo } = await given.make('/v2/fx/accept', { quoteUUID }, 'PUT')
  await given.make(`/v2/fx/${forexContractNo}/cover`, undefined, 'GET')
  const { accountUID: contactUID } = await makeContactAbroad(given, 'EUR')
  const additionalInfo = { fxContractNumber: String(forexContractNo) }
  const euros = { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo }
  await given.make('/payments/creditrequest', creditBody({ accountUID: given.accountUID, contactUID }, euros))
}

/** Approvals of a change and of a payment that wait. */
async function ask(given: Given): Promise<void> {
  await makeApproval(given, 'contact')
  await makeWaitingPayment(given)
}

/** A payment whose sender wants mail. */
async function notify(given: Given): Promise<void> {
  const notification = { emailAddress: 'ada@home.example' }
  await given.make('/payments/creditrequest', creditBody(given, { speed: 'Instant', notification }))
}

/** A limit of a customer. */
async function limit({ make, customerUID }: Given): Promise<void> {
  const limits = [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 5_000_000 }] }]
  await make(`/v2/customers/${customerUID}`, { limits }, 'PUT')
}
