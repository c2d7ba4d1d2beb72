import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRow, lockById, updateById } from '../db/rows.ts'
import type { CustomerFees } from '../db/types.ts'

export type CustomerFeeRow = CustomerFees

/**
 * The fees that a customer's tier applies to: those of the application, limited to a name, a
 * product and an account if these are set.
 */
export interface CustomerFeeTerms {
  application: string
  feeTier: string
  feeName: string | null
  product: string | null
  accountId: bigint | null
}

/** A customer has one tier for each fee and account: more than this are none that people read. */
const MOST_TIERS = 1_000

export async function readCustomerFees(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
): Promise<CustomerFeeRow[]> {
  return db.query<CustomerFeeRow>(
    `select * from customer_fees where tenant_id = $1 and customer_id = $2 order by id limit ${MOST_TIERS}`,
    [tenantId, customerId],
  )
}

/** Undefined if the customer already has a tier for the same fees and account. */
export async function insertCustomerFee(
  tx: Transaction,
  { tenantId, customerId, ...terms }: CustomerFeeTerms & { tenantId: bigint; customerId: bigint },
  now: Temporal.Instant,
): Promise<CustomerFeeRow | undefined> {
  const created = await tx.row<CustomerFeeRow>(
    `insert into customer_fees
       (tenant_id, customer_id, application, fee_tier, fee_name, product, account_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning *`,
    [
      tenantId,
      customerId,
      terms.application,
      terms.feeTier,
      terms.feeName,
      terms.product,
      terms.accountId,
      now.toString(),
    ],
  )
  if (created) await appendVersion(tx, created, now)
  return created
}

/** Keeps what the tier is from now on. */
async function appendVersion(tx: Transaction, tier: CustomerFeeRow, now: Temporal.Instant): Promise<void> {
  const { tenantId, id, customerId, application, feeTier, feeName, product, accountId } = tier
  const terms = { application, feeTier, feeName, product, accountId }
  await insertRow(tx, 'customer_fee_versions', { tenantId, customerFeeId: id, customerId, validFrom: now, ...terms })
}

/** Locks the customer's tier for the same fees and account. */
export async function lockSameCustomerFee(
  tx: Transaction,
  {
    tenantId,
    customerId,
    application,
    feeName,
    product,
    accountId,
  }: CustomerFeeTerms & { tenantId: bigint; customerId: bigint },
): Promise<CustomerFeeRow | undefined> {
  return tx.row<CustomerFeeRow>(
    `select * from customer_fees
     where tenant_id = $1 and customer_id = $2 and application = $3 and fee_name is not distinct from $4
       and product is not distinct from $5 and account_id is not distinct from $6
     for no key update`,
    [tenantId, customerId, application, feeName, product, accountId],
  )
}

export async function replaceCustomerFee(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  terms: CustomerFeeTerms,
  now: Temporal.Instant,
): Promise<CustomerFeeRow> {
  const { application, feeTier, feeName, product, accountId } = terms
  const columns = { application, feeTier, feeName, product, accountId }
  const replaced = await updateById(tx, 'customer_fees', tenantId, id, { ...columns, updatedAt: now })
  await appendVersion(tx, replaced, now)
  return replaced
}

/** Locks the tier, so that no other transaction changes it. */
export async function lockCustomerFee(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
): Promise<CustomerFeeRow | undefined> {
  return lockById(tx, 'customer_fees', tenantId, id)
}

/**
 * The condition that fee `f` with tier `t` matches an application, tier, fee name and product,
 * given as columns or parameters.
 */
const matches = (named: Record<'application' | 'feeTier' | 'feeName' | 'product', string>) =>
  `f.application = ${named.application} and t.name = ${named.feeTier}
   and (${named.feeName} is null or f.name = ${named.feeName}) and (${named.product} is null or f.product = ${named.product})`

const feesWithTiers =
  'from fees f join fee_tiers t on t.tenant_id = f.tenant_id and t.fee_id = f.id where f.tenant_id = $1'

/** Whether the schedule has a fee and tier that match the terms. */
export async function isConfigured(tx: Transaction, tenantId: bigint, terms: CustomerFeeTerms): Promise<boolean> {
  const matching = matches({ application: '$2', feeTier: '$3', feeName: '$4::text', product: '$5::text' })
  const row = await tx.row<{ configured: boolean }>(
    `select exists (select ${feesWithTiers} and ${matching}) as configured`,
    [tenantId, terms.application, terms.feeTier, terms.feeName, terms.product],
  )
  return row!.configured
}

/** Whether any customer is on a tier of the application that no fee in the schedule has. */
export async function isAnyTierMissing(tx: Transaction, tenantId: bigint, application: string): Promise<boolean> {
  const matching = matches({
    application: 'c.application',
    feeTier: 'c.fee_tier',
    feeName: 'c.fee_name',
    product: 'c.product',
  })
  const row = await tx.row<{ missing: boolean }>(
    `select exists (select from customer_fees c where c.tenant_id = $1 and c.application = $2
       and not exists (select ${feesWithTiers} and ${matching})) as missing`,
    [tenantId, application],
  )
  return row!.missing
}
