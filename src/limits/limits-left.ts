import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Connection } from '../db/client.ts'
import { keysFor, type LimitedRail } from './domain/limit-key.ts'
import { tightestOf } from './domain/reserve.ts'
import { type LimitingInstitution, type Payer, readLimitLevels } from './limit-levels.ts'
import { type LimitReply, type LimitsQuery, renderLimit } from './limits.schema.ts'
import { readThoseWithin } from './limits.store.ts'

/**
 * The limits for payments of this kind, with the used and remaining amounts in the periods of the
 * date. For each key, the level with the least left binds. Its figures are shown if the reader's
 * legal entity is that customer or above it; otherwise those of the customer's own level.
 */
export async function limitsLeft(
  db: Connection,
  institution: LimitingInstitution,
  customer: Payer,
  reader: { legalEntityId: bigint },
  query: Omit<LimitsQuery, 'date' | 'rail'> & { rails: readonly LimitedRail[]; date: Temporal.PlainDate },
): Promise<Static<typeof LimitReply>[]> {
  const open = await readLimitLevels(db, institution, [customer], query.date)
  await open.readUsage()
  const levels = open.of(customer.id)
  const ids = levels.map(({ customerId }) => customerId)
  const seen = await readThoseWithin(db, institution.tenantId, ids, reader.legalEntityId)
  return keysFor(query).flatMap((key) => {
    const binding = tightestOf(key, levels)
    if (!binding) return []
    const own = levels.filter(({ scope }) => scope === 'Customer')
    const shown = seen.has(binding.level.customerId) ? binding : tightestOf(key, own)
    return renderLimit(key, binding, shown, query.amount)
  })
}
