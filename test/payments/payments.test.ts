import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const PATHS = ['/payments/creditrequest', '/v3/payments/creditrequest']
/** 10:00 in New York, the institution's time zone. */
const NOW = '2026-07-01T14:00:00.000Z'

let service: TestService
before(async () => {
  service = await startTestService({ clock: fixedClock(NOW) })
})
after(() => service.stop())

const pay = (payer: Payer, fields: object = {}, path = PATHS[0]!) =>
  service.call('POST', path, creditBody(payer, fields))
const readPayment = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))

async function balancesOf({ customerUID, accountUID }: { customerUID: string; accountUID: string }) {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return { ledgerBalance, availableBalance }
}

const german = {
  country: 'DE',
  accountNo: 'DE89370400440532013000',
  accountCcy: 'EUR',
  name: 'Commerzbank',
  swiftCode: 'COBADEFF',
}
const createEuroPayer = () => createPayer(service, { account: { currency: 'EUR' }, contact: { contactBank: german } })

/** A payer whose contact is the receiver's account at the same institution. */
async function createBookPayer(options: { balance?: number } = {}) {
  const receiver = await createPayer(service, { balance: 5 })
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  return { receiver, payer: await createPayer(service, { balance: 100, ...options, contact: { contactBank } }) }
}

test('a payment holds its amount and gets the status VALIDATED', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const created = await pay(payer, { paymentAmount: 40.25 })
  assert.equal(dataOf(created).paymentStatus, 'VALIDATED')
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '59.75' })
})

for (const path of PATHS)
  test(`POST ${path} replies 200 with paymentUID, paymentStatus and the reference`, async () => {
    const payer = await createPayer(service)
    const data = dataOf(await pay(payer, { externalReferenceId: 'invoice-1' }, path))
    assert.match(data.paymentUID, /^[0-9a-f-]{36}$/)
    assert.deepEqual(data, {
      paymentUID: data.paymentUID,
      paymentStatus: 'VALIDATED',
      externalReferenceId: 'invoice-1',
      valueDate: '2026-07-01',
    })
  })

for (const path of ['/payments', '/v3/payments'])
  test(`GET ${path}/{paymentUID} returns every field of the payment`, async () => {
    const party = (name: string) => ({
      [`${name}Name`]: 'Søren Ultimate 株式会社',
      [`${name}AccountNumber`]: '998877',
      [`${name}Address1`]: '1 Far Street',
      [`${name}Address2`]: 'Floor 2',
      [`${name}TaxId`]: '111',
      [`${name}City`]: 'Hilo',
      [`${name}State`]: 'HI',
      [`${name}Zip`]: '96720',
      [`${name}Country`]: 'US',
    })
    const parties = { ...party('ultimateSender'), ...party('ultimateReceiver') }
    const notification = { emailAddress: 'a@b.example', phoneNumber: '+1 207 555 0100', message: 'Paid 🫘' }
    const additionalInfo = {
      secCode: 'CCD',
      detailsOfCharges: 'OUR',
      referenceForBeneficiary: 'INV 118',
    }
    const payer = await createPayer(service, { account: { costCenter: 'cc-1' } })
    const asked = { paymentAmount: 125.5, paymentNotes: 'Invoice 118', notification, additionalInfo, ...parties }
    const body = creditBody(payer, asked)
    const { paymentUID } = dataOf(await service.call('POST', `${path}/creditrequest`, body))
    const customer = dataOf(await service.call('GET', `/v2/customers/${payer.customerUID}`))
    const { legalAddress } = customer
    const [bank] = await service.query<{ name: string }>('select name from institutions where tenant_id = $1', [
      service.tenant.institution.tenantId,
    ])
    assert.deepEqual(dataOf(await service.call('GET', `${path}/${paymentUID}`)), {
      paymentUID,
      entryType: 'CREDIT',
      externalReferenceId: body.externalReferenceId,
      counterPartyId: payer.contactUID,
      counterParty: 'Highland Beans Inc',
      senderUID: payer.customerUID,
      senderAccountNumber: payer.accountNumber,
      senderAccountName: 'Operating account',
      senderName: customer.legalName,
      senderAccountType: 'DEPOSIT',
      beneficiaryUID: payer.contactUID,
      beneficiaryName: 'Highland Beans Inc',
      senderAmount: '125.50',
      senderCurrency: 'USD',
      receiverAmount: 125.5,
      receiverCurrency: 'USD',
      receiverAccountNumber: '700100200300',
      ...{ senderAddress1: legalAddress.addressLine1, senderCity: legalAddress.city, senderState: legalAddress.state },
      ...{ senderZip: legalAddress.postalCode, senderCountry: legalAddress.countryCode },
      ...{ senderBankName: bank!.name, senderBankId: ROUTING_NUMBER },
      ...{ receiverName: 'Highland Beans Inc', receiverAccountType: 'Checking' },
      ...{ receiverBankName: 'First Example Bank', receiverBankId: '021000021' },
      sourceReferenceId: body.externalReferenceId,
      paymentDate: '2026-07-01',
      valueDate: '2026-07-01',
      speed: 'Economy',
      deliveryMethod: 'ACH',
      bankFeePayer: 'remitter',
      paymentNotes: 'Invoice 118',
      status: 'VALIDATED',
      displayStatus: 'Processing',
      creationDateTime: NOW,
      createdBy: service.tenant.client.apiKey,
      customerType: 'Corporate',
      channel: 'API',
      costCenter: 'cc-1',
      ...parties,
      notification,
      additionalInfo,
      audit: { submitterId: service.tenant.client.apiKey, submissionDate: NOW, approvers: [] },
    })
  })

test('detailsOfCharges decides who pays the fees; the default is the remitter', async () => {
  const payer = await createPayer(service)
  for (const [detailsOfCharges, bankFeePayer] of [
    [undefined, 'remitter'],
    ['OUR', 'remitter'],
    ['BEN', 'beneficiary'],
    ['sha', 'shared'],
  ]) {
    const { paymentUID } = dataOf(await pay(payer, { additionalInfo: { detailsOfCharges } }))
    assert.equal((await readPayment(paymentUID)).bankFeePayer, bankFeePayer)
  }
})

for (const [speed, deliveryMethod, spellings] of [
  ['Economy', 'ACH', ['economy', 'ECONOMY']],
  ['Economy Plus', 'ACH', ['Economy_Plus', 'economy plus', 'ECONOMYPLUS']],
  ['Express', 'FEDWIRE', ['express', 'EXPRESS']],
  ['Instant', 'RTP', ['instant', 'INSTANT']],
] as const)
  test(`speed ${speed} uses ${deliveryMethod}, whatever the case and separators`, async () => {
    const payer = await createPayer(service)
    for (const written of [speed, ...spellings]) {
      const { paymentUID, paymentStatus } = dataOf(await pay(payer, { speed: written }))
      assert.equal(paymentStatus, 'VALIDATED', written)
      const payment = await readPayment(paymentUID)
      assert.deepEqual([payment.speed, payment.deliveryMethod], [speed, deliveryMethod])
      assert.equal(payment.wireType, speed === 'Express' ? 'Domestic' : undefined)
    }
  })

for (const speed of ['SPOT', 'ON', 'TN'])
  test(`speed ${speed} pays a foreign contact with a swiftCode and an account in the currency of the payment`, async () => {
    const payer = await createEuroPayer()
    for (const written of [speed, speed.toLowerCase()]) {
      const reply = await pay(payer, { speed: written, paymentCurrency: 'EUR', paymentAmount: 99.99 })
      const payment = await readPayment(dataOf(reply).paymentUID)
      assert.deepEqual([payment.speed, payment.deliveryMethod], [speed, 'SWIFT'])
      assert.deepEqual([payment.wireType, payment.senderCurrency], ['International', 'EUR'])
    }
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '1000.00', availableBalance: '800.02' })
  })

test('a speed that cannot reach the contact is refused, and the message names what the contact lacks', async () => {
  const domestic = await createPayer(service)
  for (const speed of ['SPOT', 'ON', 'TN'])
    assertRefused(await pay(domestic, { speed }), { status: 400, code: 'PAYMENT002', says: 'swiftCode' })
  const abroad = await createPayer(service, { contact: { contactBank: { ...german, accountCcy: 'USD' } } })
  for (const speed of ['Economy', 'Economy Plus', 'Express', 'Instant'])
    assertRefused(await pay(abroad, { speed }), { status: 400, code: 'PAYMENT002', says: 'nationalCode' })
})

test('the domestic speeds support US dollars only', async () => {
  const contactBank = { ...contactBody().contactBank, accountCcy: 'EUR' }
  const payer = await createPayer(service, { account: { currency: 'EUR' }, contact: { contactBank } })
  for (const speed of ['Economy', 'Economy Plus', 'Express', 'Instant'])
    assertRefused(await pay(payer, { speed, paymentCurrency: 'EUR' }), {
      status: 400,
      code: 'PAYMENT002',
      says: 'USD only',
    })
})

test('identifiers of sender and receiver can be text or numbers', async () => {
  const payer = await createPayer(service)
  const sender = { accountUID: Number(payer.accountUID) }
  dataOf(await pay(payer, { sender, receiver: { accountUID: Number(payer.contactUID) } }))
})

test('a payment to an account at the same institution is PROCESSED immediately at any speed, and both balances change', async () => {
  for (const speed of ['Economy', 'Express', 'Instant', 'SPOT']) {
    const { payer, receiver } = await createBookPayer()
    const { paymentUID, paymentStatus } = dataOf(await pay(payer, { speed, paymentAmount: 40.25 }))
    assert.equal(paymentStatus, 'PROCESSED')
    assert.deepEqual(await balancesOf(payer), { ledgerBalance: '59.75', availableBalance: '59.75' })
    assert.deepEqual(await balancesOf(receiver), { ledgerBalance: '45.25', availableBalance: '45.25' })
    const payment = await readPayment(paymentUID)
    assert.deepEqual([payment.deliveryMethod, payment.displayStatus], ['BOOK', 'Completed'])
  }
})

test('money received by book transfer can be spent immediately', async () => {
  const { payer, receiver } = await createBookPayer()
  dataOf(await pay(payer, { paymentAmount: 100 }))
  dataOf(await pay(receiver, { paymentAmount: 105 }))
  assert.deepEqual(await balancesOf(receiver), { ledgerBalance: '105.00', availableBalance: '0.00' })
})

test('a payment to a nonexistent account of the institution, or to the sending account, is refused', async () => {
  const payer = await createPayer(service)
  for (const [accountNo, says] of [
    ['9999999999999', 'does not exist'],
    [payer.accountNumber, 'the same'],
  ] as const) {
    const body = contactBody({ contactBank: { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo } })
    const path = `/customers/${payer.customerUID}/contacts`
    const contactUID = dataOf(await service.call('POST', path, body)).customerContactUID
    assertRefused(await pay({ ...payer, contactUID }), { status: 400, code: 'PAYMENT002', says })
  }
})

test('a payment for a later date is FUTURE_DATED, displayed as Scheduled, and holds no funds', async () => {
  const payer = await createPayer(service, { balance: 100 })
  for (const paymentDate of ['2026-07-02', '2028-06-30']) {
    const { paymentUID, paymentStatus } = dataOf(await pay(payer, { paymentDate, paymentAmount: 100 }))
    assert.equal(paymentStatus, 'FUTURE_DATED')
    const payment = await readPayment(paymentUID)
    assert.deepEqual(
      [payment.status, payment.displayStatus, payment.paymentDate],
      ['FUTURE_DATED', 'Scheduled', paymentDate],
    )
  }
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '100.00' })
})

test("a payment for a later date may exceed today's balance", async () => {
  const payer = await createPayer(service, { balance: 1 })
  assert.equal(dataOf(await pay(payer, { paymentDate: '2026-07-02', paymentAmount: 5 })).paymentStatus, 'FUTURE_DATED')
})

test("in the institution's time zone, today is paid now, yesterday is refused, and the last date is two years ahead", async () => {
  const payer = await createPayer(service)
  assert.equal(dataOf(await pay(payer, { paymentDate: '2026-07-01' })).paymentStatus, 'VALIDATED')
  for (const paymentDate of ['2026-06-30', '1970-01-01', '0000-01-01'])
    assertRefused(await pay(payer, { paymentDate }), { status: 400, code: 'PAYMENT002', says: 'before today' })
  for (const paymentDate of ['2028-07-02', '9999-12-31'])
    assertRefused(await pay(payer, { paymentDate }), { status: 400, code: 'PAYMENT002', says: 'two years' })
})

test('exactly the available balance is accepted, one cent more is refused with 402', async () => {
  const payer = await createPayer(service, { balance: 100 })
  dataOf(await pay(payer, { paymentAmount: 60 }))
  assertRefused(await pay(payer, { paymentAmount: 40.01 }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'available balance',
  })
  dataOf(await pay(payer, { paymentAmount: 40 }))
  assertRefused(await pay(payer, { paymentAmount: 0.01 }), { status: 402, code: 'PAYMENT002' })
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '100.00', availableBalance: '0.00' })
})

test('concurrent payments never spend more than the available balance', async () => {
  const payer = await createPayer(service, { balance: 10 })
  const replies = await Promise.all(Array.from({ length: 40 }, () => pay(payer, { paymentAmount: 0.4 })))
  const accepted = replies.filter(({ status }) => status === 200)
  assert.equal(accepted.length, 25)
  for (const reply of replies.filter(({ status }) => status !== 200))
    assertRefused(reply, { status: 402, code: 'PAYMENT002' })
  assert.deepEqual(await balancesOf(payer), { ledgerBalance: '10.00', availableBalance: '0.00' })
})

test('the largest amount of each speed is accepted, one cent more is refused', async () => {
  const payer = await createPayer(service, { balance: 20_000_000_000 })
  for (const [speed, largest] of [
    ['Economy Plus', 1_000_000],
    ['Economy', 99_999_999.99],
    ['Instant', 10_000_000],
    ['Express', 9_999_999_999.99],
  ] as const) {
    dataOf(await pay(payer, { speed, paymentAmount: largest }))
    assertRefused(await pay(payer, { speed, paymentAmount: Number((largest + 0.01).toFixed(2)) }), {
      status: 402,
      code: 'PAYMENT002',
      says: `${speed} supports at most ${largest.toFixed(2)} USD`,
    })
  }
})

test('amounts may have as many decimals as the currency: none, or up to three', async () => {
  for (const [currency, amount, tooFine, senderAmount] of [
    ['JPY', 12345, 0.5, '12345'],
    ['KWD', 1.234, 1.2345, '1.234'],
  ] as const) {
    const contactBank = {
      ...german,
      country: 'US',
      swiftCode: 'CHASUS33',
      accountCcy: currency,
      accountNo: '1234567890',
    }
    const payer = await createPayer(service, {
      balance: 50_000,
      account: { currency },
      contact: { contactBank },
    })
    const fields = { speed: 'SPOT', paymentCurrency: currency }
    const payment = await readPayment(dataOf(await pay(payer, { ...fields, paymentAmount: amount })).paymentUID)
    assert.deepEqual([payment.senderAmount, payment.receiverAmount], [senderAmount, amount])
    assertRefused(await pay(payer, { ...fields, paymentAmount: tooFine }), {
      status: 400,
      code: 'PAYMENT002',
      says: `more decimals than ${currency} has`,
    })
  }
})

test('a wire needs an account enabled for wires', async () => {
  const payer = await createPayer(service, { account: { enableWire: 'No' } })
  assertRefused(await pay(payer, { speed: 'Express' }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'not enabled to send by Express',
  })
  dataOf(await pay(payer, { speed: 'Economy' }))
})

test('outside a sandbox only ACH is enabled by default, and other speeds are refused with 402', async () => {
  const tenant = await service.createTenant('earnest', { sandbox: false })
  const payer = await createPayer(service, { client: tenant.client })
  const call = (speed: string) =>
    service.call('POST', PATHS[0]!, creditBody(payer, { speed }), { client: tenant.client })
  for (const speed of ['Economy', 'Economy Plus']) dataOf(await call(speed))
  for (const speed of ['Express', 'Instant'])
    assertRefused(await call(speed), { status: 402, code: 'PAYMENT002', says: `does not offer ${speed}` })
})

test("SEC codes that are not for the payment, and codes that the customer's list lacks, are refused", async () => {
  const anyCode = await createPayer(service)
  for (const secCode of ['PPD', 'ccd']) dataOf(await pay(anyCode, { additionalInfo: { secCode } }))
  for (const secCode of ['WEB', 'POP', 'TEL'])
    assertRefused(await pay(anyCode, { additionalInfo: { secCode } }), {
      status: 400,
      code: 'PAYMENT002',
      says: 'SEC code',
    })
  const onlyPpd = await createPayer(service, { customer: { secCodes: ['PPD'] } })
  assertRefused(await pay(onlyPpd), { status: 400, code: 'PAYMENT002', says: 'SEC code' })
  dataOf(await pay(onlyPpd, { additionalInfo: { secCode: 'PPD' } }))
})

test("SEC codes that the account's achFeature does not list are refused, in upper or lower case", async () => {
  const payer = await createPayer(service)
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PATCH', path, { accountFeatures: { achFeature: { secCodes: ['ppd'] } } }))
  assertRefused(await pay(payer, { additionalInfo: { secCode: 'CCD' } }), {
    status: 400,
    code: 'PAYMENT002',
    says: 'SEC code',
  })
  dataOf(await pay(payer, { additionalInfo: { secCode: 'PPD' } }))
})

test('account numbers of a payment are masked for a token without Customers.View_Account_Number', async () => {
  const payer = await createPayer(service)
  const { paymentUID } = dataOf(await pay(payer))
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  const client = await service.createClient(service.tenant, { entitlements })
  for (const path of ['/payments', '/v3/payments']) {
    const payment = dataOf(await service.call('GET', `${path}/${paymentUID}`, undefined, { client }))
    assert.equal(payment.senderAccountNumber, `****${payer.accountNumber.slice(-4)}`)
    assert.equal(payment.receiverAccountNumber, '****0300')
  }
})

test('an unknown paymentUID is 404, whether it is a UUID or not', async () => {
  for (const path of ['/payments', '/v3/payments'])
    for (const uid of ['0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', 'none', '1', "'%20or%20'1'='1"])
      assertRefused(await service.call('GET', `${path}/${uid}`), { status: 404, code: 'PAYMENT001' })
})

test('a second account of the customer pays from its own balance', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const path = `/v3/customers/${payer.customerUID}/accounts`
  const { accountUID } = dataOf(await service.call('POST', path, accountBody()), 201)
  assertRefused(await pay({ ...payer, accountUID }), { status: 402, code: 'PAYMENT002' })
  dataOf(await pay(payer))
})

test('an account that is not Active cannot pay, and cannot receive a book transfer', async () => {
  for (const status of ['Suspended', 'Closed']) {
    const { payer, receiver } = await createBookPayer()
    await service.query('update accounts set status = $1 where id = $2', [status, receiver.accountUID])
    assertRefused(await pay(payer), { status: 400, code: 'PAYMENT002', says: 'cannot receive money' })
    assertRefused(await pay(receiver), { status: 402, code: 'PAYMENT002', says: 'not active' })
  }
})

test('a Suspended or Pending customer cannot pay, a New one can', async () => {
  const payer = await createPayer(service)
  const become = (status: string) =>
    service.query('update customers set status = $1 where id = $2', [status, payer.customerUID])
  for (const status of ['Suspended', 'Pending']) {
    await become(status)
    assertRefused(await pay(payer), { status: 402, code: 'PAYMENT002', says: 'suspended or awaits approval' })
  }
  await become('New')
  dataOf(await pay(payer))
})
