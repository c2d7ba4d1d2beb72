import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { request as requestOverTls, Agent as TlsAgent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino, { type Logger } from 'pino'
import type { App } from '../../src/app.ts'
import { readUnrecorded } from '../../src/audit/chain.store.ts'
import type { Transaction } from '../../src/db/client.ts'
import { EVENT_TYPES } from '../../src/events/event-types.ts'
import type { Operation } from '../../src/http/operation.ts'
import { findInstitutionByCode, type Institution, readInstitution } from '../../src/institution/institution.store.ts'
import type { AdjustmentCaps } from '../../src/institution/settings.ts'
import type { SweepState } from '../../src/jobs/sweep-state.ts'
import { type Clock, fixedClock } from '../../src/kernel/clock.ts'
import { currencies } from '../../src/kernel/currency.ts'
import type { MachineTime } from '../../src/kernel/machine-time.ts'
import { largestAmount } from '../../src/kernel/money.ts'
import type { Sealer } from '../../src/kernel/sealer.ts'
import { type Defences, type Observability, readEnvironment } from '../../src/main/config.ts'
import { createInstitution } from '../../src/main/create-institution.ts'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { startService } from '../../src/main/service.ts'
import type { TracingSettings } from '../../src/main/tracing/settings.ts'
import type { MailSettings } from '../../src/notifications/mailer.ts'
import { createApiClient } from '../../src/tokens/api-clients.ts'
import { ENTITLEMENTS, type Entitlement } from '../../src/tokens/entitlements.ts'
import { WEDNESDAY } from './clocks.ts'
import { assertDeclared } from './declared-answers.ts'
import { type Listening, listenAnywhere } from './ports.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** An HTTP answer with its body read. */
export interface Reply {
  status: number
  headers: Headers
  /** The JSON body; undefined if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  body: any
}

export interface CallOptions {
  /** The API client; by default the institution's, with every entitlement. Null for no token. */
  client?: TestClient | null
  idempotencyKey?: string
  headers?: Record<string, string>
  /** A body that is sent unchanged, instead of JSON. */
  rawBody?: string | Uint8Array
  /** The node to call; by default the first one. */
  at?: string
}

/** An API client with its token. */
export interface TestClient {
  apiKey: string
  apiSecret: string
  token: string
}

/** An institution and an API client with every entitlement. */
export interface TestTenant {
  institution: Institution
  client: TestClient
}

/** The defaults suit most tests: a sandbox without dual control, with ample adjustment caps. */
interface TenantOptions {
  sandbox?: boolean
  dualControl?: boolean
  routingNumber?: string
  /** Default: caps that no test reaches. */
  adjustmentCaps?: AdjustmentCaps
}

export interface TestService {
  baseUrl: string
  /** The login of the owner, a superuser. */
  databaseUrl: string
  /** The login of the service. */
  serviceUrl: string
  dataDir: string
  /** In hexadecimal digits, for a command on the same database. */
  encryptionKey: string
  app: App
  /** The first institution: a sandbox called `bank`. */
  tenant: TestTenant
  createTenant(code: string, options?: TenantOptions): Promise<TestTenant>
  createClient(
    tenant: TestTenant,
    options: { legalEntityId?: bigint; entitlements?: readonly Entitlement[]; trustedToNamePersons?: boolean },
  ): Promise<TestClient>
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  /**
   * Starts another node on the same database with the same public URL, and returns its URL. It
   * stops with the service. What is not given is as on the first node.
   */
  startNode(own?: { clock?: Clock; worker?: boolean; defences?: Partial<Defences> }): Promise<string>
  /** All nodes read the data keys now. */
  readKeys(): Promise<void>
  /** What the workers of the nodes do. */
  sweeps(): SweepState[]
  /** Runs SQL with the role of the service. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

export const ROUTING_NUMBER = '061099995'

/** Caps that no test reaches, in every currency. */
const AMPLE_CAPS: AdjustmentCaps = Object.fromEntries(
  [...currencies.keys()].map((currency) => {
    const largest = String(largestAmount(currency))
    return [currency, { perBooking: largest, perDay: largest }]
  }),
)

/** How long a request may take, and wait for a connection: on a busy machine it finds both. */
const AMPLE_MS = 60_000

export const AMPLE_DEFENCES: Defences = {
  ...readEnvironment({}).defences,
  rateLimits: {
    perClient: { quota: 1_000_000, seconds: 1 },
    perAddress: { quota: 1_000_000, seconds: 1 },
    bytesPerAddress: undefined,
  },
  maxLateMs: Number.POSITIVE_INFINITY,
  requestTimeoutMs: AMPLE_MS,
}

/** The complete service in this process over real HTTP, with its own database and directory. */
export async function startTestService(
  options: {
    /**
     * The clock of business time. By default, it stands on a Wednesday: a test of what is due later
     * gives one that it moves, or one that moves by itself.
     */
    clock?: Clock
    /** By default the machine's, by which the token library checks tokens. */
    tokenClock?: Clock
    /** What waits, leases and time limits go by, such as a manual one. */
    time?: MachineTime
    worker?: boolean
    /** Plays the ACH operator for sandboxes. */
    simulatesAch?: boolean
    mail?: MailSettings
    operations?: readonly Operation[]
    /** Nodes of another release: their answers follow its own document. */
    otherReleases?: readonly string[]
    log?: Logger
    /**
     * Changes to the default settings. The default rate limits are too high for any test to reach,
     * and no request is refused or given up because the machine is busy.
     */
    defences?: Partial<Defences>
    publicUrl?: string
    /** The name in the public URL in place of the address: passkeys belong to a name. */
    publicName?: string
    tls?: { cert: Buffer; key: Buffer }
    securityContact?: string
    /** The folder with the built pages of the console. */
    consolePages?: string
    servesConsole?: boolean
    webhookNetworks?: readonly string[]
    customerWebhookNetworks?: readonly string[]
    observability?: Partial<Observability>
    tracing?: TracingSettings
    /** The directory from which the networks pick up files; by default in the data directory. */
    outboxDir?: string
    /** The folder with the keys for signed messages; by default none are signed. */
    messageKeysDir?: string
    encryptionKey?: Buffer
    /** Returns the URL by which the service reaches its database, for a test with a proxy. */
    reach?: (databaseUrl: string) => Promise<string>
    /** The database; by default a new one of the cluster of all tests. */
    database?: TestDatabase
  } = {},
): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase())
  const reachedAt = (await options.reach?.(database.serviceUrl)) ?? database.serviceUrl
  const dataDir = await mkdtemp(join(tmpdir(), 'giro-service-'))
  const first = await listenAnywhere()
  const baseUrl = `${options.tls ? 'https' : 'http'}://127.0.0.1:${first.port}`
  const encryptionKey = options.encryptionKey ?? randomBytes(32)
  const { clock = fixedClock(WEDNESDAY) } = options
  const start = (at: Listening, own: Parameters<TestService['startNode']>[0] = {}) =>
    startService({
      databaseUrl: reachedAt,
      maxConnections: 10,
      // With a proxy, tests wait for the end of what it holds up.
      connectTimeoutMs: options.reach ? undefined : AMPLE_MS,
      dataDir,
      outboxDir: options.outboxDir,
      messageKeysDir: options.messageKeysDir,
      master: masterKeyFrom(encryptionKey),
      log: options.log ?? pino({ level: 'fatal' }),
      clock: own.clock ?? clock,
      tokenClock: options.tokenClock,
      time: options.time,
      http: {
        host: '127.0.0.1',
        ...at,
        publicUrl: options.publicUrl ?? baseUrl.replace('127.0.0.1', options.publicName ?? '127.0.0.1'),
        securityContact: options.securityContact,
        operations: options.operations,
        ...(options.consolePages !== undefined && { consolePages: options.consolePages }),
        ...(options.servesConsole !== undefined && { servesConsole: options.servesConsole }),
        tls: options.tls,
        defences: { ...AMPLE_DEFENCES, ...options.defences, ...own.defences },
      },
      worker: own.worker ?? options.worker ?? false,
      ...(options.simulatesAch && { simulatesAch: true }),
      mail: options.mail,
      webhookNetworks: options.webhookNetworks ?? [],
      customerWebhookNetworks: options.customerWebhookNetworks ?? [],
      observability: { ...readEnvironment({}).observability, ...options.observability },
      tracing: options.tracing,
    }).catch((error) => {
      at.listening.close()
      throw error
    })
  const nodes = [await start(first)]
  const { app } = nodes[0]!
  const { sealer } = app.db.keyring

  const createClient: TestService['createClient'] = async (
    { institution },
    { legalEntityId, entitlements, ...rest },
  ) => {
    const client = await app.db.transaction((tx) =>
      createApiClient(tx, {
        tenantId: institution.tenantId,
        name: 'test',
        legalEntityId: legalEntityId ?? institution.legalEntityId,
        entitlements: entitlements ?? ENTITLEMENTS,
        ...rest,
        now: app.clock.now(),
      }),
    )
    return { ...client, token: await fetchToken(baseUrl, institution.code, client) }
  }
  const createTenant: TestService['createTenant'] = async (
    code,
    { sandbox = true, dualControl = false, routingNumber = ROUTING_NUMBER, adjustmentCaps = AMPLE_CAPS } = {},
  ) => {
    const asked = { code, sandbox, dualControl, routingNumber, adjustmentCaps }
    // Another release may have created it in the database that the test gave.
    const existing = options.otherReleases && (await app.db.read((db) => findInstitutionByCode(db, code)))
    const institution = existing ?? (await createTestInstitution(app, sealer, asked))
    // The nodes of a service read it within two seconds: the tests start after that.
    await app.db.readKeys()
    const tenant = { institution } as TestTenant
    tenant.client = await createClient(tenant, {})
    return tenant
  }
  const tenant = await createTenant('bank')

  return {
    baseUrl,
    databaseUrl: database.url,
    serviceUrl: database.serviceUrl,
    dataDir,
    encryptionKey: encryptionKey.toString('hex'),
    app,
    tenant,
    createTenant,
    createClient,
    async call(method, path, body, { client = tenant.client, at = baseUrl, ...rest } = {}) {
      const reply = await send(method, at + path, body, { client, ...rest })
      if (!options.operations && !options.otherReleases?.includes(at)) assertDeclared(method, path, reply)
      return reply
    },
    async startNode(own) {
      const at = await listenAnywhere()
      nodes.push(await start(at, own))
      return `${options.tls ? 'https' : 'http'}://127.0.0.1:${at.port}`
    },
    async readKeys() {
      await Promise.all(nodes.map((node) => node.app.db.readKeys()))
    },
    sweeps: () => nodes.flatMap(({ worker }) => worker?.states() ?? []),
    query: (text, values) => app.db.read((tx) => tx.query(text, values)),
    async stop() {
      // A proxy may already be closed.
      const unknown = options.reach ? [] : await unknownEvents(app)
      const unrecorded = options.reach ? [] : await unrecordedEvents(app)
      for (const node of nodes) await node.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (unknown.length > 0) throw new Error(`add to src/events/event-types.ts: ${unknown.join(', ')}`)
      if (unrecorded.length > 0) throw new Error(`these have no audit record: ${unrecorded.join(', ')}`)
    },
  }
}

function createTestInstitution(
  app: App,
  sealer: Sealer,
  { code, sandbox, dualControl, routingNumber, adjustmentCaps }: { code: string } & Required<TenantOptions>,
): Promise<Institution> {
  return app.db.transaction(async (tx: Transaction) => {
    const asked = {
      code,
      name: `Bank ${code}`,
      timeZone: 'America/New_York',
      currency: 'USD',
      routingNumber,
      bic: null,
    }
    const officers = ['manager', 'officer']
    const created = await createInstitution(
      tx,
      { ...asked, sandbox, dualControl, officers, adjustmentCaps },
      sealer,
      app.tokenClock.now(),
    )
    return readInstitution(tx, created.tenantId)
  })
}

/** The connections to the services of this process. */
const agent = new Agent({ keepAlive: true })
const tlsAgent = new TlsAgent({ keepAlive: true })

/**
 * By `node:http`, because fetch refuses a GET with a body and takes twice the processor time. The
 * suites over all operations send ten thousand requests.
 */
async function send(
  method: string,
  url: string,
  body: unknown,
  { client, idempotencyKey, headers, rawBody }: CallOptions,
): Promise<Reply> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  const isTls = url.startsWith('https:')
  const asked = (isTls ? requestOverTls : request)(url, {
    agent: isTls ? tlsAgent : agent,
    method,
    headers: {
      ...(client ? { authorization: `Bearer ${client.token}` } : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      ...(idempotencyKey ? { 'idempotent-key': idempotencyKey } : {}),
      ...headers,
    },
  })
  asked.end(sent)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const answer = await text(response)
  return {
    status: response.statusCode!,
    headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    body: answer === '' ? undefined : JSON.parse(answer),
  }
}

/**
 * Types of recorded events that the catalogue does not have, except types that begin with `test`.
 */
async function unknownEvents({ db }: App): Promise<string[]> {
  const made = await db.read((tx) => tx.query<{ type: string }>('select distinct type from events'))
  return made.map(({ type }) => type).filter((type) => !EVENT_TYPES.includes(type) && !type.startsWith('test'))
}

/** The types of events that have no audit record, but for those that tests write by SQL. */
async function unrecordedEvents({ db }: App): Promise<string[]> {
  return db.read(async (tx) => {
    const tenants = await tx.query<{ tenantId: bigint }>('select tenant_id from institutions')
    const found: string[] = []
    for (const { tenantId } of tenants)
      for (const { type } of await readUnrecorded(tx, tenantId, 20))
        if (type !== null && !type.startsWith('test')) found.push(type)
    return [...new Set(found)]
  })
}

/**
 * Requests a token from the token endpoint of a node, with the client's key and secret in HTTP
 * Basic.
 */
export function requestToken(
  baseUrl: string,
  tenantCode: string,
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
  form: Record<string, string> = { grant_type: 'client_credentials' },
): Promise<Response> {
  return fetch(`${baseUrl}/auth/realms/${tenantCode}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  })
}

export async function fetchToken(baseUrl: string, tenantCode: string, client: { apiKey: string; apiSecret: string }) {
  const response = await requestToken(baseUrl, tenantCode, client)
  if (!response.ok) throw new Error(`no token from ${tenantCode}: ${response.status} ${await response.text()}`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

/** A valid body for a customer with unique names. `fields` replace the defaults. */
export function customerBody(fields: object = {}) {
  const unique = randomUUID().slice(0, 8)
  return {
    externalReferenceId: `customer-${unique}`,
    legalName: `Company ${unique}`,
    shortName: `company-${unique}`,
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
    ...fields,
  }
}

/** How many bodies of accounts were made, so that each has a number of its own. */
let accounts = 0

export function accountBody(fields: object = {}) {
  return {
    accountName: 'Operating account',
    accountNumber: String(1e12 + ++accounts),
    accountType: 'Deposit',
    accountSubType: 'Checking',
    currency: 'USD',
    countryCode: 'US',
    systemOfRecords: 'Giro',
    routingNumber: ROUTING_NUMBER,
    masterGl: '2000',
    ...fields,
  }
}

/**
 * A valid body for a consumer with a unique login id and account number. `fields` replace the
 * defaults.
 */
export function consumerBody(fields: object = {}) {
  const { systemOfRecords: _core, masterGl: _gl, ...account } = accountBody()
  return {
    loginId: `consumer-${randomUUID()}`,
    firstName: 'Ada',
    lastName: 'Lund',
    email: 'ada@home.example',
    phoneNumber: '+12075550100',
    Address: { addressLine1: '3 Pine Street', city: 'Portland', state: 'ME', postalCode: '04101', countryCode: 'US' },
    account: { ...account, bankIdType: 'NID' },
    ...fields,
  }
}

export function contactBody(fields: object = {}) {
  const unique = randomUUID().slice(0, 8)
  return {
    externalReferenceId: `contact-${unique}`,
    templateName: `Supplier ${unique}`,
    name: 'Highland Beans Inc',
    contactType: 'Company',
    contactBank: {
      country: 'US',
      accountNo: '700100200300',
      accountCcy: 'USD',
      name: 'First Example Bank',
      nationalCode: '021000021',
    },
    ...fields,
  }
}

/** Approves, as the institution, a customer that a customer's client created. */
async function admit(service: TestService, approvalUID: string): Promise<void> {
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = (await service.call('GET', path)).body.data
  const { status } = await service.call('PUT', `${path}/approve`, { contentHash })
  if (status !== 200) throw new Error(`the new customer was not approved: ${status}`)
}

/** Creates over HTTP what a payment needs: a customer with a funded account and a contact. */
export interface Payer {
  customerUID: string
  accountUID: string
  accountNumber: string
  contactUID: string
}

export async function createPayer(
  service: TestService,
  options: { balance?: number; client?: TestClient; customer?: object; account?: object; contact?: object } = {},
): Promise<Payer> {
  const { client = service.tenant.client, balance = 1000 } = options
  const call = async (path: string, body: unknown) => {
    const reply = await service.call('POST', path, body, { client })
    if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const { customerUID, approvalUID } = await call('/v2/customers', customerBody(options.customer))
  if (approvalUID) await admit(service, approvalUID)
  const { accountNumber: chosen, ...account } = accountBody(options.account)
  // Only the institution chooses numbers.
  const mayChoose = client === service.tenant.client || 'accountNumber' in (options.account ?? {})
  const numbered = mayChoose ? { ...account, accountNumber: chosen } : account
  const { accountUID } = await call(`/v3/customers/${customerUID}/accounts`, numbered)
  const { customerContactUID } = await call(`/customers/${customerUID}/contacts`, contactBody(options.contact))
  if (balance > 0) {
    const deposit = {
      direction: 'Credit',
      amount: balance,
      currency: account.currency,
      reason: 'test',
      externalReferenceId: 'test',
    }
    await call(`/v1/institution/accounts/${accountUID}/adjustments`, deposit)
  }
  const accountNumber = mayChoose ? chosen : await readNumber(service, client, { customerUID, accountUID })
  return { customerUID, accountUID, accountNumber, contactUID: customerContactUID }
}

async function readNumber(
  service: TestService,
  client: TestClient,
  { customerUID, accountUID }: { customerUID: string; accountUID: string },
): Promise<string> {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}`
  return (await service.call('GET', path, undefined, { client })).body.data.accountNumber
}

/** The body of an account whose number the institution draws. */
export function unnumberedBody(fields: object = {}) {
  const { accountNumber: _chosen, ...body } = accountBody(fields)
  return body
}

export function creditBody(payer: Pick<Payer, 'accountUID' | 'contactUID'>, fields: object = {}) {
  return {
    externalReferenceId: `payment-${randomUUID().slice(0, 8)}`,
    paymentAmount: 10,
    paymentCurrency: 'USD',
    speed: 'Economy',
    sender: { accountUID: payer.accountUID },
    receiver: { accountUID: payer.contactUID },
    ...fields,
  }
}

export function debitBody(payer: Pick<Payer, 'accountUID' | 'contactUID'>, fields: object = {}) {
  const { sender: creditor, receiver: debtor, ...body } = creditBody(payer)
  return { ...body, creditor, debtor, ...fields }
}

export function transferBody({ from, to, ...fields }: { from: string; to: string; [field: string]: unknown }) {
  return {
    externalReferenceId: `transfer-${randomUUID().slice(0, 8)}`,
    paymentAmount: 10,
    paymentCurrency: 'USD',
    senderAccount: { accountUID: from },
    receiverAccount: { accountUID: to },
    ...fields,
  }
}
