import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import { fedwire } from '../../src/rails/iso20022/fedwire/fedwire.ts'
import { findSent } from '../../src/rails/messages/messages.store.ts'
import { DATE, DAY, ENDPOINT, type FedwireBank, openFedwireBank } from '../support/fedwire/fedwire-bank.ts'
import {
  customerTransfer,
  drawdownRequest,
  endpointReport,
  investigation,
  messageReject,
  OTHER_BANK,
  paymentReturn,
  paymentStatus,
  returnAnswer,
  returnRequest,
} from '../support/fedwire/operator.ts'
import { assertValid, withSchemas } from '../support/iso20022/schemas.ts'
import { createPayer } from '../support/test-service.ts'

let bank: FedwireBank
before(async () => {
  bank = await openFedwireBank()
})
after(() => bank.stop())

type Sent = Awaited<ReturnType<FedwireBank['sends']>>

const uetrOf = ({ sent }: Pick<Sent, 'sent'>) => sent.read('UETR')

/** Fedwire says that a payment has settled. */
const settles = (payer: Pick<Sent, 'sent'>) =>
  bank.arrives(paymentStatus({ ...bank.fromFed(), imad: payer.sent.messageId, uetr: uetrOf(payer), settledOn: DATE }))

async function settled(): Promise<Sent> {
  const payer = await bank.sends()
  await settles(payer)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  return payer
}

/** Another bank pays 25.00 to an account. */
async function credited(account: string, creditor = 'Ada Lovelace') {
  const [imad, uetr] = [bank.otherImad(), randomUUID()]
  const transfer = { ...bank.delivered(), imad, uetr, amount: '25.00', date: DATE, account, creditor }
  const xml = customerTransfer(transfer)
  const before = (await bank.receipts()).length
  const arrived = await bank.arrives(xml)
  const receipt = (await bank.receipts())[before]
  return { ...arrived, imad, uetr, xml, omad: transfer.id, receipt }
}

test(
  'a payment leaves as a message that Fedwire takes, with the next number of the endpoint',
  withSchemas,
  async () => {
    const first = await bank.sends()
    const second = await bank.sends()
    assertValid(first.sent.content, { network: 'fedwire' })
    const number = ({ sent }: Sent) => Number(sent.messageId.slice(-6))
    assert.ok(first.sent.messageId.startsWith(`${DAY}${ENDPOINT}`))
    assert.equal(number(second), number(first) + 1)
    assert.equal(first.sent.read('IntrBkSttlmAmt'), '40.00')
    assert.equal(first.sent.read('IntrBkSttlmDt'), DATE)
    assert.equal(await bank.statusOf(first.paymentUID), 'TRANSMITTED')
  },
)

test('settled: the payment is final, and clearing is empty', async () => {
  const payer = await settled()
  const [again, contradiction] = [await settles(payer), await rejects(payer)]
  assert.deepEqual(again.exceptions, [])
  assert.match(contradiction.exceptions[0]!.why, /said ACSC .* now says RJCT/)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  assert.equal(await bank.bookOf('clearing:FEDWIRE:USD'), 0n)
})

const rejects = ({ sent }: Pick<Sent, 'sent'>) =>
  bank.arrives(
    paymentStatus({
      ...bank.fromFed(),
      ...{ imad: sent.messageId, uetr: sent.read('UETR'), code: 'RJCT' },
      reason: { code: 'E433', text: 'The routing number may not receive.' },
    }),
  )

test('rejected: no money moved, by a status or because Fedwire cannot read it', async () => {
  const payer = await bank.sends()
  await rejects(payer)
  const { status, failureReason } = await bank.payment(payer.paymentUID)
  assert.equal(status, 'VALIDATION_FAILURE')
  assert.match(failureReason, /E433/)
  const other = await bank.sends()
  await bank.arrives(messageReject({ ...bank.fromFed(), of: other.sent.messageId, code: 'TS01', text: 'Not valid' }))
  assert.equal(await bank.statusOf(other.paymentUID), 'VALIDATION_FAILURE')
  assert.deepEqual(await bank.balance(other), { ledger: '100.00', available: '100.00' })
})

test('returned: in full, and a return that comes twice is booked once', async () => {
  const payer = await settled()
  const [returnImad, uetr] = [bank.otherImad(), uetrOf(payer)]
  const back = { ...bank.delivered(), imad: payer.sent.messageId, uetr, amount: '40.00', returnImad }
  await bank.arrives(paymentReturn(back))
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  const balance = await bank.balance(payer)
  assert.equal((await bank.arrives(paymentReturn(back))).status, 'Double')
  assert.deepEqual(await bank.balance(payer), balance)
})

test('a return of what we did not send is a credit that waits for a person', async () => {
  const imad = `${DAY}${ENDPOINT}999999`
  const before = (await bank.receipts()).length
  const back = { imad, uetr: randomUUID(), amount: '40.00', returnImad: bank.otherImad() }
  await bank.arrives(paymentReturn({ ...bank.delivered(), ...back }))
  assert.equal((await bank.receipts())[before]?.status, 'UNPOSTED')
})

test('recalled: the request leaves, and is refused, then accepted by the return', async () => {
  const payer = await settled()
  const [imad, uetr] = [payer.sent.messageId, uetrOf(payer)]
  await recalls(payer)
  const asked = await bank.lastLeft('camt.056.001.08')
  assert.equal(asked.read('OrgnlMsgId'), imad)
  const answers = { imad, uetr }
  const refused = await bank.arrives(returnAnswer({ ...bank.delivered(), ...answers, confirmation: 'RJCR' }))
  assert.equal(refused.status, 'Processed')
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  const returnImad = bank.otherImad()
  await bank.arrives(paymentReturn({ ...bank.delivered(), ...answers, amount: '40.00', returnImad, code: 'FOCR' }))
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
})

test('a credit is posted once, however often its message comes', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const account = await accountNumberOf(payee)
  const { receipt, xml, omad, imad, uetr } = await credited(account)
  assert.equal(receipt?.status, 'POSTED')
  assert.equal((await bank.balance(payee)).ledger, '25.00')
  assert.equal((await bank.arrives(xml)).status, 'Double')
  const copyOf = { id: omad, from: '021151080', to: bank.institution.routingNumber }
  const copy = customerTransfer({ ...bank.fromFed(), copyOf, imad, uetr, amount: '25.00', date: DATE, account })
  assert.equal((await bank.arrives(copy)).status, 'Double')
  assert.equal((await bank.balance(payee)).ledger, '25.00')
})

async function accountNumberOf({ customerUID, accountUID }: { customerUID: string; accountUID: string }) {
  const { body } = await bank.call('GET', `/v3/customers/${customerUID}/accounts/${accountUID}`)
  return String(body.data.accountNumber)
}

test('a credit to no account is unposted, and leaves again by a return', withSchemas, async () => {
  const { receipt, imad } = await credited('000000000001')
  assert.equal(receipt?.status, 'UNPOSTED')
  const uid = receipt!.receiptUID
  const { status, body } = await bank.call('POST', `/v3/receipts/${uid}/return`, { reason: 'AC01' })
  assert.equal(status, 200, JSON.stringify(body))
  const back = await bank.lastLeft('pacs.004.001.10')
  assertValid(back.content, { network: 'fedwire' })
  assert.equal(back.read('OrgnlMsgId'), imad)
  assert.equal(back.read('RtrdIntrBkSttlmAmt'), '25.00')
  const about = { imad: back.messageId, uetr: back.read('OrgnlUETR'), originalType: 'pacs.004.001.10' }
  await bank.arrives(paymentStatus({ ...bank.fromFed(), ...about, settledOn: DATE }))
  assert.equal((await bank.receipt(uid)).status, 'RETURNED')
})

test('what cannot be read or breaks a rule is kept and rejected, and stops no other', async () => {
  const cases = [
    [
      customerTransfer({ ...bank.delivered(), imad: bank.otherImad(), uetr: randomUUID(), amount: '0.00', date: DATE }),
      true,
    ],
    [customerTransfer({ ...bank.delivered(), imad: 'short', uetr: randomUUID(), amount: '1.00', date: DATE }), true],
    [
      customerTransfer({
        ...bank.delivered(),
        service: 'PROD',
        imad: bank.otherImad(),
        uetr: randomUUID(),
        amount: '1.00',
        date: DATE,
      }),
      true,
    ],
    ['<FedwireFundsOutgoing xmlns="urn:fedwirefunds:outgoing:v001"/>', false],
    ['<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', false],
  ] as const
  for (const [xml, isRejected] of cases) {
    const before = (await bank.left('admi.002.001.01')).length
    assert.equal((await bank.arrives(xml)).status, 'Quarantined', xml.slice(0, 200))
    assert.equal((await bank.left('admi.002.001.01')).length - before, isRejected ? 1 : 0)
  }
  const unfit = messageReject({ ...bank.fromFed(), service: 'PROD', of: 'X', code: 'TS01', text: 'No' })
  const before = (await bank.left('admi.002.001.01')).length
  assert.equal((await bank.arrives(unfit)).status, 'Quarantined')
  assert.equal((await bank.left('admi.002.001.01')).length, before, 'a rejection is never rejected')
})

test('a report on a message that we did not send is an exception, and posts nothing', async () => {
  const stranger = { imad: `${DAY}${ENDPOINT}888888`, uetr: randomUUID() }
  const { exceptions } = await bank.arrives(paymentStatus({ ...bank.fromFed(), ...stranger }))
  assert.match(exceptions[0]!.why, /did not send/)
  const payer = await bank.sends()
  const wrong = paymentStatus({ ...bank.fromFed(), imad: payer.sent.messageId, uetr: randomUUID() })
  assert.match((await bank.arrives(wrong)).exceptions[0]!.why, /its UETR is not/)
  assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
  await settles(payer)
})

test('a message in the wrong place is rejected, and posts nothing', async () => {
  const transfer = () => ({ imad: bank.otherImad(), uetr: randomUUID(), amount: '1.00', date: DATE })
  const stranger = { id: `${DAY}OTHERBNK00000107011000FT03`, to: bank.institution.routingNumber }
  const tomorrow = { ...transfer(), imad: '20260702OTHERBNK000001', date: '2026-07-02' }
  const before = (await bank.receipts()).length
  for (const xml of [
    customerTransfer({ ...stranger, ...transfer() }),
    customerTransfer({ ...bank.delivered(), ...transfer(), from: OTHER_BANK }),
    customerTransfer({ ...bank.delivered(), ...transfer(), to: OTHER_BANK }),
    customerTransfer({ ...bank.delivered(), ...tomorrow }),
  ]) {
    assert.equal((await bank.arrives(xml)).status, 'Quarantined', xml.slice(0, 600))
    const { answersMessageId } = await lastRejection()
    assert.ok(xml.includes(`<BizMsgIdr>${answersMessageId}<`))
  }
  assert.equal((await bank.receipts()).length, before)
})

const lastRejection = async () => {
  const { messageId } = await bank.lastLeft('admi.002.001.01')
  const [row] = await bank.service.query<{ answersMessageId: string }>(
    'select answers_message_id from rail_messages where message_id = $1',
    [messageId],
  )
  return row!
}

test('an id of Fedwire that comes again with another content is not believed', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const { xml } = await credited(await accountNumberOf(payee))
  const changed = await bank.arrives(xml.replaceAll('25.00', '99.00'))
  assert.equal(changed.status, 'Quarantined')
  assert.equal((await bank.balance(payee)).ledger, '25.00')
})

test('one transfer that is delivered under two ids is one credit', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const account = await accountNumberOf(payee)
  const { imad, uetr } = await credited(account)
  const again = customerTransfer({ ...bank.delivered(), imad, uetr, amount: '25.00', date: DATE, account })
  assert.equal((await bank.arrives(again)).status, 'Processed')
  assert.equal((await bank.balance(payee)).ledger, '25.00')
})

test('an account number at another bank is none of ours: its credit waits for a person', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const account = await accountNumberOf(payee)
  const before = (await bank.receipts()).length
  const transfer = { imad: bank.otherImad(), uetr: randomUUID(), amount: '25.00', date: DATE, account }
  await bank.arrives(customerTransfer({ ...bank.delivered(), ...transfer, creditorBank: '026009593' }))
  assert.equal((await bank.receipts())[before]?.status, 'UNPOSTED')
  assert.equal((await bank.balance(payee)).ledger, '0.00')
})

/** Asks for the return of a payment. */
async function recalls(payer: Sent): Promise<void> {
  const asked = { paymentId: payer.paymentUID, messageId: payer.sent.messageId, caseId: randomUUID() }
  const request = { ...asked, code: 'DUPL', reason: 'Twice' }
  await bank.sendsOut((tx) => fedwire.requestReturn(tx, bank.institution, request, bank.clock.now()))
}

test('a status about another message or another day changes no payment', async () => {
  const payer = await bank.sends()
  await recalls(payer)
  const recall = (await bank.lastLeft('camt.056.001.08')).messageId
  const uetr = uetrOf(payer)
  const reason = { code: 'E1', text: 'No' }
  for (const [status, why] of [
    [{ imad: recall, originalType: 'camt.056.001.08', code: 'RJCT', reason }, /moves no money/],
    [{ imad: payer.sent.messageId, originalType: 'pacs.009.001.08', code: 'RJCT', reason }, /but that is pacs\.008/],
    [{ imad: payer.sent.messageId, settledOn: '2026-07-02' }, /not the cycle day/],
  ] as const) {
    const { exceptions } = await bank.arrives(paymentStatus({ ...bank.fromFed(), uetr, ...status }))
    assert.match(exceptions[0]!.why, why)
    assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
  }
  await settles(payer)
})

test('only the bank that was asked answers a request for a return', async () => {
  const payer = await settled()
  await recalls(payer)
  await bank.lastLeft('camt.056.001.08')
  const answer = { imad: payer.sent.messageId, uetr: uetrOf(payer), confirmation: 'RJCR' }
  const stranger = await bank.arrives(returnAnswer({ ...bank.delivered(), ...answer, by: '026009593' }))
  assert.match(stranger.exceptions[0]!.why, /026009593 was not asked/)
})

test('a return before the status settles and returns; money that returns no payment is a credit', async () => {
  const payer = await bank.sends()
  const back = { imad: payer.sent.messageId, uetr: uetrOf(payer) }
  const returns = (amount: string) =>
    bank.arrives(paymentReturn({ ...bank.delivered(), ...back, amount, returnImad: bank.otherImad() }))
  const before = (await bank.receipts()).length
  assert.match((await returns('40.01')).exceptions[0]!.why, /40\.01 USD comes back, but the payment was 40\.00 USD/)
  assert.deepEqual((await returns('40.00')).exceptions, [])
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  assert.deepEqual((await settles(payer)).exceptions, [])
  assert.match((await returns('40.00')).exceptions[0]!.why, /returned before/)
  const credits = (await bank.receipts()).slice(before)
  assert.deepEqual(
    credits.map(({ status, amount }) => [status, amount]),
    [
      ['UNPOSTED', '40.01'],
      ['UNPOSTED', '40.00'],
    ],
  )
})

test('a message leaves once more as a possible duplicate, on its own cycle day only', withSchemas, async () => {
  const { sent } = await bank.sends()
  const again = async (now: Temporal.Instant) => {
    const { db } = bank.service.app
    return db.transaction(async (tx) => {
      const row = await findSent(tx, bank.tenantId, 'FEDWIRE', sent.messageId)
      const known = { ...row!, messageType: sent.messageType, messageId: sent.messageId }
      return fedwire.repeat!(tx, bank.institution, known, now)
    })
  }
  const repeated = await again(bank.clock.now())
  assert.ok('content' in repeated)
  assertValid(repeated.content, { network: 'fedwire' })
  assert.equal(repeated.messageId, sent.messageId)
  assert.match(repeated.content, /<PssblDplct>true</)
  const late = await again(bank.clock.now().add({ hours: 24 }))
  assert.match('refused' in late ? late.refused : '', /on its cycle day 2026-07-01 only/)
  await settles({ sent })
})

test('silence: Fedwire is asked once, then a person is told, and a late answer still counts', withSchemas, async () => {
  const payer = await bank.sends()
  await bank.rings()
  assert.equal((await bank.left('pacs.028.001.03')).length, 0)
  bank.clock.advance({ minutes: 11 })
  assert.deepEqual(await bank.rings(), [])
  const asked = await bank.lastLeft('pacs.028.001.03')
  assertValid(asked.content, { network: 'fedwire' })
  assert.equal(asked.read('OrgnlMsgId'), payer.sent.messageId)
  bank.clock.advance({ minutes: 11 })
  const told = (await bank.rings()).filter((why) => why.includes(payer.sent.messageId))
  assert.equal(told.length, 1)
  assert.match(told[0]!, /does not answer pacs\.008/)
  assert.deepEqual(await bank.rings(), [])
  await settles(payer)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
})

test('requests of other banks wait for a person: a recall, an investigation, a drawdown', async () => {
  const payee = await createPayer(bank.service, { balance: 0 })
  const { imad, uetr } = await credited(await accountNumberOf(payee))
  for (const xml of [
    returnRequest({ ...bank.delivered(), imad, uetr }),
    investigation({ ...bank.delivered(), imad, uetr }),
    drawdownRequest({ ...bank.delivered(), imad: bank.otherImad(), uetr: randomUUID(), amount: '5.00', date: DATE }),
  ])
    assert.equal((await bank.arrives(xml)).status, 'Processed')
})

test('a drawdown from an account that we do not have is refused at once', withSchemas, async () => {
  const [imad, uetr] = [bank.otherImad(), randomUUID()]
  const asked = { imad, uetr, amount: '5.00', date: DATE, account: '000000000001' }
  assert.equal((await bank.arrives(drawdownRequest({ ...bank.delivered(), ...asked }))).status, 'Processed')
  const refusal = await bank.lastLeft('pain.014.001.07')
  assertValid(refusal.content, { network: 'fedwire' })
  assert.deepEqual([refusal.read('OrgnlMsgId'), refusal.read('TxSts')], [imad, 'RJCT'])
})

test(
  'a gap report is compared with our numbers, and copies of what did not come are requested',
  withSchemas,
  async () => {
    const { sent } = await bank.sends()
    const report = (kind: 'GapIn' | 'GapOut' | 'Totals', text: string) =>
      bank.arrives(endpointReport({ ...bank.fromFed(), endpoint: ENDPOINT, kind, text, at: `${DATE}T12:00:00-04:00` }))
    const gap = (numbers: string) => `Next sequence number: 000999. List of missing sequence numbers: ${numbers}`
    const left = await report('GapIn', gap(sent.messageId.slice(-6)))
    assert.match(left.exceptions[0]!.why, /which has left: it can be sent again/)
    assert.match(
      (await report('GapIn', gap('000900-000901'))).exceptions[1]!.why,
      /000901, which no message of ours has/,
    )
    await report('GapOut', gap('000700-000702'))
    const asked = await bank.lastLeft('admi.006.001.01')
    assertValid(asked.content, { network: 'fedwire' })
    assert.equal(asked.read('FrSeq'), '000700')
    const totals =
      'Next IMAD sequence number: 900000. Next OMAD sequence number: 1. Count of missing IMAD sequence numbers: 0.'
    assert.match((await report('Totals', totals)).exceptions[0]!.why, /has 899999 numbers/)
    await settles({ sent })
  },
)

test('at the end of the day, clearing is at zero and the books are proved', async () => {
  const open = await bank.service.query<{ messageId: string }>(
    `select message_id from fedwire_exchanges where status <> 'Answered' and message_type in ('pacs.008.001.08', 'pacs.004.001.10')`,
  )
  for (const { messageId } of open) {
    const sent = (await bank.left('pacs.008.001.08')).find((one) => one.messageId === messageId)
    if (sent) await settles({ sent })
  }
  assert.equal(await bank.bookOf('clearing:FEDWIRE:USD'), 0n)
  const { tenantId } = bank
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, tenantId)),
    ...(await verifySettlements(db, tenantId)),
  ])
  assert.deepEqual(found, [])
})

test('what is sent after the close has the next cycle day, and leaves when that opens', async () => {
  const payer = await settled()
  const minutesTo = (time: string) =>
    Math.ceil((Date.parse(`${DATE}T${time}-04:00`) - bank.clock.now().epochMilliseconds) / 60_000)
  bank.clock.advance({ minutes: minutesTo('19:05') })
  const before = (await bank.left('camt.056.001.08')).length
  await recalls(payer)
  assert.equal((await bank.left('camt.056.001.08')).length, before)
  bank.clock.advance({ minutes: minutesTo('21:00') })
  assert.ok((await bank.lastLeft('camt.056.001.08')).messageId.startsWith(`20260702${ENDPOINT}000001`))
})
