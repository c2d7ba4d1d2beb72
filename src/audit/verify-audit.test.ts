import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { auditSweeps } from './audit.jobs.ts'
import { type ChainHead, chainStart } from './chain.ts'
import { chainUnchained } from './chain-records.ts'
import { recordAudit } from './record-audit.ts'
import { LATE_SECONDS, verifyAudit } from './verify-audit.ts'

const now = Temporal.Instant.from('2026-07-01T12:00:00Z')

let bank: TestBank
let tenantId: bigint
/** The owner of the database, whom no grant restricts. */
let owner: pg.Client

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
  owner = new pg.Client({ connectionString: bank.url })
  await owner.connect()
  // An owner who removed the guards of append-only tables first.
  await owner.query('set session_replication_role = replica')
})
after(async () => {
  await owner.end()
  await bank.close()
})
beforeEach(async () => {
  await owner.query('delete from audit_log; delete from audit_chain; delete from audit_unchained')
})

const recordOf = (number: number) => ({
  tenantId,
  actor: `client-${number % 3}`,
  action: 'customer.updated',
  subject: { kind: 'customer', id: String(number), customerId: BigInt(number) },
  before: { number, zebra: 'ä€😀\n"', amounts: [0.1, 1e21, 1e-7] },
  after: { number: number + 1, nested: { z: null, a: [true] } },
})

const record = (tx: Transaction, number: number, at = now) => recordAudit(tx, recordOf(number), at)
const chain = () => bank.db.transaction((tx) => chainUnchained(tx, tenantId))

/** Records and chains this many. Returns their ids in chain order. */
async function fill(count: number): Promise<string[]> {
  for (let number = 1; number <= count; number++) await bank.db.transaction((tx) => record(tx, number))
  assert.equal(await chain(), count)
  const { rows } = await owner.query('select audit_id from audit_chain order by sequence')
  return rows.map((row) => row.audit_id)
}

const verify = (noted?: ChainHead, at = now) =>
  bank.db.snapshot((tx) => verifyAudit(tx, tenantId, { noted: noted && [noted], now: at }))

async function assertBroken(breaks: object[], noted?: ChainHead) {
  assert.deepEqual((await verify(noted)).breaks, breaks)
}

const ALTERED = 'the audit record or its hash was altered'

test('an untouched chain verifies, whether empty or full, and returns its head', async () => {
  assert.deepEqual(await verify(), { head: chainStart(tenantId), waiting: 0, breaks: [] })
  await fill(5)
  const { head, breaks } = await verify()
  assert.deepEqual([head.sequence, breaks], [5n, []])
  assert.deepEqual((await verify(head)).breaks, [])
})

test('another tool can recompute the head from the documented form, with the values in PostgreSQL', async () => {
  await fill(3)
  const { rows } = await owner.query(
    `select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor, action, subject_kind, subject_id, customer_id,
       before, after from audit_chain c join audit_log a on a.id = c.audit_id order by c.sequence`,
  )
  // Independent of the service's own code: JSON.stringify with a list of all names in order.
  const names = (value: unknown): string[] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, child]) => [name, ...names(child)])
      : []
  let hash = createHash('sha256').update(`giro audit chain ${tenantId}`).digest()
  rows.forEach(({ subject_kind: subjectKind, subject_id: subjectId, customer_id: customerUID, ...row }, place) => {
    const content = { ...row, subjectKind, subjectId, customerUID, sequence: String(place + 1) }
    const text = JSON.stringify(content, [...new Set(names(content))].sort())
    hash = createHash('sha256').update(hash).update(text, 'utf8').digest()
  })
  assert.deepEqual((await verify()).head, { sequence: 3n, hash })
})

for (const [column, value] of Object.entries({
  actor: `'nobody'`,
  user_id: 'gen_random_uuid()',
  action: `'customer.created'`,
  at: `at + interval '1 microsecond'`,
  subject_kind: `'account'`,
  subject_id: `'1'`,
  customer_id: 'null',
  before: `before || '{"number": 2.00000000000000000001}'`,
  after: 'null',
}))
  test(`altering ${column} of a record is detected at that record`, async () => {
    const ids = await fill(5)
    await owner.query(`update audit_log set ${column} = ${value} where id = $1`, [ids[2]])
    await assertBroken([{ sequence: 3n, auditId: ids[2], reason: ALTERED }])
  })

test('removing a record is detected, with or without its link in the chain', async () => {
  const ids = await fill(5)
  await owner.query('delete from audit_log where id = $1', [ids[1]])
  await assertBroken([{ sequence: 2n, auditId: ids[1], reason: 'the audit record was removed' }])
  await owner.query('delete from audit_chain where audit_id = $1', [ids[1]])
  await assertBroken([{ sequence: 2n, auditId: ids[2], reason: 'link 2 was removed from the chain' }])
  // Closing the gap moves the links after it, but their hashes cover their original places.
  await owner.query('update audit_chain set sequence = sequence - 1 where sequence = 3')
  const reason = 'the previous hash does not match the record before'
  await assertBroken([{ sequence: 2n, auditId: ids[2], reason }])
})

test('swapping two records is detected at the first of them', async () => {
  const ids = await fill(5)
  const swap = `update audit_chain set audit_id = $2 where audit_id = $1`
  await owner.query(swap, [ids[1], recordOfNobody])
  await owner.query(swap, [ids[3], ids[1]])
  await owner.query(swap, [recordOfNobody, ids[3]])
  await assertBroken([{ sequence: 2n, auditId: ids[3], reason: ALTERED }])
})

const recordOfNobody = '00000000-0000-7000-8000-000000000000'

test('inserting a record is detected: at the end of the log, in the middle of the chain, or backdated', async () => {
  const ids = await fill(3)
  const insert = `insert into audit_log (tenant_id, id, at, actor, action, subject_kind, subject_id)
     values ($1, $2, $3, 'nobody', 'customer.created', 'customer', '1')`
  await owner.query(insert, [tenantId, recordOfNobody, now.toString()])
  const outside = 'the record is neither chained nor waiting to be: it was not written by the service'
  await assertBroken([{ auditId: recordOfNobody, reason: outside }])

  await owner.query('update audit_chain set sequence = 4 where sequence = 3')
  await owner.query(
    `insert into audit_chain select tenant_id, 3, $1, previous_hash, hash from audit_chain where sequence = 4`,
    [recordOfNobody],
  )
  assert.deepEqual((await verify()).breaks[0], { sequence: 3n, auditId: recordOfNobody, reason: ALTERED })
  assert.notEqual(ids[2], recordOfNobody)
})

test('only a head stored earlier detects a chain that was cut short or recomputed', async () => {
  const ids = await fill(5)
  const { head } = await verify()
  await owner.query('delete from audit_chain where sequence > 3')
  await owner.query('delete from audit_log where id = any($1)', [ids.slice(3)])
  await assertBroken([])
  await assertBroken([{ sequence: 4n, reason: 'the chain ends at 3, before the noted 5: it was cut short' }], head)

  await fillAnewFrom(3, 5)
  await assertBroken([])
  const { rows } = await owner.query('select audit_id from audit_chain where sequence = 5')
  const reason = 'the hash does not match the noted head: the chain was recomputed'
  await assertBroken([{ sequence: 5n, auditId: rows[0].audit_id, reason }], head)
})

async function fillAnewFrom(from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) await bank.db.transaction((tx) => record(tx, number + 100))
  await chain()
}

test("the start of another tenant's chain, noted as head 0, does not match this chain", async () => {
  const breaks = [{ sequence: 0n, reason: 'the hash does not match the noted head: the chain was recomputed' }]
  await assertBroken(breaks, chainStart(tenantId + 1n))
  await assertBroken([], chainStart(tenantId))
})

test('a record may wait for the chain up to the limit and not longer; one removed while it waits is detected', async () => {
  await bank.db.transaction((tx) => record(tx, 1))
  assert.deepEqual(await verify(), { head: chainStart(tenantId), waiting: 1, breaks: [] })
  const bound = now.add({ seconds: LATE_SECONDS })
  assert.deepEqual((await verify(undefined, bound)).breaks, [])
  const [late] = (await verify(undefined, bound.add({ milliseconds: 1 }))).breaks
  assert.match(late?.reason ?? '', /waited more than 120 seconds to be chained/)

  await owner.query('delete from audit_log')
  const [vanished] = (await verify()).breaks
  assert.equal(vanished?.reason, 'the record was removed before it was chained')
})

test('a rolled-back change leaves no record and no gap in the chain', async () => {
  await fill(1)
  await assert.rejects(
    bank.db.transaction(async (tx) => {
      await record(tx, 2)
      throw new Error('undone')
    }),
    /undone/,
  )
  await bank.db.transaction((tx) => record(tx, 3))
  await chain()
  const { head, breaks } = await verify()
  assert.deepEqual([head.sequence, breaks], [2n, []])
})

test('a record that commits late comes after those already chained, and delays nobody', async () => {
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let recorded = () => {}
  const isRecorded = new Promise<void>((resolve) => {
    recorded = resolve
  })
  const late = bank.db.transaction(async (tx) => {
    await record(tx, 1)
    recorded()
    await held
  })
  await isRecorded
  await bank.db.transaction((tx) => record(tx, 2))
  assert.equal(await chain(), 1)
  commit()
  await late
  assert.equal(await chain(), 1)
  const { rows } = await owner.query(
    'select subject_id from audit_chain c join audit_log a on a.id = c.audit_id order by c.sequence',
  )
  assert.deepEqual(
    rows.map((row) => row.subject_id),
    ['2', '1'],
  )
  assert.deepEqual((await verify()).breaks, [])
})

test('many concurrent changes with several workers give one complete chain that verifies', async () => {
  const app = { db: bank.db } as App
  const WRITES = 600
  let written = 0
  let next = 0
  const write = async () => {
    while (next < WRITES) {
      const number = next++
      await bank.db.transaction((tx) => record(tx, number))
      written++
    }
  }
  const sweep = async () => {
    let advanced: number
    do {
      advanced = await auditSweeps[0]!.run(app, bank.institution)
    } while (written < WRITES || advanced > 0)
  }
  await Promise.all([write(), write(), write(), write(), write(), sweep(), sweep(), sweep()])
  await auditSweeps[0]!.run(app, bank.institution)
  assert.equal(await chain(), 0)
  const { head, waiting, breaks } = await verify()
  assert.deepEqual({ records: head.sequence, waiting, breaks }, { records: BigInt(WRITES), waiting: 0, breaks: [] })
})

test('if a worker dies before it commits, its records keep waiting and the next worker chains them', async () => {
  await bank.db.transaction((tx) => record(tx, 1))
  await assert.rejects(
    bank.db.transaction(async (tx) => {
      assert.equal(await chainUnchained(tx, tenantId), 1)
      await tx.query('select pg_terminate_backend(pg_backend_pid())')
    }),
  )
  assert.equal((await verify()).waiting, 1)
  assert.equal(await chain(), 1)
  assert.deepEqual((await verify()).breaks, [])
})

test('two transactions that chain at once cannot fork the chain, even without their lock', async () => {
  await bank.db.transaction((tx) => record(tx, 1))
  const both = await Promise.allSettled([chain(), chain()])
  const places = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  assert.equal(
    places.reduce((sum, count) => sum + count, 0),
    1,
  )
  const { head, breaks } = await verify()
  assert.deepEqual([head.sequence, breaks], [1n, []])
})
