import type { Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Signatories } from '../db/types.ts'
import type { PageOf } from '../http/paging.ts'

export type SignatoryRow = Selectable<Signatories>

export interface SignatoryData {
  fullName: string
  emailAddress: string
  phoneNumber: string
  title: string | null
  /** How much the person may approve, in minor units of the currency; null for no limit of their own. */
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
  owner: { tenantId: bigint; customerId: bigint },
  signatory: SignatoryData,
  now: Temporal.Instant,
): Promise<SignatoryRow> {
  const row = await tx.first(
    build
      .insertInto('signatories')
      .values({
        tenantId: owner.tenantId,
        customerId: owner.customerId,
        ...columnsOf(signatory),
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

/** A signatory who is not deleted, whom nobody else changes until the transaction ends. */
export async function lockSignatory(tx: Transaction, tenantId: bigint, id: bigint): Promise<SignatoryRow | undefined> {
  return tx.first(
    build
      .selectFrom('signatories')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  )
}

export async function updateSignatoryRow(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  signatory: SignatoryData,
  now: Temporal.Instant,
): Promise<SignatoryRow> {
  const row = await tx.first(
    build
      .updateTable('signatories')
      .set({ ...columnsOf(signatory), updatedAt: now.toString() })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
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

export async function findSignatories(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  page: { offset: number; size: number },
): Promise<PageOf<SignatoryRow>> {
  const query = build
    .selectFrom('signatories')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
  const rows = await tx.all(query.selectAll().orderBy('id').limit(page.size).offset(page.offset))
  const counted = await tx.first(query.select(build.fn.countAll<bigint>().as('total')))
  return { rows, total: Number(counted?.total) }
}
