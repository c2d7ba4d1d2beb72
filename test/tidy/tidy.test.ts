import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { FACE_RULE, layerOf, OPEN } from './layers.ts'
import { assertNone, filesBelow, isTest, ofProduction, readSources, root, type SourceFile } from './sources.ts'

/** Checks the structure of the code by reading it. docs/architecture.md gives the reasons. */

let sources: Map<string, SourceFile>
const migrations = new Map<string, string>()

before(async () => {
  sources = await readSources()
  for (const path of await filesBelow('migrations'))
    migrations.set(path, (await readFile(join(root, path), 'utf8')).replaceAll(/--.*$/gm, ''))
})

test('no file in src imports tests, scripts or benches', () => {
  assertNone(
    ofProduction(sources).flatMap(({ path, imports }) =>
      imports
        .filter((imported) => !imported.startsWith('src/') || isTest(imported))
        .map((imported) => `${path} imports ${imported}`),
    ),
    'Move what production needs into src.',
  )
})

test('a store is private to its slice', () => {
  assertNone(
    ofProduction(sources).flatMap(({ path, imports }) =>
      imports
        .filter((imported) => imported.endsWith('.store.ts') && layerOf(imported) !== layerOf(path))
        // The composition root schedules the purges of the layers lower than the slices.
        .filter((imported) => !(layerOf(path) === 'main' && OPEN.has(layerOf(imported))))
        .map((imported) => `${path} imports ${imported}`),
    ),
    `${FACE_RULE}, and do not import its store.`,
  )
})

test('a domain imports no database and no HTTP, and reads nothing from outside', () => {
  const outside = /^src\/(db|http|jobs|main)\/|\.(store|routes|schema|jobs)\.ts$/
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path.includes('/domain/'))
      .flatMap(({ path, imports, code }) => [
        ...imports.filter((imported) => outside.test(imported)).map((imported) => `${path} imports ${imported}`),
        ...(/from 'node:|\bawait\b|\bfetch\(/.test(code) ? [`${path} is not pure`] : []),
      ]),
    'Read and write in the use case, and pass values to the domain.',
  )
})

test('the NACHA codec is pure', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path.startsWith('src/rails/ach/nacha/'))
      .flatMap(({ path, imports, code }) => [
        ...imports
          .filter((imported) => !imported.startsWith('src/rails/ach/nacha/'))
          .map((imported) => `${path} imports ${imported}`),
        ...(/from 'node:|\bawait\b/.test(code) ? [`${path} is not pure`] : []),
      ]),
    'Read and write files outside the codec, and import nothing from outside its folder.',
  )
})

test('only the clock reads the time', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path !== 'src/kernel/clock.ts')
      .filter(({ code }) => /\bDate\.now\(|\bnew Date\(|\bTemporal\.Now\b/.test(code))
      .map(({ path }) => path),
    'Read the time from app.clock in the use case, and pass it down.',
  )
})

test('only the port for machine time measures and waits', () => {
  const timers = /\bperformance\s*\.\s*now\b|\bhrtime\b|\bset(?:Timeout|Interval)\b|\bscheduler\s*\.\s*wait\b/g
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path !== 'src/kernel/machine-time.ts')
      .flatMap(({ path, code }) => [...new Set(code.match(timers))].map((found) => `${path} uses ${found}`)),
    'Use nowMs, sleep, after or every of app.time, or of a MachineTime that the caller gives (src/kernel/machine-time.ts).',
  )
})

test('only the configuration reads the environment', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path !== 'src/main/config.ts')
      .filter(({ code }) => /\bprocess\s*\.\s*env\b|\benv\s*}\s*=\s*process\b/.test(code))
      .map(({ path }) => path),
    'Read the variable in src/main/config.ts, and pass its value.',
  )
})

test('only the reader of callers knows the sender of a request, so that an address has one form', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => path !== 'src/http/caller-address.ts')
      .filter(({ code }) => /\brequest\.ips?\b|\bips?\b[^}]*}: FastifyRequest\b|\bsocket\.remoteAddress\b/.test(code))
      .map(({ path }) => path),
    'Use request.callerAddress.',
  )
})

/** This file, what chooses the seed of slow tests, and files whose choices do not follow it yet. */
const MAY_CHOOSE = [...['test/tidy/tidy.test.ts', 'test/support/run-long.ts']]

test('tests choose nothing by chance: their choices follow the seed of the run', () => {
  assertNone(
    [...sources.values()]
      .filter(({ path }) => isTest(path) && !MAY_CHOOSE.includes(path))
      .flatMap(({ path, code }) => [
        ...(/from 'fast-check'/.test(code) && path !== 'test/support/fast-check.ts'
          ? [`${path} imports fast-check without the seed of the run`]
          : []),
        ...(/\bseed: \d/.test(code) ? [`${path} has a seed of its own`] : []),
        ...(/\bMath\.random\(|\brandomInt\(/.test(code) ? [`${path} chooses by chance`] : []),
      ]),
    'Import test/support/fast-check.ts, or diceOf(SEED); ids that must differ are random UUIDs or counted.',
  )
})

/** Ways to replace what all tests of a process share. */
const REPLACED_GLOBALS = [
  /\bmock\.timers\b/,
  /\bmock\.\w+\((?:globalThis|process|console|performance|Date|Math|crypto)\b/,
  /\b(?:globalThis|global|performance|Date|Math|console|crypto|process\.env)(?:\.\w+|\[[^\]]+\]) *\??\??=[^=>]/,
  /\bdelete process\.env\b/,
]

/** The program that starts mutation tests, and tests that time of their own will serve. */
const MAY_REPLACE = [...['test/tidy/tidy.test.ts', 'test/support/run-together.test.ts', 'test/mutants/run.ts']]

test('no test replaces a global of the process: files share one', () => {
  assertNone(
    [...sources.values()]
      .filter(({ path }) => isTest(path) && !MAY_REPLACE.includes(path))
      .flatMap(({ path, code }) => {
        const found = REPLACED_GLOBALS.map((pattern) => pattern.exec(code)?.[0]).find(Boolean)
        return found ? [`${path}: ${found}`] : []
      }),
    'Give the service a clock, a time or a setting of its own; watch the console by its diagnostics channels.',
  )
})

const SQL = /\bselect\s[^;]*?\sfrom\s|\binsert\s+into\s|\bupdate\s+\w+\s[^;]*?\bset\s|\bdelete\s+from\s/i

/** The statements that src/db/rows.ts writes for a table. They name the tenant themselves. */
const ROW_STATEMENTS = /\b(?:byId|lockById|insertRow|insertRows|updateById)\(/

/** SQL is allowed in stores, in `ledger/` and `db/`, and in the files that verify stored data. */
function mayContainSql(path: string): boolean {
  return path.endsWith('.store.ts') || /^src\/(ledger|db)\//.test(path) || /\/verify-[\w-]+\.ts$/.test(path)
}

test('SQL is only in stores, in the ledger and in src/db', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => !mayContainSql(path))
      // A statement is in one string.
      .filter(({ code }) => stringsOf(code).some((string) => SQL.test(string)) || ROW_STATEMENTS.test(code))
      .map(({ path }) => path),
    'Move the statement to the store of the slice.',
  )
})

/** The strings and templates of a file. */
function stringsOf(code: string): string[] {
  return [...code.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, template, single, double]) => template ?? single ?? double ?? '',
  )
}

test('advisory locks are taken only through db/advisory-locks.ts, which gives each kind its class', () => {
  assertNone(
    ofProduction(sources)
      .filter(({ path, code }) => !path.startsWith('src/db/') && /pg_(try_)?advisory/.test(code))
      .map(({ path }) => path),
    'Add the lock to src/db/advisory-locks.ts.',
  )
})

test('every file of src is reached by the service or a test', () => {
  const entries = [...sources.keys()].filter(
    (path) => path === 'src/main/cli.ts' || !path.startsWith('src/') || /\.test\.ts$/.test(path),
  )
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const imported of sources.get(path)?.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  assertNone(
    [...sources.keys()].filter((path) => path.startsWith('src/') && !reached.has(path)),
    'Delete these files, or use them.',
  )
})

test('every import of a project file finds the file', () => {
  assertNone(
    // These hold the text of imports of other files.
    [...sources.values()]
      .filter(({ path }) => !path.startsWith('scripts/') && path !== 'test/long/contributing-insertions.ts')
      .flatMap(({ path, imports }) =>
        imports
          .filter((imported) => /\.(ts|js)$/.test(imported) && !sources.has(imported))
          .map((imported) => `${path} imports ${imported}`),
      ),
    'Correct the path.',
  )
})

test('no comment postpones work, and no file names a path of one machine', async () => {
  const putOff = new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b'].join(''))
  const machinePath = /(?<![\w.])\/(?:home|Users|work|workspace)\/[a-z]|[A-Z]:\\\\?Users/
  const texts = new Map([...sources].map(([path, { text }]) => [path, text]))
  for (const path of [...(await filesBelow('docs')), ...(await filesBelow('migrations')), 'README.md', 'package.json'])
    texts.set(path, await readFile(join(root, path), 'utf8').catch(() => ''))
  assertNone(
    [...texts].flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => {
        const offends = putOff.test(line) || machinePath.test(line)
        return offends ? [`${path}:${at + 1}: ${line.trim()}`] : []
      }),
    ),
    'Do the work or remove the comment; write paths relative to the project.',
  )
})

interface Table {
  name: string
  body: string
}

function tables(): Table[] {
  return [...migrations.values()].flatMap((sql) =>
    [...sql.matchAll(/create table (\w+) \(([\s\S]*?)\n\)/g)].map(([, name, body]) => ({ name: name!, body: body! })),
  )
}

/** The list of tenants. Its key is tenant_id; its code identifies a tenant in paths. */
const SHARED = 'institutions'

function tenantTables(): string[] {
  return tables()
    .map(({ name }) => name)
    .filter((name) => name !== SHARED)
}

test('every table begins its key with tenant_id', () => {
  const found = tables()
  assert.ok(found.length > 15, 'the migrations have tables')
  const texts = [...migrations.values()].join('\n')
  const isAddedLater = (name: string) => texts.includes(`alter table ${name} add primary key (tenant_id,`)
  assertNone(
    found
      .filter(({ name, body }) => !/primary key \(tenant_id\b/.test(body) && !isAddedLater(name))
      .map(({ name }) => name),
    'Begin the primary key with tenant_id.',
  )
})

test('every unique constraint and every foreign key begins with tenant_id', () => {
  const offences = tables().flatMap(({ name, body }) => {
    if (name === SHARED) return []
    const lists = [...body.matchAll(/\b(unique|foreign key)\s*\(([^)]*)\)/g)].map(([, kind, columns]) => ({
      kind,
      columns,
    }))
    const inline = body.split('\n').filter((line) => /\bunique\b(?!\s*\()/.test(line))
    return [
      ...lists
        .filter(({ columns }) => !/^tenant_id\b/.test(columns!))
        .map(({ kind, columns }) => `${name}: ${kind} (${columns})`),
      ...inline.map((line) => `${name}: ${line.trim()}`),
    ]
  })
  const indexes = [...migrations.values()].flatMap((sql) =>
    [...sql.matchAll(/create unique index (\w+) on \w+ \(([^)]*)\)/g)]
      .filter(([, , columns]) => !/^tenant_id\b/.test(columns!))
      .map(([, name]) => name!),
  )
  assertNone([...offences, ...indexes], 'Begin the constraint with tenant_id.')
})

/**
 * The books and the payments, whose rules across rows no constraint can hold. Their triggers stay
 * within the rows of one tenant, and so within one shard (decisions 0110 and 0113).
 */
const HELD_BY_TRIGGERS =
  /^create trigger \w+ [^;]*? on (ledger_accounts|ledger_transfers|ledger_entries|ledger_holds|payments|payment_states|payment_transitions)\b/i

/** Functions that only refuse a change, and write nothing (decision 0114). */
const ONLY_REFUSES =
  /execute function (refuse_change|ledger_refuse|payment_approvals_four_eyes|trade_approvals_four_eyes|approvals_enough_approvers|fx_contracts_draws|payment_fees_charged|rail_handovers_final|rail_deliveries_final|incoming_files_final|rail_messages_final|simulated_payments_final|refuse_receipt_change|instant_exchanges_final|prenotes_final|client_holders_end_by_two|sealing_progress_stays_bound|refuse_step_back|accounts_elsewhere)\(/

test('the schema also works on a distributed database: triggers on books and payments, or to refuse, alone, no set null, no time or random defaults', () => {
  assertNone(
    [...migrations].flatMap(([path, sql]) =>
      [
        ...sql.matchAll(
          /create (?:or replace |constraint )?trigger[^;]*|on delete set null|default (?:now|gen_random_uuid|clock_timestamp|current_timestamp|random)/gi,
        ),
      ].flatMap(([offence]) =>
        HELD_BY_TRIGGERS.test(offence) || ONLY_REFUSES.test(offence) ? [] : `${path}: ${offence}`,
      ),
    ),
    'Do it in the service: this does not work on a distributed database.',
  )
})

/** Statements that read across tenants: which tenants have work, and what every node must know. */
const acrossTenants = new Set([
  'src/sign-in/invitations.store.ts tenantsWithDueInvitations',
  'src/users/user-addresses.store.ts tenantsWithDueNotices',
  'src/approvals/approvals.store.ts tenantsWithExpired',
  'src/outstanding/cancellations.store.ts tenantsCancelling',
  'src/audit/chain.store.ts tenantsWithUnchained',
  'src/books/books.store.ts tenantsWithDays',
  'src/books/exports.store.ts tenantsWithUnwrittenExports',
  'src/db/keyring.ts readAllKeys',
  'src/events/events.store.ts tenantsWithUnplaced',
  'src/fx/fx-covers.store.ts tenantsWithCoversDue',
  'src/institution/calendar-changes.store.ts tenantsWithCalendarChange',
  'src/message-imports/payment-requests/payment-requests.store.ts FROM',
  'src/message-imports/sent-requests/sent-requests.store.ts dueIn',
  'src/fx/fx-trades.store.ts tenantsWithExpired',
  'src/fx/desk/desk-trades.store.ts tenantsWithUnsettled',
  'src/main/resealing.store.ts tenantsToReseal',
  'src/main/tracing/traces.store.ts tenantsWithUntraced',
  'src/notifications/mails.store.ts tenantsToNotify',
  'src/notifications/mails.store.ts tenantsWithDueMails',
  'src/obligations/obligations.store.ts NEXT',
  'src/payment-files/payment-files.store.ts tenantsWithOpenFiles',
  'src/payments/held/stopped-makers.store.ts STILL_STOPS',
  'src/payments/held/stopped-makers.store.ts STOP_ENDED_AT',
  'src/payments/held/stopped-makers.store.ts heldBy',
  'src/payments/held/stopped-makers.store.ts walkStopped',
  'src/payments/held/suspensions.store.ts ofPlace',
  'src/payments/held/suspensions.store.ts walkHeld',
  'src/payments/prenotes/prenote-work.store.ts work',
  'src/payments/worker/open-payments.store.ts questions',
  'src/payments/worker/open-payments.store.ts schedules',
  'src/rails/handover/departures.store.ts isDeparting',
  'src/receipts/receipt-work.store.ts work',
  'src/rails/incoming/incoming-files.store.ts tenantsWithIncoming',
  'src/rails/iso20022/fedwire/exchanges.store.ts tenantsWithDueAnswer',
  'src/rails/iso20022/instant/exchanges.store.ts tenantsWithEndedClock',
  'src/rails/iso20022/swift/swift-payments.store.ts tenantsWithUnanswered',
  'src/rails/iso20022/swift/swift-payments.store.ts hasLeft',
  'src/rails/iso20022/swift/waiting-credits.store.ts tenantsWithDueCredit',
  'src/rails/links/database/simulated-messages.store.ts tenantsWithSimulated',
  'src/rails/messages/outgoing.store.ts tenantsWithWaiting',
  'src/rails/messages/received.store.ts tenantsWithReceived',
  'src/rails/simulator/ach/simulated-files.store.ts tenantsWithSimulated',
  'src/rails/simulator/networks/simulated-payments.store.ts tenantsWithUnanswered',
  'src/tokens/persons.store.ts readPersonVersionsSince',
  'src/tokens/revocations.store.ts readAccessVersionsSince',
  'src/tokens/revocations.store.ts readRevocationsSince',
  'src/tokens/revocations.store.ts readRevokedClientsSince',
  'src/tokens/signing-keys.store.ts readVerificationKeys',
  'src/tokens/trusted-issuers.store.ts readTrustedIssuers',
  'src/webhooks/deliveries.store.ts webhooksWithDue',
  'src/webhooks/webhooks.store.ts tenantsBehind',
])

/** The functions of a file, by name, with their text. The text above the first one has no name. */
function functionsOf({ code }: SourceFile): { name: string; text: string }[] {
  const parts = code.split(/^(?=(?:export )?(?:async )?function |(?:export )?const \w+ = )/m)
  return parts.map((text) => ({ name: /(?:function|const) (\w+)/.exec(text)?.[1] ?? '', text }))
}

test('every statement on a tenant table names the tenant', () => {
  const named = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${tenantTables().join('|')})\\b`)
  const scoped = /\btenant_id\s*=\s*\$\d|\binsert into \w+\s*\(tenant_id\b/
  const used = new Set<string>()
  const offences = ofProduction(sources)
    .filter(({ path }) => mayContainSql(path))
    .flatMap((file) =>
      functionsOf(file).flatMap(({ name, text }) => {
        const statements = stringsOf(text).filter((string) => named.test(string) && !scoped.test(string))
        if (statements.length === 0) return []
        used.add(`${file.path} ${name}`)
        return acrossTenants.has(`${file.path} ${name}`) ? [] : [`${file.path} ${name}`]
      }),
    )
  assertNone(
    offences,
    'Add `tenant_id = $1` to these statements. If a sweep must read across tenants, add it to acrossTenants.',
  )
  assertNone(
    [...acrossTenants].filter((one) => !used.has(one)),
    'Remove these from acrossTenants: their statements name the tenant, or do not exist.',
  )
})

test('every join between tenant tables includes tenant_id', () => {
  const names = tenantTables()
  assertNone(
    ofProduction(sources)
      .filter(({ path }) => mayContainSql(path))
      .flatMap(({ path, code }) =>
        stringsOf(code).flatMap((string) =>
          [...string.matchAll(/\bjoin (\w+) (?:as )?(\w+)\s+on ([\s\S]*?)(?=\b(?:left|join|where|group|order)\b|$)/g)]
            .filter(([, table, , condition]) => names.includes(table!) && !/tenant_id/.test(condition!))
            .map(([join]) => `${path}: ${join.trim().split('\n')[0]}`),
        ),
      ),
    'Add tenant_id to the condition of the join.',
  )
})
