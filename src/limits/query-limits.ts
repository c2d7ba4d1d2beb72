import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import { requireCustomer } from '../customers/belonging.ts'
import type { Transaction } from '../db/client.ts'
import type { Refusal } from '../http/errors.ts'
import { readInstitution } from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { keysFor, periodStart } from './domain/limit-key.ts'
import {
  type LimitReply,
  type LimitsQuery,
  type LimitsQueryBody,
  type LimitsReply,
  parseLimitsQuery,
  renderLimit,
} from './limits.schema.ts'
import { readEffectiveLimits, readUsage } from './limits.store.ts'

/** The limits that apply to a payment of the customer, with what is used and what remains on the day it is to be delivered. */
export async function queryLimits(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: LimitsQueryBody,
  now: Temporal.Instant,
): Promise<Result<Static<typeof LimitsReply>, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const institution = await readInstitution(tx, tenantId)
  const query = parseLimitsQuery(body, institution.currency)
  if (!query.ok) return query

  const date = query.value.date ?? today(now, institution.timeZone)
  return accept({ limits: await limitsLeft(tx, tenantId, customer.value.id, { ...query.value, date }) })
}

/** The limits set for payments of that kind, with what is used and what remains in the periods of the date. */
export async function limitsLeft(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  query: Omit<LimitsQuery, 'date'> & { date: Temporal.PlainDate },
): Promise<Static<typeof LimitReply>[]> {
  const { date, amount } = query
  const set = new Map((await readEffectiveLimits(tx, tenantId, customerId)).map((limit) => [limit.key, limit]))
  const asked = keysFor(query).filter(({ key }) => set.has(key))
  const counted = asked.filter(({ period }) => period !== 'TRANSACTION')
  const periods = counted.map(({ key, period }) => ({ key, periodStart: periodStart(period, date).toString() }))
  const used = await readUsage(tx, tenantId, customerId, periods)
  return asked.map((limit) => renderLimit(limit, set.get(limit.key)!, used.get(limit.key) ?? 0n, amount))
}
