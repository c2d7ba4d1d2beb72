import Type, { type Static } from 'typebox'
import { named, nullableObject } from '../../http/fields.ts'
import { amountAsNumber, parseAmount } from '../../kernel/money.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { LINE_AMOUNTS, type LineAmounts } from '../domain/line.ts'

const strict = { additionalProperties: false }

const amountsWith = (options: object) => ({
  exposure: Type.Number({
    ...options,
    description:
      'What the institution would lose if the open contracts were closed in the market now, and what the customers owe for contracts that were closed out. A gain on one contract does not offset the loss on another with another pair, direction or value date.',
  }),
  spot: Type.Number({ ...options, description: 'What the open spot contracts exchange.' }),
  forward: Type.Number({ ...options, description: 'What the open forward contracts exchange.' }),
})

export const LineBody = named(
  'FxLineRequest',
  {
    line: nullableObject(
      Type.Object(amountsWith({ minimum: 0 }), {
        ...strict,
        description: "Limits in the institution's currency; null removes the line.",
      }),
    ),
  },
  strict,
)
export type LineBody = Static<typeof LineBody>

const Amounts = Type.Object(amountsWith({}))

export const LineReply = named('FxLine', {
  currency: Type.String(),
  line: Type.Union([Type.Null(), Amounts], {
    description: 'Limits on the contracts of the customer and of all customers below it together; null without a line.',
  }),
  used: Type.Optional(Type.Object(amountsWith({}), { description: 'Absent without the current rates to value it.' })),
})

/** A customer's line with what is used of it. */
export interface LineInUse {
  /** Of the institution. */
  currency: string
  line: LineAmounts | undefined
  /** Undefined without the rates to value it. */
  used: LineAmounts | undefined
}

/** The amounts of a line. A refusal names every amount that is not one. */
export function parseLine(line: Record<keyof LineAmounts, number>, currency: string): Result<LineAmounts, string> {
  const parsed = LINE_AMOUNTS.map((name) => [name, parseAmount(line[name], currency)] as const)
  const wrong = parsed.filter(([, amount]) => !amount.ok).map(([name]) => `line.${name}`)
  if (wrong.length > 0)
    return refuse(`${wrong.join(', ')} must be an amount of ${currency} with no more decimals than the currency has`)
  const amounts = parsed.map(([name, amount]) => [name, amount.ok ? amount.value : 0n] as const)
  return accept(Object.fromEntries(amounts) as Record<keyof LineAmounts, bigint>)
}

export function renderLineAmounts({ exposure, spot, forward }: LineAmounts, currency: string): Static<typeof Amounts> {
  return {
    exposure: amountAsNumber(exposure, currency),
    spot: amountAsNumber(spot, currency),
    forward: amountAsNumber(forward, currency),
  }
}

export function renderLine({ currency, line, used }: LineInUse): Static<typeof LineReply> {
  return {
    currency,
    line: line ? renderLineAmounts(line, currency) : null,
    ...(used && { used: renderLineAmounts(used, currency) }),
  }
}

export const exampleLine = {
  currency: 'USD',
  line: { exposure: 50000, spot: 2000000, forward: 1000000 },
  used: { exposure: 1240.5, spot: 310000, forward: 0 },
}
