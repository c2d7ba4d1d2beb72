import type { Connection } from '../db/client.ts'
import type { Makers } from './outstanding.store.ts'

export async function isUser(db: Connection, tenantId: bigint, userId: string): Promise<boolean> {
  const row = await db.row('select true from users where tenant_id = $1 and id = $2', [tenantId, userId])
  return row !== undefined
}

/** All clients and users of the customer and of those below it. */
export async function readMakersUnder(db: Connection, tenantId: bigint, customerId: bigint): Promise<Makers> {
  const row = await db.row<Omit<Makers, 'vouchedBy'>>(
    `with entities as (select id from customers_under($1, $2) as c (id))
     select array(select c.client_id from entities e join api_clients c on c.tenant_id = $1 and c.legal_entity_id = e.id)
         as client_ids,
       array(select u.id::text from entities e join users u on u.tenant_id = $1 and u.customer_id = e.id) as user_ids`,
    [tenantId, customerId],
  )
  return { ...row!, vouchedBy: [] }
}

/** Whether the identity provider of the client was revoked, whatever it has now. */
export async function isProviderRevoked(db: Connection, tenantId: bigint, clientId: string): Promise<boolean> {
  const row = await db.row(
    'select true from api_clients where tenant_id = $1 and client_id = $2 and provider_revoked_at is not null',
    [tenantId, clientId],
  )
  return row !== undefined
}
