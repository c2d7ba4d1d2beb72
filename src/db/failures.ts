import pg from 'pg'
import { DatabaseGivenUp } from './connection-watch.ts'

/**
 * The name of the constraint that a write violated, from the error or its cause; undefined for any
 * other error. Shards append `_<digits>` to the name.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (error instanceof Error && error.cause instanceof pg.DatabaseError) return violatedConstraint(error.cause)
  if (!(error instanceof pg.DatabaseError) || error.code === undefined || !/^23/.test(error.code)) return undefined
  return error.constraint?.replace(/_\d+$/, '')
}

/** The statement was refused because an earlier one failed. That error is the cause. */
export function isRefusedAfterFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

/**
 * Two transactions conflicted and this one lost, or a migration changed a table under it. It
 * changed nothing and can be retried.
 */
export function isSerialisationFailure(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof pg.DatabaseError && /^40(001|P01)$/.test(error.code ?? ''))
}

/** The columns that a prepared statement returns have changed since, as `select *` does. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** The database answers, but takes no writes: it is not the leading one any more. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006'
}

/**
 * The database was unreachable, too slow or not the leading one, or the connection was lost: a
 * smaller batch would fail, too. Whether a commit took effect is unknown.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseGivenUp) return true
  if (error instanceof pg.DatabaseError) return /^(08|57P0|53|57014|25P03|25006)/.test(error.code ?? '')
  // The host has several addresses, and none of them answered.
  if (error instanceof AggregateError) return error.errors.every(isConnectionFailure)
  return (
    error instanceof Error &&
    /terminated|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|EPIPE|connect ENOENT|timeout exceeded|Connection/i.test(
      error.message,
    )
  )
}
