import { Command, InvalidArgumentError, Option } from 'commander'
import { type ChainHead, parseHead } from '../audit/chain.ts'
import { findCustomerByShortName } from '../customers/find-customer.ts'
import type { Transaction } from '../db/client.ts'
import { createInstitution, InvalidInstitution } from '../institution/create-institution.ts'
import { findInstitutionByCode, type Institution, listInstitutions } from '../institution/institution.ts'
import { recordApiClient } from '../institution/record-api-client.ts'
import { rotateSigningKeyOf } from '../institution/rotate-signing-key.ts'
import { renderSigningKey } from '../institution/signing-keys.schema.ts'
import { systemClock } from '../kernel/clock.ts'
import { createSealer } from '../kernel/sealer.ts'
import {
  createApiClient,
  DEFAULT_OVERLAP_SECONDS,
  findApiClient,
  revokeApiClient,
  rotateApiClientSecret,
  UnknownApiClient,
} from '../tokens/api-clients.ts'
import { ENTITLEMENTS, type Entitlement, isEntitlement } from '../tokens/entitlements.ts'
import { readEnvironment } from './config.ts'
import { withDatabase } from './database.ts'
import { readDemo } from './demo/demo-institution.ts'
import { loadCustomers } from './demo/load.ts'
import { loadPayments } from './demo/load-payments.ts'
import { runPayoutFlow } from './demo/payout-flow.ts'
import { checkEncryptionKey, loadEncryptionKey } from './encryption-key.ts'
import { progressBar } from './progress-bar.ts'
import { type ServeOptions, serve } from './serve.ts'
import { StartupError } from './startup-error.ts'
import { verifyAudits } from './verify-audits.ts'
import { verifyLedgers } from './verify-ledgers.ts'

const say = (line: string) => console.log(line)

const giro = new Command('giro')
  .description(
    'A banking-platform service: customers, accounts, contacts, payments, a double-entry ledger and the rails.',
  )
  .helpCommand(false)
  .configureOutput({
    // One line, as for everything else that is refused.
    outputError: (text, write) => write(`giro: ${text.replace('error: ', '').trim().replaceAll('\n', ' ')}\n`),
  })

/** Every command works on a database: that of GIRO_DATABASE_URL, else the embedded one of the data directory. */
function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--data-dir <path>', 'where Giro keeps what it needs', '.giro')
}

const port = (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 65_535)
    throw new InvalidArgumentError('a port is a number from 1 to 65535.')
  return number
}

const count = (text: string) => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 10_000_000)
    throw new InvalidArgumentError('a number from 1 to 10,000,000 is expected.')
  return number
}

/** Ends the process too: what could not be brought to rest in time must not keep it. */
async function serveUntilStopped(options: ServeOptions): Promise<never> {
  process.exit(await serve(readEnvironment(), options, say))
}

command(giro, 'serve', 'Serve the API, the token service and the worker in one process.')
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--port <number>', 'the port to listen on', port, 8080)
  .option('--demo', 'make a demo institution on first start, and run the payout flow once', false)
  .option('--no-worker', 'leave payments to workers elsewhere')
  .action(async (options: Omit<ServeOptions, 'http'>) => {
    await serveUntilStopped({ ...options, http: true })
  })

command(giro, 'worker', 'Only take payments further: for more workers beside a service on the same database.').action(
  async ({ dataDir }: { dataDir: string }) => {
    const options = { dataDir, host: '127.0.0.1', port: 0, demo: false, worker: true, http: false }
    await serveUntilStopped(options)
  },
)

command(giro, 'migrate', 'Bring the database to the newest schema.').action(
  async ({ dataDir }: { dataDir: string }) => {
    await withDatabase(readEnvironment(), dataDir, async () => say('The database has the newest schema.'))
  },
)

const demo = command(giro, 'demo', 'Run the payout flow against a service that serves the demo.').action(
  async ({ dataDir }: { dataDir: string }) => {
    const known = await readDemo(dataDir)
    if (!known) throw new StartupError(`${dataDir} has no demo.json: start the service with "giro serve --demo" first`)
    await runPayoutFlow(known, say)
  },
)

demo
  .command('load')
  .description(
    'Fill an institution with made-up customers, each with two accounts and two contacts, and with payments of theirs.',
  )
  .option('--customers <number>', 'how many customers', count)
  .option('--payments <number>', 'how many payments, over the past year', count)
  .option('--institution <code>', 'the tenant code', 'demo')
  .action(async (options: { customers?: number; payments?: number; institution: string }, self: Command) => {
    const { customers, payments } = options
    if (customers === undefined && payments === undefined)
      throw new StartupError('nothing to load: say how many with --customers, --payments or both')
    const { dataDir } = self.optsWithGlobals<{ dataDir: string }>()
    await withDatabase(readEnvironment(), dataDir, async (db, analyse) => {
      const found = await db.read((tx) => findInstitutionByCode(tx, options.institution))
      if (!found)
        throw new StartupError(`there is no institution ${options.institution}: start "giro serve --demo" once`)
      if (customers !== undefined) await loadCustomers(db, found, customers, progressBar('customers', customers))
      if (payments !== undefined) await loadPayments(db, found, payments, progressBar('payments', payments))
      await analyse()
    })
  })

const institution = giro.command('institution').description('Institutions: the tenants of this service.')

command(institution, 'create', 'Create an institution.')
  .requiredOption('--code <code>', 'the tenant code: lower-case letters, digits, hyphens')
  .requiredOption('--name <name>', 'its name')
  .requiredOption('--routing-number <number>', 'its ABA routing number')
  .option('--bic <bic>', 'its BIC')
  .option('--currency <code>', 'its own currency', 'USD')
  .option('--time-zone <zone>', 'the IANA time zone its business days are in', 'America/New_York')
  .option('--officer <loginId...>', 'login ids of its relationship managers and officers', ['officer'])
  .option('--sandbox', 'play all networks by the simulator', false)
  .action(async ({ dataDir, officer, bic = null, ...asked }) => {
    const environment = readEnvironment()
    const sealer = createSealer(await loadEncryptionKey(dataDir, environment.encryptionKey))
    await withDatabase(environment, dataDir, async (db) => {
      await checkEncryptionKey(db, sealer)
      await db.transaction(async (tx) => {
        if (await findInstitutionByCode(tx, asked.code))
          throw new StartupError(`there is an institution ${asked.code} already: choose another code`)
        const created = await createInstitution(tx, { ...asked, bic, officers: officer }, sealer, systemClock.now())
        say(JSON.stringify({ tenantCode: asked.code, customerUID: String(created.legalEntityId) }, null, 2))
      })
    })
  })

const apiClient = giro.command('api-client').description('The programs that may call the API.')

async function mustFindInstitution(tx: Transaction, code: string): Promise<Institution> {
  const found = await findInstitutionByCode(tx, code)
  if (!found) throw new StartupError(`there is no institution ${code}: create it with "giro institution create"`)
  return found
}

/** Runs a change of an institution's API clients, and leaves a trace of it. */
async function changeClients<T extends object>(
  options: { dataDir: string; institution: string; key?: string },
  action: Parameters<typeof recordApiClient>[2]['action'],
  change: (
    tx: Transaction,
    institution: Institution,
    now: ReturnType<typeof systemClock.now>,
  ) => Promise<T & { apiKey: string }>,
): Promise<void> {
  await withDatabase(readEnvironment(), options.dataDir, (db) =>
    db.transaction(async (tx) => {
      const found = await mustFindInstitution(tx, options.institution)
      const now = systemClock.now()
      const { tenantId } = found
      const before =
        options.key === undefined ? undefined : await findApiClient(tx, { tenantId, clientId: options.key })
      const changed = await change(tx, found, now)
      const after = await findApiClient(tx, { tenantId, clientId: changed.apiKey })
      await recordApiClient(tx, 'operator', { action, before, after: after! }, now)
      say(JSON.stringify(changed, null, 2))
    }),
  )
}

command(apiClient, 'create', 'Create an API client. Its secret is shown once.')
  .requiredOption('--institution <code>', 'the tenant code')
  .requiredOption('--name <name>', 'what the client is called')
  .option('--customer <shortName>', "the legal entity it acts for; the institution's own by default")
  .addOption(
    new Option(
      '--entitlement <name...>',
      'what it may do, such as Payments.Initiate_Payments; everything by default',
    ).argParser((name: string, before: Entitlement[] | undefined) => {
      if (!isEntitlement(name)) throw new InvalidArgumentError(`entitlements are ${ENTITLEMENTS.join(', ')}.`)
      return [...(before ?? []), name]
    }),
  )
  .action(
    (options: { dataDir: string; institution: string; name: string; customer?: string; entitlement?: Entitlement[] }) =>
      changeClients(options, 'api-client.created', async (tx, { tenantId, legalEntityId }, now) => {
        const customer = options.customer && (await findCustomerByShortName(tx, tenantId, options.customer))
        if (options.customer && !customer)
          throw new StartupError(`there is no customer with the shortName ${options.customer}: create it first`)
        const entity = customer ? customer.id : legalEntityId
        const entitlements = options.entitlement ?? ENTITLEMENTS
        return createApiClient(tx, { tenantId, name: options.name, legalEntityId: entity, entitlements, now })
      }),
  )

command(apiClient, 'rotate', 'Give an API client a new secret. It is shown once.')
  .requiredOption('--institution <code>', 'the tenant code')
  .requiredOption('--key <apiKey>', 'the API key')
  .option(
    '--overlap <seconds>',
    'how long the old secret stays valid; 0 ends it and all tokens of the client',
    Number,
    DEFAULT_OVERLAP_SECONDS,
  )
  .action((options: { dataDir: string; institution: string; key: string; overlap: number }) =>
    changeClients(options, 'api-client.rotated', async (tx, { tenantId }, now) => {
      const { overlap: overlapSeconds, key } = options
      const { apiSecret, previousExpiresAt } = await rotateApiClientSecret(tx, {
        tenantId,
        clientId: key,
        overlapSeconds,
        now,
      })
      return { apiKey: key, apiSecret, previousSecretValidUntil: previousExpiresAt.toString() }
    }),
  )

command(apiClient, 'revoke', 'Shut an API client out; its tokens stop working within seconds.')
  .requiredOption('--institution <code>', 'the tenant code')
  .requiredOption('--key <apiKey>', 'the API key')
  .action((options: { dataDir: string; institution: string; key: string }) =>
    changeClients(options, 'api-client.revoked', async (tx, { tenantId }, now) => {
      await revokeApiClient(tx, { tenantId, clientId: options.key, now })
      return { apiKey: options.key, revokedAt: now.toString() }
    }),
  )

const signingKey = giro.command('signing-key').description('The keys that sign access tokens.')

command(
  signingKey,
  'rotate',
  'Publish a new signing key, which signs a minute later; at once where the one before can not be opened.',
)
  .requiredOption('--institution <code>', 'the tenant code')
  .action(async (options: { dataDir: string; institution: string }) => {
    const environment = readEnvironment()
    const sealer = createSealer(await loadEncryptionKey(options.dataDir, environment.encryptionKey))
    await withDatabase(environment, options.dataDir, async (db) => {
      await checkEncryptionKey(db, sealer)
      const now = systemClock.now()
      const key = await db.transaction(async (tx) =>
        rotateSigningKeyOf(
          tx,
          await mustFindInstitution(tx, options.institution),
          { actor: 'operator', sealer },
          { now, tokenNow: now },
        ),
      )
      say(JSON.stringify(renderSigningKey(key), null, 2))
    })
  })

const ledger = giro.command('ledger').description('The books.')

command(ledger, 'verify', 'Compare every total of the books with its transfers. Exit code 1 on any difference.').action(
  async ({ dataDir }: { dataDir: string }) => {
    await withDatabase(readEnvironment(), dataDir, async (db) => {
      const institutions = await db.read(listInstitutions)
      process.exitCode = (await verifyLedgers(db, institutions, say)) === 0 ? 0 : 1
    })
  },
)

const notedHead = (text: string) => {
  const head = parseHead(text)
  if (!head) throw new InvalidArgumentError('a head is <sequence>:<64 hexadecimal digits>, as verify prints it.')
  return head
}

const audit = giro.command('audit').description('The trace of every change.')

command(audit, 'verify', 'Recompute the chain of every audit log. Exit code 1 on any break.')
  .option('--tenant <code>', 'only the institution of this code')
  .option(
    '--head <sequence:hash>',
    'a head that was noted earlier, which the chain has to go through; with --tenant',
    notedHead,
  )
  .action(async ({ dataDir, tenant, head }: { dataDir: string; tenant?: string; head?: ChainHead }) => {
    if (head && !tenant) throw new StartupError('a head is that of one institution: name it with --tenant')
    await withDatabase(readEnvironment(), dataDir, async (db) => {
      const institutions = await db.read(async (tx) => {
        if (!tenant) return listInstitutions(tx)
        const found = await findInstitutionByCode(tx, tenant)
        if (!found) throw new StartupError(`there is no institution ${tenant}`)
        return [found]
      })
      const breaks = await verifyAudits(db, institutions, { clock: systemClock, noted: head, say })
      process.exitCode = breaks === 0 ? 0 : 1
    })
  })

try {
  await giro.parseAsync()
} catch (error) {
  if (error instanceof StartupError) {
    console.error(`giro: ${error.message}`)
    if (error.detail) console.error(error.detail)
  } else if (error instanceof InvalidInstitution || error instanceof UnknownApiClient || error instanceof RangeError) {
    console.error(`giro: ${error.message}`)
  } else {
    console.error(error)
  }
  process.exitCode = 1
}
