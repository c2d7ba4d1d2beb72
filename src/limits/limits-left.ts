import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Connection } from '../db/client.ts'
import { keysFor, periodStart } from './domain/limit-key.ts'
import { type LimitReply, type LimitsQuery, renderLimit } from './limits.schema.ts'
import { readEffectiveLimits, readUsage } from './limits.store.ts'

/**
 * The limits for payments of this kind, with the used and remaining amounts in the periods of the
 * date.
 */
export async function limitsLeft(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  query: Omit<LimitsQuery, 'date'> & { date: Temporal.PlainDate },
): Promise<Static<typeof LimitReply>[]> {
  const { date, amount } = query
  const set = new Map((await readEffectiveLimits(db, tenantId, customerId)).map((limit) => [limit.key, limit]))
  const asked = keysFor(query).filter(({ key }) => set.has(key))
  const counted = asked.filter(({ period }) => period !== 'TRANSACTION')
  const periods = counted.map(({ key, period }) => ({ key, periodStart: periodStart(period, date).toString() }))
  const used = await readUsage(db, tenantId, customerId, periods)
  return asked.map((limit) => renderLimit(limit, set.get(limit.key)!, used.get(limit.key) ?? 0n, amount))
}
