import { isAbsolute, join } from 'node:path'
import type { ForwardedCertificate } from '../http/client-certificate.ts'
import type { RateLimitSettings } from '../http/rate-limits.ts'
import { isNetwork as isCidr, NAMED_NETWORKS } from '../kernel/networks.ts'
import type { RateLimit } from '../kernel/rate-limiter.ts'
import { isAddress, type MailSettings } from '../notifications/notifications.ts'
import { type AmqpEnvironment, amqpIn } from './amqp-settings.ts'
import { refuseMisspelled } from './misspelled-settings.ts'
import type { AccessLog } from './observability/access-log.ts'
import type { ListenerAddress } from './observability/listener.ts'
import { isServiceLink } from './platform-variables.ts'
import { type Retention, readRetention } from './retention.ts'
import { type SftpEnvironment, sftpIn } from './sftp-settings.ts'
import { StartupError } from './startup-error.ts'
import { type TracingSettings, tracingOf } from './tracing/settings.ts'
import { publicUrlIn, urlOf } from './url-settings.ts'

/**
 * The settings from environment variables. Command-line flags set the rest. No other file reads the
 * environment.
 */
export interface Environment {
  /** An existing PostgreSQL database; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** The login that owns the tables of that database, if the service logs in as another. */
  databaseOwnerUrl: string | undefined
  /** Where to listen for work, if the service reaches its database through a pooler. */
  databaseListenUrl: string | undefined
  /** The address clients use, if it differs from host and port. */
  publicUrl: string | undefined
  /** Where to report a weakness of the service: a URI for security.txt. */
  securityContact: string | undefined
  /** The OpenID Connect issuer of the only institution, if it has none in the database. */
  oidcIssuer: string | undefined
  /** 32 bytes that wrap the data keys of institutions: the master key. */
  encryptionKey: Buffer | undefined
  /** The master key before this one, while data keys are wrapped again. */
  previousEncryptionKey: Buffer | undefined
  /** The program that has the master key instead; undefined for the key itself. */
  keyCommand: string | undefined
  /** The maximum number of database connections. */
  maxConnections: number
  /** How long a start waits for a database that does not answer yet. */
  databaseWaitMs: number
  /** The directory of the anchors of audit log and ledger; undefined for the data directory's. */
  anchorDir: string | undefined
  /** The directory from which the networks pick up files; undefined for the data directory's. */
  outboxDir: string | undefined
  /** The folder with the schemas of message networks, which the operator has from them. */
  schemaDir: string | undefined
  /** The folder with the keys for signed messages; undefined if none are signed. */
  messageKeysDir: string | undefined
  /** Larger files from the networks go to quarantine unread. */
  incomingMaxBytes: number
  /** Whether the nodes serve the console. */
  servesConsole: boolean
  /** Whether workers play the ACH operator for sandboxes. */
  simulatesAch: boolean
  /** The SFTP server of the ACH operator; undefined if another program carries the files. */
  sftp: SftpEnvironment | undefined
  /** The broker for messages; undefined if no institution has an AMQP link. */
  amqp: AmqpEnvironment | undefined
  /** Where the embedded database is backed up to; undefined for where it was before. */
  backupDir: string | undefined
  /** Undefined for the command's default. */
  logLevel: string | undefined
  /** The mail server for payment notifications; undefined to send no mail. */
  mail: MailSettings | undefined
  /** Networks, in addition to the internet, that webhooks may reach. */
  webhookNetworks: string[]
  /** The same for webhooks of customers. */
  customerWebhookNetworks: string[]
  /** The PEM files of the TLS listener; undefined for plain HTTP. */
  tls: { certFile: string; keyFile: string } | undefined
  observability: Observability
  /** Where traces go; undefined for nowhere. */
  tracing: TracingSettings | undefined
  /** How often each part of the books is verified. */
  verifyEveryHours: number
  retention: Retention
  defences: Defences
}

/** What operators see of the service. */
export interface Observability {
  /** Where metrics and the health of the work are read; undefined for nowhere. */
  listener: ListenerAddress | undefined
  /** Whether the metrics of work have a label for the institution. */
  byInstitution: boolean
  accessLog: AccessLog
  /** From how long on a statement is logged as slow; undefined for never. */
  slowQueryMs: number | undefined
}

/** The limits that protect the service from clients that ask too much. */
export interface Defences {
  rateLimits: RateLimitSettings
  /** The Redis that nodes use to share their rate-limit counts; undefined to count per node. */
  redisUrl: string | undefined
  /**
   * The proxies whose X-Forwarded-For is trusted: a number of hops in front of the service, or
   * their addresses.
   */
  trustProxy: number | string[] | false
  /** The header in which trusted proxies pass the client's certificate; undefined for none. */
  forwardedCertificate: ForwardedCertificate | undefined
  /** How long a request may take after it was received. */
  requestTimeoutMs: number
  /** The origins whose pages may call the API: `https://app.bank.example`. */
  corsOrigins: readonly string[]
  /** The maximum number of requests in flight. */
  maxRequestsInFlight: number
  /** The average delay of the event loop, in milliseconds, above which requests are refused. */
  maxLateMs: number
  /** The maximum number of client connections. */
  maxHttpConnections: number
}

export const VERIFY_EVERY_HOURS = 12

/** Far longer than one costly request takes, since refusing others would not make it faster. */
const MAX_LATE_MS = 1_000

const MIB = 1024 * 1024
/** More than twenty million records of 94 characters. */
export const INCOMING_MAX_BYTES = 2_048 * MIB

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads the settings. Without GIRO_DATABASE_URL, removes the variables of other databases. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const settings = new Set<string>()
  const value = (name: string) => {
    settings.add(name)
    const text = variables[name]?.trim() || undefined
    return text !== undefined && isServiceLink(name, text, variables) ? undefined : text
  }
  const environment: Environment = {
    databaseUrl: urlOf('GIRO_DATABASE_URL', value('GIRO_DATABASE_URL'), ['postgres:', 'postgresql:']),
    databaseListenUrl: urlOf('GIRO_DATABASE_LISTEN_URL', value('GIRO_DATABASE_LISTEN_URL'), [
      'postgres:',
      'postgresql:',
    ]),
    databaseOwnerUrl: urlOf('GIRO_DATABASE_OWNER_URL', value('GIRO_DATABASE_OWNER_URL'), ['postgres:', 'postgresql:']),
    publicUrl: publicUrlIn('GIRO_PUBLIC_URL', value('GIRO_PUBLIC_URL')),
    oidcIssuer: urlOf('GIRO_OIDC_ISSUER', value('GIRO_OIDC_ISSUER'), ['http:', 'https:']),
    securityContact: contactOf(value('GIRO_SECURITY_CONTACT')),
    encryptionKey: keyOf('GIRO_ENCRYPTION_KEY', value('GIRO_ENCRYPTION_KEY')),
    previousEncryptionKey: keyOf('GIRO_ENCRYPTION_KEY_PREVIOUS', value('GIRO_ENCRYPTION_KEY_PREVIOUS')),
    keyCommand: keyCommandOf(value('GIRO_KEY_PROVIDER'), value('GIRO_KEY_COMMAND')),
    maxConnections: countOf('GIRO_MAX_CONNECTIONS', value('GIRO_MAX_CONNECTIONS'), {
      fallback: 20,
      least: 4,
      most: 1000,
    }),
    databaseWaitMs:
      countOf('GIRO_DATABASE_WAIT', value('GIRO_DATABASE_WAIT'), { fallback: 30, least: 0, most: 3_600 }) * 1_000,
    anchorDir: value('GIRO_ANCHOR_DIR'),
    outboxDir: value('GIRO_OUTBOX_DIR'),
    schemaDir: value('GIRO_SCHEMA_DIR'),
    messageKeysDir: value('GIRO_MESSAGE_KEYS_DIR'),
    servesConsole: wordOf('GIRO_CONSOLE', value('GIRO_CONSOLE'), SWITCH) !== 'off',
    simulatesAch: wordOf('GIRO_ACH_SIMULATOR', value('GIRO_ACH_SIMULATOR'), SWITCH) === 'on',
    incomingMaxBytes:
      countOf('GIRO_INCOMING_MAX_MIB', value('GIRO_INCOMING_MAX_MIB'), {
        fallback: INCOMING_MAX_BYTES / MIB,
        least: 1,
        most: 16_384,
      }) * MIB,
    amqp: amqpIn(value),
    sftp: sftpIn(value, (name, bounds) => countOf(name, value(name), bounds)),
    backupDir: value('GIRO_BACKUP_DIR'),
    logLevel: wordOf('GIRO_LOG_LEVEL', value('GIRO_LOG_LEVEL'), LOG_LEVELS),
    mail: mailOf(urlOf('GIRO_SMTP_URL', value('GIRO_SMTP_URL'), ['smtp:', 'smtps:']), value('GIRO_SMTP_FROM')),
    webhookNetworks: networksOf('GIRO_WEBHOOK_NETWORKS', value('GIRO_WEBHOOK_NETWORKS')),
    customerWebhookNetworks: networksOf('GIRO_CUSTOMER_WEBHOOK_NETWORKS', value('GIRO_CUSTOMER_WEBHOOK_NETWORKS')),
    tls: tlsOf(value('GIRO_TLS_CERT'), value('GIRO_TLS_KEY')),
    observability: observabilityIn(value),
    tracing: tracingIn(value),
    verifyEveryHours: countOf('GIRO_VERIFY_EVERY_HOURS', value('GIRO_VERIFY_EVERY_HOURS'), {
      fallback: VERIFY_EVERY_HOURS,
      least: 1,
      most: 24,
    }),
    retention: readRetention(value),
    defences: defencesIn(value),
  }
  if (environment.sftp && environment.simulatesAch)
    throw new StartupError('GIRO_ACH_SIMULATOR and GIRO_SFTP_HOST both take the files of the outbox: unset one of them')
  refuseMisspelled(variables, settings)
  if (environment.databaseUrl === undefined) forgetOtherDatabases(variables)
  return environment
}

/** What libpq and its drivers read: https://www.postgresql.org/docs/current/libpq-envars.html. */
const OF_DRIVERS =
  /^PG(HOST|HOSTADDR|PORT|DATABASE|USER|PASSWORD|PASSFILE|SERVICE|SERVICEFILE|OPTIONS|APPNAME|SSL\w*|REQUIRE\w+|CHANNELBINDING|CLIENT_?ENCODING|REPLICATION|BINARY|CONNECT_TIMEOUT|TARGETSESSIONATTRS|GSS\w*|KRB\w+|LOADBALANCEHOSTS|DATESTYLE|TZ|GEQO|SYSCONFDIR|LOCALEDIR|DATA)$/

/**
 * Removes what the environment says about another database. The embedded one has one way to be
 * reached; a PGSSLMODE or PGOPTIONS of the shell would break it.
 */
export function forgetOtherDatabases(variables: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(variables)) if (OF_DRIVERS.test(name)) delete variables[name]
}

/** Reads one variable and remembers that it is a setting. */
type ReadSetting = (name: string) => string | undefined

function observabilityIn(value: ReadSetting): Observability {
  return {
    listener: listenerOf(value('GIRO_METRICS_PORT'), value('GIRO_METRICS_HOST')),
    byInstitution: wordOf('GIRO_METRICS_BY_INSTITUTION', value('GIRO_METRICS_BY_INSTITUTION'), SWITCH) === 'on',
    accessLog: wordOf('GIRO_ACCESS_LOG', value('GIRO_ACCESS_LOG'), ACCESS_LOGS) ?? 'all',
    slowQueryMs: slowOf(value('GIRO_SLOW_QUERY_MS')),
  }
}

function defencesIn(value: ReadSetting): Defences {
  return {
    rateLimits: {
      perClient: limitOf('GIRO_RATE_LIMIT_PER_CLIENT', value('GIRO_RATE_LIMIT_PER_CLIENT'), '5000/1'),
      perAddress: limitOf('GIRO_RATE_LIMIT_PER_ADDRESS', value('GIRO_RATE_LIMIT_PER_ADDRESS'), '1000/10'),
      bytesPerAddress: bytesOf('GIRO_RATE_LIMIT_BYTES', value('GIRO_RATE_LIMIT_BYTES')),
    },
    redisUrl: urlOf('GIRO_REDIS_URL', value('GIRO_REDIS_URL'), ['redis:', 'rediss:']),
    trustProxy: proxiesOf(value('GIRO_TRUST_PROXY')),
    forwardedCertificate: certificateHeaderOf(value('GIRO_CLIENT_CERT_HEADER'), proxiesOf(value('GIRO_TRUST_PROXY'))),
    corsOrigins: originsOf(value('GIRO_CORS_ORIGINS')),
    requestTimeoutMs:
      countOf('GIRO_REQUEST_TIMEOUT', value('GIRO_REQUEST_TIMEOUT'), { fallback: 10, least: 1, most: 300 }) * 1_000,
    maxLateMs: MAX_LATE_MS,
    maxRequestsInFlight: countOf('GIRO_MAX_REQUESTS_IN_FLIGHT', value('GIRO_MAX_REQUESTS_IN_FLIGHT'), {
      fallback: 2_000,
      least: 1,
      most: 100_000,
    }),
    maxHttpConnections: countOf('GIRO_MAX_HTTP_CONNECTIONS', value('GIRO_MAX_HTTP_CONNECTIONS'), {
      fallback: 10_000,
      least: 1,
      most: 1_000_000,
    }),
  }
}

/**
 * The directory of the anchors: best on storage that the database's administrators cannot write.
 */
export function anchorDirOf({ anchorDir }: { anchorDir?: string | undefined }, dataDir: string): string {
  return anchorDir ?? join(dataDir, 'anchors')
}

/** The directory from which the networks pick up files: one for all workers. */
export function outboxDirOf({ outboxDir }: { outboxDir?: string | undefined }, dataDir: string): string {
  return outboxDir ?? join(dataDir, 'rails')
}

/** `payments@bank.example` or `Example Bank <payments@bank.example>`. */
function mailOf(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (url === undefined && from === undefined) return undefined
  if (url === undefined || from === undefined)
    throw new StartupError('GIRO_SMTP_URL and GIRO_SMTP_FROM are used together: set both, or neither')
  const [, name = '', address = from] = /^([^<>"\p{Cc}]{1,100}?)\s*<([^<>]+)>$/u.exec(from) ?? []
  if (!isAddress(address))
    throw new StartupError(
      'GIRO_SMTP_FROM is not an address like payments@bank.example or Example Bank <payments@bank.example>: correct it',
    )
  return { url, from: { name, address } }
}

const MAX_LIMIT = 1_000_000
const DAY_SECONDS = 86_400

const MAX_BYTES = 1_000_000_000_000

/** `600/60` is 600 requests in 60 seconds, `100` is 100 in one. */
function limitOf(name: string, text: string | undefined, fallback: string): RateLimit | undefined {
  return quotaOf(name, text ?? fallback, { most: MAX_LIMIT, example: '600/60 (600 requests in 60 seconds)' })
}

/** `100000000/60` is 100 MB in 60 seconds. */
function bytesOf(name: string, text = '100000000/60'): RateLimit | undefined {
  return quotaOf(name, text, { most: MAX_BYTES, example: '100000000/60 (100 MB in 60 seconds)' })
}

function quotaOf(name: string, text: string, allowed: { most: number; example: string }): RateLimit | undefined {
  if (text === 'off') return undefined
  const [, quota = '0', seconds = '1'] = /^(\d{1,13})(?:\/(\d{1,5}))?$/.exec(text) ?? []
  const limit = { quota: Number(quota), seconds: Number(seconds) }
  const isLimit = limit.quota >= 1 && limit.quota <= allowed.most && limit.seconds >= 1 && limit.seconds <= DAY_SECONDS
  if (!isLimit)
    throw new StartupError(`${name} is not a limit such as ${allowed.example}, or off: correct it, or unset it`)
  return limit
}

const MAX_PROXIES = 10

/**
 * No value trusts every sender: a client could then choose the address that its limit is counted
 * under.
 */
function proxiesOf(text: string | undefined): Defences['trustProxy'] {
  if (text === undefined) return false
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PROXIES) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  if (!networks.every(isNetwork))
    throw new StartupError(
      `GIRO_TRUST_PROXY is neither a number of proxies from 1 to ${MAX_PROXIES} nor a list of addresses and networks like 10.0.0.0/8: correct it, or unset it`,
    )
  return networks
}

function tlsOf(certFile: string | undefined, keyFile: string | undefined): Environment['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined)
    throw new StartupError('GIRO_TLS_CERT and GIRO_TLS_KEY are used together: set both, or neither')
  return { certFile, keyFile }
}

/** A count of proxies does not say who they are, so it is not enough to believe a certificate. */
function certificateHeaderOf(
  header: string | undefined,
  proxies: Defences['trustProxy'],
): Defences['forwardedCertificate'] {
  if (header === undefined) return undefined
  if (!/^[A-Za-z0-9-]{1,64}$/.test(header))
    throw new StartupError('GIRO_CLIENT_CERT_HEADER is not the name of a header: correct it, or unset it')
  if (!Array.isArray(proxies))
    throw new StartupError(
      'GIRO_CLIENT_CERT_HEADER needs the addresses of the proxies in GIRO_TRUST_PROXY, such as 10.0.0.0/8',
    )
  return { header, proxies }
}

const ACCESS_LOGS = ['all', 'errors', 'off'] as const
const SWITCH = ['on', 'off'] as const

/** By default only this machine can read it: metrics tell how much an institution pays. */
function listenerOf(port: string | undefined, host: string | undefined): ListenerAddress | undefined {
  if (port === undefined) {
    if (host === undefined) return undefined
    throw new StartupError('GIRO_METRICS_HOST is used only with GIRO_METRICS_PORT: set the port too, or neither')
  }
  return {
    host: host ?? '127.0.0.1',
    port: countOf('GIRO_METRICS_PORT', port, { fallback: 0, least: 1, most: 65_535 }),
  }
}

const SLOW_QUERY_MS = 1_000

function slowOf(text: string | undefined): number | undefined {
  if (text === 'off') return undefined
  return countOf('GIRO_SLOW_QUERY_MS', text, { fallback: SLOW_QUERY_MS, least: 1, most: 60_000 })
}

/** Origins as browsers send them: a scheme and a host, no path and no wildcard. */
function originsOf(text = ''): string[] {
  const origins = text.split(/[\s,]+/).filter(Boolean)
  for (const origin of origins)
    if (!URL.canParse(origin) || !/^https?:/.test(origin) || new URL(origin).origin !== origin)
      throw new StartupError(
        'GIRO_CORS_ORIGINS is not a list of origins: each has a scheme and a host, such as https://app.bank.example, and no path',
      )
  return origins
}

function networksOf(name: string, text: string | undefined): string[] {
  const networks = text?.split(',').map((network) => network.trim()) ?? []
  if (!networks.every(isNetwork))
    throw new StartupError(
      `${name} is not a list of addresses and networks like 10.0.0.0/8, or loopback: correct it, or unset it`,
    )
  return networks
}

const isNetwork = (text: string): boolean => Object.hasOwn(NAMED_NETWORKS, text) || isCidr(text)

/** An address is written as mailto:, because security.txt takes URIs only. */
function contactOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const uri = isAddress(text) ? `mailto:${text}` : text
  if (!/^(mailto:|https:\/\/|tel:)[\x21-\x7e]{1,200}$/.test(uri))
    throw new StartupError(
      'GIRO_SECURITY_CONTACT is not an address like security@bank.example, or a URI that begins with mailto:, https:// or tel:: correct it, or unset it',
    )
  return uri
}

function keyCommandOf(provider: string | undefined, command: string | undefined): string | undefined {
  if (provider === undefined || provider === 'file') {
    if (command !== undefined)
      throw new StartupError('GIRO_KEY_COMMAND is used only with GIRO_KEY_PROVIDER=command: set both, or neither')
    return undefined
  }
  if (provider !== 'command')
    throw new StartupError('GIRO_KEY_PROVIDER is neither file nor command: correct it, or unset it')
  if (command === undefined || !isAbsolute(command))
    throw new StartupError('GIRO_KEY_PROVIDER=command needs GIRO_KEY_COMMAND, the absolute path of one executable')
  return command
}

function keyOf(name: string, text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length !== 32)
    throw new StartupError(`${name} is not 32 bytes in base64 or hex: make one with "openssl rand -base64 32"`)
  return key
}

function countOf(
  name: string,
  text: string | undefined,
  bounds: { fallback: number; least: number; most: number },
): number {
  if (text === undefined) return bounds.fallback
  const count = Number(text)
  if (!Number.isInteger(count) || count < bounds.least || count > bounds.most)
    throw new StartupError(
      `${name} is not a whole number from ${bounds.least} to ${bounds.most}: correct it, or unset it`,
    )
  return count
}

function wordOf<Word extends string>(name: string, word: string | undefined, words: readonly Word[]): Word | undefined {
  const known = words.find((one) => one === word)
  if (word !== undefined && known === undefined)
    throw new StartupError(`${name} is not one of ${words.join(', ')}: correct it, or unset it`)
  return known
}

function tracingIn(value: (name: string) => string | undefined): TracingSettings | undefined {
  return tracingOf({
    endpoint: urlOf('OTEL_EXPORTER_OTLP_ENDPOINT', value('OTEL_EXPORTER_OTLP_ENDPOINT'), ['http:', 'https:']),
    headers: value('OTEL_EXPORTER_OTLP_HEADERS'),
    ratio: value('OTEL_TRACES_SAMPLER_ARG'),
    serviceName: value('OTEL_SERVICE_NAME'),
  })
}
