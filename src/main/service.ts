import { randomBytes, randomUUID } from 'node:crypto'
import type { Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { achImportSweeps } from '../ach-imports/ach-imports.jobs.ts'
import { clockSweeps } from '../administration/clock.jobs.ts'
import type { App } from '../app.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import { proposeRequest } from '../approvals/approvals.ts'
import { auditSweeps } from '../audit/audit.jobs.ts'
import { bookSweeps } from '../books/books.jobs.ts'
import { mountConsole, redirectUriOf, refuseWithoutStepUp } from '../console/console.ts'
import { requireCustomer } from '../customers/customers.ts'
import { type Database, openDatabase } from '../db/client.ts'
import type { Listening } from '../db/listen.ts'
import { isPooled } from '../db/session.ts'
import { createTotals } from '../db/totals.ts'
import { eventSweeps } from '../events/events.jobs.ts'
import { fxSweeps } from '../fx/fx.jobs.ts'
import type { Admission } from '../http/admission.ts'
import { createChangeBatches } from '../http/change-batches.ts'
import { createCertificateReader } from '../http/client-certificate.ts'
import { bodyKiBOf, type Operation } from '../http/operation.ts'
import { createOverload } from '../http/overload.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { createServer, type ServerOptions } from '../http/server.ts'
import { shareRateLimits } from '../http/share-rate-limits.ts'
import { readInstitutionTime } from '../institution/institution.ts'
import { createNotifier, listenForWork } from '../jobs/work-hints.ts'
import { type Drainable, startWorker, type Worker } from '../jobs/worker.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { createHints, type Hints } from '../kernel/hints.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { messageImportSweeps, messageSweeps } from '../message-imports/message-imports.jobs.ts'
import { mailSweeps, notificationSweeps } from '../notifications/notifications.jobs.ts'
import { createMailer, type MailSettings } from '../notifications/notifications.ts'
import { obligationSweeps } from '../obligations/obligations.jobs.ts'
import { outstandingSweeps } from '../outstanding/outstanding.jobs.ts'
import { paymentFileSweeps } from '../payment-files/payment-files.jobs.ts'
import { createPaymentIntake, hasWaitingPayments, renderSteps } from '../payments/payments.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { networkSweeps, railSweeps, serverSweeps, simulatorSweeps } from '../rails/rails.jobs.ts'
import {
  type AmqpSettings,
  createAchServer,
  createAmqpLinks,
  createDirectoryInbox,
  createMessageLinks,
  createOutbox,
  readMessageSchemas,
  type SftpSettings,
} from '../rails/rails.ts'
import { receiptSweeps } from '../receipts/receipts.jobs.ts'
import { invitationSweeps } from '../sign-in/sign-in.jobs.ts'
import { createPeople } from '../sign-in/sign-in.ts'
import { createAccessTokenVerifier } from '../tokens/access-tokens.ts'
import type { ConsoleClient } from '../tokens/console-client.ts'
import { createPolledReading, type PolledReading } from '../tokens/polled-reading.ts'
import { createTokenService, type TokenService } from '../tokens/token-service.ts'
import { webhookSweeps } from '../webhooks/webhooks.jobs.ts'
import { createNetworkRules, startSender } from '../webhooks/webhooks.ts'
import { anchorSweeps } from './anchors.ts'
import { approvalSubjects } from './approval-subjects.ts'
import {
  anchorDirOf,
  type Defences,
  INCOMING_MAX_BYTES,
  type Observability,
  outboxDirOf,
  VERIFY_EVERY_HOURS,
} from './config.ts'
import { buildContract, onlyInstitutionReader } from './contract.ts'
import { housekeepingSweeps } from './housekeeping.ts'
import type { MasterKey } from './key-providers/key-provider-of.ts'
import { readMessageKeys } from './message-keys.ts'
import type { Listener } from './observability/listener.ts'
import { createObservers, NOTHING_OBSERVED, type Observers, observeWork } from './observability/observe-service.ts'
import type { WorkHealthReader } from './observability/work-health.ts'
import { operations as allOperations } from './operations.ts'
import { compareAtStart } from './rail-evidence.ts'
import { createReadyCheck } from './ready-check.ts'
import { resealingSweeps } from './resealing.ts'
import { RETENTION, type Retention } from './retention.ts'
import { StartupError } from './startup-error.ts'
import type { RunningTracing, TracingSettings } from './tracing/settings.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { traceSweeps } from './tracing/traces.jobs.ts'
import { verificationSweeps } from './verification/verification.jobs.ts'

export interface ServiceOptions {
  /** A migrated database. */
  databaseUrl: string
  /** Where to listen for work of other processes; by default the same. */
  listenUrl?: string | undefined
  maxConnections: number
  /** How long a request waits for a free connection; by default five seconds. */
  connectTimeoutMs?: number
  /** The directory for files of the service. */
  dataDir: string
  /** The directory from which the networks pick up files; by default in the data directory. */
  outboxDir?: string | undefined
  /** The folder with the schemas of message networks; by default messages are checked by none. */
  schemaDir?: string | undefined
  /** The folder with the keys for signed messages; by default none are signed. */
  messageKeysDir?: string | undefined
  /** Larger incoming files go to quarantine unread. */
  incomingMaxBytes?: number
  /** Whether the worker plays the ACH operator for sandboxes; by default it does not. */
  simulatesAch?: boolean
  /** The SFTP server of the ACH operator; by default another program carries the files. */
  sftp?: SftpSettings | undefined
  /** The broker for messages; by default none. */
  amqp?: AmqpSettings | undefined
  master: MasterKey
  log: Logger
  /** The clock of business time. */
  clock?: Clock
  /**
   * The clock for secrets, signing keys and the expiry of tokens. By default the machine's clock,
   * which the token library also uses.
   */
  tokenClock?: Clock
  /** What waits, leases and time limits go by; by default the machine's own time. */
  time?: MachineTime
  /** The HTTP server; without it, only the worker runs. */
  http?: HttpOptions
  worker: boolean
  /** The directory for the anchors of audit log and ledger; by default in the data directory. */
  anchorDir?: string
  /**
   * The directory of backups of an embedded database, null if it has none. Undefined with a
   * PostgreSQL of one's own.
   */
  backupDir?: string | null | undefined
  /** The mail server for the worker; without it, no mail is sent. */
  mail?: MailSettings
  /** Networks, in addition to the internet, that webhooks may reach. */
  webhookNetworks: readonly string[]
  /** The same for webhooks of customers; by default none. */
  customerWebhookNetworks?: readonly string[]
  /** How often each part of the books is verified. */
  verifyEveryHours?: number
  /** How long records are kept that nothing reads later. */
  retention?: Retention
  /** What operators see; by default nothing. */
  observability?: Observability
  /** Where traces go; by default nowhere. */
  tracing?: TracingSettings | undefined
}

export interface HttpOptions {
  host: string
  port: number
  /** A server that listens on the port already, whose place this one takes. */
  listening?: Server
  publicUrl: string
  oidcIssuer?: string
  /** Where to report a weakness: a mailto:, https: or tel: URI. */
  securityContact?: string
  operations?: readonly Operation[]
  defences: Defences
  /** The certificate and key of the TLS listener, in PEM. */
  tls?: { cert: Buffer; key: Buffer }
  /** Whether people can use the console; by default they can. */
  servesConsole?: boolean
  /** The folder with the built pages of the console; by default that of the package. */
  consolePages?: string
  /** The client of the demo, which the reference offers to readers on this machine. */
  demoClient?: { apiKey: string; apiSecret: string }
}

export interface Service {
  app: App
  /** The worker of this process, if it runs one. */
  worker: Worker | undefined
  /**
   * Takes no more requests, finishes those in progress, and resolves when everything has stopped.
   */
  stop(): Promise<void>
}

/** The parts that a service starts after it is composed. */
interface RunningParts {
  keys: PolledReading
  server?: FastifyInstance
  admission?: RunningAdmission
  /** The connection that hears of what other processes commit. */
  listening?: Listening
  worker?: Worker
  sender?: Drainable
  listener?: Listener
  tracing: RunningTracing | undefined
  mailer: ReturnType<typeof createMailer> | undefined
}

/**
 * The composition root: creates every part once, connects them, and starts the requested ones. If
 * one cannot start, it stops the others.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const hints = createHints(options.time)
  const observers = createObservers(options.observability ?? NOTHING_OBSERVED, options)
  const db = openServiceDatabase(options, { observers, hints })
  const tracing = await startTracing(options.tracing, options.log, options.time ?? machineTime)
  const app = composeApp(options, db, { observers, tracing, onArrival: hints.wake })
  const client = consoleClientOf(options)
  const tokenService = createTokenService({
    db: app.db,
    clock: app.tokenClock,
    sealer: app.sealer,
    publicUrl: publicUrlOf(options),
    log: app.log,
    time: app.time,
    onRevocation: app.tokens.refresh,
    people: createPeople(app, publicUrlOf(options)),
    ...(client && { console: client }),
  })
  const parts: RunningParts = {
    keys: createPolledReading(() => app.db.readKeys(), {
      log: app.log,
      failure: 'the data keys could not be read; will retry',
      time: app.time,
    }),
    mailer: options.worker && options.mail ? createMailer(options.mail) : undefined,
    tracing,
  }
  const stop = () => stopParts(app, tokenService, parts)

  try {
    const readHealth = observeWork(app, () => parts.worker?.states() ?? [], options.backupDir)
    const observed = { observers: observers.requests, readWorkStatus: async () => (await readHealth()).status }
    if (options.http) await startHttp(app, tokenService, { ...options.http, ...observed, client }, parts)
    if (options.worker) {
      // The statements of the worker may take longer than a request.
      const ofWorker = { ...app, db }
      await compareAtStart(ofWorker, { dataDir: options.dataDir, anchorDir: anchorDirOf(options, options.dataDir) })
      startWork(ofWorker, options, hints, parts)
    }
    parts.listener = await startObserving(app, parts, { observers, readHealth, settings: options.observability })
    return { app, worker: parts.worker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function openServiceDatabase(
  { log, ...options }: ServiceOptions,
  { observers, hints }: { observers: Observers; hints: Hints },
): Database {
  const notify = createNotifier(() => db, options.time)
  const db = openDatabase({
    connectionString: options.databaseUrl,
    onCommit: options.worker ? ({ isUrgent }) => (isUrgent ? hints.wake() : hints.give()) : notify,
    maxConnections: options.maxConnections,
    connectTimeoutMs: options.connectTimeoutMs,
    onGivenUp: (error) => log.warn({ err: error }, 'a statement was given up, and its connection closed'),
    onConnectionLost: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    ...options.master,
    slow: observers.slow,
    mayCreateKeys: true,
    onKeyFailure: (key, error) => log.error({ err: error, key }, 'a data key could not be unwrapped'),
    time: options.time,
  })
  return db
}

/** A worker without HTTP serves no requests, so its intake is never used. */
const WORKER_TIMEOUT_MS = 10_000

function composeApp(
  options: ServiceOptions,
  whole: Database,
  {
    observers,
    tracing,
    onArrival,
  }: { observers: Observers; tracing: RunningTracing | undefined; onArrival: () => void },
): App {
  const { log, clock = systemClock, tokenClock = systemClock, time = machineTime } = options
  const timeoutMs = options.http?.defences.requestTimeoutMs ?? WORKER_TIMEOUT_MS
  const db = options.http ? whole.within(timeoutMs) : whole
  const outboxes = outboxDirOf(options, options.dataDir)
  const achOutbox = join(outboxes, 'ach')
  const workerName = `${hostname()} ${process.pid} ${randomUUID()}`
  return {
    db,
    totals: createTotals(time),
    clock,
    systemClock: clock,
    tokenClock,
    time,
    sealer: db.keyring.sealer,
    publicUrl: options.http?.publicUrl,
    log,
    tokens: createAccessTokenVerifier({
      ...{ db, clock: tokenClock, log, time },
      publicUrl: publicUrlOf(options),
      defaultIssuer: options.http?.oidcIssuer,
    }),
    changeBatches: createChangeBatches({ log, timeoutMs, onBatch: observers.batchOf('changes'), time }),
    paymentIntake: createPaymentIntake({
      ...{ db, clock, tokenClock, log, timeoutMs, tracing, time },
      onBatch: observers.batchOf('payments'),
    }),
    tracing,
    readInstitutionTime: (tx, tenantId) => readInstitutionTime(tx, tenantId, clock),
    renderSteps,
    storeProposal: proposeRequest,
    approvalSubjects,
    requireCustomer,
    hasWaitingPayments,
    achOutDirectory: join(achOutbox, 'out'),
    achTransport: createOutbox({ root: achOutbox, clock: tokenClock, time }),
    achRoot: achOutbox,
    achIncoming: {
      rail: 'ACH',
      inbox: createDirectoryInbox({ root: achOutbox, time }),
      maxBytes: options.incomingMaxBytes ?? INCOMING_MAX_BYTES,
    },
    messageSignerOf: options.messageKeysDir ? readMessageKeys(options.messageKeysDir) : () => undefined,
    messageSchemas: options.schemaDir ? schemasIn(options.schemaDir) : () => undefined,
    achServer:
      options.sftp &&
      createAchServer({
        ...{ root: achOutbox, settings: options.sftp, clock: tokenClock, time },
        maxBytes: options.incomingMaxBytes ?? INCOMING_MAX_BYTES,
      }),
    messageLinks: createMessageLinks({
      ...{ root: join(outboxes, 'messages'), clock: tokenClock, time },
      amqp: options.amqp && createAmqpLinks(options.amqp, { name: `giro ${workerName}`, onArrival, time }),
    }),
    workerName,
    glOutDirectory: join(options.dataDir, 'books', 'out'),
    webhookNetwork: createNetworkRules(options.webhookNetworks),
    customerWebhookNetwork: createNetworkRules(options.customerWebhookNetworks ?? []),
  }
}

function schemasIn(folder: string): App['messageSchemas'] {
  try {
    return readMessageSchemas(folder)
  } catch (error) {
    throw new StartupError(`GIRO_SCHEMA_DIR cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/** A worker without HTTP issues no tokens, so its URL is never used. */
function publicUrlOf({ http }: ServiceOptions): string {
  return http?.publicUrl ?? 'http://worker.invalid'
}

/** Each process is the console's client by a secret of its own. Undefined if it serves none. */
function consoleClientOf(options: ServiceOptions): ConsoleClient | undefined {
  if (!options.http || options.http.servesConsole === false) return undefined
  return { secret: randomBytes(32).toString('base64url'), redirectUri: redirectUriOf(publicUrlOf(options)) }
}

/** Built by `npm run build -w console`. */
const CONSOLE_PAGES = join(import.meta.dirname, '../../console/dist')

/** A load balancer asks again after a few seconds. */
const READY_TIMEOUT_MS = 3_000

async function startHttp(
  app: App,
  tokenService: TokenService,
  http: HttpOptions & Pick<ServerOptions, 'observers' | 'readWorkStatus'> & { client: ConsoleClient | undefined },
  parts: RunningParts,
): Promise<void> {
  const { publicUrl, operations = allOperations, defences, securityContact, tls, observers, readWorkStatus } = http
  const { demoClient, client, consolePages: pages = CONSOLE_PAGES } = http
  const { trustProxy, maxHttpConnections: maxConnections, requestTimeoutMs, corsOrigins } = defences
  const certificateOf = createCertificateReader(defences.forwardedCertificate)
  const probed = app.db.within(READY_TIMEOUT_MS)
  const checkReady = createReadyCheck(() => probed.read((db) => db.query('select 1')), {
    ...{ timeoutMs: READY_TIMEOUT_MS, time: app.time },
  })
  parts.admission = startAdmission(defences, app)
  const { rateLimits, overload } = parts.admission
  parts.server = await createServer({
    ...{ app, operations, tokenService, checkReady, publicUrl, rateLimits, overload, trustProxy, maxConnections },
    requestTimeoutMs,
    corsOrigins,
    refuse: refuseWithoutStepUp,
    ...{ tls, certificateOf, securityContact, observers, readWorkStatus },
    reference: {
      build: (options) => buildContract(options, operations),
      readOnlyInstitution: onlyInstitutionReader(app.db, app.time),
      ...(demoClient && { demoClient }),
    },
  })
  const bodyLimit = Math.max(...operations.map(bodyKiBOf)) * 1024
  if (client) mountConsole(parts.server, { app, publicUrl, client, pages, bodyLimit, rateLimits })
  await listen(parts.server, http)
}

/** Shows the service to operators, if they listen. */
async function startObserving(
  app: App,
  { admission, worker }: RunningParts,
  { observers, readHealth, settings }: { observers: Observers; readHealth: WorkHealthReader; settings?: Observability },
): Promise<Listener | undefined> {
  const readLoad = () => ({
    database: app.db.load(),
    batches: { payments: app.paymentIntake.size(), changes: app.changeBatches.size() },
    requestsInFlight: admission?.overload.inFlight() ?? 0,
  })
  const sources = { readLoad, readHealth, now: () => app.tokenClock.now(), readSweeps: worker?.states }
  try {
    return await observers.start(sources)
  } catch (error) {
    const { host, port } = settings!.listener!
    throw listenFailure(error as NodeJS.ErrnoException, host, port, 'GIRO_METRICS_PORT')
  }
}

/** A worker takes at most one connection in so many, so that requests always find one. */
const CONNECTIONS_PER_SWEEP = 3
const LEAST_SWEEP_CONNECTIONS = 2

function startWork(app: App, options: ServiceOptions, hints: Hints, parts: RunningParts): void {
  const sweeps = [
    ...paymentSweeps,
    ...receiptSweeps,
    ...achImportSweeps,
    ...messageImportSweeps,
    ...paymentFileSweeps,
    ...outstandingSweeps,
    ...railSweeps,
    ...messageSweeps,
    ...networkSweeps,
    ...(options.simulatesAch ? simulatorSweeps : []),
    ...(options.sftp ? serverSweeps : []),
    ...obligationSweeps,
    ...bookSweeps,
    ...fxSweeps,
    ...notificationSweeps,
    ...approvalSweeps,
    ...auditSweeps,
    ...eventSweeps,
    ...webhookSweeps,
    ...housekeepingSweeps(options.retention ?? RETENTION),
    ...anchorSweeps(anchorDirOf(options, options.dataDir)),
    ...resealingSweeps,
    ...verificationSweeps({
      anchors: anchorDirOf(options, options.dataDir),
      everyHours: options.verifyEveryHours ?? VERIFY_EVERY_HOURS,
    }),
    ...(parts.mailer ? [...mailSweeps(parts.mailer), ...invitationSweeps(parts.mailer)] : []),
    ...(parts.tracing ? traceSweeps(parts.tracing) : []),
  ]
  if (!parts.mailer) app.log.info('GIRO_SMTP_URL is not set: no payment notifications and no invitations are mailed')
  const maxConnections = Math.max(LEAST_SWEEP_CONNECTIONS, Math.floor(options.maxConnections / CONNECTIONS_PER_SWEEP))
  parts.worker = startWorker(app, [...sweeps, ...clockSweeps(sweeps)], { maxConnections, hints })
  const { databaseUrl, listenUrl = databaseUrl } = options
  // A pooler gives no session that could listen.
  if (isPooled(listenUrl)) app.log.info('GIRO_DATABASE_LISTEN_URL is not set: sweeps look for work once a second')
  else parts.listening = listenForWork(listenUrl, { hints, log: app.log, time: app.time })
  parts.sender = startSender(app)
}

/**
 * Stops taking requests first, then finishes the work in progress, and closes the database last.
 */
async function stopParts(app: App, tokenService: TokenService, parts: RunningParts): Promise<void> {
  await parts.server?.close()
  await parts.admission?.close()
  await Promise.all([app.paymentIntake.drain(), app.changeBatches.drain()])
  await Promise.all([parts.worker?.drain(), parts.sender?.drain(), parts.listening?.close()])
  await app.messageLinks.amqp?.close()
  parts.mailer?.close()
  await parts.listener?.close()
  await tokenService.close()
  parts.keys.close()
  await app.tokens.close()
  await parts.tracing?.close()
  await app.db.close()
}

interface RunningAdmission extends Admission {
  close(): Promise<void>
}

function startAdmission(
  { rateLimits: settings, maxRequestsInFlight, maxLateMs, redisUrl }: Defences,
  { log, time }: Pick<App, 'log' | 'time'>,
) {
  const rateLimits = createRateLimits(settings, time)
  const overload = createOverload({ maxInFlight: maxRequestsInFlight, maxLateMs, time })
  const sharing = redisUrl === undefined ? undefined : shareRateLimits(rateLimits, { redisUrl, log, time })
  const close = async () => {
    overload.close()
    await sharing?.close()
  }
  return { rateLimits, overload, close } satisfies RunningAdmission
}

async function listen(server: FastifyInstance, { host, port, listening }: HttpOptions): Promise<void> {
  try {
    // Node.js takes over the socket of a server that is given in place of an address.
    await server.listen(listening ? Object.assign(listening, { host }) : { host, port })
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, port)
  }
}

/**
 * Turns a failure to listen into a StartupError of one line; other errors are returned unchanged.
 */
export function listenFailure(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: '--port' | 'GIRO_METRICS_PORT' = '--port',
): Error {
  const hostSetting = setting === '--port' ? '--host' : 'GIRO_METRICS_HOST'
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop what uses it, or choose another with ${setting}`,
    EACCES: `this user is not allowed to use port ${port} on ${host}: choose one above 1023 with ${setting}`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: choose another with ${hostSetting}`,
    ENOTFOUND: `${host} is not an address of this machine: choose another with ${hostSetting}`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new StartupError(reason, { cause: error }) : error
}
