import assert from 'node:assert/strict'
import { dataOf } from '../answers.ts'
import type { Cautious, CautiousBank, Series } from '../cautious-customer.ts'
import { contactBody, type Reply, type TestClient } from '../test-service.ts'
import { type Actor, CLIENTS, type Client, type Command } from './commands.ts'

// What people of a customer do with series of payments, and what the test notes of it. The notes
// share no code and no table with the service: they come from the requests and their answers.

/** Who acts: a client in its own name, or a person through one. */
export interface Identity {
  clientId: string
  userId?: string
}

/** Something that somebody did, at a millisecond. */
export interface Act {
  at: number
  by: Identity
}

/** What held from a millisecond on. */
interface Since<T> {
  at: number
  value: T
}

interface StartedSeries extends Series {
  start: Act
  /** The changes of its end. */
  changes: Act[]
  ends: Since<number>[]
  cancelledAt: number | undefined
}

export interface NotedPayment {
  uid: string
  series: StartedSeries
  number: number
  /** When it was seen first; its series made it after the look before. */
  madeAt: number
  /** Who shaped it, at the time; its starter is first. */
  shaped: Act[]
  approved: Act[]
  /** When it ended without leaving, by a request. */
  endedAt: number | undefined
  /** The account number it was made with. */
  index: string
}

export interface World {
  bank: CautiousBank
  payer: Cautious
  actors: Record<Actor, { client: TestClient; identity: Identity }>
  /** The path of Grace, and of the customer. */
  person: string
  series: StartedSeries[]
  payments: NotedPayment[]
  /** Who gave the contact other bank details. */
  redirected: Act[]
  asked: Since<number>[]
  limits: Since<number>[]
  /** When each was stopped, and allowed again. */
  standing: { customer: Since<boolean>[]; grace: Since<boolean>[]; clients: Map<string, number> }
  /** What was tried, and how it ended. */
  tally: Map<string, number>
}

export const valueAt = <T>(list: readonly Since<T>[], at: number): T | undefined =>
  list.findLast((one) => one.at <= at)?.value

/**
 * Whether one who acts is a maker, as the documentation says: the same person, or a client that may
 * have acted for anybody.
 */
export function isMakerOf(makers: readonly Act[], { clientId, userId }: Identity): boolean {
  return makers.some(({ by }) =>
    userId !== undefined && by.userId === userId
      ? true
      : by.clientId === clientId && (userId === undefined || by.userId === undefined),
  )
}

let people = 0

export async function openWorld(bank: CautiousBank, approvers: number, tally: World['tally']): Promise<World> {
  const payer = await bank.customer({})
  const fay = await bank.clientOf(payer)
  const grace = await bank.person(payer, `grace${++people}`)
  await bank.ask(payer, settingsOf(approvers))
  const clients: Record<Client, TestClient> = { ada: payer.ada, bob: payer.bob, eve: payer.eve, fay }
  const own = Object.fromEntries(
    CLIENTS.map((name) => [name, { client: clients[name], identity: { clientId: clients[name].apiKey } }]),
  ) as Record<Client, World['actors'][Actor]>
  const signedIn = await grace.through(clients.eve)
  const ofGrace = { client: signedIn, identity: { clientId: clients.eve.apiKey, userId: grace.userId } }
  const now = bank.clock.now().epochMilliseconds
  return {
    ...{ bank, payer, actors: { ...own, grace: ofGrace }, person: grace.path, tally },
    ...{ series: [], payments: [], redirected: [], asked: [{ at: now, value: approvers }], limits: [] },
    standing: { customer: [], grace: [], clients: new Map() },
  }
}

function settingsOf(approvers: number): object {
  if (approvers === 0) return { paymentDualApproval: false }
  return { paymentDualApproval: true, paymentNumberOfApprovers: approvers }
}

/** Whether one who acts was stopped at a time. */
export function isStopped({ standing }: World, { clientId, userId }: Identity, at: number): boolean {
  const revokedAt = standing.clients.get(clientId)
  return (
    (revokedAt !== undefined && revokedAt <= at) ||
    valueAt(standing.customer, at) === true ||
    (userId !== undefined && valueAt(standing.grace, at) === true)
  )
}

const OPEN = ['FUTURE_DATED', 'PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'HELD']
const WAITING = ['PENDING_APPROVAL', 'PARTIALLY_APPROVED']

/** The series of payments of the customer, as stored. */
export interface StoredPayment {
  id: string
  series: string
  number: number
  status: string
  index: string
}

export async function readStored({ bank, payer }: World): Promise<StoredPayment[]> {
  return bank.service.query<StoredPayment>(
    `select p.id, r.number::text as series, o.number, s.status, p.receiver_account_number_index as index
     from payments p join payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id
       join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
       join payment_recurrences r on r.tenant_id = p.tenant_id and r.id = o.recurrence_id
     where p.customer_id = $1 order by r.number, o.number`,
    [payer.customerUID],
  )
}

/** Notes the payments that series made since the last look, with everyone who shaped them. */
export async function look(world: World): Promise<StoredPayment[]> {
  const stored = await readStored(world)
  const at = world.bank.clock.now().epochMilliseconds
  for (const { id, series: number, number: place, index } of stored) {
    if (world.payments.some(({ uid }) => uid === id)) continue
    const series = world.series.find((one) => one.recurranceId === number)!
    const before = world.payments.filter((one) => one.series === series)
    const isRedirected = [...before.map((one) => one.index), index].some((one) => one !== (before[0]?.index ?? index))
    const redirections = isRedirected ? world.redirected.filter((one) => one.at >= series.start.at) : []
    const shaped = [series.start, ...series.changes, ...redirections]
    world.payments.push({ uid: id, series, number: place, madeAt: at, shaped, approved: [], endedAt: undefined, index })
  }
  return stored
}

/** Sends a request as somebody, who must be refused if they are stopped. */
async function send(
  world: World,
  by: Actor,
  what: string,
  request: (client: TestClient) => Promise<Reply>,
): Promise<{ act: Act; isDone: boolean; reply: Reply }> {
  const { bank, tally, actors } = world
  bank.clock.advance({ seconds: 1 })
  const { client, identity } = actors[by]
  const at = bank.clock.now().epochMilliseconds
  const reply = await request(client)
  assert.ok(reply.status < 500, `${what}: ${reply.status} ${JSON.stringify(reply.body)}`)
  const isDone = reply.status < 300
  const wasStopped = isStopped(world, identity, at)
  assert.ok(!(wasStopped && isDone), `${by}, who is stopped, did ${what}`)
  const outcome = wasStopped ? 'stopped' : isDone ? 'ok' : String(reply.status)
  count(tally, `${what} ${outcome}`)
  return { act: { at, by: identity }, isDone, reply }
}

const count = (tally: World['tally'], what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

export async function act(world: World, command: Command): Promise<void> {
  switch (command.does) {
    case 'begin':
      return begin(world, command)
    case 'end':
      return setEnd(world, command)
    case 'stop series':
      return stopSeries(world, command)
    case 'approve':
    case 'reject':
    case 'cancel':
    case 'confirm':
      return decide(world, command)
    case 'redirect':
      return redirect(world, command)
    case 'wait':
      world.bank.clock.advance({ hours: command.hours })
      return
    case 'work':
      await world.bank.work()
      await look(world)
      return
    default:
      return setControl(world, command)
  }
}

async function begin(world: World, { by, cents, payments, inDays }: Does<'begin'>): Promise<void> {
  const { bank, payer } = world
  const paymentDate = dayOf(bank).add({ days: inDays }).toString()
  const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments: payments }
  const body = { paymentAmount: cents / 100, paymentDate, recurrence }
  const { act, isDone, reply } = await send(world, by, 'begin', (client) => bank.submit(payer, client, body))
  if (!isDone) return
  const { paymentUID, recurranceId } = dataOf(reply)
  const ends = [{ at: act.at, value: payments }]
  const { series } = world
  series.push({ paymentUID, recurranceId, start: act, changes: [], ends, cancelledAt: undefined })
  await look(world)
}

const dayOf = ({ clock }: CautiousBank) => clock.now().toZonedDateTimeISO('America/New_York').toPlainDate()

async function setEnd(world: World, { by, series: which, payments }: Does<'end'>): Promise<void> {
  if (world.series.length === 0) return
  const series = pick(world.series, which)
  const before = await look(world)
  const { act, isDone } = await send(world, by, 'end', (client) => world.bank.setEnd(series, payments, client))
  if (!isDone || series.ends.at(-1)!.value === payments) return
  series.changes.push(act)
  series.ends.push({ at: act.at, value: payments })
  for (const { id, series: ofSeries, number, status } of before) {
    if (ofSeries !== series.recurranceId || !OPEN.includes(status)) continue
    const payment = world.payments.find(({ uid }) => uid === id)!
    payment.shaped.push(act)
    if (number > payments) payment.endedAt ??= act.at
  }
}

async function stopSeries(world: World, { by, series: which }: Does<'stop series'>): Promise<void> {
  if (world.series.length === 0) return
  const series = pick(world.series, which)
  const path = `/payments/recurrences/${series.recurranceId}/cancel`
  const { act, isDone } = await send(world, by, 'stop series', (client) => world.bank.call('PUT', path, {}, client))
  if (isDone) series.cancelledAt ??= act.at
}

async function decide(
  world: World,
  { does, by, payment: which, any }: Does<'approve' | 'reject' | 'cancel' | 'confirm'>,
): Promise<void> {
  const stored = await look(world)
  const fitting = stored.filter(({ status }) => any || (does === 'confirm' ? OPEN : WAITING).includes(status))
  if (fitting.length === 0) return
  const { id, status } = pick(fitting, which)
  const payment = world.payments.find(({ uid }) => uid === id)!
  const { act, isDone, reply } = await send(world, by, does, (client) => world.bank.decide(id, client, {}, does))
  const isOwn = isMakerOf(payment.shaped, act.by)
  if (does === 'approve' || does === 'reject') {
    assert.ok(!(isOwn && isDone), `${by}, who shaped ${id}, could ${does} it`)
    if (isOwn && WAITING.includes(status) && !isStopped(world, act.by, act.at)) {
      assert.equal(reply.status, 403, JSON.stringify(reply.body))
      count(world.tally, `${does} own`)
    }
  }
  if (!isDone) return
  if (does === 'approve') payment.approved.push(act)
  else if (does === 'confirm') payment.shaped.push(act)
  else payment.endedAt ??= act.at
}

async function redirect(world: World, { by, number }: Does<'redirect'>): Promise<void> {
  const { bank, payer } = world
  const contactBank = { ...contactBody().contactBank, accountNo: `70010020030${number}` }
  const path = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  const { act, isDone } = await send(world, by, 'redirect', (client) =>
    bank.call('PUT', path, contactBody({ contactBank }), client),
  )
  if (isDone) world.redirected.push(act)
}

/** What the bank does: its controls, and whom it stops. */
async function setControl(
  world: World,
  command: Does<'ask' | 'limit' | 'suspend' | 'activate' | 'revoke' | 'suspend person' | 'activate person'>,
): Promise<void> {
  const { bank, payer, standing, actors } = world
  bank.clock.advance({ seconds: 1 })
  const at = bank.clock.now().epochMilliseconds
  const ofCustomer = `/v1/institution/customers/${payer.customerUID}`
  switch (command.does) {
    case 'ask':
      await bank.ask(payer, settingsOf(command.approvers))
      world.asked.push({ at, value: command.approvers })
      return
    case 'limit': {
      const appLimits = [{ key: LIMIT, value: command.dollars }]
      dataOf(
        await bank.call('PUT', `/v2/customers/${payer.customerUID}`, { limits: [{ appName: 'Payments', appLimits }] }),
      )
      world.limits.push({ at, value: command.dollars === null ? Number.POSITIVE_INFINITY : command.dollars * 100 })
      return
    }
    case 'suspend':
    case 'activate': {
      const body = command.does === 'suspend' ? { reason: 'test' } : undefined
      if ((await bank.call('PUT', `${ofCustomer}/${command.does}`, body)).status < 300)
        standing.customer.push({ at, value: command.does === 'suspend' })
      return
    }
    case 'revoke': {
      const { clientId } = actors[command.actor].identity
      // Two are left, so that somebody can still approve.
      if (standing.clients.size === 2 || standing.clients.has(clientId)) return
      dataOf(await bank.call('POST', `/v1/institution/api-clients/${clientId}/revoke`))
      standing.clients.set(clientId, at)
      return
    }
    case 'suspend person':
    case 'activate person': {
      const action = command.does === 'suspend person' ? 'suspend' : 'activate'
      if ((await bank.call('PUT', `${world.person}/${action}`, undefined)).status < 300)
        standing.grace.push({ at, value: action === 'suspend' })
    }
  }
}

export const LIMIT = 'ACH_CREDIT_LIMIT_PER_DAY'

function pick<T>(list: readonly T[], place: number): T {
  return list[place % list.length]!
}
