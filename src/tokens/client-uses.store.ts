import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'

/** Keeps the latest use of each client. In the order of clients, so that nodes cannot deadlock. */
export async function saveClientUses(
  tx: Transaction,
  tenantId: bigint,
  uses: readonly { clientId: string; lastUsedAt: Temporal.Instant }[],
): Promise<void> {
  await tx.query(
    `insert into api_client_uses (tenant_id, client_id, last_used_at)
     select $1, u.client_id, max(u.last_used_at) from unnest($2::text[], $3::timestamptz[]) u (client_id, last_used_at)
      group by u.client_id order by u.client_id
         on conflict (tenant_id, client_id) do update
            set last_used_at = greatest(api_client_uses.last_used_at, excluded.last_used_at)`,
    [tenantId, uses.map(({ clientId }) => clientId), uses.map(({ lastUsedAt }) => lastUsedAt.toString())],
  )
}
