import type { Connection } from '../db/client.ts'
import type { PageOf } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { requireCustomer } from './belonging.ts'
import { type NoteRow, type NotesFilter, readNotes } from './customers.store.ts'

/** A page of the customer's notes between two dates, both included, the oldest note first. */
export async function listNotes(
  db: Connection,
  principal: Principal,
  customerUID: string,
  filter: NotesFilter,
): Promise<Result<PageOf<NoteRow>, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (!customer.ok) return customer
  const { fromDate, toDate } = filter
  // Dates in ISO 8601 sort as text.
  if (fromDate && toDate && fromDate > toDate) return refusal('noteDatesReversed')
  return accept(await readNotes(db, principal.tenantId, customer.value.id, filter))
}
