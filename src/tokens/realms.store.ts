import type { Connection } from '../db/client.ts'

/** An institution in the token service; "realm" is Keycloak's word for a tenant. */
export interface Realm {
  tenantId: bigint
  code: string
}

export async function findRealm(db: Connection, code: string): Promise<Realm | undefined> {
  return db.row<Realm>(`select tenant_id, code from institutions where code = $1`, [code])
}
