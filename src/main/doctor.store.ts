import type { Connection } from '../db/client.ts'

/** The API clients of an institution that are not revoked, in numbers. */
export interface ClientFigures {
  /** Clients of the institution that can approve changes. */
  approvers: number
  /** Clients that prove who they are by a shared secret. */
  withSecret: number
  all: number
}

export async function readClientFigures(
  db: Connection,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
): Promise<ClientFigures> {
  const row = await db.row<Record<keyof ClientFigures, bigint>>(
    `select count(*) as all, count(*) filter (where authentication_method = 'client_secret') as with_secret,
       count(*) filter (where legal_entity_id = $2 and 'Institution.Approve_Changes' = any(entitlements)) as approvers
     from api_clients where tenant_id = $1 and revoked_at is null`,
    [tenantId, legalEntityId],
  )
  return { approvers: Number(row?.approvers), withSecret: Number(row?.withSecret), all: Number(row?.all) }
}
