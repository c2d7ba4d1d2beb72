import type { Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Accounts } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'

export type AccountRow = Selectable<Accounts>

export interface NewAccount {
  tenantId: bigint
  id: bigint
  customerId: bigint
  externalReferenceId: string | null
  name: string
  accountNumber: string
  fboAccountNumber: string | null
  type: string
  subType: string
  systemOfRecord: string
  currency: string
  country: string
  routingNumber: string
  bankIdType: string
  masterGl: string
  costCenter: string | null
  enableWire: boolean
  enableOffset: boolean
  defaultOffset: boolean
  feeAccount: boolean
  returnAccount: boolean
  features: object
  additionalAttributes: readonly object[]
}

export async function insertAccount(tx: Transaction, account: NewAccount, now: Temporal.Instant): Promise<AccountRow> {
  const row = await tx.first(
    build
      .insertInto('accounts')
      .values({
        tenant_id: account.tenantId,
        id: account.id,
        customer_id: account.customerId,
        external_reference_id: account.externalReferenceId,
        name: account.name,
        account_number: account.accountNumber,
        fbo_account_number: account.fboAccountNumber,
        type: account.type,
        sub_type: account.subType,
        system_of_record: account.systemOfRecord,
        currency: account.currency,
        country: account.country,
        routing_number: account.routingNumber,
        bank_id_type: account.bankIdType,
        master_gl: account.masterGl,
        cost_center: account.costCenter,
        status: 'Active',
        enable_wire: account.enableWire,
        enable_offset: account.enableOffset,
        default_offset: account.defaultOffset,
        fee_account: account.feeAccount,
        return_account: account.returnAccount,
        features: JSON.stringify(account.features),
        additional_attributes: JSON.stringify(account.additionalAttributes),
        created_at: now.toString(),
        updated_at: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

export async function readAccount(tx: Transaction, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  return tx.first(
    build
      .selectFrom('accounts')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )
}

export interface AccountFilter {
  customerId: bigint
  accountNumber?: string
  type?: string
  subType?: string
  status?: string
  currency?: string
  enableWire?: boolean
  costCenter?: string
}

export async function searchAccounts(
  tx: Transaction,
  tenantId: bigint,
  filter: AccountFilter,
  { page, limit }: PageRequest,
): Promise<PageOf<AccountRow>> {
  let query = build
    .selectFrom('accounts')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', filter.customerId)
    .where('deleted_at', 'is', null)
  if (filter.accountNumber !== undefined) query = query.where('account_number', '=', filter.accountNumber)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  if (filter.subType !== undefined) query = query.where('sub_type', '=', filter.subType)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.currency !== undefined) query = query.where('currency', '=', filter.currency)
  if (filter.enableWire !== undefined) query = query.where('enable_wire', '=', filter.enableWire)
  if (filter.costCenter !== undefined) query = query.where('cost_center', '=', filter.costCenter)

  const rows = await tx.all(
    query
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit),
  )
  const counted = await tx.first(query.select(build.fn.countAll<bigint>().as('total')))
  return { rows, total: Number(counted?.total) }
}
