import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { INSTANT_RULES } from '../../src/rails/iso20022/instant/exchange.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type InstantBank, openInstantBank } from '../support/instant-bank.ts'
import { testHostileNetwork } from '../support/instant-hostile.ts'
import { testInstantDay, testInstantLife, testInstantRecalls, testInstantSilence } from '../support/instant-life.ts'
import { heard, returnOfPayment, statusIn } from '../support/iso20022/instant-operator.ts'

let bank: InstantBank
before(async () => {
  bank = await openInstantBank('FEDNOW')
})
after(() => bank.stop())

testInstantLife('FEDNOW', () => bank)
testInstantSilence('FEDNOW', () => bank)
testInstantRecalls('FEDNOW', () => bank)
testHostileNetwork('FEDNOW', () => bank)

test('FEDNOW: a payment that comes back is returned once the service confirms it', async () => {
  const payer = await bank.sends()
  await bank.tells(payer)
  const { us, clock } = bank
  const back = returnOfPayment({ us, now: clock.now(), suffix: 'BACK1', amount: '40.00' }, payer)
  await bank.says(back.bytes)
  assert.deepEqual(statusIn(await bank.hears('pacs.002.001.10')), {
    status: 'ACTC',
    code: undefined,
    about: back.messageId,
  })
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  await bank.tells(back)
  assert.equal(await bank.statusOf(payer.paymentUID), 'RETURNED')
  assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
  await bank.assertClear()
})

test('FEDNOW: after a silence its status is asked at 25 s; what it never got leaves again with its id', async () => {
  const payer = await bank.sends()
  await bank.waits(15)
  assert.deepEqual(await bank.heard(), [])
  await bank.waits(10)
  const question = heard(await bank.hears('pacs.028.001.03'))
  assert.ok(question.type === 'pacs.028.001.03')
  const asked = question.document.FIToFIPmtStsReq.TxInf?.[0]?.OrgnlGrpInf?.OrgnlMsgId
  assert.equal(asked, payer.messageId)
  await bank.tells(payer, 'RJCT', 'NOOR')
  assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
  const again = heard(await bank.hears('pacs.008.001.08'))
  assert.deepEqual(again.document, payer.message.document)
  await bank.tells(payer)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  assert.deepEqual(await bank.balance(payer), { ledger: '60.00', available: '60.00' })
  await bank.assertClear()
})

test('FEDNOW: when nobody answers four questions, a person has it asked again, and what it never got leaves', async () => {
  const payer = await bank.sends()
  const list = await bank.service.call('GET', `/v1/institution/messages?page=1&limit=1&paymentUID=${payer.paymentUID}`)
  const { messageUID } = dataOf(list)[0]
  const resend = () => bank.service.call('POST', `/v1/institution/messages/${messageUID}/resend`, { reason: 'silence' })
  for (let asked = 0; asked < INSTANT_RULES.maxAsks; asked++) {
    assertRefused(await resend(), { status: 409, code: 'INST001', says: 'FEDNOW is asked by itself at' })
    await bank.waits(25)
    await bank.hears('pacs.028.001.03')
  }
  await bank.waits(25)
  assert.deepEqual(await bank.heard(), [], 'a person decides')
  const question = dataOf(await resend())
  assert.deepEqual([question.messageType, question.resends], ['pacs.028.001.03', messageUID])
  await bank.hears('pacs.028.001.03')
  await bank.tells(payer, 'RJCT', 'NOOR')
  await bank.hears('pacs.008.001.08')
  await bank.tells(payer)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  assertRefused(await resend(), { status: 409, code: 'INST001', says: 'it has ended: Settled' })
  await bank.assertClear()
})

testInstantDay('FEDNOW', () => bank)
