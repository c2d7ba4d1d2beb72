/** ACH in both directions with the simulated operator alone, on the virtual clock of a sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AchSandbox, openAchSandbox } from '../support/ach-sandbox.ts'
import { dataOf } from '../support/answers.ts'

let bank: AchSandbox
before(async () => {
  bank = await openAchSandbox()
})
after(() => bank.close())

test('payments settle, come back and are corrected, and entries of others are posted or returned', async () => {
  const settling = await bank.payerTo('700100200300')
  const returning = await bank.payerTo('998503')
  const correcting = await bank.payerTo('998601')
  const receiving = await bank.payerTo('700100200300', { balance: 0 })
  const checked = [
    await bank.checks(await bank.payerTo('700100200300')),
    await bank.checks(await bank.payerTo('998503')),
    await bank.checks(await bank.payerTo('998601')),
  ]
  const settled = await bank.pay(settling)
  const returned = await bank.pay(returning)
  const corrected = await bank.pay(correcting)
  await bank.simulates(
    { direction: 'Credit', accountNumber: receiving.accountNumber, amount: '125.50', receiverName: 'Ada Example' },
    { direction: 'Debit', accountNumber: returning.accountNumber, amount: '990.00', receiverName: 'Bo Example' },
  )

  await bank.travel('2026-07-02T03:00:00.000Z')
  assert.equal(await bank.statusOf(settled), 'TRANSMITTED')
  const [credit] = await bank.receiptsOf(receiving)
  assert.deepEqual([credit?.status, credit?.amount], ['POSTED', '125.50'])
  assert.equal(await bank.ledgerBalance(receiving), '125.50')
  const [debit] = await bank.receiptsOf(returning)
  assert.deepEqual([debit?.status, debit?.returnCode], ['RETURNED', 'R01'], JSON.stringify(debit))
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)

  await bank.travel('2026-07-03T03:00:00.000Z')
  for (const uid of [settled, returned, corrected]) assert.equal(await bank.statusOf(uid), 'PROCESSED')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)

  await bank.travel('2026-07-04T03:00:00.000Z')
  assert.equal(await bank.statusOf(returned), 'RETURNED')
  const timeline = dataOf(await bank.call('GET', `/v3/payments/${returned}/timeline`))
  assert.match(JSON.stringify(timeline), /"achReturnCode":"R03"/)
  assert.equal(await bank.ledgerBalance(returning), '100.00')
  for (const uid of [settled, corrected]) assert.equal(await bank.statusOf(uid), 'PROCESSED')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)
  const { customerUID, contactUID } = correcting
  const contact = dataOf(await bank.call('GET', `/v2/customers/${customerUID}/contacts/${contactUID}`))
  assert.equal(contact.contactBank.accountNo, '123456789')

  const said = async () => Promise.all(checked.map((read) => read()))
  const answered = [
    ['Sent', undefined, undefined],
    ['Returned', 'R03', undefined],
    ['Sent', undefined, 'C01'],
  ]
  assert.deepEqual(await said(), answered, 'prenotifications are answered as payments are')

  const next = await bank.pay(correcting)
  await bank.travel('2026-07-08T03:00:00.000Z')
  assert.equal(await bank.statusOf(next), 'PROCESSED', 'the corrected account takes it')
  assert.equal((await said())[0]![0], 'Accepted')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)
  const met = await bank.service.query<{ outcome: string; files: bigint }>(
    'select outcome, count(*) as files from simulated_ach_originations group by outcome',
  )
  assert.deepEqual(
    met.map(({ outcome }) => outcome),
    ['Accepted'],
    'the operator takes payments and returns',
  )
})
