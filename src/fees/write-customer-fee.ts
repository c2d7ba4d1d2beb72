import type { Temporal } from 'temporal-polyfill'
import { accountsWithNumber } from '../accounts/accounts.ts'
import { requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { refuseUnreachable, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AddCustomerFeeBody, describeCustomerFee, type UpdateCustomerFeeBody } from './customer-fees.schema.ts'
import {
  type CustomerFeeRow,
  type CustomerFeeTerms,
  insertCustomerFee,
  isConfigured,
  lockCustomerFee,
  lockSameCustomerFee,
  replaceCustomerFee,
} from './customer-fees.store.ts'
import { shareSchedule } from './fees.store.ts'

/**
 * Puts a customer on a tier of the fee schedule; only the institution may. If the customer already
 * has a tier for the same fees and account, that tier is changed and keeps its id, because two of
 * them would mean two prices.
 */
export async function addCustomerFee(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: AddCustomerFeeBody,
  now: Temporal.Instant,
): Promise<Result<CustomerFeeRow, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const account = await requireAccountId(tx, principal, customerUID, body.accountNumber)
  if (!account.ok) return account
  const terms = {
    application: body.application,
    feeTier: body.feeTier,
    feeName: body.feeName || null,
    product: body.product || null,
    accountId: account.value,
  }
  if (!(await isKeptConfigured(tx, tenantId, terms))) return refusal('feeNotConfigured')

  const wanted = { ...terms, tenantId, customerId: customer.value.id }
  const created = await insertCustomerFee(tx, wanted, now)
  if (created) {
    await recordCustomerFee(tx, principal, { action: 'customerFee.created', after: created }, now)
    return accept(created)
  }
  const before = await lockSameCustomerFee(tx, wanted)
  // A concurrent request moved the tier to other fees between the two statements.
  if (!before) return refusal('customerFeeConflict')
  return accept(await changeCustomerFee(tx, principal, before, terms, now))
}

/** Changes the fields in the body and keeps the others; only the institution may. */
export async function updateCustomerFee(
  tx: Transaction,
  principal: Principal,
  { customerUID, feeId }: { customerUID: string; feeId: number },
  body: UpdateCustomerFeeBody,
  now: Temporal.Instant,
): Promise<Result<CustomerFeeRow, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const customer = await requireCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const { tenantId } = principal
  const before = await lockCustomerFee(tx, tenantId, BigInt(feeId))
  if (before?.customerId !== customer.value.id)
    return refuseUnreachable(tx, principal, before, {
      missing: 'customerFeeNotFound',
      outside: 'customerFeeOfAnotherCustomer',
    })
  const { accountNumber, feeName, product } = body
  const account =
    accountNumber === undefined
      ? accept(before.accountId)
      : await requireAccountId(tx, principal, customerUID, accountNumber)
  if (!account.ok) return account
  const terms = {
    application: body.application ?? before.application,
    feeTier: body.feeTier ?? before.feeTier,
    feeName: feeName === undefined ? before.feeName : feeName || null,
    product: product === undefined ? before.product : product || null,
    accountId: account.value,
  }
  if (!(await isKeptConfigured(tx, tenantId, terms))) return refusal('feeNotConfigured')
  return accept(await changeCustomerFee(tx, principal, before, terms, now))
}

async function changeCustomerFee(
  tx: Transaction,
  principal: Principal,
  before: CustomerFeeRow,
  terms: CustomerFeeTerms,
  now: Temporal.Instant,
): Promise<CustomerFeeRow> {
  const after = await replaceCustomerFee(tx, principal.tenantId, before.id, terms, now)
  await recordCustomerFee(tx, principal, { action: 'customerFee.updated', before, after }, now)
  return after
}

async function recordCustomerFee(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { action, before, after }: { action: string; before?: CustomerFeeRow; after: CustomerFeeRow },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'customerFee', id: String(after.id), customerId: after.customerId }
  const change = { before: before && describeCustomerFee(before), after: describeCustomerFee(after) }
  await recordChange(tx, { tenantId, actor: clientId, action, subject, ...change }, now)
}

/** Whether the schedule has a fee with this tier, and locks the schedule so that it stays true. */
async function isKeptConfigured(tx: Transaction, tenantId: bigint, terms: CustomerFeeTerms): Promise<boolean> {
  // Two statements, because the second sees what was committed while the first waited for its
  // locks.
  await shareSchedule(tx, tenantId, terms.application)
  return isConfigured(tx, tenantId, terms)
}

/**
 * The customer's account with the number; null if no number is given. An unknown number and one of
 * another customer get the same refusal.
 */
async function requireAccountId(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  accountNumber: string | undefined,
): Promise<Result<bigint | null, Refusal>> {
  if (!accountNumber) return accept(null)
  const found = await accountsWithNumber(tx, principal, customerUID, accountNumber)
  if (!found.ok) return found
  const [account, another] = found.value
  if (!account) return refusal('feeAccountUnknown')
  // Accounts at two banks can have the same number.
  if (another) return refusal('feeAccountUnknown', 'the customer has more than one account with this accountNumber')
  return accept(account.id)
}
