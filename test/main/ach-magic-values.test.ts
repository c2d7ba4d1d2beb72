/** What the account numbers of docs/guides/sandbox.md do, each with its outcome. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AchSandbox, openAchSandbox } from '../support/ach-sandbox.ts'
import { dataOf } from '../support/answers.ts'

let bank: AchSandbox
before(async () => {
  bank = await openAchSandbox()
})
after(() => bank.close())

const returning = (receiptUID: string, reason: string) =>
  bank.call('POST', `/v3/receipts/${receiptUID}/return`, { reason })

const receiptFor = async (payer: Parameters<AchSandbox['receiptsOf']>[0]) => (await bank.receiptsOf(payer))[0]

test('answers come late, twice or contested, and returns are dishonored: each has its outcome', async () => {
  const [late, doubled, contested] = [
    await bank.payerTo('998403'),
    await bank.payerTo('998803'),
    await bank.payerTo('998571'),
  ]
  const paid = [await bank.pay(late), await bank.pay(doubled), await bank.pay(contested)] as const
  const abroad = await bank.payerAbroad('998502')
  const international = await bank.pay(abroad)
  const debtor = await bank.payerTo('700100200300', { balance: 1, account: { accountNumber: '9987610001' } })
  await bank.simulates({
    ...{ direction: 'Debit', accountNumber: debtor.accountNumber, amount: '50.00', receiverName: 'Bo Example' },
  })

  // The debit without funds has come and gone back.
  await bank.travel('2026-07-02T03:00:00.000Z')
  assert.equal((await receiptFor(debtor))?.status, 'RETURNED')

  // The return of July 1 is dishonored on the banking day after it settles.
  await bank.travel('2026-07-04T03:00:00.000Z')
  assert.deepEqual(await bank.answersTo(paid[1]), ['R03 Applied'], 'the second file has nothing new')
  assert.equal(await bank.statusOf(paid[1]), 'RETURNED')
  assert.equal(await bank.ledgerBalance(doubled), '100.00')
  assert.deepEqual(await bank.answersTo(international), ['R02 Applied'], 'an entry abroad comes back, too')
  assert.equal(await bank.statusOf(international), 'RETURNED')
  assert.equal(await bank.ledgerBalance(abroad), '100.00')
  const again = await bank.service.query<{ name: string; status: string }>(
    `select name, status from incoming_files where name like 'answers-again-%'`,
  )
  assert.deepEqual(
    again.map(({ status }) => status),
    ['IMPORTED'],
  )
  assert.deepEqual(await bank.answersTo(paid[2]), ['R71 Exception'], 'a person decides on a contested return')
  assert.equal(await bank.statusOf(paid[2]), 'PROCESSED')
  const receipt = await receiptFor(debtor)
  assert.equal(receipt.status, 'DISHONORED')
  dataOf(await returning(receipt.receiptUID, 'R73'))

  await bank.travel('2026-07-11T03:00:00.000Z')
  assert.equal((await receiptFor(debtor))?.status, 'CONTESTED', 'the operator takes what we contest')
  assert.equal(await bank.ledgerBalance(debtor), '1.00')
  assert.deepEqual(await bank.answersTo(paid[0]), ['R03 Exception R68'], 'after the time for returns')
  assert.equal(await bank.statusOf(paid[0]), 'PROCESSED')
  assert.equal(await bank.bookOf('clearing:ACH:USD'), 0n)
})

test('the operator rejects a file once: its payment settles when the file was sent again', async () => {
  const payer = await bank.payerTo('998901')
  const payment = await bank.pay(payer)
  await bank.travel('2026-07-16T03:00:00.000Z')
  assert.equal(await bank.statusOf(payment), 'TRANSMITTED')
  const [file] = await bank.service.query<{ fileId: string }>('select file_id from ach_entries where payment_id = $1', [
    payment,
  ])
  const path = `/v1/institution/files/${file!.fileId}`
  const outcomes = async () =>
    dataOf(await bank.call('GET', path)).acknowledgements.map(({ outcome }: { outcome: string }) => outcome)
  assert.deepEqual(await outcomes(), ['Rejected'])
  dataOf(await bank.call('POST', `${path}/resend`, { reason: 'The operator raised the limit' }))
  await bank.travel('2026-07-18T03:00:00.000Z')
  assert.deepEqual(await outcomes(), ['Rejected', 'Accepted'])
  assert.equal(await bank.statusOf(payment), 'PROCESSED')
})
