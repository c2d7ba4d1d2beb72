import { randomUUID } from 'node:crypto'
import { errorCatalogue } from '../../src/http/errors.ts'
import { bodyKiBOf, type Operation } from '../../src/http/operation.ts'
import type { ErrorReason } from '../../src/kernel/refusal.ts'
import { holdRails } from '../../src/rails/rails.ts'
import { settleReceipts } from '../../src/receipts/settle-receipts.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { exampleOf, type Rules, satisfies } from './field-rules.ts'
import { makePaymentRequest, makeReturnRequest, makeSettledMessage } from './message-samples.ts'
import {
  approveAsColleague,
  type Given,
  IN_TWO_MONTHS,
  makeAccountIn,
  makeApproval,
  makeBookTransfer,
  makeCancelledContract,
  makeContactAbroad,
  makeCustomerWebhook,
  makePayment,
  makePaymentFile,
  makePerson,
  makePositivePayException,
  makePositivePayRule,
  makePrenote,
  makeQuote,
  makeRecurrence,
  makeSuspenseItem,
  makeUser,
  makeWaitingFile,
  makeWaitingPayment,
  makeWebhook,
  paymentFileBody,
  quoteBody,
  refusedSample,
  roleBody,
  type SampleRequest,
  sampleRequest,
  setLineOf,
} from './operation-samples.ts'
import { approvePending } from './second-person.ts'
import {
  accountBody,
  type CallOptions,
  contactBody,
  creditBody,
  customerBody,
  type Payer,
  ROUTING_NUMBER,
  type TestClient,
  type TestService,
} from './test-service.ts'

/**
 * The data for refused requests: a payer with a payment, and an unrelated customer of the
 * institution.
 */
export interface World {
  service: TestService
  given: Given
  other: Payer
}

/** The difference between a refused request and the operation's sample, which succeeds. */
export interface Difference extends CallOptions {
  /** Path parameters. */
  params?: Record<string, string>
  /** Appended to the query. */
  query?: string
  /** Body fields. */
  fields?: object
  /** A part of the message, if it is not the title of the reason. */
  says?: string
}

/**
 * Undefined if requests in sequence cannot cause the refusal, for example if it takes two in
 * parallel.
 */
type Provoke = (world: World, operation: Operation) => Difference | undefined | Promise<Difference>

const NOT_THERE = '999999999'

/** An empty account of the payer, which the institution can suspend. */
async function accountThatChanges(service: TestService, given: Given) {
  const body = accountBody()
  const path = `/v3/customers/${given.customerUID}/accounts`
  const accountUID = String((await given.make(path, body)).accountUID)
  const change = (action: string) => service.call('PATCH', `${path}/${accountUID}`, { action, reason: 'test' })
  return { accountNumber: body.accountNumber, accountUID, change }
}

/** The last path parameter names the record that the operation is about. */
const nothingThere: Provoke = (_, { paths, params }) => {
  const name = [...paths[0].matchAll(/\{(\w+)\}/g)].at(-1)![1]!
  const rules = (params as Rules).properties![name]!
  const unknown = [NOT_THERE, randomUUID(), `giro_${'0'.repeat(22)}`].find((one) => satisfies(rules, one))
  return { params: { [name]: unknown! } }
}
/** Replaces the institution's adjustment caps in one currency. */
async function setCaps({ make }: Given, currency: string, caps: readonly object[]) {
  const { adjustmentCaps } = await make('/v1/institution', undefined, 'GET')
  const others = adjustmentCaps.filter((cap: { currency: string }) => cap.currency !== currency)
  await make('/v1/institution', { adjustmentCaps: [...others, ...caps] }, 'PUT')
}

async function overCap(given: Given): Promise<Difference> {
  const { accountUID } = await makeAccountIn(given, 'ISK')
  await setCaps(given, 'ISK', [{ currency: 'ISK', perBooking: 10, perDay: 10 }])
  return { params: { accountUID }, fields: { currency: 'ISK', amount: 11 }, says: 'adjustmentCaps.perBooking, 10 ISK' }
}

async function withoutCap(given: Given): Promise<Difference> {
  const { accountUID } = await makeAccountIn(given, 'ISK')
  await setCaps(given, 'ISK', [])
  return { params: { accountUID }, fields: { currency: 'ISK', amount: 1 }, says: 'no adjustmentCaps for ISK' }
}

/** An item of five crowns, which the caps allow to come in. */
async function itemInCrowns(given: Given, capsThen: readonly object[]) {
  await setCaps(given, 'ISK', [{ currency: 'ISK', perBooking: 5, perDay: 1_000_000 }])
  const { itemUID } = await makeSuspenseItem(given, 'ISK')
  await setCaps(given, 'ISK', capsThen)
  return { params: { itemUID } }
}

async function itemOverCap(given: Given): Promise<Difference> {
  const item = await itemInCrowns(given, [{ currency: 'ISK', perBooking: 4, perDay: 4 }])
  return { ...item, says: 'adjustmentCaps.perBooking, 4 ISK' }
}

async function itemWithoutCap(given: Given): Promise<Difference> {
  return { ...(await itemInCrowns(given, [])), says: 'no adjustmentCaps for ISK' }
}

const ofCustomer = (uid: string) => ({ customerUID: uid, customerId: uid })
const noCustomer: Provoke = () => ({ params: ofCustomer(NOT_THERE) })
const belowAnother: Provoke = ({ other }) => ({ params: ofCustomer(other.customerUID) })
const asAnother: Provoke = async (world) => ({ client: await clientOf(world, world.other.customerUID) })
const staleVersion: Provoke = () => ({ headers: { 'if-match': '"999999"' } })
/** A party that a payment describes instead of naming a contact. */
const DESCRIBED_PARTY = {
  accountNumber: '700100200399',
  name: 'Quay Roasters',
  bank: { bankId: '021000021', name: 'First Example Bank' },
}

/** The kind of proposals of a queue. */
const kindIn = ([path]: readonly string[]) =>
  (['customer', 'user', 'role', 'signatory', 'fxTrade'] as const).find((kind) =>
    path!.includes(`/approvals/${kind}`),
  ) ?? 'contact'

const broken =
  (fields: object, says?: string): Provoke =>
  () => ({ fields, says })

/**
 * The request that causes this refusal of the operation; undefined if no request can. Every status
 * that an operation declares needs such a request. Add new reasons to the table below.
 */
export async function differenceFor(world: World, operation: Operation, reason: ErrorReason) {
  const provoke = provocationFor(operation, reason)
  return provoke?.(world, operation)
}

function provocationFor(operation: Operation, reason: ErrorReason): Provoke | undefined {
  // What its receipt does not allow: the tests of requests cover it.
  if (operation.id === 'acceptReturnRequest' && reason.startsWith('receipt')) return undefined
  // Its body has nothing of a payment, so only what it names can be wrong.
  if (
    operation.id === 'acceptPaymentRequest' &&
    operation.errors.includes(reason) &&
    !reason.startsWith('paymentRequest')
  )
    return ofRequestedPayment[reason]
  if (/^(cancel|release)Outstanding$/.test(operation.id) && reason in ofActor) return ofActor[reason]
  if (operation.id === 'listOutstanding' && reason in ofActor)
    return reason === 'customerNotFound' ? ofAnotherInstitution : undefined
  if (operation.id === 'createPrenote' && ofPrenote[reason]) return ofPrenote[reason]
  return provocations[reason] ?? provocationOfKind(operation, reason)
}

const anotherActor =
  (actor: object, says?: string): Provoke =>
  () => ({ fields: { apiKey: undefined, ...actor }, says })

/** Its body names an actor: an API client that was revoked. */
const ofActor: Readonly<Partial<Record<ErrorReason, Provoke>>> = {
  apiClientNotFound: anotherActor({ apiKey: `giro_${'0'.repeat(22)}` }),
  userNotFound: anotherActor({ userUID: randomUUID() }),
  customerNotFound: anotherActor({ customerUID: NOT_THERE }, 'customer'),
  outstandingOfInstitution: ({ service }) => {
    const customerUID = String(service.tenant.institution.legalEntityId)
    return { fields: { apiKey: undefined, customerUID } }
  },
  outstandingActorNotStopped: ({ given }) => ({ fields: { apiKey: undefined, customerUID: given.customerUID } }),
}

/** The customer of the sample belongs to another institution. */
const ofAnotherInstitution: Provoke = async ({ service }) => ({
  client: await shared(service, 'of another institution', async () => (await service.createTenant('elsewhere')).client),
  says: 'customer',
})

/** Its body names the account and the contact without the words of a payment. */
const ofPrenote: Readonly<Partial<Record<ErrorReason, Provoke>>> = {
  senderAccountUnknown: () => ({ fields: { accountUID: NOT_THERE } }),
  creditorUnknown: () => ({ fields: { accountUID: NOT_THERE, entryType: 'DEBIT' } }),
  receiverContactUnknown: () => ({ fields: { contactUID: NOT_THERE } }),
  debtorUnknown: () => ({ fields: { contactUID: NOT_THERE, entryType: 'DEBIT' } }),
  currencyMismatch: async ({ given }) => ({
    fields: { accountUID: (await makeAccountIn(given, 'EUR')).accountUID, entryType: 'DEBIT' },
    says: 'EUR',
  }),
  contactNotApproved: async ({ given }) => {
    const { customerUID, subjectUID } = await makeApproval(given, 'contact')
    const { accountUID } = await makeAccountIn({ ...given, customerUID }, 'USD')
    return { params: ofCustomer(customerUID), fields: { accountUID, contactUID: subjectUID } }
  },
  contactAltered: async (world) => ({ fields: { contactUID: await alteredContact(world) } }),
  accountNotActive: async ({ given, service }) => {
    const { accountUID, change } = await accountThatChanges(service, given)
    await change('Suspend')
    return { fields: { accountUID } }
  },
  receiverNotReachable: async ({ given }) => ({
    fields: { contactUID: await contactAtThisBank(given) },
    says: 'without ACH',
  }),
  debtorOfInstitution: async ({ given }) => ({
    fields: { contactUID: await contactAtThisBank(given), entryType: 'DEBIT' },
  }),
  debitsNotUnderwritten: async ({ given: { make, customerUID } }) => {
    const body = accountBody({ accountFeatures: { achFeature: { enableUnderWritten: 'No' } } })
    const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, body)
    return { fields: { accountUID, entryType: 'DEBIT' } }
  },
  secCodeNotAllowed: () => ({ fields: { secCode: 'TEL' }, says: 'the SEC code TEL is for debits only' }),
  customerNotActive: () => undefined,
  railNotAvailable: () => undefined,
  railNotEnabled: () => undefined,
}

/** A contact of the payer that a statement has changed. */
async function alteredContact({ given: { make, customerUID }, service }: World): Promise<string> {
  const { customerContactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  await service.query(`update contacts set name = 'Altered LLC' where id = $1`, [customerContactUID])
  return customerContactUID
}

async function contactAtThisBank({ make, customerUID }: Given): Promise<string> {
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER }
  return (await make(`/customers/${customerUID}/contacts`, contactBody({ contactBank }))).customerContactUID
}

const ofRequestedPayment: Readonly<Partial<Record<ErrorReason, Provoke>>> = {
  receiverContactUnknown: () => ({ fields: { contactUID: NOT_THERE } }),
  insufficientFunds: async ({ given }) => {
    const { requestUID } = await makePaymentRequest(given, '9000000.00')
    return { params: { requestUID }, says: 'available balance' }
  },
}

/** Reasons of the same kind have the same cause. */
function provocationOfKind(operation: Operation, reason: ErrorReason): Provoke | undefined {
  const { status } = errorCatalogue[reason]
  // A NUL is invalid in every operation.
  if (reason === operation.invalid)
    return () => ({ query: 'anything=%00', says: 'must not contain the character U+0000' })
  if (reason.endsWith('OfAnotherCustomer')) return belowAnother
  if (status === 404) return nothingThere
  if (status === 412) return staleVersion
  return undefined
}

/** A record of the payer that the institution suspended or rejected, and a change that lifts it. */
async function heldRecord({ given, service }: World, tag: string): Promise<Difference> {
  if (tag === 'Accounts') {
    const { accountUID } = await makeAccountIn(given, 'USD')
    const path = `/v3/customers/${given.customerUID}/accounts/${accountUID}`
    await service.call('PATCH', path, { action: 'Suspend', reason: 'test' })
    return { params: { accountUID }, fields: { action: 'Activate', reason: 'test' } }
  }
  if (tag === 'Users') {
    const { userId } = await makeUser(given)
    await given.make(`/api/user-management/v1/customers/${given.customerUID}/users/${userId}/suspend`, undefined, 'PUT')
    return { params: { userId: String(userId) } }
  }
  const { params, customerUID, subjectUID } = await makeApproval(given, 'contact')
  await given.make(`/v1/institution/approvals/${params.approvalUID}/reject`, { reason: 'test' }, 'PUT')
  return { params: { ...ofCustomer(customerUID), contactUID: subjectUID } }
}

const isDebit = (operationId: string) => operationId.includes('Debit')

/** A debit into a new account with these ACH features. */
async function collectingInto({ make, customerUID }: Given, achFeature: object): Promise<Difference> {
  const body = accountBody({ accountFeatures: { achFeature } })
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, body)
  return { fields: { creditor: { accountUID } } }
}

const provocations: Partial<Record<ErrorReason, Provoke>> = {
  unauthorized: () => ({ client: null, says: 'Authorization: Bearer' }),
  entitlementMissing: async ({ service }, { entitlement }) => ({
    client: await shared(service, `without ${entitlement}`, () =>
      service.createClient(service.tenant, { entitlements: ENTITLEMENTS.filter((name) => name !== entitlement) }),
    ),
    says: entitlement,
  }),
  malformedBody: () => ({ rawBody: '{' }),
  bodyTooLarge: (_, operation) => ({
    rawBody: ' '.repeat(bodyKiBOf(operation) * 1024 + 1),
    says: `the body is larger than ${bodyKiBOf(operation)} KiB`,
  }),
  unsupportedMediaType: () => ({ headers: { 'content-type': 'text/plain' } }),
  invalidIdempotencyKey: () => ({ idempotencyKey: 'not visible' }),
  // The same key with another body. An operation without a body cannot differ.
  idempotencyConflict: (world, operation) => (operation.body ? anotherRequest(world, operation) : undefined),

  // Ownership
  customerNotFound: (world, operation) =>
    operation.id === 'quoteFxTrade'
      ? { fields: { customerId: NOT_THERE }, says: 'no customer' }
      : noCustomer(world, operation)!,
  signatoryCustomerNotFound: noCustomer,
  foreignCustomer: asAnother,
  accountOutOfReach: asAnother,
  signatoryCustomerDenied: asAnother,
  notTheInstitution: asAnother,
  institutionTerms: async (world, { tag }) => ({
    client: await clientOf(world, world.given.customerUID),
    fields: tag === 'Customers' ? { secCodes: ['CTX'] } : { enableOffset: 'Yes' },
    says: tag === 'Customers' ? 'secCodes' : 'enableOffset',
  }),
  heldByInstitution: async (world, { tag }) => ({
    client: await clientOf(world, world.given.customerUID),
    ...(await heldRecord(world, tag)),
    says: 'the institution',
  }),
  clockOfNoSandbox: async ({ service }) => ({ client: await realClient(service) }),
  simulationOfNoSandbox: async ({ service }) => ({ client: await realClient(service) }),
  simulationNotPossible: broken({ returnRequests: [{ messageId: 'NONE' }] }),
  clockOnlyForward: broken({ time: '2001-01-01T00:00:00.000Z' }, 'the current time of the institution'),
  clockMoving: async ({ given }) => {
    const { time } = await given.make('/v1/institution/clock', undefined, 'GET')
    const inSeconds = (seconds: number) => ({ time: new Date(Date.parse(time) + seconds * 1_000).toISOString() })
    const { target } = await given.make('/v1/institution/clock', inSeconds(1), 'PUT')
    return { fields: inSeconds(3_600), says: `it is on its way to ${target.replace('.000', '')}` }
  },
  clockTooFarAhead: broken({ time: '2999-01-01T00:00:00.000Z' }, 'must not be after'),
  accountNumberUnknown: () => ({ params: { accountNumber: '1'.repeat(35) } }),

  // Customers
  institutionUserUnknown: broken({ relationshipManager: 'nobody' }, 'nobody is not the login id'),
  relatedCustomerUnknown: broken({ parentEntityShortName: 'nobody' }, 'parentEntityShortName does not name a customer'),
  customerConflict: async ({ given }) => {
    const customerId = `id-${randomUUID()}`
    await given.make('/v2/customers', customerBody({ customerId }))
    return { fields: { customerId }, says: 'another customer already has this customerId' }
  },
  hierarchyCycle: async ({ given }) => {
    const body = customerBody()
    const { customerUID } = await given.make('/v2/customers', body)
    return { params: { customerUID }, fields: { parentEntityShortName: body.shortName } }
  },

  customerStateNotAllowed: async ({ given }, { id }) => {
    if (id === 'activateCustomer') return { params: ofCustomer(given.customerUID), says: 'Active' }
    const { customerUID } = await given.make('/v2/customers', customerBody())
    if (id === 'quoteFxTrade' || id === 'acceptFxQuote') {
      const { quoteUUID } = await makeQuote({ ...given, customerUID: String(customerUID) })
      await given.make(`/v1/institution/customers/${customerUID}/activate`, {}, 'PUT')
      await given.make(`/v1/institution/customers/${customerUID}/suspend`, { reason: 'test' }, 'PUT')
      return { fields: id === 'acceptFxQuote' ? { quoteUUID } : { customerId: customerUID }, says: 'suspended' }
    }
    await given.make(`/v1/institution/customers/${customerUID}/suspend`, { reason: 'test' }, 'PUT')
    return { params: ofCustomer(customerUID), says: 'Suspended' }
  },

  // Contacts
  contactConflict: async ({ given }, { id }) => {
    const body = contactBody()
    await given.make(`/customers/${given.customerUID}/contacts`, body)
    const { templateName } = body
    if (!id.endsWith('Payment')) return { fields: { templateName } }
    const party = { ...DESCRIBED_PARTY, name: templateName, saveContact: true }
    return { fields: { [isDebit(id) ? 'debtor' : 'receiver']: party }, says: templateName }
  },
  contactOfPayment: async ({ given }) => {
    const body = creditBody(given, { paymentAmount: 0.01, receiver: DESCRIBED_PARTY })
    const { contactUID } = await given.make('/payments/creditrequest', body)
    return { params: { contactUID: String(contactUID) } }
  },

  // Approvals
  approvalForInstitution: async ({ service, given }) => {
    const { customerUID } = await given.make('/v2/customers', customerBody())
    const own = { legalEntityId: BigInt(customerUID) }
    const [maker, checker] = [
      await service.createClient(service.tenant, own),
      await service.createClient(service.tenant, own),
    ]
    const proposed = await service.call(
      'PUT',
      `/v2/customers/${customerUID}`,
      { legalName: 'Other' },
      { client: maker },
    )
    return { params: { customerUID, approvalUID: proposed.body.data.approvalUID }, client: checker }
  },
  approvalContentChanged: broken({ contentHash: '0'.repeat(64) }),
  approvalAltered: async ({ given, service }, { paths }) => {
    const { params, contentHash } = await makeApproval(given, kindIn(paths))
    await service.query('update approvals set content_index = null where id = $1', [params.approvalUID])
    return { params, fields: { contentHash } }
  },
  approvalDecided: async ({ given }, { paths }) => {
    const { params } = await makeApproval(given, kindIn(paths))
    await given.make(`/v1/institution/approvals/${params.approvalUID}/reject`, { reason: 'test' }, 'PUT')
    return { params, says: 'Rejected' }
  },

  // Users, API clients and roles
  userStatusConflict: async ({ given }, { id }) => {
    const { userId } = await makeUser(given)
    const action = id === 'activateUser' ? 'activate' : 'suspend'
    await given.make(
      `/api/user-management/v1/customers/${given.customerUID}/users/${userId}/${action}`,
      undefined,
      'PUT',
    )
    return { params: { userId: String(userId) }, says: 'is' }
  },
  userNotFound: (world, operation) =>
    operation.id === 'removeUserFactor' ? { params: { userId: randomUUID() } } : nothingThere(world, operation),
  userHasCredentials: async ({ service, given }) => {
    const { userId } = await makePerson(given)
    await service.query(
      `insert into user_credentials (tenant_id, user_id, id, password_hash, created_at)
       select tenant_id, id, id, '$argon2id$sample', now() from users where id = $1`,
      [userId],
    )
    return { params: { userId } }
  },
  factorNotFound: async ({ given }) => {
    const { userId } = await makePerson(given)
    return { params: { userId, factorId: randomUUID() } }
  },
  lastFactor: async ({ given }) => ({ params: await makePerson(given, 1) }),
  userWaits: async ({ given }) => {
    const { customerUID, subjectUID } = await makeApproval(given, 'user')
    return { params: { ...ofCustomer(customerUID), userId: subjectUID }, says: 'the user is Pending and waits for' }
  },
  apiClientBeyondCaller: async ({ service, given }, { body }) => {
    const beyond = { entitlements: ['Payments.Approve_Payments'] }
    const { apiKey } = await given.make('/v1/institution/api-clients', { name: 'Approver', ...beyond })
    const client = await service.createClient(service.tenant, { entitlements: ['Institution.Manage_API_Clients'] })
    const says = 'the caller does not have Payments.Approve_Payments'
    const takesEntitlements = 'entitlements' in ((body as Rules).properties ?? {})
    return takesEntitlements ? { fields: beyond, client, says } : { params: { apiKey }, client, says }
  },
  identityProviderKeyInvalid: broken(
    { identityProvider: { issuer: 'https://idp.example', keys: [{ kty: 'EC', kid: 'a', crv: 'P-256' }] } },
    'it is not a public key',
  ),
  apiClientRevoked: async ({ given }) => {
    const body = { name: 'Revoked', entitlements: ['Payments.View_Payments'] }
    const { apiKey } = await given.make('/v1/institution/api-clients', body)
    await given.make(`/v1/institution/api-clients/${apiKey}/revoke`, undefined)
    return { params: { apiKey } }
  },
  apiClientAltered: async ({ given, service }) => {
    const { apiKey } = await given.make('/v1/institution/api-clients', { name: 'Altered', entitlements: [] })
    await service.query(`update api_clients set allowed_networks = '{192.0.2.1}' where client_id = $1`, [apiKey])
    return { params: { apiKey } }
  },
  apiClientWithoutSecret: async ({ given }) => {
    const body = {
      name: 'Certificate',
      authenticationMethod: 'self_signed_tls_client_auth',
      certificateThumbprints: ['A'.repeat(43)],
    }
    const { apiKey } = await given.make('/v1/institution/api-clients', body)
    return { params: { apiKey } }
  },
  apiClientTooManySecrets: async ({ given }) => {
    const body = { name: 'Often rotated', entitlements: ['Customers.View_Customers'] }
    const { apiKey } = await given.make('/v1/institution/api-clients', body)
    for (let n = 0; n < 4; n++) await given.make(`/v1/institution/api-clients/${apiKey}/rotate`, {})
    return { params: { apiKey } }
  },
  webhookTooManySecrets: async ({ given }, { id }) => {
    const ofCustomer = id === 'rotateCustomerWebhookSecret'
    const { webhookUID } = ofCustomer ? await makeCustomerWebhook(given) : await makeWebhook(given)
    const owner = ofCustomer ? `customers/${given.customerUID}` : 'institution'
    for (let n = 0; n < 4; n++) await given.make(`/v1/${owner}/webhooks/${webhookUID}/rotate`, {})
    return { params: { webhookUID } }
  },
  webhookNotFound: () => ({ params: { webhookUID: randomUUID() } }),
  webhookUrlRefused: broken({ url: 'https://10.0.0.1/hooks' }, 'is not on the internet'),
  // This takes a hundred webhooks, after which no other request of the suite could create one.
  tooManyWebhooks: () => undefined,
  tooManyCustomerWebhooks: () => undefined,
  paymentFileKnown: async ({ given }) => {
    const body = paymentFileBody(given)
    await given.make(`/v1/payments/customers/${given.customerUID}/files/csv`, body)
    return { fields: body, says: 'this file was sent before' }
  },
  paymentFileNotPending: async ({ given }) => ({
    params: { ...(await makePaymentFile(given)), customerUID: given.customerUID },
  }),
  paymentFileAltered: async ({ given, service }) => {
    const params = await makeWaitingFile(given)
    await service.query(`update payment_files set decided_by = 'giro_another' where id = $1`, [params.fileUID])
    return { params }
  },
  paymentFileOwn: async ({ given }) => ({ params: await makeWaitingFile(given, given.make) }),
  replayTooLong: broken({ after: '0', upTo: '10001' }),
  cursorNotInFeed: (_, { method }) => ({
    ...(method === 'GET' ? { query: 'after=999999999' } : { fields: { upTo: '1-00000000' } }),
    says: 'the feed has no event at',
  }),
  roleConflict: async ({ given }) => {
    const body = roleBody()
    await given.make(`/api/user-management/v1/customers/${given.customerUID}/roles`, body)
    return { fields: { name: body.name } }
  },
  roleHeldByProgram: async (world) => {
    const { given } = world
    const body = roleBody()
    const { roleId } = await given.make(`/api/user-management/v1/customers/${given.customerUID}/roles`, body)
    const { customerUID } = given
    await given.make('/v1/institution/api-clients', { name: 'Holder', customerUID, roleNames: [body.name] })
    const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'] }]
    return { params: { roleId }, fields: { applications }, client: await clientOf(world, customerUID) }
  },

  roleBeyondCaller: async (world) => {
    const { given } = world
    const roles = `/api/user-management/v1/customers/${given.customerUID}/roles`
    const { roleId } = await given.make(roles, roleBody())
    const legalEntityId = BigInt(given.customerUID)
    const client = await world.service.createClient(world.service.tenant, {
      legalEntityId,
      entitlements: ['User_Admin.Manage_Roles'],
    })
    const applications = [{ name: 'Payments', entitlements: ['Approve_Payments'] }]
    return { params: { roleId }, fields: { applications }, client, says: 'the caller does not have' }
  },

  // Signatories
  signatoryFullNameRequired: broken({ fullName: ' ' }),
  signatoryEmailRequired: broken({ emailAddress: ' ' }),
  signatoryEmailInvalid: broken({ emailAddress: 'nobody' }, 'emailAddress'),
  signatoryPhoneRequired: broken({ phoneNumber: '' }),
  signatoryPhoneInvalid: broken({ phoneNumber: '12' }, 'phoneNumber'),
  signatoryApprovalLimitMin: broken({ approvalLimit: -1 }, 'approvalLimit'),
  signatoryApprovalLimitInvalid: broken({ approvalLimit: 0.001 }, 'approvalLimit'),

  // Accounts
  accountConflict: async (world) => {
    const { accountUID: _uid, accountNumber, ...own } = await makeAccount(world)
    return { ...own, fields: { accountNumber } }
  },
  accountNumberNotYours: async ({ service }) => ({
    client: await service.createClient(service.tenant, { entitlements: ['Accounts.Manage_Account'] }),
    fields: { accountNumber: accountBody().accountNumber },
  }),
  accountNumberQuarantined: async (world) => {
    const { params, accountUID, accountNumber } = await makeAccount(world)
    await world.service.call('DELETE', `/v2/customers/${params.customerUID}/accounts/${accountUID}`)
    return { params, fields: { accountNumber }, says: 'it is free from' }
  },
  defaultOffsetConflict: async (world) => {
    const {
      accountUID: _uid,
      accountNumber: _number,
      ...own
    } = await makeAccount(world, { enableOffset: 'Yes', defaultOffset: 'Yes' })
    return { ...own, fields: { enableOffset: 'Yes', defaultOffset: 'Yes' } }
  },
  feeAccountConflict: async (world) => {
    const { accountUID: _uid, accountNumber: _number, ...own } = await makeAccount(world, { feeAccount: 'Yes' })
    return { ...own, fields: { feeAccount: 'Yes' } }
  },
  accountStatusConflict: async (world, { id }) => {
    const { params } = await makeAccount(world)
    const path = `/v3/customers/${params.customerUID}/accounts/${params.accountUID}`
    const status = { action: 'Close', reason: 'test' }
    await world.service.call('PATCH', path, status)
    return { params, fields: id === 'adjustAccount' ? {} : status, says: 'the account is Closed' }
  },
  // By status for the operations that change it, by system of record for the one that does not.
  accountNotEmpty: ({ given: { accountUID } }) => ({
    params: { accountUID },
    fields: { action: 'Close', reason: 'test', systemOfRecords: 'Other Core' },
    says: 'balance',
  }),
  returnBreaksRule: broken({ achReturnCode: 'R01' }, 'R01 is no return code of RTP'),
  writeOffAboveDebt: broken({ amount: 1_000_000 }, 'the customer owes'),
  railHoldNotFound: () => ({ params: { holdUID: randomUUID() } }),
  railHoldReplaced: async ({ service, given }) => {
    const params = await given.makeHold()
    const more = { reason: 'Operator', differences: [randomUUID()], heldBy: 'test' } as const
    const { tenantId } = service.tenant.institution
    await service.app.db.transaction((tx) => holdRails(tx, tenantId, more, service.app.clock.now()))
    return { params, says: 'by the hold' }
  },
  railHandoverNotFound: () => ({ params: { handoverUID: randomUUID() } }),
  railHandoverNotInDoubt: async ({ given }) => {
    const params = await given.makeDoubt()
    const body = { decision: 'HandedOver', reason: 'test' }
    await given.make(`/v1/institution/rails/handovers/${params.handoverUID}/decision`, body)
    return { params, says: 'it is Waiting' }
  },
  railFileNotFound: () => ({ params: { fileUID: randomUUID() } }),
  railFileWithoutContent: async ({ service, given }) => {
    const params = await given.makeSentFile()
    const { tenantId } = service.tenant.institution
    const id = randomUUID()
    await service.query(
      `insert into rail_handovers (tenant_id, id, rail, name, created_at)
       select tenant_id, $3, rail, $3::uuid::text, created_at from rail_handovers where tenant_id = $1 and id = $2`,
      [tenantId, params.fileUID, id],
    )
    return { params: { fileUID: id } }
  },
  railFilePartNotFound: async ({ given }) => {
    return { params: await given.makeIncomingFile('RECEIVED'), query: 'part=1', says: 'it has 1 parts' }
  },
  railFileNotResendable: async ({ given }) => {
    const params = await given.makeSentFile()
    await given.make(`/v1/institution/files/${params.fileUID}/resend`, { reason: 'test' })
    return { params, says: 'is Waiting' }
  },
  railFileNotQuarantined: async ({ given }) => {
    return { params: await given.makeIncomingFile('RECEIVED'), says: 'it is RECEIVED' }
  },
  railMessageNotFound: () => ({ params: { messageUID: randomUUID() } }),
  railMessageWithoutContent: async ({ service, given }) => {
    const { messageUID } = await given.makeRailMessage('Quarantined')
    const { tenantId } = service.tenant.institution
    const id = randomUUID()
    await service.query(
      `insert into rail_messages (tenant_id, id, rail, direction, status, size_bytes, refusal, created_at, ended_at)
       select tenant_id, $3, rail, direction, status, size_bytes, refusal, created_at, ended_at
       from rail_messages where tenant_id = $1 and id = $2`,
      [tenantId, messageUID, id],
    )
    return { params: { messageUID: id } }
  },
  railMessageNotInDoubt: async ({ given }) => {
    return { params: await given.makeRailMessage('HandedOver'), says: 'it is HandedOver' }
  },
  railMessageNotResendable: async ({ given }) => {
    return { params: await given.makeRailMessage('InDoubt'), says: 'it is InDoubt' }
  },
  railMessageNotQuarantined: async ({ given }) => {
    return { params: await given.makeRailMessage('HandedOver'), says: 'it is HandedOver' }
  },
  receiptNotFound: () => ({ params: { receiptUID: randomUUID() } }),
  receiptStateConflict: async ({ given }, { id }) => {
    if (id === 'acceptReceipt') return { params: await given.makeReceipt(), says: 'it has no account' }
    const params = await given.makeReceipt()
    await given.make(`/v3/receipts/${params.receiptUID}/return`, { reason: 'R03' })
    return { params, says: 'it is RETURN_QUEUED' }
  },
  positivePayRuleNotFound: (world, operation) =>
    operation.id === 'updatePositivePayRule' ? { fields: { ruleUID: NOT_THERE } } : nothingThere(world, operation),
  positivePayAccountUnknown: () => ({ fields: { customerAccountNumber: '1' } }),
  positivePayRulesTooMany: async ({ service, given }) => {
    const { ruleUID, accountNumber } = await makePositivePayRule(given)
    await service.query(
      `insert into positive_pay_rules (tenant_id, account_id, customer_id, amount_type, amount, currency, frequency,
         effective_date, status, created_by, created_at, updated_at, version)
       select tenant_id, account_id, customer_id, amount_type, amount, currency, frequency, effective_date, status,
         created_by, created_at, updated_at, version
       from positive_pay_rules, generate_series(1, 999) where id = $1`,
      [ruleUID],
    )
    return { fields: { customerAccountNumber: accountNumber } }
  },
  positivePayExceptionNotFound: nothingThere,
  positivePayExceptionDecided: async ({ given, service }) => {
    const { exceptionUID } = await makePositivePayException(given)
    await service.call('PUT', `/v2/positivepay/exception/${exceptionUID}/reject`)
    return { params: { exceptionUID }, says: 'it is REJECTED' }
  },
  receiptAccountRefused: async ({ service, given }, { id }) => {
    if (id === 'approvePositivePayException') {
      const { exceptionUID, accountUID } = await makePositivePayException(given)
      const suspend = { action: 'Suspend', reason: 'test' }
      await service.call('PATCH', `/v3/customers/${given.customerUID}/accounts/${accountUID}`, suspend)
      return { params: { exceptionUID }, says: 'The account is suspended.' }
    }
    if (id === 'assignReceipt') return { fields: { accountUID: NOT_THERE }, says: 'no account has the accountUID' }
    const { accountNumber, change } = await accountThatChanges(service, given)
    const params = await given.makeReceipt({ accountNumber, isReviewed: true })
    await change('Suspend')
    return { params, says: 'The account is suspended.' }
  },
  receiptNotCovered: async ({ service, given }, { id }) => {
    if (id === 'approvePositivePayException') {
      const { exceptionUID } = await makePositivePayException(given)
      const { app, tenant } = service
      // Settled ahead of its time, so that the worker does not return it yet.
      const later = app.clock.now().add({ hours: 24 * 7 })
      await app.db.transaction((tx) => settleReceipts(tx, tenant.institution, { limit: 500 }, later))
      return { params: { exceptionUID }, says: 'does not have the amount' }
    }
    const { accountNumber, accountUID, change } = await accountThatChanges(service, given)
    if (id === 'returnReceipt') {
      const params = await given.makeReceipt({ accountNumber, amount: 5_00n, isSettled: true })
      const taken = { direction: 'Debit', amount: 5, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
      await given.make(`/v1/institution/accounts/${accountUID}/adjustments`, taken)
      return { params, says: 'does not have the amount' }
    }
    await change('Suspend')
    const params = await given.makeReceipt({ accountNumber, direction: 'Debit', isSettled: true })
    await change('Activate')
    return { params, ...(id === 'assignReceipt' && { fields: { accountUID } }), says: 'does not have the amount' }
  },
  receiptNotReturnable: async ({ given }, { id }) => {
    if (id === 'returnReceipt') return { fields: { reason: 'R10' }, says: 'R10' }
    const { exceptionUID } = await makePositivePayException(given, { secCode: 'XCK' })
    return { params: { exceptionUID }, says: 'by hand' }
  },
  suspenseItemNotFound: () => ({ params: { itemUID: randomUUID() } }),
  suspenseItemReleased: async ({ service, given }) => {
    const { itemUID } = await makeSuspenseItem(given)
    const path = `/v1/institution/suspense/${itemUID}/release`
    const body = { contraAccount: 'settlement', reason: 'test', externalReferenceId: 'test' }
    await service.call('POST', path, body)
    return { params: { itemUID }, says: 'it was released at' }
  },
  adjustmentNotCovered: broken({ direction: 'Debit', amount: 1_000_000 }),
  adjustmentOverCap: ({ given }, { id }) => (id === 'releaseSuspenseItem' ? itemOverCap(given) : overCap(given)),
  adjustmentWithoutCap: ({ given }, { id }) =>
    id === 'releaseSuspenseItem' ? itemWithoutCap(given) : withoutCap(given),

  // Foreign exchange
  // For a return and an acceptance, a rate must first become stale: see fx-payments.test.ts and
  // fx-lines.test.ts.
  fxNotQuoted: (world, operation) =>
    /^(returnPayment|acceptFxQuote)$/.test(operation.id) ? undefined : notQuoted(world, operation),
  fxLineExceeded: async ({ given }, { id }) => {
    const says = '0.00 USD are left'
    const { quoteUUID, customerUID } = await quoteWithLine(given, { exposure: 0, spot: 0, forward: 0 })
    return id === 'acceptFxQuote' ? { fields: { quoteUUID }, says } : { fields: { customerId: customerUID }, says }
  },
  fxNotFunded: async ({ given }) => {
    const { quoteUUID } = await quoteWithLine(given, null)
    return { fields: { quoteUUID }, says: 'no active account of it' }
  },
  fxBelowSmallestTicket: belowSmallestTicket,
  businessDayUnknown: broken({ businessDate: '2020-01-01' }),
  businessDayNotOver: async ({ given }) => {
    // A setting of the books prepares the business days.
    await given.make('/v1/institution', { books: { closeTime: '23:59' } }, 'PUT')
    const [open] = await given.make('/v1/institution/ledger/days?page=1&limit=1', undefined, 'GET')
    return { fields: { businessDate: open.businessDate }, says: `ends at ${open.closesAt}` }
  },
  fxContractMismatch: async ({ given }) => ({
    fields: {
      ...{ receiver: await makeContactAbroad(given, 'EUR'), speed: 'SPOT', paymentCurrency: 'EUR' },
      additionalInfo: { fxContractNumber: NOT_THERE },
    },
    says: `no contract ${NOT_THERE}`,
  }),
  fxQuoteNotFound: (_, { id }) => {
    const quoteUUID = randomUUID()
    return id === 'acceptFxQuote' ? { fields: { quoteUUID } } : { params: { quoteUUID } }
  },
  fxQuoteEnded: async ({ given }, { id }) => {
    const { quoteUUID } = await makeQuote(given)
    if (id === 'acceptFxQuote') {
      await given.make(`/v2/fx/${quoteUUID}/reject`, undefined, 'PUT')
      return { fields: { quoteUUID }, says: 'was rejected' }
    }
    await given.make('/v2/fx/accept', { quoteUUID }, 'PUT')
    return { params: { quoteUUID }, says: 'was accepted' }
  },
  // A trade must first wait for its last approver: see trades-without-approvers.test.ts.
  fxQuoteMoved: ({ given }, { id }) => (id === 'acceptFxQuote' ? movedQuote(given) : undefined),
  fxTooManyQuotes: async ({ given }) => {
    // More than any other sample asks for. A customer with a line would exceed it first.
    await given.make('/v1/institution', { fx: { maxOpenQuotesAmount: 100_000_000 } }, 'PUT')
    const customerUID = String((await given.make('/v2/customers', customerBody())).customerUID)
    const says = 'has open may be for 100000000.00 USD'
    return { fields: { customerId: customerUID, transferAmount: 200_000_000 }, says }
  },
  fxContractEnded: async ({ given }) => ({
    params: await makeCancelledContract(given),
    says: 'the contract is Cancelled',
  }),
  fxNotCovered: async ({ given }) => ({ params: await makeCancelledContract(given), says: 'Cancelled' }),

  // Fees
  feeConflict: async ({ given }) => {
    const { feeId: _id, ...fee } = await given.make('/v1/institution/fees', feeBody())
    return { fields: { name: fee.name, application: fee.application } }
  },
  feeTierInUse: async ({ given }) => {
    const body = feeBody()
    const { feeId } = await given.make('/v1/institution/fees', body)
    const tier = { application: body.application, feeTier: 'Standard' }
    await given.make(`/v1/customers/${given.customerUID}/fees`, tier)
    return { params: { feeId: String(feeId) }, fields: { ...body, tiers: [{ ...body.tiers[0], name: 'Other' }] } }
  },
  feeNotConfigured: broken({ feeTier: 'No such tier' }),
  feeAccountUnknown: broken({ accountNumber: '404' }),
  customerFeeConflict: (world, { method }) => (method === 'POST' ? undefined : conflictingCustomerFee(world)),

  // Payments
  senderAccountUnknown: (_, { id }) => {
    const field = id.includes('BookTransfer') ? 'senderAccount' : 'sender'
    return { fields: { [field]: { accountUID: NOT_THERE } } }
  },
  transferNeedsContact: async ({ given, other }) => {
    const { customerUID } = await given.make(
      '/v2/customers',
      customerBody({ legalEntityAccessSettings: { beneDualApproval: true } }),
    )
    const { accountUID } = await given.make(`/v3/customers/${customerUID}/accounts`, accountBody())
    return { fields: { senderAccount: { accountUID }, receiverAccount: { accountUID: other.accountUID } } }
  },
  partyNeedsContact: async ({ given }, { id }) => {
    const legalEntityAccessSettings = { beneDualApproval: true }
    const { customerUID } = await given.make('/v2/customers', customerBody({ legalEntityAccessSettings }))
    const { accountUID } = await given.make(`/v3/customers/${customerUID}/accounts`, accountBody())
    const [own, other] = isDebit(id) ? ['creditor', 'debtor'] : ['sender', 'receiver']
    return { fields: { [own]: { accountUID }, [other]: DESCRIBED_PARTY } }
  },
  informationLost: broken({ additionalInfo: { senderToReceiverNotes: 'note' } }, 'ACH has no place'),
  receiverContactUnknown: broken({ receiver: { accountUID: NOT_THERE } }),
  receiverNotReachable: (_, { id }) => (isDebit(id) ? undefined : { fields: { speed: 'SPOT' }, says: 'swiftCode' }),
  creditorUnknown: broken({ creditor: { accountUID: NOT_THERE } }),
  debtorUnknown: broken({ debtor: { accountUID: NOT_THERE } }),
  contactAltered: async (world, { id }) => ({
    fields: { [isDebit(id) ? 'debtor' : 'receiver']: { accountUID: await alteredContact(world) } },
  }),
  debtorOfInstitution: async ({ given }) => {
    const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER }
    const body = contactBody({ contactBank })
    const { customerContactUID } = await given.make(`/customers/${given.customerUID}/contacts`, body)
    return { fields: { debtor: { accountUID: customerContactUID } } }
  },
  debitsNotUnderwritten: ({ given }) => collectingInto(given, { enableUnderWritten: 'No' }),
  prenoteOpen: async ({ given }, { id }) => {
    const [own, other] = isDebit(id) ? ['creditor', 'debtor'] : ['sender', 'receiver']
    const { contactUID } = await makePrenote(given)
    const parties = { [own]: { accountUID: given.accountUID }, [other]: { accountUID: contactUID } }
    return { fields: parties, says: 'an ACH payment may settle from' }
  },
  // The other bank must return one first: see prenotes.test.ts.
  prenoteReturned: () => undefined,
  prenoteConflict: async ({ given }) => {
    const { contactUID } = await makePrenote(given)
    return { fields: { contactUID }, says: 'is open' }
  },
  feesExceedAmount: async ({ given: { make } }, { id }) => {
    const tiers = [{ name: 'All of it', from: 0, flat: 1 }]
    const fee = {
      application: 'Payments',
      currency: 'USD',
      name: randomUUID(),
      product: 'ACH',
      tierBy: 'Amount',
      tiers,
    }
    await make('/v1/institution/fees', fee)
    // Only this customer pays fees, so the setting changes no other request.
    await make('/v1/institution', { debits: { feesFrom: 'Proceeds' } }, 'PUT')
    const { customerUID } = await make('/v2/customers', customerBody())
    const tier = { application: 'Payments', feeName: fee.name, feeTier: 'All of it' }
    await make(`/v1/customers/${customerUID}/fees`, tier)
    const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
    const contact = await make(`/customers/${customerUID}/contacts`, contactBody())
    const [own, other] = [{ accountUID }, { accountUID: contact.customerContactUID }]
    const parties = isDebit(id)
      ? { creditor: own, debtor: other }
      : { sender: own, receiver: other, additionalInfo: { detailsOfCharges: 'BEN' } }
    return { fields: { ...parties, paymentAmount: 1 }, says: 'leave nothing of it' }
  },
  debitExposureExceeded: async ({ given }) => ({
    ...(await collectingInto(given, { debitExposureLimit: 0 })),
    says: 'limited to 0.00 USD',
  }),
  currencyMismatch: broken({ paymentCurrency: 'EUR' }, 'EUR'),
  paymentDateInPast: broken({ paymentDate: '2020-01-01' }, 'is before today'),
  paymentDateTooFar: broken({ paymentDate: '2199-01-01' }),
  secCodeNotAllowed: (_, { id }) => ({
    fields: { additionalInfo: { secCode: 'POP' } },
    says: isDebit(id) ? 'the SEC code POP needs' : 'the SEC code POP is for debits only',
  }),
  railAmountExceeded: (_, { id }) =>
    isDebit(id)
      ? { fields: { speed: 'Economy Plus', paymentAmount: 1_000_000.01 }, says: '1000000.00' }
      : { fields: { speed: 'Instant', paymentAmount: 10_000_000.01 }, says: '10000000.00' },
  reinitiationBreaksRule: async ({ given }) => {
    const { paymentUID } = await makePayment(given, { paymentDate: IN_TWO_MONTHS })
    return { params: { paymentUID }, says: 'only ACH debits' }
  },
  returnNotRequested: async ({ given }) => {
    const params = await makeSettledMessage(given)
    await given.make(`/payments/${params.paymentUID}/requestreturn`, { reason: 'DUPL' })
    return { params, says: 'asked for already' }
  },
  returnRequestNotFound: () => ({ params: { returnRequestUID: randomUUID() } }),
  returnRequestConflict: async ({ given }) => {
    const { returnRequestUID } = await makeReturnRequest(given)
    await given.make(`/v3/returnrequests/${returnRequestUID}/refuse`, { reason: 'CUST' })
    return { params: { returnRequestUID }, says: 'it is Refused' }
  },
  askingAccountUnknown: () => ({ fields: { accountUID: '1' } }),
  askedContactUnknown: () => ({ fields: { contactUID: '1' } }),
  paymentRequestNotSent: async ({ given }) => {
    const { accountUID, contactUID } = await makePayer(given, { rfpSend: 'No' })
    return { fields: { accountUID, contactUID }, says: 'may not send requests for payment' }
  },
  paymentRequestNotFound: () => ({ params: { requestUID: randomUUID() } }),
  paymentRequestConflict: async ({ given }) => {
    const { requestUID } = await makePaymentRequest(given)
    await given.make(`/v3/paymentrequests/${requestUID}/refuse`, { reason: 'CUST' })
    return { params: { requestUID }, says: 'it is Refused' }
  },
  paymentNotFound: () => ({ params: { paymentUID: randomUUID() } }),
  recurrenceEnded: async ({ given }) => ({ params: await makeRecurrence(given, 1), says: 'is Completed' }),
  recurrenceAltered: async ({ given, service }) => {
    const params = await makeRecurrence(given)
    await service.query('update payment_recurrences set number_of_payments = 900 where number = $1', [
      params.recurrenceId,
    ])
    return { params }
  },
  insufficientFunds: (_, { id }) => (isDebit(id) ? undefined : { fields: { paymentAmount: 500_000 }, says: 'balance' }),
  paymentStateConflict: async ({ given }) => {
    const { paymentUID } = await makePayment(given, { paymentDate: IN_TWO_MONTHS })
    await given.make(`/payments/${paymentUID}/cancel`, {}, 'PUT')
    return { params: { paymentUID }, says: 'the payment is CANCELLED' }
  },
  creditExposureExceeded: async ({ given }) => {
    const { accountUID, contactUID } = await makePayer(given, { achFeature: { creditExposureLimit: 0 } })
    return { fields: { sender: { accountUID }, receiver: { accountUID: contactUID } }, says: 'limited to 0.00 USD' }
  },
  callBackNotRecorded: async ({ given }) => {
    const { paymentUID } = await makeCalled(given)
    return { params: { paymentUID }, fields: { notes: undefined } }
  },
  calledNumberNotCounted: async ({ given }) => {
    const { paymentUID } = await makeCalled(given)
    return { params: { paymentUID }, fields: { calledNumber: '+1 207 555 0177' }, says: 'not a number of the customer' }
  },
  callBackNumberUnknown: () => ({ fields: { phoneNumber: '+1 207 555 0177' } }),
  // It needs a limit and a currency without a rate: see limits-in-base-currency.test.ts.
  amountNotMeasured: () => undefined,
  fxApprovalLimitExceeded: async ({ given }, { id }) => {
    const { customerUID } = await given.make('/v2/customers', customerBody())
    const own = { ...given, customerUID: String(customerUID) }
    const { quoteUUID } = await makeQuote(own)
    const differences: Record<string, () => Promise<object>> = {
      acceptFxQuote: async () => ({ fields: { quoteUUID } }),
      cancelFxContract: async () => ({ params: await given.make('/v2/fx/accept', { quoteUUID }, 'PUT') }),
      cancelPayment: async () => ({ params: await makeExchangedPayment(own) }),
    }
    const difference = await differences[id]!()
    const limits = { paymentLimitforFirstApprover: 1, paymentLimitforSecondApprover: 2 }
    const legalEntityAccessSettings = { paymentDualApproval: true, ...limits }
    await given.make(`/v2/customers/${customerUID}`, { legalEntityAccessSettings }, 'PUT')
    return { ...difference, says: 'there is no third approver' }
  },
  // It needs a customer with approvers: see trades-without-approvers.test.ts.
  approverNotAccepted: () => undefined,
  // It needs a fee in another currency without a rate: see fees-in-other-currencies.test.ts.
  feeNotConverted: () => undefined,
  // It needs two draws, and the second must take the rest of its contract: see fx-payments.test.ts.
  restOfContractDrawn: () => undefined,
  // A rate must first become stale: see fx-close-outs.test.ts.
  exchangeNotClosedOut: () => undefined,
  fxNotClosedOut: () => undefined,
  // The contact must change under dual control: see changed-contacts.test.ts.
  ownContactChange: () => undefined,
  ownPaymentApproval: async ({ given }) => ({ params: await makeWaitingPayment(given, given.make) }),
  namingNotTrusted: () => ({ fields: { userId: randomUUID() } }),
  approverUnknown: async (world) => ({ fields: { userId: randomUUID() }, client: await portalOf(world) }),
  approverChanged: async (world) => {
    const { paymentUID, customerUID } = await makeWaitingPayment(world.given)
    const client = await portalOf(world)
    const path = `/v1/customers/${customerUID}/signatories`
    const { body } = await world.service.call('POST', path, signatoryBody, { client })
    await approveAsColleague(world.given, body.approvalUID)
    return {
      ...{ params: { paymentUID: String(paymentUID) }, fields: { signatoryId: body.id } },
      ...{ client, says: 'signatory.created at' },
    }
  },
  approverNotAllowed: async (world) => {
    const { given } = world
    const { paymentUID, customerUID } = await makeWaitingPayment(given)
    const { userId } = await makeUser({ ...given, customerUID })
    const client = await portalOf(world)
    return { params: { paymentUID: String(paymentUID) }, fields: { userId }, client, says: 'the user is Pending' }
  },
  approverLimitExceeded: async (world) => {
    const { given } = world
    const { paymentUID, customerUID } = await makeWaitingPayment(given)
    const path = `/v1/customers/${customerUID}/signatories`
    // Neither the submitter nor the client that names the signatory has created them.
    const maker = await world.service.createClient(world.service.tenant, {})
    const { body } = await world.service.call('POST', path, { ...signatoryBody, approvalLimit: 0 }, { client: maker })
    const { id } = body
    await approvePending(world.service, customerUID)
    return {
      ...{ params: { paymentUID: String(paymentUID) }, fields: { signatoryId: id } },
      ...{ client: await portalOf(world), says: '0.00 USD per payment' },
    }
  },
  reversalNotCovered: async ({ given }) => {
    const { paymentUID, receiverAccountUID } = await makeBookTransfer(given)
    const spent = { direction: 'Debit', amount: 0.01, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
    await given.make(`/v1/institution/accounts/${receiverAccountUID}/adjustments`, spent)
    return { params: { paymentUID } }
  },
}

/** The statuses that no single request can cause, the reason, and the test that covers them. */
export const notByRequests: Readonly<Record<number, string>> = {
  429: 'it takes more requests than this suite should send: the tests of rate limits cover it',
  500: 'no request is known to cause it: refusals.test.ts makes the database fail',
  503: 'it needs an unavailable database: refusals.test.ts makes the database fail',
}

/** Sends the operation's sample with the difference, on one of its path forms. */
export async function sendDifferent(world: World, operation: Operation, form: number, different: Difference) {
  const { method, paths, body }: SampleRequest = await refusedSample(operation, world.given)
  const { params = {}, query, fields, says: _says, ...options } = different
  const path = replaceParams(operation.paths[form]!, paths[form]!, params)
  const asked = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
  const rawBody = options.rawBody ?? (options.headers?.['content-type'] && body ? JSON.stringify(body) : undefined)
  const sent = rawBody === undefined && body ? { ...body, ...fields } : undefined
  return world.service.call(method, asked, sent, { ...options, rawBody })
}

/** The filled path with other values for some parameters of its template. */
function replaceParams(template: string, filled: string, params: Record<string, string>): string {
  const [path = '', query] = filled.split('?')
  const parts = path.split('/')
  const replaced = template.split('/').map((part, place) => params[part.slice(1, -1)] ?? parts[place])
  return query === undefined ? replaced.join('/') : `${replaced.join('/')}?${query}`
}

/** A request with the idempotency key of another one. */
async function anotherRequest(world: World, operation: Operation): Promise<Difference> {
  const idempotencyKey = randomUUID()
  const { method, paths, body } = await sampleRequest(operation, world.given)
  await world.service.call(method, paths[0]!, body, { idempotencyKey })
  return { idempotencyKey, fields: anotherField(operation, body!), says: 'differs' }
}

/** A field whose value differs from the body's, or that the body does not have. */
function anotherField(operation: Operation, body: object): object {
  for (const [name, rules] of Object.entries((operation.body as Rules).properties ?? {})) {
    const present = (body as Record<string, unknown>)[name]
    const another = [exampleOf(rules), rules['x-names']?.at(-1)].find((one) => one !== undefined && one !== present)
    if (another !== undefined) return { [name]: another }
  }
  throw new Error(`no field of the body of ${operation.id} can differ`)
}

/** A quote for a new customer without accounts, whose FX line is then set. */
/** A quote from which the market has moved. No other sample trades pesos. */
async function movedQuote(given: Given): Promise<Difference> {
  const setRate = (mid: number) => {
    const rates = [{ baseCcy: 'USD', quoteCcy: 'PHP', bid: mid, mid, ask: mid }]
    return given.make('/v1/institution/fx/rates', { rates }, 'PUT')
  }
  await setRate(58)
  const body = { ...quoteBody(given), sellCurrency: 'USD', buyCurrency: 'PHP' }
  const { quoteUUID } = await given.make('/v2/fx/quote', body)
  await setRate(57)
  return { fields: { quoteUUID }, says: 'the market moved from 58 to 57' }
}

async function quoteWithLine({ make, ...given }: Given, line: object | null) {
  const customerUID = String((await make('/v2/customers', customerBody())).customerUID)
  const { quoteUUID } = await makeQuote({ ...given, make, customerUID })
  await setLineOf({ make, customerUID }, line)
  return { quoteUUID, customerUID }
}

/** An exchange between two currencies without a rate. */
async function notQuoted({ given }: World, { id }: Operation): Promise<Difference> {
  if (id === 'quoteFxTrade') return { fields: { sellCurrency: 'MXN', buyCurrency: 'TRY' }, says: 'has no rate' }
  const says = 'USD/NOK is not a supported pair'
  if (id === 'createCreditPayment')
    return { fields: { receiver: await makeContactAbroad(given, 'NOK'), speed: 'SPOT' }, says }
  return { fields: { receiverAccount: await makeAccountIn(given, 'NOK') }, says }
}

/** A ticket of a million pounds; the samples exchange less, and in other pairs. */
async function belowSmallestTicket({ given }: World, { id }: Operation): Promise<Difference> {
  const forwardPoints = [{ tenor: 'ON', points: 0 }]
  const rates = [{ baseCcy: 'GBP', quoteCcy: 'USD', bid: 1.27, mid: 1.27, ask: 1.27, forwardPoints }]
  await given.make('/v1/institution/fx/rates', { rates }, 'PUT')
  const smallestTickets = [{ currencyPair: 'GBP/USD', amount: 1_000_000 }]
  await given.make('/v1/institution', { fx: { smallestTickets } }, 'PUT')
  const says = 'the smallest ticket of GBP/USD is 1000000.00 GBP'
  if (id === 'quoteFxTrade') return { fields: { buyCurrency: 'GBP' }, says }
  if (id === 'createCreditPayment')
    return { fields: { receiver: await makeContactAbroad(given, 'GBP'), speed: 'SPOT', paymentAmount: 1 }, says }
  return { fields: { receiverAccount: await makeAccountIn(given, 'GBP'), paymentAmount: 1 }, says }
}

/**
 * A tier for fees without a product, and a request that would give the sample's tier the same
 * scope.
 */
async function conflictingCustomerFee({ given }: World): Promise<Difference> {
  const body = feeBody()
  await given.make('/v1/institution/fees', body)
  const tier = { application: body.application, feeTier: 'Standard' }
  await given.make(`/v1/customers/${given.customerUID}/fees`, tier)
  return { fields: { ...tier, product: '' } }
}

/** An account of a new customer, and the path parameters of another account of that customer. */
async function makeAccount({ given: { make } }: World, fields: object = {}) {
  const { customerUID } = await make('/v2/customers', customerBody())
  const first = accountBody(fields)
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, first)
  const second = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  return { accountUID, accountNumber: first.accountNumber, params: { customerUID, accountUID: second.accountUID } }
}

function feeBody() {
  const tiers = [{ name: 'Standard', from: 0, flat: 1 }]
  const application = `Refused ${randomUUID()}`
  return { name: 'Origination', application, product: 'ACH', currency: 'USD', tierBy: 'Amount', tiers }
}

/** A client of the institution that is trusted to name persons. */
async function portalOf({ service }: World) {
  return service.createClient(service.tenant, { trustedToNamePersons: true })
}

const signatoryBody = { fullName: 'Ada Lund', emailAddress: 'ada@sample.example', phoneNumber: '+1 207 555 0100' }

const clients = new WeakMap<TestService, Map<string, Promise<TestClient>>>()

/** A client that the requests to a service share, because each takes a token and a secret. */
function shared(service: TestService, name: string, create: () => Promise<TestClient>): Promise<TestClient> {
  const known = clients.get(service) ?? new Map<string, Promise<TestClient>>()
  const client = known.get(name) ?? create()
  clients.set(service, known.set(name, client))
  return client
}

const clientOf = ({ service }: World, customerUID: string) =>
  shared(service, `of ${customerUID}`, () =>
    service.createClient(service.tenant, { legalEntityId: BigInt(customerUID), entitlements: ENTITLEMENTS }),
  )

/** A client of an institution that is not a sandbox. */
const realClient = (service: TestService) =>
  shared(service, 'real', async () => (await service.createTenant('real', { sandbox: false })).client)

/** A customer of its own with an account that has these features. */
/** A wire that needs a call-back, of a colleague who also set the bank details that it pays. */
async function makeCalled(given: Given): Promise<{ paymentUID: string }> {
  const payer = await makePayer(given, { fedWireFeature: { enableCallbacks: 'Yes' } })
  const made = await given.makeByColleague(`/customers/${payer.customerUID}/contacts`, contactBody())
  const own = { ...given, ...payer, contactUID: String(made.customerContactUID) }
  return makePayment(own, { speed: 'Express' }, given.makeByColleague)
}

async function makePayer({ make }: World['given'], accountFeatures: object) {
  const { customerUID } = await make('/v2/customers', customerBody())
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody({ accountFeatures }))
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  return { customerUID: String(customerUID), accountUID: String(accountUID), contactUID: String(contactUID) }
}

/** A payment that made its FX contract, from an account of its own. */
async function makeExchangedPayment(given: Given) {
  const { customerUID, make } = given
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const funds = { direction: 'Credit', amount: 100, currency: 'USD', reason: 'sample', externalReferenceId: 'sample' }
  await make(`/v1/institution/accounts/${accountUID}/adjustments`, funds)
  const abroad = { receiver: await makeContactAbroad(given, 'EUR'), speed: 'SPOT', paymentCurrency: 'EUR' }
  return makePayment({ ...given, accountUID: String(accountUID) }, { ...abroad, paymentAmount: 10 })
}
