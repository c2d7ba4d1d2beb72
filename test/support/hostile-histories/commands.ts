import fc from '../fast-check.ts'
import { type Corner, SIDES, type Side, TRIANGLE } from './exchanges.ts'

/**
 * A command of a hostile history. A number selects a customer, payment, signatory or contract,
 * modulo their current count.
 */
export type Command =
  | { does: 'pay'; payer: number; sum: Sum; from: 'submitter' | 'portal'; isTomorrow: boolean }
  | { does: 'collect'; payer: number; sum: Sum }
  /** Pays by ACH. */
  | { does: 'credit'; payer: number; sum: Sum }
  | { does: 'transfer'; from: number; to: number; sum: Sum }
  /** The client of the parent creates a customer below it, or below one of its children. */
  | { does: 'create child'; below: number }
  | { does: 'admit'; child: number; by: 'bank' | 'customer'; isApproved: boolean }
  | { does: 'limit'; on: number; key: LimitKey; dollars: number | null; by: By }
  | { does: 'default limit'; key: LimitKey; dollars: number | null; approvalAbove: number | null; by: By }
  | { does: 'total'; key: LimitKey; dollars: number | null; by: By }
  | { does: 'exposure'; payer: number; dollars: number; by: By }
  /** The banking days after which a customer has the proceeds of its debits. */
  | { does: 'funds days'; payer: number; days: number | null; by: By }
  | { does: 'credit exposure'; payer: number; dollars: number | null; by: By }
  /** Wires above the dollars need a call-back; null switches it off. */
  | { does: 'call back'; who: number; above: number | null; by: By }
  /** The FX line of the parent, in dollars. */
  | { does: 'line'; line: { exposure: number; spot: number } | null; by: By }
  /** Writes off what a customer owes, or some cents more or less. */
  | { does: 'write off'; who: number; overDebt: number; by: By }
  | { does: 'freeze customer'; who: number; action: 'suspend' | 'activate'; by: By }
  | { does: 'freeze account'; who: number; action: 'Suspend' | 'Activate'; by: By }
  | { does: 'appoint'; signatory: number | 'new'; by: Staff; decidedBy: Staff | 'bank' }
  | {
      does: 'decide'
      payment: number
      any: boolean
      approves: boolean
      by: Staff | 'bank'
      person: number | 'itself'
      /** Whether the decision names a call to the customer. */
      isCalled: boolean
    }
  | { does: 'trust'; isTrusted: boolean; by: By }
  /** A dated return arrived on the day of the settlement. */
  | { does: 'cancel' | 'return' | 'reverse'; payment: number; any: boolean; by: 'bank' | 'customer'; isDated: boolean }
  /** Accepts a quote after some seconds; it stands for thirty. */
  | { does: 'contract'; sum: Sum; seconds: number }
  | { does: 'draw'; contract: number; sum: Sum; any: boolean }
  | { does: 'exchange'; sells: Currency; sum: Sum }
  | { does: 'pay abroad'; sum: Sum }
  /** Pays euros from the account in euros. */
  | { does: 'pay euros'; sum: Sum }
  | { does: 'end contract'; contract: number }
  /** The bank moves rates of the triangle by basis points, and sets their spread. */
  | { does: 'move rates'; sides: Side[]; bps: number; spread: number }
  /** The trader exchanges a part of what it has. */
  | { does: 'turn'; sells: Corner; buys: Corner; percent: number }
  | { does: 'wait'; seconds: number }
  | { does: 'work' }

/** Cents, or as many as the tightest control allows, and some more or less. */
export type Sum = { cents: number } | { overLimit: number }
/**
 * Who makes a change: two people of the bank, one of them alone, or the customer. Without dual
 * control, one person of the bank is enough.
 */
export type By = 'bank' | 'alone' | 'customer'
/** Clients of the careful customer: only the portal is trusted to name persons. */
export type Staff = (typeof STAFF)[number]
export type Currency = 'USD' | 'EUR'
export type LimitKey = (typeof LIMIT_KEYS)[number]

export const LIMIT_KEYS = [
  'FEDWIRE_PAYMENT_LIMIT_PER_DAY',
  'FEDWIRE_PAYMENT_LIMIT_PER_WEEK',
  'FEDWIRE_PAYMENT_LIMIT_PER_MONTH',
  'ACH_DEBIT_LIMIT_PER_DAY',
  'ACH_CREDIT_LIMIT_PER_DAY',
  'SWIFT_PAYMENT_LIMIT_PER_DAY',
  'BOOK_PAYMENT_LIMIT_PER_DAY',
] as const
const STAFF = ['submitter', 'portal', 'program'] as const

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

const which = fc.nat({ max: 99 })
/** Half of the choices are the first customer, so that its controls meet each other. */
const who = fc.oneof(fc.constant(0), which)
const rarely = fc.nat({ max: 7 }).map((dice) => dice === 7)
const often = fc.nat({ max: 3 }).map((dice) => dice > 0)
const by = fc.constantFrom('bank' as const, 'bank' as const, 'customer' as const)
/** Of a change that takes two people of the bank under dual control. */
const byTwo = fc.constantFrom('bank' as const, 'bank' as const, 'bank' as const, 'alone' as const, 'customer' as const)
const staff = fc.constantFrom(...STAFF)
const anyStaff = fc.constantFrom(...STAFF, 'bank' as const)
const sum: fc.Arbitrary<Sum> = fc.oneof(
  fc.record({ cents: fc.constantFrom(1, 10_00, 25_00, 40_00, 60_00, 100_00, 150_00) }),
  fc.record({ cents: fc.integer({ min: 1, max: 120_00 }) }),
  fc.record({ overLimit: fc.constantFrom(-1, 0, 0, 1, 1) }),
)
const dollars = fc.constantFrom(50, 100, 150, 250)
const limit = fc.oneof({ weight: 5, arbitrary: dollars }, { weight: 1, arbitrary: fc.constant(null) })
/** Wires use the first three limits, so these are set more often. */
const key = fc.constantFrom(...LIMIT_KEYS, ...LIMIT_KEYS.slice(0, 3))
const line = fc.oneof(
  { weight: 5, arbitrary: fc.record({ exposure: fc.constantFrom(0, 1, 200), spot: fc.constantFrom(50, 200, 2_000) }) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const currency = fc.constantFrom('USD' as const, 'USD' as const, 'EUR' as const)
const isOf = <const Does extends string>(...does: Does[]) => ({ does: fc.constantFrom(...does) })

/** The place of the careful customer's account: the parent has two, and the stranger one. */
const CAREFUL_ACCOUNT = 3

const families: Record<string, readonly [number, fc.Arbitrary<Command>]> = {
  pay: [
    8,
    fc.record({ ...isOf('pay'), payer: who, sum, from: fc.constantFrom('submitter', 'portal'), isTomorrow: rarely }),
  ],
  // The third customer is the careful one.
  carefully: [
    8,
    fc.record({
      ...isOf('pay'),
      payer: fc.constant(2),
      sum,
      from: fc.constantFrom('submitter', 'portal'),
      isTomorrow: rarely,
    }),
  ],
  collect: [3, fc.record({ ...isOf('collect'), payer: which, sum })],
  credit: [5, fc.record({ ...isOf('credit'), payer: who, sum })],
  transfer: [3, fc.record({ ...isOf('transfer'), from: who, to: which, sum })],
  child: [2, fc.record({ ...isOf('create child'), below: who })],
  admit: [3, fc.record({ ...isOf('admit'), child: which, by, isApproved: often })],
  limit: [4, fc.record({ ...isOf('limit'), on: who, key, dollars: limit, by: byTwo })],
  default: [
    1,
    fc.record({
      ...isOf('default limit'),
      key,
      dollars: limit,
      approvalAbove: fc.constantFrom(null, 20, 60),
      by: byTwo,
    }),
  ],
  total: [1, fc.record({ ...isOf('total'), key, dollars: limit, by: byTwo })],
  exposure: [1, fc.record({ ...isOf('exposure'), payer: which, dollars, by: byTwo })],
  funds: [3, fc.record({ ...isOf('funds days'), payer: which, days: fc.constantFrom(null, 0, 1, 2, 3), by: byTwo })],
  credits: [3, fc.record({ ...isOf('credit exposure'), payer: who, dollars: limit, by: byTwo })],
  calls: [3, fc.record({ ...isOf('call back'), who, above: fc.constantFrom(null, 0, 20, 50), by: byTwo })],
  carefulCalls: [
    8,
    fc.record({ ...isOf('call back'), who: fc.constant(CAREFUL_ACCOUNT), above: fc.constantFrom(0, 20), by: byTwo }),
  ],
  lines: [2, fc.record({ ...isOf('line'), line, by: byTwo })],
  debts: [2, fc.record({ ...isOf('write off'), who, overDebt: fc.constantFrom(-1, 0, 0, 1), by: byTwo })],
  customers: [
    2,
    fc.record({ ...isOf('freeze customer'), who, action: fc.constantFrom('suspend', 'activate'), by: byTwo }),
  ],
  accounts: [
    3,
    fc.record({ ...isOf('freeze account'), who, action: fc.constantFrom('Suspend', 'Activate'), by: byTwo }),
  ],
  appoint: [
    3,
    fc.record({
      ...isOf('appoint'),
      signatory: fc.oneof(which, fc.constant('new' as const)),
      by: staff,
      decidedBy: anyStaff,
    }),
  ],
  decide: [
    9,
    fc.record({
      ...isOf('decide'),
      payment: which,
      any: rarely,
      approves: fc.nat({ max: 9 }).map((dice) => dice > 0),
      by: fc.oneof(anyStaff, fc.constant('portal' as const), fc.constantFrom('portal' as const, 'bank' as const)),
      person: fc.oneof({ weight: 2, arbitrary: which }, { weight: 1, arbitrary: fc.constant('itself' as const) }),
      isCalled: fc.boolean(),
    }),
  ],
  trust: [1, fc.record({ ...isOf('trust'), isTrusted: fc.boolean(), by: byTwo })],
  undo: [
    4,
    fc.record({
      ...isOf('cancel', 'return', 'reverse'),
      payment: which,
      any: rarely,
      by,
      isDated: rarely,
    }),
  ],
  sentBack: [
    3,
    fc.record({ ...isOf('return'), payment: which, any: rarely, by: fc.constant('bank' as const), isDated: rarely }),
  ],
  contract: [2, fc.record({ ...isOf('contract'), sum, seconds: fc.constantFrom(0, 0, 0, 29, 30) })],
  draw: [3, fc.record({ ...isOf('draw'), contract: which, sum, any: rarely })],
  exchange: [2, fc.record({ ...isOf('exchange'), sells: currency, sum })],
  abroad: [1, fc.record({ ...isOf('pay abroad'), sum })],
  euros: [2, fc.record({ ...isOf('pay euros'), sum })],
  end: [1, fc.record({ ...isOf('end contract'), contract: which })],
  wait: [
    2,
    fc.record({ ...isOf('wait'), seconds: fc.constantFrom(3, 6, 7, HOUR_SECONDS, DAY_SECONDS, 3 * DAY_SECONDS) }),
  ],
  days: [2, fc.record({ ...isOf('wait'), seconds: fc.constant(4 * DAY_SECONDS) })],
  work: [4, fc.record({ ...isOf('work') })],
}

const corner = fc.constantFrom(...TRIANGLE)
const triangle = {
  moves: fc.record({
    ...isOf('move rates'),
    sides: fc.uniqueArray(fc.constantFrom(...SIDES), { minLength: 1 }),
    bps: fc.constantFrom(-600, -200, -101, -30, 1, 30, 101, 200, 600),
    spread: fc.constantFrom(0, 0, 2, 50),
  }),
  turns: fc.record({ ...isOf('turn'), sells: corner, buys: corner, percent: fc.constantFrom(100, 100, 100, 50, 1) }),
}

/** Each history is about a few controls, so that it tries them together and in depth. */
const THEMES = [
  ['pay', 'transfer', 'child', 'admit', 'limit', 'default', 'total', 'undo', 'wait', 'work'],
  ['pay', 'collect', 'transfer', 'customers', 'accounts', 'exposure', 'undo', 'contract', 'wait', 'work'],
  ['carefully', 'appoint', 'decide', 'trust', 'default', 'undo', 'wait', 'work'],
  ['contract', 'draw', 'exchange', 'abroad', 'euros', 'end', 'undo', 'limit', 'customers', 'wait', 'work'],
  ['credit', 'credits', 'child', 'admit', 'transfer', 'customers', 'undo', 'wait', 'work'],
  ['calls', 'pay', 'carefully', 'abroad', 'euros', 'decide', 'decide', 'default', 'undo', 'work'],
  ['lines', 'contract', 'draw', 'abroad', 'end', 'undo', 'accounts', 'customers', 'wait', 'work'],
  // The parent owes what it no longer has of a returned debit, and buys euros with what it gets.
  ['collect', 'pay', 'exchange', 'undo', 'debts', 'contract', 'end', 'wait', 'work'],
  // People approve a payment that still waits for the bank, and then try to decide it again.
  ['carefully', 'carefulCalls', 'decide', 'decide', 'appoint'],
  // ACH entries come back later than their network allows.
  ['credit', 'collect', 'work', 'days', 'undo'],
  // The proceeds of debits wait, and meanwhile their customers spend, owe and send debits back.
  ['collect', 'funds', 'work', 'sentBack', 'pay', 'debts', 'wait'],
  ['collect', 'funds', 'work', 'sentBack'],
  // The receiver of a transfer has spent it when the bank reverses it.
  ['child', 'admit', 'transfer', 'undo', 'pay'],
  Object.keys(families),
]

export interface History {
  /** Whether the bank is under dual control. */
  isDual: boolean
  /** How many people approve a payment of the careful customer. */
  approvers: number
  commands: Command[]
}

export const hostileHistory: fc.Arbitrary<History> = fc.constantFrom(...THEMES).chain((theme) =>
  fc.record({
    isDual: fc.nat({ max: 2 }).map((dice) => dice === 2),
    approvers: fc.integer({ min: 1, max: 3 }),
    commands: fc.array(
      fc.oneof(...theme.map((name) => ({ weight: families[name]![0], arbitrary: families[name]![1] }))),
      { minLength: 1, maxLength: 30, size: 'max' },
    ),
  }),
)

/** A customer goes round a triangle of currencies, of which every rate moves on its own. */
export const triangleHistory: fc.Arbitrary<History> = fc.record({
  isDual: fc.boolean(),
  approvers: fc.constant(1),
  commands: fc.array(
    fc.oneof<fc.MaybeWeightedArbitrary<Command>[]>(
      { weight: 2, arbitrary: triangle.moves },
      { weight: 5, arbitrary: triangle.turns },
      { weight: 1, arbitrary: families['wait']![1] },
    ),
    { minLength: 5, maxLength: 30, size: 'max' },
  ),
})
