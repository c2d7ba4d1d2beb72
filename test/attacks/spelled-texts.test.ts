import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { digText } from '../../src/rails/simulator/networks/dig.ts'
import { writtenBatchOf } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sentTransfer } from '../support/sent-messages.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

/** No text says another number in its file or message, and what changes is said. */

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
let domestic: Payer
before(async () => {
  service = await startTestService({ clock })
  domestic = await createPayer(service)
})
after(() => service.stop())

let references = 0
const bodyOf = (payer: Payer, fields: object) =>
  creditBody(payer, { paymentAmount: 1, externalReferenceId: `r-${++references}`, ...fields })
const pay = (payer: Payer, fields: object) => service.call('POST', '/payments/creditrequest', bodyOf(payer, fields))
const preview = (payer: Payer, fields: object) =>
  service.call('POST', '/v3/payments/creditrequest/preview', bodyOf(payer, fields))
const timelineOf = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`))
const abroad = (fields: object = {}) =>
  createPayer(service, {
    contact: {
      contactBank: { country: 'CA', accountNo: '12345', accountCcy: 'USD', name: 'Royal', swiftCode: 'ROYCCAT2' },
      ...fields,
    },
  })

/** Runs the worker until payments have left. */
async function leave() {
  for (let round = 0; round < 4; round++) {
    const institution = await service.app.db.read((db) => readInstitution(db, service.tenant.institution.tenantId))
    for (const { run } of paymentLifeSweeps) await run(service.app, institution)
    clock.advance({ seconds: 3 })
  }
}

async function entryOf(cents: bigint) {
  const { entries } = await writtenBatchOf(service, cents)
  const { detail, addenda } = entries.find((entry) => entry.detail.amountCents === cents)!
  return { detail, addenda: addenda as unknown as Record<string, string>[] }
}

/** What is written for each text, on ACH and in messages. */
const SPELLED: Readonly<Record<string, string>> = {
  '1½ hours at 80, note 3¾ percent': '1 1/2 hours at 80, note 3 3/4 percent',
  '12−34': '12-34',
  '10² boxes': '10^2 boxes',
  '10⁻³ and H₂O': '10^-3 and H2O',
  '10₂': '10_2',
  '１½ and ½½': '1 1/2 and 1/2 1/2',
  '1¹⁄₂ of ⅟3': '1 1/2 of 1/3',
  'row 1① to ②③': 'row 1 1 to 2 3',
  '١٬٠٠٠٫٥٠': '1,000.50',
  '१२ and ৩৪': '12 and 34',
  '5→6, 7★8, 5👍6': '5->6, 7 8, 5 6',
  '5≠6 5≤6': '5 not = 6 5<=6',
  '1·5 and 5‚6': '1.5 and 5,6',
  '•5 †5': '*5 *5',
  '5㎍ 3μm 2Ω 4㎥5': '5 ug 3um 2 ohm 4 m3 5',
  '5000円 and 50₸': '5000 yen and 50KZT',
  '2〸 2㋀': '2 Shi 2 1Yue',
  'Ⅳ 2026': 'IV 2026',
  '1\u202f000': '1 000',
  𓀀5: '5',
}

test('no number changes, joins another or appears, in an ACH entry and in a message, and the answer says so', async () => {
  const texts = Object.keys(SPELLED)
  const wired = new Map<string, string>()
  for (const [at, text] of texts.entries()) {
    const cents = 2_00 + at
    const ach = await pay(domestic, {
      paymentAmount: cents / 100,
      additionalInfo: { referenceForBeneficiary: text },
    })
    dataOf(ach)
    assert.equal(ach.headers.get('giro-altered-fields'), 'additionalInfo.referenceForBeneficiary', text)
    const wire = await pay(domestic, { speed: 'Express', additionalInfo: { originatortoBeneficiary: text } })
    wired.set(text, dataOf(wire).paymentUID)
    assert.equal(wire.headers.get('giro-altered-fields'), 'additionalInfo.originatortoBeneficiary', text)
  }
  await leave()
  for (const [at, text] of texts.entries()) {
    const { addenda } = await entryOf(BigInt(2_00 + at))
    assert.equal(addenda[0]!['paymentRelatedInformation'], SPELLED[text], text)
    const transfer = await sentTransfer(service, wired.get(text)!)
    assert.equal(digText(transfer, 'RmtInf', 'Ustrd'), SPELLED[text], text)
    assert.deepEqual((await timelineOf(wired.get(text)!)).alteredFields, [
      { field: 'additionalInfo.originatortoBeneficiary', written: SPELLED[text] },
    ])
  }
})

test('a reference in the characters of SWIFT has no sign that makes another number', async () => {
  const payer = await abroad()
  const spelled: Record<string, string> = {
    PO$5: 'PO 5',
    'INV#5': 'INV 5',
    '5*6': '5 6',
    '5=6 ~7': '5 6 7',
    '5!6;7': '5 6 7',
    '10²': '10 2',
    '<5>': '5',
    '_5 INV_7': '5 INV-7',
    '5%': '5 pct',
    '5"': "5''",
  }
  for (const [referenceForBeneficiary, written] of Object.entries(spelled)) {
    const answer = await pay(payer, { speed: 'SPOT', additionalInfo: { referenceForBeneficiary } })
    const { paymentUID } = dataOf(answer)
    assert.equal(answer.headers.get('giro-altered-fields'), 'additionalInfo.referenceForBeneficiary')
    await leave()
    const transfer = await sentTransfer(service, paymentUID)
    assert.equal(digText(transfer, 'PmtId', 'EndToEndId'), written, referenceForBeneficiary)
  }
})

test('a reference that grows beyond its element, or has no form in ASCII, is replaced by the id of the payment', async () => {
  const payer = await abroad()
  for (const [speed, who, externalReferenceId] of [
    ['Express', domestic, 'ß'.repeat(18)],
    ['Instant', domestic, `${'x'.repeat(33)}½`],
    ['Express', domestic, '🏦🏦'],
    ['SPOT', payer, `${'@'.repeat(9)}`],
    ['SPOT', payer, '###'],
  ] as const) {
    const answer = await pay(who, { speed, externalReferenceId })
    const { paymentUID } = dataOf(answer)
    assert.equal(answer.headers.get('giro-altered-fields'), 'externalReferenceId', externalReferenceId)
    await leave()
    const transfer = await sentTransfer(service, paymentUID)
    assert.equal(digText(transfer, 'PmtId', 'EndToEndId'), paymentUID.replaceAll('-', ''), externalReferenceId)
  }
})

test('an international entry spells names and addresses, and cuts none of their numbers', async () => {
  const payer = await createPayer(service, {
    contact: {
      name: 'Zoë Großhändler 李明',
      address: {
        ...{ addressLine1: '12½ Königstraße, Gebäude Ost', addressLine2: '12345', city: 'Zürich' },
        ...{ state: 'Zürich', postalCode: '8001', countryCode: 'CH' },
      },
      contactBank: {
        ...{ country: 'CA', accountNo: '00012345', accountCcy: 'USD', name: 'Crédit Québec' },
        ...{ nationalCode: '021000021', swiftCode: 'ROYCCAT2' },
      },
    },
  })
  const answer = await pay(payer, { paymentAmount: 71.71 })
  assert.match(answer.headers.get('giro-altered-fields') ?? '', /receiver\.name/)
  await leave()
  const said = Object.assign({}, ...(await entryOf(7171n)).addenda.toReversed()) as Record<string, string>
  assert.deepEqual(
    [said['receiverName'], said['receiverStreetAddress'], said['receiverCityAndState'], said['receivingDfiName']],
    ['Zoe Grosshandler LiMing', '12 1/2 Konigstrasse, Gebaude Ost', 'Zurich*Zurich\\', 'Credit Quebec'],
  )
  const blank = await createPayer(service, {
    contact: {
      address: { addressLine1: '★', city: '🏦', countryCode: 'CA' },
      contactBank: { country: 'CA', accountNo: '1', accountCcy: 'USD', name: 'Bank', nationalCode: '021000021' },
    },
  })
  assertRefused(await pay(blank, {}), { status: 400, code: 'PAYMENT002', says: 'IAT needs addressLine1 and city' })
})

test('a name is not cut within a number, in entries and in messages', async () => {
  const names: Record<string, string> = {
    'Warehouse Store No 12345': 'Warehouse Store No',
    'Warehouses 12 to 20 1/2': 'Warehouses 12 to',
    'Owed EUR 10 000 000 000 net': 'Owed EUR',
    'Balance total of -12345': 'Balance total of',
    '12345678901234567890123': '1234567890123456789012',
  }
  for (const [at, [name, written]] of Object.entries(names).entries()) {
    const payer = await createPayer(service, { contact: { name } })
    const fields = { paymentAmount: (9_000 + at) / 100, speed: 'Economy' }
    const answer = await pay(payer, fields)
    assert.equal(answer.headers.get('giro-altered-fields'), 'receiver.name', name)
    assert.deepEqual(dataOf(await preview(payer, fields)).alteredFields[0], { field: 'receiver.name', written })
    await leave()
    const { detail } = await entryOf(BigInt(9_000 + at))
    assert.equal((detail as unknown as Record<string, string>)['individualName'], written)
  }
  const long = await createPayer(service, { contact: { name: `${'ß'.repeat(67)} No 123456789` } })
  const wire = await pay(long, { speed: 'Express' })
  assert.equal(wire.headers.get('giro-altered-fields'), 'receiver.name')
  await leave()
  const transfer = await sentTransfer(service, dataOf(wire).paymentUID)
  assert.equal(digText(transfer, 'Cdtr', 'Nm'), `${'ss'.repeat(67)} No`)
})

test('a payment by message is refused if nothing is left of the name, and never leaves as NOTPROVIDED', async () => {
  for (const name of ['★', '🏦❤', '☎ ☎'])
    assertRefused(await pay(await abroad({ name }), { speed: 'SPOT' }), {
      status: 400,
      code: 'PAYMENT002',
      says: "cannot carry the contact's name",
    })
  for (const name of ['李明', '000', '...']) dataOf(await pay(await abroad({ name }), { speed: 'SPOT' }))
})

test('the answer, the preview and the timeline say what a message alters of other parties, without tax ids', async () => {
  const fields = {
    speed: 'Express',
    ...{ ultimateSenderName: 'Søren', ultimateSenderTaxId: '１２３４５６７８', ultimateSenderCity: 'Hilo' },
    additionalInfo: { senderToReceiverNotes: 'Call ☎ 5' },
  }
  const expected = [
    { field: 'ultimateSenderName', written: 'Soren' },
    { field: 'ultimateSenderTaxId', written: '****5678' },
    { field: 'additionalInfo.senderToReceiverNotes', written: 'Call 5' },
  ]
  const answer = await pay(domestic, fields)
  assert.equal(answer.headers.get('giro-altered-fields'), expected.map(({ field }) => field).join(', '))
  assert.deepEqual(dataOf(await preview(domestic, fields)).alteredFields, expected)
  assert.deepEqual((await timelineOf(dataOf(answer).paymentUID)).alteredFields, expected)
})
