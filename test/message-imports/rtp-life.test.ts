import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type InstantBank, openInstantBank } from '../support/instant-bank.ts'
import { testHostileNetwork } from '../support/instant-hostile.ts'
import { testInstantDay, testInstantLife, testInstantRecalls, testInstantSilence } from '../support/instant-life.ts'
import { heard } from '../support/iso20022/instant-operator.ts'

let bank: InstantBank
before(async () => {
  bank = await openInstantBank('RTP')
})
after(() => bank.stop())

testInstantLife('RTP', () => bank)
testInstantSilence('RTP', () => bank)
testInstantRecalls('RTP', () => bank)
testHostileNetwork('RTP', () => bank)

test('RTP: after a silence the same payload leaves again as a duplicate, and settles once', async () => {
  const payer = await bank.sends()
  await bank.waits(15)
  assert.deepEqual(await bank.heard(), [])
  await bank.waits(10)
  const again = heard(await bank.hears('pacs.008.001.08'))
  assert.equal(again.header?.content.CpyDplct, 'DUPL')
  assert.deepEqual(again.document, payer.message.document)
  await bank.tells(payer)
  await bank.tells(payer)
  assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
  assert.deepEqual(await bank.balance(payer), { ledger: '60.00', available: '60.00' })
  await bank.assertClear()
})

test('RTP: a payment comes back as a credit of its own that names it, and the payer has the money again', async () => {
  const payer = await bank.sends()
  await bank.tells(payer)
  const terms = { account: String(payer.accountNumber), amount: '40.00', returns: payer.messageId.slice(1) }
  const back = bank.credit(terms)
  await bank.says(back.bytes)
  await bank.tells(back)
  const receipt = (await bank.receipts()).at(-1)!
  assert.deepEqual([receipt.status, receipt['returnsPaymentUID']], ['POSTED', payer.paymentUID])
  assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
  await bank.assertClear()
})

testInstantDay('RTP', () => bank)
