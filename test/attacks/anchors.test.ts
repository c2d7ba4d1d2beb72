import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { anchorSweeps } from '../../src/main/anchors.ts'
import { verifyAudits } from '../../src/main/verify-audits.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, startTestService, type TestService } from '../support/test-service.ts'

// An attacker with every right on the database removes what happened last, or everything.

let service: TestService
let owner: pg.Client
let directory: string
const directories: string[] = []

before(async () => {
  service = await startTestService()
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
  for (const one of directories) await rm(one, { recursive: true, force: true })
})
beforeEach(makeDirectory)

async function makeDirectory(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'giro-anchors-'))
  directories.push(directory)
}

/** Some changes, chained, and anchored by a worker that begins now. */
async function workAndAnchor(): Promise<void> {
  await createPayer(service, { balance: 500 })
  const { app, tenant } = service
  await sweepNamed(auditSweeps, 'audit: chain records').run(app, tenant.institution)
  await anchorNow()
}

async function anchorNow(): Promise<void> {
  const [sweep] = anchorSweeps(directory)
  await sweep!.run(service.app, service.tenant.institution)
}

async function verify(): Promise<string[]> {
  const said: string[] = []
  const { app, tenant } = service
  const say = (line: string) => said.push(line)
  await verifyAudits(app.db, [tenant.institution], { clock: systemClock, anchors: directory, say })
  await verifyLedgers(app.db, [tenant.institution], say, directory)
  return said
}

const clean = async () => {
  const said = await verify()
  assert.ok(said.includes('No breaks.') && said.includes('No differences.'), said.join('\n'))
}

/** Runs SQL as the owner, verifies, and restores the database. */
async function attack(sql: string): Promise<string> {
  const tables = ['audit_log', 'audit_chain', 'audit_unchained', 'events', 'ledger_transfers', 'ledger_accounts']
  await owner.query(tables.map((table) => `create table kept_${table} as table ${table};`).join(' '))
  try {
    await owner.query(`set session_replication_role = replica; ${sql}`)
    return (await verify()).join('\n')
  } finally {
    for (const table of tables) {
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} overriding system value select * from kept_${table}`)
    }
    await owner.query(`${tables.map((table) => `drop table kept_${table};`).join(' ')} reset session_replication_role`)
    await clean()
  }
}

test('the tail of the audit log cannot be cut unseen', async () => {
  await workAndAnchor()
  await clean()
  const cut = `delete from audit_log where id in (select audit_id from audit_chain order by sequence desc limit 2);
    delete from events where id in (select event_id from event_positions order by position desc limit 2);
    delete from audit_chain where sequence > (select max(sequence) - 2 from audit_chain)`
  assert.match(await attack(cut), /the chain ends at \d+, before the noted \d+: it was cut short/)
})

test('the audit log cannot be wiped unseen, even together with the events', async () => {
  await workAndAnchor()
  const wipe = 'delete from audit_log; delete from audit_chain; delete from audit_unchained; delete from events'
  assert.match(await attack(wipe), /the chain ends at 0, before the noted \d+: it was cut short/)
})

test('without anchors, a wiped audit log is missed by the events that demand its records', async () => {
  await workAndAnchor()
  await makeDirectory()
  const wipe = 'delete from audit_log; delete from audit_chain; delete from audit_unchained'
  assert.match(await attack(wipe), /the event has no audit record: its record was removed/)
})

test('postings cannot be removed from the ledger unseen, even if the totals agree', async () => {
  await workAndAnchor()
  const unpost = `update ledger_accounts a set debits_posted = debits_posted - t.amount
      from ledger_transfers t where a.id = t.debit_account_id;
    update ledger_accounts a set credits_posted = credits_posted - t.amount
      from ledger_transfers t where a.id = t.credit_account_id;
    delete from ledger_transfers`
  assert.match(await attack(unpost), /transfers were removed from the ledger: USD: \d+ minor units posted, but \d+/)
})

test('an anchor that was edited or damaged is refused', async () => {
  await workAndAnchor()
  const path = join(directory, 'bank.anchors.jsonl')
  const [line] = (await readFile(path, 'utf8')).split('\n')
  const lower = line!.replace(/"audit":"\d+:[0-9a-f]{8}/, (text) => `${text.slice(0, -8)}00000000`)
  await writeFile(path, `${line}\n${lower}\n`)
  await assert.rejects(verify(), /line 2 of .* contradicts an earlier line/)
  await writeFile(path, `${line}\n{"audit":\n`)
  await assert.rejects(verify(), /line 2 of .* is not an anchor/)
})

test('anchors are appended, readable by their owner only, and announced to receivers of events once', async () => {
  await workAndAnchor()
  await anchorNow()
  await anchorNow()
  const path = join(directory, 'bank.anchors.jsonl')
  const { mode } = await stat(path)
  assert.equal(mode & 0o777, 0o600)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  assert.equal(lines.length, 3, 'each worker that begins writes a line')
  const { audit, posted } = JSON.parse(lines[0]!)
  assert.match(audit, /^\d+:[0-9a-f]{64}$/)
  assert.match(posted.USD, /^\d+$/)
  const { tenantId } = service.tenant.institution
  const rows = await service.app.db.read((db) =>
    db.query(`select data from events where tenant_id = $1 and type = 'audit.anchored' and subject_id = $2`, [
      tenantId,
      audit,
    ]),
  )
  assert.deepEqual(rows, [{ data: { audit, posted } }])
  await rm(directory, { recursive: true })
})

test('a database that is older than its anchors adds none, so that the next start still sees it', async () => {
  await workAndAnchor()
  const { tenant } = service
  const file = join(directory, `${tenant.institution.code}.anchors.jsonl`)
  const last = JSON.parse((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)!)
  const [, head] = last.audit.split(':')
  const newer = `${JSON.stringify({ ...last, audit: `999999:${head}` })}\n`
  await writeFile(file, newer)
  await anchorNow()
  assert.equal(await readFile(file, 'utf8'), newer)
})
