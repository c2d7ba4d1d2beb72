import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { etagOf } from '../http/etag.ts'
import type { Outcome } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import type { PageRequest } from '../kernel/paging.ts'
import { accept } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { AccountBody, UpdateAccountBody } from './account-body.schema.ts'
import { type AccountView, renderResult } from './accounts.schema.ts'
import type { AccountFilter, AccountRow } from './accounts.store.ts'
import { createAccount } from './create-account.ts'
import { listAccounts, viewAccount } from './read-account.ts'
import { updateAccount } from './update-account.ts'

// Shared by the v2 and v3 operations, which differ only in their bodies and replies.

export const exampleBalances = {
  balanceType: 'Available',
  ledgerBalance: '25000.00',
  availableBalance: '24875.50',
  availableBalanceStatus: 'Success',
  amountPrecision: '2',
}

export const exampleResult = { externalReferenceId: 'account-0001', accountUID: '100108', accountUUID: '100108' }

export const customerErrors = ['customerNotFound', 'foreignCustomer'] as const
export const readErrors = [...customerErrors, 'accountNotFound', 'accountOfAnotherCustomer'] as const
export const writeErrors = [
  ...customerErrors,
  'institutionTerms',
  'accountNumberNotYours',
  'accountConflict',
  'accountNumberQuarantined',
  'defaultOffsetConflict',
  'feeAccountConflict',
] as const
export const updateErrors = [
  ...writeErrors,
  'accountNotFound',
  'accountOfAnotherCustomer',
  'accountChanged',
  'accountStatusConflict',
  'accountNotEmpty',
] as const
export const statusErrors = [
  ...readErrors,
  'heldByInstitution',
  'accountChanged',
  'accountStatusConflict',
  'accountNotEmpty',
] as const

export const conflicts = {
  accounts_number: { reason: 'accountConflict' },
  accounts_default_offset: { reason: 'defaultOffsetConflict' },
  accounts_fee_account: { reason: 'feeAccountConflict' },
} as const

interface Given<Params> {
  principal: Principal
  params: Params
}
type OfCustomer = Given<{ customerUID: string }>
type OfAccount = Given<{ customerUID: string; accountUID: string }>
type Render = (account: AccountRow, view: AccountView) => object

/** Opens an account. */
export async function open(tx: Transaction, app: App, request: OfCustomer & { body: AccountBody }): Promise<Outcome> {
  const { principal, params, body } = request
  const options = { sealer: app.sealer, now: app.clock.now() }
  const created = await createAccount(tx, principal, params.customerUID, body, options)
  return created.ok ? accept({ data: renderResult(created.value), etag: etagOf(created.value) }) : created
}

/** Changes the fields of an account, its status, or both. */
export async function change(
  tx: Transaction,
  app: App,
  request: OfAccount & { body: UpdateAccountBody; ifMatch: string | undefined },
): Promise<Outcome> {
  const { principal, params, body, ifMatch } = request
  const options = { sealer: app.sealer, now: app.clock.now() }
  const updated = await updateAccount(tx, app, principal, { ...params, ifMatch }, body, options)
  return updated.ok ? accept({ data: renderResult(updated.value), etag: etagOf(updated.value) }) : updated
}

/** Shows one account. */
export function show(render: Render) {
  return (app: App, request: OfAccount & { query: { includeAccountBalance?: boolean } }): Promise<Outcome> =>
    app.db.lookUp(async (db) => {
      const { principal, params, query } = request
      const found = await viewAccount(db, principal, params, { balances: query.includeAccountBalance === true })
      if (!found.ok) return found
      const { account, view } = found.value
      return accept({ data: render(account, view), etag: etagOf(account) })
    })
}

/** Shows a page of accounts; by default, the first ten. */
export async function showPage(
  app: App,
  { principal, params }: OfCustomer,
  asked: { filter: Omit<AccountFilter, 'customerId'>; page: Partial<PageRequest>; render: Render },
): Promise<Outcome> {
  const { page = 1, limit = 10 } = asked.page
  return app.db.read(async (db) => {
    const found = await listAccounts(db, principal, params.customerUID, asked.filter, { page, limit }, app.totals)
    if (!found.ok) return found
    const { rows, view } = found.value
    const data = rows.map((row) => asked.render(row, view))
    return accept({ data, pagination: describePage({ page, limit }, found.value) })
  })
}
