// Where the time of instant payments goes, from the times in the database: for each step the p50
// and p99 of all that was made since a moment. The steps before the first row and after the last
// one are not in it.
import type { Database } from '../src/db/client.ts'

/** A step, with its percentiles in milliseconds. */
interface StepTime {
  step: string
  p50: number
  p99: number
}

const OUTGOING = `
  select 'request to release' as step, 1 as place, released.at - made.at as took from payment_steps made
    join payment_steps released on released.tenant_id = made.tenant_id and released.payment_id = made.payment_id
      and released.to_status = 'READY_TO_TRANSMIT'
    where made.tenant_id > 0 and made.step = 1 and made.at >= $1
  union all
  select 'release to message', 2, m.created_at - s.at from rail_messages m
    join payment_steps s on s.tenant_id = m.tenant_id and s.payment_id = m.payment_id and s.to_status = 'READY_TO_TRANSMIT'
    where m.tenant_id > 0 and m.direction = 'Out' and m.created_at >= $1
  union all
  select 'message to the link', 3, left_at - created_at from rail_messages
    where tenant_id > 0 and direction = 'Out' and payment_id is not null and created_at >= $1`

const INCOMING = `
  select 'kept to read', 4, ended_at - created_at from rail_messages
    where tenant_id > 0 and direction = 'In' and ended_at is not null and created_at >= $1
  union all
  select 'answer to the link', 5, left_at - created_at from rail_messages
    where tenant_id > 0 and direction = 'Out' and payment_id is null and created_at >= $1`

export async function readStepTimes(db: Database, since: string): Promise<string> {
  const times = await db.read((tx) =>
    tx.query<StepTime>(
      `select step, (percentile_cont(0.5) within group (order by extract(epoch from took)) * 1000)::float8 as p50,
         (percentile_cont(0.99) within group (order by extract(epoch from took)) * 1000)::float8 as p99
       from (${OUTGOING} union all ${INCOMING}) times group by step, place order by place`,
      [since],
    ),
  )
  return times.map(({ step, p50, p99 }) => `${step} ${p50.toFixed(0)}/${p99.toFixed(0)}`).join(', ')
}
