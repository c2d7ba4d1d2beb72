import type { Connection, Transaction } from '../../db/client.ts'
import { insertRow, insertRows, lockById, type NewRow, updateById } from '../../db/rows.ts'
import { searched, searchTexts } from '../../db/seal-rows.ts'
import type { PositivePayRules } from '../../db/types.ts'
import { conditions, readPage, readTotal } from '../../db/where.ts'
import { isSetByStopped } from '../../institution/institution.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { Rule } from '../domain/match-rules.ts'

/** A rule as it is stored. */
export type RuleRow = PositivePayRules & Rule

/** A rule with what names its account and its customer to people. */
export type ShownRule = RuleRow & { accountNumber: string; customerName: string }

export async function insertRule(tx: Transaction, row: NewRow<'positive_pay_rules'>): Promise<RuleRow> {
  return (await insertRow(tx, 'positive_pay_rules', row)) as RuleRow
}

/** A rule that was not deleted. The caller holds it until its transaction ends. */
export async function lockRule(tx: Transaction, tenantId: bigint, id: bigint): Promise<RuleRow | undefined> {
  const row = await lockById(tx, 'positive_pay_rules', tenantId, id)
  return row?.status === 'Deleted' ? undefined : (row as RuleRow | undefined)
}

/** The caller has locked the rule. */
export async function changeRule(
  tx: Transaction,
  { tenantId, id }: Pick<RuleRow, 'tenantId' | 'id'>,
  changes: Partial<NewRow<'positive_pay_rules'>>,
): Promise<RuleRow> {
  return (await updateById(tx, 'positive_pay_rules', tenantId, id, changes)) as RuleRow
}

/** How many rules the account has that were not deleted. */
export async function countRules(tx: Transaction, tenantId: bigint, accountId: bigint): Promise<number> {
  const row = await tx.row<{ rules: number }>(
    `select count(*)::int as rules from positive_pay_rules
     where tenant_id = $1 and account_id = $2 and status <> 'Deleted'`,
    [tenantId, accountId],
  )
  return row!.rules
}

/** The status that counts: a rule allows nothing while the one who set it is stopped, in SQL. */
const STATUS = `case when p.status = 'Active' and ${isSetByStopped('p')} then 'Suspended' else p.status end`

interface Counts {
  counts: Rule['status']
}

/** The row with the status that counts. */
function counted<R extends { status: Rule['status'] }>(row: R & Counts): R {
  return { ...row, status: row.counts }
}

/** The rules of the tenant `$1` that meet the conditions. */
const shown = (
  conditions: string,
) => `select p.*, ${STATUS} as counts, a.account_number, c.legal_name as customer_name from positive_pay_rules p
  join accounts a on a.tenant_id = p.tenant_id and a.id = p.account_id
  join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
  where p.tenant_id = $1 and ${conditions}`

export async function readShownRule(db: Connection, tenantId: bigint, id: bigint): Promise<ShownRule> {
  return counted((await db.row<ShownRule & Counts>(shown('p.id = $2'), [tenantId, id]))!)
}

/** The conditions of a search; a rule must meet all of them. */
export interface RuleFilter {
  /** Only rules of this customer and those below it; undefined for the whole institution. */
  belongingTo: bigint | undefined
  customerId: bigint | undefined
  accountNumber: string | undefined
  achCompanyId: string | undefined
  secCode: string | undefined
  status: string | undefined
}

/** A page of rules that were not deleted, in the order of their numbers. */
export async function searchRules(
  db: Connection,
  tenantId: bigint,
  filter: RuleFilter,
  page: PageRequest,
): Promise<PageOf<ShownRule>> {
  const where = conditions(tenantId)
  const { belongingTo } = filter
  if (belongingTo !== undefined)
    where.and(`p.customer_id in (select id from customers_under($1, ${where.bind(belongingTo)}) as u (id))`)
  where.equals('p.customer_id', filter.customerId)
  where.equalsSealed(db.keyring, 'a.account_number', 'account_number', filter.accountNumber)
  where.equals('p.ach_company_id', filter.achCompanyId)
  where.equals('p.sec_code', filter.secCode)
  where.equals(`(${STATUS})`, filter.status)
  const rows = await readPage<ShownRule & Counts>(db, where, page, (bounds) =>
    shown(`p.status <> 'Deleted' ${where} order by p.id ${bounds}`),
  )
  const count = `select count(*) as total from positive_pay_rules p
    join accounts a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where p.tenant_id = $1 and p.status <> 'Deleted' ${where}`
  return { rows: rows.map(counted), total: await readTotal(db, where, count) }
}

/** Open accounts with the number, with their customers. */
export async function findAccountsToRule(
  tx: Transaction,
  tenantId: bigint,
  { accountNumber, routingNumber }: { accountNumber: string; routingNumber: string },
): Promise<{ id: bigint; customerId: bigint; currency: string }[]> {
  return tx.query(
    `select id, customer_id, currency from accounts
     where tenant_id = $1 and ${searched('account_number')} = any(array(select unnest($2::text[])))
       and routing_number = $3 and status <> 'Closed' and deleted_at is null order by id`,
    [tenantId, searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber]), routingNumber],
  )
}

/**
 * The rules of these accounts, in the order in which they were made, each with the status that
 * counts.
 */
export async function readRules(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<(Rule & { accountId: bigint })[]> {
  const rows = await tx.query<Rule & { accountId: bigint } & Counts>(
    `select p.*, ${STATUS} as counts from positive_pay_rules p where p.tenant_id = $1 and p.status <> 'Deleted'
       and p.account_id = any(array(select unnest($2::bigint[]))) order by p.id`,
    [tenantId, accountIds],
  )
  return rows.map(counted)
}

/** The periods in which these rules have paid a debit, and which one. */
export function readUses(
  tx: Transaction,
  tenantId: bigint,
  ruleIds: readonly bigint[],
): Promise<{ ruleId: bigint; periodStart: string; receiptId: string }[]> {
  return tx.query(
    `select rule_id, period_start::text as period_start, receipt_id from positive_pay_uses
     where tenant_id = $1 and rule_id = any(array(select unnest($2::bigint[])))`,
    [tenantId, ruleIds],
  )
}

export function insertUses(
  tx: Transaction,
  tenantId: bigint,
  uses: readonly Omit<NewRow<'positive_pay_uses'>, 'tenantId'>[],
): Promise<void> {
  return insertRows(tx, 'positive_pay_uses', { tenantId }, uses)
}
