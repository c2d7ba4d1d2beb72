import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** What an institution's row says of its clock. */
export interface ClockSetting {
  /** How far the clock is ahead of the machine's. Only that of a sandbox ever is. */
  clockOffsetMs: bigint
  /** Where it stands while it is on its way to `clockTarget`; null while it runs. */
  clockStandsAt: Temporal.Instant | null
  clockTarget: Temporal.Instant | null
}

const select = `select clock_offset_ms, clock_stands_at, clock_target
  from institutions where tenant_id = $1`

async function one(db: Connection, text: string, tenantId: bigint): Promise<ClockSetting> {
  const row = await db.row<ClockSetting>(text, [tenantId])
  if (!row) throw new Error(`there is no institution ${tenantId}`)
  return row
}

export function readClock(db: Connection, tenantId: bigint): Promise<ClockSetting> {
  return one(db, select, tenantId)
}

/** The same, and nobody sets it until the transaction ends. Many may hold it so at once. */
export function shareClock(tx: Transaction, tenantId: bigint): Promise<ClockSetting> {
  return one(tx, `${select} for share`, tenantId)
}

export async function writeClock(tx: Transaction, tenantId: bigint, clock: ClockSetting): Promise<void> {
  await tx.query(
    'update institutions set clock_offset_ms = $2, clock_stands_at = $3, clock_target = $4 where tenant_id = $1',
    [tenantId, clock.clockOffsetMs, clock.clockStandsAt?.toString() ?? null, clock.clockTarget?.toString() ?? null],
  )
}

/** The sandboxes whose clocks are on their way. */
export async function tenantsWithMovingClock(tx: Transaction, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await tx.query<{ tenantId: bigint }>(
    'select tenant_id from institutions where $1::timestamptz is not null and clock_target is not null order by tenant_id',
    [now.toString()],
  )
  return rows.map((row) => row.tenantId)
}
