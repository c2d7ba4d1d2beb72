import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { Accounts } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'
import type { AccountStatus } from './domain/account-state.ts'

export type AccountRow = Selectable<Accounts>

/** What an integrator says of an account. */
export interface AccountData {
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
  enableDomesticWire: boolean
  enableInternationalWire: boolean
  enableFednow: boolean
  enableRtp: boolean
  receiveOnlyRails: readonly string[]
  enableOffset: boolean
  defaultOffset: boolean
  feeAccount: boolean
  returnAccount: boolean
  features: object
  additionalAttributes: readonly object[]
  externalProvider: string | null
  externalId: string | null
}

export interface NewAccount extends AccountData {
  tenantId: bigint
  id: bigint
  customerId: bigint
}

function columnsOf(account: AccountData) {
  return {
    externalReferenceId: account.externalReferenceId,
    name: account.name,
    accountNumber: account.accountNumber,
    fboAccountNumber: account.fboAccountNumber,
    type: account.type,
    subType: account.subType,
    systemOfRecord: account.systemOfRecord,
    currency: account.currency,
    country: account.country,
    routingNumber: account.routingNumber,
    bankIdType: account.bankIdType,
    masterGl: account.masterGl,
    costCenter: account.costCenter,
    enableWire: account.enableWire,
    enableDomesticWire: account.enableDomesticWire,
    enableInternationalWire: account.enableInternationalWire,
    enableFednow: account.enableFednow,
    enableRtp: account.enableRtp,
    receiveOnlyRails: [...account.receiveOnlyRails],
    enableOffset: account.enableOffset,
    defaultOffset: account.defaultOffset,
    feeAccount: account.feeAccount,
    returnAccount: account.returnAccount,
    features: JSON.stringify(account.features),
    additionalAttributes: JSON.stringify(account.additionalAttributes),
    externalProvider: account.externalProvider,
    externalId: account.externalId,
  }
}

export async function insertAccount(
  tx: Transaction,
  account: NewAccount,
  sealedExternalToken: Buffer | null,
  now: Temporal.Instant,
): Promise<AccountRow> {
  const row = await tx.first(
    build
      .insertInto('accounts')
      .values({
        ...columnsOf(account),
        tenantId: account.tenantId,
        id: account.id,
        customerId: account.customerId,
        sealedExternalToken,
        status: 'Active',
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

/** What changes in an account: what is said of it, its token elsewhere, its status, or that it is hidden from now on. */
export interface AccountChange {
  data?: AccountData
  sealedExternalToken?: Buffer
  status?: AccountStatus
  isDeleted?: boolean
}

export async function updateAccountRow(
  tx: Transaction,
  { tenantId, id }: AccountRow,
  { data, sealedExternalToken, status, isDeleted }: AccountChange,
  now: Temporal.Instant,
): Promise<AccountRow> {
  const row = await tx.first(
    build
      .updateTable('accounts')
      .set((set) => ({
        ...(data && columnsOf(data)),
        ...(sealedExternalToken && { sealedExternalToken }),
        ...(status && { status }),
        ...(isDeleted && { deletedAt: now.toString() }),
        updatedAt: now.toString(),
        version: set('version', '+', 1n),
      }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

const inBooks = (tenantId: bigint, id: bigint) =>
  build.selectFrom('accounts').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id)

const standing = (tenantId: bigint, id: bigint) => inBooks(tenantId, id).where('deleted_at', 'is', null)

/** The account, also after it was deleted: the ledger keeps it. */
export async function readAccountInBooks(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
): Promise<AccountRow | undefined> {
  return tx.first(inBooks(tenantId, id))
}

export async function readAccount(tx: Transaction, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  return tx.first(standing(tenantId, id))
}

/** The account, which nobody else changes until the transaction ends. The caller has locked its ledger account before. */
export async function lockAccount(tx: Transaction, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  return tx.first(standing(tenantId, id).forNoKeyUpdate())
}

/** Whether any account stands under the routing number, whatever its status. */
export async function hasAccountsUnder(tx: Transaction, tenantId: bigint, routingNumber: string): Promise<boolean> {
  const found = await tx.query(
    'select from accounts where tenant_id = $1 and routing_number = $2 and deleted_at is null limit 1',
    [tenantId, routingNumber],
  )
  return found.length > 0
}

/** The same number stands once at each bank. */
const MAX_BANKS = 100

export async function readAccountsByNumber(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  accountNumber: string,
): Promise<AccountRow[]> {
  return tx.all(
    build
      .selectFrom('accounts')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('customer_id', '=', customerId)
      .where('account_number', '=', accountNumber)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(MAX_BANKS),
  )
}

export interface AccountFilter {
  customerId: bigint
  accountNumber?: string
  type?: string
  subType?: string
  status?: string
  currency?: string
  costCenter?: string
  enableWire?: boolean
  /** Enabled for wires, domestic ones among them. */
  fedwire?: boolean
  /** International wires, FedNow, RTP are not excluded. */
  swift?: boolean
  fednow?: boolean
  rtp?: boolean
}

export async function searchAccounts(
  tx: Transaction,
  tenantId: bigint,
  filter: AccountFilter,
  { page, limit }: PageRequest,
  totals: Totals,
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
  if (filter.costCenter !== undefined) query = query.where('cost_center', '=', filter.costCenter)
  if (filter.enableWire !== undefined) query = query.where('enable_wire', '=', filter.enableWire)
  if (filter.fedwire !== undefined)
    query = query.where(sql<boolean>`(enable_wire and enable_domestic_wire)`, '=', filter.fedwire)
  if (filter.swift !== undefined) query = query.where('enable_international_wire', '=', filter.swift)
  if (filter.fednow !== undefined) query = query.where('enable_fednow', '=', filter.fednow)
  if (filter.rtp !== undefined) query = query.where('enable_rtp', '=', filter.rtp)

  // The page is found in the index alone, and only its rows are read: an offset does not fetch what it skips.
  const ids = query
    .select('id')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await tx.all(
    build.selectFrom('accounts').selectAll().where('tenant_id', '=', tenantId).where('id', 'in', ids).orderBy('id'),
  )
  const count = async () => Number((await tx.first(query.select(build.fn.countAll<bigint>().as('total'))))?.total)
  return { rows, total: await totals.of(['accounts', tenantId, ...Object.entries(filter).flat()], count) }
}
