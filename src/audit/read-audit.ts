import type { Connection } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type LogFilter, type LogRow, searchLog } from './audit.store.ts'
import { findChainHead } from './chain.store.ts'
import { type ChainHead, chainStart } from './chain.ts'

/**
 * A page of the institution's audit log. A subject needs both its kind and its id, because ids are
 * unique only within a kind.
 */
export async function listAuditRecords(
  db: Connection,
  principal: Principal,
  filter: LogFilter,
  page: PageRequest,
  totals: Totals,
): Promise<Result<PageOf<LogRow>, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  if ((filter.subjectKind === undefined) !== (filter.subjectId === undefined))
    return refusal('invalidAuditQuery', 'subjectKind and subjectId must be given together')
  return accept(await searchLog(db, principal.tenantId, filter, page, totals))
}

/** The head of the institution's chain, to be stored outside the database. */
export async function viewAuditHead(db: Connection, principal: Principal): Promise<Result<ChainHead, Refusal>> {
  const { tenantId } = principal
  const institution = await requireInstitution(db, principal)
  return institution.ok ? accept(await readAuditHead(db, tenantId)) : institution
}

export async function readAuditHead(db: Connection, tenantId: bigint): Promise<ChainHead> {
  return (await findChainHead(db, tenantId)) ?? chainStart(tenantId)
}
