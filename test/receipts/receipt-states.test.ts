import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { receiptStates } from '../../src/receipts/receipt-state.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let owner: pg.Client
before(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await database.drop()
})

test('the database allows exactly the steps of the table of states', async () => {
  const { rows } = await owner.query(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'receipts_step_allowed'`,
  )
  const allowed = [...String(rows[0].definition).matchAll(/'(\w+ \w+)'/g)].map(([, step]) => step)
  const steps = receiptStates().flatMap(({ status, next }) => next.map((to) => `${status} ${to}`))
  assert.deepEqual(allowed.toSorted(), steps.toSorted())
})
