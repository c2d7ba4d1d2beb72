import assert from 'node:assert/strict'
import pg from 'pg'
import type { TestService } from './test-service.ts'

/** A statement that the database must refuse, and the same statement in a form that it takes. */
export interface Act {
  /** What the statement tries. */
  tries: string
  sql: string
  /** The name of the constraint, or the message of a missing right. */
  refusedBy: string
  /** Proves that nothing else refuses the act. It changes at least one row. */
  lawful?: string
}

/** The login of the service, or an owner of the tables who is no superuser. */
export type Sender = 'service' | 'owner'

/** Values of columns: constants, or SQL expressions. */
export type Values = Record<string, string | number | boolean | null | object | Expression>
type Expression = { sql: string }

/** A value that the database computes. */
export const computed = (sql: string): Expression => ({ sql })

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'sql' in value

/** Inserts a copy of one row with other values in some columns. */
export function copy(table: string, values: Values, where = 'true'): string {
  const entries = Object.entries(values)
  const constants = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isExpression(value))))
  const expressions = entries.flatMap(([column, value]) => (isExpression(value) ? [`'${column}', ${value.sql}`] : []))
  const changes = `'${constants.replaceAll("'", "''")}'::jsonb || jsonb_build_object(${expressions.join(', ')})`
  return `insert into ${table} select (jsonb_populate_record(r, ${changes})).*
    from ${table} r where r.ctid = (select ctid from ${table} where ${where} limit 1)`
}

/** Changes one row. */
export function change(table: string, set: string, where = 'true'): string {
  return `update ${table} set ${set} where ctid = (select ctid from ${table} where ${where} limit 1)`
}

/** Deletes one row. */
export function remove(table: string, where = 'true'): string {
  return `delete from ${table} where ctid = (select ctid from ${table} where ${where} limit 1)`
}

/** A copy that the database takes, and what makes each other copy unlawful. */
export function copies(
  table: string,
  { lawful, where }: { lawful: Values; where?: string },
  unlawful: readonly [tries: string, values: Values, refusedBy: string][],
): Act[] {
  return unlawful.map(([tries, values, refusedBy]) => ({
    ...{ tries: `${table}: ${tries}`, refusedBy },
    sql: copy(table, { ...lawful, ...values }, where),
    lawful: copy(table, lawful, where),
  }))
}

/** A change that the database takes, and others of the same row that it does not. */
export function changes(
  table: string,
  { lawful, where }: { lawful: string; where?: string },
  unlawful: readonly [tries: string, set: string, refusedBy: string][],
): Act[] {
  return unlawful.map(([tries, set, refusedBy]) => ({
    ...{ tries: `${table}: ${tries}`, refusedBy },
    sql: change(table, set, where),
    lawful: change(table, lawful, where),
  }))
}

/** Statements for which the sender has no right. */
export function withoutRight(table: string, statements: readonly string[]): Act[] {
  return statements.map((sql) => ({
    tries: `${table}: ${sql}`,
    sql,
    refusedBy: `permission denied for table ${table}`,
  }))
}

/** Plays acts in transactions that are rolled back. */
export interface Stage {
  /** Fails unless the database refuses the act by its rule, and takes the lawful form. */
  play(sender: Sender, act: Act): Promise<void>
  close(): Promise<void>
}

const OWNER = 'giro_test_owner'

/**
 * Opens both senders. The owner is a role of its own, which gets the tables of this database: the
 * owner of a test database is a superuser, whom no right binds.
 */
export async function openStage(service: TestService): Promise<Stage> {
  const { tenantId } = service.tenant.institution
  const login = new pg.Client({ connectionString: service.serviceUrl })
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await Promise.all([login.connect(), owner.connect()])
  await login.query(`set giro.tenant = '${tenantId}'`)
  await owner.query(`set giro.tenant = '${tenantId}'`)
  await giveTables(owner)
  await owner.query(`set role ${OWNER}`)
  const senders = { service: login, owner }
  return {
    async play(sender, act) {
      const client = senders[sender]
      if (act.lawful !== undefined) assert.deepEqual(await outcomeOf(client, act.lawful), { changed: true }, act.lawful)
      assert.deepEqual(await outcomeOf(client, act.sql), { refusedBy: act.refusedBy }, act.sql)
    },
    async close() {
      await Promise.all([login.end(), owner.end()])
    },
  }
}

async function giveTables(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    do $$
    declare
      name text;
    begin
      begin
        create role ${OWNER} nologin;
      exception when duplicate_object or unique_violation then null;
      end;
      grant all on schema giro to ${OWNER};
      for name in select oid::regclass from pg_class where relnamespace = 'giro'::regnamespace and relkind in ('r', 'p') loop
        execute format('alter table %s owner to ${OWNER}', name);
      end loop;
      for name in select oid::regprocedure from pg_proc where pronamespace = 'giro'::regnamespace loop
        execute format('alter routine %s owner to ${OWNER}', name);
      end loop;
    end $$`)
}

/** What a statement did by the end of its transaction, which is rolled back. */
async function outcomeOf(client: pg.Client, sql: string): Promise<{ changed: boolean } | { refusedBy: string }> {
  await client.query('begin')
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql)
    await client.query('set constraints all immediate')
    return { changed: [results].flat().every(({ rowCount }) => rowCount !== 0) }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return { refusedBy: error.constraint ?? error.message }
  } finally {
    await client.query('rollback')
  }
}
