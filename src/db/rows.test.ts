import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import type { Transaction } from './client.ts'
import { FEW_ROWS } from './listed-rows.ts'
import { byId, insertAndReadRows, insertRow, insertRows, lockById, updateById } from './rows.ts'

const now = Temporal.Instant.from('2026-07-01T12:00:00.123Z')

let bank: TestBank
let tenantId: bigint

before(async () => {
  bank = await openTestBank(now)
  tenantId = bank.institution.tenantId
})

after(() => bank.close())

/** Runs in a transaction that is rolled back, so that every test sees the same tables. */
async function trial<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: T | undefined
  const rolledBack = new Error('rolled back')
  const error = await bank.db
    .transaction(async (tx) => {
      result = await work(tx)
      throw rolledBack
    })
    .catch((error: unknown) => error)
  if (error !== rolledBack) throw error
  return result!
}

const readLog = (tx: Transaction) =>
  tx.query<Record<string, unknown>>(
    'select id, at, actor, subject_id, customer_id, before from audit_log where tenant_id = $1 and actor = $2 order by subject_id',
    [tenantId, 'tester'],
  )

const recordOf = (subjectId: string, before: unknown) => ({
  id: randomUUID(),
  subjectId,
  customerId: 2n ** 53n + 1n,
  before,
})

const shared = () => ({ tenantId, at: now, actor: 'tester', action: 'made', subjectKind: 'test' })

test('insertRows stores bigints, instants, JSON and null unchanged', async () => {
  const values = [{ text: `"quotes", {braces} \\ and 'more'`, list: [1, null] }, ['a'], 'text', null]
  const rows = values.map((value, at) => recordOf(String(at), value))
  const read = await trial(async (tx) => {
    await insertRows(tx, 'audit_log', shared(), rows)
    return readLog(tx)
  })
  assert.deepEqual(
    read.map(({ at, ...row }) => ({ ...row, at: String(at) })),
    rows.map((row) => ({ ...row, actor: 'tester', at: now.toString() })),
  )
})

test('insertRows without rows does nothing', async () => {
  const statements: string[] = []
  const tx = {
    keyring: bank.db.keyring,
    query: async (text: string) => void statements.push(text),
  } as unknown as Transaction
  await insertRows(tx, 'audit_log', shared(), [])
  assert.deepEqual(statements, [])
})

for (const count of [1, FEW_ROWS, FEW_ROWS + 1])
  test(`insertRows writes ${count} rows, each with its own values`, async () => {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...recordOf(String(at).padStart(4, '0'), at % 3 === 0 ? null : { at }),
      customerId: at % 2 === 0 ? null : BigInt(at),
    }))
    const read = await trial(async (tx) => {
      await insertRows(tx, 'audit_log', shared(), rows)
      return readLog(tx)
    })
    assert.deepEqual(
      read.map(({ id, subjectId, customerId, before }) => ({ id, subjectId, customerId, before })),
      rows,
    )
  })

test('insertRows takes one statement for any number of rows, and the same text for a few rows with the same keys', async () => {
  const texts: string[] = []
  const tx = {
    keyring: bank.db.keyring,
    query: async (text: string) => void texts.push(text),
  } as unknown as Transaction
  await insertRows(tx, 'audit_log', shared(), [recordOf('1', 1)])
  await insertRows(tx, 'audit_log', shared(), [recordOf('1', 1), recordOf('2', 2)])
  assert.equal(texts.length, 2)
  assert.equal(texts[0], texts[1])
  assert.match(texts[0]!, /^insert into audit_log \(tenant_id, at, .*\)\s+select \$1::bigint, \$2::timestamptz/)
})

const faults: [string, (tx: Transaction) => Promise<void>, RegExp][] = [
  [
    'an undefined value',
    (tx) => insertRows(tx, 'audit_log', shared(), [{ ...recordOf('1', 1), subjectId: undefined as never }]),
    /audit_log\.subjectId is undefined/,
  ],
  [
    'an undefined value that all rows share',
    (tx) => insertRows(tx, 'audit_log', { ...shared(), actor: undefined as never }, [recordOf('1', 1)]),
    /audit_log\.actor is undefined/,
  ],
  [
    'a row with a key that the first one does not have',
    (tx) => insertRows(tx, 'audit_log', shared(), [recordOf('1', 1), { ...recordOf('2', 2), after: 1 } as never]),
    /different keys/,
  ],
  [
    'a row without a key of the first one',
    (tx) => insertRows(tx, 'audit_log', shared(), [recordOf('1', 1), { id: randomUUID(), subjectId: '2' } as never]),
    /different keys/,
  ],
  [
    'a key that is no column',
    (tx) => insertRows(tx, 'audit_log', shared(), [{ ...recordOf('1', 1), other: 1 } as never]),
    /audit_log has no column for other/,
  ],
]
for (const [what, insert, message] of faults)
  test(`insertRows throws on ${what} before it writes anything`, async () => {
    const tx = { keyring: bank.db.keyring, query: () => assert.fail('a statement was sent') } as unknown as Transaction
    await assert.rejects(insert(tx), message)
  })

test('insertAndReadRows stores an array column of each row, with quotes, braces, nulls and no items', async () => {
  const lists = [['a', 'b'], [], [`"quoted", {braced}`, 'back\\slash', 'null', '', ' space']]
  const rows = await trial((tx) =>
    insertAndReadRows(
      tx,
      'customers',
      { tenantId, status: 'New', isAdmitted: true, customerType: 'Corporate', createdAt: now, updatedAt: now },
      lists.map((secCodes, at) => ({
        ...{ externalReferenceId: String(at), legalName: String(at), shortName: `array-${at}`, profile: {} },
        ...{ secCodes, parentIds: [BigInt(at), 2n ** 60n], ancestorIds: [] },
      })),
    ),
  )
  const sorted = rows.sort((one, other) => one.shortName.localeCompare(other.shortName))
  assert.deepEqual(
    sorted.map(({ secCodes, parentIds, ancestorIds }) => [secCodes, parentIds, ancestorIds]),
    lists.map((list, at) => [list, [BigInt(at), 2n ** 60n], []]),
  )
})

test('insertRows updates rows that exist as onConflict says', async () => {
  const limits = (amount: bigint) => [
    { key: 'DAILY', amount, currency: 'USD' },
    { key: 'WEEKLY', amount, currency: 'USD' },
  ]
  const onConflict = 'on conflict (tenant_id, key) do update set amount = excluded.amount'
  const amounts = await trial(async (tx) => {
    await tx.query('delete from institution_limits where tenant_id = $1', [tenantId])
    for (const amount of [1n, 2n])
      await insertRows(tx, 'institution_limits', { tenantId, updatedAt: now }, limits(amount), onConflict)
    return tx.query('select key, amount from institution_limits where tenant_id = $1 order by key', [tenantId])
  })
  assert.deepEqual(amounts, [
    { key: 'DAILY', amount: 2n },
    { key: 'WEEKLY', amount: 2n },
  ])
})

const newRole = () => ({
  tenantId,
  id: randomUUID(),
  customerId: bank.institution.legalEntityId,
  type: 'Custom',
  externalReferenceId: randomUUID(),
  name: 'Clerk',
  description: 'Enters payments',
  applications: [{ name: 'payments' }],
  createdAt: now,
  updatedAt: now,
})

test('insertRow returns the row with its defaults, byId and lockById find it, updateById increments its version', async () => {
  await trial(async (tx) => {
    const role = newRole()
    const inserted = await insertRow(tx, 'roles', role)
    assert.deepEqual({ ...inserted, createdAt: now, updatedAt: now }, { ...role, version: 1n })
    assert.deepEqual(await byId(tx, 'roles', tenantId, role.id), inserted)
    assert.deepEqual(await lockById(tx, 'roles', tenantId, role.id), inserted)
    const later = now.add({ seconds: 1 })
    const updated = await updateById(tx, 'roles', tenantId, role.id, { name: 'Teller', updatedAt: later })
    assert.deepEqual([updated.name, updated.version, String(updated.updatedAt)], ['Teller', 2n, String(later)])
    assert.equal(updated.description, role.description)
  })
})

test('byId, lockById and updateById see no row of another tenant', async () => {
  await trial(async (tx) => {
    const role = await insertRow(tx, 'roles', newRole())
    const other = tenantId + 1n
    assert.equal(await byId(tx, 'roles', other, role.id), undefined)
    assert.equal(await lockById(tx, 'roles', other, role.id), undefined)
    await assert.rejects(updateById(tx, 'roles', other, role.id, { name: 'Teller' }), /roles has no row with the id/)
  })
})

test('lockById: a second transaction waits for the lock', async () => {
  const { id } = await bank.db.transaction((tx) => insertRow(tx, 'roles', newRole()))
  const order: string[] = []
  const started = Promise.withResolvers<number>()
  const second = Promise.withResolvers<void>()
  await bank.db.transaction(async (tx) => {
    await lockById(tx, 'roles', tenantId, id)
    const other = bank.db.transaction(async (waiting) => {
      const row = await waiting.row<{ pid: number }>('select pg_backend_pid() as pid')
      started.resolve(row!.pid)
      await lockById(waiting, 'roles', tenantId, id)
      order.push('second')
    })
    other.then(second.resolve, second.reject)
    const pid = await started.promise
    while (!(await isBlocked(tx, pid))) await new Promise(setImmediate)
    order.push('first')
  })
  await second.promise
  assert.deepEqual(order, ['first', 'second'])
})

async function isBlocked(tx: Transaction, pid: number): Promise<boolean> {
  const row = await tx.row<{ isBlocked: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as is_blocked', [pid])
  return row!.isBlocked
}
