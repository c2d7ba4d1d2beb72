import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import { tenantsWhere } from '../../institution/institution.ts'
import { nextSimulated, tenantsWithSimulated } from '../links/database/simulated-messages.store.ts'
import type { MessageRailName } from '../network.ts'

/**
 * The institutions whose link may have messages of the rail. Outside a sandbox, each is asked: what
 * came in is not in the database yet.
 */
export async function tenantsWithArrivals(
  db: Connection,
  rail: MessageRailName,
  now: Temporal.Instant,
): Promise<bigint[]> {
  const [simulated, linked] = await Promise.all([
    tenantsWithSimulated(db, { sentBy: 'Network', rail }, now),
    tenantsWhere(db, `i.settings -> 'networks' -> $1 ->> 'link' <> 'Simulator'`, [rail]),
  ])
  return [...new Set([...simulated, ...linked])]
}

/** When the next message of a simulated network arrives; undefined if none is on its way. */
export function nextArrival(
  db: Connection,
  tenantId: bigint,
  rail: MessageRailName,
): Promise<Temporal.Instant | undefined> {
  return nextSimulated(db, tenantId, { sentBy: 'Network', rail })
}
