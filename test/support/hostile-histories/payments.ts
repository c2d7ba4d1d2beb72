import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { calendarOf } from '../../../src/institution/institution.ts'
import { addBusinessDays } from '../../../src/kernel/business-calendar.ts'
import { dataOf } from '../answers.ts'
import { creditBody, debitBody, type Reply, type TestClient, transferBody } from '../test-service.ts'
import type { Command } from './commands.ts'
import { closeOut, dealAt } from './exchanges.ts'
import {
  type Account,
  CANCELLABLE,
  type Customer,
  centsOf,
  credit,
  decide,
  decideAbout,
  isApproved,
  isHeldBack,
  type Kind,
  keepsDraw,
  leftOf,
  type Order,
  type Outcome,
  orStopped,
  type Payment,
  release,
  type Status,
  type Verdict,
  WAITING,
} from './model.ts'
import { assertOutcome, PHONE, TIME_ZONE, type World } from './world.ts'

// Orders of customers, and what people and the bank then do with them.

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

export async function pay(world: World, { payer, sum, from, isTomorrow }: Does<'pay'>): Promise<void> {
  const { model } = world
  const customer = pick(model.customers, payer)
  const client = customer.approvers > 0 ? model.staff[from] : customer.client
  await wire(world, customer, sum, { client, isTomorrow })
}

async function wire(
  world: World,
  customer: Customer,
  sum: Does<'pay'>['sum'],
  { client, isTomorrow }: { client: TestClient; isTomorrow: boolean },
): Promise<void> {
  const account = customer.accounts.USD!
  const order = orderOf(world, sum, { kind: 'wire', from: account })
  const paymentDate = isTomorrow ? { paymentDate: String(world.today().add({ days: 1 })) } : {}
  const parties = { accountUID: account.uid, contactUID: customer.contact }
  const body = creditBody(parties, { paymentAmount: order.cents / 100, speed: 'Express', ...paymentDate })
  await place(world, order, { path: '/payments/creditrequest', body, client, isTomorrow })
}

export async function collect(world: World, { payer, sum }: Does<'collect'>): Promise<void> {
  // A child's own account collects no debits.
  const customer = pick(world.model.customers.slice(0, 3), payer)
  const account = customer.accounts.USD!
  const order = orderOf(world, sum, { kind: 'debit', from: account })
  const parties = { accountUID: account.uid, contactUID: customer.contact }
  const body = debitBody(parties, { paymentAmount: order.cents / 100 })
  await place(world, order, { path: '/payments/debitrequest', body, client: customer.client })
}

export async function payByAch(world: World, { payer, sum }: Does<'credit'>): Promise<void> {
  const customer = pick(world.model.customers, payer)
  const account = customer.accounts.USD!
  const order = orderOf(world, sum, { kind: 'ach', from: account })
  const parties = { accountUID: account.uid, contactUID: customer.contact }
  const body = creditBody(parties, { paymentAmount: order.cents / 100, speed: 'Economy' })
  await place(world, order, { path: '/payments/creditrequest', body, client: customer.client })
}

/** Moves money between two customers of the family of the parent. */
export async function transfer(world: World, { from, to, sum }: Does<'transfer'>): Promise<void> {
  const [parent, _stranger, _careful, ...children] = world.model.customers
  const family = [parent!, ...children]
  const [sender, receiver] = [pick(family, from), pick(family, to)]
  if (sender === receiver) return
  await move(world, sender.accounts.USD!, receiver.accounts.USD!, sum)
}

/** Exchanges between the two accounts of the parent. */
export async function exchange(world: World, { sells, sum }: Does<'exchange'>): Promise<void> {
  const { USD, EUR } = world.model.customers[0]!.accounts
  await move(world, ...(sells === 'USD' ? ([USD!, EUR!] as const) : ([EUR!, USD!] as const)), sum)
}

async function move(world: World, from: Account, to: Account, sum: Does<'transfer'>['sum']): Promise<void> {
  const order = orderOf(world, sum, { kind: 'book', from, to })
  const amounts = { paymentAmount: order.cents / 100, paymentCurrency: from.currency }
  const body = transferBody({ from: from.uid, to: to.uid, ...amounts })
  // A cent buys nothing in another currency.
  const tooSmall = from.currency !== to.currency && order.cents < 5
  if (!tooSmall) await place(world, order, { path: '/payments/booktransfer', body, client: from.owner.client })
}

export async function payAbroad(world: World, { sum }: Does<'pay abroad'>): Promise<void> {
  await sendAbroad(world, orderOf(world, sum, { kind: 'abroad', from: world.model.customers[0]!.accounts.USD! }))
}

export async function payEuros(world: World, { sum }: Does<'pay euros'>): Promise<void> {
  await sendAbroad(world, orderOf(world, sum, { kind: 'abroad', from: world.model.customers[0]!.accounts.EUR! }))
}

export async function draw(world: World, { contract: place, sum, any }: Does<'draw'>): Promise<void> {
  const { contracts, customers } = world.model
  const fitting = contracts.filter((one) => any || one.isOpen)
  if (fitting.length === 0) return
  const from = customers[0]!.accounts.USD!
  await sendAbroad(world, orderOf(world, sum, { kind: 'abroad', from, contract: pick(fitting, place) }))
}

async function sendAbroad(world: World, order: Order): Promise<void> {
  const { from, cents, contract } = order
  const left = contract && leftOf(world.model, contract).sell
  if (cents < 5 || (left !== undefined && left - cents > 0 && left - cents < 5)) return
  const body = creditBody(
    { accountUID: from.uid, contactUID: world.abroad },
    {
      ...{ paymentAmount: cents / 100, paymentCurrency: from.currency, speed: 'SPOT' },
      ...(contract && { additionalInfo: { fxContractNumber: contract.no } }),
    },
  )
  await place(world, order, { path: '/payments/creditrequest', body, client: from.owner.client })
}

function orderOf({ model, today }: World, sum: Does<'pay'>['sum'], order: Omit<Order, 'cents'>): Order {
  return { ...order, cents: centsOf(model, sum, order, today()) }
}

/** Sends an order, and checks that it is accepted, waits or is refused as the model says. */
async function place(
  world: World,
  order: Order,
  { path, body, client, isTomorrow = false }: { path: string; body: object; client: TestClient; isTomorrow?: boolean },
): Promise<void> {
  const { model, today, now } = world
  const day = today()
  const verdict: Verdict = decide(model, order, { day, isTomorrow })
  const outcome = orStopped(model, client, verdict.outcome)
  const reply = await world.call('POST', path, body, client)
  assertOutcome(reply, outcome)
  if (outcome !== 'ok' || verdict.outcome !== 'ok') return
  const { paymentUID, paymentStatus, receiverAmount } = dataOf(reply)
  assert.equal(paymentStatus, verdict.status)
  const waits = verdict.status === 'PENDING_APPROVAL'
  const payment: Payment = {
    ...order,
    ...{ uid: paymentUID, status: verdict.status, maker: client.apiKey, madeAt: now(), decisions: [] },
    ...{ people: waits ? verdict.people : 0, needsBank: waits && verdict.needsBank },
    paidOn: isTomorrow ? await dateOf(world, paymentUID, day.add({ days: 1 })) : day,
  }
  model.payments.push(payment)
  if (payment.status !== 'VALIDATED' && payment.status !== 'PROCESSED') return
  release(model, payment, { day, now: now() })
  if (payment.bought) assert.equal(Math.round(receiverAmount * 100), payment.bought.cents, 'what an exchange buys')
}

/** The date of a payment for `asked`: that day, or the next business day. */
async function dateOf({ call }: World, uid: string, asked: Temporal.PlainDate): Promise<Temporal.PlainDate> {
  const date = Temporal.PlainDate.from(dataOf(await call('GET', `/payments/${uid}`)).paymentDate)
  const days = asked.until(date).days
  assert.ok(date.dayOfWeek < 6 && days >= 0 && days < 5, `a wire for ${asked} is paid on ${date}`)
  return date
}

/** A colleague confirms the number of the customer, so that the bank can call it. */
function confirmNumber({ call, colleague }: World, { uid }: Payment): Promise<Reply> {
  const path = `/v1/institution/payments/${uid}/call-back-numbers/confirm`
  return call('POST', path, { phoneNumber: PHONE, reason: 'known' }, colleague)
}

/** A client decides about a payment that waits, in its own name or for a signatory. */
export async function decidePayment(world: World, command: Does<'decide'>): Promise<void> {
  const { model, tenant } = world
  // What else a held payment waits for is not of this model.
  const decidable = model.payments.filter(({ status, lacksApprovals }) => status !== 'HELD' || lacksApprovals)
  const payment = choose(decidable, command, [...WAITING, 'HELD'])
  if (!payment) return
  const isOfBank = command.by === 'bank'
  const { owner } = payment.from
  const isCareful = owner.approvers > 0
  const client = command.by === 'bank' ? tenant.client : isCareful ? model.staff[command.by] : owner.client
  const isNamed = command.person !== 'itself' && !isOfBank && isCareful
  const signatory = isNamed ? pick(model.signatories, Number(command.person)) : undefined
  const { approves, isCalled } = command
  const decision = { client: client.apiKey, signatory, isOfBank, approves, isCalled }
  const outcome = orStopped(model, client, decideAbout(model, payment, decision))
  const isCall = isCalled && approves && isOfBank && payment.needsBank
  if (isCall) dataOf(await confirmNumber(world, payment))
  const body = {
    ...(signatory && { signatoryId: signatory.id }),
    ...(isCalled && { notes: 'Called Ada Lund' }),
    ...(isCall && { calledNumber: PHONE }),
  }
  const reply = await world.call('PUT', `/payments/${payment.uid}/${approves ? 'approve' : 'reject'}`, body, client)
  assertOutcome(reply, outcome)
  if (outcome !== 'ok') return
  const isForBank = payment.needsBank && isOfBank
  payment.decisions.push({ client: client.apiKey, signatory: signatory?.id, isOfBank: isForBank })
  payment.status = approves ? approve(world, payment) : 'REJECTED'
  assert.equal(dataOf(reply).paymentStatus, payment.status)
}

/** The status of a payment after an approval. With the last one, it is decided again. */
function approve({ model, today, now }: World, payment: Payment): Status {
  const isComplete = isApproved(model, payment)
  if (payment.status === 'HELD') {
    payment.lacksApprovals = !isComplete
    return 'HELD'
  }
  if (!isComplete) return 'PARTIALLY_APPROVED'
  if (isHeldBack(model, payment)) return 'HELD'
  const day = today()
  const isTomorrow = Temporal.PlainDate.compare(payment.paidOn, day) > 0
  const bank = payment.decisions.some(({ isOfBank }) => isOfBank)
  const verdict = decide(model, payment, { day, isTomorrow, approvedBy: { people: true, bank } })
  if (verdict.outcome !== 'ok') return 'VALIDATION_FAILURE'
  if (verdict.status === 'PENDING_APPROVAL') {
    payment.needsBank = true
    return 'PARTIALLY_APPROVED'
  }
  if (verdict.status === 'FUTURE_DATED') return verdict.status
  release(model, payment, { day, now: now() })
  return verdict.status
}

export async function cancel(world: World, command: Does<'cancel' | 'return' | 'reverse'>): Promise<void> {
  const payment = choose(world.model.payments, command, CANCELLABLE)
  if (!payment) return
  const client = command.by === 'bank' ? world.tenant.client : payment.from.owner.client
  const reply = await world.call('PUT', `/payments/${payment.uid}/cancel`, {}, client)
  const isPossible = CANCELLABLE.includes(payment.status) && !keepsDraw(world.model, payment)
  const outcome = orStopped(world.model, client, isPossible ? 'ok' : 'state')
  assertOutcome(reply, outcome)
  if (outcome !== 'ok') return
  if (payment.released && payment.kind !== 'debit') giveBack(world, payment)
  payment.isDrawReleased = true
  payment.status = 'CANCELLED'
}

/** The reason for which each kind of payment comes back. */
const CODES: Record<Kind, string> = { wire: 'AC04', debit: 'R01', ach: 'R03', book: 'AC04', abroad: 'AC04' }

/**
 * Gives back the money of a payment that does not settle. An open prefunded contract holds it
 * again.
 */
export function giveBack({ now }: World, { from, cents, contract, bought, deal = contract?.deal }: Payment): void {
  if (contract?.isOpen && contract.isPrefunded) return
  const loss = deal && !contract?.isOpen ? closeOut(deal, { sell: cents, buy: bought!.cents }, now()) : 0
  credit(from, cents - loss)
  from.lost += loss
}

/** The codes of ACH entries are those with two banking days after settlement. */
function isInTime({ returnableUntil }: Payment, returnedOn: Temporal.PlainDate): boolean {
  return !returnableUntil || Temporal.PlainDate.compare(returnedOn, returnableUntil) <= 0
}

/** Notes that a payment has settled. */
export function settle({ tenant, today }: World, payment: Payment): void {
  payment.settledOn = today()
  if (payment.kind === 'ach' || payment.kind === 'debit')
    payment.returnableUntil = addBusinessDays(payment.settledOn, 2, calendarOf(tenant.institution))
  if (payment.kind !== 'debit') return
  const { fundsDays } = payment.from.owner
  const availableOn = addBusinessDays(payment.settledOn, fundsDays ?? 0, calendarOf(tenant.institution))
  if (fundsDays) payment.heldUntil = availableOn.toZonedDateTime(TIME_ZONE).epochMilliseconds
  else credit(payment.from, payment.cents)
}

/** Credits the proceeds that a worker has released, which last ran at this millisecond. */
export function releaseFunds({ model }: World, lastRun: number): void {
  for (const payment of model.payments) {
    if (payment.heldUntil === undefined || payment.heldUntil > lastRun) continue
    payment.heldUntil = undefined
    credit(payment.from, payment.cents)
  }
}

/** Charges a close-out, if to an account at all. What the account does not have is owed. */
export function charge(account: Account, loss: number, { mayPay = true } = {}): void {
  const charged = mayPay ? Math.min(loss, account.available) : 0
  account.available -= charged
  account.takenBack += charged
  account.lost += loss
  account.owner.owed += loss - charged
}

/** The other bank sends a payment back. Only the bank can say so. */
export async function returnPayment(world: World, command: Does<'cancel' | 'return' | 'reverse'>): Promise<void> {
  const payment = choose(world.model.payments, command, ['TRANSMITTED', 'PROCESSED'])
  if (!payment) return
  const { from, kind, cents, status, bought } = payment
  const isPossible = kind !== 'book' && ['TRANSMITTED', 'PROCESSED'].includes(status)
  const returnedOn = (command.isDated && payment.settledOn) || world.today()
  const possible: Outcome = isInTime(payment, returnedOn) ? 'ok' : 'late'
  const ofCustomer = orStopped(world.model, from.owner.client, 'owner')
  const outcome: Outcome = command.by === 'customer' ? ofCustomer : isPossible ? possible : 'state'
  const client = command.by === 'customer' ? from.owner.client : undefined
  const body = { achReturnCode: CODES[kind], returnNotes: 'test', returnDate: String(returnedOn) }
  assertOutcome(await world.call('PUT', `/payments/${payment.uid}/return`, body, client), outcome)
  if (outcome !== 'ok') return
  const isSettled = status === 'PROCESSED'
  payment.isDrawReleased = !isSettled
  payment.status = 'RETURNED'
  if (payment.heldUntil !== undefined) payment.heldUntil = undefined
  else if (kind === 'debit') {
    const taken = isSettled ? Math.min(cents, from.available) : 0
    from.available -= taken
    from.takenBack += taken
    if (isSettled) from.owner.owed += cents - taken
  } else if (bought && isSettled) {
    // Sold back at the rate of today, with the margin.
    const sale = dealAt(bought.currency, bought.cents, 'SPOT', world.now())
    world.model.deals.push(sale)
    credit(from, sale.buy)
  } else giveBack(world, payment)
}

/**
 * The bank undoes a book transfer, if the receiver still has the money and is not suspended. A wire
 * that was sent is asked back from the other bank, which histories of networks play.
 */
export async function reverse(world: World, command: Does<'cancel' | 'return' | 'reverse'>): Promise<void> {
  const payment = choose(
    world.model.payments.filter(({ kind, to, status }) => kind !== 'debit' && (to || !isSent(status))),
    command,
    ['PROCESSED'],
  )
  if (!payment) return
  const { from, to, cents, bought, deal } = payment
  const received = bought?.cents ?? cents
  const isPossible = payment.status === 'PROCESSED' && to && !to.suspendedBy && !to.owner.isSuspended
  const possible: Outcome = !isPossible ? 'state' : to.available >= received ? 'ok' : 'not covered'
  const outcome = command.by === 'customer' ? orStopped(world.model, from.owner.client, 'owner') : possible
  const client = command.by === 'customer' ? from.owner.client : undefined
  assertOutcome(await world.call('PUT', `/payments/${payment.uid}/reverse`, {}, client), outcome)
  if (outcome !== 'ok') return
  payment.status = 'REVERSED'
  // The close-out comes first. What it leaves repays what the sender owes.
  const loss = deal ? closeOut(deal, { sell: cents, buy: received }, world.now()) : 0
  credit(from, cents - loss)
  from.lost += loss
  to!.available -= received
  to!.takenBack += received
}

const isSent = (status: Status) => status === 'TRANSMITTED' || status === 'PROCESSED'

/** A payment whose status fits, or any. */
function choose(
  payments: readonly Payment[],
  { payment: place, any }: { payment: number; any: boolean },
  fitting: readonly Status[],
): Payment | undefined {
  const list = payments.filter(({ status }) => any || fitting.includes(status))
  return list.length === 0 ? undefined : pick(list, place)
}

export function pick<T>(list: readonly T[], place: number): T {
  return list[place % list.length]!
}
