import type { Temporal } from 'temporal-polyfill'
import { belongsTo, type CustomerRow, findCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { readInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { type CreateRuleBody, parseTerms, renderRule, type UpdateRuleBody } from './rules.schema.ts'
import {
  changeRule,
  countRules,
  findAccountsToRule,
  insertRule,
  lockRule,
  type RuleRow,
  readShownRule,
  type ShownRule,
} from './rules.store.ts'

/** More rules than these are a list that nobody reads, and each debit is compared with all. */
const MAX_RULES = 1000

const FULL = { showsNumbers: true, showsTaxIds: false } as const

/** Makes a rule for an account of the client's customers. From then on the account is guarded. */
export async function createRule(
  tx: Transaction,
  principal: Principal,
  body: CreateRuleBody,
  now: Temporal.Instant,
): Promise<Result<ShownRule, Refusal>> {
  const { tenantId, clientId, person } = principal
  const terms = parseTerms(body)
  if (!terms.ok) return terms
  const account = await requireAccount(tx, principal, body)
  if (!account.ok) return account
  const { effectiveDate, expiryDate = null, amount, amountType, frequency } = terms.value
  if (isBackwards(effectiveDate!, expiryDate))
    return refusal('invalidPositivePay', 'expiryDate is before effectiveDate')
  if ((await countRules(tx, tenantId, account.value.id)) >= MAX_RULES) return refusal('positivePayRulesTooMany')
  const { id } = await insertRule(tx, {
    ...{ tenantId, accountId: account.value.id, customerId: account.value.customerId },
    ...{ achCompanyId: null, bankRouting: null, secCode: null, beneName: null, beneBankName: null },
    ...terms.value,
    ...{ amount: amount!, amountType: amountType!, frequency: frequency!, effectiveDate: effectiveDate!, expiryDate },
    ...{ currency: 'USD', status: 'Active', createdBy: clientId, createdAt: now, updatedAt: now, version: 1n },
    ...{ setBy: clientId, setByUser: person?.userId ?? null },
  })
  const rule = await readShownRule(tx, tenantId, id)
  await record(tx, principal, { action: 'created', after: rule }, now)
  return accept(rule)
}

/** Changes the terms in the body and keeps the others. */
export async function updateRule(
  tx: Transaction,
  principal: Principal,
  { ruleUID, ...body }: UpdateRuleBody,
  now: Temporal.Instant,
): Promise<Result<ShownRule, Refusal>> {
  const terms = parseTerms(body)
  if (!terms.ok) return terms
  return change(tx, principal, { ruleUID: String(ruleUID), action: 'updated', changes: terms.value }, now)
}

/** Activates or suspends a rule, or deletes it. A suspended rule goes on guarding its account. */
export async function setRuleStatus(
  tx: Transaction,
  principal: Principal,
  { ruleUID, status }: { ruleUID: string; status: RuleRow['status'] },
  now: Temporal.Instant,
): Promise<Result<ShownRule, Refusal>> {
  const action = ({ Active: 'activated', Suspended: 'suspended', Deleted: 'deleted' } as const)[status]
  return change(tx, principal, { ruleUID, action, changes: { status } }, now)
}

async function change(
  tx: Transaction,
  principal: Principal,
  { ruleUID, action, changes }: { ruleUID: string; action: string; changes: Partial<RuleRow> },
  now: Temporal.Instant,
): Promise<Result<ShownRule, Refusal>> {
  const { tenantId } = principal
  const rule = await lockRule(tx, tenantId, BigInt(ruleUID))
  const customer = rule && (await findCustomer(tx, tenantId, rule.customerId))
  if (!rule || !customer || !belongsTo(customer, principal)) return refusal('positivePayRuleNotFound')
  const wanted = { ...rule, ...changes }
  if (isBackwards(wanted.effectiveDate, wanted.expiryDate))
    return refusal('invalidPositivePay', 'expiryDate is before effectiveDate')
  const before = await readShownRule(tx, tenantId, rule.id)
  const setter = { setBy: principal.clientId, setByUser: principal.person?.userId ?? null }
  // Whoever suspends or deletes a rule has not said what it may allow.
  const sets = changes.status === undefined || changes.status === 'Active'
  await changeRule(tx, rule, { ...changes, ...(sets && setter), updatedAt: now })
  const after = await readShownRule(tx, tenantId, rule.id)
  await record(tx, principal, { action, before, after }, now)
  return accept(after)
}

/** The open account with the number. One of others is as unknown as one that is missing. */
async function requireAccount(
  tx: Transaction,
  principal: Principal,
  { customerAccountNumber, customerName }: CreateRuleBody,
): Promise<Result<{ id: bigint; customerId: bigint }, Refusal>> {
  const { tenantId } = principal
  const { routingNumber } = await readInstitution(tx, tenantId)
  const accountNumber = customerAccountNumber.replaceAll(/[ -]/g, '')
  const found = await findAccountsToRule(tx, tenantId, { accountNumber, routingNumber })
  const isNamed = (customer: CustomerRow) => !customerName || customer.legalName === customerName
  for (const account of found) {
    const customer = await findCustomer(tx, tenantId, account.customerId)
    if (!customer || !belongsTo(customer, principal)) continue
    if (!isNamed(customer)) return refusal('invalidPositivePay', 'customerName is not the name of the account holder')
    if (account.currency !== 'USD') return refusal('invalidPositivePay', 'customerAccountNumber: ACH debits only USD')
    return accept(account)
  }
  return refusal('positivePayAccountUnknown')
}

function isBackwards(effectiveDate: string, expiryDate: string | null): boolean {
  return expiryDate !== null && expiryDate < effectiveDate
}

async function record(
  tx: Transaction,
  { tenantId, clientId: actor }: Principal,
  { action, before, after }: { action: string; before?: ShownRule; after: ShownRule },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'positivePayRule', id: String(after.id), customerId: after.customerId }
  const states = { ...(before && { before: renderRule(before, FULL) }), after: renderRule(after, FULL) }
  await recordChange(tx, { tenantId, actor, action: `positivePay.rule.${action}`, subject, ...states }, now)
}
