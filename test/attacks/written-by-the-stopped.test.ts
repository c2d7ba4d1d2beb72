import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { outstandingSweeps } from '../../src/outstanding/outstanding.jobs.ts'
import { requestCancellation } from '../../src/outstanding/outstanding.ts'
import { acceptInvitation } from '../../src/sign-in/sign-in.ts'
import { dataOf } from '../support/answers.ts'
import { CALLED, type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eventually } from '../support/eventually.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { ruleBody } from '../support/operation-samples.ts'
import { asOperator, createUser, GOOD_PASSWORD, inviteFor, peopleOf } from '../support/people.ts'
import { approvePending } from '../support/second-person.ts'
import { tamper } from '../support/tamper.ts'
import { contactBody, type Payer, type TestClient } from '../support/test-service.ts'

/**
 * What a stopped actor had its hands in besides payments: records that it wrote, secrets that it
 * saw, invitations and approvals. What a colleague confirmed since is the colleague's.
 */

const OUTSTANDING = '/v1/institution/outstanding'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank()
})
after(() => bank.service.stop())

type Actor = { apiKey: string } | { customerUID: string } | { userUID: string }
type Item = Record<'kind' | 'uid' | 'status' | 'remedy' | 'createdAt' | 'customerUID', string>

const of = ({ apiKey }: TestClient) => ({ apiKey })
async function look(actor: Actor, more = ''): Promise<Item[]> {
  const path = `${OUTSTANDING}?page=1&limit=1000&${new URLSearchParams(actor)}${more}`
  return dataOf(await bank.call('GET', path)).items
}
const lookFor = async (kind: string, actor: Actor) =>
  (await look(actor, `&kind=${kind}`)).map(({ uid, remedy }) => `${uid} ${remedy}`)
const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))
const tenantId = () => bank.service.tenant.institution.tenantId
const askToCancel = async (actor: Actor) =>
  dataOf(await bank.call('POST', `${OUTSTANDING}/cancel`, { ...actor, reason: 'the secret was stolen' }))

async function workOff(): Promise<void> {
  const { app } = bank.service
  const institution = await app.db.read((db) => readInstitution(db, tenantId()))
  for (const { run } of outstandingSweeps)
    for (let passes = 0; (await run(app, institution)) > 0; passes++) assert.ok(passes < 50, 'it does not end')
}
async function cancelAll(actor: Actor): Promise<Record<string, string>[]> {
  const { cancellationUID } = await askToCancel(actor)
  await workOff()
  const path = `${OUTSTANDING}/cancellations/${cancellationUID}?page=1&limit=1000`
  return dataOf(await bank.call('GET', path)).items
}

const newContact = async ({ customerUID }: Payer, client: TestClient | undefined, fields: object) =>
  String(
    dataOf(await bank.call('POST', `/customers/${customerUID}/contacts`, contactBody(fields), client))
      .customerContactUID,
  )
const changeContact = async ({ customerUID }: Payer, uid: string, client: TestClient, fields: object) =>
  dataOf(await bank.call('PUT', `/v2/customers/${customerUID}/contacts/${uid}`, contactBody(fields), client))
const account = (accountNo: string) => ({ contactBank: { ...contactBody().contactBank, accountNo } })
const setDualControl = (dualControl: boolean) =>
  bank.service.query('update institutions set dual_control = $2 where tenant_id = $1', [tenantId(), dualControl])

test('contacts to which a stopped client pointed payments are listed, and not what a colleague replaced', async () => {
  const { ada: thief, bob, ...payer } = await bank.customer({})
  const made = await newContact(payer, thief, { templateName: 'made' })
  const changed = await newContact(payer, bob, { templateName: 'changed' })
  await changeContact(payer, changed, thief, { templateName: 'changed', ...account('700100200399') })
  const replaced = await newContact(payer, thief, { templateName: 'replaced' })
  const other = { ...account('700100200377'), name: 'Another Company' }
  await changeContact(payer, replaced, bob, { templateName: 'replaced', ...other })
  // The bank's name is the thief's still: only who changes a detail takes it over.
  const kept = await newContact(payer, thief, { templateName: 'kept' })
  await changeContact(payer, kept, bob, { templateName: 'renamed' })
  await newContact(payer, bob, { templateName: 'untouched' })
  const expected = [made, changed, replaced, kept].sort().map((uid) => `${uid} Check`)
  assert.deepEqual((await lookFor('Contact', of(thief))).sort(), expected)
  await revoke(thief)
  const items = await cancelAll(of(thief))
  assert.deepEqual(new Set(items.map(({ kind, outcome }) => `${kind} ${outcome}`)), new Set(['Contact NotCancelled']))
})

test('a contact all of whose details a colleague set since is not listed', async () => {
  const { ada: thief, bob, ...payer } = await bank.customer({})
  const uid = await newContact(payer, thief, { templateName: 'redone' })
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200377', name: 'Other', accountType: 'Savings' }
  await changeContact(payer, uid, bob, { templateName: 'redone', name: 'Another Company', contactBank })
  assert.deepEqual(await lookFor('Contact', of(thief)), [])
})

test('a contact that two people agreed on is nobody’s, and one that waits is a proposal', async () => {
  const { ada: thief, ...payer } = await bank.customer({})
  const agreed = await newContact(payer, thief, { templateName: 'agreed' })
  await bank.ask(payer, { beneDualApproval: true })
  await changeContact(payer, agreed, thief, { templateName: 'agreed', ...account('700100200399') })
  assert.deepEqual(await lookFor('Contact', of(thief)), [`${agreed} Check`])
  await approvePending(bank.service, payer.customerUID)
  assert.deepEqual(await lookFor('Contact', of(thief)), [])
})

for (const dualControl of [false, true])
  test(`contacts that a client of the institution wrote are listed ${dualControl ? 'under' : 'without'} dual control`, async () => {
    const { bob, ...payer } = await bank.customer({})
    const thief = await bank.desk()
    const uid = await newContact(payer, bob, { templateName: 'of bob' })
    await setDualControl(dualControl)
    await changeContact(payer, uid, thief, { templateName: 'of bob', ...account('700100200399') })
    await setDualControl(false)
    assert.deepEqual(await lookFor('Contact', of(thief)), [`${uid} Check`])
    assert.deepEqual(await lookFor('Contact', of(bob)), [`${uid} Check`])
  })

test('signatories, numbers of customers and roles that a stopped client wrote or confirmed are listed', async () => {
  const { ada: thief, bob, ...payer } = await bank.customer({})
  const signatory = { fullName: 'Eve', emailAddress: 'eve@thieves.example', phoneNumber: '+1 207 555 0166' }
  const path = `/v1/customers/${payer.customerUID}/signatories`
  const make = async (client: TestClient) => {
    const reply = await bank.call('POST', path, signatory, client)
    assert.equal(reply.status, 201)
    return String(reply.body.id)
  }
  const [made, changed, gone, innocent] = [await make(thief), await make(bob), await make(thief), await make(bob)]
  const other = { ...signatory, phoneNumber: '+1 207 555 0177' }
  assert.ok((await bank.call('PATCH', `${path}/${changed}`, other, thief)).status < 300)
  assert.ok((await bank.call('DELETE', `${path}/${gone}`, undefined, bob)).status < 300)
  assert.ok(innocent)
  assert.deepEqual((await lookFor('Signatory', of(thief))).sort(), [`${made} Check`, `${changed} Check`].sort())
  dataOf(await bank.call('PUT', `/v2/customers/${payer.customerUID}`, { phoneNumber: '+1 207 555 0166' }, thief))
  assert.deepEqual(await lookFor('Customer', of(thief)), [`${payer.customerUID} Check`])
  assert.deepEqual(await lookFor('Customer', of(bob)), [])
  // Of the customer as a whole, it is all that its clients wrote.
  const all = await look({ customerUID: payer.customerUID })
  assert.equal(all.filter(({ kind }) => kind === 'Signatory').length, 3)
})

test('a number for call-backs that a stopped client of the institution confirmed is listed with its holder', async () => {
  const payer = await bank.customer({})
  await bank.setCallBacks(payer)
  const uid = await bank.pay(payer, payer.ada, { speed: 'Express', paymentDate: '2027-01-04' })
  const thief = await bank.desk()
  const path = `/v1/institution/payments/${uid}/call-back-numbers/confirm`
  const reply = await bank.call('POST', path, { phoneNumber: CALLED.calledNumber, reason: 'known' }, thief)
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  assert.deepEqual(await lookFor('Customer', of(thief)), [`${payer.customerUID} Check`])
})

test('roles, users and clients that a stopped client wrote are listed with what to do', async () => {
  const payer = await bank.customer({})
  const thief = await bank.desk()
  const people = await peopleOf(bank.service, bank.service.tenant, String(payer.customerUID))
  const user = await createUser(people)
  const created = await createUser(people)
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'] }]
  const role = { externalReferenceId: 'big', name: 'Big', description: 'Big', applications }
  const roles = `/api/user-management/v1/customers/${payer.customerUID}/roles`
  const made = await bank.call('POST', roles, role, thief)
  assert.equal(made.status, 201)
  const names = { firstName: 'Ada', lastName: 'Lund', email: user.email, externalReferenceId: user.loginId }
  const changed = await asOperator(
    people,
    'PUT',
    `/${user.userId}`,
    { ...names, loginId: user.loginId, roleNames: ['Big'] },
    thief,
  )
  assert.ok(changed.status < 300, JSON.stringify(changed.body))
  assert.deepEqual(await lookFor('Role', of(thief)), [`${made.body.roleId} Check`])
  assert.deepEqual(await lookFor('UserChange', of(thief)), [`${user.userId} Check`])
  assert.ok(!(await lookFor('User', of(thief))).join().includes(created.userId))
  const client = await bank.clientOf(payer)
  const rights = { entitlements: ['Payments.Approve_Payments'] }
  dataOf(await bank.call('PUT', `/v1/institution/api-clients/${client.apiKey}`, rights, thief))
  assert.deepEqual(await lookFor('ApiClient', of(thief)), [`${client.apiKey} Check`])
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${client.apiKey}/rotate`, { overlapSeconds: 0 }, thief))
  assert.deepEqual(await lookFor('ApiClient', of(thief)), [`${client.apiKey} Revoke`])
})

test('the secret of a webhook that a stopped client saw is listed until somebody else rotates it', async () => {
  const { ada: thief, bob, ...payer } = await bank.customer({})
  const hooks = `/v1/customers/${payer.customerUID}/webhooks`
  const body = { url: 'https://good.example/hook', eventTypes: ['payment.*'] }
  const { webhookUID } = dataOf(await bank.call('POST', hooks, body, bob), 201)
  const rotate = (client: TestClient) =>
    bank.call('POST', `${hooks}/${webhookUID}/rotate`, { overlapSeconds: 0 }, client)
  const rotated = await rotate(thief)
  assert.ok(rotated.status < 300, JSON.stringify(rotated.body))
  assert.deepEqual(await lookFor('WebhookSecret', of(thief)), [`${webhookUID} RotateSecret`])
  assert.deepEqual(await lookFor('Webhook', of(thief)), [])
  bank.clock.advance({ milliseconds: 5 })
  await rotate(bob)
  assert.deepEqual(await lookFor('WebhookSecret', of(thief)), [])
})

test('an invitation that a stopped client sent is ended, and one that a colleague sent since stays', async () => {
  const payer = await bank.customer({})
  const thief = await bank.desk()
  const people = await peopleOf(bank.service, bank.service.tenant, String(payer.customerUID))
  const invite = async (userId: string, client: TestClient) => {
    const invited = await asOperator(people, 'POST', `/${userId}/invitation`, undefined, client)
    assert.equal(invited.status, 201, JSON.stringify(invited.body))
    return new URL(invited.body.invitationUrl).searchParams.get('token')!
  }
  const [stolen, mended, late] = [await createUser(people), await createUser(people), await createUser(people)]
  const token = await invite(stolen.userId, thief)
  await invite(mended.userId, thief)
  bank.clock.advance({ milliseconds: 5 })
  const good = await inviteFor(people, mended)
  await invite(late.userId, thief)
  const expected = [stolen, late].map(({ userId }) => `${userId} Cancel`).sort()
  assert.deepEqual((await lookFor('Invitation', of(thief))).sort(), expected)
  await revoke(thief)
  const { cancellationUID } = await askToCancel(of(thief))
  bank.clock.advance({ milliseconds: 5 })
  const later = await inviteFor(people, late)
  await workOff()
  const done = dataOf(await bank.call('GET', `${OUTSTANDING}/cancellations/${cancellationUID}?page=1&limit=100`)).items
  const outcomes = done.filter(({ kind }: Item) => kind === 'Invitation')
  assert.deepEqual(
    new Map(outcomes.map(({ uid, outcome }: Record<string, string>) => [uid, outcome])),
    new Map([
      [stolen.userId, 'Cancelled'],
      [late.userId, 'NotCancelled'],
    ]),
  )
  const accept = (secret: string) =>
    acceptInvitation(people.app, people.institution, { token: secret, password: GOOD_PASSWORD })
  assert.equal((await accept(token)).kind, 'refused')
  for (const secret of [good, later]) assert.equal((await accept(secret)).kind, 'ok')
})

test('an invitation that a stopped client asked for, and a colleague approved, is ended too', async () => {
  const thief = await bank.desk()
  const people = await peopleOf(bank.service, bank.service.tenant)
  const { userId } = await createUser(people)
  await setDualControl(true)
  const asked = await asOperator(people, 'POST', `/${userId}/invitation`, undefined, thief)
  await setDualControl(false)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const { approvalUID, contentHash } = asked.body
  const approver = await bank.desk()
  const approved = await bank.call('PUT', `/v1/institution/approvals/${approvalUID}/approve`, { contentHash }, approver)
  assert.ok(approved.status < 300, JSON.stringify(approved.body))
  assert.deepEqual(await lookFor('Invitation', of(thief)), [`${userId} Cancel`])
  await revoke(thief)
  await cancelAll(of(thief))
  assert.deepEqual(await lookFor('Invitation', of(thief)), [])
})

test('an approval that a stopped client gave is taken back for good, and a colleague’s stays', async () => {
  const {
    ada,
    bob: thief,
    eve,
    ...payer
  } = await bank.customer({
    paymentDualApproval: true,
    paymentNumberOfApprovers: 2,
  })
  const maker = await bank.clientOf(payer)
  const uid = await bank.pay(payer, maker)
  assert.equal(await bank.approved(uid, thief, ada), 'FUTURE_DATED')
  const waiting = await bank.pay(payer, maker)
  assert.equal(await bank.approved(waiting, thief), 'PARTIALLY_APPROVED')
  const expected = [uid, waiting].sort().map((one) => `${one} Cancel`)
  assert.deepEqual((await lookFor('Approval', of(thief))).sort(), expected)
  await revoke(thief)
  const items = await cancelAll(of(thief))
  assert.deepEqual(
    items.map(({ kind, outcome }) => `${kind} ${outcome}`),
    ['Approval Cancelled', 'Approval Cancelled'],
  )
  assert.deepEqual(await lookFor('Approval', of(thief)), [])
  // Also if the client could act again.
  await tamper(bank.service, 'update api_clients set revoked_at = null where client_id = $1', [thief.apiKey])
  assert.equal(await bank.approved(waiting, ada), 'PARTIALLY_APPROVED')
  assert.equal(await bank.approved(waiting, eve), 'FUTURE_DATED')
  await bank.workAt('2027-01-08T17:00:00Z')
  assert.equal(await bank.statusOf(uid), 'PENDING_APPROVAL')
  assert.notEqual(await bank.statusOf(waiting), 'PENDING_APPROVAL')
  bank.clock.set('2027-01-04T17:00:00Z')
})

test('so is one of a payment that is released and waits for its collection', async () => {
  const { ada, bob: thief, eve, ...payer } = await bank.customer()
  bank.clock.set('2027-01-08T23:59:00Z')
  const uid = await bank.pay(payer, ada, { paymentDate: undefined })
  const other = await bank.pay(payer, ada, { paymentDate: undefined })
  assert.equal(await bank.approved(uid, thief), 'VALIDATED')
  assert.equal(await bank.approved(other, eve), 'VALIDATED')
  assert.deepEqual(await lookFor('Approval', of(thief)), [`${uid} Cancel`])
  await revoke(thief)
  const items = await cancelAll(of(thief))
  assert.deepEqual(
    items.map(({ uid: one, kind, outcome }) => `${one} ${kind} ${outcome}`),
    [`${uid} Approval Cancelled`],
  )
  await tamper(bank.service, 'update api_clients set revoked_at = null where client_id = $1', [thief.apiKey])
  await bank.workAt('2027-01-11T17:00:00Z')
  assert.equal(await bank.statusOf(uid), 'HELD')
  assert.notEqual(await bank.statusOf(other), 'HELD')
  assert.equal(await bank.approved(uid, eve), 'HELD')
  await bank.work()
  assert.notEqual(await bank.statusOf(uid), 'HELD')
  bank.clock.set('2027-01-04T17:00:00Z')
})

for (const how of ['changed', 'activated'])
  test(`a rule that a colleague ${how} since is the colleague's, and is not suspended`, async () => {
    const { ada: thief, bob, ...payer } = await bank.customer({})
    const body = ruleBody(payer.accountNumber)
    const { ruleUID } = dataOf(await bank.call('POST', '/v2/positivepay/rules', body, thief))
    const rule = `/v2/positivepay/rules/${ruleUID}`
    assert.deepEqual(await lookFor('PositivePayRule', of(thief)), [`${ruleUID} Cancel`])
    if (how === 'changed')
      assert.ok((await bank.call('PUT', '/v2/positivepay/rules', { ruleUID, amount: 2 }, bob)).status < 300)
    else
      for (const step of ['suspend', 'activate'])
        assert.ok((await bank.call('PUT', `${rule}/${step}`, undefined, bob)).status < 300)
    assert.deepEqual(await lookFor('PositivePayRule', of(thief)), [])
    assert.deepEqual(await lookFor('PositivePayRule', of(bob)), [`${ruleUID} Cancel`])
    await revoke(thief)
    await cancelAll(of(thief))
    const [row] = await bank.service.query<{ status: string }>('select status from positive_pay_rules where id = $1', [
      ruleUID,
    ])
    assert.equal(row?.status, 'Active')
  })

test('a webhook that a colleague confirmed after the stop stays, also while its cancellation runs', async () => {
  const { ada: thief, bob, ...payer } = await bank.customer({})
  const hooks = `/v1/customers/${payer.customerUID}/webhooks`
  const body = { url: 'https://good.example/hook', eventTypes: ['payment.*'] }
  const hook = async () => String(dataOf(await bank.call('POST', hooks, body, thief), 201).webhookUID)
  const [confirmed, late, moved, left] = [await hook(), await hook(), await hook(), await hook()]
  const change = async (uid: string, fields: object) => dataOf(await bank.call('PUT', `${hooks}/${uid}`, fields, bob))
  await change(moved, { url: 'https://better.example/hook' })
  await revoke(thief)
  await change(confirmed, { status: 'Active' })
  assert.deepEqual((await lookFor('Webhook', of(thief))).sort(), [late, left].map((uid) => `${uid} Cancel`).sort())
  const { cancellationUID } = await askToCancel(of(thief))
  await change(late, { status: 'Active' })
  await workOff()
  const { items } = dataOf(
    await bank.call('GET', `${OUTSTANDING}/cancellations/${cancellationUID}?page=1&limit=100&outcome=NotCancelled`),
  )
  const why = new Map(
    items.filter(({ kind }: Item) => kind === 'Webhook').map(({ uid, why }: Record<string, string>) => [uid, why]),
  )
  assert.match(String(why.get(late)), /confirmed or changed it meanwhile/)
  const statusOf = async (uid: string) => dataOf(await bank.call('GET', `${hooks}/${uid}`)).status
  assert.deepEqual(await Promise.all([confirmed, late, moved, left].map(statusOf)), [
    ...['Active', 'Active', 'Active', 'Disabled'],
  ])
})

test('the list is read in pages, each thing once, in an order that stays', async () => {
  const { ada: thief, ...payer } = await bank.customer({})
  for (let count = 0; count < 7; count++) await newContact(payer, thief, { templateName: `page ${count}` })
  const pages = []
  for (const page of [1, 2, 3, 4]) {
    const path = `${OUTSTANDING}?page=${page}&limit=2&apiKey=${thief.apiKey}`
    pages.push(...dataOf(await bank.call('GET', path)).items.map(({ uid }: Item) => uid))
  }
  assert.deepEqual([pages.length, new Set(pages).size], [7, 7])
})

for (const times of [2, 5])
  test(`of ${times} cancellations that begin at once, one does, and the others show it`, async () => {
    const { ada: thief, ...payer } = await bank.customer({})
    await bank.pay(payer, thief)
    await revoke(thief)
    const { app } = bank.service
    const { tenantId: tenant, code, legalEntityId } = bank.service.tenant.institution
    const operator = {
      ...{ tenantId: tenant, tenantCode: code, clientId: 'operator', legalEntityId },
      ...{ entitlements: new Set<string>(), expiresAt: 0 },
    } as Parameters<typeof requestCancellation>[2]
    const asked = { actor: { kind: 'ApiClient', id: thief.apiKey }, reason: 'stolen' } as const
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const begin = (isFirst: boolean) =>
      app.db.transaction(async (tx) => {
        const begun = await requestCancellation(tx, app, operator, asked)
        if (isFirst) await gate
        assert.ok(begun.ok)
        return begun.value.id
      })
    const first = begin(true)
    await eventually('the first has begun', async () => {
      const rows = await bank.service.query(`select from pg_stat_activity where state = 'idle in transaction'`)
      return rows.length > 0
    })
    const others = Array.from({ length: times - 1 }, () => begin(false))
    const settled = Promise.allSettled(others)
    await eventually('the others wait', async () => (await countLockWaits(bank.service.query)) >= times - 1)
    go()
    const id = await first
    assert.deepEqual(
      (await settled).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
      Array.from({ length: times - 1 }, () => id),
    )
    await workOff()
  })
