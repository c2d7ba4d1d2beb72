import { randomUUID } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { adjustAccount, createAccount } from '../../accounts/accounts.ts'
import { importDirectory } from '../../banks/banks.ts'
import { createContact } from '../../contacts/contacts.ts'
import { createCustomer, findCustomerByShortName } from '../../customers/customers.ts'
import { lockOnce } from '../../db/advisory-locks.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { setRates } from '../../fx/fx.ts'
import { refusalMessage } from '../../http/errors.ts'
import { capsIn, findInstitutionByCode, type Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Result } from '../../kernel/result.ts'
import type { Sealer } from '../../kernel/sealer.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { createApiClient, findApiClientByName, rotateApiClientSecret } from '../../tokens/api-clients.ts'
import { ENTITLEMENTS } from '../../tokens/entitlements.ts'
import { createInstitution } from '../create-institution.ts'
import { DEMO_LISTS, demoParticipants } from './demo-banks.ts'

/** What a client needs to use the demo; the content of `demo.json`. */
export interface Demo {
  baseUrl: string
  tokenUrl: string
  tenantCode: string
  apiKey: string
  apiSecret: string
  customerUID: string
  fundingAccountNumber: string
  contactAccountNumber: string
  /** The account of a contact that is paid in euros. */
  euroContactAccountNumber: string
  /** Who can sign in to the console; missing until they were made. */
  people?: DemoPerson[]
}

/** What a person of the demo signs in with. */
export interface DemoPerson {
  login: string
  password: string
  /** For an authenticator app, in base32. */
  totpSecret: string
}

const TENANT_CODE = 'demo'
const CLIENT_NAME = 'Demo'
const TIME_ZONE = 'America/New_York'
const ROUTING_NUMBER = '061099995'
const FUNDING_ACCOUNT_NUMBER = '400000001'
const CONTACT_ACCOUNT_NUMBER = '700100200300'
const EURO_CONTACT_ACCOUNT_NUMBER = 'DE89370400440532013000'

const customerBody = {
  externalReferenceId: 'demo-customer',
  legalName: 'Blue Harbor Coffee LLC',
  shortName: 'blue-harbor',
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
  relationshipManager: 'manager',
  originatingOfficer: 'officer',
}

const accountBody = {
  accountName: 'Operating account',
  accountNumber: FUNDING_ACCOUNT_NUMBER,
  accountType: 'Deposit',
  accountSubType: 'Checking',
  currency: 'USD',
  countryCode: 'US',
  systemOfRecords: 'Giro',
  routingNumber: ROUTING_NUMBER,
  masterGl: '2000',
}

const depositBody = {
  direction: 'Credit',
  amount: 1_000_000,
  currency: 'USD',
  reason: 'Opening deposit',
  externalReferenceId: 'demo-deposit',
}

const contactBody = {
  externalReferenceId: 'demo-contact',
  templateName: 'Bean supplier',
  name: 'Highland Beans Inc',
  contactType: 'Company',
  contactBank: {
    country: 'US',
    accountNo: CONTACT_ACCOUNT_NUMBER,
    accountCcy: 'USD',
    name: 'First Example Bank',
    nationalCode: '021000021',
  },
}

const euroContactBody = {
  externalReferenceId: 'demo-euro-contact',
  templateName: 'German roastery',
  name: 'Hansa Kaffee GmbH',
  contactType: 'Company',
  contactBank: {
    country: 'DE',
    accountNo: EURO_CONTACT_ACCOUNT_NUMBER,
    accountCcy: 'EUR',
    name: 'Beispielbank AG',
    swiftCode: 'DEUTDEFF',
  },
}

/** Invented, but close to past market rates. A sandbox quotes them however old they are. */
const fxRates = {
  rates: [
    demoRate('EUR', 'USD', [1.0841, 1.0843, 1.0845], [0.0004, 0.0018, 0.0054, 0.0212]),
    demoRate('GBP', 'USD', [1.2698, 1.27, 1.2702], [0.0001, 0.0002, 0.0005, 0.0012]),
    demoRate('USD', 'CAD', [1.3698, 1.37, 1.3702], [-0.0003, -0.0012, -0.0036, -0.0145]),
    demoRate('USD', 'MXN', [18.195, 18.2, 18.205], [0.018, 0.08, 0.24, 0.98]),
    demoRate('USD', 'JPY', [151.22, 151.24, 151.26], [-0.15, -0.64, -1.92, -7.4]),
    demoRate('USD', 'KWD', [0.3071, 0.3073, 0.3075], [0, -0.0001, -0.0003, -0.0012]),
  ],
}

function demoRate(baseCcy: string, quoteCcy: string, [bid, mid, ask]: [number, number, number], points: number[]) {
  const tenors = ['1W', '1M', '3M', '1Y']
  // Value today and value tomorrow are quoted at the spot rate.
  const beforeSpot = ['ON', 'TN'].map((tenor) => ({ tenor, points: 0 }))
  const forwardPoints = [...beforeSpot, ...points.map((points, index) => ({ tenor: tenors[index]!, points }))]
  return { baseCcy, quoteCcy, bid, mid, ask, forwardPoints }
}

/**
 * The demo institution, created on first use: a sandbox with every rail on, exchange rates, a
 * customer with a funded account and contacts, and an API client with every entitlement. Only
 * `demo.json` has the client's secret. If that file is missing, the client receives a new secret.
 */
export async function ensureDemo(
  db: Database,
  options: { sealer: Sealer; dataDir: string; baseUrl: string; now: Temporal.Instant },
): Promise<{ demo: Demo; isNew: boolean }> {
  const { sealer, dataDir, baseUrl, now } = options
  const known = await findDemo(dataDir)
  const { credentials, isNew } = await db.transaction(async (tx) => {
    await lockOnce(tx, 'demo')
    const institution = await findInstitutionByCode(tx, TENANT_CODE)
    if (!institution) return { credentials: await createDemo(tx, sealer, now), isNew: true }
    const isKnown =
      known !== undefined && (await findApiClientByName(tx, institution.tenantId, CLIENT_NAME)) === known.apiKey
    return { credentials: isKnown ? known : await newSecret(tx, institution, now), isNew: false }
  })
  const demo: Demo = {
    baseUrl,
    tokenUrl: `${baseUrl}/auth/realms/${TENANT_CODE}/protocol/openid-connect/token`,
    tenantCode: TENANT_CODE,
    apiKey: credentials.apiKey,
    apiSecret: credentials.apiSecret,
    customerUID: credentials.customerUID,
    fundingAccountNumber: FUNDING_ACCOUNT_NUMBER,
    contactAccountNumber: CONTACT_ACCOUNT_NUMBER,
    euroContactAccountNumber: EURO_CONTACT_ACCOUNT_NUMBER,
    // Those of another database cannot sign in to a new one.
    ...(!isNew && known?.people && { people: known.people }),
  }
  await writeDemo(dataDir, demo)
  return { demo, isNew }
}

/** Adds the people to `demo.json`. */
export async function keepPeople(dataDir: string, { baseUrl, tokenUrl, ...rest }: Demo, people: DemoPerson[]) {
  const known = await findDemo(dataDir)
  await writeDemo(dataDir, { baseUrl, tokenUrl, ...rest, ...known, people })
}

const writeDemo = (dataDir: string, demo: Demo) =>
  writePrivately(demoFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`)

type Credentials = Pick<Demo, 'apiKey' | 'apiSecret' | 'customerUID'>

async function createDemo(tx: Transaction, sealer: Sealer, now: Temporal.Instant): Promise<Credentials> {
  const { tenantId, legalEntityId } = await createInstitution(
    tx,
    {
      code: TENANT_CODE,
      name: 'Demo Bank',
      timeZone: TIME_ZONE,
      currency: 'USD',
      routingNumber: ROUTING_NUMBER,
      bic: 'DEMOUS33',
      sandbox: true,
      dualControl: false,
      officers: ['manager', 'officer'],
      adjustmentCaps: capsIn('USD', { perBooking: 1_000_000, perDay: 100_000_000 }),
    },
    sealer,
    now,
  )
  const client = await createApiClient(tx, {
    tenantId,
    name: CLIENT_NAME,
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
  await importDemoBanks(tx, tenantId, now)
  const { customer } = must(await createCustomer(tx, principal, customerBody, now))
  const customerUID = String(customer.id)
  const account = must(await createAccount(tx, principal, customerUID, accountBody, { sealer, now }))
  must(await adjustAccount(tx, principal, String(account.id), depositBody, now))
  must(await createContact(tx, principal, customerUID, contactBody, now))
  must(await createContact(tx, principal, customerUID, euroContactBody, now))
  must(await setRates(tx, principal, fxRates, now))
  return { ...client, customerUID }
}

async function importDemoBanks(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  for (const rail of DEMO_LISTS) {
    const list = { rail, listedOn: today(now, TIME_ZONE).toString(), participants: demoParticipants(rail) }
    const source = { fileName: 'demo', sha256: '', importedBy: 'operator' }
    const imported = await importDirectory(tx, tenantId, { ...list, ...source }, now)
    if (!imported.ok) throw new Error(imported.refusal)
  }
}

async function newSecret(tx: Transaction, institution: Institution, now: Temporal.Instant): Promise<Credentials> {
  const { tenantId } = institution
  const clientId = await findApiClientByName(tx, tenantId, CLIENT_NAME)
  const customer = await findCustomerByShortName(tx, tenantId, customerBody.shortName)
  if (!clientId || !customer) throw new Error('the demo institution has no API client or no customer')
  const { apiSecret } = await rotateApiClientSecret(tx, { tenantId, clientId, overlapSeconds: 0, now })
  return { apiKey: clientId, apiSecret, customerUID: String(customer.id) }
}

function must<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(refusalMessage('The demo could not be created', result.refusal))
  return result.value
}

const demoFile = (dataDir: string) => join(dataDir, 'demo.json')

/** The content of `demo.json`; undefined if it does not exist or cannot be read. */
export async function findDemo(dataDir: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(demoFile(dataDir), 'utf8'))
  } catch {
    return undefined
  }
}

async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}
