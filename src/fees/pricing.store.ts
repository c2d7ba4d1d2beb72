import type { Transaction } from '../db/client.ts'
import type { ScheduledFee, TierRule } from './domain/choose-tiers.ts'
import type { ExtraFee } from './domain/extra-fees.ts'
import { readFeesOf } from './fees.store.ts'

/** The application of fees for payments. */
export const APPLICATION = 'Payments'

export interface Pricing {
  fees: ScheduledFee[]
  /** For each sending account with a customer on a tier: the customer, the currency, the rules. */
  rules: Map<bigint, { customerId: bigint; currency: string; rules: TierRule[] }>
  /** The active fee accounts of these customers, one per currency. */
  feeAccounts: { id: bigint; customerId: bigint; currency: string }[]
  /** The customers of the sending accounts that can be charged. */
  customers: ReadonlyMap<bigint, bigint>
  /** What payments are charged on top of the schedule. */
  extra: readonly ExtraFee[]
}

const nothing: Pricing = { fees: [], rules: new Map(), feeAccounts: [], customers: new Map(), extra: [] }

/** Reads the fees, tier rules and fee accounts for payments from these accounts. */
export async function readPricing(
  tx: Transaction,
  tenantId: bigint,
  senderAccountIds: readonly bigint[],
  extra: readonly ExtraFee[] = [],
): Promise<Pricing> {
  const rows = await tx.query<TierRule & { senderAccountId: bigint; currency: string; customerId: bigint }>(
    `select s.id as sender_account_id, s.currency, c.customer_id, c.fee_tier, c.fee_name, c.product,
       c.account_id
     from accounts s join customer_fees c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id and c.application = '${APPLICATION}'
     where s.tenant_id = $1 and s.id = any($2::bigint[])`,
    [tenantId, senderAccountIds],
  )
  if (rows.length === 0 && extra.length === 0) return nothing
  const rules: Pricing['rules'] = new Map()
  for (const { senderAccountId, currency, customerId, ...rule } of rows) {
    const known = rules.get(senderAccountId)
    if (known) known.rules.push(rule)
    else rules.set(senderAccountId, { customerId, currency, rules: [rule] })
  }
  const customers = new Map(rows.map(({ senderAccountId, customerId }) => [senderAccountId, customerId]))
  if (extra.length > 0)
    for (const { id, customerId } of await readOwners(tx, tenantId, senderAccountIds)) customers.set(id, customerId)
  const feeAccounts = await tx.query<Pricing['feeAccounts'][number]>(
    `select id, customer_id, currency from accounts
     where tenant_id = $1 and customer_id = any($2::bigint[]) and fee_account and deleted_at is null and status = 'Active'`,
    [tenantId, [...new Set(customers.values())]],
  )
  return { fees: await readFeesOf(tx, tenantId, APPLICATION), rules, feeAccounts, customers, extra }
}

function readOwners(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<{ id: bigint; customerId: bigint }[]> {
  return tx.query('select id, customer_id from accounts where tenant_id = $1 and id = any($2::bigint[])', [
    tenantId,
    accountIds,
  ])
}
