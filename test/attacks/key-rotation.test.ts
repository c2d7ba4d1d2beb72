import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { openDatabase } from '../../src/db/client.ts'
import { SEALED_TABLES } from '../../src/db/sealed-columns.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { fromText, isSealed, keyNameOf } from '../../src/kernel/sealed-text.ts'
import { checkEncryptionKey } from '../../src/main/encryption-key.ts'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { rewrapKeys, rotateDataKey, statusOfKeys } from '../../src/main/rotate-keys.ts'
import { StartupError } from '../../src/main/startup-error.ts'
import { eventually } from '../support/eventually.ts'
import { createPayer, creditBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let owner: pg.Client
let secondNode: string
const now = () => Temporal.Now.instant()

before(async () => {
  service = await startTestService({ worker: true, clock: systemClock })
  secondNode = await service.startNode()
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await service?.stop()
})

/**
 * Rotates, as if half a minute ago: the new key seals at once. The sweep begins five seconds later,
 * and every node has read the key before.
 */
async function rotate(): Promise<number> {
  const { institution } = service.tenant
  const { id } = await rotateDataKey(service.app.db, institution, now().subtract({ seconds: 35 }))
  await service.readKeys()
  return id
}

async function finished(): Promise<void> {
  const { institution } = service.tenant
  await eventually(
    'every table is sealed with the active key',
    async () => {
      return (await statusOfKeys(service.app.db, institution, now())).isFinished
    },
    { withinMs: 90_000 },
  )
}

/** The data keys that rows of tables that can change are still sealed with. */
async function keysInUse(): Promise<Set<number>> {
  const inUse = new Set<number>()
  for (const [table, { columns }] of Object.entries(SEALED_TABLES))
    for (const [name, { isFinal, as }] of Object.entries(columns)) {
      if (isFinal) continue
      const { rows } = await owner.query(`select ${name} as value from ${table} where tenant_id = $1`, [
        service.tenant.institution.tenantId,
      ])
      for (const { value } of rows) {
        const text = isSealed(value) ? value : value?.sealed
        const key = as === 'bytes' ? value && keyNameOf(value) : isSealed(text) && keyNameOf(fromText(text))
        if (key) inUse.add(key.keyId)
      }
    }
  return inUse
}

test('keys rotate under load: no request fails, and no row that can change keeps the old key', async () => {
  const payer = await createPayer(service)
  const taxId = '730000001'
  const early = await service.call('POST', '/v2/customers', customerBody({ taxId }))
  let isOver = false
  const failures: unknown[] = []
  const load = [service.baseUrl, secondNode].map(async (at) => {
    while (!isOver) {
      const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 0.01 }), {
        at,
      })
      const read = await service.call('GET', `/payments/${paid.body.data?.paymentUID}`, undefined, { at })
      const found = await service.call('GET', `/v2/customers?page=1&limit=5&taxId=${taxId}`, undefined, { at })
      if (paid.status !== 200 || read.status !== 200 || found.body.data?.length !== 1) failures.push(paid, read, found)
    }
  })
  const id = await rotate()
  await finished()
  isOver = true
  await Promise.all(load)
  assert.deepEqual(failures, [])
  await finished()
  assert.deepEqual([...(await keysInUse())], [id])
  const path = `/v2/customers/${early.body.data.customerUID}`
  for (const at of [service.baseUrl, secondNode])
    assert.equal((await service.call('GET', path, undefined, { at })).body.data.taxId, taxId)
})

const openWith = (key: Buffer, previous?: Buffer) =>
  openDatabase({ connectionString: service.serviceUrl, maxConnections: 2, ...masterKeyFrom(key, previous) })

test('a wrong master key is refused at the start, and creates no key', async () => {
  const count = async () => (await owner.query('select count(*) from encryption_keys')).rows[0].count
  const before = await count()
  const db = openWith(randomBytes(32))
  await assert.rejects(
    checkEncryptionKey(db),
    (error: Error) => error instanceof StartupError && /master key/.test(error.message),
  )
  await db.close()
  assert.equal(await count(), before)
})

test('a value whose key is missing is an error that names the key', async () => {
  const db = openWith(randomBytes(32))
  const { tenantId } = service.tenant.institution
  await assert.rejects(
    db
      .forTenant(tenantId)
      .read((read) =>
        read.query('select tax_id from customers where tenant_id = $1 and tax_id is not null', [tenantId]),
      ),
    /sealed with key \d+ of institution \d+, which is missing or cannot be unwrapped/,
  )
  await db.close()
})

test('a new master key takes over: the previous one unwraps until all keys are wrapped again', async () => {
  const [old, fresh] = [Buffer.from(service.encryptionKey, 'hex'), randomBytes(32)]
  const { institution } = service.tenant
  const both = openWith(fresh, old)
  await checkEncryptionKey(both)
  assert.ok((await rewrapKeys(both, institution)) > 0)
  assert.equal(await rewrapKeys(both, institution), 0)
  await both.close()
  const alone = openWith(fresh)
  const { keys } = await statusOfKeys(alone, institution, now())
  assert.ok(keys.every(({ wrappedBy }) => wrappedBy === 'current'))
  await alone.close()
  const back = openWith(old, fresh)
  await rewrapKeys(back, institution)
  await back.close()
})
