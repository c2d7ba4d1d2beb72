/** What an instant network, or somebody in its name, must not be able to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstantBank } from './instant-bank.ts'
import { statusIn } from './iso20022/instant-operator.ts'
import { createPayer } from './test-service.ts'

export function testHostileNetwork(rail: string, bankOf: () => InstantBank): void {
  test(`${rail}: a rejection by the rules has the code and the element, and no receipt`, async () => {
    const bank = bankOf()
    const before = (await bank.receipts()).length
    const now = bank.clock.now()
    const broken = [
      [{ currency: 'EUR' }, rail === 'RTP' ? 'AC11' : 'AM03'],
      [{ amount: '0.00' }, rail === 'RTP' ? 'AM12' : 'AM01'],
      [{ amount: '10000000.01' }, 'AM02'],
      [{ creditorBank: '021000021' }, 'RC04'],
      [{ bank: '091000018' }, 'RC03'],
      [{ now: now.add({ seconds: 61 }) }, 'DT04'],
    ] as const
    for (const [terms, code] of broken) {
      await bank.says(bank.credit(terms).bytes)
      const answers = (await bank.heard()).filter(({ message }) => message.type === 'pacs.002.001.10')
      assert.deepEqual(
        answers.map(({ bytes }) => [statusIn(bytes).status, statusIn(bytes).code]),
        [['RJCT', code]],
        JSON.stringify(terms, (_, value) => String(value)),
      )
    }
    assert.equal((await bank.receipts()).length, before)
    await bank.assertClear()
  })

  test(`${rail}: what names no end-to-end id, or another participant, is refused by the network's own message`, async () => {
    const bank = bankOf()
    const before = (await bank.receipts()).length
    const refusal = rail === 'RTP' ? 'pacs.002.001.10' : 'admi.002.001.01'
    const nameless = bank.credit().bytes.replace(/<(\w+:)?EndToEndId>[^<]*<\/\1?EndToEndId>/, '')
    for (const bytes of [nameless, bank.credit({ to: '021000021' }).bytes]) {
      await bank.says(bytes)
      await bank.hears(refusal)
    }
    const sql = `select refusal->>'path' as path from rail_messages where status = 'Quarantined' order by id desc limit 2`
    const paths = (await bank.service.query<{ path: string }>(sql)).map(({ path }) => path.split('/').at(-1))
    assert.deepEqual(paths, ['To', 'EndToEndId'])
    assert.equal((await bank.receipts()).length, before)
  })

  test(`${rail}: a credit whose time is over when it comes is not answered, and moves no money`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const old = { account: String(payer.accountNumber), now: bank.clock.now().subtract({ seconds: 20 }) }
    await bank.says(bank.credit(old).bytes)
    assert.deepEqual(await bank.heard(), [])
    assert.deepEqual(await bank.balance(payer), { ledger: '100.00', available: '100.00' })
    await bank.assertClear()
  })

  test(`${rail}: the id of a credit with other content is no second credit, and changes nothing of the first`, async () => {
    const bank = bankOf()
    const payer = await createPayer(bank.service, { balance: 100 })
    const credit = bank.credit({ account: String(payer.accountNumber) })
    await bank.says(credit.bytes)
    await bank.heard()
    const before = (await bank.receipts()).length
    await bank.says(credit.bytes.replaceAll('51.74', '5174.00'))
    assert.deepEqual(await bank.heard(), [])
    assert.equal((await bank.receipts()).length, before)
    await bank.tells(credit)
    assert.deepEqual(await bank.balance(payer), { ledger: '151.74', available: '151.74' })
    await bank.assertClear()
  })

  test(`${rail}: an answer to a payment that nobody sent, or by a bank that did not get it, is left to a person`, async () => {
    const bank = bankOf()
    const payer = await bank.sends()
    const before = await bank.exceptions()
    await bank.tells({ messageId: `${payer.messageId.slice(0, -3)}ZZZ` })
    await bank.tells(payer, undefined, undefined, '091000019')
    await bank.tells(payer, 'RJCT', 'AC04', '091000019')
    assert.equal(await bank.exceptions(), before + 3)
    assert.equal(await bank.statusOf(payer.paymentUID), 'TRANSMITTED')
    await bank.tells(payer, undefined, undefined, '021000021')
    assert.equal(await bank.statusOf(payer.paymentUID), 'PROCESSED')
    await bank.assertClear()
  })

  test(`${rail}: a credit cannot be settled before we have accepted it`, async () => {
    const bank = bankOf()
    const before = await bank.exceptions()
    const credit = bank.credit({ account: '99999999999' })
    await bank.says(credit.bytes)
    await bank.heard()
    await bank.tells(credit)
    assert.equal(await bank.exceptions(), before + 1)
    assert.equal((await bank.receipts()).at(-1)?.status, 'REJECTED')
    await bank.assertClear()
  })
}
