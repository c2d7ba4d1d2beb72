import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Connection } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type LimitsQueryBody, type LimitsReply, limitsLeft, parseLimitsQuery } from '../limits/limits.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { requireCustomer } from './belonging.ts'

/**
 * The limits for a payment of the customer, with used and remaining amounts on its payment date.
 */
export async function queryLimits(
  db: Connection,
  principal: Principal,
  customerUID: string,
  body: LimitsQueryBody,
  now: Temporal.Instant,
): Promise<Result<Static<typeof LimitsReply>, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const institution = await readInstitution(db, tenantId)
  const query = parseLimitsQuery(body, institution.currency)
  if (!query.ok) return query

  const { rail, ...asked } = query.value
  const date = asked.date ?? today(now, institution.timeZone)
  const limits = await limitsLeft(db, institution, customer.value, principal, { ...asked, rails: [rail], date })
  return accept({ limits })
}
