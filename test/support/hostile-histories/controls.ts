import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { dataOf } from '../answers.ts'
import { contactBody, customerBody, type Reply, type TestClient, unnumberedBody } from '../test-service.ts'
import type { By, Command } from './commands.ts'
import { dealAt } from './exchanges.ts'
import { type Account, activate, type Customer, fitsLine, type Outcome, orStopped } from './model.ts'
import { pick } from './payments.ts'
import { assertOutcome, balanceOf, createSignatory, PHONE, tryAlone, type World } from './world.ts'

// The bank sets controls, and customers try to lift them.

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

const MAX_CUSTOMERS = 7

export async function createChild(world: World, { below }: Does<'create child'>): Promise<void> {
  const { model, call } = world
  const [parent, _stranger, _careful, ...children] = model.customers
  if (model.customers.length === MAX_CUSTOMERS) return
  const above = pick([parent!, ...children.filter(({ isAdmitted }) => isAdmitted)], below)
  const { client } = parent!
  const body = customerBody({ phoneNumber: PHONE, parentEntityShortName: above.shortName })
  const reply = await call('POST', '/v2/customers', body, client)
  const outcome = orStopped(model, client, 'ok')
  assertOutcome(reply, outcome)
  if (outcome !== 'ok') return
  const created = dataOf(reply)
  assert.equal(created.customerEntityStatus, 'Pending')
  const uid = String(created.customerUID)
  const opened = dataOf(await call('POST', `/v3/customers/${uid}/accounts`, unnumberedBody(), client), 201)
  const contact = dataOf(await call('POST', `/customers/${uid}/contacts`, contactBody(), client))
  const child: Customer = {
    ...{ uid, shortName: body.shortName, client, parent: above, accounts: {}, contact: contact.customerContactUID },
    ...{ isAdmitted: false, admission: created.approvalUID, isSuspended: false },
    ...{
      limits: new Map(),
      exposure: 0,
      creditExposure: Number.POSITIVE_INFINITY,
      approvers: 0,
      owed: 0,
      fundsDays: null,
    },
  }
  const uidOfAccount = String(opened.accountUID)
  child.accounts.USD = { ...account(child), uid: uidOfAccount }
  model.customers.push(child)
}

const account = (owner: Customer): Omit<Account, 'uid'> => ({
  ...{ owner, currency: 'USD', available: 0, suspendedBy: undefined, takenBack: 0, lost: 0 },
  callBackAbove: Number.POSITIVE_INFINITY,
})

/** The bank admits or refuses a child. The client that created it tries to admit it itself. */
export async function admit(
  { model, call, colleague }: World,
  { child: place, by, isApproved }: Does<'admit'>,
): Promise<void> {
  const waiting = model.customers.filter(({ admission }) => admission)
  if (waiting.length === 0) return
  const child = pick(waiting, place)
  const { uid, client, admission } = child
  const ofBank = `/v1/institution/approvals/${admission}`
  const { contentHash } = dataOf(await call('GET', ofBank))
  if (by === 'customer') {
    const path = `/v1/customers/${uid}/approvals/customer/${admission}/approve`
    return assertOutcome(await call('PUT', path, { contentHash }, client), orStopped(model, client, 'owner'))
  }
  const decision = isApproved ? (['approve', { contentHash }] as const) : (['reject', { reason: 'test' }] as const)
  // A colleague decides: the bank's client asks for the admission itself if it changed the child.
  const reply = await call('PUT', `${ofBank}/${decision[0]}`, decision[1], colleague)
  // Who asked for the admission may not act, so it cannot be made in their name.
  if (isApproved && orStopped(model, client, 'ok') === 'stopped') return assertOutcome(reply, 'state')
  dataOf(reply)
  child.admission = undefined
  child.isAdmitted = isApproved
}

/**
 * Makes a change that only the bank can make. Under dual control, one person cannot make it alone
 * if it weakens a control. Returns the reply if the change was made.
 */
async function change(
  world: World,
  { by, weakens, outcome = 'ok', client }: { by: By; weakens: boolean; outcome?: Outcome; client: TestClient },
  ...[method, path, body]: [method: string, path: string, body?: object]
): Promise<Reply | undefined> {
  if (by === 'alone' && world.isDual && weakens && outcome === 'ok') {
    await tryAlone(world, method, path, body)
    return undefined
  }
  const reply = await world.call(method, path, body, by === 'customer' ? client : undefined)
  assertOutcome(reply, by === 'customer' ? orStopped(world.model, client, outcome) : outcome)
  return by !== 'customer' && outcome === 'ok' ? reply : undefined
}

const ownerOr = (by: By, outcome: Outcome = 'ok') => (by === 'customer' ? 'owner' : outcome)

export async function setLimit(world: World, { on, key, dollars, by }: Does<'limit'>): Promise<void> {
  const customer = pick(world.model.customers, on)
  const { uid, client, limits, isAdmitted } = customer
  // Its own approval is in the way of another one.
  if (world.isDual && !isAdmitted) return
  const value = by === 'customer' ? (limits.get(key) ?? 0) / 100 + 1_000 : dollars
  const body = { limits: [{ appName: 'Payments', appLimits: [{ key, value }] }] }
  const made = await change(
    world,
    { by, weakens: value !== (limits.has(key) ? limits.get(key)! / 100 : null), outcome: ownerOr(by), client },
    ...(['PUT', `/v2/customers/${uid}`, body] as const),
  )
  if (!made) return
  if (dollars === null) limits.delete(key)
  else limits.set(key, dollars * 100)
  // An update of a customer that was not admitted asks for its admission again.
  if (!isAdmitted) customer.admission = dataOf(made).approvalUID
}

export async function setDefault(world: World, command: Does<'default limit'>): Promise<void> {
  const { key, dollars, approvalAbove, by } = command
  const { defaults, customers } = world.model
  const above = dollars === null || approvalAbove === null ? {} : { approvalAbove }
  const how = { by, weakens: true, outcome: ownerOr(by), client: customers[0]!.client }
  const made = await change(world, how, 'PUT', '/v1/institution/limits', {
    limits: [{ key, value: dollars, ...above }],
  })
  if (!made) return
  if (dollars === null) defaults.delete(key)
  else defaults.set(key, { cents: dollars * 100, approvalAbove: approvalAbove && approvalAbove * 100 })
}

export async function setTotal(world: World, { key, dollars, by }: Does<'total'>): Promise<void> {
  const { totals, customers } = world.model
  const body = { limits: [], totals: [{ key, value: dollars }] }
  const how = { by, weakens: true, outcome: ownerOr(by), client: customers[0]!.client }
  if (!(await change(world, how, 'PUT', '/v1/institution/limits', body))) return
  if (dollars === null) totals.delete(key)
  else totals.set(key, dollars * 100)
}

/** More than any customer of a history has, in dollars. */
const NO_LIMIT = 1_000_000

export async function setExposure(world: World, { payer, dollars, by }: Does<'exposure'>): Promise<void> {
  const customer = pick(world.model.customers.slice(0, 3), payer)
  const debitExposureLimit = by === 'customer' ? NO_LIMIT : dollars
  const weakens = dollars * 100 > customer.exposure
  const isMade = await setFeature(
    world,
    customer.accounts.USD!,
    { achFeature: { debitExposureLimit } },
    { by, weakens },
  )
  if (isMade) customer.exposure = dollars * 100
}

/** The bank makes a customer wait for the proceeds of its debits. */
export async function setFundsDays(world: World, { payer, days, by }: Does<'funds days'>): Promise<void> {
  const customer = pick(world.model.customers.slice(0, 3), payer)
  const { uid, client, fundsDays } = customer
  const debitFundsAvailability = by === 'customer' ? MOST_FUNDS_DAYS : days
  const how = { by, weakens: days !== fundsDays, outcome: ownerOr(by), client }
  if (await change(world, how, 'PUT', `/v2/customers/${uid}`, { debitFundsAvailability })) customer.fundsDays = days
}

/** More than any customer of a history has. */
const MOST_FUNDS_DAYS = 10

export async function setCreditExposure(world: World, { payer, dollars, by }: Does<'credit exposure'>): Promise<void> {
  const customer = pick(world.model.customers, payer)
  const creditExposureLimit = by === 'customer' ? NO_LIMIT + 1 : (dollars ?? NO_LIMIT)
  const cents = dollars === null ? Number.POSITIVE_INFINITY : dollars * 100
  const weakens = cents > customer.creditExposure
  const isMade = await setFeature(
    world,
    customer.accounts.USD!,
    { achFeature: { creditExposureLimit } },
    { by, weakens },
  )
  if (isMade) customer.creditExposure = cents
}

export async function setCallBack(world: World, { who, above, by }: Does<'call back'>): Promise<void> {
  const account = pick(accountsOf(world), who)
  const asked = { enableCallbacks: above !== null, callbackLimit: above ?? NO_LIMIT }
  const fedWireFeature = by === 'customer' ? { callbackLimit: NO_LIMIT + 1 } : asked
  const cents = above === null ? Number.POSITIVE_INFINITY : above * 100
  const weakens = cents > account.callBackAbove
  if (await setFeature(world, account, { fedWireFeature }, { by, weakens })) account.callBackAbove = cents
}

async function setFeature(
  world: World,
  { uid, owner }: Account,
  accountFeatures: object,
  { by, weakens }: { by: By; weakens: boolean },
): Promise<boolean> {
  const how = { by, weakens, outcome: ownerOr(by), client: owner.client }
  const made = await change(world, how, 'PATCH', `/v3/customers/${owner.uid}/accounts/${uid}`, { accountFeatures })
  return made !== undefined
}

export async function setLine(world: World, { line, by }: Does<'line'>): Promise<void> {
  const [parent] = world.model.customers
  const { uid, client } = parent!
  const how = { by, weakens: true, outcome: ownerOr(by), client }
  const body = { line: line && { ...line, forward: 0 } }
  if (!(await change(world, how, 'PUT', `/v1/institution/customers/${uid}/fx-line`, body))) return
  parent!.line = line ? { exposure: line.exposure * 100, spot: line.spot * 100 } : undefined
}

/** The bank gives up a part of what a customer owes. */
export async function writeOff(world: World, { who, overDebt, by }: Does<'write off'>): Promise<void> {
  const customer = pick(world.model.customers, who)
  const { uid, client, owed } = customer
  const cents = Math.max(1, owed + overDebt)
  const body = { amount: cents / 100, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  const how = { by, weakens: true, outcome: ownerOr(by, cents > owed ? 'above debt' : 'ok'), client }
  const path = `/v1/institution/customers/${uid}/receivables/write-offs`
  if (await change(world, how, 'POST', path, body)) customer.owed -= cents
}

const accountsOf = ({ model }: World) => model.customers.flatMap(({ accounts }) => Object.values(accounts))

export async function freezeCustomer(world: World, { who, action, by }: Does<'freeze customer'>): Promise<void> {
  const customer = pick(world.model.customers, who)
  const { uid, client, isAdmitted, isSuspended } = customer
  const isSuspending = action === 'suspend'
  const outcome = ownerOr(by, isAdmitted && isSuspended !== isSuspending ? 'ok' : 'state')
  const body = isSuspending ? { reason: 'test' } : undefined
  const how = { by, weakens: !isSuspending, outcome, client }
  if (!(await change(world, how, 'PUT', `/v1/institution/customers/${uid}/${action}`, body))) return
  customer.isSuspended = isSuspending
  for (const account of Object.values(customer.accounts)) await noteFreeze(world, account)
}

export async function freezeAccount(world: World, { who, action, by }: Does<'freeze account'>): Promise<void> {
  const account = pick(accountsOf(world), who)
  const { uid, owner, suspendedBy } = account
  const side = by === 'customer' ? 'customer' : 'bank'
  const outcome = outcomeOfFreeze(account, action, side)
  const how = { by, weakens: action === 'Activate' && suspendedBy === 'bank', outcome, client: owner.client }
  const body = { action, reason: 'test' }
  const made = await change(world, how, 'PATCH', `/v3/customers/${owner.uid}/accounts/${uid}`, body)
  if (!made && !(by === 'customer' && orStopped(world.model, owner.client, outcome) === 'ok')) return
  if (action === 'Activate') activate(account)
  else account.suspendedBy = side
  await noteFreeze(world, account)
}

/** The bank takes over a suspension by the customer, and alone lifts its own. */
function outcomeOfFreeze({ suspendedBy }: Account, action: 'Suspend' | 'Activate', by: 'bank' | 'customer'): Outcome {
  if (by === 'customer' && suspendedBy === 'bank') return 'owner'
  if (action === 'Activate') return suspendedBy ? 'ok' : 'state'
  return suspendedBy === undefined || (suspendedBy === 'customer' && by === 'bank') ? 'ok' : 'state'
}

/** Checks that nothing left an account during its freeze, and notes what it has if it is frozen. */
export async function noteFreeze(world: World, account: Account): Promise<void> {
  const { available } = await balanceOf(world, account)
  const { frozenWith, takenBack, owner } = account
  if (frozenWith !== undefined)
    assert.ok(available >= frozenWith - takenBack, `${frozenWith - available} left a frozen account`)
  account.frozenWith = account.suspendedBy || owner.isSuspended ? available : undefined
  account.takenBack = 0
}

/** A client of the careful customer appoints or changes a signatory, and someone approves that. */
export async function appoint(world: World, { signatory: which, by, decidedBy }: Does<'appoint'>): Promise<void> {
  const { model, call, now, tenant } = world
  const { uid } = model.customers[2]!
  const client = model.staff[by]
  if (orStopped(model, client, 'ok') !== 'ok') return
  let signatory = which === 'new' ? undefined : pick(model.signatories, which)
  let approvalUID: string | undefined
  if (signatory) {
    const change = { title: `Officer ${model.signatories.length} ${randomUUID()}` }
    const reply = await call('PATCH', `/v1/customers/${uid}/signatories/${signatory.id}`, change, client)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    approvalUID = reply.body.approvalUID
    // The change of one who was never approved is made at once, and waits with the signatory.
    if (!signatory.isActive) signatory.changes.push({ by: client.apiKey, at: now() })
  } else {
    const { id, ...created } = await createSignatory(call, uid, client)
    approvalUID = created.approvalUID
    signatory = { id, isActive: false, changes: [{ by: client.apiKey, at: now() }] }
    model.signatories.push(signatory)
  }
  assert.ok(approvalUID, 'a change of a signatory waits')
  const decider = decidedBy === 'bank' ? tenant.client : model.staff[decidedBy]
  const path = `/v1/customers/${uid}/approvals/signatory/${approvalUID}`
  const { contentHash } = dataOf(await call('GET', path))
  const reply = await call('PUT', `${path}/approve`, { contentHash }, decider)
  if (decidedBy === by) return assert.equal(reply.status, 403, JSON.stringify(reply.body))
  dataOf(reply)
  signatory.isActive = true
  for (const one of [client, decider]) signatory.changes.push({ by: one.apiKey, at: now() })
}

export async function setTrust(world: World, { isTrusted, by }: Does<'trust'>): Promise<void> {
  const { model } = world
  const { portal, program } = model.staff
  const path = `/v1/institution/api-clients/${by === 'customer' ? program.apiKey : portal.apiKey}`
  const weakens = isTrusted && !model.isPortalTrusted
  const how = { by, weakens, outcome: ownerOr(by), client: portal }
  const body = { trustedToNamePersons: by === 'customer' || isTrusted }
  if (await change(world, how, 'PUT', path, body)) model.isPortalTrusted = isTrusted
}

/**
 * A quote that the parent accepts while it stands, on its FX line or with the money in its account.
 */
export async function makeContract(world: World, { sum, seconds }: Does<'contract'>): Promise<void> {
  const { model, call, clock, now } = world
  const owner = model.customers[0]!
  const asked = 'cents' in sum ? sum.cents : owner.accounts.USD!.available + sum.overLimit
  const body = {
    ...{ customerId: owner.uid, customerIdType: 'CustomerUID', productType: 'SPOT' },
    ...{ sellCurrency: 'USD', buyCurrency: 'EUR', fundingAmount: Math.max(asked, 5_00) / 100 },
  }
  const deal = dealAt('USD', Math.max(asked, 5_00), 'SPOT', now())
  const isWithin = !owner.line || fitsLine(model, owner, deal, now())
  const quoted = await call('POST', '/v2/fx/quote', body, owner.client)
  assertOutcome(quoted, orStopped(model, owner.client, isWithin ? 'ok' : 'line'))
  if (quoted.status !== 200) return
  clock.advance({ seconds })
  const { quoteUUID, sellAmount, buyAmount, valueDate } = dataOf(quoted)
  assert.deepEqual([sellAmount, buyAmount, valueDate], [deal.sell / 100, deal.buy / 100, deal.valueDate], 'a quote')
  const reply = await call('PUT', '/v2/fx/accept', { quoteUUID }, owner.client)
  const account = owner.accounts.USD!
  const isFunded = !account.suspendedBy && account.available >= deal.sell
  assertOutcome(reply, seconds >= 30 ? 'state' : isFunded || owner.line ? 'ok' : 'unfunded')
  if (reply.status !== 200) return
  const isPrefunded = !owner.line
  if (isPrefunded) account.available -= deal.sell
  model.contracts.push({ no: dataOf(reply).forexContractNo, owner, deal, isOpen: true, isPrefunded })
  model.deals.push(deal)
}
