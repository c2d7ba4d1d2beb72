import Type, { type Static } from 'typebox'
import type { ExtraFee } from '../../fees/fees.ts'
import { CurrencyField, decimal, text } from '../../http/fields.ts'
import { parseAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'

const MAX_FEES = 5

export const ExtraFeesField = Type.Array(
  Type.Object(
    {
      feeName: text(64, { description: 'The name of a fee of the institution, whose income it is.' }),
      currency: CurrencyField,
      amount: decimal([15, 3], { description: 'Positive, with at most as many decimals as the currency has.' }),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: MAX_FEES,
    description:
      'Fees of this payment on top of the schedule, in the currency of the account. Only a client of the institution with Institution.Manage_Limits_And_Fees sets them. Limits and approvers measure the payment with them. Under dual control, one above the schedule waits for the institution.',
  },
)
type ExtraFeesField = Static<typeof ExtraFeesField>

/** How a payment stores a fee until it is charged: the amount in minor units, as text. */
export type StoredExtraFee = Omit<ExtraFee, 'amount'> & { amount: string }

export function parseExtraFees(fees: ExtraFeesField): Result<ExtraFee[], Refusal> {
  const parsed: ExtraFee[] = []
  for (const { feeName: name, currency, amount } of fees) {
    const minor = parseAmount(amount, currency)
    if (!minor.ok || minor.value <= 0n)
      return refusal('invalidPayment', `fee: the amount of ${name} must be positive, with the decimals of ${currency}`)
    parsed.push({ name, currency, amount: minor.value })
  }
  return accept(parsed)
}

/** Undefined if there are none, so that the details of most payments have no such field. */
export function storedExtraFees(fees: readonly ExtraFee[]): StoredExtraFee[] | undefined {
  return fees.length === 0 ? undefined : fees.map((fee) => ({ ...fee, amount: String(fee.amount) }))
}
