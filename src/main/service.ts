import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { clockSweeps } from '../administration/clock.jobs.ts'
import type { App } from '../app.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import { proposeRequest } from '../approvals/approvals.ts'
import { auditSweeps } from '../audit/audit.jobs.ts'
import { bookSweeps } from '../books/books.jobs.ts'
import { requireCustomer } from '../customers/customers.ts'
import { openDatabase } from '../db/client.ts'
import { createTotals } from '../db/totals.ts'
import { eventSweeps } from '../events/events.jobs.ts'
import { fxSweeps } from '../fx/fx.jobs.ts'
import type { Admission } from '../http/admission.ts'
import { createChangeBatches } from '../http/change-batches.ts'
import { createCertificateReader } from '../http/client-certificate.ts'
import type { Operation } from '../http/operation.ts'
import { createOverload } from '../http/overload.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { createServer } from '../http/server.ts'
import { shareRateLimits } from '../http/share-rate-limits.ts'
import { readInstitutionTime } from '../institution/institution.ts'
import { startWorker, type Worker } from '../jobs/worker.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { mailSweeps, notificationSweeps } from '../notifications/notifications.jobs.ts'
import { createMailer, type MailSettings } from '../notifications/notifications.ts'
import { createPaymentIntake, hasWaitingPayments, renderSteps } from '../payments/payments.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { createAccessTokenVerifier } from '../tokens/access-tokens.ts'
import { createPolledReading, type PolledReading } from '../tokens/polled-reading.ts'
import { createTokenService, type TokenService } from '../tokens/token-service.ts'
import { webhookSweeps } from '../webhooks/webhooks.jobs.ts'
import { createNetworkRules, startSender } from '../webhooks/webhooks.ts'
import { anchorSweeps } from './anchors.ts'
import { approvalSubjects } from './approval-subjects.ts'
import { anchorDirOf, type Defences } from './config.ts'
import { housekeepingSweeps } from './housekeeping.ts'
import type { MasterKey } from './key-providers/key-provider-of.ts'
import { operations as allOperations } from './operations.ts'
import { resealingSweeps } from './resealing.ts'
import { StartupError } from './startup-error.ts'

export interface ServiceOptions {
  /** A migrated database. */
  databaseUrl: string
  maxConnections: number
  /** The directory for the files of the rails. */
  dataDir: string
  master: MasterKey
  log: Logger
  /** The clock of business time. */
  clock?: Clock
  /**
   * The clock for secrets, signing keys and the expiry of tokens. By default the machine's clock,
   * which the token library also uses.
   */
  tokenClock?: Clock
  /** The HTTP server; without it, only the worker runs. */
  http?: HttpOptions
  worker: boolean
  /** The directory for the anchors of audit log and ledger; by default in the data directory. */
  anchorDir?: string
  /** The mail server for the worker; without it, no mail is sent. */
  mail?: MailSettings
  /** Networks, in addition to the internet, that webhooks may reach. */
  webhookNetworks: readonly string[]
}

export interface HttpOptions {
  host: string
  port: number
  publicUrl: string
  oidcIssuer?: string
  /** Where to report a weakness: a mailto:, https: or tel: URI. */
  securityContact?: string
  operations?: readonly Operation[]
  defences: Defences
  /** The certificate and key of the TLS listener, in PEM. */
  tls?: { cert: Buffer; key: Buffer }
}

export interface Service {
  app: App
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
  workers: Worker[]
  mailer: ReturnType<typeof createMailer> | undefined
}

/**
 * The composition root: creates every part once, connects them, and starts the requested ones. If
 * one cannot start, it stops the others.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const app = composeApp(options)
  const tokenService = createTokenService({
    db: app.db,
    clock: app.tokenClock,
    sealer: app.sealer,
    publicUrl: publicUrlOf(options),
    log: app.log,
    onRevocation: app.tokens.refresh,
  })
  const parts: RunningParts = {
    keys: createPolledReading(() => app.db.readKeys(), app.log, 'the data keys could not be read; will retry'),
    workers: [],
    mailer: options.worker && options.mail ? createMailer(options.mail) : undefined,
  }
  const stop = () => stopParts(app, tokenService, parts)

  try {
    if (options.http) await startHttp(app, tokenService, options.http, parts)
    if (options.worker) startWorkers(app, parts, anchorDirOf(options, options.dataDir))
    return { app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function composeApp(options: ServiceOptions): App {
  const { log, clock = systemClock, tokenClock = systemClock } = options
  const db = openDatabase({
    connectionString: options.databaseUrl,
    maxConnections: options.maxConnections,
    onConnectionLost: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    ...options.master,
    mayCreateKeys: true,
    onKeyFailure: (key, error) => log.error({ err: error, key }, 'a data key could not be unwrapped'),
  })
  return {
    db,
    totals: createTotals(),
    clock,
    systemClock: clock,
    tokenClock,
    sealer: db.keyring.sealer,
    log,
    tokens: createAccessTokenVerifier({
      db,
      clock: tokenClock,
      publicUrl: publicUrlOf(options),
      defaultIssuer: options.http?.oidcIssuer,
      log,
    }),
    changeBatches: createChangeBatches({ log }),
    paymentIntake: createPaymentIntake({ db, clock, log }),
    readInstitutionTime: (tx, tenantId) => readInstitutionTime(tx, tenantId, clock),
    renderSteps,
    storeProposal: proposeRequest,
    approvalSubjects,
    requireCustomer,
    hasWaitingPayments,
    achOutDirectory: join(options.dataDir, 'rails', 'ach', 'out'),
    glOutDirectory: join(options.dataDir, 'books', 'out'),
    webhookNetwork: createNetworkRules(options.webhookNetworks),
  }
}

/** A worker without HTTP issues no tokens, so its URL is never used. */
function publicUrlOf({ http }: ServiceOptions): string {
  return http?.publicUrl ?? 'http://worker.invalid'
}

async function startHttp(app: App, tokenService: TokenService, http: HttpOptions, parts: RunningParts): Promise<void> {
  const { publicUrl, operations = allOperations, defences, securityContact, tls } = http
  const { trustProxy, maxHttpConnections: maxConnections } = defences
  const certificateOf = createCertificateReader(defences.forwardedCertificate)
  const checkReady = async () => void (await app.db.read((db) => db.query('select 1')))
  parts.admission = startAdmission(defences, app.log)
  const { rateLimits, overload } = parts.admission
  parts.server = await createServer({
    ...{ app, operations, tokenService, checkReady, publicUrl, rateLimits, overload, trustProxy, maxConnections },
    ...{ tls, certificateOf, securityContact },
  })
  await listen(parts.server, http)
}

function startWorkers(app: App, { workers, mailer }: RunningParts, anchorDir: string): void {
  const sweeps = [
    ...paymentSweeps,
    ...bookSweeps,
    ...fxSweeps,
    ...notificationSweeps,
    ...approvalSweeps,
    ...auditSweeps,
    ...eventSweeps,
    ...webhookSweeps,
    ...housekeepingSweeps,
  ]
  workers.push(startWorker(app, [...sweeps, ...clockSweeps(sweeps)]), startSender(app))
  // Separate workers, so that no other sweep waits for the storage of anchors, for a mail server or
  // for a long rotation of keys.
  workers.push(startWorker(app, anchorSweeps(anchorDir)))
  workers.push(startWorker(app, resealingSweeps))
  if (mailer) workers.push(startWorker(app, mailSweeps(mailer)))
  else app.log.info('GIRO_SMTP_URL is not set: no payment notifications are mailed')
}

/**
 * Stops taking requests first, then finishes the work in progress, and closes the database last.
 */
async function stopParts(app: App, tokenService: TokenService, parts: RunningParts): Promise<void> {
  await parts.server?.close()
  await parts.admission?.close()
  await Promise.all([app.paymentIntake.drain(), app.changeBatches.drain()])
  await Promise.all(parts.workers.map((worker) => worker.drain()))
  parts.mailer?.close()
  await tokenService.close()
  parts.keys.close()
  await app.tokens.close()
  await app.db.close()
}

interface RunningAdmission extends Admission {
  close(): Promise<void>
}

function startAdmission({ rateLimits: settings, maxRequestsInFlight, redisUrl }: Defences, log: Logger) {
  const rateLimits = createRateLimits(settings)
  const overload = createOverload({ maxInFlight: maxRequestsInFlight })
  const sharing = redisUrl === undefined ? undefined : shareRateLimits(rateLimits, { redisUrl, log })
  const close = async () => {
    overload.close()
    await sharing?.close()
  }
  return { rateLimits, overload, close } satisfies RunningAdmission
}

async function listen(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, host, port)
  }
}

/**
 * Turns a failure to listen into a StartupError of one line; other errors are returned unchanged.
 */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop what uses it, or choose another with --port`,
    EACCES: `this user is not allowed to use port ${port} on ${host}: choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: choose another with --host`,
    ENOTFOUND: `${host} is not an address of this machine: choose another with --host`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new StartupError(reason, { cause: error }) : error
}
