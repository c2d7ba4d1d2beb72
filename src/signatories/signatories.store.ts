import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRow, lockById, updateById } from '../db/rows.ts'
import type { Signatories } from '../db/types.ts'
import type { PageOf } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'

export type SignatoryRow = Signatories

/** Only an Active signatory can approve payments. */
export const SIGNATORY_STATUSES = words('SignatoryStatus', ['Pending', 'Active', 'Rejected'])
export type SignatoryStatus = (typeof SIGNATORY_STATUSES)[number]

export interface SignatoryData {
  fullName: string
  emailAddress: string
  phoneNumber: string
  title: string | null
  /** The approval limit in minor units of the currency; null for no limit. */
  approvalLimit: { minor: bigint; currency: string } | null
}

function columnsOf(signatory: SignatoryData) {
  return {
    fullName: signatory.fullName,
    emailAddress: signatory.emailAddress,
    phoneNumber: signatory.phoneNumber,
    title: signatory.title,
    approvalLimit: signatory.approvalLimit?.minor ?? null,
    currency: signatory.approvalLimit?.currency ?? null,
  }
}

export async function insertSignatory(
  tx: Transaction,
  owner: { tenantId: bigint; customerId: bigint; status: SignatoryStatus },
  signatory: SignatoryData,
  now: Temporal.Instant,
): Promise<SignatoryRow> {
  return insertRow(tx, 'signatories', {
    ...owner,
    ...columnsOf(signatory),
    createdAt: now,
    updatedAt: now,
  })
}

/** Reads a signatory who is not deleted and locks the row until the transaction ends. */
export async function lockSignatory(tx: Transaction, tenantId: bigint, id: bigint): Promise<SignatoryRow | undefined> {
  const signatory = await lockById(tx, 'signatories', tenantId, id)
  return signatory?.deletedAt === null ? signatory : undefined
}

export async function updateSignatoryRow(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  signatory: SignatoryData & { status: SignatoryStatus },
  now: Temporal.Instant,
): Promise<SignatoryRow> {
  const { status } = signatory
  return updateById(tx, 'signatories', tenantId, id, { ...columnsOf(signatory), status, updatedAt: now })
}

export async function hideSignatory(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update signatories set deleted_at = $3, updated_at = $3 where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    now.toString(),
  ])
}

export async function readSignatories(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  page: { offset: number; size: number },
): Promise<PageOf<SignatoryRow>> {
  const rows = await db.query<SignatoryRow>(
    `select * from signatories where tenant_id = $1 and customer_id = $2 and deleted_at is null
     order by id limit $3 offset $4`,
    [tenantId, customerId, page.size, page.offset],
  )
  const counted = await db.row<{ total: bigint }>(
    'select count(*) as total from signatories where tenant_id = $1 and customer_id = $2 and deleted_at is null',
    [tenantId, customerId],
  )
  return { rows, total: Number(counted?.total) }
}
