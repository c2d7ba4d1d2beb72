import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { writeComments } from './comments.ts'

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

async function commentOn(table: string): Promise<string | null> {
  const { rows } = await owner.query<{ text: string | null }>('select obj_description($1::regclass) as text', [table])
  return rows[0]!.text
}

test('writeComments: every table and every column of a migrated database has a comment', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname || coalesce('.' || a.attname, '') as name
     from pg_class c cross join lateral (
       select null as attname, 0 as attnum
       union all select attname, attnum from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
     ) a
     where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_description d
         where d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = a.attnum)
     order by 1`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    [],
  )
})

test('writeComments: restores a changed comment and leaves the others alone', async () => {
  const text = await commentOn('schema_migrations')
  await owner.query(`comment on table schema_migrations is 'changed'`)
  const { rows: before } = await owner.query(
    `select xmin::text, objoid, objsubid from pg_description where objsubid > 0`,
  )
  await writeComments(owner)
  const { rows: afterwards } = await owner.query(
    `select xmin::text, objoid, objsubid from pg_description where objsubid > 0`,
  )
  assert.equal(await commentOn('schema_migrations'), text)
  assert.deepEqual(afterwards, before)
})

test('writeComments: a locked table keeps its comment, and the call succeeds', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  try {
    await owner.query(`comment on table schema_migrations is 'changed'`)
    await other.query('begin; lock table schema_migrations in share mode')
    await writeComments(owner)
    assert.equal(await commentOn('schema_migrations'), 'changed')
    await other.query('rollback')
    await writeComments(owner)
    assert.notEqual(await commentOn('schema_migrations'), 'changed')
  } finally {
    await other.end()
  }
})
