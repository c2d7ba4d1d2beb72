import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contradictionsOf, type ExchangeRow, type PaymentRow, type TransferRow } from './payment-ties.ts'

const SENDER = 10
const RECEIVER = 20

const payment = ({ state, ...fields }: Partial<Omit<PaymentRow, 'state'>> & { state?: object } = {}): PaymentRow => ({
  id: '019e0000-0000-7000-8000-000000000001',
  entry_type: 'CREDIT',
  sender_account_id: SENDER,
  receiver_account_id: null,
  amount: '9007199254740993',
  currency: 'USD',
  ...fields,
  state: {
    ...{ status: 'PROCESSED', sender_account_id: SENDER },
    ...{ deducted_amount: null, fee_amount: null, fee_from_proceeds: false },
    amount: fields.amount ?? '9007199254740993',
    ...state,
  } as PaymentRow['state'],
})

const transfer = (fields: Partial<TransferRow> = {}): TransferRow => ({
  id: '019e0000-0000-7000-8000-0000000000aa',
  kind: 'post_pending',
  purpose: 'payment',
  reference_id: payment().id,
  debit_account_id: SENDER,
  credit_account_id: 1,
  amount: '9007199254740993',
  currency: 'USD',
  business_date: '2026-05-28',
  ...fields,
})

const exchange: ExchangeRow = { payment_id: payment().id, sell_amount: '700', sell_currency: 'EUR' }
const funding = transfer({ purpose: 'fxFunding', amount: '700', currency: 'EUR' })
const payout = transfer({ purpose: 'fxPayout', debit_account_id: 1, credit_account_id: RECEIVER })

for (const [what, ...[one, transfers, exchanged]] of [
  ['a processed payment', payment(), [transfer({ kind: 'pending' }), transfer()]],
  [
    'one with a fee that came out of it',
    payment({ amount: '100', state: { deducted_amount: '3' } }),
    [transfer({ amount: '97' })],
  ],
  [
    'a debit with a fee from its proceeds',
    payment({ entry_type: 'DEBIT', amount: '100', state: { fee_amount: '2', fee_from_proceeds: true } }),
    [transfer({ debit_account_id: 1, credit_account_id: SENDER, amount: '98' })],
  ],
  ['one between currencies', payment({ receiver_account_id: RECEIVER }), [funding, payout], exchange],
  [
    'one between currencies that is not priced yet',
    payment({ state: { status: 'PENDING_APPROVAL' } }),
    [],
    { ...exchange, sell_amount: null },
  ],
  ['one that waits', payment({ state: { status: 'VALIDATED' } }), [transfer({ kind: 'pending' })]],
  ['one that was cancelled', payment({ state: { status: 'CANCELLED' } }), [transfer({ kind: 'void_pending' })]],
] as [string, PaymentRow, TransferRow[], ExchangeRow?][])
  test(`contradictionsOf: ${what} contradicts nothing`, () => {
    assert.deepEqual(contradictionsOf(one, transfers, exchanged), [])
  })

for (const [says, one, transfers, exchanged] of [
  ['9007199254740993 was posted, and it is of 9007199254740992', payment({ amount: '9007199254740992' }), [transfer()]],
  ['0 was posted', payment(), [transfer({ kind: 'pending' })]],
  ['18014398509481986 was posted', payment(), [transfer(), transfer()]],
  ['it is REJECTED', payment({ state: { status: 'REJECTED' } }), [transfer()]],
  ['another account', payment(), [transfer({ debit_account_id: 11 })]],
  ['another account', payment({ entry_type: 'DEBIT' }), [transfer()]],
  ['another currency', payment(), [transfer({ currency: 'EUR' })]],
  ['another currency', payment(), [transfer({ purpose: 'fxFunding', amount: '700' })], exchange],
  ['than its receiver', payment({ receiver_account_id: RECEIVER }), [transfer({ credit_account_id: 21 })]],
  ['than its receiver', payment({ receiver_account_id: 21 }), [funding, payout], exchange],
  ['700 was posted, and it is of 701', payment(), [funding], { ...exchange, sell_amount: '701' }],
  ['another instruction', payment({ state: { amount: '1' } }), [transfer()]],
  ['another instruction', payment({ state: { sender_account_id: 11 } }), [transfer()]],
] as [string, PaymentRow, TransferRow[], ExchangeRow?][])
  test(`contradictionsOf: finds that ${says}`, () => {
    assert.match(contradictionsOf(one, transfers, exchanged).join('\n'), new RegExp(says))
  })
