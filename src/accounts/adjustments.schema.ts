import Type, { type Static } from 'typebox'
import { CurrencyField, name, named, positiveAmount, text, Uid } from '../http/fields.ts'
import { ENTRY_DIRECTIONS } from '../kernel/rail.ts'
import { CONTRA_ACCOUNTS } from '../ledger/chart.ts'

export const AdjustmentParams = Type.Object({ accountUID: Uid })

export const AdjustmentBody = named(
  'AdjustmentRequest',
  {
    direction: name(ENTRY_DIRECTIONS, { description: 'Credit adds money to the account; Debit takes it out.' }),
    amount: positiveAmount('Positive, with no more decimals than the currency has.'),
    currency: CurrencyField,
    reason: text(200),
    externalReferenceId: text(64),
    contraAccount: Type.Optional(
      name(CONTRA_ACCOUNTS, {
        description: 'The account of the institution on the other side: its own funds, settlement, by default.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type AdjustmentBody = Static<typeof AdjustmentBody>

export const AdjustmentReply = named('Adjustment', {
  adjustmentUID: Type.String(),
  accountUID: Type.String(),
  direction: name(ENTRY_DIRECTIONS),
  amount: Type.String({ description: 'Decimal text.' }),
  currency: Type.String(),
  externalReferenceId: Type.String(),
  contraAccount: Type.String(),
  ledgerBalance: Type.String({ description: 'After the adjustment, as decimal text.' }),
  availableBalance: Type.String({ description: 'After the adjustment, as decimal text.' }),
})
export type AdjustmentReply = Static<typeof AdjustmentReply>

export const exampleAdjustment = {
  direction: 'Credit',
  amount: 25000,
  currency: 'USD',
  reason: 'Opening deposit',
  externalReferenceId: 'teller-0001',
  contraAccount: 'adjustment-cash',
}
