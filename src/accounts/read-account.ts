import { requireCustomer } from '../customers/customers.ts'
import type { Connection, Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { readLedgerAccount } from '../ledger/open-account.ts'
import { readOwed } from '../receivables/receivables.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { AccountView } from './accounts.schema.ts'
import {
  type AccountFilter,
  type AccountRow,
  findAccount,
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
  const customer = await requireCustomer(db, principal, path.customerUID)
  if (!customer.ok) return customer
  const account = await findAccount(db, principal.tenantId, BigInt(path.accountUID))
  if (account?.customerId !== customer.value.id)
    return refuseUnreachable(db, principal, account, {
      missing: 'accountNotFound',
      outside: 'accountOfAnotherCustomer',
    })
  const view = await viewFor(db, principal)
  if (options.balances) {
    view.ledger = await readLedgerAccount(db, principal.tenantId, account.id)
    view.owed = await readOwed(db, principal.tenantId, account)
  }
  return accept({ account, view })
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
  const showsNumber = principal.entitlements.has('Customers.View_Account_Number')
  return { showsNumber, ownBank: await readInstitution(db, principal.tenantId) }
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
