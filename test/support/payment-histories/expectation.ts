import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { addBusinessDays, businessCalendar } from '../../../src/kernel/business-calendar.ts'
import { canBecome, type PaymentStatus, paymentSteps } from '../../../src/payments/payment-state.ts'
import { type Account, type Bank, FUNDS_DAYS } from './bank.ts'
import type { PayCommand } from './commands.ts'

// Computes the expected ledger from the states of the payments and the requests alone. It shares no
// code with the service, except the state machine and the calendar of banking days.

/** A payment in the database, with its transitions. */
export interface SeenPayment {
  id: string
  reference: string
  /** Its number in its series; 1 for a payment without a series. */
  number: number
  senderAccountId: bigint
  entryType: 'CREDIT' | 'DEBIT'
  amount: bigint
  rail: string
  status: PaymentStatus
  fee: bigint | null
  /** The amount of a returned debit that the creditor owes, because it no longer had it. */
  shortfall: bigint
  /** The hold on the proceeds of a settled debit. */
  funds: { availableOn: string; releasedAt: string | null } | null
  steps: Step[]
}

export interface Step {
  at: Temporal.Instant
  from: PaymentStatus | null
  to: PaymentStatus
}

/** An entry of another bank that came in. */
/** An entry of an incoming file, or money that another bank gave back when it was asked to. */
export interface SeenReceipt {
  /** Null for a receipt by a message. */
  traceNumber: string | null
  returnsPaymentId: string | null
  accountId: bigint | null
  direction: 'Credit' | 'Debit'
  amount: bigint
  status: string
  place: string | null
  isHeld: boolean
}

/** The expected accounts, limit usage and income of the institution. */
export interface Expectation {
  /** The posted balance, the part of it that is held, and pending credits. */
  accounts: Map<bigint, { posted: bigint; held: bigint; coming: bigint }>
  /** What each customer owes that owes anything. */
  owed: Map<string, bigint>
  /** The usage of limits, by customer, limit and first day of the period. */
  usage: Map<string, bigint>
  income: bigint
}

export const TIME_ZONE = 'America/New_York'
const HELD: readonly PaymentStatus[] = ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED']
const FREED: readonly PaymentStatus[] = ['REJECTED', 'CANCELLED', 'RETURNED', 'REVERSED']
export const FINAL: readonly PaymentStatus[] = [
  'PROCESSED',
  'RETURNED',
  'REVERSED',
  'REJECTED',
  'CANCELLED',
  'VALIDATION_FAILURE',
]

/** The limits of each customer, in cents. */
const LIMITS: Record<Account['customer'], Record<string, bigint>> = {
  charged: {
    FEDWIRE_PAYMENT_LIMIT_PER_DAY: 200_00n,
    FEDWIRE_PAYMENT_LIMIT_PER_WEEK: 300_00n,
    FEDWIRE_PAYMENT_LIMIT_PER_MONTH: 400_00n,
    ACH_CREDIT_LIMIT_PER_DAY: 250_00n,
    ACH_DEBIT_LIMIT_PER_DAY: 350_00n,
    BOOK_PAYMENT_LIMIT_PER_DAY: 150_00n,
  },
  careful: { INSTANT_PAYMENT_LIMIT_PER_DAY: 150_00n },
}
const EXPOSURE_LIMIT = 250_00n

/** The limits that a rail, or debits, count against, with the first day of each period. */
const COUNTED: Record<
  string,
  readonly (readonly [key: string, firstDay: (date: Temporal.PlainDate) => Temporal.PlainDate])[]
> = {
  BOOK: byDayWeekMonth('BOOK'),
  ACH: [
    ['ACH_CREDIT_LIMIT_PER_DAY', (date) => date],
    ['ACH_CREDIT_LIMIT_PER_MONTH', (date) => date.with({ day: 1 })],
  ],
  DEBIT: [
    ['ACH_DEBIT_LIMIT_PER_DAY', (date) => date],
    ['ACH_DEBIT_LIMIT_PER_MONTH', (date) => date.with({ day: 1 })],
  ],
  FEDWIRE: byDayWeekMonth('FEDWIRE'),
  RTP: byDayWeekMonth('INSTANT'),
}

function byDayWeekMonth(rail: string) {
  return [
    [`${rail}_PAYMENT_LIMIT_PER_DAY`, (date: Temporal.PlainDate) => date],
    [`${rail}_PAYMENT_LIMIT_PER_WEEK`, (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 })],
    [`${rail}_PAYMENT_LIMIT_PER_MONTH`, (date: Temporal.PlainDate) => date.with({ day: 1 })],
  ] as const
}

/** A payment to a contact at this bank counts against the rail of its speed, too. */
function countedOf(command: PayCommand) {
  if (command.to === 'in') return COUNTED.DEBIT!
  const asked = COUNTED[askedRailOf(command)]!
  return command.to === 'own' ? [...asked, ...COUNTED.BOOK!] : asked
}

/** The requested speed; for a debit, an ACH speed. */
export function speedOf({ to, speed }: Pick<PayCommand, 'to' | 'speed'>): string {
  if (to !== 'in') return speed
  return speed === 'Express' || speed === 'Economy Plus' ? 'Economy Plus' : 'Economy'
}

export function railOf({ to, speed }: Pick<PayCommand, 'to' | 'speed'>): string {
  if (to === 'own') return 'BOOK'
  return to === 'in' ? 'ACH' : askedRailOf({ speed })
}

function askedRailOf({ speed }: Pick<PayCommand, 'speed'>): string {
  return speed === 'Express' ? 'FEDWIRE' : speed === 'Instant' ? 'RTP' : 'ACH'
}

export function dateOf(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(TIME_ZONE).toPlainDate()
}

/** Checks the actual state against the effect of the requested payments and of the deposits. */
export function assertExpected(
  bank: Bank,
  { asked, deposits }: { asked: ReadonlyMap<string, PayCommand>; deposits: ReadonlyMap<bigint, bigint> },
  {
    payments,
    receipts,
    repaid,
    today,
    ...seen
  }: Expectation & {
    payments: readonly SeenPayment[]
    receipts: readonly SeenReceipt[]
    repaid: ReadonlyMap<bigint, bigint>
    today: Temporal.PlainDate
  },
): void {
  assertEachOnce(asked, payments)
  const expected = expect(bank, deposits, asked, payments)
  addReceipts(expected.accounts, receipts)
  for (const { id, customerUID } of bank.accounts) {
    const amount = repaid.get(id) ?? 0n
    expected.accounts.get(id)!.posted -= amount
    if (amount > 0n) expected.owed.set(customerUID, (expected.owed.get(customerUID) ?? 0n) - amount)
  }
  assert.deepEqual(seen.accounts, expected.accounts, 'accounts')
  for (const [customerUID, owed] of expected.owed) {
    assert.ok(owed >= 0n, `${customerUID} repaid more than it owed`)
    if (owed === 0n) expected.owed.delete(customerUID)
  }
  assert.deepEqual(seen.owed, expected.owed, 'what customers owe')
  for (const [id, { posted, held, coming }] of seen.accounts) {
    assert.ok(posted >= held, `account ${id} has an available balance of ${posted - held}`)
    const returnable = returnableOf(id, payments, today)
    const collected = coming - receivedBy(id, receipts)
    assert.ok(
      collected + returnable <= EXPOSURE_LIMIT,
      `account ${id} has ${collected} pending, ${returnable} returnable`,
    )
  }
  assert.deepEqual(Object.fromEntries(seen.usage), Object.fromEntries(expected.usage), 'usage of limits')
  assert.equal(seen.income, expected.income, 'fees earned')
}

/** Adds what came in, each entry once, to the accounts. */
function addReceipts(accounts: Expectation['accounts'], receipts: readonly SeenReceipt[]): void {
  const named = receipts.map(({ traceNumber, returnsPaymentId }) => traceNumber ?? returnsPaymentId)
  assert.equal(new Set(named).size, named.length, 'an entry is received once, and a payment is given back once')
  for (const { accountId, direction, amount, status, place, isHeld } of receipts) {
    const account = accountId === null || place !== 'Customer' ? undefined : accounts.get(accountId)
    if (!account) continue
    if (status === 'POSTED') account.posted += direction === 'Credit' ? amount : -amount
    if (status !== 'PENDING' || !isHeld) continue
    if (direction === 'Debit') account.held += amount
    else account.coming += amount
  }
}

/** What other banks pay to an account, and has not settled. */
function receivedBy(account: bigint, receipts: readonly SeenReceipt[]): bigint {
  return receipts.reduce((sum, { accountId, direction, amount, status, place, isHeld }) => {
    const isComing = direction === 'Credit' && status === 'PENDING' && place === 'Customer' && isHeld
    return isComing && accountId === account ? sum + amount : sum
  }, 0n)
}

const calendar = businessCalendar({ holidays: 'FederalReserve' })

/** The settled debits of an account that can come back: corporate ones, for two banking days. */
function returnableOf(accountId: bigint, payments: readonly SeenPayment[], today: Temporal.PlainDate): bigint {
  return payments.reduce((sum, { senderAccountId, entryType, status, amount, steps }) => {
    const settled = status === 'PROCESSED' && steps.find(({ to }) => to === 'PROCESSED')
    if (!settled || entryType === 'CREDIT' || senderAccountId !== accountId) return sum
    const until = addBusinessDays(dateOf(settled.at), 2, calendar)
    return until.toString() < today.toString() ? sum : sum + amount
  }, 0n)
}

/**
 * Whether the proceeds of a payment are held. They are from its settlement until their day, or
 * until it comes back.
 */
function isKept({ id, entryType, status, funds, steps }: SeenPayment, days: number): boolean {
  const settled = entryType === 'DEBIT' && steps.find(({ to }) => to === 'PROCESSED')
  const availableOn = settled && days > 0 ? addBusinessDays(dateOf(settled.at), days, calendar) : undefined
  assert.equal(funds?.availableOn, availableOn?.toString(), `when the proceeds of ${id} are available`)
  if (!funds || !availableOn) return false
  if (funds.releasedAt === null) {
    assert.equal(status, 'PROCESSED', `the proceeds of ${id} are held`)
    return true
  }
  const releasedOn = dateOf(Temporal.Instant.from(funds.releasedAt))
  const isEarly = Temporal.PlainDate.compare(releasedOn, availableOn) < 0
  assert.ok(!isEarly || status !== 'PROCESSED', `the proceeds of ${id} were released on ${releasedOn}`)
  return false
}

/** No request has created two payments, and no number of a series is used twice. */
function assertEachOnce(asked: ReadonlyMap<string, PayCommand>, payments: readonly SeenPayment[]): void {
  const names = payments.map(({ reference, number }) => `${reference} ${number}`)
  assert.equal(new Set(names).size, names.length, 'a payment exists once')
  for (const { reference, number } of payments) {
    const command = asked.get(reference)!
    assert.ok(number <= (command.does === 'repeat' ? command.times : 1), 'a series has no more payments than requested')
  }
}

/** The expected state after these payments. Fails if a payment differs from its request. */
function expect(
  bank: Bank,
  before: ReadonlyMap<bigint, bigint>,
  asked: ReadonlyMap<string, PayCommand>,
  payments: readonly SeenPayment[],
): Expectation {
  const accounts = new Map([...before].map(([id, posted]) => [id, { posted, held: 0n, coming: 0n }]))
  const usage = new Map<string, bigint>()
  const owed = new Map<string, bigint>()
  const instant: SeenPayment[] = []
  let income = 0n
  for (const payment of payments) {
    const terms = asked.get(payment.reference)
    assert.ok(terms, `${payment.id} was requested`)
    const account = bank.accounts[terms.from]
    const rail = railOf(terms)
    const isDebit = terms.to === 'in'
    assert.deepEqual(
      [payment.senderAccountId, payment.entryType, payment.amount, payment.rail],
      [account.id, isDebit ? 'DEBIT' : 'CREDIT', BigInt(terms.cents), rail],
      `${payment.id} matches its request`,
    )
    assertLegal(payment)
    const began = payment.steps.find(({ to }) => to === 'VALIDATED' || (rail === 'BOOK' && to === 'PROCESSED'))
    if (began && account.customer === 'charged' && rail === 'RTP') instant.push(payment)
    else assert.equal(payment.fee ?? 0n, began ? feeOf(account, rail, payment.amount) : 0n, `the fee of ${payment.id}`)
    const fee = payment.fee ?? 0n

    const sender = accounts.get(account.id)!
    const { amount, status, steps, shortfall } = payment
    if (HELD.includes(status) || (status === 'HELD' && began)) {
      sender.held += fee
      if (isDebit) sender.coming += amount
      else sender.held += amount
    }
    if (status === 'PROCESSED') sender.posted += isDebit ? amount : -amount
    if (isKept(payment, FUNDS_DAYS[account.customer])) sender.held += amount
    // The creditor owes the part of a returned debit that it has already spent.
    const cameBack = isDebit && status === 'RETURNED' && steps.some(({ to }) => to === 'PROCESSED')
    assert.ok(cameBack ? shortfall <= amount : shortfall === 0n, `${shortfall} is owed for ${payment.id}`)
    sender.posted += shortfall
    if (shortfall > 0n) owed.set(account.customerUID, (owed.get(account.customerUID) ?? 0n) + shortfall)
    if (status === 'PROCESSED' && rail === 'BOOK') accounts.get(account.ownAccountId)!.posted += amount
    if (status === 'PROCESSED' || status === 'RETURNED' || status === 'REVERSED') {
      sender.posted -= fee
      income += fee
    }
    if (began && !FREED.includes(status))
      for (const [key, firstDay] of countedOf(terms)) {
        const period = firstDay(dateOf(began.at))
        const ofInstitution = `${bank.tenant.institution.legalEntityId} BELOW_${key} ${period}`
        for (const name of [`${account.customerUID} ${key} ${period}`, ofInstitution])
          usage.set(name, (usage.get(name) ?? 0n) + amount)
      }
  }
  assertCountedFees(instant)
  assertWithinLimits(bank, usage)
  return { accounts, owed, usage, income }
}

/** The transitions form one path of the state machine, from its start to the payment's status. */
function assertLegal({ id, status, steps }: SeenPayment): void {
  const left = [...steps]
  let at: PaymentStatus | null = null
  while (left.length > 0) {
    const place = left.findIndex(({ from }) => from === at)
    assert.notEqual(place, -1, `${id} has a transition from ${at}: ${JSON.stringify(steps)}`)
    const [step] = left.splice(place, 1)
    const isLegal =
      at === null ? paymentSteps().some(({ from, to }) => from === null && to === step!.to) : canBecome(at, step!.to)
    assert.ok(isLegal, `${id} may go from ${at} to ${step!.to}`)
    at = step!.to
  }
  assert.equal(status, at, `${id} has the status of its last transition`)
}

function feeOf({ customer }: Account, rail: string, amount: bigint): bigint {
  if (customer === 'careful') return 0n
  if (rail === 'FEDWIRE') return amount >= 100_00n ? 1_50n : 1_00n
  return rail === 'BOOK' ? 5n : 0n
}

/**
 * A customer's first two instant payments of a month cost more than the rest, even if many are
 * decided at the same time. One that ended unsent no longer counts, so a later one can cost more.
 */
function assertCountedFees(instant: readonly SeenPayment[]): void {
  const months = Map.groupBy(instant, ({ steps }) => monthOf(steps.find(({ to }) => to === 'VALIDATED')!))
  for (const payments of months.values()) {
    const fees = payments.map(({ fee }) => fee)
    const first = fees.filter((fee) => fee === 50n).length
    const released = payments.filter(isReleased).length
    assert.ok(first >= Math.min(2, fees.length), `fees by the number of payments: ${fees}`)
    assert.ok(first <= Math.min(2 + released, fees.length), `${released} released: ${fees}`)
    assert.equal(fees.filter((fee) => fee === 20n).length, fees.length - first)
  }
}

/** Whether its fee was released, so that it does not count towards the tiers. */
const isReleased = ({ status }: SeenPayment) => status === 'CANCELLED' || status === 'VALIDATION_FAILURE'

const monthOf = ({ at }: Step) => dateOf(at).toPlainYearMonth().toString()

function assertWithinLimits({ accounts }: Bank, usage: ReadonlyMap<string, bigint>): void {
  for (const { customer, customerUID } of accounts)
    for (const [key, limit] of Object.entries(LIMITS[customer]))
      for (const [name, used] of usage)
        if (name.startsWith(`${customerUID} ${key} `)) assert.ok(used <= limit, `${name}: ${used} of ${limit}`)
}

/** The status of a new payment if nothing else happens; undefined for a refusal. */
export function predict(
  bank: Bank,
  command: PayCommand,
  {
    accounts,
    usage,
    suspended,
    payments,
    receipts,
  }: Pick<Expectation, 'accounts' | 'usage'> & {
    suspended: ReadonlySet<bigint>
    payments: readonly SeenPayment[]
    receipts: readonly SeenReceipt[]
  },
  { instantBefore, approvesAbove }: { instantBefore: number; approvesAbove: number },
  today: Temporal.PlainDate,
): PaymentStatus | undefined {
  const account = bank.accounts[command.from]
  const rail = railOf(command)
  const amount = BigInt(command.cents)
  const isNow = command.inDays === 0
  const usedOf = (key: string, firstDay: Temporal.PlainDate) =>
    usage.get(`${account.customerUID} ${key} ${firstDay}`) ?? 0n
  if (suspended.has(account.id) || (rail === 'BOOK' && suspended.has(account.ownAccountId))) return undefined
  const limits = LIMITS[account.customer]
  const exceeds = countedOf(command).some(
    ([key, firstDay]) => limits[key] !== undefined && usedOf(key, firstDay(today)) + amount > limits[key],
  )
  const exceedsAlone = countedOf(command).some(([key]) => limits[key] !== undefined && amount > limits[key])
  if (isNow ? exceeds : exceedsAlone) return undefined
  if (account.customer === 'careful') return 'PENDING_APPROVAL'
  const isInstant = command.to !== 'in' && askedRailOf(command) === 'RTP'
  if (isNow && isInstant && amount > BigInt(approvesAbove)) return 'PENDING_APPROVAL'
  if (!isNow) return 'FUTURE_DATED'
  const fee = rail === 'RTP' ? (instantBefore < 2 ? 50n : 20n) : feeOf(account, rail, amount)
  const { posted, held, coming } = accounts.get(account.id)!
  if (command.to === 'in') {
    // What other banks pay is no debit that can come back.
    const collected = coming - receivedBy(account.id, receipts)
    const exposed = collected + returnableOf(account.id, payments, today)
    return exposed + amount <= EXPOSURE_LIMIT ? 'VALIDATED' : undefined
  }
  if (posted - held < amount + fee) return undefined
  return rail === 'BOOK' ? 'PROCESSED' : 'VALIDATED'
}

/** The instant payments of the charged customer that count towards the tiers of this month. */
export function instantThisMonth(bank: Bank, payments: readonly SeenPayment[], today: Temporal.PlainDate): number {
  const charged = bank.accounts.filter(({ customer }) => customer === 'charged').map(({ id }) => id)
  return payments.filter((payment) => {
    const { rail, senderAccountId, steps } = payment
    const validated = steps.find(({ to }) => to === 'VALIDATED')
    return (
      rail === 'RTP' &&
      !isReleased(payment) &&
      charged.includes(senderAccountId) &&
      validated &&
      monthOf(validated) === today.toPlainYearMonth().toString()
    )
  }).length
}
