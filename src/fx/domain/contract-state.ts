import { words } from '../../kernel/words.ts'

interface State {
  meaning: string
  /** Whether a new contract can have this state. */
  isFirst?: true
  /** The states that can follow. */
  next: readonly string[]
}

/**
 * The states of an FX contract, its `tradeStatus`. A payment that does not settle releases its
 * draw, so a drawn contract can be open again until its value date.
 */
const states = {
  Open: {
    meaning: 'Agreed, with nothing drawn: both parties owe the exchange on the value date.',
    isFirst: true,
    next: ['PartiallyDrawn', 'Completed', 'Cancelled', 'Expired'],
  },
  PartiallyDrawn: {
    meaning: 'Payments have drawn part of the contract.',
    next: ['Open', 'Completed', 'Cancelled', 'Expired'],
  },
  Completed: {
    meaning: 'Drawn in full, to the last minor unit. A contract made for one payment starts in this state.',
    isFirst: true,
    next: ['PartiallyDrawn', 'Open', 'Cancelled'],
  },
  Cancelled: { meaning: 'Cancelled: the undrawn amount was closed out at the market rate.', next: [] },
  Expired: {
    meaning:
      'The value date passed before the contract was fully drawn: the undrawn amount was closed out at the market rate.',
    next: [],
  },
} as const satisfies Record<string, State>

export type TradeStatus = keyof typeof states

export const TRADE_STATUSES = Object.keys(states) as TradeStatus[]

/** The state as replies, events and pages show it: existing clients wait for Booked. */
export function shownStatus(status: TradeStatus): ShownStatus {
  return status === 'Open' ? 'Booked' : status
}

type ShownStatus = Exclude<TradeStatus, 'Open'> | 'Booked'

export const SHOWN_STATUSES = words('FxTradeStatus', TRADE_STATUSES.map(shownStatus))

export function canBecome(from: TradeStatus, to: TradeStatus): boolean {
  return (states[from].next as readonly TradeStatus[]).includes(to)
}

/** Whether a contract has ended: it cannot be drawn, and a released amount is closed at once. */
export function hasEnded(status: TradeStatus): status is 'Cancelled' | 'Expired' {
  return states[status].next.length === 0
}

/** Every allowed step. `from` is null for the first state of a contract. */
export function tradeSteps(): { from: TradeStatus | null; to: TradeStatus }[] {
  return TRADE_STATUSES.flatMap((status) => {
    const { next, isFirst }: State = states[status]
    return [
      ...(isFirst ? [{ from: null, to: status }] : []),
      ...next.map((to) => ({ from: status, to: to as TradeStatus })),
    ]
  })
}

/** The table of states. */
export function tradeStates(): { status: TradeStatus; meaning: string; next: readonly TradeStatus[] }[] {
  return TRADE_STATUSES.map((status) => ({ status, ...states[status] }))
}

/** The table as text, for the API description. */
export const tradeStatusMeanings = TRADE_STATUSES.map(
  (status) => `${shownStatus(status)}: ${states[status].meaning}`,
).join(' ')
