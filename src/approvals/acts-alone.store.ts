import type { Connection, Transaction } from '../db/client.ts'
import { words } from '../kernel/words.ts'

/** What takes two people above an amount. What is returned and what is reversed count together. */
export const ACTS_ALONE = words('ActAlone', ['DeskTrade', 'Return'])
export type ActAlone = (typeof ACTS_ALONE)[number]

export interface DayAlone {
  act: ActAlone
  /** Of the institution, yyyy-mm-dd. */
  businessDate: string
}

/** What each party has moved alone on the day, in minor units of the institution's currency. */
export async function readUsedAlone(
  db: Connection,
  tenantId: bigint,
  { act, businessDate }: DayAlone,
): Promise<{ party: string; used: bigint }[]> {
  return db.query(
    'select party, used from acts_alone where tenant_id = $1 and act = $2 and business_date = $3 order by party',
    [tenantId, act, businessDate],
  )
}

export async function addUsedAlone(
  tx: Transaction,
  tenantId: bigint,
  { act, businessDate }: DayAlone,
  { party, amount }: { party: string; amount: bigint },
): Promise<void> {
  await tx.query(
    `insert into acts_alone as day (tenant_id, act, business_date, party, used)
     values ($1, $2, $3::date, $4, $5::bigint)
     on conflict (tenant_id, act, business_date, party)
       do update set used = day.used + excluded.used where day.tenant_id = $1`,
    [tenantId, act, businessDate, party, amount],
  )
}
