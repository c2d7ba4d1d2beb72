import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../src/db/client.ts'
import { fixedClock, today } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { WEDNESDAY } from '../support/clocks.ts'
import { eventually } from '../support/eventually.ts'
import { type GiroHome, type GiroProcess, openGiroHome } from '../support/giro-process.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

// Workers are separate processes and use the machine's clock, so the payments were made long ago
// for the day after. They are instant, because other rails release nothing on a weekend.

const ACCOUNTS = 10
/** More than the batches of two workers. */
const PAYMENTS = 1_500
const CONCURRENT_REQUESTS = 100

const clock = fixedClock(WEDNESDAY)
let service: TestService
let home: GiroHome
const payers: Payer[] = []
before(async () => {
  service = await startTestService({ clock })
  home = await openGiroHome()
  const first = await createPayer(service, { balance: 10_000 })
  payers.push(first)
  while (payers.length < ACCOUNTS) {
    const path = `/v3/customers/${first.customerUID}/accounts`
    const { accountUID } = dataOf(await service.call('POST', path, accountBody()), 201)
    const deposit = {
      direction: 'Credit',
      amount: 10_000,
      currency: 'USD',
      reason: 'test',
      externalReferenceId: 'test',
    }
    dataOf(await service.call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, deposit), 201)
    payers.push({ ...first, accountUID })
  }
  const paymentDate = today(clock.now(), service.tenant.institution.timeZone).add({ days: 1 }).toString()
  for (let made = 0; made < PAYMENTS; made += CONCURRENT_REQUESTS)
    await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, async (_, place) => {
        const body = creditBody(payers[(made + place) % ACCOUNTS]!, { speed: 'Instant', paymentDate })
        const created = dataOf(await service.call('POST', '/payments/creditrequest', body))
        assert.equal(created.paymentStatus, 'FUTURE_DATED')
      }),
    )
})
after(async () => {
  await home.close()
  await service.stop()
})

let workers = 0
async function startWorker(): Promise<GiroProcess> {
  const dataDir = join(home.directory, `worker-${++workers}`)
  const env = { GIRO_DATABASE_URL: service.databaseUrl, GIRO_ENCRYPTION_KEY: service.encryptionKey }
  const worker = home.start(['worker', '--data-dir', dataDir], env)
  await worker.says('The Giro worker is running')
  return worker
}

const countDue = async () => {
  const [due] = await service.query<{ count: bigint }>(
    `select count(*) from payment_states where tenant_id = $1 and status = 'FUTURE_DATED'`,
    [service.tenant.institution.tenantId],
  )
  return Number(due!.count)
}

/**
 * Locks an account that every batch needs while `work` runs, so that workers wait in the middle of
 * their transactions.
 */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const db = openDatabase({ connectionString: service.databaseUrl, maxConnections: 1 })
  try {
    await db.transaction(async (tx) => {
      const sql = 'select from ledger_accounts where tenant_id = $1 and id = $2 for update'
      await tx.query(sql, [service.tenant.institution.tenantId, payers[0]!.accountUID])
      await work()
    })
  } finally {
    await db.close()
  }
}

/** The number of transactions that wait for another one. */
const countWaiting = async () => {
  const [waiting] = await service.query<{ count: bigint }>(
    `select count(distinct l.pid) from pg_locks l join pg_database d on d.datname = current_database()
     where not l.granted and (l.database = d.oid or l.locktype = 'transactionid')
       and l.pid in (select pid from pg_stat_activity where datname = current_database())`,
  )
  return Number(waiting!.count)
}

test('if one of two workers is killed in the middle of a batch, every payment is released exactly once', async () => {
  let survivor: GiroProcess
  await whileHeld(async () => {
    const killed = await startWorker()
    survivor = await startWorker()
    await eventually('both workers are in the middle of a batch', async () => (await countWaiting()) === 2)
    killed.killGroup()
    assert.equal(await killed.ended, 'SIGKILL')
    assert.equal(await countDue(), PAYMENTS)
  })
  const heir = await startWorker()
  await eventually('no payment is due', async () => (await countDue()) === 0)
  for (const worker of [survivor!, heir]) assert.equal(await worker.stop(), 0)

  const { tenantId } = service.tenant.institution
  const released = await service.query<{ steps: bigint; holds: bigint }>(
    `select (select count(*) from payment_steps t
         where t.tenant_id = $1 and t.payment_id = p.id and t.from_status = 'FUTURE_DATED' and t.to_status = 'VALIDATED') as steps,
       (select count(*) from ledger_transfers h where h.tenant_id = $1 and h.reference_id = p.id and h.kind = 'pending') as holds
     from payments p where p.tenant_id = $1`,
    [tenantId],
  )
  assert.equal(released.length, PAYMENTS)
  assert.ok(released.every(({ steps, holds }) => steps === 1n && holds === 1n))
})

test('the ledger agrees with the payments after the worker was killed', async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
})
