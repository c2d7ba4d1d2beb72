import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readEnvironment } from './config.ts'
import { StartupError } from './startup-error.ts'

test('readEnvironment: with nothing set, every setting has its default, and the database is the embedded one', () => {
  assert.deepEqual(readEnvironment({}), {
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    publicUrl: undefined,
    securityContact: undefined,
    oidcIssuer: undefined,
    encryptionKey: undefined,
    previousEncryptionKey: undefined,
    keyCommand: undefined,
    maxConnections: 20,
    databaseListenUrl: undefined,
    databaseWaitMs: 30_000,
    anchorDir: undefined,
    outboxDir: undefined,
    schemaDir: undefined,
    messageKeysDir: undefined,
    incomingMaxBytes: 2_147_483_648,
    servesConsole: true,
    simulatesAch: false,
    sftp: undefined,
    amqp: undefined,
    backupDir: undefined,
    logLevel: undefined,
    mail: undefined,
    webhookNetworks: [],
    customerWebhookNetworks: [],
    tls: undefined,
    observability: { listener: undefined, byInstitution: false, accessLog: 'all', slowQueryMs: 1_000 },
    tracing: undefined,
    verifyEveryHours: 12,
    retention: { paymentKeysDays: 400, deliveriesDays: 30, mailsDays: 400 },
    defences: {
      rateLimits: {
        perClient: { quota: 5_000, seconds: 1 },
        perAddress: { quota: 1_000, seconds: 10 },
        bytesPerAddress: { quota: 100_000_000, seconds: 60 },
      },
      redisUrl: undefined,
      trustProxy: false,
      forwardedCertificate: undefined,
      corsOrigins: [],
      requestTimeoutMs: 10_000,
      maxRequestsInFlight: 2_000,
      maxLateMs: 1_000,
      maxHttpConnections: 10_000,
    },
  })
})

test('readEnvironment: an empty variable counts as unset', () => {
  const empty = { GIRO_DATABASE_URL: '', GIRO_MAX_CONNECTIONS: ' ', GIRO_LOG_LEVEL: '', GIRO_ENCRYPTION_KEY: '\n' }
  assert.deepEqual(readEnvironment(empty), readEnvironment({}))
})

test('readEnvironment: every variable is read', () => {
  const key = randomBytes(32)
  const environment = readEnvironment({
    GIRO_DATABASE_URL: ' postgres://giro:secret@db.example:5432/giro\n',
    GIRO_DATABASE_OWNER_URL: 'postgres://owner:secret@db.example:5432/giro',
    GIRO_PUBLIC_URL: 'https://bank.example/',
    GIRO_OIDC_ISSUER: 'https://issuer.example/realms/bank',
    GIRO_ENCRYPTION_KEY: key.toString('base64'),
    GIRO_MAX_CONNECTIONS: '50',
    GIRO_DATABASE_LISTEN_URL: 'postgres://giro_service:secret@db.example:5432/giro',
    GIRO_DATABASE_WAIT: '0',
    GIRO_ANCHOR_DIR: '/mnt/anchors',
    GIRO_OUTBOX_DIR: '/mnt/outbox',
    GIRO_SCHEMA_DIR: '/mnt/schemas',
    GIRO_MESSAGE_KEYS_DIR: '/mnt/keys',
    GIRO_INCOMING_MAX_MIB: '64',
    GIRO_ACH_SIMULATOR: 'on',
    GIRO_CONSOLE: 'off',
    GIRO_KEEP_PAYMENT_KEYS: '30',
    GIRO_KEEP_DELIVERIES: '36500',
    GIRO_KEEP_MAILS: 'forever',
    GIRO_BACKUP_DIR: '/mnt/backups',
    GIRO_LOG_LEVEL: 'debug',
    GIRO_SMTP_URL: 'smtps://mail.example',
    GIRO_SMTP_FROM: 'payments@bank.example',
    GIRO_RATE_LIMIT_PER_CLIENT: '600/60',
    GIRO_RATE_LIMIT_PER_ADDRESS: 'off',
    GIRO_RATE_LIMIT_BYTES: '5000000/10',
    GIRO_REDIS_URL: 'rediss://giro:secret@cache.example:6380/1',
    GIRO_TRUST_PROXY: '10.0.0.1',
    GIRO_CLIENT_CERT_HEADER: 'Client-Cert',
    GIRO_TLS_CERT: '/etc/giro/cert.pem',
    GIRO_TLS_KEY: '/etc/giro/key.pem',
    GIRO_REQUEST_TIMEOUT: '30',
    GIRO_CORS_ORIGINS: 'https://app.bank.example, http://localhost:5173',
    GIRO_MAX_REQUESTS_IN_FLIGHT: '500',
    GIRO_MAX_HTTP_CONNECTIONS: '1000',
    GIRO_WEBHOOK_NETWORKS: 'loopback, 10.0.0.0/8',
    GIRO_CUSTOMER_WEBHOOK_NETWORKS: 'loopback',
    GIRO_METRICS_PORT: '9464',
    GIRO_METRICS_HOST: '10.0.0.9',
    GIRO_METRICS_BY_INSTITUTION: 'on',
    GIRO_ACCESS_LOG: 'errors',
    GIRO_SLOW_QUERY_MS: '250',
    GIRO_VERIFY_EVERY_HOURS: '24',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_SERVICE_NAME: 'payments',
    UNRELATED: 'x',
  })
  assert.deepEqual(environment, {
    databaseUrl: 'postgres://giro:secret@db.example:5432/giro',
    databaseOwnerUrl: 'postgres://owner:secret@db.example:5432/giro',
    publicUrl: 'https://bank.example',
    securityContact: undefined,
    sftp: undefined,
    amqp: undefined,
    oidcIssuer: 'https://issuer.example/realms/bank',
    encryptionKey: key,
    previousEncryptionKey: undefined,
    keyCommand: undefined,
    maxConnections: 50,
    databaseListenUrl: 'postgres://giro_service:secret@db.example:5432/giro',
    databaseWaitMs: 0,
    anchorDir: '/mnt/anchors',
    outboxDir: '/mnt/outbox',
    schemaDir: '/mnt/schemas',
    messageKeysDir: '/mnt/keys',
    incomingMaxBytes: 67_108_864,
    servesConsole: false,
    simulatesAch: true,
    backupDir: '/mnt/backups',
    logLevel: 'debug',
    mail: { url: 'smtps://mail.example', from: { name: '', address: 'payments@bank.example' } },
    webhookNetworks: ['loopback', '10.0.0.0/8'],
    customerWebhookNetworks: ['loopback'],
    tls: { certFile: '/etc/giro/cert.pem', keyFile: '/etc/giro/key.pem' },
    observability: {
      listener: { host: '10.0.0.9', port: 9464 },
      byInstitution: true,
      accessLog: 'errors',
      slowQueryMs: 250,
    },
    tracing: {
      url: 'https://otel.example/v1/traces',
      headers: { authorization: 'Bearer secret' },
      ratio: 0.1,
      serviceName: 'payments',
    },
    verifyEveryHours: 24,
    retention: { paymentKeysDays: 30, deliveriesDays: 36_500, mailsDays: undefined },
    defences: {
      rateLimits: {
        perClient: { quota: 600, seconds: 60 },
        perAddress: undefined,
        bytesPerAddress: { quota: 5_000_000, seconds: 10 },
      },
      redisUrl: 'rediss://giro:secret@cache.example:6380/1',
      trustProxy: ['10.0.0.1'],
      forwardedCertificate: { header: 'Client-Cert', proxies: ['10.0.0.1'] },
      corsOrigins: ['https://app.bank.example', 'http://localhost:5173'],
      requestTimeoutMs: 30_000,
      maxRequestsInFlight: 500,
      maxLateMs: 1_000,
      maxHttpConnections: 1_000,
    },
  })
})

test('readEnvironment: a rate limit without seconds is per second', () => {
  const { rateLimits } = readEnvironment({ GIRO_RATE_LIMIT_PER_CLIENT: '100' }).defences
  assert.deepEqual(rateLimits.perClient, { quota: 100, seconds: 1 })
})

test('readEnvironment: proxies may be addresses, networks or loopback, linklocal, uniquelocal', () => {
  assert.equal(readEnvironment({ GIRO_TRUST_PROXY: '2' }).defences.trustProxy, 2)
  const { trustProxy } = readEnvironment({ GIRO_TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,192.0.2.7,loopback' }).defences
  assert.deepEqual(trustProxy, ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7', 'loopback'])
})

test('readEnvironment: a key is 32 bytes in base64 or hex, in either case', () => {
  const key = randomBytes(32)
  const forms = [
    key.toString('base64'),
    key.toString('base64url'),
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
  ]
  for (const text of forms) assert.deepEqual(readEnvironment({ GIRO_ENCRYPTION_KEY: text }).encryptionKey, key)
})

test('readEnvironment: the bounds of connections are inclusive', () => {
  for (const count of [4, 1000])
    assert.equal(readEnvironment({ GIRO_MAX_CONNECTIONS: String(count) }).maxConnections, count)
})

test('readEnvironment: metrics are read on this machine alone unless a host is set', () => {
  const { listener } = readEnvironment({ GIRO_METRICS_PORT: '9464' }).observability
  assert.deepEqual(listener, { host: '127.0.0.1', port: 9464 })
})

test('readEnvironment: slow statements are logged from 1 s on, or never with off', () => {
  assert.equal(readEnvironment({ GIRO_SLOW_QUERY_MS: 'off' }).observability.slowQueryMs, undefined)
  for (const ms of [1, 60_000])
    assert.equal(readEnvironment({ GIRO_SLOW_QUERY_MS: String(ms) }).observability.slowQueryMs, ms)
})

const refused: [variable: string, value: string, message: RegExp][] = [
  ['GIRO_DATABASE_URL', 'db.example/giro', /postgres:\/\/ or postgresql:\/\//],
  ['GIRO_DATABASE_URL', 'mysql://db.example/giro', /postgres:\/\/ or postgresql:\/\//],
  ['GIRO_PUBLIC_URL', 'bank.example', /http:\/\/ or https:\/\//],
  ['GIRO_PUBLIC_URL', 'http://0.0.0.0:8080', /not an address that clients can use: name the host/],
  ['GIRO_PUBLIC_URL', 'https://[::]', /not an address that clients can use: name the host/],
  ['GIRO_DATABASE_URL', 'postgres://giro:100%@db.example/giro', /not percent-encoded: write %25/],
  ['GIRO_REDIS_URL', 'redis://:50%off@cache.example', /not percent-encoded: write %25/],
  ['GIRO_AMQP_URL', 'amqps://100%@mq.example', /not percent-encoded: write %25/],
  ['GIRO_METRICS_PORT', 'tcp://10.0.0.9:9464', /from 1 to 65535/],
  ['GIRO_OIDC_ISSUER', 'ftp://issuer.example', /http:\/\/ or https:\/\//],
  ['GIRO_ENCRYPTION_KEY', 'secret', /32 bytes.*openssl rand -base64 32/],
  ['GIRO_ENCRYPTION_KEY', 'a'.repeat(63), /32 bytes/],
  ['GIRO_ENCRYPTION_KEY', randomBytes(33).toString('base64'), /32 bytes/],
  ['GIRO_ENCRYPTION_KEY', `${randomBytes(31).toString('hex')}zz`, /32 bytes/],
  ['GIRO_MAX_CONNECTIONS', '3', /from 4 to 1000/],
  ['GIRO_MAX_CONNECTIONS', '1001', /from 4 to 1000/],
  ['GIRO_MAX_CONNECTIONS', '20.5', /from 4 to 1000/],
  ['GIRO_MAX_CONNECTIONS', 'many', /from 4 to 1000/],
  ['GIRO_METRICS_PORT', '0', /from 1 to 65535/],
  ['GIRO_METRICS_PORT', '65536', /from 1 to 65535/],
  ['GIRO_METRICS_HOST', '10.0.0.9', /set the port too/],
  ['GIRO_METRICS_BY_INSTITUTION', 'yes', /one of on, off/],
  ['GIRO_CONSOLE', 'closed', /one of on, off/],
  ['GIRO_ACCESS_LOG', 'some', /one of all, errors, off/],
  ['GIRO_VERIFY_EVERY_HOURS', '25', /from 1 to 24/],
  ['GIRO_SLOW_QUERY_MS', '-1', /from 1 to 60000/],
  ['GIRO_SLOW_QUERY_MS', '60001', /from 1 to 60000/],
  ['GIRO_DATABASE_WAIT', '3601', /from 0 to 3600/],
  ['GIRO_REQUEST_TIMEOUT', '-7', /from 1 to 300/],
  ['GIRO_REQUEST_TIMEOUT', '301', /from 1 to 300/],
  ['GIRO_CORS_ORIGINS', '*', /not a list of origins/],
  ['GIRO_CORS_ORIGINS', 'https://shop.example/pay', /not a list of origins/],
  ['GIRO_RATE_LIMIT_PER_CLIENT', '-1', /600\/60/],
  ['GIRO_RATE_LIMIT_PER_CLIENT', '0/77', /600\/60/],
  ['GIRO_RATE_LIMIT_PER_CLIENT', '1000001', /600\/60/],
  ['GIRO_RATE_LIMIT_PER_ADDRESS', '1/86401', /600\/60/],
  ['GIRO_RATE_LIMIT_PER_ADDRESS', 'many', /600\/60/],
  ['GIRO_RATE_LIMIT_BYTES', '1000000000001/60', /100000000\/60 \(100 MB in 60 seconds\)/],
  ['GIRO_RATE_LIMIT_BYTES', '100MB', /100000000\/60/],
  ['GIRO_REDIS_URL', 'http://cache.example', /redis:\/\/ or rediss:\/\//],
  ['GIRO_CLIENT_CERT_HEADER', 'a b', /not the name of a header/],
  ['GIRO_TRUST_PROXY', '11', /number of proxies from 1 to 10/],
  ['GIRO_TRUST_PROXY', 'true', /10\.0\.0\.0\/8/],
  ['GIRO_TRUST_PROXY', '10.0.0.0/33', /10\.0\.0\.0\/8/],
  ['GIRO_TRUST_PROXY', '0.0.0.0/0', /10\.0\.0\.0\/8/],
  ['GIRO_WEBHOOK_NETWORKS', 'everything', /10\.0\.0\.0\/8/],
  ['GIRO_CUSTOMER_WEBHOOK_NETWORKS', 'everything', /GIRO_CUSTOMER_WEBHOOK_NETWORKS/],
  ['GIRO_MAX_REQUESTS_IN_FLIGHT', '-1', /from 1 to 100000/],
  ['GIRO_LOG_LEVEL', 'loud', /not one of fatal, error, warn, info, debug, trace, silent/],
]
for (const [variable, value, message] of refused)
  test(`readEnvironment: ${variable} like ${value.slice(0, 24)} is refused in one line that names the variable and not its value`, () => {
    assert.throws(
      () => readEnvironment({ [variable]: value }),
      (error) =>
        error instanceof StartupError &&
        error.message.startsWith(`${variable} is `) &&
        message.test(error.message) &&
        !error.message.includes('\n') &&
        !error.message.includes(value),
    )
  })

test('readEnvironment: TLS needs both files, and a certificate header needs the addresses of its proxies', () => {
  for (const name of ['GIRO_TLS_CERT', 'GIRO_TLS_KEY'])
    assert.throws(() => readEnvironment({ [name]: 'x.pem' }), { message: /are used together: set both, or neither/ })
  for (const proxies of [{}, { GIRO_TRUST_PROXY: '1' }])
    assert.throws(() => readEnvironment({ ...proxies, GIRO_CLIENT_CERT_HEADER: 'Client-Cert' }), {
      message: /needs the addresses of the proxies in GIRO_TRUST_PROXY/,
    })
})

test('readEnvironment: mail needs both a server and a sender address, or neither', () => {
  const GIRO_SMTP_URL = 'smtp://giro:secret@mail.example:587'
  const from = (GIRO_SMTP_FROM?: string) => readEnvironment({ GIRO_SMTP_URL, GIRO_SMTP_FROM }).mail?.from
  assert.deepEqual(from('payments@bank.example'), { name: '', address: 'payments@bank.example' })
  assert.deepEqual(from('Example Bank <payments@bank.example>'), {
    name: 'Example Bank',
    address: 'payments@bank.example',
  })
  for (const wrong of [
    'nobody',
    'a@b.example, c@d.example',
    'Bank <nobody>',
    'Bank\r\nBcc: x <a@b.example>',
    undefined,
  ])
    assert.throws(() => from(wrong), StartupError)
  assert.throws(() => readEnvironment({ GIRO_SMTP_FROM: 'payments@bank.example' }), StartupError)
  assert.throws(
    () => readEnvironment({ GIRO_SMTP_URL: 'http://mail.example', GIRO_SMTP_FROM: 'a@b.example' }),
    (error) => {
      assert.ok(error instanceof StartupError)
      return error.message.startsWith('GIRO_SMTP_URL is not a URL that begins with smtp:// or smtps://')
    },
  )
})

test('GIRO_SECURITY_CONTACT is an address, or a URI of security.txt', () => {
  const read = (text: string) => readEnvironment({ GIRO_SECURITY_CONTACT: text }).securityContact
  assert.equal(read('security@bank.example'), 'mailto:security@bank.example')
  for (const uri of ['mailto:security@bank.example', 'https://bank.example/report', 'tel:+1-201-555-0123'])
    assert.equal(read(uri), uri)
  for (const text of ['http://bank.example', 'security', 'mailto:', 'https://a\nContact: mailto:b@c.example'])
    assert.throws(() => read(text), /^StartupError: GIRO_SECURITY_CONTACT is not an address/)
})

for (const [typed, meant] of [
  ['GIRO_DATABSE_URL', 'GIRO_DATABASE_URL'],
  ['GIRO_ENCRYPTION_KEYS', 'GIRO_ENCRYPTION_KEY'],
  ['GIROENCRYPTION_KEY', 'GIRO_ENCRYPTION_KEY'],
  ['giro_log_level', 'GIRO_LOG_LEVEL'],
] as const)
  test(`readEnvironment: ${typed} is refused with the name of the setting, so no default replaces it unseen`, () => {
    assert.throws(
      () => readEnvironment({ [typed]: 'x' }),
      new StartupError(`${typed} is not a setting: rename it to ${meant}, or unset it`),
    )
  })

test('readEnvironment: what Kubernetes says of a service named like a setting is ignored', () => {
  const links = { GIRO_METRICS_PORT: 'tcp://10.0.0.9:9464', GIRO_METRICS_SERVICE_HOST: '10.0.0.9' }
  assert.equal(readEnvironment(links).observability.listener, undefined)
  const sftp = {
    GIRO_SFTP_PORT: 'tcp://10.0.0.8:22',
    GIRO_SFTP_SERVICE_HOST: '10.0.0.8',
    GIRO_SFTP_PORT_22_TCP_PORT: '22',
  }
  assert.equal(readEnvironment(sftp).sftp, undefined)
  const own = { ...links, GIRO_METRICS_PORT: '9464' }
  assert.equal(readEnvironment(own).observability.listener?.port, 9464)
})

test('readEnvironment: the embedded database sees nothing that was meant for another one', () => {
  const ofShell = {
    PGSSLMODE: 'require',
    PGOPTIONS: '-c search_path=x',
    PGCONNECT_TIMEOUT: '1',
    PGSSLNEGOTIATION: 'direct',
  }
  const embedded: NodeJS.ProcessEnv = { ...ofShell, PGP_KEY: 'kept', PATH: '/bin' }
  readEnvironment(embedded)
  assert.deepEqual(embedded, { PGP_KEY: 'kept', PATH: '/bin' })
  const own = { ...ofShell, GIRO_DATABASE_URL: 'postgres://db.example/giro' }
  readEnvironment(own)
  assert.equal(own.PGSSLMODE, 'require', 'for a PostgreSQL of your own they hold as before')
})

test('readEnvironment: unknown variables that resemble no setting are ignored', () => {
  readEnvironment({
    GIRO_PORT: 'tcp://10.0.0.1:80',
    GIRO_SERVICE_HOST: '10.0.0.1',
    GIRO_TEST_CLUSTER_URL: 'x',
    PATH: '',
  })
})

const amqpEnvironment = { GIRO_AMQP_URL: 'amqps://giro@broker.example', GIRO_AMQP_PASSWORD_FILE: '/run/password' }

test('the broker is named by its address, and its secrets by their files', () => {
  assert.deepEqual(readEnvironment(amqpEnvironment).amqp, {
    ...{ host: 'broker.example', port: 5671, isSecured: true, user: 'giro', passwordFile: '/run/password' },
    ...{ caFile: undefined, certFile: undefined, keyFile: undefined },
  })
  assert.equal(readEnvironment({ GIRO_AMQP_URL: 'amqp://localhost' }).amqp?.port, 5672)
})

for (const [variables, says] of [
  [{ GIRO_AMQP_CA_FILE: '/ca' }, /only with GIRO_AMQP_URL/],
  [{ GIRO_AMQP_URL: 'http://broker' }, /is not the address of a broker/],
  [{ GIRO_AMQP_URL: 'amqps://giro:secret@broker' }, /the password is in GIRO_AMQP_PASSWORD_FILE/],
  [{ GIRO_AMQP_URL: 'amqps://giro@broker' }, /GIRO_AMQP_PASSWORD_FILE is used with a user/],
  [{ ...amqpEnvironment, GIRO_AMQP_CERT_FILE: '/cert' }, /are used together/],
  [{ GIRO_AMQP_URL: 'amqp://broker', GIRO_AMQP_CA_FILE: '/ca' }, /only with amqps:/],
] as const)
  test(`the settings of the broker are refused: ${says.source}`, () => {
    assert.throws(() => readEnvironment(variables), says)
  })
