import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import { dataOf } from '../answers.ts'
import { LIMIT_KEYS, type LimitKey } from './commands.ts'
import { atMid, positionOf } from './exchanges.ts'
import {
  type Customer,
  countsFor,
  isCounted,
  lineOf,
  type Model,
  type Payment,
  periodOf,
  usedOf,
  wasChanged,
} from './model.ts'
import { balanceOf, positionsOf, TIME_ZONE, type World } from './world.ts'

// Proves the controls after a history from the answers of the API.

const RELEASED = ['VALIDATED', 'PROCESSED']

/** A limit in force from a day on, in cents; infinite if none is set. */
interface Ceiling {
  from: Temporal.PlainDate
  cents: number
}

/** The limits of customers, groups and the institution as they were set during a history. */
export interface Ceilings {
  note(day: Temporal.PlainDate): void
  /** The highest limit that was in force in the period of a day. */
  highestOf(of: Customer | undefined, key: LimitKey, day: Temporal.PlainDate): number
}

export function notedCeilings(model: Model): Ceilings {
  const noted = new Map<string, Ceiling[]>()
  const nameOf = (of: Customer | undefined, key: LimitKey) => `${of?.uid} ${key}`
  const limitOf = (of: Customer | undefined, key: LimitKey) =>
    of ? (of.limits.get(key) ?? model.defaults.get(key)?.cents) : model.totals.get(key)
  return {
    note(day) {
      for (const of of [...model.customers, undefined])
        for (const key of LIMIT_KEYS) {
          const cents = limitOf(of, key) ?? Number.POSITIVE_INFINITY
          const name = nameOf(of, key)
          const known = noted.get(name) ?? [{ from: day.subtract({ months: 2 }), cents: Number.POSITIVE_INFINITY }]
          if (known.at(-1)!.cents !== cents) known.push({ from: day, cents })
          noted.set(name, known)
        }
    },
    highestOf(of, key, day) {
      const known = noted.get(nameOf(of, key)) ?? []
      const inForce = known.filter(({ from }, place) => {
        const next = known[place + 1]
        const hasBegun = Temporal.PlainDate.compare(from, day) <= 0 || periodOf(key, from) === periodOf(key, day)
        const isOver =
          next && Temporal.PlainDate.compare(next.from, day) < 0 && periodOf(key, next.from) !== periodOf(key, day)
        return hasBegun && !isOver
      })
      return Math.max(...inForce.map(({ cents }) => cents), known.length === 0 ? Number.POSITIVE_INFINITY : 0)
    },
  }
}

export async function prove(world: World, ceilings: Ceilings): Promise<void> {
  const { service, tenant } = world
  const shown = await readPayments(world)
  proveLimits(world, ceilings, shown)
  await proveQueries(world)
  await proveBalances(world)
  await proveExchanges(world)
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
}

/** A payment as the API shows it. */
interface Shown {
  payment: Payment
  status: string
  cents: number
  /** The day of its release; undefined if it was never released. */
  releasedOn: Temporal.PlainDate | undefined
}

async function readPayments(world: World): Promise<Shown[]> {
  const { call, model, before } = world
  const search = { fromDate: String(before.firstDay), page: 1, limit: 100 }
  const rows = new Map<string, { status: string; senderAmount: string; paymentDate: string }>(
    dataOf(await call('POST', '/payments/search', search)).map((row: { paymentUID: string }) => [row.paymentUID, row]),
  )
  const shown: Shown[] = []
  for (const payment of model.payments) {
    const row = rows.get(payment.uid)
    assert.ok(row, `${payment.uid} is shown`)
    assert.equal(row.status, payment.status, payment.uid)
    const hasWaited = payment.people > 0 || payment.needsBank
    const releasedOn = hasWaited ? await proveApprovals(world, payment) : dateOf(payment, row.paymentDate)
    const cents = Math.round(Number(row.senderAmount ?? 0) * 100) || payment.cents
    shown.push({ payment, status: row.status, cents, releasedOn })
  }
  return shown
}

function dateOf({ released }: Payment, paymentDate: string): Temporal.PlainDate | undefined {
  return released && Temporal.PlainDate.from(paymentDate)
}

interface Entry {
  kind: string
  at: string
  to?: string
  by: string
  decision?: string
  side?: string
  signatoryId?: string
  identifiedBy?: string
}

const NEVER_LEFT: readonly Payment['status'][] = ['CANCELLED', 'REJECTED', 'VALIDATION_FAILURE']

/**
 * Proves that a released payment had the approvals that it needed: of people of whom none made it,
 * or was changed by its maker or by the client that named them. Returns the day of its release.
 */
async function proveApprovals({ call, model }: World, payment: Payment): Promise<Temporal.PlainDate | undefined> {
  const { entries }: { entries: Entry[] } = dataOf(await call('GET', `/payments/${payment.uid}/timeline`))
  const released = entries.find(({ kind, to }) => kind === 'transition' && RELEASED.includes(to!))
  if (!released) return undefined
  const approvals = entries.filter(({ kind, decision }) => kind === 'approval' && decision === 'Approved')
  const ofCustomer = approvals.filter(({ side }) => side === 'Customer')
  const isTrusted = payment.released?.isPortalTrusted === true
  const people = new Set(ofCustomer.map(({ by, signatoryId }) => (isTrusted && signatoryId) || by))
  assert.ok(people.size >= payment.people, `${people.size} of ${payment.people} people approved ${payment.uid}`)
  // One that ended while it was held did not leave by the rules that held it.
  const needsBank = NEVER_LEFT.includes(payment.status) ? payment.released?.needsBank : payment.needsBank
  assert.ok(!needsBank || approvals.some(({ side }) => side === 'Institution'), `the bank approved ${payment.uid}`)
  for (const { by, signatoryId } of approvals) {
    assert.notEqual(by, payment.maker, 'nobody approves their own payment')
    const signatory = model.signatories.find(({ id }) => id === signatoryId)
    if (!signatory) continue
    const upToDecision = { ...signatory, changes: signatory.changes.filter(({ at }) => at < Date.parse(released.at)) }
    const earlier = approvals.some((one) => one.signatoryId === signatoryId && wasNamedBefore(one, upToDecision))
    assert.ok(earlier || !wasChanged(upToDecision, payment, by), `${signatoryId} was not changed for ${payment.uid}`)
  }
  return Temporal.Instant.from(released.at).toZonedDateTimeISO(TIME_ZONE).toPlainDate()
}

/** Whether the decision was taken before every change of the signatory. */
function wasNamedBefore({ at }: Entry, { changes }: { changes: readonly { at: number }[] }): boolean {
  return changes.every((change) => change.at >= Date.parse(at))
}

const COUNTED: Record<Payment['kind'], string> = {
  ...{ wire: 'FEDWIRE', debit: 'ACH_DEBIT', ach: 'ACH_CREDIT', abroad: 'SWIFT', book: 'BOOK' },
}
const FREED = ['CANCELLED', 'REJECTED', 'RETURNED', 'REVERSED']

/** The payments of each customer, each group and the institution fit into the limits in force. */
function proveLimits({ model }: World, ceilings: Ceilings, shown: readonly Shown[]): void {
  for (const of of [...model.customers, undefined])
    for (const key of LIMIT_KEYS) {
      const counted = shown.filter(({ payment, status, releasedOn }) => {
        const isBelow = of === undefined || lineOf(payment.from.owner).includes(of)
        return (
          isBelow &&
          releasedOn &&
          !FREED.includes(status) &&
          isCounted(payment) &&
          key.startsWith(COUNTED[payment.kind])
        )
      })
      for (const payments of Map.groupBy(counted, ({ releasedOn }) => periodOf(key, releasedOn!)).values()) {
        const sum = payments.reduce((sum, { cents, payment }) => sum + countsFor(cents, payment.from.currency), 0)
        const highest = ceilings.highestOf(of, key, payments[0]!.releasedOn!)
        assert.ok(sum <= highest, `${of?.uid ?? 'the institution'} paid ${sum} of ${highest} under ${key}`)
      }
    }
}

/** The service shows each customer the limit with the least left, and what was used of it. */
async function proveQueries({ call, model, today }: World): Promise<void> {
  const day = model.payments.findLast(({ countedOn }) => countedOn)?.countedOn ?? today()
  for (const customer of [model.customers[0]!, model.customers.at(-1)!]) {
    const body = { paymentRail: 'FEDWIRE', deliveryDate: String(day) }
    const reply = await call('POST', `/v1/customers/${customer.uid}/limits`, body)
    const { limits } = reply.status === 204 ? { limits: [] } : dataOf(reply)
    for (const key of LIMIT_KEYS.slice(0, 3)) {
      const shown = limits.find(({ code }: { code: string }) => code === key)
      const levels = [...lineOf(customer), undefined].flatMap((of) => {
        const cents = of ? (of.limits.get(key) ?? model.defaults.get(key)?.cents) : model.totals.get(key)
        return cents === undefined ? [] : [cents - usedOf(model, { of, key }, day)]
      })
      const left = levels.length === 0 ? undefined : Math.max(0, Math.min(...levels))
      assert.equal(shown && Math.round(shown.remainingLimit * 100), left, `${key} of ${customer.uid} on ${day}`)
    }
  }
}

async function proveBalances(world: World): Promise<void> {
  for (const { accounts } of world.model.customers)
    for (const account of Object.values(accounts)) {
      const { available, posted, owed } = await balanceOf(world, account)
      assert.deepEqual([available, posted], [account.available, account.available], `account ${account.uid}`)
      if (account.currency === 'USD') assert.equal(owed, account.owner.owed, `what the owner of ${account.uid} owes`)
    }
}

/**
 * The euros that the parent has, has paid and has lost by close-outs are those that the institution
 * owes to the market, and at constant rates they are worth no more than the dollars that it sold
 * for them. Its positions are those of its contracts.
 */
async function proveExchanges(world: World): Promise<void> {
  const { model, before } = world
  const { deals } = model
  if (deals.length === 0) return
  const positions = await positionsOf(world)
  const changes = { USD: positions.USD - before.positions.USD, EUR: positions.EUR - before.positions.EUR }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  for (const currency of ['USD', 'EUR'] as const)
    assert.equal(changes[currency], sum(deals.map((deal) => positionOf(deal)[currency])), `the position in ${currency}`)
  const paid = model.payments.filter(({ kind, status }) => kind === 'abroad' && status === 'PROCESSED')
  const { available, lost } = model.customers[0]!.accounts.EUR!
  const euros = available + lost + sum(paid.map(({ cents, bought }) => bought?.cents ?? cents))
  assert.equal(changes.EUR + euros, 0, 'the institution bought as many euros as the customer received')
  // Each contract is at the market rate, rounded to the cent.
  assert.ok(atMid(euros) <= changes.USD + deals.length, `${euros} euro cents were sold for ${changes.USD} dollar cents`)
}
