import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeMail, isTooLate, type PaymentToTell, retryAfterMinutes } from './payment-mail.ts'

const payment: PaymentToTell = {
  paymentId: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  entryType: 'CREDIT',
  status: 'PROCESSED',
  institutionName: 'First Example Bank',
  senderName: 'Blue Harbor Coffee LLC',
  senderAccountNumber: '400000001',
  receiverName: 'Highland Beans Inc',
  receiverAccountNumber: '700100200300',
  amount: 123_456n,
  currency: 'USD',
  paymentDate: '2026-07-13',
  externalReferenceId: 'invoice-118',
  message: 'Thank you\nfor the beans',
}

test("composeMail: states the amount, the sender, the receiver and the sender's message", () => {
  assert.deepEqual(composeMail(payment), {
    subject: 'Payment of 1234.56 USD from Blue Harbor Coffee LLC: completed',
    text: `The payment of 1234.56 USD from Blue Harbor Coffee LLC to Highland Beans Inc, account ****0300, was paid.

Payment date: 2026-07-13
Reference: invoice-118
Payment: 0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d

Blue Harbor Coffee LLC says:
Thank you
for the beans

First Example Bank
`,
  })
})

test('composeMail: for a debit, states who collected from whom', () => {
  const { subject, text } = composeMail({ ...payment, entryType: 'DEBIT', status: 'RETURNED' })
  assert.equal(subject, 'Direct debit of 1234.56 USD by Blue Harbor Coffee LLC: returned')
  assert.match(
    text,
    /^The direct debit of 1234\.56 USD by Blue Harbor Coffee LLC from Highland Beans Inc, account \*{4}0300, was returned by the bank of that account\.\n/,
  )
})

test("composeMail: masks the payment's account numbers everywhere, even in the sender's message", () => {
  const message = 'from 400000001 to 700100200300'
  const { subject, text } = composeMail({
    ...payment,
    message,
    externalReferenceId: '700100200300',
    senderName: 'Account 400000001',
  })
  assert.match(text, /from \*\*\*\*0001 to \*\*\*\*0300/)
  for (const number of ['400000001', '700100200300']) assert.ok(!`${subject}${text}`.includes(number))
})

test('composeMail: a name cannot start a new line, in the subject or in the text', () => {
  for (const lineEnd of ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0']) {
    const { subject, text } = composeMail({ ...payment, senderName: `Blue${lineEnd}Bcc: all@bank.example` })
    assert.equal(subject, 'Payment of 1234.56 USD from Blue Bcc: all@bank.example: completed')
    assert.ok(text.split('\n').every((line) => !line.startsWith('Bcc')))
  }
  const { text } = composeMail({ ...payment, message: 'a\u0007\0b\r\nc' })
  assert.ok(text.includes('a  b\nc'))
})

test('retryAfterMinutes: waits grow to an hour and never pass a day', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 100].map((attempts) => retryAfterMinutes(attempts, 0)),
    [1, 5, 15, 30, 60, 60, 60],
  )
  assert.equal(retryAfterMinutes(9, 23 * 60), 60)
  assert.equal(retryAfterMinutes(9, 23 * 60 + 1), undefined)
  assert.deepEqual([isTooLate(24 * 60), isTooLate(24 * 60 + 1)], [false, true])
})

test('composeMail: without a message, the mail quotes nobody', () => {
  assert.ok(!composeMail({ ...payment, message: null }).text.includes(' says:'))
})

test('composeMail: trims spaces around a name', () => {
  const { subject } = composeMail({ ...payment, senderName: '\nBlue Harbor ' })
  assert.equal(subject, 'Payment of 1234.56 USD from Blue Harbor: completed')
})

test('composeMail: a subject has at most 150 characters', () => {
  const { subject } = composeMail({ ...payment, senderName: 'B'.repeat(200) })
  assert.equal(subject.length, 150)
})
