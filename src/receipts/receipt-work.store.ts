import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'

/** When the first work of a kind is due in an institution `i`: one look-up in an index. */
const work = {
  toSettle: `select min(r.settles_at) from receipts r
    where r.tenant_id = i.tenant_id and r.settlement_id is null and r.amount > 0`,
  returnsWaiting: `select min(t.requested_at) from ach_returns t where t.tenant_id = i.tenant_id and t.file_id is null
    and t.set_aside_at is null`,
  returnsLeft: `select min(f.written_at) from ach_returns t join ach_files f on f.tenant_id = t.tenant_id and f.id = t.file_id
    where t.tenant_id = i.tenant_id and t.file_id is not null and t.left_at is null`,
  exceptionsToDecide: `select min(e.expires_at) from positive_pay_exceptions e
    where e.tenant_id = i.tenant_id and e.status = 'PENDING'`,
  returnsToSettle: `select min(t.settlement_due_at) from ach_returns t
    where t.tenant_id = i.tenant_id and t.settlement_due_at is not null and t.settlement_id is null`,
} as const

type Kind = keyof typeof work

/** The tenants with work of this kind that is due. */
export async function tenantsWith(db: Connection, kind: Kind, now: Temporal.Instant): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where (${work[kind]}) <= ${INSTITUTION_TIME} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** When the first work of this kind is due in the institution. */
export async function firstMoment(db: Connection, tenantId: bigint, kind: Kind): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ at: Temporal.Instant | null }>(
    `select (${work[kind]}) as at from institutions i where i.tenant_id = $1`,
    [tenantId],
  )
  return row?.at ?? undefined
}
