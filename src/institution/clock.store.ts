import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** The clock columns of an institution. */
export interface ClockSetting {
  /** Milliseconds by which the clock is ahead of system time; 0 outside a sandbox. */
  clockOffsetMs: bigint
  /** The time at which the clock stands on its way to `clockTarget`; null while it runs. */
  clockStandsAt: Temporal.Instant | null
  clockTarget: Temporal.Instant | null
}

const select = `select clock_offset_ms, clock_stands_at, clock_target
  from institutions where tenant_id = $1`

async function one(db: Connection, text: string, tenantId: bigint): Promise<ClockSetting> {
  const row = await db.row<ClockSetting>(text, [tenantId])
  if (!row) throw new Error(`institution ${tenantId} does not exist`)
  return row
}

export function readClock(db: Connection, tenantId: bigint): Promise<ClockSetting> {
  return one(db, select, tenantId)
}

/** Reads the clock with a shared lock: it cannot be set until the transaction ends. */
export function shareClock(tx: Transaction, tenantId: bigint): Promise<ClockSetting> {
  return one(tx, `${select} for share`, tenantId)
}

export async function writeClock(tx: Transaction, tenantId: bigint, clock: ClockSetting): Promise<void> {
  await tx.query(
    'update institutions set clock_offset_ms = $2, clock_stands_at = $3, clock_target = $4 where tenant_id = $1',
    [tenantId, clock.clockOffsetMs, clock.clockStandsAt?.toString() ?? null, clock.clockTarget?.toString() ?? null],
  )
}

/** The sandboxes whose clocks are moving to a target. */
export async function tenantsWithMovingClock(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    'select tenant_id from institutions where $1::timestamptz is not null and clock_target is not null order by tenant_id',
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}
