import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import { INSTITUTION_TIME } from '../../institution/institution.ts'

/** When the first work of a kind is due in an institution `i`: one look-up in an index. */
const work = {
  waiting: `select min(n.created_at) from prenotes n
    where n.tenant_id = i.tenant_id and n.status = 'Queued' and n.file_id is null`,
  left: `select min(f.written_at) from prenotes n join ach_files f on f.tenant_id = n.tenant_id and f.id = n.file_id
    where n.tenant_id = i.tenant_id and n.status = 'Queued' and n.file_id is not null`,
  toAccept: `select min(n.accept_due_at) from prenotes n where n.tenant_id = i.tenant_id and n.status = 'Sent'`,
} as const

type Kind = keyof typeof work

/** The tenants with work of this kind that is due. */
export async function tenantsWithPrenotes(db: Connection, kind: Kind, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (${work[kind]}) <= ${INSTITUTION_TIME} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the first work of this kind is due in the institution. */
export async function firstPrenoteWork(
  db: Connection,
  tenantId: bigint,
  kind: Kind,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select (${work[kind]}) as at from institutions i where i.tenant_id = $1`,
    [tenantId],
  )
  return row?.at ?? undefined
}
