import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { clockSweeps } from '../../src/administration/clock.jobs.ts'
import { importDirectory } from '../../src/banks/banks.ts'
import { sealCell } from '../../src/db/seal-rows.ts'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import type { Operation } from '../../src/http/operation.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { keepReceived } from '../../src/rails/messages/received.store.ts'
import { insertMessages, quarantineFile, storeIncomingFile } from '../../src/rails/rails.ts'
import { exampleSimulation } from '../../src/rails/simulator/ach/simulation.schema.ts'
import { exampleCredit } from '../../src/rails/simulator/networks/simulation.schema.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { type ReceivedItem, receiveItems } from '../../src/receipts/receipts.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from './answers.ts'
import { inDays, WEDNESDAY } from './clocks.ts'
import { eventually } from './eventually.ts'
import {
  type MessageMakers,
  makePaymentRequest,
  makeReturnRequest,
  makeSettledMessage,
  messageMakersOf,
} from './message-samples.ts'
import { paymentLifeSweeps } from './sweeps.ts'
import { status as swiftStatus } from './swift-correspondent.ts'
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
export interface Given extends Payer, MessageMakers {
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
  /** A file on a rail that no worker imports. */
  makeIncomingFile(status: 'RECEIVED' | 'QUARANTINED'): Promise<{ fileUID: string }>
  /** A file without payments that has left. */
  makeSentFile(): Promise<{ fileUID: string }>
  /** A message that has left, is in doubt, or came in and is in quarantine. */
  makeRailMessage(status: 'HandedOver' | 'InDoubt' | 'Quarantined'): Promise<{ messageUID: string }>
  /** What a network says that a person decides. */
  makeMessageException(): Promise<{ exceptionUID: string }>
  /**
   * A receipt of one cent, by default a credit for no account, which settles tomorrow. `isReviewed`
   * makes it wait for a person, and `isSettled` settles it.
   */
  makeReceipt(asked?: ReceiptAsked): Promise<{ receiptUID: string }>
  /** Second factors of a user, of which it returns one. */
  makeFactors(userId: string, count: number): Promise<string>
  /** A payment of a customer that is held because the client that made it was revoked. */
  makeStopped(payer: Payer): Promise<{ paymentUID: string; apiKey: string }>
  /** A bank in the list of Fedwire. */
  makeBank(): Promise<{ routingNumber: string }>
  /** Runs the sweeps that process payments and deliver events to webhooks now. */
  work(): Promise<void>
  /**
   * Ends the moves of the clocks of sandboxes, as a worker does once it has done what was due on
   * the way. An institution whose clock moves for long takes no payments.
   */
  endClockMoves(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the sample knows the shape of its data
type Make = (path: string, body: object | undefined, method?: 'GET' | 'POST' | 'PUT' | 'DELETE') => Promise<any>

export async function makersOf(
  service: TestService,
  tenant: TestTenant,
): Promise<
  Pick<
    Given,
    | 'make'
    | 'makeByColleague'
    | 'work'
    | 'endClockMoves'
    | 'makeHold'
    | 'makeDoubt'
    | 'makeReceipt'
    | 'makeBank'
    | 'makeIncomingFile'
    | 'makeSentFile'
    | 'makeMessageException'
    | 'exchangeMessages'
    | 'makeRailMessage'
    | 'makeFactors'
    | 'makeStopped'
  >
> {
  const { tenantId } = tenant.institution
  const releaseHolds = () =>
    service.query(
      `update rail_holds set released_at = now(), released_by = 'sample', release_reason = 'sample'
       where tenant_id = $1 and released_at is null`,
      [tenantId],
    )
  const colleague = await service.createClient(tenant, {})
  await shortenSettlement(service, tenantId)
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
    async makeFactors(userId, count) {
      const rows = await service.query<{ id: string }>(
        `insert into user_factors (tenant_id, id, user_id, kind, credential_id, public_key, sign_count, created_at,
           confirmed_at)
         select $1, one.id, $2, 'Passkey', one.id, 'sample', 0, now(), now()
         from (select gen_random_uuid() as id from generate_series(1, $3)) as one returning id`,
        [tenantId, userId, count],
      )
      return rows[0]!.id
    },
    async makeStopped(payer) {
      const client = await service.createClient(tenant, {})
      const contacts = `/customers/${payer.customerUID}/contacts`
      const { customerContactUID: contactUID } = dataOf(await service.call('POST', contacts, contactBody(), { client }))
      const to = { ...payer, contactUID: String(contactUID) }
      const body = creditBody(to, { paymentAmount: 1, paymentDate: inDays(300) })
      const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', body, { client }))
      const parameters = [tenantId, client.apiKey]
      await service.query(
        'update api_clients set revoked_at = now() where tenant_id = $1 and client_id = $2',
        parameters,
      )
      await service.query(
        `update payment_states set step = step + 1, previous_status = status, status = 'HELD', due_at = null,
           held_reasons = '{makerStopped}', evidence = '{"reasons": ["makerStopped"]}', stepped_at = now()
         where tenant_id = $1 and payment_id = $2 and status = 'FUTURE_DATED'`,
        [tenantId, paymentUID],
      )
      await service.query(
        `insert into stopped_makers (tenant_id, kind, actor_id, payment_id, found_at)
         values ($1, 'clientRevoked', $2, $3, now())`,
        [...parameters, paymentUID],
      )
      return { paymentUID, apiKey: client.apiKey }
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
    async makeIncomingFile(status) {
      const { db, clock } = service.app
      const file = { rail: 'RTP', name: 'sample.ach', content: Buffer.from(randomUUID()) } as const
      return db.transaction(async (tx) => {
        const { id } = await storeIncomingFile(tx, tenantId, file, clock.now())
        const refusal = { line: 1, record: 'file header (1)', field: 'record type', reason: 'sample' }
        if (status === 'QUARANTINED') await quarantineFile(tx, tenantId, id, refusal, clock.now())
        return { fileUID: id }
      })
    },
    makeRailMessage: (status) => {
      const { db, clock } = service.app
      return db.transaction(async (tx) => {
        const refusal = { why: 'sample', path: null }
        const arrived = [{ content: Buffer.from(randomUUID()), refusal }]
        const [rail, messageId] = ['SWIFT', randomUUID().replaceAll('-', '')] as const
        const heard = { messageId, uetr: randomUUID(), amount: '1.00', currency: 'EUR' }
        const sent = [{ rail, messageType: 'pacs.008.001.08', messageId, content: swiftStatus(heard, 'ACSC') }]
        const [messageUID = ''] =
          status === 'Quarantined'
            ? await keepReceived(tx, tenantId, { rail, arrived }, clock.now())
            : await insertMessages(tx, tenantId, sent, clock.now())
        const isLeft = status === 'HandedOver'
        if (status !== 'Quarantined')
          await tx.query(
            `update rail_messages set status = $3, doubt = 'sample', left_at = case when $4 then now() end,
               ended_at = case when $4 then now() end where tenant_id = $1 and id = $2`,
            [tenantId, messageUID, status, isLeft],
          )
        return { messageUID }
      })
    },
    async makeMessageException() {
      const exceptionUID = randomUUID()
      await service.query(
        `insert into message_exceptions (tenant_id, id, rail, kind, why, evidence, status, created_at)
         values ($1, $2, 'FEDWIRE', 'settled', 'sample', '{}', 'Open', now())`,
        [tenantId, exceptionUID],
      )
      return { exceptionUID }
    },
    async makeSentFile() {
      const fileUID = randomUUID()
      const cell = { table: 'ach_files', column: 'content', key: [fileUID] }
      await service.app.db.transaction((tx) =>
        tx.query(
          `insert into ach_files (tenant_id, id, name, content, entries, created_at, written_at)
           values ($1, $2, $2::uuid::text || '.ach', $3, 0, now(), now())`,
          [tenantId, fileUID, sealCell(tx.keyring, tenantId, cell, 'sample')],
        ),
      )
      await service.query(
        `insert into rail_handovers (tenant_id, id, rail, name, status, evidence, left_at, created_at)
         values ($1, $2, 'RTP', $2::uuid::text || '.ach', 'HandedOver', 'decided', now(), now())`,
        [tenantId, fileUID],
      )
      return { fileUID }
    },
    ...messageMakersOf(service, { tenantId, releaseHolds }),
    makeReceipt: (asked) => makeReceipt(service, tenant, asked),
    async makeBank() {
      const details = { address: { city: 'New York', state: 'NY', countryCode: 'US' } }
      const bank = { bankId: '021000021', name: 'First Example Bank', takesPayments: true, details }
      const source = { fileName: 'sample', sha256: '', importedBy: 'sample' }
      const list = { rail: 'FEDWIRE', listedOn: '2026-07-01', participants: [bank], ...source } as const
      const { db, clock } = service.app
      await db.transaction((tx) => importDirectory(tx, tenantId, list, clock.now()))
      return { routingNumber: bank.bankId }
    },
    async work() {
      await releaseHolds()
      const sweeps = [...paymentLifeSweeps, ...eventSweeps, ...webhookSweeps]
      // The clock of a sandbox that was set stands until a worker moves it on.
      // As it is now: a sample may have changed it.
      const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
      for (const sweep of [...sweeps, ...clockSweeps(sweeps)]) await sweep.run(service.app, institution)
    },
    async endClockMoves() {
      const moving = 'clock_target is not null'
      await service.query(`update institutions set clock_stands_at = null, clock_target = null where ${moving}`)
    },
  }
}

export interface ReceiptAsked
  extends Partial<Pick<ReceivedItem, 'accountNumber' | 'direction' | 'amount' | 'secCode'>> {
  isReviewed?: boolean
  isSettled?: boolean
}

async function makeReceipt(
  { app, query }: TestService,
  { institution }: TestTenant,
  { isReviewed = false, isSettled = false, ...fields }: ReceiptAsked = {},
): Promise<{ receiptUID: string }> {
  const now = app.clock.now()
  const identity = randomUUID()
  const date = now.toZonedDateTimeISO('America/New_York').toPlainDate()
  const settlementDate = isSettled ? date.subtract({ days: 1 }) : date.add({ days: 1 })
  const ids = { identity, fileId: randomUUID(), settlementDate }
  const item = itemOf({ accountNumber: '99999999999999999', amount: 1n, ...fields, ...ids })
  const receipts = { ...(isReviewed && { reviewCreditsFrom: 0 }) }
  const reviewing = { ...institution, settings: { ...institution.settings, receipts } }
  await app.db.transaction((tx) => receiveItems(tx, reviewing, [item], now))
  if (isSettled) for (const sweep of receiptSweeps) await sweep.run(app, institution)
  const [row] = await query<{ id: string }>('select id from receipts where identity = $1', [identity])
  return { receiptUID: row!.id }
}

export const ruleBody = (customerAccountNumber: string) => ({
  ...{ paymentRuleType: 'ACH', customerAccountNumber, achCompanyID: '7777777777', amount: 1 },
  ...{ amountType: 'EXACT', frequency: 'ON_GOING', effectiveDate: '2026-01-01' },
})

/** A rule of an account of its own, so that it guards no other sample. */
export async function makePositivePayRule({ make, customerUID }: Given, terms: object = {}) {
  const { accountNumber, ...account } = accountBody()
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, { ...account, accountNumber })
  const { ruleUID } = await make('/v2/positivepay/rules', { ...ruleBody(accountNumber), ...terms })
  return { ruleUID: String(ruleUID), accountNumber, accountUID: String(accountUID) }
}

/** A debit that the rule of its account does not allow. */
export async function makePositivePayException(given: Given, asked: ReceiptAsked = {}) {
  const { accountNumber, accountUID } = await makePositivePayRule(given)
  const { receiptUID } = await given.makeReceipt({ accountNumber, direction: 'Debit', ...asked })
  return { exceptionUID: receiptUID, accountUID }
}

const ruleOf = async (given: Given) => ({ ruleUID: (await makePositivePayRule(given)).ruleUID })
const exceptionOf = async (given: Given) => ({ exceptionUID: (await makePositivePayException(given)).exceptionUID })

/** Many samples need a settled debit, and would wait for the collection and the network. */
async function shortenSettlement(service: TestService, tenantId: bigint): Promise<void> {
  await service.query(
    `update institutions set settings = jsonb_set(
       jsonb_set(settings, '{simulator,settleAfterSeconds}', '0'), '{ach,collection,everySeconds}', '1')
     where tenant_id = $1 and settings #>> '{ach,collection,kind}' = 'continuous'`,
    [tenantId],
  )
}

function makeAs(service: TestService, client: TestClient): Make {
  return async (path, body, method = 'POST') => {
    const options = { client, ...(method !== 'GET' && { idempotencyKey: randomUUID() }) }
    let reply = await service.call(method, path, body, options)
    // On a busy machine, a request may take longer than it may: it is repeated with its key.
    for (let tries = 1; reply.status === 503 && tries < 5; tries++)
      reply = await service.call(method, path, body, options)
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
const idOf = ({ returnRequestUID }: { returnRequestUID: string }) => ({ returnRequestUID })
const uidOf = ({ requestUID }: { requestUID: string }) => ({ requestUID })

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

/** A prenotification of a new contact: those of the payer are paid. */
export async function prenoteBody({ make, customerUID, accountUID }: Given) {
  const { customerContactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  return { accountUID, contactUID: String(customerContactUID), entryType: 'CREDIT', externalReferenceId: 'sample' }
}

export async function makePrenote(given: Given): Promise<{ prenoteUID: string; contactUID: string }> {
  const body = await prenoteBody(given)
  return { ...body, ...(await given.make(`/v2/customers/${given.customerUID}/prenotes`, body)) }
}

export const IN_TWO_MONTHS = inDays(63)

/** A scheduled payment to a contact that has another account number by now. */
async function makePaymentToChangedContact({ customerUID, accountUID, make }: Given) {
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const body = creditBody({ accountUID, contactUID: String(contactUID) }, { paymentDate: IN_TWO_MONTHS })
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
  const contacts = `/customers/${customerUID}/contacts`
  // Who sets bank details decides about no payment to them.
  const { customerContactUID: contactUID } = await given.makeByColleague(contacts, contactBody())
  const payer = { customerUID, accountUID, contactUID, accountNumber: '' }
  const payment = await makePayment({ ...given, ...payer, paymentUID: '' }, { speed: 'Express' }, maker)
  return { ...payment, customerUID: String(customerUID) }
}

/** A payment of a new customer with a telephone number. */
async function makeCalledPayment(given: Given) {
  const { customerUID } = await given.make('/v2/customers', customerBody({ phoneNumber: '+1 207 555 0199' }))
  const { accountUID } = await given.make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const { customerContactUID: contactUID } = await given.make(`/customers/${customerUID}/contacts`, contactBody())
  const payer = { customerUID, accountUID, contactUID, accountNumber: '' }
  return makePayment({ ...given, ...payer, paymentUID: '' }, { paymentDate: IN_TWO_MONTHS })
}

/** An instant payment that was transmitted to the network, which is open every day. */
/** A settled debit of a new customer. */
async function makeSettledDebit(given: Given, fields: object = {}) {
  const { make } = given
  const { customerUID } = await make('/v2/customers', customerBody(fields))
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const paymentUID = await settleDebit(given, { accountUID: String(accountUID), contactUID: String(contactUID) })
  return { customerUID: String(customerUID), accountUID: String(accountUID), paymentUID }
}

/** Collects five cents into an account, and waits until they have come. */
async function settleDebit({ make, work }: Given, to: { accountUID: string; contactUID: string }): Promise<string> {
  const { paymentUID } = await make('/payments/debitrequest', debitBody(to, { paymentAmount: 0.05 }))
  await eventually('the debit settles', async () => {
    await work()
    return (await make(`/payments/${paymentUID}`, undefined, 'GET')).status === 'PROCESSED'
  })
  return String(paymentUID)
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

type ApprovalKind = 'contact' | 'customer' | 'user' | 'role' | 'signatory' | 'fxTrade'

/**
 * A customer below the payer's whose changes need approval, and the pending approval of a contact,
 * a user or a change.
 */
export async function makeApproval({ make, makeByColleague, customerUID: above }: Given, kind: ApprovalKind) {
  const { shortName: parentEntityShortName } = await make(`/v2/customers/${above}`, undefined, 'GET')
  const changes = { customerDualApproval: true, beneDualApproval: true, userDualApproval: true }
  const legalEntityAccessSettings = kind === 'fxTrade' ? { paymentDualApproval: true } : changes
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
    fxTrade: async () => {
      await prepareQuotes({ make })
      await setLineOf({ make, customerUID: String(customerUID) }, fxLine)
      const { quoteUUID } = await makeByColleague('/v2/fx/quote', quoteBody({ customerUID: String(customerUID) }))
      return makeByColleague('/v2/fx/accept', { quoteUUID }, 'PUT')
    },
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

/** A file with one payment of a cent, unlike any other. */
export function paymentFileBody({ accountUID, contactUID }: Pick<Given, 'accountUID' | 'contactUID'>) {
  const row = `${randomUUID()},0.01,USD,Economy,${contactUID}`
  const content = `externalReferenceId,amount,currency,speed,contactUID\n${row}\n`
  return { fileName: 'sample.csv', content, senderAccountUID: accountUID }
}

export async function makePaymentFile(given: Pick<Given, 'make' | 'customerUID' | 'accountUID' | 'contactUID'>) {
  const path = `/v1/payments/customers/${given.customerUID}/files/csv`
  const { fileUID } = await given.make(path, paymentFileBody(given))
  return { fileType: 'csv', fileUID: String(fileUID) }
}

/** A file of a customer below the payer's that waits for its approval. */
export async function makeWaitingFile(
  { make, makeByColleague, customerUID: parentUID }: Given,
  maker = makeByColleague,
) {
  const { shortName: parentEntityShortName } = await make(`/v2/customers/${parentUID}`, undefined, 'GET')
  const settings = { parentEntityShortName, legalEntityAccessSettings: { paymentDualApproval: true } }
  const { customerUID } = await make('/v2/customers', customerBody(settings))
  const { accountUID } = await make(`/v3/customers/${customerUID}/accounts`, accountBody())
  const { customerContactUID: contactUID } = await make(`/customers/${customerUID}/contacts`, contactBody())
  const file = await makePaymentFile({ make: maker, customerUID, accountUID, contactUID })
  return { ...file, customerUID: String(customerUID) }
}

const customerWebhookPath = ({ customerUID }: Pick<Given, 'customerUID'>) => `/v1/customers/${customerUID}/webhooks`

/** A webhook of the customer; the ones before it are deleted, because a customer has few. */
export async function makeCustomerWebhook(given: Given) {
  await clearCustomerWebhooks(given)
  const { webhookUID } = await given.make(customerWebhookPath(given), webhookBody)
  return { webhookUID: String(webhookUID) }
}

async function clearCustomerWebhooks(given: Given) {
  const path = customerWebhookPath(given)
  const earlier = await given.make(`${path}?${PAGE}`, undefined, 'GET')
  // The suite of examples makes nothing, so it finds no list.
  if (!Array.isArray(earlier)) return
  for (const { webhookUID } of earlier) await given.make(`${path}/${webhookUID}`, undefined, 'DELETE')
}

/** A webhook of the customer with a delivery: of a payment that is made after it. */
async function makeCustomerDelivery(given: Given) {
  const { webhookUID } = await makeCustomerWebhook(given)
  await given.make('/payments/creditrequest', creditBody(given, { paymentAmount: 0.01 }))
  const [delivery] = await eventually('the webhook of the customer has a delivery', async () => {
    await given.work()
    const path = `${customerWebhookPath(given)}/${webhookUID}/deliveries?${PAGE}`
    const deliveries = await given.make(path, undefined, 'GET')
    return deliveries.length > 0 && deliveries
  })
  return { webhookUID, deliveryUID: String(delivery.deliveryUID) }
}

export async function makeWebhook({ make }: Given) {
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

async function makeRevokedClient(given: Given) {
  const { apiKey } = await makeApiClient(given)
  await given.make(`/v1/institution/api-clients/${apiKey}/revoke`, undefined)
  return { apiKey }
}

async function makeCancellation(given: Given) {
  const body = { ...(await makeRevokedClient(given)), reason: 'sample' }
  const { cancellationUID } = await given.make('/v1/institution/outstanding/cancel', body)
  return { cancellationUID: String(cancellationUID) }
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

async function makeActiveUser(given: Given) {
  const { userId } = await makeUser(given)
  await given.make(`${userManagement}/${given.customerUID}/users/${userId}/activate`, undefined, 'PUT')
  return { userId: String(userId) }
}

/** An Active user with second factors. */
export async function makePerson(given: Given, factors = 2) {
  const { userId } = await makeActiveUser(given)
  const factorId = await given.makeFactors(userId, factors)
  return { userId, factorId }
}

/** A quote for the payer, after the institution sets new rates and gives the payer an FX line. */
export async function makeQuote(given: Given) {
  await prepareQuotes(given)
  await setLineOf(given, fxLine)
  const { quoteUUID } = await given.make('/v2/fx/quote', quoteBody(given))
  return { quoteUUID: String(quoteUUID) }
}

/** Sets rates, and lets one customer have the quotes of many samples open at a time. */
async function prepareQuotes({ make }: Pick<Given, 'make'>) {
  await make('/v1/institution/fx/rates', fxRatesBody, 'PUT')
  await make('/v1/institution', { fx: { maxOpenQuotes: 1000 } }, 'PUT')
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

export function quoteBody({ customerUID }: Pick<Given, 'customerUID'>) {
  const exchange = { sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 10, productType: 'SPOT' }
  return { customerId: customerUID, customerIdType: 'CustomerUID', ...exchange }
}

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
  readCustomerLimits: () => ({}),
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
  getBank: async (given) => ({ params: await given.makeBank() }),
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
  listTradeApprovals: () => ({ query: PAGE }),
  getTradeApproval: readingApproval('fxTrade'),
  approveTradeChange: approving('fxTrade'),
  rejectTradeChange: rejecting('fxTrade'),
  createCreditPayment: (given) => ({ body: creditBody(given, { paymentAmount: 0.01 }) }),
  createDebitPayment: (given) => ({ body: debitBody(given, { paymentAmount: 0.01 }) }),
  previewDebitPayment: (given) => ({ body: debitBody(given, { paymentAmount: 0.01 }) }),
  createBookTransfer: async (given) => ({ body: await bookTransferBody(given) }),
  previewBookTransfer: async (given) => ({ body: await bookTransferBody(given) }),
  previewCreditPayment: (given) => ({ body: creditBody(given, { paymentAmount: 0.01 }) }),
  createPrenote: async (given) => ({ body: await prenoteBody(given) }),
  listPrenotes: () => ({ query: PAGE }),
  getPrenote: async (given) => ({ params: { prenoteUID: (await makePrenote(given)).prenoteUID } }),
  getPayment: () => ({}),
  changeRecurrence: async (given) => ({ params: await makeRecurrence(given), body: { noOfPayments: 24 } }),
  cancelRecurrence: async (given) => ({ params: await makeRecurrence(given) }),
  getRecurrence: async (given) => ({ params: await makeRecurrence(given) }),
  previewRecurrence: async (given) => ({ params: await makeRecurrence(given), query: 'count=12' }),
  getPaymentTimeline: () => ({}),
  searchPayments: () => ({ body: { limit: 100 } }),
  searchPaymentsByQuery: () => ({ query: 'page=1', body: { limit: 100 } }),
  cancelPayment: async (given) => ({
    params: await makePayment(given, { paymentDate: IN_TWO_MONTHS }),
    body: { notes: 'sample' },
  }),
  confirmPayment: async (given) => ({ params: await makePaymentToChangedContact(given) }),
  approvePayment: async (given) => ({ params: await makeWaitingPayment(given), body: { notes: 'sample' } }),
  listCallBackNumbers: async (given) => ({ params: await makePayment(given, {}) }),
  confirmCallBackNumber: async (given) => ({
    params: await makeCalledPayment(given),
    body: { phoneNumber: '(207) 555-0199', reason: 'sample' },
  }),
  rejectPayment: async (given) => ({ params: await makeWaitingPayment(given), body: { notes: 'sample' } }),
  returnPayment: async (given) => ({
    params: await makeSettledMessage(given),
    body: { achReturnCode: 'AC04', returnNotes: 'sample' },
  }),
  releaseFunds: async (given) => {
    const { paymentUID } = await makeSettledDebit(given, { debitFundsAvailability: 10 })
    return { params: { paymentUID }, body: { reason: 'sample' } }
  },
  releaseHeldPayment: async (given) => {
    const { paymentUID } = await given.makeStopped(given)
    return { params: { paymentUID }, body: { reason: 'sample' } }
  },
  reinitiatePayment: async (given) => {
    const paymentUID = await settleDebit(given, given)
    await given.make(`/payments/${paymentUID}/return`, { achReturnCode: 'R01', returnNotes: 'sample' }, 'PUT')
    return { params: { paymentUID } }
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
  listReceipts: () => ({ query: PAGE }),
  getReceipt: async ({ makeReceipt, accountNumber }) => ({ params: await makeReceipt({ accountNumber }) }),
  acceptReceipt: async ({ makeReceipt, accountNumber }) => ({
    params: await makeReceipt({ accountNumber, isReviewed: true }),
  }),
  assignReceipt: async ({ makeReceipt, accountUID }) => ({ params: await makeReceipt(), body: { accountUID } }),
  returnReceipt: async ({ makeReceipt }) => ({ params: await makeReceipt(), body: { reason: 'R04' } }),
  listReturnRequests: () => ({ query: PAGE }),
  acceptReturnRequest: async (given) => ({ params: idOf(await makeReturnRequest(given)), body: { notes: 'sample' } }),
  refuseReturnRequest: async (given) => ({ params: idOf(await makeReturnRequest(given)), body: { reason: 'CUST' } }),
  askForPayment: ({ accountUID, contactUID }) => ({
    body: { accountUID, contactUID, amount: 0.01, remittance: 'sample' },
  }),
  listSentPaymentRequests: () => ({ query: PAGE }),
  listPaymentRequests: () => ({ query: PAGE }),
  acceptPaymentRequest: async (given) => ({ params: uidOf(await makePaymentRequest(given)), body: {} }),
  refusePaymentRequest: async (given) => ({ params: uidOf(await makePaymentRequest(given)), body: { reason: 'CUST' } }),
  requestReturn: async (given) => ({
    params: await makeSettledMessage(given),
    body: { reason: 'DUPL', notes: 'sample' },
  }),
  listSuspense: () => ({ query: PAGE }),
  listObligations: () => ({ query: PAGE }),
  listOutstanding: ({ customerUID }) => ({ query: `${PAGE}&customerUID=${customerUID}` }),
  cancelOutstanding: async (given) => ({ body: { ...(await makeRevokedClient(given)), reason: 'sample' } }),
  releaseOutstanding: async (given) => {
    const { apiKey } = await given.makeStopped(given)
    return { body: { apiKey, reason: 'sample' } }
  },
  getOutstandingCancellation: async (given) => ({ params: await makeCancellation(given), query: PAGE }),
  listAchAnswers: () => ({ query: PAGE }),
  listMessageExceptions: () => ({ query: PAGE }),
  resolveMessageException: async ({ makeMessageException }) => ({
    params: await makeMessageException(),
    body: { notes: 'sample' },
  }),
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
  simulateAchEntries: () => ({ body: exampleSimulation }),
  simulateFedwireMessages: () => ({ body: exampleCredit }),
  simulateFedNowMessages: () => ({ body: exampleCredit }),
  simulateRTPMessages: () => ({ body: exampleCredit }),
  simulateSWIFTMessages: () => ({ body: exampleCredit }),
  listRailFiles: () => ({ query: PAGE }),
  getRailFile: async ({ makeIncomingFile }) => ({ params: await makeIncomingFile('QUARANTINED') }),
  getRailFileContent: async ({ makeIncomingFile }) => ({ params: await makeIncomingFile('RECEIVED') }),
  resendRailFile: async ({ makeSentFile }) => ({ params: await makeSentFile(), body: { reason: 'sample' } }),
  releaseRailFile: async ({ makeIncomingFile }) => {
    return { params: await makeIncomingFile('QUARANTINED'), body: { reason: 'sample' } }
  },
  listRailMessages: () => ({ query: PAGE }),
  getRailMessage: async ({ makeRailMessage }) => ({ params: await makeRailMessage('Quarantined') }),
  getRailMessageContent: async ({ makeRailMessage }) => ({ params: await makeRailMessage('HandedOver') }),
  decideRailMessage: async ({ makeRailMessage }) => {
    return { params: await makeRailMessage('InDoubt'), body: { decision: 'HandedOver', reason: 'sample' } }
  },
  resendRailMessage: async ({ makeRailMessage }) => {
    return { params: await makeRailMessage('HandedOver'), body: { reason: 'sample' } }
  },
  releaseRailMessage: async ({ makeRailMessage }) => {
    return { params: await makeRailMessage('Quarantined'), body: { reason: 'sample' } }
  },
  dismissRailMessage: async ({ makeRailMessage }) => {
    return { params: await makeRailMessage('Quarantined'), body: { reason: 'sample' } }
  },
  createApiClient: () => ({ body: apiClientBody }),
  listApiClients: () => ({ query: PAGE }),
  getApiClient: async (given) => ({ params: await makeApiClient(given) }),
  updateApiClient: async (given) => ({ params: await makeApiClient(given), body: { name: 'sample' } }),
  rotateApiClientSecret: async (given) => ({ params: await makeApiClient(given), body: { overlapSeconds: 60 } }),
  revokeApiClient: async (given) => ({ params: await makeApiClient(given) }),
  revokeIdentityProvider: async (given) => ({ params: await makeApiClient(given) }),
  createPositivePayRule: async ({ make, customerUID }) => {
    const account = accountBody()
    await make(`/v3/customers/${customerUID}/accounts`, account)
    return { body: ruleBody(account.accountNumber) }
  },
  updatePositivePayRule: async (given) => {
    const once = { achCompanyID: '1842345678', secCode: 'CCD', amountType: 'MAXIMUM', frequency: 'ONE_TIME' }
    const { ruleUID, accountNumber } = await makePositivePayRule(given, once)
    await given.makeReceipt({ accountNumber, direction: 'Debit', secCode: 'CCD' })
    return { body: { ruleUID, amount: 2 } }
  },
  deletePositivePayRule: async (given) => ({ params: await ruleOf(given) }),
  activatePositivePayRule: async (given) => ({ params: await ruleOf(given) }),
  suspendPositivePayRule: async (given) => ({ params: await ruleOf(given) }),
  searchPositivePayRules: () => ({ query: PAGE, body: {} }),
  searchPositivePayExceptions: () => ({ query: PAGE, body: {} }),
  approvePositivePayException: async (given) => ({ params: await exceptionOf(given) }),
  rejectPositivePayException: async (given) => ({ params: await exceptionOf(given) }),
  approvePositivePayExceptions: async (given) => {
    const { exceptionUID } = await makePositivePayException(given)
    return { body: { exceptionUIDs: [exceptionUID] } }
  },
  uploadPaymentFile: (given) => ({ params: { fileType: 'csv' }, body: paymentFileBody(given) }),
  searchPaymentFiles: () => ({ query: PAGE, body: {} }),
  getPaymentFile: async (given) => ({ params: await makePaymentFile(given) }),
  listPaymentFileRecords: async (given) => ({ params: await makePaymentFile(given) }),
  approvePaymentFile: async (given) => ({ params: await makeWaitingFile(given) }),
  rejectPaymentFile: async (given) => ({ params: await makeWaitingFile(given), body: { reason: 'sample' } }),
  createCustomerWebhook: async (given) => {
    await clearCustomerWebhooks(given)
    return { body: webhookBody }
  },
  listCustomerWebhooks: () => ({ query: PAGE }),
  getCustomerWebhook: async (given) => ({ params: await makeCustomerWebhook(given) }),
  updateCustomerWebhook: async (given) => ({ params: await makeCustomerWebhook(given), body: { status: 'Paused' } }),
  deleteCustomerWebhook: async (given) => ({ params: await makeCustomerWebhook(given) }),
  rotateCustomerWebhookSecret: async (given) => ({
    params: await makeCustomerWebhook(given),
    body: { overlapSeconds: 60 },
  }),
  listCustomerWebhookDeliveries: async (given) => ({ params: await makeCustomerWebhook(given), query: PAGE }),
  replayCustomerWebhookDelivery: async (given) => ({ params: await makeCustomerDelivery(given) }),
  replayCustomerWebhookEvents: async (given) => ({
    params: await makeCustomerWebhook(given),
    body: { after: '0', upTo: '10' },
  }),
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
  setInstitutionClock: async ({ make }) => {
    // A clock only moves forward. To a whole second, so that a debit is still collected at once.
    // The suite of examples makes nothing, so it finds no time.
    const { time = WEDNESDAY } = await make('/v1/institution/clock', undefined, 'GET')
    return { body: { time: new Date(Date.parse(time) + 1_000).toISOString() } }
  },
  listSigningKeys: () => ({}),
  rotateSigningKey: () => ({}),
  getFxRates: () => ({}),
  setFxRates: () => ({ body: fxRatesBody }),
  getFxMargins: () => ({}),
  setFxMargins: () => ({ body: { margins: [{ tier: 'Gold', basisPoints: 50 }] } }),
  quoteFxTrade: async (given) => {
    await prepareQuotes(given)
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
  listCustomerFeeTiers: () => ({}),
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
  listApplications: () => ({}),
  searchRoles: () => ({ query: 'page=1&size=1000' }),
  getRole: async (given) => ({ params: await makeRole(given) }),
  createUser: async (given) => ({ body: await userBody(given) }),
  searchUsers: () => ({ query: 'page=1&size=1000', body: {} }),
  getUser: async (given) => ({ params: await makeUser(given) }),
  updateUser: async (given) => ({ params: await makeUser(given), body: { lastName: 'Sample' } }),
  suspendUser: async (given) => ({ params: await makeUser(given) }),
  activateUser: async (given) => ({ params: await makeUser(given) }),
  inviteUser: async (given) => ({ params: await makeActiveUser(given) }),
  getUserCredentials: async (given) => ({ params: await makePerson(given) }),
  resetUserCredentials: async (given) => ({ params: await makePerson(given) }),
  removeUserFactor: async (given) => ({ params: await makePerson(given) }),
  onboardConsumer: () => ({ body: { ...consumerBody(), account: unnumberedConsumerAccount() } }),
  updateRole: async (given) => ({ params: await makeRole(given), body: { description: 'another' } }),
}

export interface SampleRequest {
  method: string
  /** The same request on each path form of the operation. */
  paths: string[]
  body: object | undefined
}

/** Data of institutions whose clock the last sample may have set. */
const moved = new WeakSet<Given['endClockMoves']>()

/** The operation's sample for the given data. Throws if the operation or a parameter has none. */
export async function sampleRequest(operation: Operation, given: Given): Promise<SampleRequest> {
  if (moved.delete(given.endClockMoves)) await given.endClockMoves()
  if (operation.id === 'setInstitutionClock') moved.add(given.endClockMoves)
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

const lastSamples = new WeakMap<Given, { operation: Operation; sample: Promise<SampleRequest> }>()

/**
 * A sample for requests that are refused, and so leave its records as they are: the tests of an
 * operation, which follow one another, share it.
 */
export function refusedSample(operation: Operation, given: Given): Promise<SampleRequest> {
  const last = lastSamples.get(given)
  if (last?.operation === operation) return last.sample
  const sample = sampleRequest(operation, given)
  lastSamples.set(given, { operation, sample })
  return sample
}

/** For a sample that a request has used up. */
export function dropSample(given: Given): void {
  lastSamples.delete(given)
}

/** Whether the operation changes data. A search may be a POST. */
export function isChange({ method, isQuestion }: Operation): boolean {
  return method !== 'GET' && !isQuestion
}
