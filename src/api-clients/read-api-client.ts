import type { Static } from 'typebox'
import type { Connection } from '../db/client.ts'
import type { Versioned } from '../http/etag.ts'
import { canonicalName } from '../http/fields.ts'
import { requireInstitution } from '../institution/institution.ts'
import type { PageOf } from '../kernel/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ApiClientRecord, findApiClient, searchApiClients } from '../tokens/api-clients.ts'
import { API_CLIENT_STATUSES, type ApiClientsQuery } from './api-clients.schema.ts'

export async function viewApiClient(
  db: Connection,
  principal: Principal,
  clientId: string,
): Promise<Result<ApiClientRecord, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const client = await findApiClient(db, { tenantId: principal.tenantId, clientId })
  return client ? accept(client) : refusal('apiClientNotFound')
}

export async function listApiClients(
  db: Connection,
  principal: Principal,
  { page, limit, customerUID, status }: Static<typeof ApiClientsQuery>,
): Promise<Result<PageOf<ApiClientRecord>, Refusal>> {
  const institution = await requireInstitution(db, principal)
  if (!institution.ok) return institution
  const filter = {
    ...(customerUID !== undefined && { legalEntityId: BigInt(customerUID) }),
    ...(status !== undefined && { isRevoked: canonicalName(API_CLIENT_STATUSES, status) === 'Revoked' }),
  }
  return accept(await searchApiClients(db, principal.tenantId, filter, { page, limit }))
}

/** The version of a client, with what can be changed of it. */
export function versionOf(client: ApiClientRecord): Versioned {
  const { version, lastUsedAt, roles, secrets, holders, ...changeable } = client
  return { version, changeable: { ...changeable, newestSecret: secrets.at(-1)?.createdAt } }
}
