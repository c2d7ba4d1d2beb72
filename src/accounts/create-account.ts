import type { Temporal } from 'temporal-polyfill'
import { activateNewCustomer, requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { isInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { openCustomerLedgerAccount } from '../ledger/open-account.ts'
import { requireOwner } from '../ownership/ownership.ts'
import { lockReceivableOf } from '../receivables/receivables.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountBody, requireEffect } from './account-body.schema.ts'
import { numberAccount, requireNoQuarantine } from './account-number.ts'
import { bodyOf } from './accounts.schema.ts'
import { type AccountRow, insertAccount } from './accounts.store.ts'
import { checkAccount } from './check-account.ts'
import { sealExternalToken } from './external-token.ts'
import { recordAccount } from './record-account.ts'

/**
 * Opens an account and its ledger account, with a zero balance. A New customer becomes Active. Only
 * the institution may send other terms than those of every new account. An account that another
 * client opens collects no debits until the institution sets `enableUnderWritten`.
 */
export async function createAccount(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: AccountBody,
  options: { sealer: Sealer; now: Temporal.Instant },
): Promise<Result<AccountRow, Refusal>> {
  const { sealer, now } = options
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const terms = (await isInstitution(tx, principal)) ? body : withoutDebits(body)
  const numbered = await numberAccount(tx, principal, terms)
  if (!numbered.ok) return numbered
  const checked = await checkAccount(tx, principal, numbered.value)
  if (!checked.ok) return checked

  const { tenantId } = principal
  const owner = { customerId: customer.value.id, currency: checked.value.currency }
  const receivableId = await lockReceivableOf(tx, tenantId, owner)
  const id = await openCustomerLedgerAccount(tx, tenantId, checked.value.currency, now, receivableId)
  const token = sealExternalToken(sealer, { tenantId, accountId: id }, body)
  const account = { ...checked.value, tenantId, id, customerId: customer.value.id }
  const after = await insertAccount(tx, account, token ?? null, now)
  const free = await requireNoQuarantine(tx, after, now)
  if (!free.ok) return free
  const allowed = await requireOwner(tx, principal, 'account', { after: bodyOf(after) })
  if (!allowed.ok) return allowed
  const effective = requireEffect(body, body.currency)
  if (!effective.ok) return effective
  await activateNewCustomer(tx, customer.value, now)
  await recordAccount(tx, principal, { action: 'account.created', after }, now)
  return accept(after)
}

/** The body with debits off, unless it states the switch. */
function withoutDebits(body: AccountBody): AccountBody {
  const { accountFeatures } = body
  const achFeature = { enableUnderWritten: false, ...accountFeatures?.achFeature }
  return { ...body, accountFeatures: { ...accountFeatures, achFeature } }
}
