import type { Temporal } from 'temporal-polyfill'
import { activateNewCustomers, type CustomerStanding, reachCustomer, readStandings } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { LateRefusal } from '../http/change.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { openCustomerLedgerAccounts } from '../ledger/open-account.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountBody, overlay } from './account-body.schema.ts'
import { type AskedNumber, askNumber, drawNumbers, leaveQuarantine, SCHEME_FULL } from './account-number.ts'
import { readRetirements } from './account-numbers.store.ts'
import { type AccountRow, elsewhereOf, insertAccounts } from './accounts.store.ts'
import { checkAccountAt } from './check-account.ts'
import { sealExternalToken } from './external-token.ts'
import { type Openable, readTaken, type Taken } from './openable-accounts.ts'
import { recordAccounts } from './record-account.ts'
import { type Restrictions, readRestrictions } from './restrictions.store.ts'

/** A request for a new account. */
export interface AccountOrder {
  principal: Principal
  customerUID: string
  body: AccountBody
  /** Whether the service, and not a client, chose the number in the general ledger. */
  isGlGiven?: boolean
}

interface Options {
  sealer: Sealer
  now: Temporal.Instant
}

/**
 * Opens accounts of one institution and their ledger accounts, with zero balances. A New customer
 * becomes Active. Only the institution may send other terms than those of every new account, and a
 * number in its general ledger that it offers to nobody else. An
 * account that another client opens collects no debits until the institution sets
 * `enableUnderWritten`, and may do no more than the other accounts of its customer: money that is
 * moved to it must not pass what restricts them.
 *
 * Each order has its own outcome, in the order of the orders; each sees those before it. A refused
 * one writes nothing. Throws `LateRefusal` if another transaction gave up a number meanwhile.
 */
export async function createAccounts(
  tx: Transaction,
  tenantId: bigint,
  orders: readonly AccountOrder[],
  options: Options,
): Promise<Result<AccountRow, Refusal>[]> {
  const customerIds = [...new Set(orders.map(({ customerUID }) => BigInt(customerUID)))]
  const [institution, customers] = await Promise.all([
    readInstitution(tx, tenantId),
    readStandings(tx, tenantId, customerIds),
  ])
  const asked = orders.map((order) => ask(order, institution, customers))
  const numbered = await giveNumbers(tx, institution, asked)
  const checked = each(numbered, (one) => check(one, institution))
  const taken = await readTaken(tx, institution, accepted(checked), options.now)
  const restrictions = await readRestrictions(tx, tenantId, restrictedOf(accepted(checked)))
  const decided = each(checked, (one) => {
    const free = taken.take(one)
    return free.ok ? restrict(one, institution, restrictions) : free
  })
  const opened = await open(tx, institution, accepted(decided), { ...options, taken })
  return each(decided, (one) => accept(opened.get(one)!))
}

interface Asked {
  order: AccountOrder
  isOwn: boolean
  customer: CustomerStanding
  terms: AccountBody
  number: AskedNumber
}

function ask(
  order: AccountOrder,
  institution: Institution,
  customers: ReadonlyMap<bigint, CustomerStanding>,
): Result<Asked, Refusal> {
  const { principal, body } = order
  const isOwn = principal.legalEntityId === institution.legalEntityId
  const customer = reachCustomer(principal, isOwn, customers.get(BigInt(order.customerUID)))
  if (!customer.ok) return customer
  const terms = isOwn ? body : withoutDebits(body)
  const number = askNumber(principal, institution, terms)
  return number.ok ? accept({ order, isOwn, customer: customer.value, terms, number: number.value }) : number
}

/** The body with debits off, unless it states the switch. */
function withoutDebits(body: AccountBody): AccountBody {
  const { accountFeatures } = body
  const achFeature = { enableUnderWritten: false, ...accountFeatures?.achFeature }
  return { ...body, accountFeatures: { ...accountFeatures, achFeature } }
}

type Numbered = Asked & { accountNumber: string }
type Ordered = Openable & Pick<Asked, 'order' | 'terms'>

async function giveNumbers(
  tx: Transaction,
  institution: Institution,
  asked: readonly Result<Asked, Refusal>[],
): Promise<Result<Numbered, Refusal>[]> {
  const drawn = accepted(asked).filter(({ number }) => number === 'drawn')
  const numbers = await drawNumbers(tx, institution, drawn.length)
  return each(asked, (one) => {
    const accountNumber = one.number === 'drawn' ? numbers.pop() : one.number.chosen
    return accountNumber === undefined ? SCHEME_FULL : accept({ ...one, accountNumber })
  })
}

function check({ terms, accountNumber, ...one }: Numbered, institution: Institution): Result<Ordered, Refusal> {
  const data = checkAccountAt(institution, { ...terms, accountNumber })
  if (!data.ok) return data
  const { body, isGlGiven = false } = one.order
  return accept({
    ...one,
    terms,
    body,
    isGlGiven,
    isDrawn: one.number === 'drawn',
    data: data.value,
  })
}

const restrictedOf = (ordered: readonly Ordered[]) => [
  ...new Set(ordered.flatMap(({ isOwn, customer }) => (isOwn ? [] : [customer.id]))),
]

/** The account with the restrictions of its customer's others, unless the institution opens it. */
function restrict(one: Ordered, institution: Institution, restrictions: Restrictions): Result<Ordered, Refusal> {
  const { isOwn, customer, terms, data } = one
  const accountFeatures = isOwn ? undefined : restrictions.featuresOf(customer.id, data.currency)
  if (!accountFeatures) return accept(one)
  const restricted = checkAccountAt(
    institution,
    overlay({ ...terms, accountNumber: data.accountNumber }, { accountFeatures }),
  )
  return restricted.ok ? accept({ ...one, data: restricted.value }) : restricted
}

/** Writes the accounts and what belongs to them. */
async function open(
  tx: Transaction,
  institution: Institution,
  openable: readonly Ordered[],
  { sealer, now, taken }: Options & { taken: Taken },
): Promise<Map<Ordered, AccountRow>> {
  if (openable.length === 0) return new Map()
  const { tenantId } = institution
  const ledgerAccounts = openable.map(({ customer, data: { currency } }) => ({
    currency,
    receivableId: taken.receivableOf(customer.id, currency),
  }))
  const ids = await openCustomerLedgerAccounts(tx, tenantId, ledgerAccounts, now)
  const rows = await insertAccounts(
    tx,
    tenantId,
    openable.map(({ customer, data, body }, at) => {
      const id = ids[at]!
      const sealedExternalToken = sealExternalToken(sealer, { tenantId, accountId: id }, body) ?? null
      const owner = { id, customerId: customer.id }
      const elsewhere = elsewhereOf(institution, { ...data, ...owner })
      return { ...data, ...owner, elsewhereOf: elsewhere, sealedExternalToken }
    }),
    now,
  )
  const opened = new Map(openable.map((one, at) => [one, rows.get(ids[at]!)!]))
  await requireNoLateQuarantine(tx, institution, [...rows.values()], now)
  const customers = taken.customers.filter(({ id }) => openable.some(({ customer }) => customer.id === id))
  const steps = Array.from(opened, ([{ order }, after]) => {
    return { actor: order.principal.clientId, action: 'account.created' as const, after }
  })
  await Promise.all([activateNewCustomers(tx, tenantId, customers, now), recordAccounts(tx, tenantId, steps, now)])
  return opened
}

/**
 * The write waited for a simultaneous deletion of another account with the number, so this
 * statement sees it.
 */
async function requireNoLateQuarantine(
  tx: Transaction,
  institution: Institution,
  accounts: readonly AccountRow[],
  now: Temporal.Instant,
): Promise<void> {
  const retired = await readRetirements(tx, institution.tenantId, accounts)
  for (const account of accounts) {
    const free = leaveQuarantine(institution, account, retired, now)
    if (!free.ok) throw new LateRefusal(free.refusal)
  }
}

function each<T, U>(
  results: readonly Result<T, Refusal>[],
  next: (value: T) => Result<U, Refusal>,
): Result<U, Refusal>[] {
  return results.map((result) => (result.ok ? next(result.value) : result))
}

function accepted<T>(results: readonly Result<T, Refusal>[]): T[] {
  return results.flatMap((result) => (result.ok ? [result.value] : []))
}
