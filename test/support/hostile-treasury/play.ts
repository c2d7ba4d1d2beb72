import assert from 'node:assert/strict'
import { numberOf } from '../simulated-month/arithmetic.ts'
import { adjust } from '../simulated-month/bank.ts'
import { controlDays } from '../simulated-month/controller.ts'
import { work } from '../simulated-month/worker.ts'
import { creditBody, debitBody, type Reply, transferBody } from '../test-service.ts'
import type { Command, History } from './commands.ts'
import { proveLine, proveRecord } from './proof.ts'
import { accountIn, moveTo, OPENING, openWorld, setLine, type Treasury, type World } from './world.ts'

const TIME_ZONE = 'America/New_York'

/** Plays a history, ends what is open, and proves that every loss is allowed and on record. */
export async function play(treasury: Treasury, { gains, begins, commands }: History): Promise<void> {
  const world = await openWorld(treasury, gains)
  for (const command of [begins, ...commands]) await act(world, command)
  await finish(world)
}

/** The command that has this name, alone or among others. */
type Does<Name extends Command['does']> = Named<Command, Name>
type Named<One, Name> = One extends { does: infer Names } ? (Name extends Names ? One : never) : never
type Acts = { [Name in Command['does']]: (world: World, command: Does<Name>) => Promise<Reply | undefined> }

const acts: Acts = {
  trade,
  draw,
  'end contract': (world, { contract }) => onContract(world, contract, ['DELETE', 'cancel']),
  cover: (world, { contract }) => onContract(world, contract, ['GET', 'cover']),
  'pay abroad': payAbroad,
  'cancel payment': (world, { payment }) => onPayment(world, payment, 'cancel'),
  async 'return payment'(world, { payment }) {
    // Until a rail has the payment, it is cancelled and not returned.
    if (world.payments.length > 0) await passDays(world, 1)
    return onPayment(world, payment, 'return')
  },
  collect,
  'take out': takeOut,
  'collect in vain': collectInVain,
  leave,
  freeze: (world, { who, currency }) => patch(world, { who, currency, action: 'Suspend' }),
  thaw: (world, { who, currency }) => patch(world, { who, currency, action: 'Activate' }),
  deposit,
  async line(world, { who, dollars }) {
    await setLine(world, world.traders[who], dollars === null ? undefined : BigInt(dollars) * 100n)
    return undefined
  },
  async market(world, { thousandths }) {
    await moveTo(world, thousandths)
    return undefined
  },
  async wait(world, { days }) {
    await passDays(world, days)
    return undefined
  },
  async work(world) {
    await work(world)
    await proveRecord(world)
    return undefined
  },
}

async function act(world: World, command: Command): Promise<void> {
  const reply = await (acts[command.does] as (world: World, command: Command) => Promise<Reply | undefined>)(
    world,
    command,
  )
  if (reply) note(world, command.does, reply)
}

function note({ seen }: World, does: string, { status, body }: Reply): void {
  assert.ok(status < 500, `${does}: ${status} ${JSON.stringify(body)}`)
  seen.add(`${does} ${status}`)
}

const share = (percent: number) => Math.max(1, Math.round((OPENING * percent) / 100))
const dateIn = ({ clock }: World, days: number) =>
  clock.now().toZonedDateTimeISO(TIME_ZONE).toPlainDate().add({ days }).toString()
/** One of the latest, because most of the older ones have ended. */
const pick = <T>(list: readonly T[], place: number): T | undefined =>
  list[list.length - 1 - (place % Math.max(1, Math.min(list.length, LATEST)))]
const LATEST = 3

async function trade(world: World, command: Does<'trade'>): Promise<Reply | undefined> {
  const { call, contracts, traders, seen } = world
  const { sells, percent, tenor, isCovered, isFunded } = command
  const owner = traders[command.who]
  const account = accountIn(owner, sells)
  const [sellCurrency, buyCurrency] = [sells, sells === 'USD' ? 'EUR' : 'USD']
  const productType = tenor === 'SPOT' || tenor === 'ON' ? 'SPOT' : 'FORWARD'
  const terms = { sellCurrency, buyCurrency, fundingAmount: numberOf(share(percent), sells), productType, tenor }
  const quoted = await call('POST', '/v2/fx/quote', { customerId: owner.uid, customerIdType: 'CustomerUID', ...terms })
  if (quoted.status !== 200) return quoted
  const funding = isFunded && account ? { fundingAccountUID: account.uid } : {}
  const { quoteUUID } = quoted.body.data
  const accepted = await call('PUT', '/v2/fx/accept', { quoteUUID, autoCover: isCovered, ...funding })
  if (accepted.status !== 200) return accepted
  const { forexContractNo: no, fundingAccountUID } = accepted.body.data
  const isOnCredit = fundingAccountUID === undefined
  contracts.push({ no, owner, isOnCredit })
  seen.add(isOnCredit ? 'on credit' : 'prefunded')
  if (isOnCredit) await proveLine(world, owner)
  return accepted
}

async function draw(world: World, { contract: place, percent, inDays }: Does<'draw'>): Promise<Reply | undefined> {
  const { call, contracts } = world
  const contract = pick(contracts, place)
  if (!contract) return undefined
  const { no, owner } = contract
  const { sellCurrency, buyCurrency, buyAmount } = (await call('GET', `/v2/fx/${no}`)).body.data
  const account = accountIn(owner, sellCurrency)
  if (!account) return undefined
  const paymentAmount = numberOf(Math.max(1, Math.floor((Math.round(buyAmount * 100) * percent) / 100)), buyCurrency)
  const terms = { paymentAmount, paymentCurrency: buyCurrency, speed: 'SPOT', paymentDate: dateIn(world, inDays) }
  const parties = { accountUID: account.uid, contactUID: owner.abroad[buyCurrency]! }
  const body = creditBody(parties, { ...terms, additionalInfo: { fxContractNumber: no } })
  return noted(world, await call('POST', '/payments/creditrequest', body), 'message')
}

function noted({ payments }: World, reply: Reply, kind: 'debit' | 'message'): Reply {
  if (reply.status === 200) payments.push({ uid: reply.body.data.paymentUID, kind })
  return reply
}

async function payAbroad(world: World, { who, percent }: Does<'pay abroad'>): Promise<Reply | undefined> {
  const { call, traders } = world
  const account = accountIn(traders[who], 'USD')
  if (!account) return undefined
  const terms = { paymentAmount: numberOf(share(percent), 'USD'), paymentCurrency: 'USD', speed: 'ON' }
  const parties = { accountUID: account.uid, contactUID: traders[who].abroad['EUR']! }
  return noted(world, await call('POST', '/payments/creditrequest', creditBody(parties, terms)), 'message')
}

async function collect(world: World, { who, percent }: Does<'collect'>): Promise<Reply | undefined> {
  const { call, traders } = world
  const account = accountIn(traders[who], 'USD')
  if (!account) return undefined
  const parties = { accountUID: account.uid, contactUID: traders[who].domestic }
  const body = debitBody(parties, { paymentAmount: numberOf(share(percent), 'USD'), speed: 'Economy Plus' })
  return noted(world, await call('POST', '/payments/debitrequest', body), 'debit')
}

async function onContract(
  { call, contracts }: World,
  place: number,
  [method, action]: readonly [string, string],
): Promise<Reply | undefined> {
  const contract = pick(contracts, place)
  return contract && call(method, `/v2/fx/${contract.no}/${action}`)
}

async function onPayment({ call, payments }: World, place: number, action: string): Promise<Reply | undefined> {
  const payment = pick(payments, place)
  if (!payment) return undefined
  const { uid, kind } = payment
  const body = action === 'cancel' ? {} : { achReturnCode: kind === 'debit' ? 'R01' : 'AC04', returnNotes: 'test' }
  return call('PUT', `/v3/payments/${uid}/${action}`, body)
}

async function takeOut({ call, traders }: World, { who, currency, to }: Does<'take out'>): Promise<Reply | undefined> {
  const owner = traders[who]
  const account = accountIn(owner, currency)
  if (!account) return undefined
  const path = `/v3/customers/${owner.uid}/accounts/${account.uid}?includeAccountBalance=true`
  const paymentAmount = Number((await call('GET', path)).body.data.availableBalance)
  if (paymentAmount <= 0) return undefined
  const terms = { paymentAmount, paymentCurrency: currency }
  const receiver = to === 'another bank' ? undefined : accountIn(traders[to], currency)
  if (receiver && receiver !== account) {
    const body = transferBody({ from: account.uid, to: receiver.uid, ...terms })
    return call('POST', '/v3/payments/booktransfer', body)
  }
  const contactUID = currency === 'USD' ? owner.domestic : owner.abroad['EUR']!
  const body = creditBody(
    { accountUID: account.uid, contactUID },
    { ...terms, speed: currency === 'USD' ? 'Instant' : 'SPOT' },
  )
  return call('POST', '/payments/creditrequest', body)
}

async function collectInVain(world: World, { who, percent }: Does<'collect in vain'>): Promise<Reply | undefined> {
  const collected = await collect(world, { does: 'collect', who, percent })
  if (collected?.status !== 200) return collected
  await passDays(world, 1)
  await takeOut(world, { does: 'take out', who, currency: 'USD', to: 'another bank' })
  return onPayment(world, 0, 'return')
}

async function leave(world: World, { who, currency }: Does<'leave'>): Promise<Reply | undefined> {
  const taken = await takeOut(world, { does: 'take out', who, currency, to: 'another bank' })
  if (taken) note(world, 'take out', taken)
  await work(world)
  const reply = await patch(world, { who, currency, action: 'Close' })
  if (reply?.status !== 200) return reply
  const owner = world.traders[who]
  const account = accountIn(owner, currency)!
  owner.accounts = owner.accounts.filter((one) => one !== account)
  owner.closed.push(account)
  return reply
}

async function patch(
  { call, traders }: World,
  { who, currency, action }: Pick<Does<'freeze'>, 'who' | 'currency'> & { action: string },
): Promise<Reply | undefined> {
  const account = accountIn(traders[who], currency)
  return (
    account && call('PATCH', `/v3/customers/${traders[who].uid}/accounts/${account.uid}`, { action, reason: 'test' })
  )
}

async function deposit(
  { call, traders }: World,
  { who, currency, percent }: Does<'deposit'>,
): Promise<Reply | undefined> {
  const account = accountIn(traders[who], currency)
  return account && adjust(call, account, { direction: 'Credit', amount: numberOf(share(percent), currency) })
}

/** Lets days pass, with the worker after each settlement of the networks and after midnight. */
async function passDays(world: World, days: number): Promise<void> {
  const { clock } = world
  for (let left = days; left > 0; left--) {
    await work(world)
    const tomorrow = clock.now().toZonedDateTimeISO(TIME_ZONE).toPlainDate().add({ days: 1 })
    for (const plainTime of ['00:01', '08:31', '10:01']) {
      clock.set(tomorrow.toZonedDateTime({ timeZone: TIME_ZONE, plainTime }).toInstant())
      await work(world)
    }
  }
  await proveRecord(world)
}

/** Thaws accounts, ends contracts, lets what is under way settle, and controls the closed days. */
async function finish(world: World): Promise<void> {
  const { call, customers, contracts, payments } = world
  await work(world)
  for (const { uid, accounts } of customers)
    for (const account of accounts)
      await call('PATCH', `/v3/customers/${uid}/accounts/${account.uid}`, { action: 'Activate', reason: 'test' })
  for (const { uid } of payments) await call('PUT', `/v3/payments/${uid}/cancel`, {})
  for (const { no } of contracts) await call('DELETE', `/v2/fx/${no}/cancel`)
  await passDays(world, 1)
  await proveRecord(world)
  await controlDays(world, world.controller)
}
