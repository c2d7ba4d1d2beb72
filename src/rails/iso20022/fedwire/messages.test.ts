import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { instructionOf, OUR_BANK } from '../../../../test/support/fedwire/instruction.ts'
import {
  CREATED_AT,
  customerTransfer,
  drawdownRequest,
  investigation,
  OTHER_BANK,
  returnRequest as otherReturnRequest,
} from '../../../../test/support/fedwire/operator.ts'
import { assertValid, withSchemas } from '../../../../test/support/iso20022/schemas.ts'
import type { DocumentOf, MessageType } from '../messages.ts'
import { type MessageOf, readMessage } from '../read-message.ts'
import { bankTransfer, creditTransfer, objectionTo } from './credit-transfer.ts'
import { drawdownAnswer, drawdownRequest as ownDrawdownRequest } from './drawdown.ts'
import { investigationAnswer, investigationRequest } from './investigation.ts'
import { type Original, originalOf } from './original.ts'
import type { Participant } from './participant.ts'
import { writeChecked } from './pay.ts'
import { paymentReturn } from './payment-return.ts'
import { DELIVERED_TYPES } from './receive/receive.ts'
import { connectionCheck, messageReject, reportRequest, retrievalRequest, statusRequest } from './requests.ts'
import { returnAnswer, returnRequest } from './return-request.ts'
import { SENT_TYPES, type SentType } from './wrap.ts'

const now = Temporal.Instant.from('2026-03-10T10:00:00-04:00')
const cycleDate = Temporal.PlainDate.from('2026-03-10')
const sending = { messageId: '20260310GIROSBOX000001', cycleDate, now }
const us: Participant = { routingNumber: OUR_BANK, endpoint: 'GIROSBOX', connectionParty: OUR_BANK, service: 'TEST' }
const delivered = { id: '20260310GIROSBOX00000103101000FT03', to: OUR_BANK }
const imad = '20260310OTHERBNK000007'
const uetr = '8a562c67-ca16-48ba-b074-65581be6f011'

const own: Original = {
  messageId: sending.messageId,
  messageType: 'pacs.008.001.08',
  createdAt: CREATED_AT,
  instructionId: undefined,
  endToEndId: 'INV-2026-7',
  uetr,
  amount: { Ccy: 'USD', value: '1250.00' },
  settledOn: '2026-03-10',
  localInstrument: 'CTRC',
  from: OUR_BANK,
  to: OTHER_BANK,
}

/** Writes a message as it leaves, checks it by the schemas of Fedwire, and reads it again. */
function written<Type extends SentType>(type: Type, document: DocumentOf<Type>, messageId = sending.messageId): string {
  const content = writeChecked(type, document, { messageId, now }, us)
  assert.ok(content.ok, JSON.stringify(content))
  assertValid(content.value, { network: 'fedwire' })
  const read = readMessage(content.value)
  assert.ok(read.ok)
  assert.deepEqual(JSON.parse(JSON.stringify(read.value.document)), JSON.parse(JSON.stringify(document)))
  assert.equal(read.value.envelope?.name, 'FedwireIncoming')
  return content.value
}

function received<Type extends MessageType>(type: Type, xml: string): MessageOf<Type> {
  assertValid(xml, { network: 'fedwire' })
  const read = readMessage(xml)
  assert.ok(read.ok && read.value.type === type, JSON.stringify(read))
  return read.value as MessageOf<Type>
}

test('pacs.008: full and least, and what it says of the transfer', withSchemas, () => {
  const xml = written('pacs.008.001.08', creditTransfer(instructionOf(), sending, OUR_BANK))
  assert.match(xml, /<IntrBkSttlmAmt Ccy="USD">1250\.00<\/IntrBkSttlmAmt><IntrBkSttlmDt>2026-03-10</)
  assert.match(xml, /<LclInstrm><Prtry>CTRC</)
  assert.match(xml, /<CreDtTm>2026-03-10T10:00:00-04:00</)
  assert.match(xml, /<InstrInf>Call on arrival From the sender</)
  const { paymentId, rail, endToEndId, amount, currency, valueDate, chargeBearer, debtorAccount, creditorAccount } =
    instructionOf()
  const least = {
    ...{ paymentId, rail, uetr, endToEndId, amount, currency, valueDate, chargeBearer, debtorAccount, creditorAccount },
    ...{ debtor: { name: 'Ada' }, debtorBank: { routingNumber: OUR_BANK } },
    ...{ creditor: { name: 'Grace' }, creditorBank: { routingNumber: OTHER_BANK }, remittance: [] },
  }
  written('pacs.008.001.08', creditTransfer(least, sending, OUR_BANK))
})

test('pacs.008: charges deducted and another currency are in the amount that was instructed', withSchemas, () => {
  const charged = instructionOf({ charges: { amount: 15_00n, currency: 'USD' }, chargeBearer: 'CRED' })
  const xml = written('pacs.008.001.08', creditTransfer(charged, sending, OUR_BANK))
  assert.match(xml, /<InstdAmt Ccy="USD">1265\.00<.*<ChrgsInf><Amt Ccy="USD">15\.00</)
  const exchanged = instructionOf({ instructed: { amount: 1_000_00n, currency: 'EUR', exchangeRate: '1.25' } })
  assert.match(
    written('pacs.008.001.08', creditTransfer(exchanged, sending, OUR_BANK)),
    /<InstdAmt Ccy="EUR">1000\.00<\/InstdAmt><XchgRate>1\.25</,
  )
})

test('pacs.008: the first bank of the chain that Fedwire knows gets it', withSchemas, () => {
  const intermediaryBank = { routingNumber: '026009593', name: 'Middle Bank' }
  const through = creditTransfer(instructionOf({ intermediaryBank }), sending, OUR_BANK)
  assert.match(written('pacs.008.001.08', through), /<InstdAgt>.*<MmbId>026009593<.*<\/InstdAgt>/)
})

test('pacs.009: from bank to bank', withSchemas, () => {
  const xml = written('pacs.009.001.08', bankTransfer(instructionOf({ localInstrument: 'BTRC' }), sending, OUR_BANK))
  assert.match(xml, /<LclInstrm><Prtry>BTRC</)
})

test('an instruction that Fedwire cannot carry says why', () => {
  for (const [changes, why] of [
    [{ currency: 'EUR' }, /US dollars only/],
    [{ creditorBank: { bic: 'DEUTDEFF' } }, /no routing number/],
    [{ remittance: ['one', 'two'] }, /one remittance text/],
    [{ instructionForCreditorBank: 'x'.repeat(281) }, /280 characters/],
  ] as const)
    assert.match(objectionTo(instructionOf(changes)) ?? '', why)
  assert.equal(objectionTo(instructionOf()), undefined)
})

test('pacs.004: the chain of a return is that of the transfer, the other way round', withSchemas, () => {
  const transfer = received('pacs.008.001.08', customerTransfer({ ...delivered, imad, uetr, amount: '25.00' }))
  const back = { amount: 25_00n, code: 'AC03', reason: 'No such account' }
  const xml = written('pacs.004.001.10', paymentReturn(transfer, originalOf(transfer)!, back, sending))
  assert.match(xml, new RegExp(`<OrgnlMsgId>${imad}<`))
  assert.match(xml, /<RtrChain><Dbtr><Pty><Nm>Ada Lovelace<.*<Cdtr><Pty><Nm>Grace Hopper</)
})

test('camt.056 and camt.029: a request for a return, and both answers to one', withSchemas, () => {
  const asking = {
    messageId: '20260310GIROSBOX000002',
    caseId: 'CASE-9',
    code: 'DUPL',
    reason: 'Paid twice',
    creator: 'Giro Bank',
    now,
  }
  written('camt.056.001.08', returnRequest(own, asking))
  const asked = received('camt.056.001.08', otherReturnRequest({ ...delivered, imad, uetr })).document.FIToFIPmtCxlReq
  for (const [isAccepted, confirmation] of [
    [true, 'CNCL'],
    [false, 'RJCR'],
  ] as const) {
    const answer = {
      messageId: '20260310GIROSBOX000003',
      isAccepted,
      code: 'LEGL',
      reason: 'The customer disagrees',
      now,
    }
    assert.match(written('camt.029.001.09', returnAnswer(asked, answer)), new RegExp(`<Conf>${confirmation}<`))
  }
})

test('pain.013 and pain.014: a drawdown request, and both answers to one', withSchemas, () => {
  const { debtor, debtorAccount, creditor, creditorAccount, creditorBank } = instructionOf()
  const request = {
    ...({ requestId: 'r', rail: 'FEDWIRE', isDrawdown: true, amount: 100_00n, currency: 'USD', uetr } as const),
    ...{ debtor, debtorAccount, creditor, creditorAccount, creditorBank: { routingNumber: OUR_BANK } },
    ...{
      debtorBank: creditorBank,
      requestedOn: cycleDate,
      expiresAt: undefined,
      remittance: ['Loan'],
      endToEndId: 'D-1',
    },
  }
  written('pain.013.001.07', ownDrawdownRequest(request, { messageId: '20260310GIROSBOX000004', now }))
  const asked = received('pain.013.001.07', drawdownRequest({ ...delivered, imad, uetr, amount: '100.00' }))
  for (const isAccepted of [true, false]) {
    const answer = { messageId: '20260310GIROSBOX000005', isAccepted, code: 'AM04', reason: 'No funds', now }
    const xml = written('pain.014.001.07', drawdownAnswer(asked.document.CdtrPmtActvtnReq, answer))
    assert.match(xml, new RegExp(`<TxSts>${isAccepted ? 'ACTC' : 'RJCT'}<`))
  }
})

test('camt.110 and camt.111: an investigation, and the answer to one', withSchemas, () => {
  const asked = {
    messageId: '20260310GIROSBOX000006',
    caseId: 'I-1',
    type: 'UTAP',
    reason: 'IN01',
    question: 'Who?',
    by: OUR_BANK,
  }
  written('camt.110.001.01', investigationRequest(own, asked))
  const { document } = received('camt.110.001.01', investigation({ ...delivered, imad, uetr }))
  const answer = { messageId: '20260310GIROSBOX000007', answer: 'Ada Lovelace' }
  assert.match(written('camt.111.001.01', investigationAnswer(document.InvstgtnReq, answer)), /<Sts>CLSD</)
})

test('requests to Fedwire itself: status, connection, copies, reports; and a rejection', withSchemas, () => {
  const request = { messageId: 'F1', now }
  written('pacs.028.001.03', statusRequest(own, request), 'F1')
  written('admi.004.001.02', connectionCheck(us, now), 'F2')
  const ranges = [
    { from: 3, to: 5 },
    { from: 9, to: 9 },
  ]
  assert.match(
    written('admi.006.001.01', retrievalRequest(us, { of: 'R', cycleDate, ranges }, request), 'F3'),
    /<FrSeq>000003<\/FrSeq><ToSeq>000005</,
  )
  for (const kind of ['ETOT', 'ABAR'] as const) written('camt.060.001.05', reportRequest(us, { kind }, request), 'F4')
  written('camt.060.001.05', reportRequest(us, { kind: 'DTLS', range: { from: 1, to: 100 } }, request), 'F5')
  const fault = { messageId: 'X1', why: 'it has a character that Fedwire does not carry', path: '/Document/a' }
  written('admi.002.001.01', messageReject(fault, now), 'F6')
})

test('docs/rails/fedwire.md lists the messages that are sent and received, and no others', async () => {
  const page = await readFile(new URL('../../../../docs/rails/fedwire.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| ([a-z]{4}\.\d{3}\.\d{3}\.\d\d) [^|]*\| ([^|]*) \| ([^|]*) \|$/gm)]
  const listed = (column: 2 | 3) => rows.flatMap((row) => (row[column] === 'no' ? [] : [row[1]!])).toSorted()
  assert.deepEqual(listed(2), [...SENT_TYPES].toSorted())
  assert.deepEqual(listed(3), DELIVERED_TYPES.toSorted())
})
