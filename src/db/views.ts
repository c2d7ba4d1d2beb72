import type pg from 'pg'
import { type Statement, statementOf } from './message.ts'

/** The rows that a connection sees: of one institution, by its tenant_id, or of all. */
export const ALL_TENANTS = 'all'

/**
 * A connection for all tenants keeps its plans as well: the questions of the worker, many times a
 * second, cost more to plan than to answer.
 */
const KEEP_PLANS = statementOf('set plan_cache_mode = force_generic_plan', [], true)
const PLAN_BY_VALUES = statementOf('set plan_cache_mode = auto', [], true)

/** Sets whose rows a connection sees, in the message or transaction of its first statements. */
export interface ViewSetting {
  statements: readonly Statement[]
  /** The database has committed the statements: the connection keeps the setting. */
  confirm(): void
}

/** Whose rows each connection certainly sees. A setting that may be undone is not certain. */
const certain = new WeakMap<pg.ClientBase, string>()
const lastSettings = new WeakMap<pg.ClientBase, ViewSetting>()
const inTransaction = new WeakSet<pg.ClientBase>()

/**
 * What must precede statements on a connection, so that they see the rows of the tenant; undefined
 * if it sees them already. Until a setting is confirmed, every message begins with one, because the
 * database undoes the setting of a message or transaction that fails.
 */
export function viewSetting(client: pg.ClientBase, tenant: string): ViewSetting | undefined {
  const before = certain.get(client)
  if (before === tenant || inTransaction.has(client)) return undefined
  const isOfSameKind = before !== undefined && (before === ALL_TENANTS) === (tenant === ALL_TENANTS)
  const plans = tenant === ALL_TENANTS ? KEEP_PLANS : PLAN_BY_VALUES
  const setting: ViewSetting = {
    statements: [setTenant(tenant, 'session'), ...(isOfSameKind ? [] : [plans])],
    confirm: () => {
      if (lastSettings.get(client) === setting) certain.set(client, tenant)
    },
  }
  certain.delete(client)
  lastSettings.set(client, setting)
  return setting
}

/**
 * The transaction that begins on a connection sets the view, so none of its messages does, until
 * `endTransaction`.
 */
export function beginTransaction(client: pg.ClientBase, tenant: string): ViewSetting | undefined {
  const setting = viewSetting(client, tenant)
  inTransaction.add(client)
  return setting
}

export function endTransaction(client: pg.ClientBase): void {
  inTransaction.delete(client)
}

/** Unlike a query, `set` can precede the isolation of a transaction. */
export function setTenant(tenant: string, until: 'session' | 'transaction'): Statement {
  if (!/^(all|\d+)$/.test(tenant)) throw new Error(`${tenant} is no tenant`)
  return statementOf(`set ${until === 'session' ? 'session' : 'local'} giro.tenant = '${tenant}'`, [], false)
}
