import type { BreakingPoint } from '../breaking-database.ts'
import fc from '../fast-check.ts'

/**
 * A command of a history. A payment `out` goes to another bank, `own` to an account of this bank;
 * `in` is a debit from another bank at an ACH speed. A number selects a payment, series or request,
 * modulo their current count. With `any`, the command need not fit the payment's state.
 */
export type Command = (
  | { does: 'pay'; from: 0 | 1 | 2; to: 'out' | 'own' | 'in'; speed: Speed; cents: number; inDays: number }
  | {
      does: 'repeat'
      from: 0 | 1 | 2
      to: 'out' | 'own' | 'in'
      speed: Speed
      cents: number
      inDays: number
      times: number
      every: 'Daily' | 'Weekly'
    }
  | { does: 'approve' | 'reject'; payment: number; any: boolean; by: 0 | 1 | 2 | 3 }
  | { does: 'cancel' | 'return' | 'reverse'; payment: number; any: boolean }
  /** The other bank returns the entry of a payment in a file, among these entries. */
  | { does: 'comes back'; payment: number; entries: readonly ForwardEntry[]; copies: 1 | 2 }
  /** Other banks pay accounts, or collect from them, in one file. */
  | { does: 'receive'; entries: readonly ForwardEntry[]; copies: 1 | 2 }
  | { does: 'endSeries'; series: number }
  | { does: 'adjust'; account: 0 | 1 | 2; direction: 'Credit' | 'Debit'; cents: number }
  /** Suspends an active account, and activates a suspended one. */
  | { does: 'suspend'; account: 0 | 1 | 2 }
  /** Sets the amount above which the institution approves instant payments, in cents. */
  | { does: 'approve above'; cents: number }
  | { does: 'ask again'; request: number }
  | { does: 'wait'; seconds: number }
  /** One pass over all sweeps or over one, by this number of workers in parallel. */
  | { does: 'work'; sweep: number | 'all'; workers: 1 | 2 }
  | { does: 'at once'; commands: Command[] }
) & { breaks?: BreakingPoint }

/** An entry of a file that comes in. Copies of a file have its entries in another order. */
export interface ForwardEntry {
  account: 0 | 1 | 2
  direction: 'Credit' | 'Debit'
  cents: number
}

export type Speed = (typeof SPEEDS)[number]
export type PayCommand = Extract<Command, { does: 'pay' | 'repeat' }>

const SPEEDS = ['Economy', 'Economy Plus', 'Express', 'Instant'] as const
const HOUR_SECONDS = 3_600
/**
 * Simulated networks need a second or two. Missing funds are checked again every half hour.
 * Approvals expire after a week.
 */
const WAITS_SECONDS = [3, 3, 3, HOUR_SECONDS / 2, 6 * HOUR_SECONDS, 24 * HOUR_SECONDS, 3 * 24 * HOUR_SECONDS]

const account = fc.constantFrom(0 as const, 1 as const, 2 as const)
const which = fc.nat({ max: 99 })
const any = fc.nat({ max: 7 }).map((dice) => dice === 7)
const copies = fc.constantFrom(1 as const, 2 as const)
const payment = {
  from: account,
  to: fc.constantFrom('out' as const, 'out' as const, 'own' as const, 'in' as const),
  speed: fc.constantFrom(...SPEEDS),
  cents: fc.oneof(fc.integer({ min: 1, max: 150_00 }), fc.constantFrom(50_00, 60_00, 80_00, 100_00, 200_00, 300_00)),
  inDays: fc.constantFrom(0, 0, 0, 1, 2, 6),
}
const forward = fc.record({
  account,
  direction: fc.constantFrom('Credit' as const, 'Credit' as const, 'Debit' as const),
  cents: fc.integer({ min: 1, max: 200_00 }),
})

const breaks = fc.record({
  statement: fc.integer({ min: 1, max: 12 }),
  counts: fc.constant('all' as const),
  isDone: fc.boolean(),
  breaksAll: any,
})
const breaksAtCommit = fc.record({
  statement: fc.integer({ min: 1, max: 3 }),
  counts: fc.constant('commits' as const),
  isDone: fc.boolean(),
  breaksAll: any,
})

/** One action of a client or a worker. */
const change: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('pay' as const), ...payment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('repeat' as const),
      ...payment,
      times: fc.integer({ min: 1, max: 3 }),
      every: fc.constantFrom('Daily' as const, 'Weekly' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const),
      payment: which,
      any,
      by: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('cancel' as const, 'return' as const, 'reverse' as const),
      payment: which,
      any,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('comes back' as const),
      payment: which,
      entries: fc.array(forward, { maxLength: 1 }),
      copies,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('receive' as const),
      entries: fc.array(forward, { minLength: 1, maxLength: 2 }),
      copies,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('endSeries' as const), series: which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      account,
      direction: fc.constantFrom('Credit' as const, 'Debit' as const),
      cents: fc.integer({ min: 1, max: 100_00 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('suspend' as const), account }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('approve above' as const), cents: fc.constantFrom(1_00, 80_00) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('ask again' as const), request: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('work' as const),
      sweep: fc.oneof(fc.constant('all' as const), fc.constant('all' as const), fc.nat({ max: 30 })),
      workers: fc.constantFrom(1 as const, 1 as const, 2 as const),
    }),
  },
)

/** Payments so large that the balance, a limit or the exposure limit covers only some of them. */
const scarce: fc.Arbitrary<Command> = fc.record({
  does: fc.constant('pay' as const),
  ...payment,
  cents: fc.constantFrom(40_00, 150_00, 200_00),
  inDays: fc.constant(0),
})
/** The same command several times in parallel. */
const alike = fc
  .tuple(fc.oneof(change, scarce), fc.integer({ min: 2, max: 5 }))
  .map(([command, times]) => Array<Command>(times).fill(command))

const step: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: change },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.constantFrom(...WAITS_SECONDS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('at once' as const),
      commands: fc.oneof(fc.array(change, { minLength: 2, maxLength: 4 }), alike),
    }),
  },
)

/** A history: commands, some of which lose their database connection while they run. */
export const history: fc.Arbitrary<Command[]> = fc.array(
  fc
    .tuple(
      step,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: breaks },
        { weight: 1, arbitrary: breaksAtCommit },
      ),
    )
    .map(([command, breaks]) => (breaks ? { ...command, breaks } : command)),
  { minLength: 1, maxLength: 20, size: 'max' },
)
