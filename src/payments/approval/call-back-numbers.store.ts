import type { Connection } from '../../db/client.ts'
import type { Party } from '../../tokens/api-clients.ts'

export const HOLDER_KINDS = ['customer', 'user', 'signatory'] as const

/** Whose telephone number it is: the customer's own, or that of one of its people. */
export interface NumberHolder {
  kind: (typeof HOLDER_KINDS)[number]
  id: string
  name: string
  /** Null for the customer itself. */
  email: string | null
}

/** Those added later are not called. */
const MAX_PEOPLE = 50

/** The customer, and its Active users and signatories, those who were added first. */
export async function readNumberHolders(db: Connection, tenantId: bigint, customerId: bigint): Promise<NumberHolder[]> {
  return db.query<NumberHolder>(
    `select 'customer' as kind, id::text as id, legal_name as name, null as email from customers where tenant_id = $1 and id = $2
     union all
     (select 'signatory', id::text, full_name, email_address from signatories
      where tenant_id = $1 and customer_id = $2 and status = 'Active' and deleted_at is null order by id limit ${MAX_PEOPLE})
     union all
     (select 'user', id::text, first_name || ' ' || last_name, email from users
      where tenant_id = $1 and customer_id = $2 and status = 'Active' order by id limit ${MAX_PEOPLE})`,
    [tenantId, customerId],
  )
}

/** Which of the parties are of the institution: the person, or a client in its own name. */
export async function findOfInstitution<One extends Party>(
  db: Connection,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
  parties: readonly One[],
): Promise<One[]> {
  if (parties.length === 0) return []
  const rows = await db.query<{ place: bigint }>(
    `select w.place from unnest($2::text[], $3::uuid[]) with ordinality as w (client_id, user_id, place)
       left join users u on u.tenant_id = $1 and u.id = w.user_id
       left join api_clients c on c.tenant_id = $1 and c.client_id = w.client_id
     where case when w.user_id is null then c.legal_entity_id else u.customer_id end = $4`,
    [tenantId, parties.map(({ clientId }) => clientId), parties.map(({ userId }) => userId), legalEntityId],
  )
  return rows.map(({ place }) => parties[Number(place) - 1]!)
}
