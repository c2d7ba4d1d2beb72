import type { Connection } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Institution, readInstitution } from './institution.store.ts'

/** Whether the client acts for the institution's own legal entity. */
export async function isInstitution(db: Connection, principal: Principal): Promise<boolean> {
  return (await requireInstitution(db, principal)).ok
}

/** The principal's institution, if the token is for its own legal entity; otherwise 403. */
export async function requireInstitution(db: Connection, principal: Principal): Promise<Result<Institution, Refusal>> {
  const institution = await readInstitution(db, principal.tenantId)
  return principal.legalEntityId === institution.legalEntityId ? accept(institution) : refusal('notTheInstitution')
}
