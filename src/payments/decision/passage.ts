import { Temporal } from 'temporal-polyfill'
import { nextPassage, type Passage, type Way } from '../../rails/rails.ts'
import type { WorkingSet } from './working-set.ts'

/**
 * When a payment decided now leaves, and its value date. The payments of a batch that go the same
 * way share the answer.
 */
export function passageOf(
  { institution, now, passages }: Pick<WorkingSet, 'institution' | 'now' | 'passages'>,
  way: Way,
  notBefore: Temporal.PlainDate,
): Passage {
  const key = [way.rail, way.speed, ...way.currencies, notBefore].join(' ')
  const known = passages.get(key)
  if (known) return known
  const passage = nextPassage(institution, way, { notBefore, from: now })
  passages.set(key, passage)
  return passage
}

/**
 * The first day on which a payment may settle: its date, or the day on which its FX contract
 * delivers. A book transfer settles both currencies at once.
 */
export function notBefore(
  rail: string,
  paymentDate: Temporal.PlainDate,
  exchange: { deliversOn: string } | undefined,
): Temporal.PlainDate {
  if (!exchange || rail === 'BOOK') return paymentDate
  const settles = Temporal.PlainDate.from(exchange.deliversOn)
  return Temporal.PlainDate.compare(settles, paymentDate) > 0 ? settles : paymentDate
}
