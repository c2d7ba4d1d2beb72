import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { fxSweeps } from '../../../src/fx/fx.jobs.ts'
import { dataOf } from '../answers.ts'
import { paymentLifeSweeps } from '../sweeps.ts'
import type { Command, History } from './commands.ts'
import {
  admit,
  appoint,
  createChild,
  freezeAccount,
  freezeCustomer,
  makeContract,
  noteFreeze,
  setCallBack,
  setCreditExposure,
  setDefault,
  setExposure,
  setFundsDays,
  setLimit,
  setLine,
  setTotal,
  setTrust,
  writeOff,
} from './controls.ts'
import { closeOut } from './exchanges.ts'
import {
  activate,
  CANCELLABLE,
  type Contract,
  credit,
  decide,
  isApproved,
  isHeldBack,
  isShortOfBank,
  isShortOfPeople,
  leftOf,
  levelsOf,
  type Model,
  mayLackRoom,
  orStopped,
  type Payment,
  release,
  type Status,
  usedOf,
  WAITING,
} from './model.ts'
import {
  cancel,
  charge,
  collect,
  decidePayment,
  draw,
  exchange,
  giveBack,
  pay,
  payAbroad,
  payByAch,
  payEuros,
  pick,
  releaseFunds,
  returnPayment,
  reverse,
  settle,
  transfer,
} from './payments.ts'
import { notedCeilings, prove } from './proof.ts'
import { moveRates, proveTriangle, turn } from './triangle.ts'
import { assertOutcome, type Bank, openWorld, TIME_ZONE, type World } from './world.ts'

const MAX_PASSES = 20
const PASS_SECONDS = 3
const MAX_EVENINGS = 10
const DAYS_BETWEEN_EVENINGS = 4
/** How long a payment waits for approval. */
const APPROVAL_MS = 7 * 24 * 3_600_000

/** Plays one history, undoes what is still frozen or waits, and proves the controls afterwards. */
export async function play(bank: Bank, start: Temporal.PlainDate, history: History): Promise<void> {
  bank.clock.set(`${start}T15:00:00Z`)
  const world = await openWorld(bank, history)
  const ceilings = notedCeilings(world.model)
  for (const command of history.commands) {
    await act(world, command)
    ceilings.note(world.today())
  }
  await finish(world)
  await prove(world, ceilings)
  await proveTriangle(world)
  await clearControls(world)
}

/** The next history of the bank begins without limits and call-backs, and with a trusted portal. */
async function clearControls(world: World): Promise<void> {
  const { model, call } = world
  const unset = (keys: Iterable<string>) => [...keys].map((key) => ({ key, value: null }))
  const { defaults, totals, customers, staff, isPortalTrusted } = model
  const ofBank = { limits: unset(defaults.keys()), totals: unset(totals.keys()) }
  if (defaults.size + totals.size > 0) dataOf(await call('PUT', '/v1/institution/limits', ofBank))
  const accounts = customers.flatMap((customer) => Object.values(customer.accounts))
  for (const [who, { callBackAbove }] of accounts.entries())
    if (callBackAbove !== Number.POSITIVE_INFINITY)
      await setCallBack(world, { does: 'call back', who, above: null, by: 'bank' })
  for (const [payer, { creditExposure }] of customers.entries())
    if (creditExposure !== Number.POSITIVE_INFINITY)
      await setCreditExposure(world, { does: 'credit exposure', payer, dollars: null, by: 'bank' })
  for (const [payer, { fundsDays }] of customers.slice(0, 3).entries())
    if (fundsDays !== null) await setFundsDays(world, { does: 'funds days', payer, days: null, by: 'bank' })
  if (customers[0]!.line) await setLine(world, { does: 'line', line: null, by: 'bank' })
  for (const { uid, limits } of customers) {
    const ofCustomer = { limits: [{ appName: 'Payments', appLimits: unset(limits.keys()) }] }
    if (limits.size > 0) dataOf(await call('PUT', `/v2/customers/${uid}`, ofCustomer))
    limits.clear()
  }
  const trusted = { trustedToNamePersons: true }
  if (!isPortalTrusted) dataOf(await call('PUT', `/v1/institution/api-clients/${staff.portal.apiKey}`, trusted))
}

async function act(world: World, command: Command): Promise<void> {
  switch (command.does) {
    case 'move rates':
      return moveRates(world, command)
    case 'turn':
      return turn(world, command)
    case 'pay':
      return pay(world, command)
    case 'collect':
      return collect(world, command)
    case 'credit':
      return payByAch(world, command)
    case 'transfer':
      return transfer(world, command)
    case 'create child':
      return createChild(world, command)
    case 'admit':
      return admit(world, command)
    case 'limit':
      return setLimit(world, command)
    case 'default limit':
      return setDefault(world, command)
    case 'total':
      return setTotal(world, command)
    case 'exposure':
      return setExposure(world, command)
    case 'funds days':
      return setFundsDays(world, command)
    case 'credit exposure':
      return setCreditExposure(world, command)
    case 'call back':
      return setCallBack(world, command)
    case 'line':
      return setLine(world, command)
    case 'write off':
      return writeOff(world, command)
    case 'freeze customer':
      return freezeCustomer(world, command)
    case 'freeze account':
      return freezeAccount(world, command)
    case 'appoint':
      return appoint(world, command)
    case 'decide':
      return decidePayment(world, command)
    case 'trust':
      return setTrust(world, command)
    case 'cancel':
      return cancel(world, command)
    case 'return':
      return returnPayment(world, command)
    case 'reverse':
      return reverse(world, command)
    case 'contract':
      return makeContract(world, command)
    case 'draw':
      return draw(world, command)
    case 'exchange':
      return exchange(world, command)
    case 'pay abroad':
      return payAbroad(world, command)
    case 'pay euros':
      return payEuros(world, command)
    case 'end contract':
      return endContract(world, pick([...world.model.contracts, undefined], command.contract))
    case 'wait':
      world.clock.advance({ seconds: command.seconds })
      return
    case 'work':
      return work(world)
  }
}

/** The parent ends a contract, unless it has ended or payments have drawn all of it. */
async function endContract(world: World, contract: Contract | undefined): Promise<void> {
  if (!contract) return
  const reply = await world.call('DELETE', `/v2/fx/${contract.no}/cancel`, undefined, contract.owner.client)
  const isPossible = contract.isOpen && leftOf(world.model, contract).sell > 0
  const outcome = orStopped(world.model, contract.owner.client, isPossible ? 'ok' : 'state')
  assertOutcome(reply, outcome)
  if (outcome === 'ok') giveBackRest(world, contract)
}

const SWEEPS = [...paymentLifeSweeps, ...fxSweeps]

/** Runs the sweeps that have work until none has. */
async function work(world: World): Promise<void> {
  const { service, tenant, clock, now } = world
  const { institution } = tenant
  const { app } = service
  const began = now()
  for (let passes = 0; ; passes++) {
    assert.ok(passes < MAX_PASSES, 'the worker runs out of work')
    // Asked together, the sweeps cost one round trip.
    const due = await app.db.read((db) => Promise.all(SWEEPS.map((sweep) => sweep.due(db, clock.now()))))
    const waiting = SWEEPS.filter((_, place) => due[place]!.includes(institution.tenantId))
    let advanced = 0
    for (const sweep of waiting) advanced += await sweep.run(app, institution)
    clock.advance({ seconds: PASS_SECONDS })
    if (advanced === 0 && passes > 0) break
  }
  await refresh(world, began)
}

/** Reads what the worker did since it began, and checks that it was allowed to. */
async function refresh(world: World, began: number): Promise<void> {
  const { model, today, now } = world
  const seen = await readStatuses(world)
  const due = model.payments.filter(({ status, paidOn, released }) => {
    const waits = status === 'FUTURE_DATED' || (status === 'HELD' && !released)
    return waits && Temporal.PlainDate.compare(paidOn, today()) <= 0
  })
  // If several are due, their order decides which fit.
  const [only] = due.length === 1 ? due : []
  const isHeld = only && isHeldBack(model, only)
  const verdict = only && decide(model, only, { day: today(), isTomorrow: false, approvedBy: givenTo(model, only) })
  const tried = new Map(due.map((payment) => [payment, wasTried(payment, { began, ended: now() })]))
  for (const payment of model.payments) {
    const status = seen.get(payment.uid)!
    if (status !== payment.status) follow(world, payment, status)
  }
  for (const payment of model.payments)
    if (payment.status === 'HELD' && payment.released && !isHeldBack(model, payment)) askAgain(model, payment, today())
  for (const [payment, isTried] of tried)
    payment.retry = isTried === 'no' ? payment.retry : nextTryOf(payment, { isTried, began, ended: now() })
  for (const { from, kind, countedOn } of due)
    for (const level of countedOn ? levelsOf(model, from.owner, kind) : [])
      assert.ok(usedOf(model, level, today()) <= level.cents, `a due payment exceeds ${level.key}`)
  releaseFunds(world, now() - PASS_SECONDS * 1_000)
  await expire(world)
  if (!only || !verdict || tried.get(only) === 'perhaps') return
  if (tried.get(only) === 'no') return assert.equal(only.status, 'FUTURE_DATED', 'a payment is tried too early')
  const decided = verdict.outcome === 'ok' ? verdict.status : verdict.outcome
  const outcome = isHeld ? 'frozen' : decided
  const isFailed = only.status === 'VALIDATION_FAILURE'
  if (outcome === 'PENDING_APPROVAL') assert.equal(only.status, outcome)
  else if (outcome === 'frozen') assert.equal(only.status, 'HELD')
  else if (outcome === 'limit') assert.ok(isFailed, `${only.status} despite ${outcome}`)
  else if (outcome === 'VALIDATED') assert.ok(only.released, `${only.status} instead of ${outcome}`)
}

/** A due payment without funds is tried again after half an hour, and at the end of business. */
const RETRY_MS = 30 * 60_000
const END_OF_BUSINESS = '18:00'

/** Whether the worker tried a due payment between two moments, in milliseconds. */
function wasTried({ retry }: Payment, { began, ended }: { began: number; ended: number }): 'yes' | 'no' | 'perhaps' {
  if (!retry || began >= retry.until) return 'yes'
  return ended < retry.from ? 'no' : 'perhaps'
}

/** When a payment that is still due is tried again. */
function nextTryOf(
  { status, retry }: Payment,
  { isTried, began, ended }: { isTried: 'yes' | 'perhaps'; began: number; ended: number },
): Payment['retry'] {
  if (status !== 'FUTURE_DATED') return undefined
  const from = isTried === 'yes' ? Math.min(began + RETRY_MS, endOfBusiness(began)) : retry!.from
  return { from, until: ended + RETRY_MS }
}

function endOfBusiness(at: number): number {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(TIME_ZONE)
  return day.withPlainTime(END_OF_BUSINESS).epochMilliseconds
}

/** Contracts that are not drawn expire after their value date. */
async function expire(world: World): Promise<void> {
  const { model, call, today } = world
  const overdue = model.contracts.filter(({ isOpen, deal }) => isOpen && deal.valueDate < String(today()))
  for (const contract of overdue) {
    const { tradeStatus } = dataOf(await call('GET', `/v2/fx/${contract.no}`))
    assert.equal(tradeStatus, leftOf(model, contract).sell > 0 ? 'Expired' : 'Completed', contract.no)
    if (tradeStatus === 'Expired') giveBackRest(world, contract)
  }
}

/** Ends a contract, and gives back what is left of it. */
function giveBackRest({ model, now }: World, contract: Contract): void {
  const account = contract.owner.accounts.USD!
  const rest = leftOf(model, contract)
  const loss = closeOut(contract.deal, rest, now())
  contract.isOpen = false
  // A suspended account pays for no contract on credit.
  if (!contract.isPrefunded) charge(account, loss, { mayPay: !account.suspendedBy })
  else {
    credit(account, rest.sell - loss)
    account.lost += loss
  }
}

const givenTo = (model: Model, payment: Payment) => ({
  people: !isShortOfPeople(model, payment),
  bank: payment.decisions.some(({ isOfBank }) => isOfBank),
})

export async function readStatuses({ call, before }: World): Promise<Map<string, Status>> {
  const search = { fromDate: String(before.firstDay), page: 1, limit: 100 }
  const found = dataOf(await call('POST', '/payments/search', search))
  return new Map(found.map((row: { paymentUID: string; status: Status }) => [row.paymentUID, row.status]))
}

const ON_ITS_WAY: readonly Status[] = ['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED']

/** The earliest time, in milliseconds, at which an approval expires. */
function approvableUntil({ madeAt, paidOn }: Payment): number {
  const madeOn = Temporal.Instant.fromEpochMilliseconds(madeAt).toZonedDateTimeISO(TIME_ZONE).toPlainDate()
  if (Temporal.PlainDate.compare(paidOn, madeOn) <= 0) return madeAt + APPROVAL_MS
  return paidOn.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '18:30' }).epochMilliseconds
}

/** Applies a step of the worker to the model. */
function follow(world: World, payment: Payment, to: Status): void {
  const { model, today, now } = world
  const { status: from, uid } = payment
  const said = `the worker made ${uid} ${to} from ${from}`
  payment.status = to
  if (WAITING.includes(from)) {
    assert.ok(to === 'REJECTED' && now() >= approvableUntil(payment), said)
    return
  }
  const isOfEarlierDay = payment.wentOn !== undefined && Temporal.PlainDate.compare(payment.wentOn, today()) < 0
  const lacksRoom = to === 'HELD' && mayLackRoom(model, payment, today())
  const lacksBank = payment.released !== undefined && isOfEarlierDay && (lacksRoom || isShortOfBank(model, payment))
  const lacksApprovals = payment.released !== undefined && (isShortOfPeople(model, payment) || lacksBank)
  const isHeld = from === 'HELD' || isHeldBack(model, payment) || lacksApprovals
  if (to === 'VALIDATION_FAILURE' && payment.released && payment.kind === 'abroad' && isHeld) {
    // It was held beyond its value date, and its exchange is closed out.
    giveBack(world, payment)
    payment.isDrawReleased = true
    return
  }
  if (from !== 'TRANSMITTED')
    assert.equal(
      to === 'HELD',
      isHeldBack(model, payment) || lacksApprovals,
      `${said}: a frozen account, a stopped maker or missing approvals hold a payment, and nothing else does`,
    )
  if (to === 'HELD') {
    payment.lacksApprovals = lacksApprovals
    payment.needsBank ||= lacksBank
    return
  }
  if (from === 'HELD') payment.wentOn = today()
  assert.ok(!payment.lacksApprovals, `${said}: nobody approved it again`)
  if (from === 'FUTURE_DATED' || (from === 'HELD' && !payment.released)) {
    if (to === 'PENDING_APPROVAL' && !isShortOfPeople(model, payment)) payment.needsBank = true
    if (!ON_ITS_WAY.includes(to)) {
      assert.ok(['FUTURE_DATED', 'PENDING_APPROVAL', 'VALIDATION_FAILURE'].includes(to), said)
      return
    }
    release(model, payment, { day: today(), now: now() })
  } else if (from === 'HELD') assert.ok(ON_ITS_WAY.includes(to), said)
  else assert.ok(ON_ITS_WAY.indexOf(to) > ON_ITS_WAY.indexOf(from) && ON_ITS_WAY.includes(from), said)
  if (to === 'PROCESSED') settle(world, payment)
}

/** A held payment that nothing else holds any more goes on by the rules of now. */
function askAgain(model: Model, payment: Payment, day: Temporal.PlainDate): void {
  payment.needsBank ||= isShortOfBank(model, payment) || mayLackRoom(model, payment, day)
  payment.lacksApprovals ||= !isApproved(model, payment)
}

/** Thaws accounts, ends contracts and waiting payments, and settles the rest. */
async function finish(world: World): Promise<void> {
  const { model, call, clock, today } = world
  for (const customer of model.customers) {
    const { uid, accounts, isSuspended } = customer
    if (isSuspended) dataOf(await call('PUT', `/v1/institution/customers/${uid}/activate`))
    customer.isSuspended = false
    for (const account of Object.values(accounts)) {
      const path = `/v3/customers/${uid}/accounts/${account.uid}`
      if (account.suspendedBy) {
        dataOf(await call('PATCH', path, { action: 'Activate', reason: 'test' }))
        activate(account)
      }
      if (account.frozenWith !== undefined) await noteFreeze(world, account)
    }
  }
  for (const [place, payment] of model.payments.entries()) {
    const { status, lacksApprovals } = payment
    const isShort = lacksApprovals || isShortOfPeople(model, payment) || isShortOfBank(model, payment)
    const isUnapproved = CANCELLABLE.includes(status) && isShort
    if (WAITING.includes(status) || status === 'FUTURE_DATED' || isUnapproved)
      await cancel(world, { does: 'cancel', payment: place, any: true, by: 'bank', isDated: false })
  }
  for (const contract of model.contracts) if (contract.isOpen) await endContract(world, contract)
  for (let evenings = 0; evenings < MAX_EVENINGS; evenings++) {
    await work(world)
    if (
      model.payments.every(
        ({ status, heldUntil }) =>
          heldUntil === undefined && (status === 'PROCESSED' || !CANCELLABLE.concat('TRANSMITTED').includes(status)),
      )
    )
      return
    const date = today().add({ days: DAYS_BETWEEN_EVENINGS })
    // At noon every network is open. In the evening, payments without funds have had their day.
    clock.set(date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '12:00' }).toInstant())
    await work(world)
    clock.set(date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '18:30' }).toInstant())
  }
  assert.fail(`payments are not final: ${model.payments.map(({ status, kind }) => `${status} ${kind}`)}`)
}
