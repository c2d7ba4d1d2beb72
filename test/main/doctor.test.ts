import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/db/client.ts'
import type { Institution } from '../../src/institution/institution.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { anchorSweeps } from '../../src/main/anchors.ts'
import { readEnvironment } from '../../src/main/config.ts'
import { examine, INSTITUTION_CHECKS, SERVICE_CHECKS } from '../../src/main/doctor.ts'
import { resealingSweeps } from '../../src/main/resealing.ts'
import { verifyNextPart } from '../../src/main/verification/verification.jobs.ts'
import { holdRails } from '../../src/rails/rails.ts'
import { sealApiClient } from '../../src/tokens/api-clients.store.ts'
import { openGiroHome } from '../support/giro-process.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let directory: string
before(async () => {
  service = await startTestService()
  directory = await mkdtemp(join(tmpdir(), 'giro-doctor-'))
})
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

const everything = () => ({
  GIRO_ENCRYPTION_KEY: 'a'.repeat(64),
  GIRO_PUBLIC_URL: 'https://pay.bank.example',
  GIRO_TRUST_PROXY: '10.0.0.0/8',
  GIRO_ANCHOR_DIR: directory,
  GIRO_SECURITY_CONTACT: 'security@bank.example',
  GIRO_METRICS_PORT: '9464',
  // Who backs up another PostgreSQL is not known.
  GIRO_DATABASE_URL: service.serviceUrl,
})

async function lines(variables: Record<string, string>, url = service.serviceUrl): Promise<string[]> {
  const db = openDatabase({ connectionString: url, maxConnections: 1 })
  const said: string[] = []
  const { tenant } = service
  const institution = { ...tenant.institution, ...(await readTerms()) }
  await examine(db, [institution], {
    environment: readEnvironment(variables),
    dataDir: directory,
    say: (line) => said.push(line),
  })
  await db.close()
  return said
}

async function readTerms() {
  const [row] = await service.query<Pick<Institution, 'sandbox' | 'dualControl' | 'settings'>>(
    'select sandbox, dual_control, settings from institutions where tenant_id = $1',
    [service.tenant.institution.tenantId],
  )
  return row!
}

const missingIn = (said: readonly string[]) =>
  said.filter((line) => line.includes(': missing: ')).map((line) => line.split(': missing: ')[1]!.split('.')[0]!)

test('a sandbox with the default settings lacks all measures but those of a new database', async () => {
  const said = await lines({})
  const names = [...SERVICE_CHECKS, ...INSTITUTION_CHECKS].map(({ what }) => what)
  const present = [
    'the database login can do no more than serve',
    'requests are limited per client and per address',
    'same-day ACH files are collected by the last cut-off of the operator',
    'existing rows are sealed with the active data key',
    'sealed values count only in the rows that they were sealed for',
  ]
  const noProxy = 'a proxy in front of the service is trusted by name'
  const noLists = 'the directories of banks are current'
  assert.match(said[0]!, /environment of this command/)
  assert.ok(said.some((line) => line.startsWith(`service: unknown: ${noProxy}. GIRO_TRUST_PROXY is not set.`)))
  assert.deepEqual(
    missingIn(said),
    names.filter((what) => ![...present, noProxy, noLists].includes(what)),
  )
  assert.match(said.at(-1)!, /^\d+ measures are not on\.$/)
})

/** As a worker does some seconds after the institution was created. */
async function sealEverything(): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query("update encryption_keys set active_from = now() - interval '1 minute'")
  await owner.end()
  const { app, tenant } = service
  const { tenantId } = tenant.institution
  const [sweep] = resealingSweeps
  const isDue = async () => (await app.db.read((db) => sweep!.due(db, systemClock.now()))).includes(tenantId)
  while (await isDue()) await sweep!.run({ ...app, db: app.db.forTenant(tenantId) }, tenant.institution)
}

test('a service and an institution with every measure lack none', async () => {
  const { tenantId } = service.tenant.institution
  await service.createClient(service.tenant, {})
  const clients = await service.query<{ tenantId: bigint; clientId: string }>(
    "update api_clients set authentication_method = 'private_key_jwt' returning tenant_id, client_id",
  )
  for (const client of clients) await service.app.db.transaction((tx) => sealApiClient(tx, client))
  await service.query('update institutions set sandbox = false, dual_control = true where tenant_id = $1', [tenantId])
  await anchorSweeps(directory)[0]!.run(service.app, service.tenant.institution)
  await sealEverything()
  const verify = { anchors: directory, everyHours: 1 }
  while ((await verifyNextPart(service.app, service.tenant.institution, verify)) > 0);
  const said = await lines(everything())
  assert.deepEqual(missingIn(said), [])
  assert.equal(said.at(-1), 'Every measure is on.')
})

test('the login of the owner, limits that are off and an https address without a trusted proxy are named', async () => {
  const { GIRO_TRUST_PROXY: _none, ...rest } = everything()
  const said = await lines({ ...rest, GIRO_RATE_LIMIT_PER_CLIENT: 'off' }, service.databaseUrl)
  assert.deepEqual(missingIn(said), [
    'the database login can do no more than serve',
    'a proxy in front of the service is trusted by name',
    'requests are limited per client and per address',
  ])
})

test('a window for same-day ACH one minute after the last cut-off of the operator is named, and one at it is not', async () => {
  const missingWith = async (time: string) => {
    const collection = { kind: 'windows', economy: ['18:00'], economyPlus: [time] }
    await service.query(`update institutions set settings = jsonb_set(settings, '{ach,collection}', $1)`, [
      JSON.stringify(collection),
    ])
    return missingIn(await lines(everything())).includes(
      'same-day ACH files are collected by the last cut-off of the operator',
    )
  }
  assert.deepEqual([await missingWith('16:45'), await missingWith('16:46')], [false, true])
})

test('giro doctor says what stands still, since when and what to do', async () => {
  const { app, tenant } = service
  const hold = { reason: 'Operator', differences: ['a drill'], heldBy: 'test' } as const
  await app.db.transaction((tx) => holdRails(tx, tenant.institution.tenantId, hold, app.clock.now()))
  const said = (await lines(everything())).find((line) => line.includes('stalled'))
  assert.match(said ?? '', /^bank: stalled: nothing leaves: the rails are held .*, since \d{4}-.*\. Read what differs/)
})

test('giro doctor ends with exit code 1 if a measure is missing', async () => {
  const home = await openGiroHome()
  try {
    const data = ['--data-dir', join(home.directory, 'data')]
    const { code, stdout } = await home.run(['doctor', ...data], { GIRO_DATABASE_URL: service.databaseUrl })
    assert.equal(code, 1)
    assert.match(stdout, /^bank: ok: a second person decides changes of the institution$/m)
  } finally {
    await home.close()
  }
})

test('docs/hardening.md has a row for each measure that giro doctor checks', async () => {
  const text = await readFile(new URL('../../docs/hardening.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| (?!---|measure)/.test(line))
  assert.equal(rows.length, SERVICE_CHECKS.length + INSTITUTION_CHECKS.length)
})
