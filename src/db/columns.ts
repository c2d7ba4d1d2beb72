import type { ColumnType } from 'kysely'
import type { Temporal } from 'temporal-polyfill'

/** A timestamptz: read as an Instant, written as its text. */
export type Timestamp = ColumnType<Temporal.Instant, string, string>

/** A jsonb column: read as the value it holds, written as JSON text. */
export type Json = ColumnType<unknown, string, string>
