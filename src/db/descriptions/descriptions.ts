import { camelCase } from '../camel-case.ts'
import type { Tables } from '../types.ts'
import { migrations } from './migrations.ts'
import { SHARED_COLUMNS, type TableDescription } from './subject.ts'

/** The chapters of docs/schema.md, in order. */
export const SUBJECTS = [migrations]

/** Every table. The compiler refuses a table or a column without a description. */
const TABLES: { [Table in keyof Tables]: TableDescription<Table> } = {
  ...migrations.tables,
}

/** Undefined for a table of a newer or older schema. */
export function describeTable(table: string): string | undefined {
  return descriptionOf(table)?.about
}

/** Undefined for a column of a newer or older schema. */
export function describeColumn(table: string, column: string): string | undefined {
  const texts: Record<string, string | undefined> = { ...SHARED_COLUMNS, ...descriptionOf(table)?.columns }
  return descriptionOf(table) && texts[camelCase(column)]
}

function descriptionOf(table: string): TableDescription | undefined {
  return table in TABLES ? (TABLES[table as keyof Tables] as TableDescription) : undefined
}
