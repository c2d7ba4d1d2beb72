import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { insertSession } from '../../src/console/console.store.ts'
import { insertTraces } from '../../src/events/events.ts'
import { fxSweeps } from '../../src/fx/fx.jobs.ts'
import { newId } from '../../src/kernel/id.ts'
import { operations } from '../../src/main/operations.ts'
import { traceSweeps } from '../../src/main/tracing/traces.jobs.ts'
import { verifyNextPart } from '../../src/main/verification/verification.jobs.ts'
import { insertExceptions } from '../../src/message-imports/message-exceptions.store.ts'
import { takePaymentRequest } from '../../src/message-imports/payment-requests/take-payment-request.ts'
import { notificationSweeps } from '../../src/notifications/notifications.jobs.ts'
import { dueAt, meetObligations, openObligations, ruleOf } from '../../src/obligations/obligations.ts'
import { insertReturnRequest } from '../../src/payments/network/return-requests.store.ts'
import { noteWireIds } from '../../src/payments/network/wire-ids.store.ts'
import { recordDeparture } from '../../src/rails/handover/record-departure.ts'
import { openExchanges } from '../../src/rails/iso20022/fedwire/exchanges.store.ts'
import { takeImads } from '../../src/rails/iso20022/fedwire/sequences.store.ts'
import { INSTANT_RULES, openSent } from '../../src/rails/iso20022/instant/exchange.ts'
import { openExchanges as openInstant } from '../../src/rails/iso20022/instant/exchanges.store.ts'
import { noteParticipants } from '../../src/rails/iso20022/instant/participants.store.ts'
import { insertNostroEntries } from '../../src/rails/iso20022/swift/nostro.store.ts'
import { insertStatement } from '../../src/rails/iso20022/swift/statements.store.ts'
import { insertSwiftPayments } from '../../src/rails/iso20022/swift/swift-payments.store.ts'
import { insertWaiting } from '../../src/rails/iso20022/swift/waiting-credits.store.ts'
import { sendSimulated } from '../../src/rails/links/database/simulated-messages.store.ts'
import { insertMessages } from '../../src/rails/messages/messages.store.ts'
import { claimMessages } from '../../src/rails/messages/outgoing.store.ts'
import { keepReceived } from '../../src/rails/messages/received.store.ts'
import { holdRails, storeIncomingFile } from '../../src/rails/rails.ts'
import { noteOrigination } from '../../src/rails/simulator/ach/simulated-files.store.ts'
import { insertBooked, nextNumber } from '../../src/rails/simulator/networks/simulated-payments.store.ts'
import type { ToldPayment } from '../../src/rails/simulator/networks/told.ts'
import { receiveCredit, takeReturnRequest } from '../../src/receipts/receipts.ts'
import { insertCredentials } from '../../src/sign-in/credentials.store.ts'
import { insertPendingTotp, replaceRecoveryCodes } from '../../src/sign-in/factors.store.ts'
import { countAttempt } from '../../src/sign-in/lock-out.ts'
import { addPersonHolders } from '../../src/tokens/holders.store.ts'
import { startSession } from '../../src/tokens/person-sessions.store.ts'
import { incomingFile, returnBatch, type Sent } from '../support/ach-files.ts'
import { creditOf } from '../support/message-bank.ts'
import {
  type Given,
  isChange,
  makeApproval,
  makeContactAbroad,
  makePerson,
  makeRecurrence,
  makersOf,
  makeWaitingPayment,
  sampleRequest,
  setLineOf,
} from '../support/operation-samples.ts'
import { createPayer, creditBody, customerBody, type TestService } from '../support/test-service.ts'

/**
 * Fills the tables of a bank over HTTP: one sample of every operation that changes something, an
 * exchange, decided and waiting approvals, fees that were held and earned.
 */
export async function seedBank(service: TestService): Promise<void> {
  const { tenant } = service
  const payer = await createPayer(service, { balance: 100_000 })
  const makers = await makersOf(service, tenant)
  await chargeFees(makers, payer.customerUID)
  const { paymentUID } = await makers.make('/payments/creditrequest', creditBody(payer, { paymentAmount: 1 }))
  const given: Given = { ...payer, ...makers, paymentUID: String(paymentUID) }
  await exchange(given)
  await ask(given)
  await given.makeBank()
  await enrol(service, given)
  await notify(given)
  await limit(given)
  await service.call('POST', '/v2/customers', customerBody(), { idempotencyKey: 'seed' })
  for (const operation of operations.filter(isChange)) {
    const { method, paths, body } = await sampleRequest(operation, given)
    const reply = await service.call(method, paths[0]!, body)
    assert.ok(reply.status < 300, `${operation.id}: ${JSON.stringify(reply.body)}`)
  }
  await shape(service, given)
  await given.work()
  // One that is on its way, however long the rest takes.
  await given.make('/v1/institution', { simulator: { settleAfterSeconds: 3600 } }, 'PUT')
  await given.make('/payments/creditrequest', creditBody(given, { speed: 'Instant' }))
  await given.work()
  // Its fee is still held.
  await given.make('/payments/creditrequest', creditBody(given))
  for (const sweep of [...fxSweeps, ...bookSweeps, ...auditSweeps, ...notificationSweeps])
    await sweep.run(service.app, tenant.institution)
  const hold = { reason: 'Operator', differences: ['a drill'], heldBy: 'seed' } as const
  const { db, clock } = service.app
  await db.transaction((tx) => holdRails(tx, tenant.institution.tenantId, hold, clock.now()))
  await oblige(service)
  const trace = { paymentId: given.paymentUID, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
  await db.transaction((tx) => insertTraces(tx, tenant.institution.tenantId, [trace], clock.now()))
  for (const sweep of traceSweeps({ begin: () => undefined })) await sweep.run(service.app, tenant.institution)
  await findDeparture(service, String(paymentUID))
  await answer(service)
  const incoming = { rail: 'ACH', name: 'returns.ach', content: Buffer.from('returns') } as const
  await db.transaction((tx) => storeIncomingFile(tx, tenant.institution.tenantId, incoming, clock.now()))
  await service.query(
    `insert into ach_file_acknowledgements (tenant_id, id, file_id, incoming_file_id, outcome, reason, batches, entries,
       debit_total, credit_total, created_at)
     select f.tenant_id, $2::uuid, f.id, i.id, 'Rejected', 'a drill', 1, 1, 0, 0, now()
     from ach_files f join incoming_files i on i.tenant_id = f.tenant_id where f.tenant_id = $1 limit 1`,
    [tenant.institution.tenantId, randomUUID()],
  )
  const met = { name: 'left.ach', sha256: 'a'.repeat(64), outcome: 'Accepted', reason: null } as const
  await db.transaction((tx) => noteOrigination(tx, tenant.institution.tenantId, met, clock.now()))
  await service.query(
    `insert into rail_deliveries (tenant_id, handover_id, status, delivered_at, created_at)
     select tenant_id, id, 'Delivered', now(), now() from rail_handovers
     where tenant_id = $1 and status = 'HandedOver' limit 1`,
    [tenant.institution.tenantId],
  )
  await service.query(
    `insert into outstanding_items (tenant_id, cancellation_id, rank, item_id, kind, currency, amount, remedy, outcome)
     select tenant_id, id, 2, 'seed', 'Payment', 'USD', 1, 'Cancel', 'Open' from outstanding_cancellations
     where tenant_id = $1 limit 1`,
    [tenant.institution.tenantId],
  )
  await service.query(
    `update payment_approvals set withdrawn_by = (select id from outstanding_cancellations where tenant_id = $1 limit 1)
     where tenant_id = $1 and (payment_id, approver) = (select payment_id, approver from payment_approvals where tenant_id = $1 limit 1)`,
    [tenant.institution.tenantId],
  )
  // As a worker of 0.2.0 left it: later ones write none.
  await service.query(
    `insert into simulator_messages (tenant_id, payment_id, rail, reference, amount, currency, charge_bearer,
       received_at, settles_at)
     values ($1, $2, 'RTP', 'SIM1', 1000, 'USD', 'DEBT', now(), now())`,
    [tenant.institution.tenantId, paymentUID],
  )
  await askFedwire(service)
  await askSwift(service)
  await payInstantly(service)
  await exchangeMessages(service)
  await bookMessages(service, { paymentId: String(paymentUID), accountNumber: payer.accountNumber })
  await verifyNextPart(service.app, tenant.institution, { anchors: service.dataDir, everyHours: 1 })
}

/** A file with the return of an entry that the institution did not send. */
async function answer({ app, tenant: { institution } }: TestService): Promise<void> {
  const now = app.clock.now()
  const settlesOn = now.toZonedDateTimeISO('UTC').toPlainDate()
  const unknown: Sent = {
    ...{ paymentUID: randomUUID(), traceNumber: '061099990000999', amountCents: 1_00n, entryType: 'CREDIT' },
    ...{ secCode: 'PPD', receivingRouting: '021000021', accountNumber: '998877' },
  }
  const content = incomingFile(settlesOn, [returnBatch(unknown, 'R03', { sequence: 1, settlesOn })])
  const incoming = { rail: 'ACH', name: 'answers.ach', content } as const
  await app.db.transaction((tx) => storeIncomingFile(tx, institution.tenantId, incoming, now))
  for (const sweep of achImportSweeps) await sweep.run(app, institution)
}

/** An obligation that is met, and its clock that runs again. */
async function oblige({ app, tenant: { institution } }: TestService): Promise<void> {
  const { tenantId } = institution
  const key = { kind: 'ReceiptReturn', subject: { kind: 'receipt', id: 'seed' } } as const
  const now = app.clock.now()
  const from = now.toZonedDateTimeISO('UTC').toPlainDate()
  const clock = { dueAt: dueAt(key.kind, from, institution), rule: ruleOf(key.kind, from, institution) }
  await app.db.transaction(async (tx) => {
    await openObligations(tx, tenantId, [{ ...key, ...clock }], now)
    await meetObligations(tx, tenantId, [key], 'seed', now)
    await openObligations(tx, tenantId, [{ ...key, ...clock }], now)
  })
}

/** A file that left before the database was restored. */
async function findDeparture({ app, tenant }: TestService, paymentId: string): Promise<void> {
  const item = { kind: 'Entry', paymentId, reference: '061000010000001', valueDate: '2026-07-02' } as const
  const departure = {
    ...{ rail: 'ACH', name: 'departed.ach', sha256: '', token: 1, evidence: '', event: 'handedOver' as const },
    ...{ at: '2026-07-01T00:00:00Z', items: { count: 1, sha256: '' } },
  }
  const itemsOf = async function* () {
    yield [item]
  }
  await recordDeparture(app, tenant.institution, { itemsOf }, departure)
}

async function chargeFees({ make }: Pick<Given, 'make'>, customerUID: string): Promise<void> {
  const tiers = [{ name: 'Standard', from: 0, flat: 0.5 }]
  const fee = { application: 'Payments', currency: 'USD', tierBy: 'Count', tiers }
  await make('/v1/institution/fees', { ...fee, name: 'Origination', product: 'ACH' })
  await make('/v1/institution/fees', { ...fee, name: 'Transfer', product: 'Instant' })
  await make(`/v1/customers/${customerUID}/fees`, { application: 'Payments', feeTier: 'Standard' })
}

/**
 * A contract that a payment draws in part, a covered one that was cancelled, a quote that nobody
 * decided, and a rate and margin.
 */
async function exchange(given: Given): Promise<void> {
  const rates = [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }]
  await given.make('/v1/institution/fx/rates', { rates }, 'PUT')
  await setLineOf(given, { exposure: 1_000_000, spot: 1_000_000, forward: 1_000_000 })
  const wanted = { sellCurrency: 'USD', buyCurrency: 'EUR', transferAmount: 1000, productType: 'SPOT' }
  const body = { customerId: given.customerUID, customerIdType: 'CustomerUID', ...wanted }
  await given.make('/v2/fx/quote', body)
  const { quoteUUID } = await given.make('/v2/fx/quote', body)
  const { forexContractNo } = await given.make('/v2/fx/accept', { quoteUUID }, 'PUT')
  await given.make(`/v2/fx/${forexContractNo}/cover`, undefined, 'GET')
  const { accountUID: contactUID } = await makeContactAbroad(given, 'EUR')
  const additionalInfo = { fxContractNumber: String(forexContractNo) }
  const euros = { paymentAmount: 400, paymentCurrency: 'EUR', speed: 'SPOT', additionalInfo }
  await given.make('/payments/creditrequest', creditBody({ accountUID: given.accountUID, contactUID }, euros))
  const ended = await given.make('/v2/fx/quote', body)
  const { forexContractNo: no } = await given.make('/v2/fx/accept', { quoteUUID: ended.quoteUUID }, 'PUT')
  await given.make(`/v2/fx/${no}/cover`, undefined, 'GET')
  await given.make(`/v2/fx/${no}/cancel`, undefined, 'DELETE')
}

/** A series that somebody else than its starter changed. */
async function shape(service: TestService, given: Given): Promise<void> {
  const { paymentUID, recurrenceId } = await makeRecurrence(given)
  const colleague = await service.createClient(service.tenant, {})
  const path = `/v4/payments/${paymentUID}/recurring/${recurrenceId}`
  const reply = await service.call('PUT', path, { noOfPayments: 24 }, { client: colleague })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  await given.makeStopped(given)
  await service.query(
    `insert into recurrence_releases (tenant_id, recurrence_id, kind, actor_id, stop_number, client_id, at)
     select tenant_id, id, 'clientRevoked', created_by, 0, 'seed', now() from payment_recurrences
     where tenant_id = $1 limit 1`,
    [service.tenant.institution.tenantId],
  )
}

/** Approvals of a change and of a payment that wait. */
async function ask(given: Given): Promise<void> {
  await makeApproval(given, 'contact')
  await makeWaitingPayment(given)
}

/** A payment whose sender wants mail. */
async function notify(given: Given): Promise<void> {
  const notification = { emailAddress: 'ada@home.example' }
  await given.make('/payments/creditrequest', creditBody(given, { speed: 'Instant', notification }))
}

/** A limit of a customer. */
async function limit({ make, customerUID }: Given): Promise<void> {
  const limits = [{ appName: 'Payments', appLimits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 5_000_000 }] }]
  await make(`/v2/customers/${customerUID}`, { limits }, 'PUT')
}

/** A message to Fedwire that waits for its answer. */
async function askFedwire({ app, tenant }: TestService): Promise<void> {
  const { tenantId } = tenant.institution
  const now = app.clock.now()
  const day = { endpoint: 'SEED0001', cycleDate: now.toZonedDateTimeISO('America/New_York').toPlainDate() }
  await app.db.transaction(async (tx) => {
    const [messageId = ''] = await takeImads(tx, tenantId, day, 1)
    await openExchanges(tx, tenantId, [{ messageId, messageType: 'pacs.008.001.08', dueAt: now }], now)
  })
}

/** A payment by SWIFT without an end, an entry of an account abroad, and a credit that waits. */
async function askSwift({ app, tenant }: TestService): Promise<void> {
  const { tenantId } = tenant.institution
  const now = app.clock.now()
  await app.db.transaction(async (tx) => {
    const [payment] = await tx.query<{ id: string }>(
      'select id from payments where tenant_id = $1 order by id limit 1',
      [tenantId],
    )
    const references = { messageId: 'seed', coverMessageId: null, uetr: randomUUID(), amount: 1n, currency: 'EUR' }
    await insertSwiftPayments(tx, tenantId, [{ ...references, paymentId: payment!.id, answerBy: now }], now)
    const account = { bic: 'DEUTDEFF', accountNumber: '100', currency: 'EUR', messageType: 'camt.054.001.08' }
    const booked = { direction: 'Credit', amount: 1n, status: 'BOOK', bookedOn: null, valueDate: null } as const
    const entry = { messageId: 'seed', ...account, ...booked, reference: null, uetr: null, paymentId: null }
    await insertNostroEntries(tx, tenantId, [entry], now)
    const { bic, accountNumber, currency } = account
    const balances = { opening: 0n, closing: 1n, closedOn: Temporal.PlainDate.from('2026-07-01') }
    const statement = { messageId: 'seed', reference: 'seed', bic, accountNumber, currency, ...balances }
    await insertStatement(tx, tenantId, statement, now)
    await insertWaiting(tx, tenantId, { uetr: randomUUID(), messageId: 'seed', waitsFor: 'Cover', dueAt: now }, now)
  })
}

/** A credit by message, what Fedwire calls a payment, and what a person decides. */
async function bookMessages(
  { app, tenant }: TestService,
  { paymentId, accountNumber }: { paymentId: string; accountNumber: string },
): Promise<void> {
  const { institution } = tenant
  const now = app.clock.now()
  const evidence = { network: 'FEDWIRE', messageId: 'seed', messageType: 'pacs.008', imad: 'I1', omad: 'O1' } as const
  await app.db.transaction(async (tx) => {
    await receiveCredit(tx, institution, { credit: creditOf('999999'), evidence }, now)
    await noteWireIds(tx, institution.tenantId, [{ paymentId, evidence }])
    const exception = { rail: 'FEDWIRE', railMessageId: null, kind: 'settled', why: 'seed', evidence } as const
    await insertExceptions(tx, institution.tenantId, [{ ...exception, paymentId, receiptId: undefined }], now)
    const asked = { id: randomUUID(), code: 'DUPL', reason: '', requestedBy: 'seed', createdAt: now }
    await insertReturnRequest(tx, { ...asked, tenantId: institution.tenantId, paymentId })
    const back = { caseId: 'C1', originalIdentity: 'none', code: 'DUPL', reason: '', answerBy: undefined }
    await takeReturnRequest(tx, institution, { rail: 'FEDWIRE', ...back, evidence }, now)
    const party = { name: 'SEED' }
    const request = { requestId: 'R1', rail: 'FEDNOW', isDrawdown: false, amount: 1n, currency: 'USD' } as const
    const parties = { creditor: party, creditorAccount: undefined, creditorBank: {}, debtor: party }
    const account = { number: accountNumber, isIban: false }
    const rest = { debtorAccount: account, requestedOn: dayOf(now), expiresAt: undefined, remittance: [] }
    await takePaymentRequest(tx, institution, { request: { ...request, ...parties, ...rest }, evidence }, now)
    await tx.query(
      `insert into acts_alone (tenant_id, act, business_date, party, used) values ($1, 'Return', '2026-07-01', 'seed', 1)`,
      [institution.tenantId],
    )
    await tx.query(
      `insert into sent_payment_requests (tenant_id, id, account_id, customer_id, contact_id, rail, message_id,
         end_to_end_id, amount, currency, debtor_name, requested_on, expires_on, may_change_amount, may_pay_early,
         is_guaranteed, requested_by, created_at, status)
       select a.tenant_id, $2, a.id, a.customer_id, c.id, 'RTP', 'S1', 'RFP1', 1, 'USD', 'SEED', '2026-07-01',
         '2026-07-15', false, true, false, 'seed', $3, 'Open'
       from accounts a join contacts c on c.tenant_id = a.tenant_id and c.customer_id = a.customer_id
       where a.tenant_id = $1 order by a.id, c.id limit 1`,
      [institution.tenantId, randomUUID(), now.toString()],
    )
  })
}

const dayOf = (now: Temporal.Instant) => now.toZonedDateTimeISO('UTC').toPlainDate()

/** A payment of RTP that waits for its answer, and a participant that cannot be reached. */
async function payInstantly({ app, tenant }: TestService): Promise<void> {
  const { tenantId } = tenant.institution
  const now = app.clock.now()
  const named = { rail: 'RTP', messageId: 'M1', kind: 'Payment', messageType: 'pacs.008.001.08' } as const
  const sent = { counterparty: '091000019', amount: 100n, groupTime: now.toString(), ...openSent(now, INSTANT_RULES) }
  await app.db.transaction(async (tx) => {
    await openInstant(tx, tenantId, [{ ...named, ...sent }], now)
    await noteParticipants(tx, tenantId, 'RTP', { bankCodes: ['091000019'], isOn: false }, now)
  })
}

/** A message that left, one that waits, one that came in, and one on the wire to the simulator. */
async function exchangeMessages({ app, tenant }: TestService): Promise<void> {
  const { tenantId } = tenant.institution
  const now = app.clock.now()
  const message = { rail: 'FEDWIRE', messageType: 'pacs.008.001.08', content: '<Document/>' } as const
  await app.db.transaction(async (tx) => {
    await insertMessages(tx, tenantId, [{ ...message, messageId: 'left' }], now)
    const options = { rail: 'FEDWIRE', claimedBy: 'seed', leaseMs: 1_000, limit: 1 } as const
    // The rails of the seeded bank are held: the claim is made without asking.
    assert.deepEqual(await claimMessages(tx, tenantId, options, now), [])
    await tx.query(
      `update rail_messages set status = 'HandedOver', token = 1, left_at = now(), ended_at = now()
       where tenant_id = $1 and message_id = 'left'`,
      [tenantId],
    )
    await insertMessages(tx, tenantId, [{ ...message, messageId: 'waits' }], now)
    await keepReceived(tx, tenantId, { rail: 'FEDWIRE', arrived: [{ content: Buffer.from('<Document/>') }] }, now)
    const messages = [{ rail: 'FEDWIRE', content: '<Document/>', dueAt: now }] as const
    await sendSimulated(tx, tenantId, { sentBy: 'Network', messages }, now)
    await nextNumber(tx, tenantId, { rail: 'FEDWIRE', day: Temporal.PlainDate.from('2026-07-01') })
    const told: Omit<ToldPayment, 'messageId' | 'uetr'> = {
      ...{ kind: 'payment', messageType: 'pacs.008.001.08', createdAt: '', sender: '', receiver: '', settlesOn: '' },
      ...{ amount: 100n, currency: 'USD', instructionId: undefined, endToEndId: undefined, returns: undefined },
      ...{ creditorName: 'Ada', creditorAccount: '1', debtorName: 'Bo', debtorAccount: '2' },
    }
    const booked = { rail: 'FEDWIRE', direction: 'FromBank', kind: 'Payment', amount: 100n, currency: 'USD' } as const
    for (const status of ['Waiting', 'Settled'] as const) {
      const message = { messageId: status, uetr: undefined }
      const row = {
        ...booked,
        ...message,
        id: newId(now),
        status,
        code: undefined,
        answerBy: undefined,
        returns: undefined,
      }
      await insertBooked(tx, tenantId, { ...row, told: { ...told, ...message } }, now)
    }
  })
}

/** A person with credentials, one of whose attempts failed. */
async function enrol({ app, tenant }: TestService, given: Given): Promise<void> {
  const { userId } = await makePerson(given)
  const of = { tenantId: tenant.institution.tenantId, userId }
  const now = app.tokenClock.now()
  const session = {
    ...{ handle: 'sample', credentials: 'sample', cookieSha256: 'sample', payload: {}, address: '', userAgent: '' },
    session: { idleSeconds: 60, maxSeconds: 600 },
  }
  await app.db.transaction(async (tx) => {
    await insertCredentials(tx, { ...of, passwordHash: '$argon2id$sample' }, now)
    await addPersonHolders(tx, of, ['sample'])
    await insertPendingTotp(tx, app.sealer, { ...of, secret: 'sample' }, now)
    await replaceRecoveryCodes(tx, of, ['sample'], now)
    await startSession(tx, { ...of, ...session }, now)
    await insertSession(tx, app.sealer, {
      ...{ ...of, id: randomUUID(), cookie: 'sample', signedInAt: now, refreshedAt: now, steppedUpUntil: null },
      ...{ idleEndsAt: now.add({ minutes: 1 }), endsAt: now.add({ minutes: 10 }) },
      tokens: { accessToken: 'a', refreshToken: 'r', grantId: 'g', expiresAt: 0 },
    })
    await countAttempt(tx, { ...of, subject: `password:${userId}`, origin: '203.0.113.9' }, now)
  })
}
