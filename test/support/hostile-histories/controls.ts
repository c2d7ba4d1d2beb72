import assert from 'node:assert/strict'
import { dataOf } from '../answers.ts'
import { contactBody, customerBody, unnumberedBody } from '../test-service.ts'
import type { Command } from './commands.ts'
import { dealAt } from './exchanges.ts'
import type { Account, Customer, Outcome } from './model.ts'
import { pick } from './payments.ts'
import { assertOutcome, balanceOf, createSignatory, type World } from './world.ts'

// The bank sets controls, and customers try to lift them.

type Does<Name extends Command['does']> = Extract<Command, { does: Name }>

const MAX_CUSTOMERS = 7

export async function createChild(world: World, { below }: Does<'create child'>): Promise<void> {
  const { model, call } = world
  const [parent, _stranger, _careful, ...children] = model.customers
  if (model.customers.length === MAX_CUSTOMERS) return
  const above = pick([parent!, ...children.filter(({ isAdmitted }) => isAdmitted)], below)
  const { client } = parent!
  const body = customerBody({ parentEntityShortName: above.shortName })
  const created = dataOf(await call('POST', '/v2/customers', body, client))
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
      owedForCloseOuts: 0,
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
  { model, call, service, tenant }: World,
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
    return assertOutcome(await call('PUT', path, { contentHash }, client), 'owner')
  }
  const decision = isApproved ? (['approve', { contentHash }] as const) : (['reject', { reason: 'test' }] as const)
  // A colleague decides: the bank's client asks for the admission itself if it changed the child.
  const colleague = await service.createClient(tenant, {})
  dataOf(await call('PUT', `${ofBank}/${decision[0]}`, decision[1], colleague))
  child.admission = undefined
  child.isAdmitted = isApproved
}

export async function setLimit({ model, call }: World, { on, key, dollars, by }: Does<'limit'>): Promise<void> {
  const customer = pick(model.customers, on)
  const raised = { value: (customer.limits.get(key) ?? 0) / 100 + 1_000 }
  const appLimits = [{ key, ...(by === 'bank' ? { value: dollars } : raised) }]
  const body = { limits: [{ appName: 'Payments', appLimits }] }
  const client = by === 'customer' ? customer.client : undefined
  const reply = await call('PUT', `/v2/customers/${customer.uid}`, body, client)
  assertOutcome(reply, by === 'bank' ? 'ok' : 'owner')
  if (by === 'customer') return
  if (dollars === null) customer.limits.delete(key)
  else customer.limits.set(key, dollars * 100)
  // An update of a customer that was not admitted asks for its admission again.
  if (!customer.isAdmitted) customer.admission = dataOf(reply).approvalUID
}

export async function setDefault({ model, call }: World, command: Does<'default limit'>): Promise<void> {
  const { key, dollars, approvalAbove } = command
  const above = dollars === null || approvalAbove === null ? {} : { approvalAbove }
  dataOf(await call('PUT', '/v1/institution/limits', { limits: [{ key, value: dollars, ...above }] }))
  if (dollars === null) model.defaults.delete(key)
  else model.defaults.set(key, { cents: dollars * 100, approvalAbove: approvalAbove && approvalAbove * 100 })
}

export async function setTotal({ model, call }: World, { key, dollars, by }: Does<'total'>): Promise<void> {
  const body = { limits: [], totals: [{ key, value: dollars }] }
  const client = by === 'customer' ? model.customers[0]!.client : undefined
  assertOutcome(await call('PUT', '/v1/institution/limits', body, client), by === 'bank' ? 'ok' : 'owner')
  if (by === 'customer') return
  if (dollars === null) model.totals.delete(key)
  else model.totals.set(key, dollars * 100)
}

export async function setExposure({ model, call }: World, { payer, dollars, by }: Does<'exposure'>): Promise<void> {
  const customer = pick(model.customers.slice(0, 3), payer)
  const debitExposureLimit = by === 'bank' ? dollars : customer.exposure / 100 + 1_000
  const path = `/v3/customers/${customer.uid}/accounts/${customer.accounts.USD!.uid}`
  const client = by === 'customer' ? customer.client : undefined
  const reply = await call('PATCH', path, { accountFeatures: { achFeature: { debitExposureLimit } } }, client)
  assertOutcome(reply, by === 'bank' ? 'ok' : 'owner')
  if (by === 'bank') customer.exposure = dollars * 100
}

export async function setCreditExposure(
  { model, call }: World,
  { payer, dollars, by }: Does<'credit exposure'>,
): Promise<void> {
  const customer = pick(model.customers, payer)
  const creditExposureLimit = by === 'bank' ? (dollars ?? NO_LIMIT) : NO_LIMIT + 1
  const path = `/v3/customers/${customer.uid}/accounts/${customer.accounts.USD!.uid}`
  const client = by === 'customer' ? customer.client : undefined
  const reply = await call('PATCH', path, { accountFeatures: { achFeature: { creditExposureLimit } } }, client)
  assertOutcome(reply, by === 'bank' ? 'ok' : 'owner')
  if (by === 'bank') customer.creditExposure = dollars === null ? Number.POSITIVE_INFINITY : dollars * 100
}

/** More than any customer of a history has, in dollars. */
const NO_LIMIT = 1_000_000

export async function setCallBack({ model, call }: World, { who, above, by }: Does<'call back'>): Promise<void> {
  const account = pick(
    model.customers.flatMap(({ accounts }) => Object.values(accounts)),
    who,
  )
  const { uid, client } = account.owner
  const asked = { enableCallbacks: above !== null, callbackLimit: above ?? 0 }
  const fedWireFeature = by === 'bank' ? asked : { callbackLimit: NO_LIMIT }
  const path = `/v3/customers/${uid}/accounts/${account.uid}`
  const reply = await call('PATCH', path, { accountFeatures: { fedWireFeature } }, by === 'bank' ? undefined : client)
  assertOutcome(reply, by === 'bank' ? 'ok' : 'owner')
  if (by === 'bank') account.callBackAbove = above === null ? Number.POSITIVE_INFINITY : above * 100
}

export async function freezeCustomer(world: World, { who, action, by }: Does<'freeze customer'>): Promise<void> {
  const customer = pick(world.model.customers, who)
  const { uid, client, isAdmitted, isSuspended } = customer
  const isSuspending = action === 'suspend'
  const outcome: Outcome = by === 'customer' ? 'owner' : isAdmitted && isSuspended !== isSuspending ? 'ok' : 'state'
  const body = isSuspending ? { reason: 'test' } : undefined
  const path = `/v1/institution/customers/${uid}/${action}`
  assertOutcome(await world.call('PUT', path, body, by === 'customer' ? client : undefined), outcome)
  if (outcome !== 'ok') return
  customer.isSuspended = isSuspending
  for (const account of Object.values(customer.accounts)) await noteFreeze(world, account)
}

export async function freezeAccount(world: World, { who, action, by }: Does<'freeze account'>): Promise<void> {
  const { model, call } = world
  const account = pick(
    model.customers.flatMap(({ accounts }) => Object.values(accounts)),
    who,
  )
  const outcome = outcomeOfFreeze(account, action, by)
  const { uid, client } = account.owner
  const path = `/v3/customers/${uid}/accounts/${account.uid}`
  const reply = await call('PATCH', path, { action, reason: 'test' }, by === 'customer' ? client : undefined)
  assertOutcome(reply, outcome)
  if (outcome !== 'ok') return
  account.suspendedBy = action === 'Suspend' ? by : undefined
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
  let signatory = which === 'new' ? undefined : pick(model.signatories, which)
  let approvalUID: string | undefined
  if (signatory) {
    const change = { title: `Officer ${model.signatories.length} ${Math.random()}` }
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

export async function setTrust({ model, call }: World, { isTrusted, by }: Does<'trust'>): Promise<void> {
  const { portal, program } = model.staff
  const client = by === 'customer' ? portal : undefined
  const path = `/v1/institution/api-clients/${by === 'customer' ? program.apiKey : portal.apiKey}`
  const reply = await call('PUT', path, { trustedToNamePersons: by === 'customer' || isTrusted }, client)
  assertOutcome(reply, by === 'bank' ? 'ok' : 'owner')
  if (by === 'bank') model.isPortalTrusted = isTrusted
}

/** A quote that the parent accepts while it stands, with the money in its account. */
export async function makeContract(world: World, { sum, seconds }: Does<'contract'>): Promise<void> {
  const { model, call, clock, now } = world
  const owner = model.customers[0]!
  const asked = 'cents' in sum ? sum.cents : owner.accounts.USD!.available + sum.overLimit
  const body = {
    ...{ customerId: owner.uid, customerIdType: 'CustomerUID', productType: 'SPOT' },
    ...{ sellCurrency: 'USD', buyCurrency: 'EUR', fundingAmount: Math.max(asked, 5_00) / 100 },
  }
  const deal = dealAt('USD', Math.max(asked, 5_00), 'SPOT', now())
  const quoted = await call('POST', '/v2/fx/quote', body, owner.client)
  assertOutcome(quoted, owner.isSuspended ? 'state' : 'ok')
  if (quoted.status !== 200) return
  clock.advance({ seconds })
  const { quoteUUID, sellAmount, buyAmount, valueDate } = dataOf(quoted)
  assert.deepEqual([sellAmount, buyAmount, valueDate], [deal.sell / 100, deal.buy / 100, deal.valueDate], 'a quote')
  const reply = await call('PUT', '/v2/fx/accept', { quoteUUID }, owner.client)
  const account = owner.accounts.USD!
  const isFunded = !account.suspendedBy && account.available >= deal.sell
  assertOutcome(reply, seconds >= 30 ? 'state' : isFunded ? 'ok' : 'unfunded')
  if (reply.status !== 200) return
  account.available -= deal.sell
  model.contracts.push({ no: dataOf(reply).forexContractNo, owner, deal, isOpen: true })
  model.deals.push(deal)
}
