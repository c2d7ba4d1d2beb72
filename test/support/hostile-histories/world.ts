import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { FixedClock } from '../../../src/kernel/clock.ts'
import { dataOf } from '../answers.ts'
import { bodyAbroad, marketRates } from '../fx-market.ts'
import {
  accountBody,
  contactBody,
  customerBody,
  type Reply,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../test-service.ts'
import type { Currency, History } from './commands.ts'
import { MARGIN } from './exchanges.ts'
import type { Account, Customer, Model, Outcome } from './model.ts'
import { openTrader, type Trader, type Triangle } from './triangle.ts'

export const TIME_ZONE = 'America/New_York'
/** The opening balances in cents. */
const OPENING = 600_00
const EXPOSURE = 150

/** The institution and customers of many histories. */
export interface Bank {
  service: TestService
  clock: FixedClock
  tenant: TestTenant
  /** Whether it is under dual control. */
  isDual: boolean
  /** Another client of the institution: the second person. */
  colleague: TestClient
  parent: Customer
  /** A customer below the parent, with money of its own. */
  child: Customer
  stranger: Customer
  /** A customer beside the model, which trades round a triangle of currencies. */
  trader: Trader
  /** Customers whose payments need one, two and three approvers. */
  careful: readonly CarefulCustomer[]
  /** A contact abroad of the parent, which is paid in euros. */
  abroad: string
  /** What has happened to requests in the histories so far. */
  seen: Set<string>
}

interface CarefulCustomer extends Pick<Model, 'staff' | 'signatories'> {
  customer: Customer
}

/** A bank under a model of its controls, in one history. */
export interface World extends Bank {
  model: Model
  /** Begins with its first command. */
  triangle?: Triangle
  /** The books before the history, in cents, and its first day. */
  before: { positions: Record<Currency, number>; firstDay: Temporal.PlainDate }
  call: Call
  today(): Temporal.PlainDate
  now(): number
}

export type Call = (method: string, path: string, body?: object, client?: TestClient) => Promise<Reply>
interface Setting extends Pick<Bank, 'service' | 'tenant'> {
  call: Call
  /** Adds contacts, and so has set the bank details that the others decide about. */
  clerk: TestClient
}

/** A colleague approves the changes of the institution that wait for a second person. */
const callWith =
  ({ service, tenant, colleague, seen }: Pick<Bank, 'service' | 'tenant' | 'colleague' | 'seen'>): Call =>
  async (method, path, body, client = tenant.client) => {
    const reply = await service.call(method, path, body, { client })
    seen.add(outcomeOf(reply))
    if (reply.status !== 202) return reply
    const { approvalUID, contentHash } = dataOf(reply, 202)
    const approve = `${APPROVALS}/${approvalUID}/approve`
    const approved = await service.call('PUT', approve, { contentHash }, { client: colleague })
    const { result } = dataOf(approved)
    return { ...approved, body: { ...approved.body, id: undefined, data: result } }
  }

/** Sets rates. Under dual control, a colleague approves first ones, and those that change far. */
export async function setRates(call: Call, colleague: TestClient, rates: readonly object[]): Promise<void> {
  const { waiting = [] } = dataOf(await call('PUT', '/v1/institution/fx/rates', { rates }))
  for (const { approvalUID } of waiting) {
    const { contentHash } = dataOf(await call('GET', `${APPROVALS}/${approvalUID}`))
    dataOf(await call('PUT', `${APPROVALS}/${approvalUID}/approve`, { contentHash }, colleague))
  }
}

/** The number of every customer. */
export const PHONE = '+1 207 555 0100'

const APPROVALS = '/v1/institution/approvals'

/**
 * One person tries to make a change of the institution, and to approve it. A colleague rejects it.
 */
export async function tryAlone(
  { service, tenant, colleague, model }: World,
  ...[method, path, body]: [method: string, path: string, body?: object]
): Promise<void> {
  const asked = await service.call(method, path, body, { client: tenant.client })
  assert.equal(asked.status, 202, `one person made ${method} ${path}: ${JSON.stringify(asked.body)}`)
  const { approvalUID, contentHash } = dataOf(asked, 202)
  const decide = (decision: string, reason: object, client: TestClient) =>
    service.call('PUT', `${APPROVALS}/${approvalUID}/${decision}`, reason, { client })
  for (const client of [tenant.client, model.customers[0]!.client])
    assert.equal((await decide('approve', { contentHash }, client)).status, 403, 'who may approve a change')
  dataOf(await decide('reject', { reason: 'test' }, colleague))
}

/**
 * Creates an institution that quotes euros with a margin of 50 basis points. Its customers are a
 * parent, its child and a stranger, whose payments need nobody's approval, and three careful ones,
 * each with two signatories.
 */
export async function openBank(
  { service, clock, isDual, seen }: Pick<Bank, 'service' | 'clock' | 'isDual' | 'seen'>,
  code: string,
): Promise<Bank> {
  const tenant = await service.createTenant(code, { dualControl: isDual })
  const colleague = await service.createClient(tenant, {})
  const call = callWith({ service, tenant, colleague, seen })
  const clerk = await service.createClient(tenant, {})
  const setting = { service, tenant, call, clerk }
  await setRates(call, colleague, marketRates.slice(0, 1))
  dataOf(await call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: MARGIN }] }))
  // A history may ask for many quotes at one moment, which the model does not count.
  dataOf(await call('PUT', '/v1/institution', { fx: { maxOpenQuotes: 1000 } }))
  const parent = await openCustomer(setting)
  parent.accounts.EUR = await openAccount(setting, parent, 'EUR')
  const abroad = await addContact(setting, parent.uid, bodyAbroad('EUR'))
  const careful: CarefulCustomer[] = []
  for (const approvers of [1, 2, 3])
    careful.push(await openCareful(setting, await openCustomer(setting, { approvers })))
  const child = await openCustomer(setting, { parent })
  const stranger = await openCustomer(setting)
  const trader = await openTrader(call)
  return { service, clock, tenant, isDual, colleague, parent, child, stranger, trader, careful, abroad, seen }
}

/** Begins a history: the accounts have their opening balances again, and nobody has a limit. */
export async function openWorld(bank: Bank, { approvers }: Pick<History, 'approvers'>): Promise<World> {
  const { clock, parent, child, stranger } = bank
  const call = callWith(bank)
  const today = () => clock.now().toZonedDateTimeISO(TIME_ZONE).toPlainDate()
  const { customer, staff, signatories } = bank.careful[approvers - 1]!
  const customers = [parent, stranger, customer, child]
  const people = signatories.map(({ id }) => ({ id, isActive: true, changes: [] }))
  const lists = { customers, payments: [], contracts: [], deals: [], signatories: people }
  const model: Model = { ...lists, defaults: new Map(), totals: new Map(), isPortalTrusted: true, staff }
  for (const customer of customers) await forgive(call, customer)
  for (const { accounts } of customers)
    for (const account of Object.values(accounts)) {
      await adjust(call, account, account.currency === 'USD' ? OPENING : 0)
      account.lost = 0
    }
  const before = { positions: await positionsOf({ call }), firstDay: today() }
  return { ...bank, model, before, call, today, now: () => clock.now().epochMilliseconds }
}

async function openCustomer(
  setting: Setting,
  { approvers = 0, parent }: { approvers?: number; parent?: Customer } = {},
): Promise<Customer> {
  const { call, service, tenant } = setting
  const body = customerBody({ phoneNumber: PHONE, ...(parent && { parentEntityShortName: parent.shortName }) })
  const uid = String(dataOf(await call('POST', '/v2/customers', body)).customerUID)
  const client = parent?.client ?? (await service.createClient(tenant, { legalEntityId: BigInt(uid) }))
  const contact = await addContact(setting, uid, contactBody())
  const customer: Customer = {
    ...{ uid, shortName: body.shortName, client, parent, accounts: {}, contact },
    ...{ isAdmitted: true, admission: undefined, isSuspended: false },
    ...{
      limits: new Map(),
      exposure: EXPOSURE * 100,
      creditExposure: Number.POSITIVE_INFINITY,
      approvers,
      owed: 0,
      fundsDays: null,
    },
  }
  customer.accounts.USD = await openAccount(setting, customer, 'USD')
  return customer
}

async function addContact({ call, clerk }: Setting, uid: string, body: object): Promise<string> {
  return String(dataOf(await call('POST', `/customers/${uid}/contacts`, body, clerk)).customerContactUID)
}

async function openAccount({ call }: Setting, owner: Customer, currency: Currency): Promise<Account> {
  const body = accountBody({ currency, accountFeatures: { achFeature: { debitExposureLimit: EXPOSURE } } })
  const uid = String(made(await call('POST', `/v3/customers/${owner.uid}/accounts`, body)).accountUID)
  const callBackAbove = Number.POSITIVE_INFINITY
  return { uid, owner, currency, available: 0, suspendedBy: undefined, takenBack: 0, lost: 0, callBackAbove }
}

/** What was created, at once or with an approval. */
const made = (reply: Reply) => dataOf(reply, reply.status === 201 ? 201 : 200)

/** Writes off what a customer owes from earlier histories. */
async function forgive(call: Call, customer: Customer): Promise<void> {
  if (customer.owed === 0) return
  const body = { amount: customer.owed / 100, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  made(await call('POST', `/v1/institution/customers/${customer.uid}/receivables/write-offs`, body))
  customer.owed = 0
}

/** Adjusts the balance of an account to some cents. */
async function adjust(call: Call, account: Account, cents: number): Promise<void> {
  const { uid, currency, available } = account
  if (available === cents) return
  const amounts = { direction: available < cents ? 'Credit' : 'Debit', amount: Math.abs(cents - available) / 100 }
  const body = { ...amounts, currency, reason: 'test', externalReferenceId: 'test' }
  made(await call('POST', `/v1/institution/accounts/${uid}/adjustments`, body))
  account.available = cents
}

/** Gives a customer a portal, a program and two signatories, and then asks for approvals. */
async function openCareful({ call, service, tenant }: Setting, customer: Customer): Promise<CarefulCustomer> {
  const { uid, client, approvers } = customer
  const legalEntityId = BigInt(uid)
  const portal = await service.createClient(tenant, { legalEntityId, trustedToNamePersons: true })
  const program = await service.createClient(tenant, { legalEntityId })
  const ids = [await createSignatory(call, uid), await createSignatory(call, uid)]
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: approvers }
  dataOf(await call('PUT', `/v2/customers/${uid}`, { legalEntityAccessSettings }))
  const signatories = ids.map(({ id }) => ({ id, isActive: true, changes: [] }))
  return { customer, staff: { submitter: client, portal, program }, signatories }
}

/** The id of a new signatory, and the approval that it waits for. */
export async function createSignatory(call: Call, customerUID: string, client?: TestClient) {
  const body = { fullName: 'Ada Lund', emailAddress: `${randomUUID()}@sample.example`, phoneNumber: '+1 207 555 0100' }
  const reply = await call('POST', `/v1/customers/${customerUID}/signatories`, body, client)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return { id: String(reply.body.id), approvalUID: reply.body.approvalUID as string | undefined }
}

/** The balances of an account in cents. */
export async function balanceOf({ call }: Pick<World, 'call'>, { uid, owner }: Account) {
  const shown = dataOf(await call('GET', `/v3/customers/${owner.uid}/accounts/${uid}?includeAccountBalance=true`))
  const centsOf = (text: string) => Math.round(Number(text) * 100)
  const owed = centsOf(shown.amountOwed)
  return { available: centsOf(shown.availableBalance), posted: centsOf(shown.ledgerBalance), owed }
}

/** The open position of the institution in each currency, in cents. */
export async function positionsOf({ call }: Pick<World, 'call'>): Promise<Record<Currency, number>> {
  const rows = dataOf(await call('GET', '/v1/institution/fx/positions?page=1&limit=1000'))
  const open = (of: Currency) =>
    rows
      .filter(({ currency }: { currency: string }) => currency === of)
      .reduce((sum: number, row: { open: number }) => sum + Math.round(row.open * 100), 0)
  return { USD: open('USD'), EUR: open('EUR') }
}

/** Parts of the messages of refusals, by outcome. */
const SAYS: Record<Exclude<Outcome, 'ok'>, readonly [status: number, says: RegExp]> = {
  stopped: [403, /the legal entity \d+ is suspended/],
  frozen: [402, /is not active|is suspended|awaits approval|waits for approval/],
  receiver: [400, /cannot receive money/],
  exposure: [402, /debits that can come back are limited/],
  'in flight': [402, /credits in flight/],
  limit: [402, /are limited to|exceed a limit of/],
  funds: [402, /available balance/],
  contract: [400, /contract/],
  owner: [403, /only (a client of )?the institution|the institution suspended|can be decided only/],
  unfunded: [409, /no active account of it has/],
  line: [409, /the line of (its|a) customer/],
  'above debt': [409, /write off at most amountOwed/],
  late: [409, /had to arrive by/],
  state: [409, /./],
  own: [403, /you submitted this payment/],
  untrusted: [403, /not trusted to name the person/],
  inactive: [403, /only an Active one can approve/],
  changed: [403, /changed the person's authority afterwards/],
  'bank only': [403, /awaits the institution's approval/],
  'not called': [400, /requires a call-back/],
  'not covered': [402, /no longer has the amount/],
}

/** Every way in which a request of a history can end. */
export const OUTCOMES: readonly string[] = ['ok', ...Object.keys(SAYS)]

function outcomeOf({ status, body }: Reply): Outcome | 'unknown' {
  if (status < 300) return 'ok'
  const found = Object.entries(SAYS).find(([, [code, says]]) => code === status && says.test(JSON.stringify(body)))
  return found ? (found[0] as Outcome) : 'unknown'
}

/** Checks that the service does what the model predicted. */
export function assertOutcome(reply: Reply, ...predicted: Outcome[]): void {
  const outcome = outcomeOf(reply)
  const said = `${predicted.join(' or ')} was predicted: ${reply.status} ${JSON.stringify(reply.body)}`
  assert.ok((predicted as string[]).includes(outcome), said)
}
