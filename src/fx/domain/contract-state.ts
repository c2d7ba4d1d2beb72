interface State {
  meaning: string
  /** Where it can go from here. */
  next: readonly string[]
}

/** The life of a contract to exchange currencies, its `tradeStatus`; it begins as Open. */
const states = {
  Open: { meaning: 'Agreed on: both sides owe each other until the value date.', next: ['Cancelled'] },
  Cancelled: { meaning: 'Withdrawn: nobody owes anything.', next: [] },
} as const satisfies Record<string, State>

export type TradeStatus = keyof typeof states

export const TRADE_STATUSES = Object.keys(states) as TradeStatus[]

export function canBecome(from: TradeStatus, to: TradeStatus): boolean {
  return (states[from].next as readonly TradeStatus[]).includes(to)
}

/** The table in words, for whoever describes it. */
export const tradeStatusMeanings = TRADE_STATUSES.map((status) => `${status}: ${states[status].meaning}`).join(' ')
