import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import { openDatabase } from '../db/client.ts'
import { isServiceLogin } from '../db/service-role.ts'
import type { Operation } from '../http/operation.ts'
import { type Institution, lateWindowsOf, listInstitutions } from '../institution/institution.ts'
import { systemClock, today } from '../kernel/clock.ts'
import { machineTime } from '../kernel/machine-time.ts'
import { LATE, within } from '../kernel/within.ts'
import { readAmqpSecrets } from './amqp-settings.ts'
import type { Environment } from './config.ts'
import { awaitDatabase, backupDirOf, joinDatabase, startDatabase } from './database.ts'
import { type Demo, ensureDemo } from './demo/demo-institution.ts'
import { ensureDemoPeople } from './demo/demo-people.ts'
import { runPayoutFlow } from './demo/payout-flow.ts'
import { checkEncryptionKey } from './encryption-key.ts'
import { type MasterKey, masterKeyOf } from './key-providers/key-provider-of.ts'
import { createLog } from './log.ts'
import { agreeOnPublicUrl } from './public-url.ts'
import { listenFailure, startService } from './service.ts'
import { readSftpSecrets } from './sftp-secrets.ts'
import { StartupError } from './startup-error.ts'
import { urlsOfNode } from './url-settings.ts'

export interface ServeOptions {
  dataDir: string
  host: string
  port: number
  demo: boolean
  /** Whether this process also runs the worker. */
  worker: boolean
  /** Whether this process serves HTTP; without it, it only runs the worker. */
  http: boolean
  /** What it serves; by default all operations of the product. The benches have one more. */
  operations?: readonly Operation[]
}

/** After this time, the process ends even if work is still in progress. */
const SHUTDOWN_TIMEOUT_MS = 30_000

/**
 * Runs the service until SIGTERM, SIGINT or the end of its database. Resolves with the exit code: 0
 * after a signal, 1 if the database ended.
 */
export async function serve(
  environment: Environment,
  options: ServeOptions,
  say: (line: string) => void,
): Promise<number> {
  // The demo prints for a person at a terminal, so its log has only warnings and errors.
  const level = environment.logLevel ?? (options.demo ? 'warn' : 'info')
  const log = createLog(level)
  const stopAsked = stopSignal()
  const { http: isHttp, host, port, operations } = options
  const dataDir = resolve(options.dataDir)
  if (isHttp) await checkPort(host, port)

  const findDatabase = isHttp ? startDatabase : joinDatabase
  const database = await findDatabase(environment, dataDir, (line) => log.info(line))
  try {
    const { databaseWaitMs: waitMs } = environment
    const waiting = awaitDatabase(database, { waitMs, log: (line) => log.warn(line) })
    const applied = await Promise.race([waiting, stopAsked])
    if (!Array.isArray(applied)) return applied
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
    if (!isServiceLogin(database.url))
      log.warn(
        'the service logs in as the owner of its database: set GIRO_DATABASE_OWNER_URL for migrations, and let GIRO_DATABASE_URL log in as giro_service',
      )
    const master = await masterKeyOf(environment, dataDir)
    const tls = environment.tls && (await readTlsFiles(environment.tls))
    const { own: ownUrl, local } = urlsOfNode({ host, port, isSecured: tls !== undefined })
    const urls = { asked: environment.publicUrl, ownUrl }
    const wanted = { master, dataDir, urls, demo: isHttp && options.demo }
    const { demo, publicUrl } = await prepareInstitutions(database.url, wanted, log)
    const service = await startService({
      databaseUrl: database.url,
      listenUrl: environment.databaseListenUrl,
      maxConnections: environment.maxConnections,
      dataDir,
      master,
      log,
      http: isHttp
        ? { host, port, publicUrl, tls, demoClient: demo?.demo, operations, ...httpSettingsOf(environment) }
        : undefined,
      worker: options.worker,
      backupDir: await backupDirOf(environment, dataDir),
      ...workSettingsOf(environment),
    })
    try {
      if (demo?.isNew && !tls) await Promise.race([showPayout(atLocalUrl(local, demo.demo), say), stopAsked])
      if (demo && !tls)
        await Promise.race([makePeople(service.app, atLocalUrl(local, demo.demo), dataDir, say), stopAsked])
      if (isHttp) say(`Giro is running at ${publicUrl}  ·  documentation: ${publicUrl}/docs`)
      else say('The Giro worker is running')
      if (demo) {
        say(`The demo's API key and secret are in ${resolve(dataDir, 'demo.json')}`)
        if (environment.servesConsole)
          say(`The console is at ${publicUrl}/console  ·  its people are in the same file, under "people"`)
        say('The demo has a single administrator: one person can change everything alone')
      }
      return await Promise.race([stopAsked, crash(database.crashed, log)])
    } finally {
      if ((await within(SHUTDOWN_TIMEOUT_MS, service.stop(), machineTime)) === LATE)
        log.error(`the service did not shut down within ${SHUTDOWN_TIMEOUT_MS / 1000} s; forcing exit`)
    }
  } finally {
    await database.stop()
  }
}

/** The service goes on if its demonstration is disturbed. */
async function showPayout(demo: Demo, say: (line: string) => void): Promise<void> {
  try {
    await runPayoutFlow(demo, say)
  } catch (error) {
    say(`The payout flow was not finished: ${(error as Error).message}. Run it again with "giro demo".`)
  }
}

/** The service goes on without them. */
async function makePeople(app: App, demo: Demo, dataDir: string, say: (line: string) => void): Promise<void> {
  try {
    await ensureDemoPeople(app, demo, dataDir)
  } catch (error) {
    say(`The people of the demo were not made: ${(error as Error).message}`)
  }
}

function httpSettingsOf({ oidcIssuer, defences, securityContact, servesConsole }: Environment) {
  return { oidcIssuer, defences, securityContact, servesConsole }
}

function workSettingsOf({
  anchorDir,
  outboxDir,
  schemaDir,
  messageKeysDir,
  incomingMaxBytes,
  simulatesAch,
  sftp,
  amqp,
  mail,
  webhookNetworks,
  customerWebhookNetworks,
  ...environment
}: Environment) {
  const { observability, tracing, verifyEveryHours, retention } = environment
  const networks = { webhookNetworks, customerWebhookNetworks }
  return {
    anchorDir,
    outboxDir,
    schemaDir,
    messageKeysDir,
    incomingMaxBytes,
    simulatesAch,
    sftp: sftp && readSftpSecrets(sftp),
    amqp: amqp && readAmqpSecrets(amqp),
    mail,
    ...networks,
    observability,
    tracing,
    verifyEveryHours,
    retention,
  }
}

async function readTlsFiles({ certFile, keyFile }: NonNullable<Environment['tls']>) {
  const read = async (name: string, file: string) => {
    try {
      return await readFile(file)
    } catch (error) {
      throw new StartupError(`${name}: the file ${file} cannot be read`, { cause: error })
    }
  }
  const tls = { cert: await read('GIRO_TLS_CERT', certFile), key: await read('GIRO_TLS_KEY', keyFile) }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new StartupError('GIRO_TLS_CERT and GIRO_TLS_KEY are not a certificate and its key in PEM', { cause: error })
  }
  return tls
}

/**
 * Checks that the data can be decrypted, agrees on the public URL, warns of settings that cannot
 * work, and creates the demo if it is requested.
 */
async function prepareInstitutions(
  databaseUrl: string,
  options: { master: MasterKey; dataDir: string; urls: Parameters<typeof agreeOnPublicUrl>[1]; demo: boolean },
  log: Logger,
) {
  const db = openDatabase({ connectionString: databaseUrl, maxConnections: 2, ...options.master })
  try {
    await checkEncryptionKey(db)
    warnOfLateWindows(await db.read(listInstitutions), log)
    const { sealer } = db.keyring
    const publicUrl = await agreeOnPublicUrl(db, options.urls)
    const wanted = { ...options, baseUrl: publicUrl, sealer, now: systemClock.now() }
    const demo = options.demo ? await ensureDemo(db, wanted) : undefined
    // The demo was perhaps the first institution.
    if (demo?.isNew) await agreeOnPublicUrl(db, options.urls)
    return { publicUrl, demo }
  } finally {
    await db.close()
  }
}

/** A file of a late window always misses its day. `PUT /v1/institution` refuses such windows. */
function warnOfLateWindows(institutions: readonly Institution[], log: Logger): void {
  for (const { code, timeZone, settings } of institutions) {
    const { late, lastCutOff } = lateWindowsOf(settings, today(systemClock.now(), timeZone))
    if (late.length > 0)
      log.warn(
        { institution: code, windows: late },
        `these windows for same-day ACH are after ${lastCutOff} Eastern, the operator's last cut-off: move them with PUT /v1/institution`,
      )
  }
}

/** The demo at its local URL: the public URL may not work yet, or only from outside. */
function atLocalUrl(baseUrl: string, demo: Demo): Demo {
  return { ...demo, baseUrl, tokenUrl: baseUrl + demo.tokenUrl.slice(demo.baseUrl.length) }
}

/** Called before anything starts, because a port in use is the most common reason for a failure. */
function checkPort(host: string, port: number): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createServer()
    probe.once('error', (error) => taken(listenFailure(error, host, port)))
    probe.listen({ host, port }, () => probe.close(() => free()))
  })
}

function stopSignal(): Promise<number> {
  return new Promise((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(0))
  })
}

async function crash(crashed: Promise<string>, log: Logger): Promise<number> {
  log.fatal(await crashed)
  return 1
}
