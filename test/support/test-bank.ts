import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { type Institution, readInstitution } from '../../src/institution/institution.store.ts'
import { createSealer } from '../../src/kernel/sealer.ts'
import { openCustomerLedgerAccount } from '../../src/ledger/open-account.ts'
import { createInstitution } from '../../src/main/create-institution.ts'
import { changePayments, type PaymentChange, type Transition } from '../../src/payments/history/transitions.store.ts'
import { type PaymentStatus, paymentSteps } from '../../src/payments/payment-state.ts'
import { insertPayments, type NewPayment } from '../../src/payments/payments.store.ts'
import { createTestDatabase } from './test-database.ts'
import { testKeys } from './test-keys.ts'

/**
 * An institution with one customer, an account and a contact, without HTTP: for tests of stores and
 * rails.
 */
export interface TestBank {
  url: string
  db: Database
  institution: Institution
  customerId: bigint
  accountId: bigint
  contactId: bigint
  /** Adds an account to the customer, or to a new one. */
  openAccount(options?: { customerId?: bigint; subType?: string }): Promise<bigint>
  openCustomer(fields?: {
    legalName?: string
    customerType?: 'Consumer' | 'Corporate'
    achCompanyId?: string | null
    taxId?: string | null
  }): Promise<bigint>
  /**
   * A payment as the intake writes it, in any state, with the shortest history that leads to it, at
   * `validatedAt`.
   */
  insertPayment(fields?: Partial<NewPayment>, validatedAt?: Temporal.Instant): Promise<string>
  close(): Promise<void>
}

export const BANK_ROUTING_NUMBER = '061099995'

type CustomerFields = NonNullable<Parameters<TestBank['openCustomer']>[0]>
type AccountFields = NonNullable<Parameters<TestBank['openAccount']>[0]>
type Context = { db: Database; tenantId: bigint; now: Temporal.Instant }

export async function openTestBank(now: Temporal.Instant): Promise<TestBank> {
  const database = await createTestDatabase()
  const db = openDatabase({ connectionString: database.url, maxConnections: 10, ...testKeys })
  const institution = await createTestInstitution(db, now)
  const { tenantId } = institution
  const context: Context = { db, tenantId, now }
  const customerId = await insertCustomer(context)
  const openAccount: TestBank['openAccount'] = (fields = {}) =>
    insertAccount(context, { ...fields, customerId: fields.customerId ?? customerId })
  const accountId = await openAccount()
  const contactId = await insertContact(context, customerId)

  return {
    url: database.url,
    db,
    institution,
    customerId,
    accountId,
    contactId,
    openAccount,
    openCustomer: (fields) => insertCustomer(context, fields),
    async insertPayment(fields = {}, validatedAt = now) {
      const payment = { ...newPayment({ customerId, senderAccountId: accountId, contactId }), ...fields }
      await db.transaction(async (tx) => {
        const [first, ...later] = stepsTo(payment.status, payment.id)
        await insertPayments(tx, tenantId, [{ ...payment, status: first!.to }], [first!], validatedAt)
        for (const step of later) await changePayments(tx, tenantId, [changeOf(step)], validatedAt)
      })
      return payment.id
    },
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

/** The shortest history that leads to the state. */
function stepsTo(status: PaymentStatus, paymentId: string): Transition[] {
  const paths = paymentSteps().flatMap((step) => (step.from === null ? [[step]] : []))
  for (const path of paths) {
    const last = path.at(-1)!.to
    if (last === status) return path.map((step) => ({ ...step, paymentId, actor: 'test' }))
    paths.push(...paymentSteps().flatMap((step) => (step.from === last && path.length < 5 ? [[...path, step]] : [])))
  }
  throw new Error(`no payment becomes ${status}`)
}

function changeOf({ from, to, ...step }: Transition): PaymentChange {
  return { ...step, from: from!, to, ...(to === 'HELD' && { heldReasons: ['railNotAvailable'] }) }
}

function createTestInstitution(db: Database, now: Temporal.Instant): Promise<Institution> {
  return db.transaction(async (tx) => {
    const data = { code: 'bank', name: 'First Example Bank', timeZone: 'America/New_York', currency: 'USD', bic: null }
    const asked = { ...data, routingNumber: BANK_ROUTING_NUMBER, sandbox: true, dualControl: false, officers: [] }
    const { tenantId } = await createInstitution(tx, asked, createSealer(Buffer.alloc(32)), now)
    return readInstitution(tx, tenantId)
  })
}

async function insert({ db }: Context, sql: string, values: unknown[]): Promise<bigint> {
  const [row] = await db.read((tx) => tx.query<{ id: bigint }>(sql, values))
  return row!.id
}

function insertCustomer(context: Context, fields: CustomerFields = {}): Promise<bigint> {
  const { legalName = 'Harbor Coffee Ltd', customerType = 'Corporate' } = fields
  const { achCompanyId = null, taxId = '842345678' } = fields
  return insert(
    context,
    `insert into customers (tenant_id, external_reference_id, legal_name, short_name, customer_type, tax_id, status, ancestor_ids, parent_ids,
       ach_company_id, sec_codes, profile, is_admitted, created_at, updated_at)
       values ($1, 'test', $2, $3, $7, $4, 'Active', '{}', '{}', $5, '{}', '{}', true, $6, $6) returning id`,
    [context.tenantId, legalName, randomUUID(), taxId, achCompanyId, context.now.toString(), customerType],
  )
}

async function insertAccount(context: Context, { customerId, subType = 'Checking' }: AccountFields): Promise<bigint> {
  const { db, tenantId, now } = context
  const id = await db.transaction((tx) => openCustomerLedgerAccount(tx, tenantId, 'USD', now))
  return insert(
    context,
    `insert into accounts (tenant_id, id, customer_id, name, account_number, type, sub_type, system_of_record, currency, country,
       routing_number, bank_id_type, master_gl, status, enable_wire, enable_domestic_wire, enable_international_wire, enable_fednow,
       enable_rtp, receive_only_rails, enable_offset, default_offset, fee_account, return_account,
       features, additional_attributes, created_at, updated_at)
       values ($1, $2, $3, 'Operating', $4, 'DEPOSIT', $5, 'Giro', 'USD', 'US', $6, 'NID', '2000', 'Active', true, true, true, true, true, '{}', false, false,
       false, false,
       '{}', '[]', $7, $7) returning id`,
    [tenantId, id, customerId, `4000${id}`, subType, BANK_ROUTING_NUMBER, now.toString()],
  )
}

function insertContact(context: Context, customerId: bigint): Promise<bigint> {
  return insert(
    context,
    `insert into contacts (tenant_id, customer_id, external_reference_id, template_name, name, contact_type, account_number, account_type,
       account_currency, bank_name, bank_country, national_code, status, details, created_at, updated_at)
       values ($1, $2, 'test', 'test', 'Highland Beans', 'Company', '700100200300', 'Checking', 'USD', 'Other Bank', 'US', '021000021', 'Active', '{}',
       $3, $3) returning id`,
    [context.tenantId, customerId, context.now.toString()],
  )
}

function newPayment(parties: Pick<NewPayment, 'customerId' | 'senderAccountId' | 'contactId'>): NewPayment {
  return {
    id: randomUUID(),
    entryType: 'CREDIT',
    externalReferenceId: 'invoice-118',
    ...parties,
    receiverAccountId: null,
    amount: 125_50n,
    currency: 'USD',
    speed: 'Economy',
    rail: 'ACH',
    secCode: 'CCD',
    status: 'READY_TO_TRANSMIT',
    paymentDate: '2026-07-01',
    receiver: {
      name: 'Highland Beans Inc',
      accountNumber: '700100200300',
      accountType: 'Checking',
      bankCode: '021000021',
      messageDetailsIndex: null,
    },
    paymentNotes: null,
    details: {},
    createdBy: 'test',
    createdByUser: undefined,
    holdTransferId: null,
    fee: null,
    deductedAmount: null,
    feeFromProceeds: false,
    counted: null,
    approvals: { approvers: 0, institution: false },
    approvalExpiresAt: null,
    dueAt: null,
    valueDate: '2026-07-01',
    leavesAt: Temporal.Instant.from('2026-07-01T14:00:00.000Z'),
  }
}
