import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, debitBody, type Payer } from '../support/test-service.ts'

const PAYMENTS = '/payments/creditrequest'

let bank: AchBank
let feeId: number
const application = 'Payments'
before(async () => {
  bank = await openAchBank()
  const tiers = [{ name: 'Standard', from: 0, flat: 1 }]
  const fee = { application, product: 'ACH', currency: 'USD', tierBy: 'Amount', tiers }
  const made = await bank.call('POST', '/v1/institution/fees', { ...fee, name: 'Handling' })
  feeId = made.body.data.feeId
  await bank.call('POST', '/v1/institution/fees', { ...fee, name: 'Origination' })
  await bank.call('POST', '/v1/institution/fees', { ...fee, name: 'Urgent', product: 'FEDWIRE' })
})
after(async () => {
  const { app, tenant, stop } = bank.service
  const said: string[] = []
  const differences = await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line))
  await stop()
  assert.equal(differences, 0, said.join('\n'))
})

const handling = (amount: number | string, currency = 'USD') => ({ feeName: 'Handling', currency, amount })
const asked = (payer: Payer, fee: object[], fields: object = {}) =>
  creditBody(payer, { paymentAmount: 40, speed: 'Economy', fee, ...fields })

/** What the fee has earned, in cents. */
const earned = async () => -(await bank.bookOf(`fees:USD:${feeId}`))

test('a fee on top of the schedule is held with the payment, and earned when it settles, to the cent', async () => {
  const payer = await createPayer(bank.service, { balance: 50 })
  const before = await earned()
  const paid = dataOf(
    await bank.call('POST', PAYMENTS, asked(payer, [handling('2.51'), { ...handling(1), feeName: 'Urgent' }])),
  )
  await bank.work()
  assert.equal(await bank.statusOf(String(paid.paymentUID)), 'PROCESSED')
  assert.equal(await bank.ledgerBalance(payer), '6.49')
  assert.equal((await earned()) - before, 2_51n)
  const shown = dataOf(await bank.call('GET', `/v3/payments/${paid.paymentUID}`))
  assert.match(JSON.stringify(shown.bankFees ?? shown.fee), /Handling/)
})

test('the account must cover the amount and the fees: a cent less is refused', async () => {
  const payer = await createPayer(bank.service, { balance: 50 })
  assert.equal((await bank.call('POST', PAYMENTS, asked(payer, [handling(10.01)]))).status, 402)
  dataOf(await bank.call('POST', PAYMENTS, asked(payer, [handling(10)])))
  await bank.work()
  assert.equal(await bank.ledgerBalance(payer), '0.00')
})

test('a customer on the schedule pays both, and a payment for later is charged on its date', async () => {
  const payer = await createPayer(bank.service, { balance: 100 })
  const tier = { application, feeTier: 'Standard', feeName: 'Origination' }
  dataOf(await bank.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
  const date = bank.today().add({ days: 1 }).toString()
  const later = dataOf(await bank.call('POST', PAYMENTS, asked(payer, [handling(2.5)], { paymentDate: date })))
  assert.equal(await bank.ledgerBalance(payer), '100.00')
  bank.clock.advance({ hours: 24 })
  await bank.work()
  assert.equal(await bank.statusOf(String(later.paymentUID)), 'PROCESSED')
  assert.equal(await bank.ledgerBalance(payer), '56.50')
  const both = asked(payer, [{ ...handling(1), feeName: 'Origination' }])
  const twice = await bank.call('POST', PAYMENTS, both)
  assertRefused(twice, { status: 400, code: 'PAYMENT002', says: /Origination is charged for this payment already/ })
})

test('a debit that is collected takes its fee on top, and a payment that is cancelled gives it back', async () => {
  const payer = await createPayer(bank.service, { balance: 10 })
  const debit = debitBody(payer, { paymentAmount: 40, fee: [handling(3)] })
  dataOf(await bank.call('POST', '/payments/debitrequest', debit))
  await bank.work()
  assert.equal(await bank.ledgerBalance(payer), '47.00')
  const date = bank.today().add({ days: 30 }).toString()
  const later = dataOf(await bank.call('POST', PAYMENTS, asked(payer, [handling(7)], { paymentDate: date })))
  dataOf(await bank.call('PUT', `/payments/${later.paymentUID}/cancel`, {}))
  assert.equal(await bank.ledgerBalance(payer), '47.00')
})

test('a client of the customer, and one without the entitlement, cannot set fees', async () => {
  const payer = await createPayer(bank.service, { balance: 100 })
  const { service } = bank
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const lesser = await service.createClient(service.tenant, { entitlements: ['Payments.Initiate_Payments'] })
  for (const client of [own, lesser]) {
    const refused = await service.call('POST', PAYMENTS, asked(payer, [handling(1)]), { client })
    assertRefused(refused, { status: 403, code: 'PAYMENT002', says: /only the institution adds fees/ })
    assert.equal((await service.call('POST', PAYMENTS, asked(payer, []), { client })).status, 200)
  }
})

test('a fee that does not exist, has another currency or no amount, and one of a series, is refused', async () => {
  const payer = await createPayer(bank.service, { balance: 100 })
  const refused = async (fee: object[], says: RegExp, fields: object = {}) =>
    assertRefused(await bank.call('POST', PAYMENTS, asked(payer, fee, fields)), {
      ...{ status: 400, code: 'PAYMENT002', says },
    })
  await refused([{ ...handling(1), feeName: 'Nothing' }], /no fee with the feeName Nothing/)
  await refused([handling(1, 'EUR')], /must be in USD/)
  await refused([handling(1), handling(2)], /Handling is charged for this payment already/)
  await refused([handling(0)], /must be positive/)
  await refused([handling('0.001')], /decimals of USD/)
  await refused([handling(1)], /a series is charged by the schedule/, {
    recurrence: { frequency: 'Monthly', payUntil: 'Cancelled' },
  })
  await refused([1, 2, 3, 4, 5, 6].map(handling as never), /fee/)
})
