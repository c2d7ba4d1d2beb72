import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceUrlFor } from '../../src/db/logins.ts'
import { migrate } from '../../src/db/migrate.ts'
import { atFirstUse } from '../../src/kernel/at-first-use.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { openGiroHome } from '../support/giro-process.ts'
import { noPostgres, type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { createPayer, creditBody, startTestService } from '../support/test-service.ts'

// docs/backup.md, "A PostgreSQL of your own", to the letter: its blocks are what this test runs.

const document = new URL('../../docs/backup.md', import.meta.url)

async function blocks(): Promise<{ settings: string; backUp: string; restore: string }> {
  const [, section] = (await readFile(document, 'utf8')).split('## A PostgreSQL of your own\n')
  const [settings, backUp, restore] = Array.from(section!.matchAll(/```\w+\n([\s\S]*?)```/g), ([, block]) => block!)
  return { settings: settings!, backUp: backUp!, restore: restore! }
}

let postgres: OwnPostgres | undefined
after(() => postgres?.stop())

test('the documented restore of a PostgreSQL of your own brings back the moment, and nothing leaves before people have compared', {
  skip: noPostgres,
}, async (t) => {
  const { settings, backUp, restore } = await blocks()
  postgres = await startOwnPostgres((backups) => settings.replaceAll('BACKUPS', backups))
  const { url, backups, shell } = postgres
  const query = (sql: string) => shell(`psql --no-psqlrc -At giro -c "${sql}"`)
  await postgres.shell('createdb giro')
  const ownerUrl = url.replace('postgres@', 'postgres:secret@')
  const serviceUrl = serviceUrlFor(ownerUrl)
  await migrate(ownerUrl, serviceUrl)
  const home = await openGiroHome()
  t.after(() => home.close())
  const outboxDir = join(home.directory, 'rails')
  await mkdir(outboxDir)
  const database = { url: ownerUrl, serviceUrl, drop: async () => {} }
  const bank = await startTestService({ database, outboxDir, worker: true, clock: systemClock })
  const stopBank = atFirstUse(() => bank.stop())
  t.after(stopBank)
  const payer = await createPayer(bank, { balance: 1_000 })
  // A busy machine may take longer than a request may: it is repeated with its key.
  const pay = async () => {
    const idempotencyKey = randomUUID()
    const body = creditBody(payer)
    return eventually(
      'it is paid',
      async () => {
        const reply = await bank.call('POST', '/payments/creditrequest', body, { idempotencyKey })
        return reply.status !== 503 && String(dataOf(reply).paymentUID)
      },
      { withinMs: 60_000 },
    )
  }
  const out = join(outboxDir, 'ach/out')
  const leaves = async (uid: string) => {
    await eventually(
      `${uid} leaves`,
      async () => {
        const { status } = dataOf(await bank.call('GET', `/payments/${uid}`))
        return status === 'PROCESSED' || status === 'TRANSMITTED'
      },
      { withinMs: 60_000 },
    )
    for (const name of await readdir(out)) await rm(join(out, name))
  }

  const before = await pay()
  await leaves(before)
  await postgres.shell(backUp, { BACKUPS: backups })
  const kept = await pay()
  await leaves(kept)
  await sleep(100)
  // A configuration takes no "Z".
  const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00')
  await sleep(1_100)
  const lost = await pay()
  await leaves(lost)
  const last = (await query('select pg_walfile_name(pg_switch_wal())')).trim()
  const archived = async () => (await readdir(join(backups, 'wal'))).includes(last)
  await eventually('the log is archived', archived, { withinMs: 60_000 })
  const environment = {
    GIRO_DATABASE_URL: serviceUrl,
    GIRO_DATABASE_OWNER_URL: ownerUrl,
    GIRO_ENCRYPTION_KEY: bank.encryptionKey,
    GIRO_PUBLIC_URL: bank.baseUrl,
    GIRO_OUTBOX_DIR: outboxDir,
  }
  await stopBank()

  const [base] = await readdir(join(backups, 'base'))
  await postgres.shell(restore, { BACKUPS: backups, BASE: join(backups, 'base', base!), MOMENT: moment })
  await eventually('recovery ends', async () => (await query('select pg_is_in_recovery()')).startsWith('f'))
  const known = await query('select id from giro.payments')
  assert.deepEqual(
    [before, kept, lost].map((uid) => known.includes(uid)),
    [true, true, false],
  )

  const giro = async (...args: string[]) => {
    const { code, stdout, stderr } = await home.run([...args, '--data-dir', 'node'], environment)
    assert.equal(code, 0, stderr)
    return stdout
  }
  await giro('migrate')
  const worker = home.start(['worker', '--data-dir', 'worker'], environment)
  await worker.says('is running')
  // Its exit code is 1 while the rails are held.
  const status = async () =>
    JSON.parse((await home.run(['rails', 'status', '--institution', 'bank', '--data-dir', 'node'], environment)).stdout)
  const { holds, departed } = await eventually('the rails are held', async () => {
    const rails = await status()
    return rails.holds.length > 0 && rails
  })
  assert.deepEqual(
    holds.map(({ reason }: { reason: string }) => reason),
    ['DatabaseOlder'],
  )
  assert.equal(departed.length, 1)
  assert.deepEqual(await readdir(out), [], 'nothing leaves')
  assert.match(await giro('ledger', 'verify'), /\w/)
  assert.equal(await worker.stop(), 0)
})
