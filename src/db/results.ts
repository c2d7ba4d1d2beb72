import type pg from 'pg'
import { camelCase } from './camel-case.ts'
import type { Answer } from './message.ts'

/** Turns rows from arrays into objects. */
export function rowsOf<Row>({ fields, rows }: Answer): Row[] {
  if (rows.length === 0) return []
  const toRow = rowMakerOf(fields)
  return rows.map((values) => toRow(values) as Row)
}

type RowMaker = (values: unknown[]) => object

/** By the columns of a statement, which are one list for each connection, and by their names. */
const makersOfFields = new WeakMap<readonly pg.FieldDef[], RowMaker>()
const rowMakers = new Map<string, RowMaker>()

/**
 * The function that turns the values of these columns into an object with camelCase keys. It is
 * compiled once per list of columns, because every row needs it and assigning each key in turn
 * costs several times as much. The statements of the service name a limited set of lists.
 */
function rowMakerOf(fields: readonly pg.FieldDef[]): RowMaker {
  const known = makersOfFields.get(fields)
  if (known) return known
  const columns = fields.map(({ name }) => `${name},`).join('')
  let maker = rowMakers.get(columns)
  if (maker === undefined) {
    const members = fields.map(({ name }, at) => `${JSON.stringify(camelCase(name))}: values[${at}]`)
    maker = new Function('values', `return { ${members.join(', ')} }`) as RowMaker
    rowMakers.set(columns, maker)
  }
  makersOfFields.set(fields, maker)
  return maker
}
