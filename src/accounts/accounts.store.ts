import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertAndReadRows, lockById, updateById } from '../db/rows.ts'
import { searched, searchTexts } from '../db/seal-rows.ts'
import type { Totals } from '../db/totals.ts'
import type { Accounts } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import type { Institution } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { LedgerAccount } from '../ledger/transfer.ts'
import type { Owner } from '../ownership/ownership.ts'
import type { AccountStatus } from './domain/account-state.ts'

export type AccountRow = Accounts

/** The fields of an account that a client sets. */
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
  externalRef: string | null
  openingReason: string | null
}

export interface NewAccount extends AccountData {
  id: bigint
  customerId: bigint
  elsewhereOf: bigint | null
  sealedExternalToken: Buffer | null
}

/**
 * The customer of an account at another bank, whose number is unique for it alone. Null at the
 * institution's own routing number, where numbers are unique.
 */
export function elsewhereOf(
  { routingNumber: own }: Pick<Institution, 'routingNumber'>,
  { routingNumber, customerId }: { routingNumber: string; customerId: bigint },
): bigint | null {
  return routingNumber === own ? null : customerId
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
    receiveOnlyRails: account.receiveOnlyRails,
    enableOffset: account.enableOffset,
    defaultOffset: account.defaultOffset,
    feeAccount: account.feeAccount,
    returnAccount: account.returnAccount,
    features: account.features,
    additionalAttributes: account.additionalAttributes,
    externalProvider: account.externalProvider,
    externalRef: account.externalRef,
    openingReason: account.openingReason,
  }
}

/** Writes new accounts of one institution, and returns them by id. */
export async function insertAccounts(
  tx: Transaction,
  tenantId: bigint,
  accounts: readonly NewAccount[],
  now: Temporal.Instant,
): Promise<Map<bigint, AccountRow>> {
  const rows = await insertAndReadRows(
    tx,
    'accounts',
    { tenantId, status: 'Active', createdAt: now, updatedAt: now },
    accounts.map((account) => ({
      ...columnsOf(account),
      id: account.id,
      customerId: account.customerId,
      elsewhereOf: account.elsewhereOf,
      sealedExternalToken: account.sealedExternalToken,
    })),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A customer's accounts in a currency that take its offsets or its fees. */
export interface SpecialAccount {
  customerId: bigint
  currency: string
  isFor: 'offsets' | 'fees'
}

/** The special accounts, in any currency, that these customers have. */
export async function readSpecialAccounts(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<SpecialAccount[]> {
  if (customerIds.length === 0) return []
  const select = (column: string, isFor: SpecialAccount['isFor']) =>
    `select customer_id, currency, '${isFor}' as is_for from accounts
     where tenant_id = $1 and customer_id = any($2::bigint[]) and ${column} and deleted_at is null and status <> 'Closed'`
  return tx.query(`${select('default_offset', 'offsets')} union all ${select('fee_account', 'fees')}`, [
    tenantId,
    customerIds,
  ])
}

/** The numbers in the general ledger that accounts of these customers have. */
export async function readGlAccountsOf(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string[]>> {
  if (customerIds.length === 0) return new Map()
  const rows = await tx.query<{ customerId: bigint; masterGls: string[] }>(
    `select customer_id, array_agg(distinct master_gl order by master_gl) as master_gls
     from accounts where tenant_id = $1 and customer_id = any($2::bigint[]) and deleted_at is null group by customer_id`,
    [tenantId, customerIds],
  )
  return new Map(rows.map(({ customerId, masterGls }) => [customerId, masterGls]))
}

/**
 * A change of an account: its fields, its external token, its status and who suspended it, or its
 * deletion.
 */
export interface AccountChange {
  data?: AccountData & { elsewhereOf: bigint | null }
  sealedExternalToken?: Buffer
  status?: AccountStatus
  suspendedBy?: Owner | null
  isDeleted?: boolean
}

export async function updateAccountRow(
  tx: Transaction,
  { tenantId, id }: AccountRow,
  { data, sealedExternalToken, status, suspendedBy = null, isDeleted }: AccountChange,
  now: Temporal.Instant,
): Promise<AccountRow> {
  return updateById(tx, 'accounts', tenantId, id, {
    ...(data && { ...columnsOf(data), elsewhereOf: data.elsewhereOf }),
    ...(sealedExternalToken && { sealedExternalToken }),
    ...(status && { status, suspendedBy }),
    ...(isDeleted && { deletedAt: now }),
    updatedAt: now,
  })
}

/** Reads the account, deleted or not: its ledger account remains. */
export async function findAccountInBooks(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
): Promise<AccountRow | undefined> {
  return byId(tx, 'accounts', tenantId, id)
}

/** Undefined for a deleted account. */
function unlessDeleted(account: AccountRow | undefined): AccountRow | undefined {
  return account?.deletedAt === null ? account : undefined
}

export async function findAccount(db: Connection, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  return unlessDeleted(await byId(db, 'accounts', tenantId, id))
}

/** An account, unless deleted, and the place of its customer in the hierarchy, in one statement. */
export async function findAccountWithOwner(
  db: Connection,
  tenantId: bigint,
  id: bigint,
): Promise<Pick<AccountInContext, 'account' | 'customer'> | undefined> {
  const row = await db.row<AccountRow & { ancestorIds: bigint[] }>(
    `select a.*, c.ancestor_ids from accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
     where a.tenant_id = $1 and a.id = $2 and a.deleted_at is null`,
    [tenantId, id],
  )
  return row && { account: row, customer: { id: row.customerId, ancestorIds: row.ancestorIds } }
}

/** An account with what its reader needs beside it. */
export interface AccountInContext {
  account: AccountRow
  customer: { id: bigint; ancestorIds: bigint[] }
  ownBank: { routingNumber: string; name: string }
  ledger: LedgerAccount
  /** What the customer owes in the currency of the account, in minor units. */
  owed: bigint
}

interface ContextColumns extends Omit<LedgerAccount, 'id' | 'currency'> {
  ancestorIds: bigint[]
  ownRoutingNumber: string
  ownName: string
  owed: bigint
}

/** Reads an account of the customer in one statement. Undefined for a deleted account. */
export async function findAccountInContext(
  db: Connection,
  tenantId: bigint,
  { customerId, accountId }: { customerId: bigint; accountId: bigint },
): Promise<AccountInContext | undefined> {
  const row = await db.row<AccountRow & ContextColumns>(
    `select a.*, c.ancestor_ids, i.routing_number as own_routing_number, i.name as own_name,
       l.overdraft, l.debits_pending, l.debits_posted, l.credits_pending, l.credits_posted, l.receivable_id,
       coalesce(o.debits_posted - o.credits_posted, 0) as owed
     from accounts a
       join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
       join institutions i on i.tenant_id = a.tenant_id
       join ledger_accounts l on l.tenant_id = a.tenant_id and l.id = a.id
       left join receivables r on r.tenant_id = a.tenant_id and r.customer_id = a.customer_id and r.currency = a.currency
       left join ledger_accounts o on o.tenant_id = r.tenant_id and o.id = r.ledger_account_id
     where a.tenant_id = $1 and a.id = $2 and a.customer_id = $3 and a.deleted_at is null`,
    [tenantId, accountId, customerId],
  )
  if (!row) return undefined
  const { ancestorIds, ownRoutingNumber: routingNumber, ownName: name, owed } = row
  const { overdraft, debitsPending, debitsPosted, creditsPending, creditsPosted, receivableId } = row
  const totals = { overdraft, debitsPending, debitsPosted, creditsPending, creditsPosted, receivableId }
  return {
    account: row,
    customer: { id: customerId, ancestorIds },
    ownBank: { routingNumber, name },
    ledger: { id: accountId, currency: row.currency, ...totals },
    owed,
  }
}

/** Which of these accounts belong to the customer. */
export async function readAccountIdsOf(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    `select id from accounts
     where tenant_id = $1 and customer_id = $2 and id = any($3::bigint[]) and deleted_at is null`,
    [tenantId, customerId, ids],
  )
  return rows.map(({ id }) => id)
}

/** The account, unless it is closed or deleted. */
export async function findOpenAccount(db: Connection, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  const account = await findAccount(db, tenantId, id)
  return account?.status === 'Closed' ? undefined : account
}

/**
 * Reads the account and locks its row until the transaction ends. The caller has locked its ledger
 * account first.
 */
export async function lockAccount(tx: Transaction, tenantId: bigint, id: bigint): Promise<AccountRow | undefined> {
  return unlessDeleted(await lockById(tx, 'accounts', tenantId, id))
}

/** Whether an account in any status has the routing number. */
export async function hasAccountsUnder(tx: Transaction, tenantId: bigint, routingNumber: string): Promise<boolean> {
  const found = await tx.query(
    'select from accounts where tenant_id = $1 and routing_number = $2 and deleted_at is null limit 1',
    [tenantId, routingNumber],
  )
  return found.length > 0
}

/** The most accounts of one customer in one currency that are read. */
const MAX_IN_CURRENCY = 100

/** The ids of a customer's active accounts in a currency, the oldest first. */
export async function readActiveAccountIds(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  currency: string,
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    `select id from accounts
     where tenant_id = $1 and customer_id = $2 and currency = $3 and status = 'Active' and deleted_at is null
     order by id limit ${MAX_IN_CURRENCY}`,
    [tenantId, customerId, currency],
  )
  return rows.map(({ id }) => id)
}

/** A customer's accounts in a currency that are not closed, the oldest first. */
export async function readOpenAccounts(
  db: Connection,
  tenantId: bigint,
  { customerId, currency }: { customerId: bigint; currency: string },
): Promise<Pick<AccountRow, 'id' | 'status'>[]> {
  return db.query(
    `select id, status from accounts
     where tenant_id = $1 and customer_id = $2 and currency = $3 and status <> 'Closed' and deleted_at is null
     order by id limit ${MAX_IN_CURRENCY}`,
    [tenantId, customerId, currency],
  )
}

/** An account number is unique at each bank, so this also bounds the accounts with one number. */
const MAX_BANKS = 100

export async function readAccountsByNumber(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  accountNumber: string,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select * from accounts
     where tenant_id = $1 and customer_id = $2 and ${searched('account_number')} = any($3::text[])
       and deleted_at is null
     order by id limit ${MAX_BANKS}`,
    [tenantId, customerId, searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber])],
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
  /** Enabled for domestic wires. */
  fedwire?: boolean
  /** International wires, FedNow and RTP are not turned off. */
  swift?: boolean
  fednow?: boolean
  rtp?: boolean
  /** The company identification of the ACH entries of the account, if it has its own. */
  achCompanyId?: string
}

export async function searchAccounts(
  db: Connection,
  tenantId: bigint,
  filter: AccountFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<AccountRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', filter.customerId)
  where.and('deleted_at is null')
  where.equalsSealed(db.keyring, 'account_number', 'account_number', filter.accountNumber)
  where.equals('type', filter.type)
  where.equals('sub_type', filter.subType)
  where.equals('status', filter.status)
  where.equals('currency', filter.currency)
  where.equals('cost_center', filter.costCenter)
  where.equals('enable_wire', filter.enableWire)
  where.equals('(enable_wire and enable_domestic_wire)', filter.fedwire)
  where.equals('enable_international_wire', filter.swift)
  where.equals('enable_fednow', filter.fednow)
  where.equals('enable_rtp', filter.rtp)
  where.equals(`(features #>> '{achFeature,achCompanyId}')`, filter.achCompanyId)

  // The inner select uses the index alone, so rows skipped by the offset are never fetched.
  const rows = await readPage<AccountRow>(
    db,
    where,
    page,
    (bounds) =>
      `select * from accounts where tenant_id = $1
         and id in (select id from accounts where tenant_id = $1 ${where} order by id ${bounds}) order by id`,
  )
  const count = () => readTotal(db, where, `select count(*) as total from accounts where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['accounts', tenantId, ...Object.entries(filter).flat()], count) }
}
