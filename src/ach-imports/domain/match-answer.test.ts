import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { SentEntry } from '../../rails/rails.ts'
import type { Answer } from './answer.ts'
import { matchAnswer } from './match-answer.ts'

const day = (date: string) => Temporal.PlainDate.from(date)

const entry = (fields: Partial<SentEntry> = {}): SentEntry => ({
  kind: 'Entry',
  paymentId: 'p1',
  customerId: 1n,
  contactId: 1n,
  traceNumber: '061099990000001',
  effectiveDate: day('2026-07-01'),
  amount: 40_00n,
  entryType: 'CREDIT',
  secCode: 'PPD',
  status: 'PROCESSED',
  receiverName: 'Ada Lund',
  receiverAccountNumber: '700-100 A',
  receiverRouting: '021000021',
  ...fields,
})

const answer = (fields: Partial<Answer> = {}, item: object = {}): Answer => ({
  kind: 'Return',
  code: 'R03',
  returnTraceNumber: null,
  returnSettlementDay: null,
  returnCode: null,
  dishonorTraceNumber: null,
  item: {
    amount: 40_00n,
    direction: 'Credit',
    accountNumber: '700100a',
    settlementDate: day('2026-07-02'),
    ...item,
  } as never,
  originalTraceNumber: '061099990000001',
  otherDfi: '02100002',
  correctedData: null,
  notes: '',
  ...fields,
})

const always = () => true
const found = (matched: ReturnType<typeof matchAnswer>) => (matched.ok ? matched.entry.paymentId : matched.why)
const match = (one: Answer, sent: SentEntry[], isTimely: (entry: SentEntry) => boolean = always) =>
  found(matchAnswer(one, sent, isTimely))

test('matchAnswer: trace number, bank, side and amount must agree', () => {
  assert.equal(match(answer(), [entry()]), 'p1')
  assert.equal(match(answer(), []), 'trace')
  assert.equal(match(answer(), [entry({ receiverRouting: '011000015' })]), 'bank')
  assert.equal(match(answer(), [entry({ amount: 40_01n })]), 'amount')
  assert.equal(match(answer(), [entry({ entryType: 'DEBIT' })]), 'amount')
  assert.equal(match(answer({}, { direction: 'Debit' }), [entry({ entryType: 'DEBIT' })]), 'p1')
  assert.equal(match(answer({}, { accountNumber: 'other' }), [entry()]), 'p1')
})

test('matchAnswer: an entry that settles more than five days after the answer is another one', () => {
  assert.equal(match(answer(), [entry({ effectiveDate: day('2026-07-07') })]), 'p1')
  assert.equal(match(answer(), [entry({ effectiveDate: day('2026-07-08') })]), 'trace')
})

test('matchAnswer: of several, the account decides, then the time, then whether it can still come back', () => {
  const other = entry({ paymentId: 'p2', receiverAccountNumber: '99' })
  assert.equal(match(answer(), [entry(), other]), 'p1')
  assert.equal(match(answer(), [other, entry()]), 'p1')
  const old = entry({ paymentId: 'p2', effectiveDate: day('2026-06-01') })
  assert.equal(
    match(answer(), [entry(), old], ({ paymentId }) => paymentId === 'p2'),
    'p2',
  )
  assert.equal(match(answer(), [entry(), old]), 'ambiguous')
  assert.equal(match(answer(), [entry({ status: 'RETURNED' }), old]), 'p2')
  for (const status of ['TRANSMITTED', 'REVERSED'])
    assert.equal(match(answer(), [entry({ status: 'RETURNED' }), { ...old, status }]), 'p2')
  assert.equal(match(answer(), [entry({ status: 'RETURNED' }), { ...old, status: 'RETURNED' }]), 'ambiguous')
})

test('matchAnswer: if none can come back any more, the last one is meant, so that its rule can be named', () => {
  const old = entry({ paymentId: 'p2', effectiveDate: day('2026-06-01') })
  assert.equal(
    match(answer(), [entry(), old], () => false),
    'p1',
  )
  assert.equal(
    match(answer(), [old, entry()], () => false),
    'p1',
  )
})

test('matchAnswer: a notification of change is about the last entry, whatever its amount', () => {
  const old = entry({ paymentId: 'p2', effectiveDate: day('2026-06-01') })
  const change = answer({ kind: 'Change', code: 'C01' }, { amount: 0n })
  assert.equal(match(change, [old, entry()]), 'p1')
  assert.equal(match(change, [entry(), old]), 'p1')
  assert.equal(match(change, [entry({ receiverRouting: '011000015' })]), 'bank')
})

test('matchAnswer: an acknowledgement names no bank of the entry', () => {
  assert.equal(match(answer({ kind: 'Acknowledgement', otherDfi: '09999999' }), [entry()]), 'p1')
})

test('matchAnswer: an objection says what does not agree', () => {
  const text = (one: Answer, sent: SentEntry[]) => {
    const matched = matchAnswer(one, sent, always)
    return matched.ok ? '' : matched.text
  }
  assert.match(text(answer(), []), /no entry with the trace number 061099990000001/)
  assert.match(text(answer(), [entry({ receiverRouting: '011000015' })]), /another bank than 02100002/)
  assert.match(text(answer(), [entry({ amount: 1n })]), /another amount/)
  assert.match(text(answer(), [entry(), entry()]), /2 entries have/)
})

test('matchAnswer: an entry of exactly a year before and of five days after is found, one of a day more is not', () => {
  const found = (date: string) =>
    matchAnswer(answer({}, { settlementDate: day('2026-07-02') }), [entry({ effectiveDate: day(date) })], () => true).ok
  assert.deepEqual(['2025-07-01', '2025-07-02', '2026-07-07', '2026-07-08'].map(found), [false, true, true, false])
})
