import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorCatalogue } from '../../src/http/errors.ts'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { paymentFileSweeps } from '../../src/payment-files/payment-files.jobs.ts'
import { revokeApiClient } from '../../src/tokens/api-clients.ts'
import { setTrustedIssuer, trustedIssuer } from '../../src/tokens/trusted-issuers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { createIdentityProvider, signIn } from '../support/identity-provider.ts'
import { manualTime } from '../support/manual-time.ts'
import { startOpenidIssuer } from '../support/openid-issuer.ts'
import {
  type Given,
  isChange,
  makeQuote,
  makeRecurrence,
  makersOf,
  sampleRequest,
} from '../support/operation-samples.ts'
import { assertRefusedBy } from '../support/refusals.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

/**
 * An actor that was stopped changes nothing any more: a client that is revoked or has expired, a
 * user who is not active, and every client and user of a legal entity that is suspended, or that is
 * below one. Other nodes stopped them, and this one has not heard of it: its time stands.
 */

let service: TestService
let given: Given
/** A suspended customer, one below it, and the owner of the samples below that. */
let above: Payer
let between: Payer
let stopped: { who: string; client: TestClient }[]
let revoked: TestClient
before(async () => {
  service = await startTestService({ time: manualTime() })
  above = await createPayer(service)
  between = await below(above)
  const child = await below(between)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(child))
  given = { ...child, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
  stopped = [
    { who: 'the client of the suspended customer', client: await clientOf(above) },
    { who: 'the client of the one below it', client: await clientOf(between) },
    { who: 'the client of the owner', client: await clientOf(child) },
  ]
  revoked = await service.createClient(service.tenant, {})
  await useTokens([revoked, ...stopped.map(({ client }) => client)])
  await setState(above, 'suspend')
  await revokeElsewhere(revoked)
})
after(() => service.stop())

async function below(parent: Payer): Promise<Payer> {
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${parent.customerUID}`))
  return createPayer(service, { customer: { parentEntityShortName: shortName }, balance: 1_000 })
}

const clientOf = ({ customerUID }: Payer) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })

/** From now on, the node remembers the tokens. */
async function useTokens(clients: readonly TestClient[]): Promise<void> {
  for (const client of clients) await read(client)
}

const read = async (client: TestClient) =>
  dataOf(await service.call('GET', '/v2/customers?page=1&limit=1', undefined, { client }))

const setState = async ({ customerUID }: Payer, step: 'suspend' | 'activate') =>
  dataOf(
    await service.call('PUT', `/v1/institution/customers/${customerUID}/${step}`, {
      ...(step === 'suspend' && { reason: 'fraud' }),
    }),
  )

/** Another node revokes the client: this one still knows its token. */
const revokeElsewhere = ({ apiKey: clientId }: TestClient) => {
  const { tenantId } = service.tenant.institution
  const { db, tokenClock } = service.app
  return db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId, now: tokenClock.now() }))
}

const STOPPED = { status: 403, code: 'AUTH003' }

/** What every change leaves behind. */
async function traces(): Promise<unknown> {
  const [row] = await service.query(
    `select (select count(*) from audit_log) as records, (select count(*) from events) as events,
       (select count(*) from payments) as payments, (select count(*) from idempotency_keys) as keys`,
  )
  return row
}

const changing = operations.filter((operation) => isChange(operation) || 'change' in operation)

/** Only the institution may send it. */
const isOfInstitution = ({ errors }: Operation) => errors.includes('notTheInstitution')

let next = 0

for (const operation of changing) {
  test(`${operation.id} of a stopped actor is refused on each of its paths, and writes nothing`, async () => {
    const { method, paths, body } = await sampleRequest(operation, given)
    const before = await traces()
    for (const path of paths) {
      const ofCustomer = stopped[next++ % stopped.length]!
      const { who, client, says } = isOfInstitution(operation)
        ? { who: 'a revoked client', client: revoked, says: `the API client ${revoked.apiKey} is revoked` }
        : { ...ofCustomer, says: `the legal entity ${above.customerUID} is suspended` }
      const { status, code, resolve } = errorCatalogue.actorStopped
      const reply = await service.call(method, path, body, { client })
      assertRefusedBy(operation, reply, { status, code, says: `${says}. ${resolve}` }, who)
    }
    assert.deepEqual(await traces(), before)
  })
}

test('what a stopped actor may still do is read', async () => {
  await useTokens([revoked, ...stopped.map(({ client }) => client)])
})

/** A family of its own, whose parent is not yet suspended. */
async function newFamily() {
  const parent = await createPayer(service)
  const child = await below(parent)
  const [parentClient, childClient] = [await clientOf(parent), await clientOf(child)]
  await useTokens([parentClient, childClient])
  return { parent, child, parentClient, childClient, world: { ...given, ...child } }
}

test('the client of a suspended parent cannot pay, transfer or collect from a child, and a preview says so', async () => {
  const { parent, child, parentClient } = await newFamily()
  await setState(parent, 'suspend')
  const pay = (path: string, body: object) =>
    service.call('POST', `/v3/payments/${path}`, body, { client: parentClient })
  const says = `the legal entity ${parent.customerUID} is suspended`
  assertRefused(await pay('creditrequest', creditBody(child, { paymentDate: inDays(300) })), { ...STOPPED, says })
  assertRefused(await pay('debitrequest', debitBody(child)), { ...STOPPED, says })
  const own = transferBody({ from: child.accountUID, to: parent.accountUID })
  assertRefused(await pay('booktransfer', own), { ...STOPPED, says })
  const preview = dataOf(await pay('creditrequest/preview', creditBody(child)))
  assert.equal(preview.wouldBeRefused, true)
  assert.match(JSON.stringify(preview), new RegExp(says))
})

test("the client of a suspended parent cannot accept or cancel a child's exchange, nor extend its series", async () => {
  const { parent, parentClient, world } = await newFamily()
  const quote = await makeQuote(world)
  const taken = await makeQuote(world)
  const { forexContractNo } = dataOf(await service.call('PUT', '/v2/fx/accept', taken))
  const { paymentUID, recurrenceId } = await makeRecurrence(world, 9)
  const series = `/v4/payments/${paymentUID}/recurring/${recurrenceId}`
  await setState(parent, 'suspend')
  const refused = async (method: string, path: string, body?: object) =>
    assertRefused(await service.call(method, path, body, { client: parentClient }), STOPPED)
  await refused('PUT', '/v2/fx/accept', quote)
  await refused('PUT', `/v2/fx/${quote.quoteUUID}/reject`)
  await refused('DELETE', `/v2/fx/${forexContractNo}/cancel`)
  await refused('GET', `/v2/fx/${forexContractNo}/cover`)
  await refused('PUT', series, { noOfPayments: 400 })
  await setState(parent, 'activate')
  dataOf(await service.call('PUT', series, { noOfPayments: 12 }, { client: parentClient }))
  dataOf(await service.call('PUT', '/v2/fx/accept', await makeQuote(world), { client: parentClient }))
})

test("the child's own client is stopped, too: it can neither change a contact nor confirm the payment to it", async () => {
  const { parent, child, childClient } = await newFamily()
  const contact = `/customers/${child.customerUID}/contacts`
  const { customerContactUID } = dataOf(await service.call('POST', contact, contactBody()))
  const toContact = { ...child, contactUID: String(customerContactUID) }
  const later = creditBody(toContact, { paymentDate: inDays(60) })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', later))
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200399' }
  const change = (client?: TestClient) =>
    service.call('PUT', `${contact}/${customerContactUID}`, contactBody({ contactBank }), { ...(client && { client }) })
  const confirm = (client?: TestClient) =>
    service.call('PUT', `/v3/payments/${paymentUID}/confirm`, undefined, { ...(client && { client }) })
  await setState(parent, 'suspend')
  assertRefused(await change(childClient), STOPPED)
  dataOf(await change())
  assertRefused(await confirm(childClient), STOPPED)
  dataOf(await confirm())
})

test('a client that has expired changes nothing with a token that this node remembers', async () => {
  const client = await service.createClient(service.tenant, {})
  await useTokens([client])
  await service.query("update api_clients set expires_at = now() - interval '1 second' where client_id = $1", [
    client.apiKey,
  ])
  const says = `the API client ${client.apiKey} has expired`
  assertRefused(await service.call('POST', '/v2/customers', customerBody(), { client }), { ...STOPPED, says })
  assertRefused(await service.call('POST', '/payments/creditrequest', creditBody(given), { client }), {
    ...STOPPED,
    says,
  })
})

test('a suspended user of an active customer changes nothing with a token that this node remembers', async () => {
  const payer = await createPayer(service)
  const users = `/api/user-management/v1/customers/${payer.customerUID}`
  const applications = [
    { name: 'Payments', entitlements: ['Initiate_Payments', 'Cancel_Payments'] },
    { name: 'Customers', entitlements: ['View_Customers'] },
  ]
  const role = { externalReferenceId: 'r', name: 'Clerk', description: 'r', applications }
  assert.equal((await service.call('POST', `${users}/roles`, role)).status, 201)
  const user = { externalReferenceId: 'u', loginId: 'stopped.clerk', firstName: 'Ada', lastName: 'Lund' }
  const created = await service.call('POST', `${users}/users`, { ...user, email: 'a@x.example', roleNames: ['Clerk'] })
  const { userId } = created.body
  assert.equal((await service.call('PUT', `${users}/users/${userId}/activate`)).status, 204)
  const provider = await createIdentityProvider(service)
  const client = await clientOf(payer)
  const { registration: identityProvider } = provider
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${client.apiKey}`, { identityProvider }))
  const person = await signIn(service, client, await provider.assert('stopped.clerk'))
  const pay = () => service.call('POST', '/payments/creditrequest', creditBody(payer), { client: person })
  const cancel = (uid: string) => service.call('PUT', `/payments/${uid}/cancel`, undefined, { client: person })
  const { paymentUID } = dataOf(await pay())
  assert.equal((await service.call('PUT', `${users}/users/${userId}/suspend`)).status, 204)
  const says = `the user ${userId} is not active`
  assertRefused(await pay(), { ...STOPPED, says })
  assertRefused(await cancel(paymentUID), { ...STOPPED, says })
})

test('a repeated request gets its first answer after the suspension, and a new one with a key leaves it unused', async () => {
  const { parent, child, parentClient: client } = await newFamily()
  const bodies = () =>
    [
      ['POST', '/payments/creditrequest', creditBody(child)],
      ['POST', '/v2/customers', customerBody()],
      ['PUT', `/v2/customers/${child.customerUID}`, { note: 'sent' }],
    ] as const
  const send = ([method, path, body]: ReturnType<typeof bodies>[number], idempotencyKey: string) =>
    service.call(method, path, body, { client, idempotencyKey })
  const [early, late] = [bodies(), bodies()]
  const first = []
  for (const one of early) first.push(await send(one, 'early'))
  await setState(parent, 'suspend')
  for (const [at, one] of early.entries()) {
    const again = await send(one, 'early')
    assert.deepEqual([again.status, again.body], [first[at]!.status, first[at]!.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  }
  for (const one of late) assertRefused(await send(one, 'late'), STOPPED)
  await setState(parent, 'activate')
  for (const one of late) assert.ok((await send(one, 'late')).status < 300)
})

test('requests that share a transaction: those of a stopped client are refused, and the others are made', async () => {
  const { parent, child, parentClient } = await newFamily()
  await setState(parent, 'suspend')
  const other = await createPayer(service)
  const otherClient = await clientOf(other)
  await useTokens([otherClient])
  const senders = [parentClient, otherClient, parentClient, otherClient, parentClient, otherClient]
  const made = await Promise.all(
    senders.flatMap((client) => {
      const owner = client === parentClient ? child : other
      return [
        service.call('POST', `/customers/${owner.customerUID}/contacts`, contactBody(), { client }),
        service.call('POST', '/payments/creditrequest', creditBody(owner), { client }),
      ]
    }),
  )
  for (const [at, reply] of made.entries())
    if (at % 4 < 2) assertRefused(reply, STOPPED)
    else assert.ok(reply.status < 300, JSON.stringify(reply.body))
})

test('a proposal is not applied once its client is revoked, and another person can still reject it', async () => {
  const { child } = await newFamily()
  const thief = await service.createClient(service.tenant, {})
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  dataOf(await service.call('PUT', `/v2/customers/${child.customerUID}`, settings))
  const propose = async () =>
    dataOf(await service.call('POST', `/customers/${child.customerUID}/contacts`, contactBody(), { client: thief }))
      .approvalUID
  const decide = async (approvalUID: string, does: 'approve' | 'reject') => {
    const path = `/v1/institution/approvals/${approvalUID}`
    const { contentHash } = dataOf(await service.call('GET', path))
    return service.call('PUT', `${path}/${does}`, does === 'approve' ? { contentHash } : { reason: 'theft' })
  }
  dataOf(await decide(await propose(), 'approve'))
  const waiting = await propose()
  await revokeElsewhere(thief)
  assertRefused(await decide(waiting, 'approve'), {
    status: 409,
    code: 'APPROVAL001',
    says: `the API client ${thief.apiKey} is revoked`,
  })
  dataOf(await decide(waiting, 'reject'))
})

test('a proposal of a child is not applied while a customer above it is suspended', async () => {
  const { parent, child, childClient } = await newFamily()
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  dataOf(await service.call('PUT', `/v2/customers/${child.customerUID}`, settings))
  const contacts = `/customers/${child.customerUID}/contacts`
  const { approvalUID } = dataOf(await service.call('POST', contacts, contactBody(), { client: childClient }))
  await setState(parent, 'suspend')
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path))
  const approve = () => service.call('PUT', `${path}/approve`, { contentHash })
  assertRefused(await approve(), { status: 409, code: 'APPROVAL001', says: 'is suspended' })
  await setState(parent, 'activate')
  dataOf(await approve())
})

test('a proposal of a client that only another issuer knows waits while its legal entity, or one above, is suspended', async (t) => {
  const remote = await startOpenidIssuer()
  t.after(() => remote.stop())
  const { tenantId } = service.tenant.institution
  await service.app.db.transaction((tx) =>
    setTrustedIssuer(tx, tenantId, trustedIssuer(remote.url), service.app.tokenClock.now()),
  )
  await service.app.tokens.refresh()
  const { parent, child } = await newFamily()
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  for (const { customerUID } of [parent, child])
    dataOf(await service.call('PUT', `/v2/customers/${customerUID}`, settings))
  const iat = Math.floor(service.app.tokenClock.now().epochMilliseconds / 1_000)
  const theirs = async (legalEntity: string): Promise<TestClient> => {
    const claims = { aud: 'urn:giro:api', iat, exp: iat + 600, client_id: 'their-app', tenant: 'bank' }
    const entitlements = ['Contacts.Manage_Contacts']
    const token = await remote.sign({ ...claims, legal_entity: legalEntity, entitlements })
    return { ...service.tenant.client, apiKey: 'their-app', token }
  }
  const [ofParent, ofChild] = [await theirs(parent.customerUID), await theirs(child.customerUID)]
  const other = contactBody({ contactBank: { ...contactBody().contactBank, accountNo: '700100200311' } })
  const proposals: [string, TestClient, string, object][] = [
    ['POST', ofChild, `/customers/${child.customerUID}/contacts`, contactBody()],
    ['POST', ofParent, `/customers/${parent.customerUID}/contacts`, contactBody()],
    // The entity of the one who asked counts, and not only the customer of the change.
    ['POST', ofParent, `/customers/${child.customerUID}/contacts`, other],
  ]
  const waiting: string[] = []
  for (const [method, client, path, body] of proposals)
    waiting.push(dataOf(await service.call(method, path, body, { client })).approvalUID)
  await setState(parent, 'suspend')
  const decide = async (approvalUID: string) => {
    const path = `/v1/institution/approvals/${approvalUID}`
    const { contentHash } = dataOf(await service.call('GET', path))
    return service.call('PUT', `${path}/approve`, { contentHash })
  }
  for (const approvalUID of waiting)
    assertRefused(await decide(approvalUID), { status: 409, code: 'APPROVAL001', says: 'is suspended' })
  await setState(parent, 'activate')
  for (const approvalUID of waiting) dataOf(await decide(approvalUID))
})

test('a payment file stops between its batches once a customer above its uploader is suspended', async () => {
  const { parent, child, childClient } = await newFamily()
  const path = `/v1/payments/customers/${child.customerUID}/files/csv`
  const rows = Array.from({ length: 205 }, (_, at) => `file-${at},0.01,USD,Economy,${child.contactUID}`)
  const content = ['externalReferenceId,amount,currency,speed,contactUID', ...rows].join('\n')
  const body = { fileName: 'stopped.csv', content, senderAccountUID: child.accountUID }
  const { fileUID } = dataOf(await service.call('POST', path, body, { client: childClient }), 201)
  const file = async () => dataOf(await service.call('GET', `${path}/${fileUID}`))
  const run = async (app = service.app) => {
    for (const sweep of paymentFileSweeps) await sweep.run(app, service.tenant.institution)
  }
  await run()
  // The worker has looked at the rights, and the suspension commits before the payments are made.
  const { paymentIntake } = service.app
  const [looked, suspended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const submit: typeof paymentIntake.submit = async (submission) => {
    looked.resolve()
    await suspended.promise
    return paymentIntake.submit(submission)
  }
  const running = run({ ...service.app, paymentIntake: { ...paymentIntake, submit } })
  await looked.promise
  await setState(parent, 'suspend')
  suspended.resolve()
  await running
  assert.deepEqual([(await file()).status, (await file()).made, (await file()).refused], ['PROCESSING', 200, 0])
  await run()
  const { status, made, refused, reason } = await file()
  assert.deepEqual([status, made, refused], ['PENDING_APPROVAL', 200, 0])
  assert.match(reason, /uploaded the file may no longer do so/)
  dataOf(await service.call('PUT', `${path}/${fileUID}/approve`))
  await run()
  await run()
  assert.deepEqual([(await file()).status, (await file()).made, (await file()).refused], ['PROCESSED', 205, 0])
})
