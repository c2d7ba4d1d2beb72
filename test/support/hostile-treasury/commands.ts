import fc from '../fast-check.ts'

/** A command of a history. A number selects a contract or payment, modulo their current count. */
export type Command =
  | { does: 'trade'; who: Who; sells: Currency; percent: number; tenor: Tenor; isCovered: boolean; isFunded: boolean }
  | { does: 'draw'; contract: number; percent: number; inDays: number }
  | { does: 'end contract' | 'cover'; contract: number }
  /** Pays abroad at the rate of the moment, on a contract made for the payment. */
  | { does: 'pay abroad'; who: Who; percent: number }
  | { does: 'cancel payment' | 'return payment'; payment: number }
  | { does: 'collect'; who: Who; percent: number }
  /** Takes out all that is available: by a wire, or to an accomplice. */
  | { does: 'take out'; who: Who; currency: Currency; to: Who | 'another bank' }
  /** Collects a debit, waits until it settles, takes out all, and the debit comes back. */
  | { does: 'collect in vain'; who: Who; percent: number }
  /** Takes out all, and closes the account. */
  | { does: 'leave' | 'freeze' | 'thaw'; who: Who; currency: Currency }
  | { does: 'deposit'; who: Who; currency: Currency; percent: number }
  /** The bank sets or removes a line. */
  | { does: 'line'; who: Who; dollars: number | null }
  | { does: 'market'; thousandths: number }
  | { does: 'wait'; days: number }
  | { does: 'work' }

/** `funded` has no line. The line of `lined` also limits `child`, which has a line of its own. */
export type Who = (typeof CUSTOMERS)[number]
export const CUSTOMERS = ['funded', 'lined', 'child'] as const
export type Currency = 'USD' | 'EUR'
type Tenor = 'SPOT' | 'ON' | '1W' | '1M'

const which = fc.nat({ max: 99 })
const who = fc.constantFrom(...CUSTOMERS)
const currency = fc.constantFrom('USD' as const, 'USD' as const, 'EUR' as const)
/** Of the opening balance. */
const percent = fc.constantFrom(1, 10, 30, 60, 99, 100, 101, 250)
const part = fc.constantFrom(1, 25, 50, 99, 100)
const isOf = <const Does extends string>(...does: Does[]) => ({ does: fc.constantFrom(...does) })

const families: Record<string, readonly [number, fc.Arbitrary<Command>]> = {
  trade: [
    6,
    fc.record({
      ...{ ...isOf('trade'), who, sells: currency, percent, tenor: fc.constantFrom('SPOT', 'ON', '1W', '1M') },
      ...{ isCovered: fc.boolean(), isFunded: fc.nat({ max: 3 }).map((dice) => dice === 0) },
    }),
  ],
  draw: [4, fc.record({ ...isOf('draw'), contract: which, percent: part, inDays: fc.constantFrom(0, 0, 1, 2) })],
  end: [2, fc.record({ ...isOf('end contract', 'end contract', 'cover'), contract: which })],
  abroad: [2, fc.record({ ...isOf('pay abroad'), who, percent })],
  undo: [4, fc.record({ ...isOf('cancel payment', 'return payment'), payment: which })],
  collect: [3, fc.record({ ...isOf('collect', 'collect', 'collect in vain'), who, percent })],
  'take out': [
    4,
    fc.record({
      ...{ ...isOf('take out'), who, currency },
      to: fc.constantFrom('another bank' as const, 'another bank' as const, ...CUSTOMERS),
    }),
  ],
  account: [3, fc.record({ ...isOf('leave', 'leave', 'freeze', 'thaw'), who, currency })],
  deposit: [1, fc.record({ ...isOf('deposit'), who, currency, percent })],
  line: [1, fc.record({ ...isOf('line'), who, dollars: fc.constantFrom(null, 0, 100, 500, 2_000) })],
  market: [4, fc.record({ ...isOf('market'), thousandths: fc.constantFrom(-90, -60, -30, -5, 5, 30, 60, 90) })],
  wait: [2, fc.record({ ...isOf('wait'), days: fc.constantFrom(1, 1, 2) })],
  work: [3, fc.record({ ...isOf('work') })],
}

/** Each history is about a few ways to leave a loss behind, so that it tries them in depth. */
const THEMES = [
  // A customer trades, the market turns, its money is gone, and the contract ends.
  ['trade', 'market', 'take out', 'end', 'wait', 'work'],
  // Money that was collected prefunds a contract, and the debit comes back.
  ['collect', 'trade', 'draw', 'undo', 'take out', 'market', 'wait', 'work'],
  // Payments draw a contract, and are cancelled or returned when it has ended.
  ['trade', 'draw', 'end', 'undo', 'abroad', 'market', 'work'],
  // Accounts close or are frozen while contracts are open.
  ['trade', 'account', 'take out', 'end', 'undo', 'abroad', 'market', 'wait'],
  // Lines change under open contracts.
  ['trade', 'line', 'market', 'end', 'deposit', 'wait'],
  Object.keys(families),
]

export interface History {
  /** What the bank does with gains of close-outs in this history. */
  gains: 'UpToLoss' | 'Institution' | 'Customer'
  begins: Command
  commands: Command[]
}

export const treasuryHistory: fc.Arbitrary<History> = fc.constantFrom(...THEMES).chain((theme) =>
  fc.record({
    gains: fc.constantFrom('UpToLoss', 'Institution', 'Customer'),
    /** Most ways to leave a loss begin with a contract. */
    begins: families['trade']![1],
    commands: fc.array(
      fc.oneof(...theme.map((name) => ({ weight: families[name]![0], arbitrary: families[name]![1] }))),
      { minLength: 1, maxLength: 20, size: 'max' },
    ),
  }),
)
