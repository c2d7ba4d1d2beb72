interface State {
  meaning: string
  /** Whether a contract may begin its life in it. */
  isFirst?: true
  /** Where it can go from here. */
  next: readonly string[]
}

/**
 * The life of a contract to exchange currencies, its `tradeStatus`. A payment that does not settle gives back what it drew, so
 * that a contract that was drawn may be open again until its value date.
 */
const states = {
  Open: {
    meaning: 'Agreed on, and nothing is drawn: both sides owe each other until the value date.',
    isFirst: true,
    next: ['PartiallyDrawn', 'Completed', 'Cancelled', 'Expired'],
  },
  PartiallyDrawn: {
    meaning: 'Payments drew a part of it.',
    next: ['Open', 'Completed', 'Cancelled', 'Expired'],
  },
  Completed: {
    meaning: 'Drawn to the last minor unit. A contract made for one payment is so from the beginning.',
    isFirst: true,
    next: ['PartiallyDrawn', 'Open', 'Cancelled'],
  },
  Cancelled: { meaning: 'Withdrawn: of what was not drawn nobody owes anything.', next: [] },
  Expired: { meaning: 'Its value date passed before all was drawn: of the rest nobody owes anything.', next: [] },
} as const satisfies Record<string, State>

export type TradeStatus = keyof typeof states

export const TRADE_STATUSES = Object.keys(states) as TradeStatus[]

export function canBecome(from: TradeStatus, to: TradeStatus): boolean {
  return (states[from].next as readonly TradeStatus[]).includes(to)
}

/** Whether it has ended: nothing is drawn of it any more, and what comes back to it is closed at once. */
export function hasEnded(status: TradeStatus): status is 'Cancelled' | 'Expired' {
  return states[status].next.length === 0
}

/** Every step there is: from a status, or from nothing, to another. */
export function tradeSteps(): { from: TradeStatus | null; to: TradeStatus }[] {
  return TRADE_STATUSES.flatMap((status) => {
    const { next, isFirst }: State = states[status]
    return [
      ...(isFirst ? [{ from: null, to: status }] : []),
      ...next.map((to) => ({ from: status, to: to as TradeStatus })),
    ]
  })
}

/** The table, status by status. */
export function tradeStates(): { status: TradeStatus; meaning: string; next: readonly TradeStatus[] }[] {
  return TRADE_STATUSES.map((status) => ({ status, ...states[status] }))
}

/** The table in words, for whoever describes it. */
export const tradeStatusMeanings = TRADE_STATUSES.map((status) => `${status}: ${states[status].meaning}`).join(' ')
