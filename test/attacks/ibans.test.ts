import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findColumns, parseRecord } from '../../src/banks/domain/delimited-lists.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { digText } from '../../src/rails/simulator/networks/dig.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sentTransfer } from '../support/sent-messages.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** What has the form of an IBAN is one, wherever and however it is written. */

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock })
  payer = await createPayer(service)
})
after(() => service.stop())

const contacts = () => `/customers/${payer.customerUID}/contacts`
const create = (contactBank: object) =>
  service.call('POST', contacts(), contactBody({ contactBank: { accountCcy: 'USD', name: 'Bank', ...contactBank } }))
const numberOf = async (contactUID: string) =>
  dataOf(await service.call('GET', `${contacts()}/${contactUID}`)).contactBank.accountNo
const found = async (accountNumber: string) => {
  const query = new URLSearchParams({ page: '1', limit: '10', accountNumber })
  return dataOf(await service.call('GET', `${contacts()}?${query}`)).map(
    (one: { contactUID: string }) => one.contactUID,
  )
}
const pay = (receiver: object, fields: object = {}) =>
  service.call(
    'POST',
    '/payments/creditrequest',
    creditBody(payer, { paymentAmount: 1, speed: 'SPOT', receiver, ...fields }),
  )

async function leave() {
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentLifeSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}

/** IBANs as they are printed, with a bank and the electronic form. */
const PRINTED: readonly (readonly [country: string, bic: string, printed: string, electronic: string])[] = [
  ['MT', 'MALTMTMT', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', 'MT84MALT011000012345MTLCAST001S'],
  ['JE', 'MIDLJESH', 'gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['IM', 'MIDLGB22', 'IBAN: GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['GP', 'BNPAFRPP', 'FR14\u00a02004\u00a01010\u00a00505\u00a00001\u00a03M02\u00a0606', 'FR1420041010050500013M02606'],
  ['PF', 'SOGEPFTP', 'FR14 2004 1010 0505 0001 3M02 606', 'FR1420041010050500013M02606'],
  ['HN', 'CABFHNTE', 'hn88 cabf 0000 0000 0002 5000 5469', 'HN88CABF00000000000250005469'],
  ['FK', 'SCBLFKFK', 'FK88-SC12-3456-7890-12', 'FK88SC123456789012'],
  ['DE', '1OBADEFF', 'IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
]

test('an IBAN is kept in electronic form however it is printed, found in every form, and leaves as an IBAN', async () => {
  for (const [country, swiftCode, accountNo, electronic] of PRINTED) {
    const { customerContactUID: uid } = dataOf(await create({ country, swiftCode, accountNo }))
    assert.equal(await numberOf(uid), electronic)
    for (const form of [accountNo, electronic, electronic.toLowerCase(), `IBAN ${electronic}`])
      assert.ok((await found(form)).includes(uid), `${country} ${form}`)
    const { paymentUID } = dataOf(await pay({ accountUID: uid }))
    await leave()
    const transfer = await sentTransfer(service, paymentUID)
    assert.equal(digText(transfer, 'CdtrAcct', 'Id', 'IBAN'), electronic)
    assert.equal(digText(transfer, 'CdtrAgt', 'FinInstnId', 'BICFI'), swiftCode)
  }
})

const WRONG: readonly (readonly [bank: object, says: string])[] = [
  [{ country: 'JE', swiftCode: 'MIDLJESH', accountNo: 'GB29 NWBK 6016 1331 9268 18' }, 'begins like an IBAN'],
  [{ country: 'GG', swiftCode: 'MIDLGGSP', accountNo: 'gb29nwbk6016133192681' }, 'begins like an IBAN'],
  [{ country: 'JE', swiftCode: 'MIDLJESH', accountNo: 'JE29NWBK60161331926819' }, 'begins like an IBAN'],
  [{ country: 'HN', swiftCode: 'CABFHNTE', accountNo: 'HN88CABF00000000000250005468' }, 'begins like an IBAN'],
  [
    { country: 'DE', swiftCode: 'COBADEFF', accountNo: 'GB29NWBK60161331926819' },
    'is an IBAN of GB, but the bank is in DE',
  ],
  [
    { country: 'HN', swiftCode: 'CABFHNTE', accountNo: 'GB29NWBK60161331926819' },
    'is an IBAN of GB, but the bank is in HN',
  ],
  [{ country: 'JP', swiftCode: 'BOTKJPJT', accountNo: 'DE89370400440532013001' }, 'begins like an IBAN'],
  [
    { country: 'US', nationalCode: '021000021', accountNo: 'DE89 3704 0044 0532 0130 00' },
    'is an IBAN of DE, but the bank is in US',
  ],
  [
    { country: 'US', nationalCode: '021000021', accountNo: 'no9386011117947' },
    'is an IBAN of NO, but the bank is in US',
  ],
  [{ country: 'DE', swiftCode: 'COBAFRPP', accountNo: 'DE89370400440532013000' }, 'is the BIC of a bank in FR'],
]

test('contradictions and wrong check digits are refused, in contacts and for receivers without a contact', async () => {
  for (const [bank, says] of WRONG) {
    assertRefused(await create(bank), { status: 400, code: 'CUST001', says })
    const { accountNo: accountNumber, nationalCode, country: countryCode, swiftCode } = bank as Record<string, string>
    const receiver = {
      ...{ name: 'Ada', accountNumber, accountCurrency: 'USD' },
      bank: {
        name: 'Bank',
        countryCode,
        ...(nationalCode && { bankId: nationalCode }),
        ...(swiftCode && { swiftCode }),
      },
    }
    assertRefused(await pay(receiver), { status: 400, code: 'PAYMENT002', says })
  }
})

test('numbers that are no IBANs are kept as before', async () => {
  for (const [bank, stored] of [
    [{ country: 'US', nationalCode: '021000021', accountNo: '7001-0020 0300' }, '700100200300'],
    [{ country: 'US', nationalCode: '021000021', accountNo: 'US12345678901234' }, 'US12345678901234'],
    [{ country: 'JE', swiftCode: 'MIDLJESH', accountNo: '12345678' }, '12345678'],
    [{ country: 'HN', swiftCode: 'CABFHNTE', accountNo: '000-1234567' }, '0001234567'],
    [{ country: 'JP', swiftCode: 'BOTKJPJT', accountNo: 'abC7001002' }, 'abC7001002'],
  ] as const) {
    const { customerContactUID: uid } = dataOf(await create(bank))
    assert.equal(await numberOf(uid), stored)
    assert.ok((await found(bank.accountNo)).includes(uid))
  }
})

test('a number has at most 34 letters and digits, whatever stands between them', async () => {
  const bank = { country: 'JP', swiftCode: 'BOTKJPJT' }
  dataOf(await create({ ...bank, accountNo: '1 '.repeat(34) }))
  for (const accountNo of ['1'.repeat(35), `1${' '.repeat(80)}`, '١٢٣', '12\u200b34', '12\t34', '-12'])
    assertRefused(await create({ ...bank, accountNo }), { status: 400, code: 'CUST001' })
})

test('a file of payments names the number of a contact in any form', async () => {
  const bank = { country: 'US', nationalCode: '021000021', accountNo: '900100200300' }
  dataOf(await create(bank))
  const content = [
    'externalReferenceId,amount,currency,speed,receiverRoutingNumber,receiverAccountNumber',
    ...['900100200300', '9001 0020 0300', '9001-0020-0300'].map(
      (one, at) => `csv-${at},1.00,USD,Economy,021000021,${one}`,
    ),
  ].join('\n')
  const body = { fileName: 'test.csv', content, senderAccountUID: payer.accountUID }
  const path = `/v1/payments/customers/${payer.customerUID}/files/csv`
  const { fileUID } = dataOf(await service.call('POST', path, body), 201)
  for (const { run } of paymentFileSweeps) while ((await run(service.app, service.tenant.institution)) > 0);
  const { records } = dataOf(await service.call('GET', `${path}/${fileUID}/records`))
  assert.equal(records.length, 3)
  for (const record of records) assert.ok(record.paymentUID, JSON.stringify(record))
})

test('a BIC that begins with digits is one in the directories, in a profile and for a receiver', async () => {
  const columns = findColumns('SWIFT', ['BIC', 'Name'])
  assert.ok(columns.ok)
  const read = parseRecord('SWIFT', columns.value, ['1OBADEFF', 'Bank'])
  assert.ok(read.ok && read.value.bankId === '1OBADEFFXXX')
  const receiver = {
    ...{ name: 'Ada', accountNumber: 'DE89 3704 0044 0532 0130 00', accountCurrency: 'USD' },
    bank: { name: 'Bank', bankIdType: 'SWIFT', bankId: '12obdeff' },
  }
  const { contactUID } = dataOf(await pay(receiver))
  assert.ok(contactUID)
  for (const swiftCode of ['COBA1EFF', 'COBADEF', 'COBAZZFF'])
    assertRefused(await create({ country: 'DE', accountNo: 'DE89370400440532013000', swiftCode }), {
      status: 400,
      code: 'CUST001',
      says: 'swiftCode must be a BIC',
    })
})
