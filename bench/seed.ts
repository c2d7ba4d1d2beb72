import { adjustAccount } from '../src/accounts/adjust-account.ts'
import { createAccount } from '../src/accounts/create-account.ts'
import { createContact } from '../src/contacts/create-contacts.ts'
import { createCustomer } from '../src/customers/create-customer.ts'
import type { Database } from '../src/db/client.ts'
import { type AchCollection, capsIn } from '../src/institution/settings.ts'
import { type Clock, today } from '../src/kernel/clock.ts'
import type { Refusal } from '../src/kernel/refusal.ts'
import type { Result } from '../src/kernel/result.ts'
import { createInstitution } from '../src/main/create-institution.ts'
import type { Principal } from '../src/tokens/access-tokens.ts'
import { createApiClient } from '../src/tokens/api-clients.ts'
import { ENTITLEMENTS } from '../src/tokens/entitlements.ts'

/** A funded account, and what it can pay: a contact at another bank, and one at its own. */
export interface Payer {
  customerUID: string
  accountUID: string
  contactUID: string
  /** The account of another customer. */
  bookContactUID: string
}

export interface Seed {
  /** As text, because it is sent between processes. */
  tenantId: string
  tenantCode: string
  apiKey: string
  apiSecret: string
  payers: Payer[]
}

const TENANT_CODE = 'bench'
const TIME_ZONE = 'America/New_York'
const ROUTING_NUMBER = '061099995'
export const ACCOUNTS_PER_CUSTOMER = 10
const BALANCE = 50_000_000

/**
 * An institution configured as in production, with ten funded accounts for each customer. Created
 * with the use cases of the API.
 */
export async function seed(db: Database, clock: Clock, customers: number): Promise<Seed> {
  const { sealer } = db.keyring
  const { principal, apiKey, apiSecret } = await db.transaction(async (tx) => {
    const now = clock.now()
    const { tenantId, legalEntityId } = await createInstitution(
      tx,
      {
        code: TENANT_CODE,
        name: 'Bench Bank',
        timeZone: TIME_ZONE,
        currency: 'USD',
        routingNumber: ROUTING_NUMBER,
        bic: null,
        sandbox: false,
        dualControl: false,
        officers: ['officer'],
        adjustmentCaps: capsIn('USD', { perBooking: BALANCE, perDay: 1_000_000 * BALANCE }),
      },
      sealer,
      now,
    )
    // Collection windows as in production, but none of them opens during the bench.
    const time = now.add({ hours: 12 }).toZonedDateTimeISO(TIME_ZONE).toPlainTime().toString({ smallestUnit: 'minute' })
    const collection: AchCollection = { kind: 'windows', economy: [time], economyPlus: [time] }
    await tx.query(
      `update institutions set settings = jsonb_set(settings, '{ach,collection}', $2::jsonb) where tenant_id = $1`,
      [tenantId, JSON.stringify(collection)],
    )
    const client = await createApiClient(tx, {
      tenantId,
      name: 'Bench',
      legalEntityId,
      entitlements: ENTITLEMENTS,
      now,
    })
    const principal: Principal = {
      tenantId,
      tenantCode: TENANT_CODE,
      clientId: client.apiKey,
      legalEntityId,
      entitlements: new Set(ENTITLEMENTS),
      expiresAt: Number.POSITIVE_INFINITY,
    }
    return { principal, ...client }
  })
  const payers: Payer[] = []
  for (let n = 0; n < customers; n++) payers.push(...(await seedCustomer(db, principal, { n, customers }, clock)))
  return { tenantId: String(principal.tenantId), tenantCode: TENANT_CODE, apiKey, apiSecret, payers }
}

function seedCustomer(
  db: Database,
  principal: Principal,
  { n, customers }: { n: number; customers: number },
  clock: Clock,
): Promise<Payer[]> {
  const { sealer } = db.keyring
  return db.transaction(async (tx) => {
    const now = clock.now()
    const { customer } = must(await createCustomer(tx, principal, customerBody(n), now))
    const customerUID = String(customer.id)
    const payers: Payer[] = []
    for (let place = 0; place < ACCOUNTS_PER_CUSTOMER; place++) {
      const number = accountNumber(n, place)
      const account = must(await createAccount(tx, principal, customerUID, accountBody(number), { sealer, now }))
      must(await adjustAccount(tx, principal, String(account.id), depositBody(number), now))
      const { contact } = must(await createContact(tx, principal, customerUID, contactBody(number), now))
      const other = bookContactBody(number, accountNumber((n + 1) % customers, place))
      const book = must(await createContact(tx, principal, customerUID, other, now)).contact
      const contacts = { contactUID: String(contact.id), bookContactUID: String(book.id) }
      payers.push({ customerUID, accountUID: String(account.id), ...contacts })
    }
    return payers
  })
}

function accountNumber(customer: number, place: number): string {
  return String(4_000_000_000 + customer * ACCOUNTS_PER_CUSTOMER + place)
}

/** Today's date in the institution's time zone. */
export function paymentDate(clock: Clock): string {
  return today(clock.now(), TIME_ZONE).toString()
}

/** A valid body; two customers need different numbers. */
export function customerBody(n: number) {
  return {
    externalReferenceId: `customer-${n}`,
    legalName: `Company ${n}`,
    shortName: `company-${n}`,
    customerType: 'Corporate',
    taxId: '842345678',
    language: 'en',
    legalAddress: {
      addressLine1: '12 Quay Street',
      city: 'Portland',
      state: 'ME',
      postalCode: '04101',
      countryCode: 'US',
    },
    mailAddressSameAsLegal: true,
    costCenter: '0001',
    relationshipManager: 'officer',
    originatingOfficer: 'officer',
  }
}

/** A valid body, without a number unless it is given. */
export function accountBody(accountNumber?: string) {
  return {
    accountName: 'Operating account',
    ...(accountNumber !== undefined && { accountNumber }),
    accountType: 'Deposit',
    accountSubType: 'Checking',
    currency: 'USD',
    countryCode: 'US',
    systemOfRecords: 'Giro',
    routingNumber: ROUTING_NUMBER,
    masterGl: '2000',
  }
}

function depositBody(number: string) {
  return {
    direction: 'Credit',
    amount: BALANCE,
    currency: 'USD',
    reason: 'Opening deposit',
    externalReferenceId: `deposit-${number}`,
  }
}

export function contactBody(number: string) {
  return {
    externalReferenceId: `contact-${number}`,
    templateName: `Supplier ${number}`,
    name: 'Highland Beans Inc',
    contactType: 'Company',
    contactBank: {
      country: 'US',
      accountNo: `7${number}`,
      accountCcy: 'USD',
      name: 'First Example Bank',
      nationalCode: '021000021',
    },
  }
}

/** A contact with an account at the institution itself. */
function bookContactBody(number: string, accountNo: string) {
  const body = contactBody(`book-${number}`)
  return { ...body, contactBank: { ...body.contactBank, accountNo, name: 'Bench Bank', nationalCode: ROUTING_NUMBER } }
}

function must<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(`seeding was refused: ${result.refusal.reason} ${result.refusal.detail ?? ''}`)
  return result.value
}
