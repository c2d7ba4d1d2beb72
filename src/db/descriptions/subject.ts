import type { Tables } from '../types.ts'

/** Columns that mean the same in every table. A table may still describe its own. */
export const SHARED_COLUMNS = {
  tenantId: 'The institution that the row belongs to.',
  createdAt: 'When the row was written, by the clock of the institution.',
  updatedAt: 'When the row was last changed, by the clock of the institution.',
} as const

type SharedColumn = keyof typeof SHARED_COLUMNS

/** What a table is for, and what each column holds: its unit, its format, and what null means. */
export interface TableDescription<Table extends keyof Tables = keyof Tables> {
  /** What a row is, who writes it and when it changes. The first sentence states the purpose. */
  about: string
  columns: { [Column in Exclude<keyof Tables[Table], SharedColumn>]: string } & {
    [Column in Extract<keyof Tables[Table], SharedColumn>]?: string
  }
}

/** Tables that belong together: a chapter of docs/schema.md. */
export interface Subject {
  title: string
  /** What the tables do together, for a reader who knows banks but not this service. */
  about: string
  tables: { [Name in keyof Tables]?: TableDescription<Name> }
}
