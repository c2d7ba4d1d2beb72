import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from '../db/client.ts'
import { systemClock } from '../kernel/clock.ts'
import { createSealer } from '../kernel/sealer.ts'
import type { Environment } from './config.ts'
import { joinDatabase, prepareDatabase, startDatabase } from './database.ts'
import { type Demo, ensureDemo } from './demo/demo-institution.ts'
import { runPayoutFlow } from './demo/payout-flow.ts'
import { checkEncryptionKey, loadEncryptionKey } from './encryption-key.ts'
import { createLog } from './log.ts'
import { listenFailure, startService } from './service.ts'

export interface ServeOptions {
  dataDir: string
  host: string
  port: number
  demo: boolean
  /** Whether payments are taken further in this process too. */
  worker: boolean
  /** Whether HTTP is served; without it this is a worker alone. */
  http: boolean
}

/** Everything must be at rest by then, or the process ends all the same. */
const DRAIN_AT_MOST_MS = 30_000

/** Runs the service until it is told to stop. Resolves with the exit code. */
export async function serve(
  environment: Environment,
  options: ServeOptions,
  say: (line: string) => void,
): Promise<number> {
  // The demo speaks to a person at a terminal; only what they should worry about is logged beside it.
  const level = environment.logLevel ?? (options.demo ? 'warn' : 'info')
  const log = createLog(level)
  const stopAsked = stopSignal()
  const { http: isHttp, host, port } = options
  const dataDir = resolve(options.dataDir)
  if (isHttp) await checkPort(host, port)

  const findDatabase = isHttp ? startDatabase : joinDatabase
  const database = await findDatabase(environment, dataDir, (line) => log.info(line))
  try {
    const applied = await prepareDatabase(database.url)
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
    const encryptionKey = await loadEncryptionKey(dataDir, environment.encryptionKey)
    const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const publicUrl = environment.publicUrl ?? ownUrl
    const demo = isHttp
      ? await prepareInstitutions(database.url, { encryptionKey, dataDir, baseUrl: publicUrl, demo: options.demo })
      : undefined
    const service = await startService({
      databaseUrl: database.url,
      maxConnections: environment.maxConnections,
      dataDir,
      encryptionKey,
      log,
      http: isHttp
        ? { host, port, publicUrl, oidcIssuer: environment.oidcIssuer, defences: environment.defences }
        : undefined,
      worker: options.worker,
      mail: environment.mail,
      webhookNetworks: environment.webhookNetworks,
    })
    try {
      if (demo?.isNew) await Promise.race([runPayoutFlow(reachedBy(ownUrl, demo.demo), say), stopAsked])
      if (isHttp) say(`Giro serves ${publicUrl}  ·  reference ${publicUrl}/docs`)
      else say('Giro works')
      if (demo) say(`The demo's key and secret are in ${resolve(dataDir, 'demo.json')}`)
      return await Promise.race([stopAsked, crash(database.crashed, log)])
    } finally {
      await atMost(DRAIN_AT_MOST_MS, service.stop(), log)
    }
  } finally {
    await database.stop()
  }
}

/** Sees that the institutions' keys can be used, and that there is a demo where one is asked for. */
async function prepareInstitutions(
  databaseUrl: string,
  options: { encryptionKey: Buffer; dataDir: string; baseUrl: string; demo: boolean },
) {
  const db = openDatabase({ connectionString: databaseUrl, maxConnections: 1 })
  try {
    const sealer = createSealer(options.encryptionKey)
    await checkEncryptionKey(db, sealer)
    return options.demo ? await ensureDemo(db, { ...options, sealer, now: systemClock.now() }) : undefined
  } finally {
    await db.close()
  }
}

/** The public address may lead here only later, or only from outside. */
function reachedBy(baseUrl: string, demo: Demo): Demo {
  return { ...demo, baseUrl, tokenUrl: baseUrl + demo.tokenUrl.slice(demo.baseUrl.length) }
}

/** Before anything is started: a port that is taken is the commonest reason not to start. */
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

async function atMost(milliseconds: number, work: Promise<void>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.error(`the service was not at rest after ${milliseconds / 1000} s and is ended`)
      resolve()
    }, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
