import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { FEW_ROWS, listedRows } from './listed-rows.ts'

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

for (const count of [0, 1, FEW_ROWS, FEW_ROWS + 1])
  test(`listedRows reads ${count} rows of lists in their order, with their nulls`, async () => {
    const rows = Array.from({ length: count }, (_, at) => [at, at % 2 === 0 ? `text ${at}` : null])
    const { from, cells } = listedRows(['$1::integer[]', '$2::text[]'], count)
    const read = await client.query({
      text: `select ${cells.join(', ')} from ${from}`,
      values: [rows.map(([number]) => number), rows.map(([, text]) => text)],
      rowMode: 'array',
    })
    assert.deepEqual(read.rows, rows)
    assert.equal(from.startsWith('unnest'), count > FEW_ROWS)
  })
