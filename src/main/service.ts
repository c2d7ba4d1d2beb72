import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { clockSweeps } from '../administration/clock.jobs.ts'
import type { App } from '../app.ts'
import { approvalSweeps } from '../approvals/approvals.jobs.ts'
import { auditSweeps } from '../audit/audit.jobs.ts'
import { requireCustomer } from '../customers/customers.ts'
import { openDatabase } from '../db/client.ts'
import { createTotals } from '../db/totals.ts'
import { eventSweeps } from '../events/events.jobs.ts'
import { fxSweeps } from '../fx/fx.jobs.ts'
import type { Admission } from '../http/admission.ts'
import type { Operation } from '../http/operation.ts'
import { createOverload } from '../http/overload.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { createServer } from '../http/server.ts'
import { shareRateLimits } from '../http/share-rate-limits.ts'
import { readInstitutionTime } from '../institution/institution.ts'
import { startWorker, type Worker } from '../jobs/worker.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { createSealer } from '../kernel/sealer.ts'
import { mailSweeps, notificationSweeps } from '../notifications/notifications.jobs.ts'
import { createMailer, type MailSettings } from '../notifications/notifications.ts'
import { createPaymentIntake, hasWaitingPayments, renderSteps } from '../payments/payments.ts'
import { paymentSweeps } from '../payments/worker/payments.jobs.ts'
import { createAccessTokenVerifier } from '../tokens/access-tokens.ts'
import { createTokenService } from '../tokens/token-service.ts'
import { webhookSweeps } from '../webhooks/webhooks.jobs.ts'
import { createNetworkRules, startSender } from '../webhooks/webhooks.ts'
import { approvalSubjects } from './approval-subjects.ts'
import type { Defences } from './config.ts'
import { housekeepingSweeps } from './housekeeping.ts'
import { operations as allOperations } from './operations.ts'
import { StartupError } from './startup-error.ts'

export interface ServiceOptions {
  /** A migrated database. */
  databaseUrl: string
  maxConnections: number
  /** Where rails keep their files. */
  dataDir: string
  encryptionKey: Buffer
  log: Logger
  /** The clock of business time. */
  clock?: Clock
  /** The clock that secrets, signing keys and the ends of tokens go by; the machine's, which also writes into tokens when they end. */
  tokenClock?: Clock
  /** The HTTP side; without it only the worker runs. */
  http?: HttpOptions
  worker: boolean
  /** Where the worker's mails go; without it none is sent. */
  mail?: MailSettings
  /** The networks besides the internet that webhooks may lead to. */
  webhookNetworks: readonly string[]
}

export interface HttpOptions {
  host: string
  port: number
  publicUrl: string
  oidcIssuer?: string
  operations?: readonly Operation[]
  defences: Defences
}

export interface Service {
  app: App
  /** Takes no more, finishes what was taken, and resolves when all is at rest. */
  stop(): Promise<void>
}

/** The composition root: makes every part once, joins them, and starts what was asked for. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log, clock = systemClock, tokenClock = systemClock, http } = options
  const db = openDatabase({
    connectionString: options.databaseUrl,
    maxConnections: options.maxConnections,
    onConnectionLost: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  })
  const sealer = createSealer(options.encryptionKey)
  const publicUrl = http?.publicUrl ?? 'http://worker.invalid'
  const tokens = createAccessTokenVerifier({ db, clock: tokenClock, publicUrl, remoteIssuer: http?.oidcIssuer, log })
  const paymentIntake = createPaymentIntake({ db, clock, log })
  const app: App = {
    db,
    totals: createTotals(),
    clock,
    systemClock: clock,
    tokenClock,
    sealer,
    log,
    tokens,
    paymentIntake,
    readInstitutionTime: (tx, tenantId) => readInstitutionTime(tx, tenantId, clock),
    renderSteps,
    approvalSubjects,
    requireCustomer,
    hasWaitingPayments,
    achOutDirectory: join(options.dataDir, 'rails', 'ach', 'out'),
    webhookNetwork: createNetworkRules(options.webhookNetworks),
  }

  const tokenService = createTokenService({
    db,
    clock: tokenClock,
    sealer,
    publicUrl,
    log,
    onRevocation: tokens.refresh,
  })
  let server: FastifyInstance | undefined
  const workers: Worker[] = []
  const mailer = options.worker && options.mail ? createMailer(options.mail) : undefined
  let admission: RunningAdmission | undefined
  const stop = async () => {
    await server?.close()
    await admission?.close()
    await paymentIntake.drain()
    await Promise.all(workers.map((worker) => worker.drain()))
    mailer?.close()
    await tokenService.close()
    tokens.close()
    await db.close()
  }

  try {
    if (http) {
      const { publicUrl, operations = allOperations, defences } = http
      const { trustProxy, maxHttpConnections: maxConnections } = defences
      const checkReady = async () => void (await db.read((db) => db.query('select 1')))
      admission = startAdmission(defences, log)
      const { rateLimits, overload } = admission
      server = await createServer({
        ...{ app, operations, tokenService, checkReady, publicUrl, rateLimits, overload, trustProxy, maxConnections },
      })
      await listen(server, http)
    }
    if (options.worker) {
      const sweeps = [
        ...paymentSweeps,
        ...fxSweeps,
        ...notificationSweeps,
        ...approvalSweeps,
        ...auditSweeps,
        ...eventSweeps,
        ...webhookSweeps,
        ...housekeepingSweeps,
      ]
      workers.push(startWorker(app, [...sweeps, ...clockSweeps(sweeps)]), startSender(app))
      // By itself, so that nothing waits for a mail server.
      if (mailer) workers.push(startWorker(app, mailSweeps(mailer)))
      else log.info('GIRO_SMTP_URL is not set: payments notify nobody by mail')
    }
    return { app, stop }
  } catch (error) {
    await stop()
    throw error
  }
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

/** What keeps an address from being listened on, in one line. */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop what uses it, or choose another with --port`,
    EACCES: `port ${port} on ${host} may not be used by this user: choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is no address of this machine: choose another with --host`,
    ENOTFOUND: `${host} is no address of this machine: choose another with --host`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new StartupError(reason, { cause: error }) : error
}
