import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import fc from '../support/fast-check.ts'
import { type MessageBank, openMessageBank, type Said } from '../support/message-bank.ts'

let bank: MessageBank
before(async () => {
  bank = await openMessageBank()
})
after(() => bank.stop())

const day = Temporal.PlainDate.from('2026-07-01')
const settled = (paymentId: string): Said => ({ kind: 'settled', paymentId, settledOn: day })
const rejected = (paymentId: string): Said => ({ kind: 'rejected', paymentId, code: 'AC01', reason: 'no such account' })
const returned = (paymentId: string, amount = 40_00n, currency = 'USD'): Said => ({
  ...{ kind: 'returned', paymentId, code: 'AC04', reason: 'closed', returnedOn: day, amount: { amount, currency } },
})

async function assertProved() {
  const { tenantId } = bank
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, tenantId)),
    ...(await verifySettlements(db, tenantId)),
  ])
  assert.deepEqual(found, [])
  assert.equal(await bank.bookOf('clearing:FEDWIRE:USD'), 0n)
}

test('a payment with a committed message cannot be cancelled, and is TRANSMITTED once it has left', async () => {
  const { paymentUID } = await bank.pays({}, { leaves: false })
  assert.equal(await bank.statusOf(paymentUID), 'READY_TO_TRANSMIT')
  assert.equal((await bank.call('PUT', `/v3/payments/${paymentUID}/cancel`, {})).status, 409)
  await bank.leaves()
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
  await bank.leaves()
  assert.equal(await bank.statusOf(paymentUID), 'TRANSMITTED')
})

test('an instruction carries the parties, banks, addresses and references of the payment', async () => {
  const { paymentUID } = await bank.pays({ additionalInfo: { originatortoBeneficiary: 'Invoice 118' } })
  const sent = bank.networkOf('FEDWIRE').instructions.find(({ paymentId }) => paymentId === paymentUID)!
  assert.equal(sent.amount, 40_00n)
  assert.equal(sent.debtorBank.routingNumber, bank.institution.routingNumber)
  assert.deepEqual(sent.remittance, ['Invoice 118'])
  assert.match(sent.uetr, /^[0-9a-f-]{14}4/)
  assert.ok(sent.debtor.address?.townName)
  assert.ok(sent.creditorBank.routingNumber)
})

test('a payment that no message can carry fails, and stops no other', async () => {
  const payer = await bank.pays({}, { contact: { name: 'UNWRITABLE NAME' }, leaves: false })
  const payment = await bank.payment(payer.paymentUID)
  assert.equal(payment.status, 'VALIDATION_FAILURE')
  assert.match(payment.failureReason, /its FEDWIRE message is not valid: no such name/)
  assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
})

test('settled: the payment is final, its hold is posted, and clearing is empty', async () => {
  const payer = await bank.pays()
  assert.deepEqual(await bank.says('FEDWIRE', [settled(payer.paymentUID)]), [])
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  await assertProved()
})

test('settled before its hand-over was noted: it left, and is final', async () => {
  const { paymentUID } = await bank.pays({}, { leaves: false })
  assert.deepEqual(await bank.says('FEDWIRE', [settled(paymentUID)]), [])
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  await bank.leaves()
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
})

test('rejected before it settled: it fails with the code, and holds, fees and limits are given back', async () => {
  const payer = await bank.pays()
  assert.deepEqual(await bank.says('FEDWIRE', [rejected(payer.paymentUID)]), [])
  const payment = await bank.payment(payer.paymentUID)
  assert.equal(payment.status, 'VALIDATION_FAILURE')
  assert.match(payment.failureReason, /AC01, no such account/)
  assert.equal(payment.bankFee, undefined)
  assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
  await assertProved()
})

test('returned: the whole amount comes back', async () => {
  const payer = await bank.pays()
  await bank.says('FEDWIRE', [settled(payer.paymentUID)])
  assert.deepEqual(await bank.says('FEDWIRE', [returned(payer.paymentUID)]), [])
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  await assertProved()
})

test('returned with charges deducted: what came back is booked, and the difference shows', async () => {
  const payer = await bank.pays()
  await bank.says('FEDWIRE', [settled(payer.paymentUID)])
  const before = Number((await bank.balance(payer)).ledger)
  assert.deepEqual(await bank.says('FEDWIRE', [returned(payer.paymentUID, 38_50n)]), [])
  assert.equal(Number((await bank.balance(payer)).ledger) - before, 38.5)
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  await assertProved()
})

test('returned before it was reported settled: it settled, and came back', async () => {
  const { paymentUID } = await bank.pays()
  assert.deepEqual(await bank.says('FEDWIRE', [returned(paymentUID)]), [])
  assert.equal(await bank.statusOf(paymentUID), 'RETURNED')
  assert.deepEqual(await bank.says('FEDWIRE', [settled(paymentUID)]), [])
  await assertProved()
})

test('an answer of another amount or currency is an exception, and posts nothing', async () => {
  const { paymentUID } = await bank.pays()
  await bank.says('FEDWIRE', [settled(paymentUID)])
  for (const answer of [returned(paymentUID, 40_01n), returned(paymentUID, 40_00n, 'EUR')]) {
    const [raised] = await bank.says('FEDWIRE', [answer])
    assert.match(raised!.why, /comes back, but the payment was 40\.00 USD/)
  }
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
  await assertProved()
})

test('an answer to an unknown payment, or to one over another rail, is an exception', async () => {
  const { paymentUID } = await bank.pays()
  const unknown = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
  assert.match((await bank.says('FEDWIRE', [settled(unknown)]))[0]!.why, /no such payment/)
  assert.match((await bank.says('FEDNOW', [settled(paymentUID)]))[0]!.why, /no such payment over FEDNOW/)
})

test('an answer that contradicts the end of a payment is an exception that a person resolves', async () => {
  const { paymentUID } = await bank.pays()
  await bank.says('FEDWIRE', [settled(paymentUID)])
  assert.match((await bank.says('FEDWIRE', [rejected(paymentUID)]))[0]!.why, /is PROCESSED/)
  const path = '/v1/institution/messageexceptions'
  const listed = (await bank.call('GET', `${path}?page=1&limit=10&paymentUID=${paymentUID}`)).body.data
  assert.equal(listed.length, 1)
  const one = `${path}/${listed[0].exceptionUID}/resolve`
  assert.equal((await bank.call('POST', one, { notes: 'asked Fedwire' })).body.data.status, 'Resolved')
  assert.equal((await bank.call('POST', one, {})).status, 409)
})

test('a message that came before is a double, and means nothing new', async () => {
  const { paymentUID } = await bank.pays()
  await bank.says('FEDWIRE', [settled(paymentUID)], 'twice')
  const again = await bank.arrives('FEDWIRE', [returned(paymentUID)], 'twice')
  await bank.imports()
  assert.equal(await bank.messageStatus(again), 'Double')
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
})

test('a message that fails, and one that cannot be read, stop no other', async () => {
  const { paymentUID } = await bank.pays()
  const poison = await bank.arrives('FEDWIRE', new Error('poison'))
  const good = await bank.arrives('FEDWIRE', [settled(paymentUID)])
  await bank.imports()
  assert.equal(await bank.messageStatus(poison), 'Received')
  assert.equal(await bank.messageStatus(good), 'Processed')
  assert.equal(await bank.statusOf(paymentUID), 'PROCESSED')
})

test('a payment shows its UETR, IMAD and OMAD, is found by each, and its timeline shows each message', async () => {
  const { paymentUID } = await bank.pays()
  const id = await bank.arrives('FEDWIRE', [settled(paymentUID)], undefined, { omad: `O-${paymentUID.slice(0, 8)}` })
  await bank.imports()
  assert.equal(await bank.messageStatus(id), 'Processed')
  const { uetr, fedWireDetails } = await bank.payment(paymentUID)
  assert.match(uetr, /^[0-9a-f-]{14}4/)
  assert.match(fedWireDetails.imad, /^FEDWIRE-/)
  for (const filter of [{ uetr }, { imad: fedWireDetails.imad }, { omad: fedWireDetails.omad }]) {
    const found = (await bank.call('POST', '/payments/search', { limit: 10, ...filter })).body.data
    assert.deepEqual(
      found.map((one: { paymentUID: string }) => one.paymentUID),
      [paymentUID],
      JSON.stringify(filter),
    )
  }
  const { entries } = (await bank.call('GET', `/v3/payments/${paymentUID}/timeline`)).body.data
  const messages = entries.filter((one: { kind: string }) => one.kind === 'railMessage')
  assert.deepEqual(
    messages.map((one: { event: string; messageType: string }) => [one.event, one.messageType]),
    [
      ['sent', 'pacs.008'],
      ['received', 'pacs.002'],
    ],
  )
})

test('a payment shows why its network rejected it, and what came back of one that was returned', async () => {
  const failed = await bank.pays()
  await bank.says('FEDWIRE', [rejected(failed.paymentUID)])
  const answer = (await bank.payment(failed.paymentUID)).networkAnswer
  assert.deepEqual(answer, { code: 'AC01', reason: 'no such account' })
  const back = await bank.pays()
  await bank.says('FEDWIRE', [settled(back.paymentUID)])
  await bank.says('FEDWIRE', [returned(back.paymentUID, 38_50n)])
  assert.deepEqual((await bank.payment(back.paymentUID)).networkAnswer, {
    ...{ code: 'AC04', reason: 'closed', returnDate: '2026-07-01' },
    ...{ returnedAmount: '38.50 USD', deducted: '1.50 USD' },
  })
})

const accepted = (paymentId: string): Said => ({ kind: 'accepted', paymentId, code: 'ACSP' })

test('whatever order and however often answers come, each payment has one legal end, and the books agree', async () => {
  const answers = fc.array(fc.constantFrom('leaves', 'accepted', 'settled', 'rejected', 'returned', 'part'), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(answers, async (said) => {
      const { paymentUID } = await bank.pays({}, { leaves: false })
      let end: string | undefined
      for (const answer of said) {
        if (answer === 'leaves') await bank.leaves()
        else if (answer === 'accepted') await bank.says('FEDWIRE', [accepted(paymentUID)])
        else if (answer === 'settled') await bank.says('FEDWIRE', [settled(paymentUID)])
        else if (answer === 'rejected') await bank.says('FEDWIRE', [rejected(paymentUID)])
        else await bank.says('FEDWIRE', [returned(paymentUID, answer === 'part' ? 39_00n : 40_00n)])
        if (end === undefined && ['rejected', 'returned', 'part'].includes(answer)) {
          const status = await bank.statusOf(paymentUID)
          end = status === 'PROCESSED' ? undefined : status
        }
      }
      const status = await bank.statusOf(paymentUID)
      const isAnswered = said.some((answer) => answer !== 'leaves')
      assert.ok(
        isAnswered || said.includes('leaves')
          ? ['TRANSMITTED', 'PROCESSED', 'RETURNED', 'VALIDATION_FAILURE'].includes(status)
          : status === 'READY_TO_TRANSMIT',
        `${said} → ${status}`,
      )
      // The first end stays, whatever comes later.
      if (end) assert.equal(status, end, `${said}`)
      if (said.includes('settled') && !said.includes('rejected'))
        assert.equal(status, said.includes('returned') || said.includes('part') ? 'RETURNED' : 'PROCESSED')
      await assertProved()
    }),
    { numRuns: 15 },
  )
})
