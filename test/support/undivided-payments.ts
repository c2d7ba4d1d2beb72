import type pg from 'pg'

/** Gives payments the columns that their states have now, for earlier migrations. */
export async function joinStates(owner: pg.Client, columns: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'payment_states'::regclass and attname = any($1)`,
    [columns],
  )
  for (const { name, type } of rows) await owner.query(`alter table payments add column ${name} ${type}`)
  const values = columns.map((name) => `${name} = s.${name}`)
  await owner.query(
    `update payments p set ${values} from payment_states s where s.tenant_id = p.tenant_id and s.payment_id = p.id`,
  )
}

/** Moves these columns of payments to their states again. The status, a step, is still there. */
export async function divideStates(owner: pg.Client, columns: readonly string[]): Promise<void> {
  const values = columns.filter((name) => name !== 'status').map((name) => `${name} = p.${name}`)
  await owner.query(
    `update payment_states s set ${values} from payments p where s.tenant_id = p.tenant_id and s.payment_id = p.id`,
  )
  await owner.query(`alter table payments ${columns.map((name) => `drop column ${name}`)}`)
}
