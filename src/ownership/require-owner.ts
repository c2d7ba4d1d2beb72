import type { Connection } from '../db/client.ts'
import { isInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { changedTerms, type Offers, withoutSameTerms } from './domain/changed-terms.ts'
import { fieldsOf, type OwnedRecord, type Owner } from './field-owners.ts'

/** The owner of a restriction that this client imposes. */
export async function ownerOf(db: Connection, principal: Principal): Promise<Owner> {
  return (await isInstitution(db, principal)) ? 'Institution' : 'Customer'
}

/**
 * Refuses a change of fields that the institution owns, unless a client of the institution makes
 * it. Neither the customer nor an entity above it can change them. `before` and `after` are the
 * record as the API shows it; a new record has no `before`. The refusal rolls the change back.
 */
export async function requireOwner(
  db: Connection,
  principal: Principal,
  record: OwnedRecord,
  change: { before?: object; after: object },
): Promise<Result<void, Refusal>> {
  const refused = refuseOwnedFields(record, change)
  return refused.ok || (await isInstitution(db, principal)) ? accept(undefined) : refused
}

/**
 * The refusal of the same change to all but the clients of the institution. `offers` has the values
 * that the institution offers for a new record.
 */
export function refuseOwnedFields(
  record: OwnedRecord,
  change: { before?: object; after: object; offers?: Offers },
): Result<void, Refusal> {
  const changed = changedTerms(fieldsOf(record), change)
  if (changed.length === 0) return accept(undefined)
  const named = changed.map((path) => {
    const offered = change.offers?.[path]
    return offered ? `${path} (it offers ${offered.join(', ')})` : path
  })
  return refusal('institutionTerms', `only the institution can set ${named.join(', ')}`)
}

/**
 * The change of a record that the client asks for. What a client of a customer would only write in
 * another form is left out: those fields of the institution stay as they were.
 */
export async function dropSameTerms<Change extends object>(
  db: Connection,
  principal: Principal,
  record: OwnedRecord,
  { before, change }: { before: object; change: Change },
): Promise<Change> {
  return (await isInstitution(db, principal)) ? change : withoutSameTerms(fieldsOf(record), before, change)
}

/**
 * Refuses to change a state that the institution imposed, unless a client of the institution does.
 * `imposedBy` is null if nothing is imposed.
 */
export async function requireLift(
  db: Connection,
  principal: Principal,
  { imposedBy, what }: { imposedBy: string | null; what: string },
): Promise<Result<void, Refusal>> {
  if (imposedBy !== 'Institution' || (await isInstitution(db, principal))) return accept(undefined)
  return refusal('heldByInstitution', `the institution ${what}`)
}
