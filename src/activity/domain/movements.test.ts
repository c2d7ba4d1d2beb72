import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRANSFER_PURPOSES } from '../../ledger/transfer.ts'
import {
  codeOf,
  type Direction,
  describeMovement,
  kindOf,
  MOVEMENT_KINDS,
  MOVEMENT_STATUSES,
  purposesOf,
} from './movements.ts'

const directions: readonly Direction[] = ['Debit', 'Credit']

test('kindOf: every purpose belongs to exactly one kind, and every kind has purposes', () => {
  const all = MOVEMENT_KINDS.flatMap(purposesOf)
  assert.deepEqual(all.toSorted(), TRANSFER_PURPOSES.toSorted())
  for (const purpose of TRANSFER_PURPOSES) assert.ok(purposesOf(kindOf(purpose)).includes(purpose))
})

test('codeOf: every purpose, rail and direction has a full code, and BAI2 credits are below 400', () => {
  for (const purpose of TRANSFER_PURPOSES)
    for (const direction of directions)
      for (const rail of ['ACH', 'FEDWIRE', 'SWIFT', 'RTP', 'FEDNOW', 'BOOK', undefined]) {
        const { domain, family, subFamily, bai } = codeOf({ purpose, direction, rail })
        assert.match(domain, /^(PMNT|FORX)$/)
        for (const part of [family, subFamily]) assert.match(part, /^[A-Z]{4}$/)
        assert.ok(direction === 'Credit' ? Number(bai) < 400 : Number(bai) >= 400, `${purpose} ${direction} ${bai}`)
      }
})

const codes: [of: Parameters<typeof codeOf>[0], code: string][] = [
  [{ purpose: 'payment', direction: 'Debit', rail: 'ACH' }, 'PMNT ICDT ATXN 466'],
  [{ purpose: 'payment', direction: 'Credit', rail: 'ACH' }, 'PMNT IDDT ATXN 166'],
  [{ purpose: 'payment', direction: 'Debit', rail: 'FEDWIRE' }, 'PMNT ICDT DMCT 495'],
  [{ purpose: 'payment', direction: 'Debit', rail: 'SWIFT' }, 'PMNT ICDT XBCT 508'],
  [{ purpose: 'payment', direction: 'Debit', rail: 'RTP' }, 'PMNT IRCT DMCT 495'],
  [{ purpose: 'payment', direction: 'Debit', rail: 'FEDNOW' }, 'PMNT IRCT DMCT 495'],
  [{ purpose: 'payment', direction: 'Debit', rail: 'BOOK' }, 'PMNT ICDT BOOK 506'],
  [{ purpose: 'payment', direction: 'Credit', rail: 'BOOK' }, 'PMNT RCDT BOOK 206'],
  [{ purpose: 'payment', direction: 'Credit' }, 'PMNT RCDT BOOK 206'],
  [{ purpose: 'fxFunding', direction: 'Debit', rail: 'SWIFT' }, 'PMNT ICDT XBCT 508'],
  [{ purpose: 'fxFunding', direction: 'Debit', rail: 'ACH' }, 'PMNT ICDT XBCT 508'],
  [{ purpose: 'fxFunding', direction: 'Debit', rail: 'BOOK' }, 'PMNT ICDT BOOK 506'],
  [{ purpose: 'fxPayout', direction: 'Credit', rail: 'BOOK' }, 'PMNT RCDT BOOK 206'],
  [{ purpose: 'fee', direction: 'Debit', rail: 'ACH' }, 'PMNT MDOP FEES 698'],
  [{ purpose: 'return', direction: 'Credit', rail: 'ACH' }, 'PMNT ICDT ARET 257'],
  [{ purpose: 'return', direction: 'Debit', rail: 'ACH' }, 'PMNT IDDT ARET 557'],
  [{ purpose: 'return', direction: 'Credit', rail: 'FEDWIRE' }, 'PMNT ICDT RRTN 252'],
  [{ purpose: 'reversal', direction: 'Credit', rail: 'ACH' }, 'PMNT ICDT RPCR 252'],
  [{ purpose: 'adjustment', direction: 'Credit' }, 'PMNT MCOP ADJT 399'],
  [{ purpose: 'adjustment', direction: 'Debit' }, 'PMNT MDOP ADJT 699'],
  [{ purpose: 'repayment', direction: 'Debit' }, 'PMNT MDOP OTHR 699'],
  [{ purpose: 'release', direction: 'Credit' }, 'PMNT MCOP OTHR 399'],
  [{ purpose: 'fxCloseOut', direction: 'Debit' }, 'FORX FWRD OTHR 514'],
]
for (const [movement, expected] of codes)
  test(`codeOf: ${movement.purpose}, ${movement.direction}, ${movement.rail} is ${expected}`, () => {
    const { domain, family, subFamily, bai } = codeOf(movement)
    assert.equal([domain, family, subFamily, bai].join(' '), expected)
  })

const words: [...Parameters<typeof describeMovement>, says: string][] = [
  [{ purpose: 'payment', direction: 'Debit' }, 'Booked', { counterparty: 'Ada' }, 'Payment to Ada'],
  [{ purpose: 'payment', direction: 'Credit' }, 'Booked', { counterparty: 'Ada' }, 'Payment from Ada'],
  [{ purpose: 'payment', direction: 'Credit' }, 'Booked', {}, 'Payment from another account'],
  [{ purpose: 'payment', direction: 'Debit' }, 'Pending', { counterparty: 'Ada' }, 'Pending: payment to Ada'],
  [{ purpose: 'payment', direction: 'Debit' }, 'Ended', { counterparty: 'Ada' }, 'No longer pending: payment to Ada'],
  [
    { purpose: 'fee', direction: 'Debit' },
    'Booked',
    { counterparty: 'Ada', reason: 'Wire fee' },
    'Fee for the payment to Ada: Wire fee',
  ],
  [{ purpose: 'return', direction: 'Credit' }, 'Booked', { counterparty: 'Ada' }, 'Returned: payment to Ada'],
  [{ purpose: 'adjustment', direction: 'Credit' }, 'Booked', { reason: 'cash' }, 'Credited by the bank: cash'],
  [
    { purpose: 'fxPrefunding', direction: 'Debit' },
    'Pending',
    {},
    'Pending: set aside for a foreign exchange contract',
  ],
  [{ purpose: 'fxCloseOut', direction: 'Credit' }, 'Booked', {}, 'Gain of a closed foreign exchange contract'],
]
for (const [movement, status, behind, says] of words)
  test(`describeMovement: ${says}`, () => {
    assert.equal(describeMovement(movement, status, behind), says)
  })

test('describeMovement: every purpose has words without gaps in every status', () => {
  for (const purpose of TRANSFER_PURPOSES)
    for (const direction of directions)
      for (const status of MOVEMENT_STATUSES)
        assert.match(describeMovement({ purpose, direction }, status, {}), /^[A-Z][a-z :]+$/i)
})
