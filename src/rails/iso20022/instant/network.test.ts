import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import {
  heard,
  type OperatedRail,
  OTHER_BANK,
  operatorId,
  paymentRequest,
  requestAnswer,
  returnOfPayment,
  returnRequest,
  statusAbout,
  statusIn,
  transferTo,
  withdrawal,
} from '../../../../test/support/iso20022/instant-operator.ts'
import { assertValid, withSchemas } from '../../../../test/support/iso20022/schemas.ts'
import { startTestService, type TestService } from '../../../../test/support/test-service.ts'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { newId } from '../../../kernel/id.ts'
import { insertMessages } from '../../messages/messages.store.ts'
import { keepReceived, markAllProcessed } from '../../messages/received.store.ts'
import type { Instruction, MessageNetwork, NewMessage, Received, Unreadable } from '../../network.ts'
import { fedNow } from '../fednow/fednow.ts'
import { rtp } from '../rtp/rtp.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const NETWORKS: Readonly<Record<OperatedRail, MessageNetwork>> = { FEDNOW: fedNow, RTP: rtp }
const start = Temporal.Instant.from('2026-07-01T15:00:00Z')

/**
 * An institution at the port of a network: what it sends is stored, and valid by the network's own
 * schema.
 */
class Bench {
  readonly rail: OperatedRail
  readonly institution: Institution
  now = start
  readonly sent: NewMessage[] = []

  constructor(rail: OperatedRail, institution: Institution) {
    this.rail = rail
    this.institution = institution
  }

  get network() {
    return NETWORKS[this.rail]
  }

  get us() {
    return this.institution.routingNumber
  }

  later(seconds: number): this {
    this.now = this.now.add({ milliseconds: Math.round(seconds * 1000) })
    return this
  }

  async act<T>(work: (tx: Transaction) => Promise<{ messages: readonly NewMessage[]; result: T }>): Promise<T> {
    return service.app.db.transaction(async (tx) => {
      const { messages, result } = await work(tx)
      for (const { content } of messages)
        if (!withSchemas.skip) assertValid(content, { network: this.rail === 'RTP' ? 'rtp' : 'fednow' })
      await insertMessages(tx, this.institution.tenantId, messages, this.now)
      this.sent.push(...messages)
      return result
    })
  }

  /** Keeps, reads and ends a message as the service does. */
  async receive(bytes: string): Promise<Received | Unreadable> {
    const { tenantId } = this.institution
    return this.act(async (tx) => {
      const arrived = [{ content: Buffer.from(bytes) }]
      const [id = ''] = await keepReceived(tx, tenantId, { rail: this.rail, arrived }, this.now)
      const incoming = { id, rail: this.rail, content: bytes, receivedAt: this.now }
      const received = await this.network.receive(tx, this.institution, incoming, this.now)
      if (!('why' in received)) await markAllProcessed(tx, tenantId, [{ id, read: received }], this.now)
      return { messages: received.replies, result: received }
    })
  }

  async pay(more: Partial<Instruction> = {}): Promise<{ paymentId: string; message: NewMessage }> {
    const instruction = instructionOf(this, more)
    const message = await this.act(async (tx) => {
      const { messages, unwritable } = await this.network.pay(tx, this.institution, [instruction], this.now)
      assert.deepEqual(unwritable, [])
      return { messages, result: messages[0]! }
    })
    return { paymentId: instruction.paymentId, message }
  }

  async ring() {
    return this.act(async (tx) => {
      const rung = await this.network.ring!(tx, this.institution, this.now)
      return { messages: rung.replies, result: rung }
    })
  }

  nextClock() {
    return service.app.db.transaction((tx) => this.network.nextClock!(tx, this.institution))
  }

  async answer(messageId: string, answer: Parameters<NonNullable<MessageNetwork['answer']>>[2]['answer']) {
    const receiptId = newId(this.now)
    const messages = await this.act(async (tx) => {
      const made = await this.network.answer!(tx, this.institution, { messageId, receiptId, answer }, this.now)
      return { messages: made, result: made }
    })
    return { receiptId, messages }
  }
}

function instructionOf({ rail, us, now }: Bench, more: Partial<Instruction>): Instruction {
  const address = {
    streetName: 'Main Street',
    townName: 'Lisle',
    countrySubDivision: 'IL',
    postCode: '60532',
    country: 'US',
  }
  return {
    paymentId: newId(now),
    rail,
    uetr: randomUUID(),
    endToEndId: 'INVOICE-7',
    amount: 5_174n,
    currency: 'USD',
    valueDate: Temporal.PlainDate.from('2026-07-01'),
    chargeBearer: 'SHAR',
    debtor: { name: 'Zoë & Sons', address, ...(rail === 'FEDNOW' && { identification: '12-3456789' }) },
    debtorAccount: { number: '111222333', isIban: false },
    debtorBank: { routingNumber: us, name: 'Our Bank' },
    creditor: { name: 'Corporation B', address: { ...address, lines: ['Suite 4'] } },
    creditorAccount: { number: '55555555555', isIban: false },
    creditorBank: { routingNumber: OTHER_BANK },
    remittance: ['Invoice 7', 'of June'],
    ...more,
  }
}

let benches = 0
async function bench(rail: OperatedRail): Promise<Bench> {
  const { institution } = await service.createTenant(`instant${benches++}`)
  return new Bench(rail, institution)
}

const meaningsOf = (received: Received | Unreadable) => {
  assert.ok('meanings' in received, 'why' in received ? received.why : '')
  return received.meanings
}
const kinds = (received: Received | Unreadable) => meaningsOf(received).map(({ kind }) => kind)
const SETTLED = { FEDNOW: 'ACSC', RTP: 'ACTC' } as const

for (const rail of ['FEDNOW', 'RTP'] as const) {
  test(`${rail}: a payment is settled once, however often the network says so`, async () => {
    const bank = await bench(rail)
    const { paymentId, message } = await bank.pay()
    assert.match(
      message.messageId,
      rail === 'FEDNOW' ? /^20260701\d{9}[0-9A-Z]{18}$/ : /^M20260701\d{9}A1B[0-9A-Z]{14}$/,
    )
    const word = { us: bank.us, original: message, status: SETTLED[rail] }
    const settled = await bank.receive(statusAbout(rail, { ...word, now: bank.later(1).now, suffix: 'S1' }))
    const [meaning] = meaningsOf(settled)
    assert.ok(meaning?.kind === 'settled')
    assert.deepEqual([meaning.paymentId, meaning.settledOn.toString()], [paymentId, '2026-07-01'])
    assert.deepEqual(
      kinds(await bank.receive(statusAbout(rail, { ...word, now: bank.later(1).now, suffix: 'S2' }))),
      [],
    )
    assert.equal(await bank.nextClock(), undefined)
    const opposite = { ...word, status: 'RJCT', code: 'AC03', now: bank.later(1).now, suffix: 'S3' }
    assert.deepEqual(kinds(await bank.receive(statusAbout(rail, opposite))), ['exception'])
  })

  test(`${rail}: a rejected payment has the code and the reason of the network`, async () => {
    const bank = await bench(rail)
    const { paymentId, message } = await bank.pay()
    const word = { us: bank.us, original: message, status: 'RJCT', code: 'AC03', now: bank.later(1).now, suffix: 'R1' }
    const [meaning] = meaningsOf(await bank.receive(statusAbout(rail, word)))
    assert.ok(meaning?.kind === 'rejected')
    assert.deepEqual([meaning.paymentId, meaning.code, meaning.reason], [paymentId, 'AC03', 'as the operator says'])
  })

  test(`${rail}: a reference, remittance and the reason of a return leave in ASCII, as the status request names them`, async () => {
    const bank = await bench(rail)
    const { message } = await bank.pay({ endToEndId: 'Zoë-7', remittance: ['Füße', '5 €'] })
    assert.match(message.content, /<EndToEndId>Zoe-7<.*<Ustrd>Fusse 5 EUR</)
    assert.match((await bank.later(25).ring()).replies[0]!.content, /EndToEndId>Zoe-7</)
    assert.match((await bank.pay({ endToEndId: '🙂' })).message.content, /<EndToEndId>NOTPROVIDED</)
    const { messageId, bytes } = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'Z1' })
    await bank.receive(bytes)
    const { receiptId } = await bank.answer(messageId, { kind: 'accept' })
    const back = { receiptId, messageId, amount: { amount: 1n, currency: 'USD' }, code: 'AC04', reason: 'Zoë moved' }
    const [returned] = await bank.act(async (tx) => {
      const made = await bank.network.sendBack(tx, bank.institution, back, bank.now)
      return { messages: made, result: made }
    })
    assert.match(returned!.content, />(AC04 )?Zoe moved</)
  })

  test(`${rail}: a payment that the network cannot carry stops no other`, async () => {
    const bank = await bench(rail)
    const good = instructionOf(bank, {})
    const bad = [
      instructionOf(bank, { currency: 'EUR' }),
      instructionOf(bank, { amount: 1_000_000_001n }),
      instructionOf(bank, { creditorBank: { routingNumber: '091000018' } }),
      instructionOf(bank, { remittance: ['x'.repeat(141)] }),
      instructionOf(bank, { creditorAccount: { number: 'DE89370400440532013000', isIban: true } }),
      ...(rail === 'RTP' ? [instructionOf(bank, { creditor: { name: 'B', identification: '1' } })] : []),
    ]
    const { messages, unwritable } = await service.app.db.transaction((tx) =>
      bank.network.pay(tx, bank.institution, [...bad, good], bank.now),
    )
    assert.deepEqual(
      messages.map(({ paymentId }) => paymentId),
      [good.paymentId],
    )
    assert.deepEqual(
      unwritable.map(({ paymentId }) => paymentId),
      bad.map(({ paymentId }) => paymentId),
    )
  })

  test(`${rail}: a credit waits for our answer, settles after it, and is returned`, async () => {
    const bank = await bench(rail)
    const { messageId, bytes } = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'C1' })
    const [meaning] = meaningsOf(await bank.receive(bytes))
    assert.ok(meaning?.kind === 'received')
    const { credit } = meaning
    assert.deepEqual(
      [
        credit.amount,
        credit.isSettled,
        credit.creditorAccount?.number,
        credit.debtor.name,
        credit.debtorBank.routingNumber,
      ],
      [5_174n, false, '12345', 'Individual A', OTHER_BANK],
    )
    assert.equal(credit.answerBy?.toString(), start.add({ seconds: 5 }).toString())
    const { receiptId, messages } = await bank.later(1).answer(messageId, { kind: 'accept' })
    assert.deepEqual(statusIn(messages[0]!.content), { status: 'ACTC', code: undefined, about: messageId })
    assert.equal(messages[0]!.leavesBy?.toString(), start.add({ seconds: 20 }).toString())
    const word = { us: bank.us, original: { messageId }, status: SETTLED[rail], now: bank.later(1).now, suffix: 'C2' }
    assert.deepEqual(kinds(await bank.receive(statusAbout(rail, word))), ['creditSettled'])

    const back = { receiptId, messageId, amount: { amount: 5_174n, currency: 'USD' }, code: 'AC04', reason: 'closed' }
    const [returned] = await bank.act(async (tx) => {
      const made = await bank.network.sendBack(tx, bank.institution, back, bank.now)
      return { messages: made, result: made }
    })
    assert.equal(returned?.messageType, rail === 'FEDNOW' ? 'pacs.004.001.10' : 'pacs.008.001.08')
    const settled = { us: bank.us, original: returned!, status: SETTLED[rail], now: bank.later(1).now, suffix: 'C3' }
    const [end] = meaningsOf(await bank.receive(statusAbout(rail, settled)))
    assert.ok(end?.kind === 'returnSettled')
    assert.equal(end.receiptId, receiptId)
  })

  test(`${rail}: a credit for nobody is rejected with a code of the network, and one under review waits`, async () => {
    const bank = await bench(rail)
    const unknown = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'N1' })
    await bank.receive(unknown.bytes)
    const reject = { kind: 'reject', code: 'AC01', reason: 'no such account' } as const
    const { messages } = await bank.answer(unknown.messageId, reject)
    assert.deepEqual(
      [statusIn(messages[0]!.content).status, statusIn(messages[0]!.content).code],
      ['RJCT', rail === 'FEDNOW' ? 'AC01' : 'AC03'],
    )
    const reviewed = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'N2' })
    await bank.receive(reviewed.bytes)
    const without = await bank.answer(reviewed.messageId, { kind: 'acceptWithoutPosting' })
    assert.equal(statusIn(without.messages[0]!.content).status, 'ACWP')
  })

  test(`${rail}: past its time a credit is not accepted: it is rejected, or nothing is said`, async () => {
    const bank = await bench(rail)
    const late = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'L1' })
    await bank.receive(late.bytes)
    bank.later(5.001)
    assert.deepEqual((await bank.answer(late.messageId, { kind: 'accept' })).messages, [])
    const rung = await bank.ring()
    assert.deepEqual(
      rung.meanings.map(({ kind }) => kind),
      ['creditFailed'],
    )
    assert.deepEqual(statusIn(rung.replies[0]!.content).code, 'TM01')
    const silent = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'L2' })
    await bank.receive(silent.bytes)
    const after = await bank.later(20).ring()
    assert.deepEqual([after.meanings.map(({ kind }) => kind), after.replies], [['creditFailed'], []])
    const old = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'L3' })
    assert.deepEqual(kinds(await bank.later(20).receive(old.bytes)), ['informed'])
  })

  test(`${rail}: the same credit again gets the answer that it got, and is no second credit`, async () => {
    const bank = await bench(rail)
    const { messageId, bytes } = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'D1' })
    await bank.receive(bytes)
    const { messages } = await bank.answer(messageId, { kind: 'accept' })
    const again = await bank.later(1).act(async (tx) => {
      const incoming = { id: newId(bank.now), rail, content: bytes, receivedAt: bank.now }
      const made = await bank.network.answerDouble!(tx, bank.institution, incoming, bank.now)
      return { messages: made, result: made }
    })
    assert.deepEqual(
      again.map((one) => [one.messageId, one.copy, statusIn(one.content).status]),
      [[messages[0]!.messageId, 1, 'ACTC']],
    )
  })

  test(`${rail}: what breaks a rule is refused by the network's own message, with the element`, async () => {
    const bank = await bench(rail)
    const broken = [
      [{ currency: 'EUR', suffix: 'B1' }, /IntrBkSttlmAmt\/@Ccy$/],
      [{ amount: '10000000.01', suffix: 'B2' }, /IntrBkSttlmAmt$/],
      [{ bank: '091000018', suffix: 'B3' }, /InstgAgt\/FinInstnId\/ClrSysMmbId\/MmbId$/],
    ] as const
    for (const [terms, path] of broken) {
      const { bytes, messageId } = transferTo(rail, { us: bank.us, now: bank.now, ...terms })
      const refused = await bank.receive(bytes)
      assert.ok('why' in refused)
      assert.match(refused.path ?? '', path)
      assert.deepEqual(statusIn(refused.replies[0]!.content).about, messageId)
    }
    const skewed = transferTo(rail, { us: bank.us, now: bank.now.add({ minutes: 5 }), suffix: 'B4' })
    const early = await bank.receive(skewed.bytes)
    assert.ok('why' in early)
    assert.equal(statusIn(early.replies[0]!.content).code, 'DT04')
    const garbled = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'B5' }).bytes.replace('<Cdtr>', '<Cdtrr>')
    const unreadable = await bank.receive(garbled.replace('</Cdtr>', '</Cdtrr>'))
    assert.ok('why' in unreadable)
    assert.equal(unreadable.replies.length, 1)
    assert.deepEqual(await bank.receive('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>').then((one) => one.replies), [])
  })

  test(`${rail}: a silence is asked about at 25 s, four times, and then a person decides`, async () => {
    const bank = await bench(rail)
    const { paymentId, message } = await bank.pay()
    assert.equal((await bank.nextClock())?.toString(), start.add({ seconds: 25 }).toString())
    assert.deepEqual((await bank.later(24.9).ring()).replies, [])
    bank.later(0.1)
    for (let times = 1; times <= 4; times++) {
      const [question, ...others] = (await bank.ring()).replies
      assert.equal(others.length, 0)
      const asked = heard(question!.content)
      if (rail === 'FEDNOW') assert.equal(asked.type, 'pacs.028.001.03')
      else {
        assert.deepEqual([question!.messageId, question!.copy], [message.messageId, times])
        assert.equal(asked.header?.content.CpyDplct, 'DUPL')
        assert.deepEqual(asked.document, heard(message.content).document)
      }
      bank.later(25)
    }
    const given = await bank.ring()
    assert.deepEqual(
      given.meanings.map((meaning) => [meaning.kind, 'paymentId' in meaning && meaning.paymentId]),
      [['exception', paymentId]],
    )
    const word = { us: bank.us, original: message, status: SETTLED[rail], now: bank.later(100).now, suffix: 'Q1' }
    assert.deepEqual(kinds(await bank.receive(statusAbout(rail, word))), ['settled'])
  })

  test(`${rail}: our request for a return is refused or agreed, and the first final answer stays`, async () => {
    const bank = await bench(rail)
    const { paymentId, message } = await bank.pay()
    const word = { us: bank.us, original: message, status: SETTLED[rail], now: bank.later(1).now, suffix: 'T1' }
    await bank.receive(statusAbout(rail, word))
    const asked = { paymentId, messageId: message.messageId, caseId: 'CASE-1', code: 'DUPL', reason: 'Sent twice' }
    const [request] = await bank.act(async (tx) => {
      const made = await bank.network.requestReturn(tx, bank.institution, asked, bank.now)
      return { messages: made, result: made }
    })
    const about = { messageId: request!.messageId, caseId: 'CASE-1' }
    const refusal = requestAnswer(rail, { us: bank.us, now: bank.now, suffix: 'T2', answer: 'RJCR' }, about)
    const [meaning] = meaningsOf(await bank.receive(refusal))
    assert.ok(meaning?.kind === 'returnAnswered')
    assert.deepEqual([meaning.paymentId, meaning.answer], [paymentId, 'Refused'])
  })

  test(`${rail}: a request for a return of a credit is answered once, and one for nothing is refused at once`, async () => {
    const bank = await bench(rail)
    const credit = transferTo(rail, { us: bank.us, now: bank.now, suffix: 'U1' })
    await bank.receive(credit.bytes)
    await bank.answer(credit.messageId, { kind: 'accept' })
    const word = { us: bank.us, original: credit, status: SETTLED[rail], now: bank.later(1).now, suffix: 'U2' }
    await bank.receive(statusAbout(rail, word))
    const request = returnRequest(rail, { us: bank.us, now: bank.now, suffix: 'U3', amount: '51.74' }, credit)
    const [meaning] = meaningsOf(await bank.receive(request.bytes))
    assert.ok(meaning?.kind === 'returnRequested')
    assert.deepEqual([meaning.originalIdentity, meaning.code, meaning.reason], [credit.messageId, 'DUPL', 'Sent twice'])
    const answer = { caseId: meaning.caseId, isAccepted: false, code: 'LEGL', reason: 'A dispute' }
    const say = () =>
      bank.act(async (tx) => {
        const made = await bank.network.answerReturnRequest(tx, bank.institution, answer, bank.now)
        return { messages: made, result: made.map(({ messageType }) => messageType) }
      })
    assert.deepEqual([await say(), await say()], [['camt.029.001.09'], []])

    const missing = { messageId: operatorId(rail, 'NOPE', bank.now) }
    const unknown = returnRequest(rail, { us: bank.us, now: bank.now, suffix: 'U4', amount: '1.00' }, missing)
    const refused = await bank.receive(unknown.bytes)
    assert.deepEqual(kinds(refused), ['informed'])
    assert.ok(refused.replies.some(({ messageType }) => messageType === 'camt.029.001.09'))
  })

  test(`${rail}: a request for payment is told to the bank, and answered once`, async () => {
    const bank = await bench(rail)
    const terms = { us: bank.us, now: bank.now, suffix: 'V1', amount: '20.00', account: '12345' }
    const { messageId, bytes } = paymentRequest(rail, terms)
    const [meaning] = meaningsOf(await bank.receive(bytes))
    assert.ok(meaning?.kind === 'paymentRequested')
    assert.deepEqual(
      [meaning.request.amount, meaning.request.creditor.name, meaning.request.debtorAccount?.number],
      [2_000n, 'Utility Co', '12345'],
    )
    assert.equal(meaning.request.expiresAt?.toString(), '2026-07-09T04:00:00Z')
    const answer = { requestId: messageId, isAccepted: false, code: 'CUST', reason: 'Not mine' }
    const said = await bank.act(async (tx) => {
      const made = await bank.network.answerPaymentRequest!(tx, bank.institution, answer, bank.now)
      return { messages: made, result: made.map(({ messageType }) => messageType) }
    })
    assert.deepEqual(said, ['pain.014.001.07'])
  })
}

test('FEDNOW: a message that the service never got leaves again with its id, and a new time stamp', async () => {
  const bank = await bench('FEDNOW')
  const { message } = await bank.pay()
  await bank.later(25).ring()
  const word = { us: bank.us, original: message, status: 'RJCT', code: 'NOOR', now: bank.later(1).now, suffix: 'M1' }
  const unknown = await bank.receive(statusAbout('FEDNOW', word))
  assert.deepEqual(kinds(unknown), [])
  const [again] = unknown.replies
  assert.deepEqual([again?.messageId, again?.copy], [message.messageId, 1])
  const [before, after] = [heard(message.content), heard(again!.content)]
  assert.deepEqual(after.document, before.document)
  assert.notEqual(after.header?.content.CreDt, before.header?.content.CreDt)
})

test('FEDNOW: accepted without posting is settled, and what the other bank does later is only told', async () => {
  const bank = await bench('FEDNOW')
  const { message } = await bank.pay()
  const word = { us: bank.us, original: message }
  const say = (status: string, suffix: string) =>
    bank.receive(statusAbout('FEDNOW', { ...word, status, now: bank.later(1).now, suffix }))
  assert.deepEqual(kinds(await say('ACWP', 'W1')), ['settled'])
  for (const [status, suffix] of [
    ['PDNG', 'W2'],
    ['BLCK', 'W3'],
    ['RJCT', 'W4'],
    ['ACCC', 'W5'],
  ] as const)
    assert.deepEqual(kinds(await say(status, suffix)), ['accepted'], status)
})

test('FEDNOW: a request for payment is withdrawn by the id of its message, or a person decides', async () => {
  const bank = await bench('FEDNOW')
  const terms = { us: bank.us, now: bank.now, amount: '20.00' }
  const { messageId } = paymentRequest('FEDNOW', { ...terms, suffix: 'X5', account: '12345' })
  const bytes = withdrawal({ ...terms, suffix: 'X6' }, { messageId })
  const received = await bank.receive(bytes)
  const [meaning] = meaningsOf(received)
  assert.ok(meaning?.kind === 'requestWithdrawn')
  assert.deepEqual(
    [meaning.requestId, meaning.from, meaning.amount, meaning.reason],
    [messageId, OTHER_BANK, { amount: 2_000n, currency: 'USD' }, 'CUST Paid by card'],
  )
  assert.deepEqual(
    received.replies.map(({ messageType }) => messageType),
    ['admi.007.001.01'],
  )
  const named = /<OrgnlGrpInf>.*<\/OrgnlGrpInf>/
  const nameless = withdrawal({ ...terms, suffix: 'X7' }, { messageId }).replace(named, '')
  assert.deepEqual(kinds(await bank.receive(nameless)), ['exception'])
})

test('FEDNOW: a return of a payment is accepted, and has come when the service confirms it', async () => {
  const bank = await bench('FEDNOW')
  const { paymentId, message } = await bank.pay()
  const settled = { us: bank.us, original: message, status: 'ACSC', now: bank.later(1).now, suffix: 'X1' }
  await bank.receive(statusAbout('FEDNOW', settled))
  const back = returnOfPayment({ us: bank.us, now: bank.now, suffix: 'X2', amount: '51.74' }, message)
  const received = await bank.receive(back.bytes)
  assert.deepEqual(kinds(received), [])
  assert.deepEqual(statusIn(received.replies[0]!.content), { status: 'ACTC', code: undefined, about: back.messageId })
  const word = { us: bank.us, original: back, status: 'ACSC', now: bank.later(1).now, suffix: 'X3' }
  const [meaning] = meaningsOf(await bank.receive(statusAbout('FEDNOW', word)))
  assert.ok(meaning?.kind === 'returned')
  assert.deepEqual(
    [meaning.paymentId, meaning.code, meaning.reason, meaning.amount],
    [paymentId, 'AC04', 'Account closed', { amount: 5_174n, currency: 'USD' }],
  )
  const more = returnOfPayment({ us: bank.us, now: bank.now, suffix: 'X4', amount: '51.75' }, message)
  const refused = await bank.receive(more.bytes)
  assert.deepEqual([kinds(refused), statusIn(refused.replies[0]!.content).code], [['exception'], 'AM02'])
})

test('RTP: the return of a payment is a credit of its own that names it', async () => {
  const bank = await bench('RTP')
  const { paymentId, message } = await bank.pay()
  const settled = { us: bank.us, original: message, status: 'ACTC', now: bank.later(1).now, suffix: 'Y1' }
  await bank.receive(statusAbout('RTP', settled))
  const returns = message.messageId.slice(1)
  const back = transferTo('RTP', { us: bank.us, now: bank.now, suffix: 'Y2', returns })
  const [meaning] = meaningsOf(await bank.receive(back.bytes))
  assert.ok(meaning?.kind === 'received')
  assert.equal(meaning.credit.returnsPaymentId, paymentId)
})
