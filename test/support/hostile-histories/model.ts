import type { Temporal } from 'temporal-polyfill'
import type { TestClient } from '../test-service.ts'
import type { Currency, LimitKey, Staff, Sum } from './commands.ts'
import { type Amounts, atMid, boughtBy, type Deal, dealAt, eurosWorth, lossOf } from './exchanges.ts'

// The controls of the bank as its documentation describes them. The model shares no code with the
// service. Amounts are cents.

export type Owner = 'bank' | 'customer'

export interface Customer {
  uid: string
  shortName: string
  /** Its own client, or that of the customer above it. */
  client: TestClient
  parent: Customer | undefined
  accounts: Partial<Record<Currency, Account>>
  contact: string
  /** A customer that a customer created waits until the bank admits it. */
  isAdmitted: boolean
  admission: string | undefined
  /** Suspended by the bank. */
  isSuspended: boolean
  limits: Map<LimitKey, number>
  /** The exposure limit of its dollar account. */
  exposure: number
  /** What ACH credits in flight of it and of all below it may be; infinite without a limit. */
  creditExposure: number
  /** Its FX line, in cents. */
  line?: { exposure: number; spot: number } | undefined
  /** What it owes after returned debits and for close-outs, in cents. */
  owed: number
  /** How many people approve each of its payments. */
  approvers: number
  /** The banking days after which it has the proceeds of a debit; null for those of the bank, 0. */
  fundsDays: number | null
}

export interface Account {
  uid: string
  owner: Customer
  currency: Currency
  available: number
  suspendedBy: Owner | undefined
  /** The cents above which its wires need a call-back; infinite without call-backs. */
  callBackAbove: number
  /** What it had when it was frozen; undefined if it is not. */
  frozenWith?: number
  /** What the bank has taken back since. */
  takenBack: number
  /** What close-outs cost in this history, in cents. */
  lost: number
}

export type Kind = 'wire' | 'debit' | 'ach' | 'book' | 'abroad'
export type Status =
  | 'PENDING_APPROVAL'
  | 'PARTIALLY_APPROVED'
  | 'FUTURE_DATED'
  | 'HELD'
  | 'VALIDATED'
  | 'READY_TO_TRANSMIT'
  | 'TRANSMITTED'
  | 'PROCESSED'
  | 'VALIDATION_FAILURE'
  | 'REJECTED'
  | 'CANCELLED'
  | 'RETURNED'
  | 'REVERSED'

export const WAITING: readonly Status[] = ['PENDING_APPROVAL', 'PARTIALLY_APPROVED']
export const CANCELLABLE: readonly Status[] = [...WAITING, 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT']
const FREED: readonly Status[] = ['REJECTED', 'CANCELLED', 'RETURNED', 'REVERSED']
const UNSETTLED: readonly Status[] = ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED']

/** What a payment would do. */
export interface Order {
  kind: Kind
  from: Account
  cents: number
  to?: Account
  contract?: Contract
}

export interface Payment extends Order {
  uid: string
  status: Status
  maker: string
  /** In milliseconds. */
  madeAt: number
  settledOn?: Temporal.PlainDate
  /** When the held proceeds of a debit become available, in milliseconds. */
  heldUntil?: number | undefined
  /** The last day on which it can come back, if it is an ACH payment that settled. */
  returnableUntil?: Temporal.PlainDate
  /** A payment of a later day is decided again on that day. */
  paidOn: Temporal.PlainDate
  /** The approvals it still needs. */
  people: number
  needsBank: boolean
  decisions: Decision[]
  /** HELD until people approve it again. */
  lacksApprovals?: boolean
  /** The day on which it counts against limits. */
  countedOn?: Temporal.PlainDate
  /** Whether its draw goes back to its contract, which only happens before it settles. */
  isDrawReleased?: boolean
  /** What the other side of an exchange receives, once it is priced. */
  bought?: { currency: Currency; cents: number }
  /** The contract that an exchange without a named one makes for itself. */
  deal?: Deal
  /** Present once its money is held or moved. */
  released?: { isPortalTrusted: boolean; needsBank: boolean }
  /** The day of its release, or on which it last went on after it was held. */
  wentOn?: Temporal.PlainDate
  /** When a due payment without funds is tried again: between these milliseconds. */
  retry?: { from: number; until: number }
}

/** A decision in the name of a client, or of a signatory whom a client named. */
export interface Decision {
  client: string
  signatory: string | undefined
  isOfBank: boolean
}

export interface Signatory {
  id: string
  isActive: boolean
  /** The clients that changed it: they asked for the change or approved it. */
  changes: { by: string; at: number }[]
}

/** It sells dollars and buys euros until its value date. */
export interface Contract {
  no: string
  owner: Customer
  deal: Deal
  isOpen: boolean
  /** Whether what is left of it is held on the dollar account; otherwise it is on the FX line. */
  isPrefunded: boolean
}

export interface DefaultLimit {
  cents: number
  approvalAbove: number | null
}

/** The state of the bank in one history. */
export interface Model {
  /** The parent, the stranger and the careful customer, then those below the parent. */
  customers: Customer[]
  payments: Payment[]
  contracts: Contract[]
  /** Every contract, with those that payments made for themselves. */
  deals: Deal[]
  signatories: Signatory[]
  defaults: Map<LimitKey, DefaultLimit>
  totals: Map<LimitKey, number>
  isPortalTrusted: boolean
  staff: Record<Staff, TestClient>
}

const KEYS: Record<Kind, readonly LimitKey[]> = {
  wire: ['FEDWIRE_PAYMENT_LIMIT_PER_DAY', 'FEDWIRE_PAYMENT_LIMIT_PER_WEEK', 'FEDWIRE_PAYMENT_LIMIT_PER_MONTH'],
  debit: ['ACH_DEBIT_LIMIT_PER_DAY'],
  ach: ['ACH_CREDIT_LIMIT_PER_DAY'],
  abroad: ['SWIFT_PAYMENT_LIMIT_PER_DAY'],
  /** A transfer to another customer: `isCounted`. */
  book: ['BOOK_PAYMENT_LIMIT_PER_DAY'],
}

/** A limit that bounds a customer and those below it, or all customers. */
export interface Level {
  /** Undefined for the total of the institution. */
  of: Customer | undefined
  key: LimitKey
  cents: number
  approvalAbove: number | null
}

/** The customer, then those above it. */
export function lineOf(customer: Customer): Customer[] {
  return customer.parent ? [customer, ...lineOf(customer.parent)] : [customer]
}

/** What cents of a currency count for against limits: dollar cents at the mid rate, rounded up. */
export function countsFor(cents: number, currency: Currency): number {
  return currency === 'USD' ? cents : atMid(cents)
}

/** A transfer between two accounts of one customer counts against no limit. */
export function isCounted({ from, to }: Pick<Order, 'from' | 'to'>): boolean {
  return from.owner !== to?.owner
}

/** Every limit that is set for a kind of payment of a customer. */
export function levelsOf(model: Model, customer: Customer, kind: Kind): Level[] {
  return KEYS[kind].flatMap((key) => {
    const fallback = model.defaults.get(key)
    const ofLine = lineOf(customer).flatMap((of) => {
      const cents = of.limits.get(key) ?? fallback?.cents
      return cents === undefined ? [] : [{ of, key, cents, approvalAbove: fallback?.approvalAbove ?? null }]
    })
    const total = model.totals.get(key)
    return total === undefined ? ofLine : [...ofLine, { of: undefined, key, cents: total, approvalAbove: null }]
  })
}

/** What the payments that count have used of a limit in the period that contains the day. */
export function usedOf({ payments }: Model, { of, key }: Pick<Level, 'of' | 'key'>, day: Temporal.PlainDate): number {
  return payments
    .filter(({ kind, from, status, countedOn }) => {
      const isBelow = of === undefined || lineOf(from.owner).includes(of)
      const counts = countedOn && !FREED.includes(status) && periodOf(key, countedOn) === periodOf(key, day)
      return isBelow && counts && KEYS[kind].includes(key)
    })
    .reduce((sum, { cents, from }) => sum + countsFor(cents, from.currency), 0)
}

/** A credit to an account first repays what its owner owes, in dollars. */
export function credit(account: Account, cents: number): void {
  const repaid = account.currency === 'USD' ? Math.min(cents, account.owner.owed) : 0
  account.owner.owed -= repaid
  account.available += cents - repaid
}

/** An account that is activated again repays what its owner owes, in dollars. */
export function activate(account: Account): void {
  account.suspendedBy = undefined
  const repaid = account.currency === 'USD' ? Math.min(account.available, account.owner.owed) : 0
  account.owner.owed -= repaid
  account.available -= repaid
  account.takenBack += repaid
}

export function periodOf(key: LimitKey, day: Temporal.PlainDate): string {
  if (key.endsWith('WEEK')) return `${day.yearOfWeek} ${day.weekOfYear}`
  return key.endsWith('MONTH') ? day.toPlainYearMonth().toString() : day.toString()
}

function isUnsettled({ status, released }: Payment): boolean {
  return UNSETTLED.includes(status) || (status === 'HELD' && released !== undefined)
}

/** The debits of an account that can come back on a day. */
function exposedBy({ payments }: Model, account: Account, day: Temporal.PlainDate): number {
  const exposed = payments.filter(
    (one) => one.kind === 'debit' && one.from === account && (isUnsettled(one) || isReturnable(one, day)),
  )
  return exposed.reduce((sum, { cents }) => sum + cents, 0)
}

function isReturnable({ status, returnableUntil }: Payment, day: Temporal.PlainDate): boolean {
  return status === 'PROCESSED' && returnableUntil !== undefined && returnableUntil.toString() >= day.toString()
}

/** What is left for ACH credits in flight within the limits of the customer and those above it. */
function creditExposureLeft({ payments }: Model, customer: Customer): number {
  const credits = payments.filter((one) => one.kind === 'ach' && isUnsettled(one))
  const left = lineOf(customer).map((of) => {
    const below = credits.filter(({ from }) => lineOf(from.owner).includes(of))
    return below.reduce((rest, { cents }) => rest - cents, of.creditExposure)
  })
  return Math.min(...left)
}

function isWire({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === 'wire' || kind === 'abroad'
}

/** What payments have drawn of a contract. */
function drawnOf({ payments }: Model, contract: Contract): Amounts {
  const drawn = payments.filter((payment) => {
    return payment.contract === contract && payment.released && !payment.isDrawReleased
  })
  const sum = (amountOf: (payment: Payment) => number) => drawn.reduce((sum, one) => sum + amountOf(one), 0)
  return { sell: sum(({ cents }) => cents), buy: sum(({ bought }) => bought!.cents) }
}

/** What payments have not drawn of a contract, and was not closed out. */
export function leftOf(model: Model, contract: Contract): Amounts {
  const { sell, buy, closed } = contract.deal
  const drawn = drawnOf(model, contract)
  return { sell: sell - drawn.sell - closed.sell, buy: buy - drawn.buy - closed.buy }
}

/** Whether a new contract fits into the FX line, with those that are open on it. */
export function fitsLine(model: Model, owner: Customer, deal: Deal, now: number): boolean {
  const onLine = model.contracts.filter(({ isOpen, isPrefunded }) => isOpen && !isPrefunded)
  const parts = [...Map.groupBy(onLine, (contract) => contract.deal.valueDate)].map(([valueDate, contracts]) => {
    const left = contracts.map((contract) => leftOf(model, contract))
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    return { valueDate, sell: sum(left.map(({ sell }) => sell)), buy: sum(left.map(({ buy }) => buy)) }
  })
  const all = [...parts, deal]
  const spot = all.reduce((sum, { buy }) => sum + atMid(buy), 0)
  const exposure = all.reduce((sum, part) => sum + lossOf(part, now), owner.owed)
  return exposure <= owner.line!.exposure && spot <= owner.line!.spot
}

/**
 * Whether a payment keeps its draw because, without it, the other draws would have a better rate
 * than their contract: the last draw lost what the others gained by rounding.
 */
export function keepsDraw(model: Model, { contract, cents, bought, released }: Payment): boolean {
  if (!contract || !released) return false
  const { sell, buy } = contract.deal
  const drawn = drawnOf(model, contract)
  const kept = { sell: drawn.sell - cents, buy: drawn.buy - bought!.cents }
  return bought!.cents * sell < cents * buy && kept.buy * sell > kept.sell * buy
}

/** The cents that a command asks for, from the tightest control of the payment. */
export function centsOf(model: Model, sum: Sum, order: Omit<Order, 'cents'>, day: Temporal.PlainDate): number {
  if ('cents' in sum) return sum.cents
  const levels = isCounted(order) ? levelsOf(model, order.from.owner, order.kind) : []
  const inCurrency = (dollars: number) => (order.from.currency === 'USD' ? dollars : eurosWorth(dollars))
  const left = levels.map((level) => inCurrency(level.cents - usedOf(model, level, day)))
  if (order.kind === 'debit') left.push(order.from.owner.exposure - exposedBy(model, order.from, day))
  else left.push(order.contract ? leftOf(model, order.contract).sell : order.from.available)
  if (order.kind === 'ach') left.push(creditExposureLeft(model, order.from.owner))
  if (isWire(order)) left.push(order.from.callBackAbove)
  return Math.max(1, Math.min(...left) + sum.overLimit)
}

/** Why a request is refused, or `ok`. */
export type Outcome =
  | 'ok'
  | 'stopped'
  | 'frozen'
  | 'receiver'
  | 'limit'
  | 'exposure'
  | 'in flight'
  | 'funds'
  | 'contract'
  | 'unfunded'
  | 'owner'
  | 'state'
  | 'own'
  | 'untrusted'
  | 'inactive'
  | 'changed'
  | 'bank only'
  | 'not called'
  | 'late'
  | 'line'
  | 'above debt'
  | 'not covered'

/**
 * Who sends a request may change nothing while its legal entity is suspended: whatever would become
 * of the request of another. Children are served by the client of the parent.
 */
export function orStopped<O extends Outcome>(
  model: Pick<Model, 'customers' | 'staff'>,
  { apiKey }: TestClient,
  outcome: O,
): O | 'stopped' {
  return isStopped(model, apiKey) ? 'stopped' : outcome
}

/** Whether a client may not act: its legal entity is suspended. */
function isStopped({ customers, staff }: Pick<Model, 'customers' | 'staff'>, apiKey: string): boolean {
  const [, , careful] = customers
  const clientsOf = (owner: Customer) => [owner.client, ...(owner === careful ? Object.values(staff) : [])]
  return customers.some(
    (owner) => !owner.parent && owner.isSuspended && clientsOf(owner).some((one) => one.apiKey === apiKey),
  )
}

/** A payment also waits as HELD while who made it may not act. */
export function isHeldBack(model: Model, { from, maker }: Pick<Payment, 'from' | 'maker'>): boolean {
  return isFrozen(from) || isStopped(model, maker)
}

/** A payment of a frozen account waits as HELD before each step towards its network. */
export function isFrozen({ owner, suspendedBy }: Account): boolean {
  return !owner.isAdmitted || owner.isSuspended || suspendedBy !== undefined
}

/** The decision about a payment at this moment. */
export type Verdict =
  | { outcome: Exclude<Outcome, 'ok'> }
  | { outcome: 'ok'; status: 'VALIDATED' | 'PROCESSED' | 'FUTURE_DATED' }
  | { outcome: 'ok'; status: 'PENDING_APPROVAL'; people: number; needsBank: boolean }

/** Decides a payment as the documentation says: validity, limits, approvals, exposure, funds. */
export function decide(
  model: Model,
  { kind, from, cents, to, contract }: Order,
  {
    day,
    isTomorrow,
    approvedBy = {},
  }: { day: Temporal.PlainDate; isTomorrow: boolean; approvedBy?: { people?: boolean; bank?: boolean } },
): Verdict {
  const { owner } = from
  if (isFrozen(from)) return { outcome: 'frozen' }
  if (to && (to.suspendedBy || !to.owner.isAdmitted)) return { outcome: 'receiver' }
  if (contract && (!contract.isOpen || contract.deal.valueDate < String(day) || leftOf(model, contract).sell < cents))
    return { outcome: 'contract' }
  const set = isCounted({ from, to }) ? levelsOf(model, owner, kind) : []
  const isNew = approvedBy.people === undefined && approvedBy.bank === undefined
  if (isTomorrow && isNew && set.some((level) => countsFor(cents, from.currency) > level.cents))
    return { outcome: 'limit' }
  const levels = isTomorrow ? [] : set
  const isBeyond = (bound: number | null, level: Level) =>
    bound !== null && usedOf(model, level, day) + countsFor(cents, from.currency) > bound
  if (levels.some((level) => isBeyond(level.cents, level))) return { outcome: 'limit' }
  const needsCall = !isTomorrow && isWire({ kind }) && cents > from.callBackAbove
  const needsBank = !approvedBy.bank && (needsCall || levels.some((level) => isBeyond(level.approvalAbove, level)))
  const people = approvedBy.people ? 0 : owner.approvers
  if (people > 0 || needsBank) return { outcome: 'ok', status: 'PENDING_APPROVAL', people, needsBank }
  if (isTomorrow) return { outcome: 'ok', status: 'FUTURE_DATED' }
  if (kind === 'debit' && exposedBy(model, from, day) + cents > owner.exposure) return { outcome: 'exposure' }
  if (kind === 'ach' && cents > creditExposureLeft(model, owner)) return { outcome: 'in flight' }
  if (kind !== 'debit' && !contract?.isPrefunded && from.available < cents) return { outcome: 'funds' }
  return { outcome: 'ok', status: kind === 'book' ? 'PROCESSED' : 'VALIDATED' }
}

/** Whether a payment exchanges dollars for euros, or euros for dollars. */
function isExchange({ kind, from, to }: Order): boolean {
  return kind === 'abroad' ? from.currency === 'USD' : to !== undefined && to.currency !== from.currency
}

/** Prices the exchange of a payment at this moment, in milliseconds. */
function price(model: Model, payment: Payment, now: number): void {
  const { kind, from, cents, contract } = payment
  const currency = from.currency === 'USD' ? 'EUR' : 'USD'
  if (contract) {
    payment.bought = { currency, cents: boughtBy(contract.deal, leftOf(model, contract), cents) }
    return
  }
  payment.deal = dealAt(from.currency, cents, kind === 'book' ? 'ON' : 'SPOT', now)
  payment.bought = { currency, cents: payment.deal.buy }
  model.deals.push(payment.deal)
}

/** Moves the money of a payment that is released, and counts it. */
export function release(model: Model, payment: Payment, { day, now }: { day: Temporal.PlainDate; now: number }): void {
  if (isExchange(payment)) price(model, payment, now)
  const { kind, from, to, cents, bought, contract } = payment
  // A prefunded contract has held its money since it was made.
  if (kind !== 'debit' && !contract?.isPrefunded) from.available -= cents
  if (to) credit(to, bought?.cents ?? cents)
  if (isCounted(payment)) payment.countedOn = day
  payment.released = { isPortalTrusted: model.isPortalTrusted, needsBank: payment.needsBank }
  payment.wentOn = day
}

/** How much the clocks of two nodes may differ. */
const SKEW_MS = 5_000

/** What happens to a decision about a payment, apart from what the payment then becomes. */
export function decideAbout(
  model: Model,
  payment: Payment,
  {
    client,
    signatory,
    isOfBank,
    approves,
    isCalled,
  }: { client: string; signatory: Signatory | undefined; isOfBank: boolean; approves: boolean; isCalled: boolean },
): Outcome {
  const isHeldForThem = payment.status === 'HELD' && payment.lacksApprovals && approves
  if (!WAITING.includes(payment.status) && !isHeldForThem) return 'state'
  if (payment.maker === client) return 'own'
  if (signatory) {
    const isTrusted = client === model.staff.portal.apiKey && model.isPortalTrusted
    if (!isTrusted) return 'untrusted'
    if (!signatory.isActive) return 'inactive'
    if (wasChanged(signatory, payment, client)) return 'changed'
  }
  const isSame = (one: Decision) => {
    if (signatory && one.signatory) return signatory.id === one.signatory
    return one.client === client
  }
  // All approvals are there once trust is back. Then who has approved lets the payment go on.
  const isComplete = isApproved(model, payment)
  if (payment.decisions.some(isSame)) return isComplete && approves ? 'ok' : 'state'
  const isForBank = payment.needsBank && isOfBank
  if (!isForBank) return approversOf(model, payment) >= payment.people && !isComplete ? 'bank only' : 'ok'
  const requiresCall = approves && isWire(payment) && payment.from.callBackAbove !== Number.POSITIVE_INFINITY
  return requiresCall && !isCalled ? 'not called' : 'ok'
}

/** Whether the client that names a signatory, or the maker, changed it after the payment. */
export function wasChanged(signatory: Signatory, { maker, madeAt }: Payment, client: string): boolean {
  return signatory.changes.some(({ by, at }) => (by === client || by === maker) && at >= madeAt - SKEW_MS)
}

/** The people who approved for the customer. Those that an untrusted client named count once. */
export function approversOf({ isPortalTrusted }: Pick<Model, 'isPortalTrusted'>, { decisions }: Payment): number {
  const ofCustomer = decisions.filter(({ isOfBank }) => !isOfBank)
  return new Set(ofCustomer.map(({ client, signatory }) => (isPortalTrusted && signatory) || client)).size
}

/** Whether a payment has all the approvals that it needs. */
export function isApproved(model: Pick<Model, 'isPortalTrusted'>, payment: Payment): boolean {
  const isBankDone = payment.decisions.some(({ isOfBank }) => isOfBank)
  return approversOf(model, payment) >= payment.people && (isBankDone || !payment.needsBank)
}

/** Whether people who approved do not count any more: the client that named them is not trusted. */
export function isShortOfPeople(model: Pick<Model, 'isPortalTrusted'>, payment: Payment): boolean {
  return approversOf(model, payment) < payment.people
}

/**
 * Whether a released payment may lack room within the exposure limits of now: what is in flight is
 * above one. The service then holds the newest.
 */
export function mayLackRoom(model: Model, { kind, from, decisions }: Payment, day: Temporal.PlainDate): boolean {
  if (decisions.some(({ isOfBank }) => isOfBank)) return false
  if (kind === 'debit') return exposedBy(model, from, day) > from.owner.exposure
  return kind === 'ach' && creditExposureLeft(model, from.owner) < 0
}

/** Whether a released payment needs the bank by the rules of now, and does not have it. */
export function isShortOfBank(model: Model, { kind, from, to, cents, decisions }: Payment): boolean {
  if (decisions.some(({ isOfBank }) => isOfBank)) return false
  if (isWire({ kind }) && cents > from.callBackAbove) return true
  const counts = countsFor(cents, from.currency)
  const levels = isCounted({ from, to }) ? levelsOf(model, from.owner, kind) : []
  return levels.some((level) => counts > Math.min(level.cents, level.approvalAbove ?? level.cents))
}
