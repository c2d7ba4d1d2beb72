import type { Connection } from './client.ts'

/** Binds a value and returns its place, such as `$2`. */
export type Bind = (value: unknown) => string

/**
 * Collects the conditions of a search with their values. The tenant is `$1`, which the statement
 * names itself:
 *
 *     const where = conditions(tenantId)
 *     where.equals('customer_id', filter.customerId)
 *     `select * from roles where tenant_id = $1 ${where} order by id`
 */
export interface Conditions {
  /** The column has this value. Undefined sets no condition. */
  equals(column: string, value: unknown): void
  /** Any other condition, with its values bound by `bind`. */
  and(condition: string): void
  bind: Bind
  /** The conditions as SQL, each with `and` before it. */
  toString(): string
  readonly values: readonly unknown[]
}

export function conditions(tenantId: bigint): Conditions {
  const values: unknown[] = [tenantId]
  let text = ''
  const bind: Bind = (value) => `$${values.push(value)}`
  return {
    equals(column, value) {
      if (value !== undefined) text += ` and ${column} = ${bind(value)}`
    },
    and(condition) {
      text += ` and ${condition}`
    },
    bind,
    toString: () => text,
    values,
  }
}

/**
 * A page of a search. `write` writes the statement, with the limit and the offset as `bounds`.
 *
 * PostgreSQL plans it for its values each time and does not keep it: the best index depends on the
 * values, and there are as many texts as combinations of filters.
 */
export async function readPage<Row>(
  db: Connection,
  where: Conditions,
  { page, limit }: { page: number; limit: number },
  write: (bounds: string, bind: Bind) => string,
): Promise<Row[]> {
  const values = [...where.values]
  const bind: Bind = (value) => `$${values.push(value)}`
  const text = write(`limit ${bind(limit)} offset ${bind((page - 1) * limit)}`, bind)
  return db.query<Row>(text, values, { isKept: false })
}

/** How many rows a search has. `count` is the statement, whose only column is `total`. */
export async function readTotal(db: Connection, where: Conditions, count: string): Promise<number> {
  const row = await db.row<{ total: bigint }>(count, where.values, { isKept: false })
  return Number(row?.total)
}
