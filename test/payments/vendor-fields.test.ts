import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { digText } from '../../src/rails/simulator/networks/dig.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sentTransfer } from '../support/sent-messages.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/** What clients of the vendor send in payments, and where it arrives. */

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

const post = (path: string, body: object, idempotencyKey?: string) =>
  service.call('POST', path, body, idempotencyKey === undefined ? {} : { idempotencyKey })
const pay = (payer: Payer, fields: object) => post('/payments/creditrequest', creditBody(payer, fields))
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const search = async (body: object) => dataOf(await service.call('POST', '/payments/search', { limit: 100, ...body }))

/** Runs the worker until payments have left. */
async function leave() {
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentLifeSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}

/** The fields of the entry with this amount in the files that were written. */
async function entryOf(cents: bigint): Promise<Record<string, unknown>> {
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ach'))
  for (const name of names) {
    const parsed = parseNachaFile(await readFile(join(directory, name), 'utf8'))
    assert.ok(parsed.ok)
    const described = parsed.file.batches.flatMap(({ header, entries }) =>
      entries.map((entry) => ({
        ...entry,
        description: header.record === 'batch header' && header.companyEntryDescription,
      })),
    )
    for (const { detail, addenda, description } of described) {
      const fields: Record<string, unknown> = { ...detail, description }
      const [addendum] = addenda as unknown as { paymentRelatedInformation: string }[]
      if (fields['amountCents'] === cents) return { ...fields, information: addendum?.paymentRelatedInformation }
    }
  }
  throw new Error(`no entry has ${cents} cents`)
}

const ofTheBank = { channel: 'Branch', costCenter: 'cc-9', requestMethod: 'file', operationNote: 'call first' }

test('a wire carries each field that has a place in its message, and the answer shows all', async () => {
  const payer = await createPayer(service)
  const additionalInfo = {
    ...ofTheBank,
    ...{ receiverIdentificationNumber: 'customer 4711', referenceForBeneficiary: 'INV 118' },
    ...{ originatortoBeneficiary: 'r'.repeat(140), senderToReceiverNotes: 'n'.repeat(210), remittanceMethod: 'EMAL' },
    ...{ transactionTypeCode: '1000', localInstruments: 'CTRC', proprietaryCode: 'P-1', detailsOfCharges: 'OUR' },
  }
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express', additionalInfo }))
  await leave()
  const transfer = await sentTransfer(service, paymentUID)
  for (const [path, text] of Object.entries({
    'Cdtr/Id/OrgId/Othr/Id': 'customer 4711',
    'PmtId/EndToEndId': 'INV 118',
    'RmtInf/Ustrd': 'r'.repeat(140),
    'RltdRmtInf/RmtLctnDtls/Mtd': 'EMAL',
    'InstrForCdtrAgt/InstrInf': 'n'.repeat(140),
    'PmtTpInf/CtgyPurp/Prtry': '1000',
    'PmtTpInf/LclInstrm/Prtry': 'CTRC',
    'Purp/Prtry': 'P-1',
  }))
    assert.equal(digText(transfer, ...path.split('/')), text, path)
  const payment = await read(paymentUID)
  assert.deepEqual(payment.additionalInfo, additionalInfo)
  assert.deepEqual([payment.channel, payment.costCenter], ['Branch', 'cc-9'])
  const { imad, omad, ...said } = payment.fedWireDetails
  assert.match(imad, /^20260701\w{8}\d{6}$/)
  assert.match(omad, /^20260701\w{8}\d{6}$/)
  assert.deepEqual(said, {
    businessFunctionCode: 'CTRC',
    comments: 'n'.repeat(210),
    originatorToBeneficiaryInformation: 'r'.repeat(140),
  })
})

const fbo = {
  ...{ fboName: 'Harbor Foundation', fboAddress1: '9 Pier Road', fboAddress2: 'Floor 2', fboTaxId: '842345679' },
  ...{ fboCity: 'Portland', fboState: 'ME', fboZip: '04101', fboCountry: 'US' },
}

test('a wire carries the party on whose behalf it is made, and the answer shows it', async () => {
  const payer = await createPayer(service)
  const { paymentUID } = dataOf(await pay(payer, { speed: 'Express', ...fbo, fboCountry: 'usa' }))
  const payment = await read(paymentUID)
  for (const [field, value] of Object.entries(fbo)) assert.equal(payment[field], value, field)
  dataOf(await pay(payer, { speed: 'Express', ...fbo, ultimateSenderName: '', externalReferenceId: 'empty' }))
  await leave()
  const { UltmtDbtr } = await sentTransfer(service, paymentUID)
  assert.deepEqual(UltmtDbtr, {
    Nm: 'Harbor Foundation',
    Id: { OrgId: { Othr: [{ Id: '842345679' }] } },
    PstlAdr: {
      ...{ AdrLine: ['9 Pier Road', 'Floor 2'], TwnNm: 'Portland', CtrySubDvsn: 'ME' },
      ...{ PstCd: '04101', Ctry: 'US' },
    },
  })
})

test('a payment is refused for a party on whose behalf it is made that would be lost, and nothing is made', async () => {
  const payer = await createPayer(service)
  for (const [fields, says] of [
    [{ speed: 'Economy', fboName: 'x' }, 'ACH has no place for fboName'],
    [{ speed: 'Express', fboAccountNumber: '1' }, 'FEDWIRE has no place for fboAccountNumber'],
    [{ speed: 'Instant', fboCity: 'x'.repeat(36) }, 'RTP carries at most 35 characters of fboCity'],
    [{ speed: 'Express', ...fbo, ultimateSenderName: 'x' }, 'send one of them'],
    [{ speed: 'Express', fboCountry: 'Atlantis' }, 'fboCountry'],
  ] as const)
    assertRefused(await pay(payer, fields), { status: 400, code: 'PAYMENT002', says })
  const debit = await post('/payments/debitrequest', debitBody(payer, { fboName: 'x' }))
  assertRefused(debit, { status: 400, code: 'PAYMENT002', says: 'ACH has no place for fboName' })
})

test('an ACH entry carries the number of the receiver and the addenda', async () => {
  const payer = await createPayer(service)
  const addendaInformation = 'RMR*IV*118'
  const additionalInfo = {
    ...ofTheBank,
    receiverIdentificationNumber: 'customer 4711',
    unstructuredAddendaInfo: { addendaLength: 10, addendaInformation },
  }
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 12.34, additionalInfo }))
  await leave()
  const entry = await entryOf(1234n)
  assert.equal(entry['individualIdentification'], 'customer 4711')
  assert.equal(entry['information'], addendaInformation)
  assert.deepEqual((await read(paymentUID)).additionalInfo, { ...additionalInfo, secCode: 'CCD' })
})

test('the entry of a wage is in a batch described as PAYROLL', async () => {
  const payer = await createPayer(service)
  const additionalInfo = { ...ofTheBank, secCode: 'PPD', transactionTypeCode: 'SALA' }
  const { paymentUID } = dataOf(await pay(payer, { paymentAmount: 43.21, additionalInfo }))
  await leave()
  assert.equal((await entryOf(4321n))['description'], 'PAYROLL')
  assert.equal((await read(paymentUID)).additionalInfo.transactionTypeCode, 'SALA')
})

const lost: [speed: string, additionalInfo: object, says: string][] = [
  ['Economy', { secCode: 'CCD', transactionTypeCode: 'SALA' }, 'only SALA for wages and salaries (PPD credits)'],
  ['Economy', { secCode: 'PPD', transactionTypeCode: 'SUPP' }, 'ACH carries of additionalInfo.transactionTypeCode'],
  ['Economy', { originatortoBeneficiary: 'x' }, 'ACH has no place for additionalInfo.originatortoBeneficiary'],
  ['Economy', { senderToReceiverNotes: 'x' }, 'ACH has no place for additionalInfo.senderToReceiverNotes'],
  ['Economy', { receiverIdentificationNumber: 'x'.repeat(16) }, 'ACH carries at most 15 characters'],
  ['Economy', { localInstruments: 'x' }, 'ACH has no place'],
  ['Economy', { referenceForBeneficiary: '★★★' }, 'ACH cannot carry any character'],
  ['Economy', { referenceForBeneficiary: 'ß'.repeat(41) }, 'which has 82'],
  ['Express', { unstructuredAddendaInfo: { addendaInformation: 'x' } }, 'FEDWIRE has no place'],
  ['Express', { referenceForBeneficiary: 'x'.repeat(17) }, 'FEDWIRE carries at most 16 characters'],
  ['Instant', { senderToReceiverNotes: 'x' }, 'RTP has no place'],
  ['Instant', { proprietaryCode: 'x' }, 'RTP has no place'],
  ['Economy', { unstructuredAddendaInfo: { addendaLength: 9, addendaInformation: 'x' } }, 'addendaLength is 9'],
  ['Instant', { expiryDate: '2026-07-02' }, 'request for payment'],
  ['Instant', { guaranteedPayment: false }, 'request for payment'],
]
for (const [speed, additionalInfo, says] of lost)
  test(`${speed} refuses ${Object.keys(additionalInfo)} that would be lost: ${says}`, async () => {
    const refused = await pay(await createPayer(service), { speed, additionalInfo })
    assertRefused(refused, { status: 400, code: 'PAYMENT002', says })
  })

test('where the sender books the payment is stored and shown', async () => {
  const booked = { businessUnit: 'Treasury', businessUnitId: 'T-1', book: 'Trading', deliveryAgentType: 'Bank' }
  const { paymentUID } = dataOf(await pay(await createPayer(service), booked))
  const { businessUnit, businessUnitId, book, deliveryAgentType, sourceReferenceId, externalReferenceId } =
    await read(paymentUID)
  assert.deepEqual({ businessUnit, businessUnitId, book, deliveryAgentType }, booked)
  assert.equal(sourceReferenceId, externalReferenceId)
})

test('the answer shows the addresses and banks of both sides', async () => {
  const address = {
    addressLine1: '1 Quay',
    addressLine2: 'Floor 2',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
  }
  const payer = await createPayer(service, {
    contact: {
      address: { ...address, countryCode: 'US' },
      contactBank: { ...contactBody().contactBank, swiftCode: 'CHASUS33', address: { city: 'New York' } },
      intermediaryBank: { country: 'GB', name: 'Between', swiftCode: 'MIDLGB22', address: { city: 'London' } },
    },
  })
  const payment = await read(dataOf(await pay(payer, {})).paymentUID)
  const shown = {
    ...{ receiverAddress1: '1 Quay', receiverAddress2: 'Floor 2', receiverCity: 'Portland', receiverState: 'ME' },
    ...{ receiverZip: '04101', receiverCountry: 'US', receiverName: payment.beneficiaryName },
    ...{ receiverBankName: 'First Example Bank', receiverBankId: '021000021', receiverBankSwiftCode: 'CHASUS33' },
    ...{ receiverBankCity: 'New York', intermediaryReceiverBankName: 'Between' },
    ...{ intermediaryReceiverBankSwiftCode: 'MIDLGB22', intermediaryReceiverBankCity: 'London' },
    senderBankId: ROUTING_NUMBER,
  }
  for (const [field, value] of Object.entries(shown)) assert.equal(payment[field], value, field)
})

test('a payment shows the bank that it goes to after its contact moved to another', async () => {
  const { contactBank } = contactBody()
  const intermediaryBank = { country: 'GB', name: 'Between', swiftCode: 'MIDLGB22' }
  const payer = await createPayer(service, {
    contact: {
      contactBank: { ...contactBank, swiftCode: 'CHASUS33', address: { city: 'New York' } },
      intermediaryBank,
    },
  })
  const { paymentUID } = dataOf(await pay(payer, {}))
  const bank = { ...contactBank, name: 'Second Example Bank', nationalCode: ROUTING_NUMBER, swiftCode: 'BOFAUS3N' }
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await service.call('PUT', path, contactBody({ contactBank: bank, intermediaryBank })))
  const payment = await read(paymentUID)
  assert.equal(payment.receiverBankId, '021000021')
  const others = ['receiverBankName', 'receiverBankSwiftCode', 'receiverBankCity', 'intermediaryReceiverBankName']
  assert.deepEqual(
    others.filter((field) => field in payment),
    [],
  )
})

test('the account of the customer may be named by its number, type and routing number', async () => {
  const payer = await createPayer(service)
  const owner = {
    ...{ name: 'Blue Harbor', entityType: 'Corporate', phone: '+12075550100', email: 'pay@blue.example' },
    ...{ address: { city: 'Portland' }, bankIdType: 'NID', bankId: ROUTING_NUMBER, correspondentBankId: '7' },
  }
  const sender = { accountNumber: payer.accountNumber, accountType: 'DDA', routingNumber: ROUTING_NUMBER, ...owner }
  const payment = await read(dataOf(await pay(payer, { sender })).paymentUID)
  assert.equal(payment.senderAccountNumber, payer.accountNumber)
  assert.deepEqual(payment.sender, owner)
  const { creditor: _, ...debit } = debitBody(payer)
  const collected = await post('/payments/debitrequest', { ...debit, creditor: { accountNumber: payer.accountNumber } })
  assert.equal((await read(dataOf(collected).paymentUID)).senderAccountNumber, payer.accountNumber)
})

test('an account that is named by number must match all that the request says, and be within reach', async () => {
  const [payer, other] = [await createPayer(service), await createPayer(service)]
  const named = { accountNumber: payer.accountNumber }
  for (const sender of [
    { accountNumber: '999999999' },
    { ...named, accountType: 'GL' },
    { ...named, accountCurrency: 'EUR' },
    { ...named, routingNumber: '021000021' },
  ])
    assertRefused(await pay(payer, { sender }), { status: 400, code: 'PAYMENT002', says: 'not one of your accounts' })
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(other.customerUID) })
  const foreign = await service.call('POST', '/payments/creditrequest', creditBody(payer, { sender: named }), {
    client,
  })
  assertRefused(foreign, { status: 400, code: 'PAYMENT002', says: 'not one of your accounts' })
  const both = { accountUID: payer.accountUID, ...named }
  assertRefused(await pay(payer, { sender: both }), { status: 400, code: 'PAYMENT002', says: 'sender.accountNumber' })
})

test('achCompanyID of the sender must be the company identification of its entries', async () => {
  const payer = await createPayer(service, { customer: { achCompanyID: '1842345678' } })
  const sender = { accountUID: payer.accountUID, achCompanyID: '1842345678' }
  dataOf(await pay(payer, { sender }))
  const wrong = await pay(payer, { sender: { ...sender, achCompanyID: '1999999999' } })
  assertRefused(wrong, { status: 400, code: 'PAYMENT002', says: 'achCompanyID' })
})

test('a book transfer names its accounts by number, and takes the currency of the sending account', async () => {
  const [from, to] = [await createPayer(service), await createPayer(service)]
  const { paymentCurrency: _, ...body } = transferBody({ from: '1', to: '1' })
  const transfer = {
    ...body,
    channel: 'Branch',
    senderAccount: { accountNumber: from.accountNumber, accountType: 'DDA', routingNumber: ROUTING_NUMBER },
    receiverAccount: { accountNumber: to.accountNumber, accountCurrency: 'USD' },
  }
  const { paymentUID, paymentStatus } = dataOf(await post('/payments/booktransfer', transfer))
  assert.equal(paymentStatus, 'PROCESSED')
  const payment = await read(paymentUID)
  assert.deepEqual(
    [payment.senderCurrency, payment.receiverAccountUID, payment.channel],
    ['USD', to.accountUID, 'Branch'],
  )
  dataOf(await post('/v3/payments/booktransfer/preview', transfer))
  const unknown = { ...transfer, senderAccount: { accountNumber: '999999999' } }
  assertRefused(await post('/payments/booktransfer', unknown), { status: 400, code: 'PAYMENT002' })
  const { paymentCurrency: _currency, ...byId } = transferBody({ from: from.accountUID, to: to.accountUID })
  assert.equal(dataOf(await post('/payments/booktransfer', byId)).paymentStatus, 'PROCESSED')
})

test('without paymentCurrency, an account of another customer is refused like one that does not exist', async () => {
  const [payer, other] = [await createPayer(service), await createPayer(service)]
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(other.customerUID) })
  const refusalOf = async (senderAccount: object, path: string) => {
    const { paymentCurrency: _, ...body } = transferBody({ from: '1', to: other.accountUID })
    const { status, body: answer } = await service.call(
      'POST',
      path,
      { ...body, paymentAmount: 1.2345, senderAccount },
      { client },
    )
    return { status, answer: { ...answer, traceId: undefined } }
  }
  for (const path of ['/payments/booktransfer', '/v3/payments/booktransfer/preview']) {
    const unknown = await refusalOf({ accountUID: '999999999' }, path)
    assert.equal(unknown.status, 400)
    for (const senderAccount of [
      { accountNumber: '999999999' },
      { accountUID: payer.accountUID },
      { accountNumber: payer.accountNumber },
    ])
      assert.deepEqual(await refusalOf(senderAccount, path), unknown)
  }
})

test('a transfer without paymentCurrency is replayed after its account was deleted', async () => {
  const to = await createPayer(service)
  for (const name of ['accountUID', 'accountNumber'] as const) {
    const from = await createPayer(service, { balance: 25 })
    const { paymentCurrency: _, ...body } = transferBody({ from: '1', to: to.accountUID })
    const transfer = { ...body, paymentAmount: 25, senderAccount: { [name]: from[name] } }
    const first = dataOf(await post('/payments/booktransfer', transfer, `deleted-${name}`))
    const path = `/v2/customers/${from.customerUID}/accounts/${from.accountUID}`
    dataOf(await service.call('DELETE', path))
    assert.deepEqual(dataOf(await post('/payments/booktransfer', transfer, `deleted-${name}`)), first)
    assertRefused(await post('/payments/booktransfer', transfer), { status: 400, code: 'PAYMENT002' })
  }
})

test('a book transfer by number keeps the rule that another customer needs an approved contact', async () => {
  const [from, to] = [await createPayer(service), await createPayer(service)]
  const legalEntityAccessSettings = { beneDualApproval: true }
  dataOf(await service.call('PUT', `/v2/customers/${from.customerUID}`, { legalEntityAccessSettings }))
  const transfer = {
    ...transferBody({ from: from.accountUID, to: '1' }),
    receiverAccount: { accountNumber: to.accountNumber },
  }
  assertRefused(await post('/payments/booktransfer', transfer), { status: 402, code: 'PAYMENT002', says: 'contact' })
})

test('the search finds payments by deliveryMethod and by wires that went out; none came in', async () => {
  const payer = await createPayer(service)
  const of = { externalReferenceId: 'delivery-1' }
  const wire = dataOf(await pay(payer, { ...of, speed: 'Express' })).paymentUID
  const ach = dataOf(await pay(payer, { ...of, speed: 'Economy' })).paymentUID
  const found = async (filter: object) =>
    (await search({ ...of, ...filter })).map((one: { paymentUID: string }) => one.paymentUID)
  assert.deepEqual(await found({ deliveryMethod: 'FEDWIRE' }), [wire])
  assert.deepEqual(await found({ deliveryMethod: 'ach' }), [ach])
  assert.deepEqual(await found({ deliveryMethod: 'BOOK' }), [])
  assert.deepEqual(await found({ wireType: 'Outgoing' }), [wire])
  assert.deepEqual(await found({ wireType: 'Outgoing', deliveryMethod: 'ACH' }), [])
  assert.deepEqual(await found({ wireType: 'Incoming' }), [])
  const outgoing = await search({ wireType: 'Outgoing' })
  assert.ok(outgoing.every(({ deliveryMethod }: { deliveryMethod: string }) => deliveryMethod === 'FEDWIRE'))
  assert.ok((await search({ wireType: 'Outgoing', status: 'VALIDATED' })).length >= 1)
})

const HEADER = 'giro-repeated-reference'
const setRepeated = async (repeatedReferences: string) =>
  dataOf(await service.call('PUT', '/v1/institution', { repeatedReferences }))

test('a payment without a key that repeats a reference of the last 24 hours is accepted with a warning', async () => {
  const [payer, other] = [await createPayer(service), await createPayer(service)]
  const of = { externalReferenceId: 'repeated-1' }
  const first = await pay(payer, of)
  assert.equal(first.headers.get(HEADER), null)
  const second = await pay(payer, of)
  assert.equal(second.headers.get(HEADER), dataOf(first).paymentUID)
  assert.equal((await pay(other, of)).headers.get(HEADER), null, 'a reference is of one customer')
  const keyed = await post('/payments/creditrequest', creditBody(payer, of), 'key-of-its-own')
  dataOf(keyed)
  assert.equal(keyed.headers.get(HEADER), null)
  clock.advance({ hours: 25 })
  assert.equal((await pay(payer, of)).headers.get(HEADER), null)
})

test('the institution can refuse a repeated reference, also of requests that arrive together, or accept it', async () => {
  const payer = await createPayer(service)
  await setRepeated('Refuse')
  const of = { externalReferenceId: 'repeated-2' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => pay(payer, of)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
  const refused = await pay(payer, of)
  assertRefused(refused, { status: 409, code: 'PAYMENT002', says: 'the same externalReferenceId' })
  dataOf(await post('/payments/creditrequest', creditBody(payer, of), 'another-key'))
  await setRepeated('Accept')
  assert.equal((await pay(payer, of)).headers.get(HEADER), null)
  await setRepeated('Warn')
})

test('a repeated reference of another customer is not told, where the institution refuses it', async () => {
  const [payer, other] = [await createPayer(service), await createPayer(service)]
  await setRepeated('Refuse')
  const of = { externalReferenceId: 'repeated-3' }
  dataOf(await pay(payer, of))
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(other.customerUID) })
  const foreign = await service.call('POST', '/payments/creditrequest', creditBody(payer, of), { client })
  assertRefused(foreign, { status: 400, code: 'PAYMENT002', says: 'not one of your accounts' })
  await setRepeated('Warn')
})
