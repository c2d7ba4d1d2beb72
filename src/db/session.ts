import type pg from 'pg'
import { APPLICATION_NAME } from './connection-watch.ts'
import { SCHEMA } from './schema-name.ts'
import { isServiceLogin, SERVICE_ROLE } from './service-role.ts'

/**
 * How every session of the service is set, as PostgreSQL shows it. `giro migrate` sets it on the
 * login, and a session that reaches the database directly asks for it as well, when it begins.
 */
export const SESSION_SETTINGS = {
  search_path: SCHEMA,
  // Every query of the service has an index. Without statistics, on tables that were empty a minute
  // ago, the planner would still choose table scans, and prepared statements would keep that plan.
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  // The planner's estimates of such plans are so high that PostgreSQL would compile statements that
  // take a millisecond, for a second each.
  jit: 'off',
  statement_timeout: '1min',
  idle_in_transaction_session_timeout: '1min',
} as const

/**
 * Whether a pooler is between, as `?pooler=transaction` in the URL says. It gives a connection of
 * the database to each transaction, so nothing may be left on it: neither settings, nor prepared
 * statements. A pooler also takes no settings when a session begins.
 */
export function isPooled(connectionString: string): boolean {
  return new URL(connectionString).searchParams.get('pooler') === 'transaction'
}

/** How a session of the service begins. */
export function sessionConfig(connectionString: string): pg.ClientConfig {
  const named = { connectionString, application_name: APPLICATION_NAME }
  if (isPooled(connectionString)) return named
  // Another login than the service's works with the rights of the service role, too.
  const role = isServiceLogin(connectionString) ? [] : [`-c role=${SERVICE_ROLE}`]
  const settings = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  return { ...named, options: [...role, ...settings].join(' ') }
}
