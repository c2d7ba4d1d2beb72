import type { Temporal } from 'temporal-polyfill'
import { activateNewCustomer } from '../customers/activate-customer.ts'
import { requireCustomer } from '../customers/belonging.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import { openCustomerLedgerAccount } from '../ledger/open-account.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type CreateAccountBody, parseNewAccount, renderAccountV3 } from './accounts.schema.ts'
import { type AccountRow, insertAccount } from './accounts.store.ts'

/** Opens an account with its ledger account; a New customer becomes Active with it. Its money comes by an adjustment or a payment. */
export async function createAccount(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: CreateAccountBody,
  now: Temporal.Instant,
): Promise<Result<AccountRow, Refusal>> {
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const parsed = parseNewAccount(body)
  if (!parsed.ok) return parsed
  const { tenantId } = principal
  const institution = await readInstitution(tx, tenantId)
  if (parsed.value.systemOfRecord === 'Giro' && parsed.value.routingNumber !== institution.routingNumber)
    return refusal(
      'invalidAccount',
      `routingNumber of an account in Giro must be the institution's own, ${institution.routingNumber}`,
    )

  const id = await openCustomerLedgerAccount(tx, tenantId, parsed.value.currency, now)
  const account = await insertAccount(tx, { ...parsed.value, tenantId, id, customerId: customer.value.id }, now)
  await activateNewCustomer(tx, tenantId, customer.value.id, now)
  const after = renderAccountV3(account, { showsNumber: false, ownBank: institution })
  const subject = { kind: 'account', id: String(id), customerId: customer.value.id }
  await recordChange(tx, { tenantId, actor: principal.clientId, action: 'account.created', subject, after }, now)
  return accept(account)
}
