import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { SenderConstraint } from './access-rules.ts'

/** What may have changed about a client since its token was issued. */
export interface ClientStanding {
  isRevoked: boolean
  accessVersion: bigint
  /** When its older access tokens last ended. */
  accessNarrowedAt: Temporal.Instant | null
  expiresAt: Temporal.Instant | null
  /** Addresses and CIDR networks; empty for any. */
  allowedNetworks: string[]
  senderConstraint: SenderConstraint
}

/** Undefined for a client that only another issuer knows. */
export async function findClientStanding(
  db: Connection,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
): Promise<ClientStanding | undefined> {
  return db.row<ClientStanding>(
    `select revoked_at is not null as is_revoked, access_version, access_narrowed_at,
            expires_at, allowed_networks, sender_constraint
       from api_clients where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId],
  )
}
