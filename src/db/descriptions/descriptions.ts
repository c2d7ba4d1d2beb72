import { camelCase } from '../camel-case.ts'
import type { Tables } from '../types.ts'
import { access } from './access.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { banks } from './banks.ts'
import { customers } from './customers.ts'
import { events } from './events.ts'
import { fees } from './fees.ts'
import { foreignExchange } from './foreign-exchange.ts'
import { instant } from './instant.ts'
import { institution } from './institution.ts'
import { ledger } from './ledger.ts'
import { limits } from './limits.ts'
import { migrations } from './migrations.ts'
import { obligations } from './obligations.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { rails } from './rails.ts'
import { receipts } from './receipts.ts'
import { receivables } from './receivables.ts'
import { recurringPayments } from './recurring-payments.ts'
import { SHARED_COLUMNS, type TableDescription } from './subject.ts'

/** The chapters of docs/schema.md, in order. */
export const SUBJECTS = [
  institution,
  customers,
  banks,
  people,
  access,
  approvals,
  payments,
  recurringPayments,
  limits,
  fees,
  foreignExchange,
  ledger,
  receivables,
  receipts,
  rails,
  instant,
  obligations,
  events,
  audit,
  migrations,
]

/** Every table. The compiler refuses a table or a column without a description. */
const TABLES: { [Table in keyof Tables]: TableDescription<Table> } = {
  ...institution.tables,
  ...customers.tables,
  ...banks.tables,
  ...people.tables,
  ...access.tables,
  ...approvals.tables,
  ...payments.tables,
  ...recurringPayments.tables,
  ...limits.tables,
  ...fees.tables,
  ...foreignExchange.tables,
  ...ledger.tables,
  ...receivables.tables,
  ...receipts.tables,
  ...rails.tables,
  ...instant.tables,
  ...obligations.tables,
  ...events.tables,
  ...audit.tables,
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
