interface State {
  meaning: string
  /** Whether a contract may begin its life in it. */
  isFirst?: true
  /** Where it can go from here. */
  next: readonly string[]
}

/**
 * The life of a contract to exchange currencies, its `tradeStatus`. A payment that comes back gives back what it drew, so a
 * contract that was drawn may be open again until its value date.
 */
const states = {
  Open: {
    meaning: 'Made, and nothing was drawn.',
    isFirst: true,
    next: ['PartiallyDrawn', 'Completed', 'Cancelled', 'Expired'],
  },
  PartiallyDrawn: { meaning: 'Payments drew a part of it.', next: ['Open', 'Completed', 'Expired'] },
  Completed: { meaning: 'Drawn to the last minor unit.', next: ['PartiallyDrawn', 'Open'] },
  Cancelled: { meaning: 'Withdrawn before anything was drawn.', next: [] },
  Expired: { meaning: 'Its value date passed before all was drawn.', next: [] },
} as const satisfies Record<string, State>

export type TradeStatus = keyof typeof states

export const TRADE_STATUSES = Object.keys(states) as TradeStatus[]

export function canBecome(from: TradeStatus, to: TradeStatus): boolean {
  return (states[from].next as readonly TradeStatus[]).includes(to)
}

/** Every step there is: from a status, or from nothing, to another. */
export function tradeSteps(): { from: TradeStatus | null; to: TradeStatus }[] {
  return TRADE_STATUSES.flatMap((status) => {
    const { next, ...state }: State = states[status]
    return [
      ...(state.isFirst ? [{ from: null, to: status }] : []),
      ...next.map((to) => ({ from: status, to: to as TradeStatus })),
    ]
  })
}
