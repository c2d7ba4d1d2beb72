import Type, { type Static } from 'typebox'
import { CurrencyField } from '../http/fields.ts'
import type { AdjustmentCaps } from '../institution/institution.ts'
import { amountAsNumber, parseAmount } from '../kernel/money.ts'

const amount = (description: string) => Type.Number({ minimum: 0, description })

const CapField = Type.Object(
  {
    currency: CurrencyField,
    perBooking: amount('The most that one adjustment may post.'),
    perDay: amount('The most that all adjustments of one business day may post, credits and debits together.'),
  },
  { additionalProperties: false },
)
type Cap = Static<typeof CapField>

/** A list with at most one entry for each currency. A request replaces it as a whole. */
export const AdjustmentCapsField = Type.Array(CapField, {
  maxItems: 200,
  description:
    'Caps on adjustments of account balances, one entry for each currency. A currency without an entry cannot be adjusted.',
})

export const AdjustmentCapsReply = Type.Array(
  Type.Object({ currency: Type.String(), perBooking: Type.Number(), perDay: Type.Number() }),
)

export function faultsOfCaps(caps: readonly Cap[]): string[] {
  const currencies = caps.map(({ currency }) => currency)
  return caps.flatMap((cap, index) => {
    if (currencies.indexOf(cap.currency) < index) return [`adjustmentCaps names ${cap.currency} twice`]
    const [perBooking, perDay] = amountsOf(cap)
    if (!perBooking.ok || !perDay.ok)
      return [`adjustmentCaps.${index} must have amounts of a supported currency, with no more decimals than it has`]
    return perBooking.value > perDay.value ? [`adjustmentCaps.${index}.perBooking must not be above perDay`] : []
  })
}

/** The caps in the body, without those that `faultsOfCaps` reports. */
export function parseCaps(caps: readonly Cap[]): AdjustmentCaps {
  return Object.fromEntries(
    caps.flatMap((cap) => {
      const [perBooking, perDay] = amountsOf(cap)
      if (!perBooking.ok || !perDay.ok) return []
      return [[cap.currency, { perBooking: String(perBooking.value), perDay: String(perDay.value) }]]
    }),
  )
}

function amountsOf({ currency, perBooking, perDay }: Cap) {
  return [parseAmount(perBooking, currency), parseAmount(perDay, currency)] as const
}

export function renderCaps(caps: AdjustmentCaps): Cap[] {
  return Object.entries(caps)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, { perBooking, perDay }]) => ({
      currency,
      perBooking: amountAsNumber(BigInt(perBooking), currency),
      perDay: amountAsNumber(BigInt(perDay), currency),
    }))
}
