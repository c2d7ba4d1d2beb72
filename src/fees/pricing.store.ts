import type { Transaction } from '../db/client.ts'
import type { ScheduledFee, TierRule } from './domain/choose-tiers.ts'
import { readFeesOf } from './fees.store.ts'

/** The application of fees for payments. */
export const APPLICATION = 'Payments'

export interface Pricing {
  fees: ScheduledFee[]
  /** For each sending account with a customer on a tier: the customer, the currency, the rules. */
  rules: Map<bigint, { customerId: bigint; currency: string; rules: TierRule[] }>
  /** The active fee accounts of these customers, one per currency. */
  feeAccounts: { id: bigint; customerId: bigint; currency: string }[]
}

const nothing: Pricing = { fees: [], rules: new Map(), feeAccounts: [] }

/** Reads the fees, tier rules and fee accounts for payments from these accounts. */
export async function readPricing(
  tx: Transaction,
  tenantId: bigint,
  senderAccountIds: readonly bigint[],
): Promise<Pricing> {
  const rows = await tx.query<TierRule & { senderAccountId: bigint; currency: string; customerId: bigint }>(
    `select s.id as sender_account_id, s.currency, c.customer_id, c.fee_tier, c.fee_name, c.product,
       c.account_id
     from accounts s join customer_fees c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id and c.application = '${APPLICATION}'
     where s.tenant_id = $1 and s.id = any($2::bigint[])`,
    [tenantId, senderAccountIds],
  )
  if (rows.length === 0) return nothing
  const rules: Pricing['rules'] = new Map()
  for (const { senderAccountId, currency, customerId, ...rule } of rows) {
    const known = rules.get(senderAccountId)
    if (known) known.rules.push(rule)
    else rules.set(senderAccountId, { customerId, currency, rules: [rule] })
  }
  const feeAccounts = await tx.query<Pricing['feeAccounts'][number]>(
    `select id, customer_id, currency from accounts
     where tenant_id = $1 and customer_id = any($2::bigint[]) and fee_account and deleted_at is null and status = 'Active'`,
    [tenantId, rows.map(({ customerId }) => customerId)],
  )
  return { fees: await readFeesOf(tx, tenantId, APPLICATION), rules, feeAccounts }
}
