/**
 * The amounts that an FX line bounds, in minor units of the institution's currency:
 *
 * exposure  what the institution would lose if the open contracts were closed in the market now
 * spot      what the open spot contracts exchange
 * forward   what the open forward contracts exchange
 */
export interface LineAmounts {
  exposure: bigint
  spot: bigint
  forward: bigint
}

export const LINE_AMOUNTS = ['exposure', 'spot', 'forward'] as const

/** Amounts in the institution's currency of contracts that are alike. */
export interface ValuedPart {
  productType: 'SPOT' | 'FORWARD'
  notional: bigint
  /** Negative for a gain. */
  loss: bigint
}

/**
 * What parts of contracts use of a line. A gain on one part does not offset the loss on another:
 * the customer may stay away from the one and claim the other.
 */
export function usageOf(parts: readonly ValuedPart[]): LineAmounts {
  const notionalOf = (product: ValuedPart['productType']) =>
    parts.filter(({ productType }) => productType === product).reduce((sum, { notional }) => sum + notional, 0n)
  return {
    exposure: parts.reduce((sum, { loss }) => sum + (loss > 0n ? loss : 0n), 0n),
    spot: notionalOf('SPOT'),
    forward: notionalOf('FORWARD'),
  }
}

/**
 * The first amount of the line that a trade would exceed. The limits are inclusive. Beyond the
 * limit of exposure, every trade is refused, whatever it adds.
 */
export function exceededBy(
  line: LineAmounts,
  { used, added }: { used: LineAmounts; added: LineAmounts },
): (typeof LINE_AMOUNTS)[number] | undefined {
  return LINE_AMOUNTS.find((name) => (added[name] > 0n || name === 'exposure') && used[name] + added[name] > line[name])
}
