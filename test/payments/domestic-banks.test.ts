import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** Which banks domestic networks reach: those of the United States and its territories. */

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const REFUSED = { status: 400, code: 'PAYMENT002' }
const NO_CONTACT = { status: 400, code: 'CUST001' }

const bank = (country: string, nationalCode: string, fields: object = {}) => ({
  contactBank: { country, accountNo: '700100200300', accountCcy: 'USD', name: 'First', nationalCode, ...fields },
})
const create = async (customerUID: string, fields: object) =>
  service.call('POST', `/customers/${customerUID}/contacts`, contactBody(fields))
const paid = async (payer: { accountUID: string; contactUID: string }, fields: object) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields))

test('a bank abroad whose code looks like a routing number is paid by no domestic network', async () => {
  for (const [country, code] of Object.entries({
    CA: '081530007',
    JM: '021000021',
    MX: '121000358',
    MH: '021502011',
  })) {
    const payer = await createPayer(service, { contact: bank(country, code) })
    for (const speed of ['Express', 'Instant'])
      assertRefused(await paid(payer, { speed }), { ...REFUSED, says: /receiverNotReachable|bank is in/ })
    const byAch = await paid(payer, { speed: 'Economy', secCode: 'CCD' })
    assert.ok(byAch.status >= 400, JSON.stringify(byAch.body))
    const chosen = await paid(payer, { speed: 'Economy' })
    assert.ok(chosen.status >= 400, `an international entry needs more: ${JSON.stringify(chosen.body)}`)
  }
})

test('a bank abroad with a BIC is paid by SWIFT, whatever its national code', async () => {
  const payer = await createPayer(service, { contact: bank('CA', '081530007', { swiftCode: 'ROYCCAT2' }) })
  const { paymentUID } = dataOf(await paid(payer, { speed: 'SPOT' }))
  const { deliveryMethod } = dataOf(await service.call('GET', `/payments/${paymentUID}`))
  assert.equal(deliveryMethod, 'SWIFT')
})

test('the territories are domestic: their routing numbers are checked, and their banks are paid', async () => {
  for (const country of ['PR', 'VI', 'GU', 'AS', 'MP', 'UM', 'US']) {
    const payer = await createPayer(service, { contact: bank(country, '021502011') })
    dataOf(await paid(payer, { speed: 'Express' }))
    const reply = await create(payer.customerUID, bank(country, '021502012'))
    assertRefused(reply, { ...NO_CONTACT, says: /must be an ABA routing number/ })
    assertRefused(await create(payer.customerUID, bank(country, '21502011')), {
      ...NO_CONTACT,
      says: /must be an ABA routing number/,
    })
  }
})

test('a contact whose bank moves abroad is paid by no domestic network from then on', async () => {
  const payer = await createPayer(service)
  const body = {
    contactBank: {
      country: 'CA',
      accountNo: '700100200300',
      accountCcy: 'USD',
      name: 'First',
      nationalCode: '021000021',
    },
  }
  const path = `/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await service.call('PUT', path, contactBody(body)))
  assertRefused(await paid(payer, { speed: 'Express' }), { ...REFUSED, says: /bank is in CA/ })
})

test('the institution itself is not abroad', async () => {
  const { customerUID } = await createPayer(service)
  const says = /contactBank\.nationalCode is that of this institution, which is in the United States/
  for (const country of ['CA', 'MH'])
    assertRefused(await create(customerUID, bank(country, ROUTING_NUMBER)), { ...NO_CONTACT, says })
  dataOf(await create(customerUID, bank('PR', ROUTING_NUMBER)))
})
