import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { clockSweeps } from '../../src/administration/clock.jobs.ts'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import type { Operation } from '../../src/http/operation.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { eventually } from './eventually.ts'
import {
  accountBody,
  consumerBody,
  contactBody,
  creditBody,
  customerBody,
  debitBody,
  type Payer,
  ROUTING_NUMBER,
  type TestClient,
  type TestService,
  type TestTenant,
  transferBody,
  unnumberedBody,
} from './test-service.ts'

/** The data that samples start from: a payer and one of its payments. */
export interface Given extends Payer {
  paymentUID: string
  /**
   * Creates other data for a sample as the institution. Returns `data`, or a body without envelope.
   */
  make: Make
  /**
   * The same by another client of the institution, because a client cannot approve its own change.
   */
  makeByColleague: Make
  /** An open hold on the rails. `work` releases it. */
  makeHold(): Promise<{ holdUID: string }>
  /** A hand-over in doubt, on a rail that no worker hands over. */
  makeDoubt(): Promise<{ handoverUID: string }>
  /** Runs the sweeps that process payments and deliver events to webhooks now. */
  work(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the sample knows the shape of its data
type Make = (path: string, body: object | undefined, method?: 'GET' | 'POST' | 'PUT' | 'DELETE') => Promise<any>

export async function makersOf(
  service: TestService,
  tenant: TestTenant,
): Promise<Pick<Given, 'make' | 'makeByColleague' | 'work' | 'makeHold' | 'makeDoubt'>> {
  const { tenantId } = tenant.institution
  const releaseHolds = () =>
    service.query(
      `update rail_holds set released_at = now(), released_by = 'sample', release_reason = 'sample'
       where tenant_id = $1 and released_at is null`,
      [tenantId],
    )
  const colleague = await service.createClient(tenant, {})
  return {
    make: makeAs(service, tenant.client),
    makeByColleague: makeAs(service, colleague),
    async makeHold() {
      await releaseHolds()
      const holdUID = randomUUID()
      await service.query(
        `insert into rail_holds (tenant_id, id, reason, differences, held_by, held_at)
         values ($1, $2, 'Operator', '["sample"]', 'sample', now())`,
        [tenantId, holdUID],
      )
      return { holdUID }
    },
    async makeDoubt() {
      const handoverUID = randomUUID()
      await service.query(
        `insert into rail_handovers (tenant_id, id, rail, name, status, doubt, created_at)
         values ($1, $2, 'RTP', $2::uuid::text, 'InDoubt', 'sample', now())`,
        [tenantId, handoverUID],
      )
      return { handoverUID }
    },
    async work() {
      await releaseHolds()
      const sweeps = [...paymentSweeps, ...eventSweeps, ...webhookSweeps]
      // The clock of a sandbox that was set stands until a worker moves it on.
      for (const sweep of [...sweeps, ...clockSweeps(sweeps)]) await sweep.run(service.app, tenant.institution)
    },
  }
}

function makeAs(service: TestService, client: TestClient): Make {
  return async (path, body, method = 'POST') => {
    const reply = await service.call(method, path, body, { client })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body?.data ?? reply.body
  }
}

interface Sample {
  query?: string
  body?: object
  /** Path parameters that `Given` does not have. */
  params?: Record<string, string>
}

const PAGE = 'page=1&limit=1000'

function feeBody() {
  const application = `Sample ${randomUUID()}`
  const tiers = [{ name: 'Standard', from: 0, flat: 1 }]
  return { name: 'Origination', application, product: 'ACH', currency: 'USD', tierBy: 'Amount', tiers }
}

async function makeFee({ make }: Given) {
  const { feeId, application } = await make('/v1/institution/fees', feeBody())
  return { feeId: String(feeId), application }
}

const signatoryBody = { fullName: 'Ada Lund', emailAddress: 'ada@sample.example', phoneNumber: '+12075550100' }

async function makeSignatory({ make, customerUID }: Given) {
  const { id } = await make(`/v1/customers/${customerUID}/signatories`, signatoryBody)
  return { id: String(id) }
}

function unnumberedConsumerAccount() {
  const { accountNumber: _chosen, ...account } = consumerBody().account
  return account
}

/** Its own account, for operations after which the account cannot pay. */
function makeAccount(given: Given) {
  return makeAccountIn(given, 'USD')
}

export async function makeAccountIn({ make, customerUID }: Given, currency: string) {
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody({ currency }))
  return { accountUID: String(accountUID) }
}

export async function makePayment(given: Given, fields: object, make = given.make) {
  const { paymentUID } = await make('/payments/creditrequest', creditBody(given, { paymentAmount: 0.01, ...fields }))
  return { paymentUID: String(paymentUID) }
}

export const IN_TWO_MONTHS = () => new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)

/** A scheduled payment to a contact that has another account number by now. */
async function makePaymentToChangedContact({ customerUID, accountUID, make }: Given) {
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const body = creditBody({ accountUID, contactUID: String(contactUID) }, { paymentDate: IN_TWO_MONTHS() })
  const { paymentUID } = await make('/payments/creditrequest', body)
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200399' }
  await make(`/customers/${customerUID}/contacts/${contactUID}`, contactBody({ contactBank }), 'PUT')
  return { paymentUID: String(paymentUID) }
}

/** A payment of a customer below the given one that needs an approver, by another client. */
export async function makeWaitingPayment(given: Given, maker = given.makeByColleague) {
  const { customerUID: parentUID, make } = given
  const { shortName: parentEntityShortName } = await make(`/v2/customers/${parentUID}`, undefined, 'GET')
  const settings = { parentEntityShortName, legalEntityAccessSettings: { paymentDualApproval: true } }
  const { customerUID } = await make('/v2/customers', customerBody(settings))
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const payer = { customerUID, accountUID, contactUID, accountNumber: '' }
  const payment = await makePayment({ ...given, ...payer, paymentUID: '' }, { speed: 'Express' }, maker)
  return { ...payment, customerUID: String(customerUID) }
}

/** An instant payment that was transmitted to the network, which is open every day. */
async function makeTransmittedPayment(given: Given) {
  const payment = await makePayment(given, { speed: 'Instant' })
  await given.work()
  return payment
}

/** A settled debit of a new customer. */
async function makeSettledDebit({ make, work }: Given, fields: object = {}) {
  const { customerUID } = await make('/v2/customers', customerBody(fields))
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const body = debitBody({ accountUID, contactUID }, { paymentAmount: 0.05 })
  const { paymentUID } = await make('/payments/debitrequest', body)
  await eventually('the debit settles', async () => {
    await work()
    return (await make(`/payments/${paymentUID}`, undefined, 'GET')).status === 'PROCESSED'
  })
  return { customerUID: String(customerUID), accountUID: String(accountUID), paymentUID: String(paymentUID) }
}

/** A customer whose settled debit came back after its money was gone, so that it owes it. */
export async function makeReceivable(given: Given) {
  const { make } = given
  const { customerUID, accountUID, paymentUID } = await makeSettledDebit(given)
  const spent = { direction: 'Debit', amount: 0.05, currency: 'USD', reason: 'r', externalReferenceId: 'e' }
  await make(`/v1/institution/accounts/${accountUID}/adjustments`, spent)
  await make(`/payments/${paymentUID}/return`, { achReturnCode: 'R01', returnNotes: 'sample' }, 'PUT')
  return { customerUID }
}

/** Five of the currency that came back to a closed account. */
export async function makeSuspenseItem({ make }: Given, currency = 'USD') {
  const { customerUID } = await make('/v2/customers', customerBody())
  const open = async () => (await make(`/v3/customers/${customerUID}/accounts`, accountBody({ currency }))).accountUID
  const [from, to] = [await open(), await open()]
  const funds = { direction: 'Credit', amount: 5, currency, reason: 'sample', externalReferenceId: 'sample' }
  await make(`/v1/institution/accounts/${from}/adjustments`, funds)
  const transfer = transferBody({ from, to, paymentAmount: 5, paymentCurrency: currency })
  const { paymentUID } = await make('/payments/booktransfer', transfer)
  await make(`/v2/customers/${customerUID}/accounts/${from}`, undefined, 'DELETE')
  await make(`/payments/${paymentUID}/reverse`, { reversalNotes: 'sample' }, 'PUT')
  const page = `page=1&limit=1000&customerUID=${customerUID}`
  const items = await make(`/v1/institution/suspense?${page}`, undefined, 'GET')
  return { itemUID: String(items[0]?.itemUID), customerUID: String(customerUID) }
}

/** A transfer of one cent to a new account of the same customer. */
async function bookTransferBody(given: Given) {
  const { accountUID } = await makeAccount(given)
  return transferBody({ from: given.accountUID, to: accountUID, paymentAmount: 0.01 })
}

/** A transfer to another account of the same institution. */
export async function makeBookTransfer(given: Given) {
  const { accountUID } = await makeAccount(given)
  const path = `/v3/customers/${given.customerUID}/accounts/${accountUID}`
  const { accountNumber } = await given.make(path, undefined, 'GET')
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: accountNumber }
  const { customerContactUID } = await given.make(
    `/customers/${given.customerUID}/contacts`,
    contactBody({ contactBank }),
  )
  const payment = await makePayment({ ...given, contactUID: customerContactUID }, {})
  return { ...payment, receiverAccountUID: accountUID }
}

type ApprovalKind = 'contact' | 'customer' | 'user' | 'role' | 'signatory'

/**
 * A customer below the payer's whose changes need approval, and the pending approval of a contact,
 * a user or a change.
 */
export async function makeApproval({ make, makeByColleague, customerUID: above }: Given, kind: ApprovalKind) {
  const { shortName: parentEntityShortName } = await make(`/v2/customers/${above}`, undefined, 'GET')
  const legalEntityAccessSettings = { customerDualApproval: true, beneDualApproval: true, userDualApproval: true }
  const watched = customerBody({ parentEntityShortName, legalEntityAccessSettings })
  const { customerUID } = await make('/v2/customers', watched)
  const path = `/v2/customers/${customerUID}`
  const propose = {
    contact: () => makeByColleague(`${path}/contacts`, contactBody()),
    customer: () => makeByColleague(path, { note: 'sample' }, 'PUT'),
    user: async () =>
      makeByColleague(
        `${userManagement}/${customerUID}/users`,
        await userBody({ make, makeByColleague, customerUID: String(customerUID) }),
      ),
    role: () => makeByColleague(`${userManagement}/${customerUID}/roles`, roleBody()),
    signatory: () => makeByColleague(`/v1/customers/${customerUID}/signatories`, signatoryBody),
  }
  const { approvalUID } = await propose[kind]()
  const approval = await make(`/v1/institution/approvals/${approvalUID}`, undefined, 'GET')
  const params = { customerUID: String(customerUID), approvalUID: String(approvalUID) }
  return { params, contentHash: String(approval.contentHash), customerUID, subjectUID: String(approval.subjectUID) }
}

/** Approves what `make` proposed; undefined if nothing waits. */
export async function approveAsColleague({ makeByColleague }: Pick<Given, 'makeByColleague'>, approvalUID: unknown) {
  if (approvalUID === undefined) return
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = await makeByColleague(path, undefined, 'GET')
  await makeByColleague(`${path}/approve`, { contentHash }, 'PUT')
}

const readingApproval = (kind: ApprovalKind) => async (given: Given) => ({
  params: (await makeApproval(given, kind)).params,
})
const approving = (kind: ApprovalKind) => async (given: Given) => {
  const { params, contentHash } = await makeApproval(given, kind)
  return { params, body: { contentHash } }
}
const rejecting = (kind: ApprovalKind) => async (given: Given) => ({
  params: (await makeApproval(given, kind)).params,
  body: { reason: 'sample' },
})

export function roleBody() {
  return {
    externalReferenceId: 'sample',
    name: `Sample ${randomUUID().replaceAll('-', '')}`,
    description: 'sample',
    applications: [{ name: 'Payments', entitlements: ['View_Payments'] }],
  }
}

async function makeRole({ make, customerUID }: Given) {
  const { roleId } = await make(`${userManagement}/${customerUID}/roles`, roleBody())
  return { roleId }
}

async function makeCustomer({ make }: Given) {
  const { customerUID } = await make('/v2/customers', customerBody())
  return { customerUID: String(customerUID) }
}

const apiClientBody = { name: 'Sample', entitlements: ['Institution.Manage_API_Clients'] }

const webhookBody = { url: 'https://hooks.example.com/sample', eventTypes: ['payment.*'] }

async function makeWebhook({ make }: Given) {
  const { webhookUID } = await make('/v1/institution/webhooks', webhookBody)
  return { webhookUID: String(webhookUID) }
}

/**
 * A webhook with a delivery. It subscribes to all events, so it receives at least its own creation.
 */
async function makeDelivery({ make, work }: Given) {
  const all = { ...webhookBody, eventTypes: ['*'] }
  const { webhookUID } = await make('/v1/institution/webhooks', all)
  // A running worker may already be doing the same work.
  const [delivery] = await eventually('the webhook has a delivery', async () => {
    await work()
    const deliveries = await make(`/v1/institution/webhooks/${webhookUID}/deliveries?${PAGE}`, undefined, 'GET')
    return deliveries.length > 0 && deliveries
  })
  return { webhookUID: String(webhookUID), deliveryUID: String(delivery.deliveryUID) }
}

async function makeApiClient({ make }: Given) {
  const { apiKey } = await make('/v1/institution/api-clients', apiClientBody)
  return { apiKey: String(apiKey) }
}

/** A series of one payment is Completed. Instant payments settle on any day. */
export async function makeRecurrence(given: Given, numberOfPayments = 12) {
  const recurrence = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments }
  const body = creditBody(given, { paymentAmount: 0.01, speed: 'Instant', recurrence })
  const { paymentUID, recurranceId } = await given.make('/payments/creditrequest', body)
  return { paymentUID: String(paymentUID), recurrenceId: String(recurranceId) }
}

const userManagement = '/api/user-management/v1/customers'

/** Created by the institution, with a role of the customer. */
async function userBody({
  make,
  makeByColleague,
  customerUID,
}: Pick<Given, 'make' | 'makeByColleague' | 'customerUID'>) {
  const role = roleBody()
  const { approvalUID } = await make(`${userManagement}/${customerUID}/roles`, role)
  await approveAsColleague({ makeByColleague }, approvalUID)
  const loginId = `sample-${randomUUID()}`
  const person = { firstName: 'Ada', lastName: 'Lund', email: 'ada@sample.example' }
  return { externalReferenceId: 'sample', loginId, ...person, roleNames: [role.name] }
}

export async function makeUser(given: Given) {
  const { userId } = await given.make(`${userManagement}/${given.customerUID}/users`, await userBody(given))
  return { userId }
}

/** A quote for the payer, after the institution sets new rates and gives the payer an FX line. */
export async function makeQuote(given: Given) {
  await given.make('/v1/institution/fx/rates', fxRatesBody, 'PUT')
  await setLineOf(given, fxLine)
  const { quoteUUID } = await given.make('/v2/fx/quote', quoteBody(given))
  return { quoteUUID: String(quoteUUID) }
}

const fxLine = { exposure: 1_000_000, spot: 1_000_000, forward: 1_000_000 }

export async function setLineOf({ make, customerUID }: Pick<Given, 'make' | 'customerUID'>, line: object | null) {
  await make(`/v1/institution/customers/${customerUID}/fx-line`, { line }, 'PUT')
}

async function makeFxContract(given: Given) {
  const { forexContractNo } = await given.make('/v2/fx/accept', await makeQuote(given), 'PUT')
  return { forexContractNo: String(forexContractNo) }
}

/** A foreign contact with an account in a currency. */
export async function makeContactAbroad({ make, customerUID }: Given, accountCcy: string) {
  const bank = { country: 'DE', accountNo: 'DE89370400440532013000', name: 'Example Bank', swiftCode: 'DEUTDEFF' }
  const body = contactBody({ contactBank: { ...bank, accountCcy } })
  const { customerContactUID } = await make(`/customers/${customerUID}/contacts`, body)
  return { accountUID: String(customerContactUID) }
}

export async function makeCancelledContract(given: Given) {
  const contract = await makeFxContract(given)
  await given.make(`/v2/fx/${contract.forexContractNo}/cancel`, undefined, 'DELETE')
  return contract
}

const fxRatesBody = { rates: [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }] }

function quoteBody({ customerUID }: Pick<Given, 'customerUID'>) {
  const exchange = { sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 10, productType: 'SPOT' }
  return { customerId: customerUID, customerIdType: 'CustomerUID', ...exchange }
}

/**
 * A clock only moves forward, so each request names a later time, in steps too small to expire a
 * quote.
 */
let secondsAhead = 0

/** For each operation, a request that succeeds for the payer's client. Add new operations here. */
const samples: Record<string, (given: Given) => Sample | Promise<Sample>> = {
  createCustomer: () => ({ body: customerBody() }),
  getCustomer: () => ({}),
  updateCustomer: () => ({ body: { note: 'sample' } }),
  activateCustomer: async (given) => ({ params: await makeCustomer(given) }),
  suspendCustomer: async (given) => {
    const params = await makeCustomer(given)
    await given.make(`/v1/institution/customers/${params.customerUID}/activate`, {}, 'PUT')
    return { params, body: { reason: 'sample' } }
  },
  queryLimits: async ({ make }) => {
    await make('/v1/institution/limits', { limits: [{ key: 'ACH_CREDIT_LIMIT_PER_DAY', value: 5_000_000 }] }, 'PUT')
    return { body: { paymentRail: 'ACH' } }
  },
  getInstitutionLimits: () => ({}),
  setInstitutionLimits: () => ({ body: { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 5_000_000 }] } }),
  searchCustomers: () => ({ query: PAGE }),
  lookupCustomer: () => ({ query: 'accountType=DEPOSIT' }),
  createSignatory: () => ({ body: signatoryBody }),
  listSignatories: () => ({ query: 'page=0&size=500' }),
  updateSignatory: async (given) => ({ params: await makeSignatory(given), body: { title: 'sample' } }),
  deleteSignatory: async (given) => ({ params: await makeSignatory(given) }),
  createAccount: () => ({ body: unnumberedBody() }),
  getAccount: () => ({ query: 'includeAccountBalance=true' }),
  getAccountV2: () => ({ query: 'includeAccountBalance=true' }),
  updateAccount: () => ({ body: { costCenter: 'sample' } }),
  searchAccounts: () => ({ query: PAGE, body: {} }),
  createAccountV2: () => ({ body: unnumberedBody({ externalReferenceId: 'sample' }) }),
  updateAccountV2: () => ({ body: { costCenter: 'sample' } }),
  changeAccountStatusV2: async (given) => ({
    params: await makeAccount(given),
    body: { action: 'Suspend', reason: 'sample' },
  }),
  deleteAccountV2: async (given) => ({ params: await makeAccount(given) }),
  listAccountsV2: () => ({ query: PAGE }),
  createContact: () => ({ body: contactBody() }),
  listContacts: () => ({ query: PAGE }),
  getContact: () => ({}),
  updateContact: () => ({ body: contactBody() }),
  listApprovals: () => ({ query: PAGE }),
  getApproval: readingApproval('contact'),
  approveChange: approving('contact'),
  rejectChange: rejecting('contact'),
  listContactApprovals: () => ({ query: PAGE }),
  getContactApproval: readingApproval('contact'),
  approveContactChange: approving('contact'),
  rejectContactChange: rejecting('contact'),
  listCustomerApprovals: () => ({ query: PAGE }),
  getCustomerApproval: readingApproval('customer'),
  approveCustomerChange: approving('customer'),
  rejectCustomerChange: rejecting('customer'),
  listUserApprovals: () => ({ query: PAGE }),
  getUserApproval: readingApproval('user'),
  approveUserChange: approving('user'),
  rejectUserChange: rejecting('user'),
  listRoleApprovals: () => ({ query: PAGE }),
  getRoleApproval: readingApproval('role'),
  approveRoleChange: approving('role'),
  rejectRoleChange: rejecting('role'),
  listSignatoryApprovals: () => ({ query: PAGE }),
  getSignatoryApproval: readingApproval('signatory'),
  approveSignatoryChange: approving('signatory'),
  rejectSignatoryChange: rejecting('signatory'),
  createCreditPayment: (given) => ({ body: creditBody(given, { paymentAmount: 0.01 }) }),
  createDebitPayment: (given) => ({ body: debitBody(given, { paymentAmount: 0.01 }) }),
  previewDebitPayment: (given) => ({ body: debitBody(given, { paymentAmount: 0.01 }) }),
  createBookTransfer: async (given) => ({ body: await bookTransferBody(given) }),
  previewBookTransfer: async (given) => ({ body: await bookTransferBody(given) }),
  previewCreditPayment: (given) => ({ body: creditBody(given, { paymentAmount: 0.01 }) }),
  getPayment: () => ({}),
  changeRecurrence: async (given) => ({ params: await makeRecurrence(given), body: { noOfPayments: 24 } }),
  cancelRecurrence: async (given) => ({ params: await makeRecurrence(given) }),
  getRecurrence: async (given) => ({ params: await makeRecurrence(given) }),
  previewRecurrence: async (given) => ({ params: await makeRecurrence(given), query: 'count=12' }),
  getPaymentTimeline: () => ({}),
  searchPayments: () => ({ body: { limit: 100 } }),
  searchPaymentsByQuery: () => ({ query: 'page=1', body: { limit: 100 } }),
  cancelPayment: async (given) => ({
    params: await makePayment(given, { paymentDate: IN_TWO_MONTHS() }),
    body: { notes: 'sample' },
  }),
  confirmPayment: async (given) => ({ params: await makePaymentToChangedContact(given) }),
  approvePayment: async (given) => ({ params: await makeWaitingPayment(given), body: { notes: 'sample' } }),
  rejectPayment: async (given) => ({ params: await makeWaitingPayment(given), body: { notes: 'sample' } }),
  returnPayment: async (given) => ({
    params: await makeTransmittedPayment(given),
    body: { achReturnCode: 'AC04', returnNotes: 'sample' },
  }),
  releaseFunds: async (given) => {
    const { paymentUID } = await makeSettledDebit(given, { debitFundsAvailability: 10 })
    return { params: { paymentUID }, body: { reason: 'sample' } }
  },
  reversePayment: async (given) => ({ params: await makeBookTransfer(given), body: { reversalNotes: 'sample' } }),
  adjustAccount: () => ({
    body: { direction: 'Credit', amount: 1, currency: 'USD', reason: 'sample', externalReferenceId: 'sample' },
  }),
  listAccountTransactions: () => ({}),
  getAccountBalances: () => ({}),
  listCustomerReceivables: () => ({}),
  listReceivables: () => ({ query: PAGE }),
  writeOffReceivable: async (given) => ({
    params: await makeReceivable(given),
    body: { amount: 0.01, currency: 'USD', reason: 'sample', externalReferenceId: 'sample' },
  }),
  listSuspense: () => ({ query: PAGE }),
  releaseSuspenseItem: async (given) => {
    const { itemUID, customerUID } = await makeSuspenseItem(given)
    const { accountUID } = await given.make(`/v3/customers/${customerUID}/accounts`, accountBody())
    const body = { accountUID: String(accountUID), reason: 'sample', externalReferenceId: 'sample' }
    return { params: { itemUID }, body }
  },
  getRails: () => ({}),
  releaseRailHold: async ({ makeHold }) => ({ params: await makeHold(), body: { reason: 'sample' } }),
  decideRailHandover: async ({ makeDoubt }) => {
    return { params: await makeDoubt(), body: { decision: 'HandedOver', reason: 'sample' } }
  },
  createApiClient: () => ({ body: apiClientBody }),
  listApiClients: () => ({ query: PAGE }),
  getApiClient: async (given) => ({ params: await makeApiClient(given) }),
  updateApiClient: async (given) => ({ params: await makeApiClient(given), body: { name: 'sample' } }),
  rotateApiClientSecret: async (given) => ({ params: await makeApiClient(given), body: { overlapSeconds: 60 } }),
  revokeApiClient: async (given) => ({ params: await makeApiClient(given) }),
  createWebhook: () => ({ body: webhookBody }),
  listWebhooks: () => ({ query: PAGE }),
  getWebhook: async (given) => ({ params: await makeWebhook(given) }),
  updateWebhook: async (given) => ({ params: await makeWebhook(given), body: { status: 'Paused' } }),
  deleteWebhook: async (given) => ({ params: await makeWebhook(given) }),
  rotateWebhookSecret: async (given) => ({ params: await makeWebhook(given), body: { overlapSeconds: 60 } }),
  listWebhookDeliveries: async (given) => ({ params: await makeWebhook(given), query: PAGE }),
  replayWebhookDelivery: async (given) => ({ params: await makeDelivery(given) }),
  replayWebhookEvents: async (given) => ({ params: await makeWebhook(given), body: { after: '0', upTo: '10' } }),
  getInstitution: () => ({}),
  updateInstitution: () => ({ body: { recurrence: { businessDays: 'preceding' } } }),
  getInstitutionClock: () => ({}),
  setInstitutionClock: () => ({ body: { time: new Date(Date.now() + ++secondsAhead * 1_000).toISOString() } }),
  listSigningKeys: () => ({}),
  rotateSigningKey: () => ({}),
  getFxRates: () => ({}),
  setFxRates: () => ({ body: fxRatesBody }),
  getFxMargins: () => ({}),
  setFxMargins: () => ({ body: { margins: [{ tier: 'Gold', basisPoints: 50 }] } }),
  quoteFxTrade: async (given) => {
    await given.make('/v1/institution/fx/rates', fxRatesBody, 'PUT')
    return { body: quoteBody(given) }
  },
  acceptFxQuote: async (given) => ({ body: await makeQuote(given) }),
  rejectFxQuote: async (given) => ({ params: await makeQuote(given) }),
  getFxContract: async (given) => ({ params: await makeFxContract(given) }),
  cancelFxContract: async (given) => ({ params: await makeFxContract(given) }),
  coverFxContract: async (given) => ({ params: await makeFxContract(given) }),
  listFxPositions: () => ({ query: PAGE }),
  listFxRevaluations: () => ({ query: PAGE }),
  listLedgerAccounts: () => ({ query: PAGE }),
  listLedgerDays: () => ({ query: PAGE }),
  closeLedgerDays: () => ({ body: {} }),
  getTrialBalance: () => ({ query: PAGE }),
  listJournal: () => ({ query: 'limit=10' }),
  listLedgerExports: () => ({ query: 'page=1&limit=10' }),
  getFxLine: () => ({}),
  listFxCloseOuts: () => ({ query: PAGE }),
  listFxDeskTrades: () => ({ query: PAGE }),
  makeFxDeskTrade: () => ({
    body: {
      ...{ buyCurrency: 'USD', buyAmount: 10.84, sellCurrency: 'EUR', sellAmount: 10 },
      // A Wednesday that is a holiday nowhere.
      ...{ valueDate: '2027-03-10', counterparty: 'Example Bank' },
    },
  }),
  setFxLine: () => ({ body: { line: fxLine } }),
  createFee: () => ({ body: feeBody() }),
  listFees: () => ({ query: PAGE }),
  listAuditRecords: ({ customerUID }) => ({ query: `${PAGE}&customerUID=${customerUID}` }),
  getAuditHead: () => ({}),
  listEvents: () => ({ query: 'limit=1' }),
  getFee: async (given) => ({ params: { feeId: (await makeFee(given)).feeId } }),
  updateFee: async (given) => ({ params: { feeId: (await makeFee(given)).feeId }, body: feeBody() }),
  deleteFee: async (given) => ({ params: { feeId: (await makeFee(given)).feeId } }),
  addCustomerFeeTier: async (given) => ({
    body: { application: (await makeFee(given)).application, feeTier: 'Standard' },
  }),
  updateCustomerFeeTier: async (given) => {
    const { application } = await makeFee(given)
    const tier = { application, feeTier: 'Standard' }
    const { id } = await given.make(`/v1/customers/${given.customerUID}/fees`, tier)
    return { params: { feeId: String(id) }, body: { feeTier: 'Standard', product: 'ACH' } }
  },
  // A role of what the caller has, whatever else it lacks.
  createRole: () => ({
    body: { ...roleBody(), applications: [{ name: 'User_Admin', entitlements: ['Manage_Roles'] }] },
  }),
  searchRoles: () => ({ query: 'page=1&size=1000' }),
  getRole: async (given) => ({ params: await makeRole(given) }),
  createUser: async (given) => ({ body: await userBody(given) }),
  searchUsers: () => ({ query: 'page=1&size=1000', body: {} }),
  getUser: async (given) => ({ params: await makeUser(given) }),
  updateUser: async (given) => ({ params: await makeUser(given), body: { lastName: 'Sample' } }),
  suspendUser: async (given) => ({ params: await makeUser(given) }),
  activateUser: async (given) => ({ params: await makeUser(given) }),
  onboardConsumer: () => ({ body: { ...consumerBody(), account: unnumberedConsumerAccount() } }),
  updateRole: async (given) => ({ params: await makeRole(given), body: { description: 'another' } }),
}

export interface SampleRequest {
  method: string
  /** The same request on each path form of the operation. */
  paths: string[]
  body: object | undefined
}

/** The operation's sample for the given data. Throws if the operation or a parameter has none. */
export async function sampleRequest(operation: Operation, given: Given): Promise<SampleRequest> {
  const sample = await samples[operation.id]?.(given)
  if (!sample) throw new Error(`add a sample of ${operation.id} to test/support/operation-samples.ts`)
  const paths = operation.paths.map((path) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      // User management uses customerId where the data APIs use customerUID.
      const values = { ...given, customerId: given.customerUID, ...sample.params }
      const value = (values as unknown as Record<string, string | undefined>)[name]
      if (value === undefined) throw new Error(`add ${name} to Given in test/support/operation-samples.ts`)
      return value
    })
    return sample.query ? `${filled}?${sample.query}` : filled
  })
  return { method: operation.method, paths, body: sample.body }
}

/** Whether the operation changes data. A search may be a POST. */
export function isChange({ method, isQuestion }: Operation): boolean {
  return method !== 'GET' && !isQuestion
}
