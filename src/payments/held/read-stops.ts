import type { Connection } from '../../db/client.ts'
import { isInstitution } from '../../institution/institution.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { HoldReason } from './hold-reasons.ts'
import { type MakerStop, readStopsOf } from './stopped-makers.store.ts'

/** Who holds the payment, for the institution alone: a customer sees only that it is held. */
export async function readStops(
  db: Connection,
  principal: Principal,
  { id, heldReasons }: { id: string; heldReasons: readonly HoldReason[] | null },
): Promise<Pick<MakerStop, 'kind' | 'actorId'>[] | undefined> {
  if (!heldReasons?.includes('makerStopped') || !(await isInstitution(db, principal))) return undefined
  return readStopsOf(db, principal.tenantId, id)
}
