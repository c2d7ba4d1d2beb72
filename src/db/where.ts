import { nameForm } from '../kernel/one-form.ts'
import type { Connection } from './client.ts'
import type { StatementOptions } from './database.ts'
import type { Keyring } from './keyring.ts'
import { searched, searchTexts } from './seal-rows.ts'

/** Binds a value and returns its placeholder, such as `$2`. */
export type Bind = (value: unknown) => string

/**
 * Whether the column has one of the names, which are in the form of `nameForm`. An index of its own
 * finds the few that are stored in another.
 */
export function hasName(column: string, names: string): string {
  return `(${column} = any(${names}) or (${column} <> name_form(${column}) and name_form(${column}) = any(${names})))`
}

/**
 * Collects the conditions of a search with their values. The tenant is `$1`; the statement itself
 * must contain its condition:
 *
 *     const where = conditions(tenantId)
 *     where.equals('customer_id', filter.customerId)
 *     `select * from roles where tenant_id = $1 ${where} order by id`
 */
export interface Conditions {
  /** The column must have this value. Undefined adds no condition. */
  equals(column: string, value: unknown): void
  /** The sealed column of the field must have this value. Undefined adds no condition. */
  equalsSealed(keyring: Keyring, column: string, field: string, value: string | readonly string[] | undefined): void
  /** The column must have this text in NFC, or as it was stored before texts were. */
  equalsText(column: string, text: string | undefined): void
  /** The column must have this name, in whatever form of those before. */
  equalsName(column: string, name: string | undefined): void
  /** Adds any other condition, with its values bound by `bind`. */
  and(condition: string): void
  bind: Bind
  /** The conditions as SQL, each preceded by `and`. */
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
    equalsSealed(keyring, column, field, value) {
      if (value === undefined) return
      text += ` and ${searched(column)} = any(${bind(searchTexts(keyring, tenantId, field, [value].flat()))}::text[])`
    },
    equalsText(column, wanted) {
      if (wanted !== undefined) text += ` and ${column} = any(${bind([wanted, wanted.normalize('NFD')])}::text[])`
    },
    equalsName(column, name) {
      if (name !== undefined) text += ` and ${hasName(column, `array[${bind(nameForm(name))}::text]`)}`
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
 * Reads a page of a search. `write` returns the statement, with the limit and the offset as
 * `bounds`.
 *
 * PostgreSQL plans it for its values each time and does not keep the plan: the best index depends
 * on the values, and each combination of filters is another text.
 *
 * With `onAltered`, a row that cannot be opened does not fail the page.
 */
export async function readPage<Row>(
  db: Connection,
  where: Conditions,
  { page, limit }: { page: number; limit: number },
  write: (bounds: string, bind: Bind) => string,
  { onAltered }: Pick<StatementOptions, 'onAltered'> = {},
): Promise<Row[]> {
  const values = [...where.values]
  const bind: Bind = (value) => `$${values.push(value)}`
  const text = write(`limit ${bind(limit)} offset ${bind((page - 1) * limit)}`, bind)
  return db.query<Row>(text, values, { isKept: false, ...(onAltered && { onAltered }) })
}

/** The number of rows that match a search. `count` is a statement with one column, `total`. */
export async function readTotal(db: Connection, where: Conditions, count: string): Promise<number> {
  const row = await db.row<{ total: bigint }>(count, where.values, { isKept: false })
  return Number(row?.total)
}
