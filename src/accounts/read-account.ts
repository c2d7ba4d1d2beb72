import { belongsTo, requireCustomer } from '../customers/customers.ts'
import type { Connection, Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { AccountView } from './accounts.schema.ts'
import {
  type AccountFilter,
  type AccountRow,
  findAccount,
  findAccountInContext,
  readAccountsByNumber,
  searchAccounts,
} from './accounts.store.ts'

/** Reads an account of the customer and the view its token allows, with balances if requested. */
export async function viewAccount(
  db: Connection,
  principal: Principal,
  path: { customerUID: string; accountUID: string },
  options: { balances: boolean },
): Promise<Result<{ account: AccountRow; view: AccountView }, Refusal>> {
  const { tenantId } = principal
  const ids = { customerId: BigInt(path.customerUID), accountId: BigInt(path.accountUID) }
  const found = await findAccountInContext(db, tenantId, ids)
  if (!found || !belongsTo(found.customer, principal)) return refuseAccount(db, principal, path)
  const { account, ownBank, ledger, owed } = found
  const view: AccountView = { showsNumber: showsNumber(principal), ownBank, ...(options.balances && { ledger, owed }) }
  return accept({ account, view })
}

/** Why the customer has no such account, or none that the caller may know of. */
async function refuseAccount(
  db: Connection,
  principal: Principal,
  path: { customerUID: string; accountUID: string },
): Promise<{ ok: false; refusal: Refusal }> {
  const customer = await requireCustomer(db, principal, path.customerUID)
  if (!customer.ok) return customer
  const account = await findAccount(db, principal.tenantId, BigInt(path.accountUID))
  return refuseUnreachable(db, principal, account, { missing: 'accountNotFound', outside: 'accountOfAnotherCustomer' })
}

export async function listAccounts(
  db: Connection,
  principal: Principal,
  customerUID: string,
  filter: Omit<AccountFilter, 'customerId'>,
  page: PageRequest,
  totals: Totals,
): Promise<Result<PageOf<AccountRow> & { view: AccountView }, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (!customer.ok) return customer
  const found = await searchAccounts(db, principal.tenantId, { ...filter, customerId: customer.value.id }, page, totals)
  return accept({ ...found, view: await viewFor(db, principal) })
}

async function viewFor(db: Connection, principal: Principal): Promise<AccountView> {
  return { showsNumber: showsNumber(principal), ownBank: await readInstitution(db, principal.tenantId) }
}

function showsNumber({ entitlements }: Principal): boolean {
  return entitlements.has('Customers.View_Account_Number')
}

/** The customer's accounts with this number. Several banks may use the same number. */
export async function accountsWithNumber(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  accountNumber: string,
): Promise<Result<AccountRow[], Refusal>> {
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  return accept(await readAccountsByNumber(tx, principal.tenantId, customer.value.id, accountNumber))
}
