import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { FeeTier, TieredFee } from './domain/calculate-fee.ts'

/** The terms of a fee, as the institution sets them. */
export interface FeeTerms extends TieredFee {
  name: string
  application: string
  product: string
  currency: string
}

export interface Fee extends FeeTerms {
  id: bigint
  version: bigint
  updatedAt: Temporal.Instant
}

/** A row of a fee; the JSON of its tiers holds bigints as text. */
type FeeRow = Omit<Fee, 'tiers'> & {
  tiers: (Record<'name' | 'from', string> & Record<'flat' | 'percentage' | 'minimum' | 'maximum', string | null>)[]
}

/** One statement reads a fee and its tiers, so that they are consistent. */
const selectFees = `
  select id, name, application, product, currency, tier_by, version, updated_at,
    (select json_agg(json_build_object(
         'name', t.name, 'from', t.lower_bound::text, 'flat', t.flat::text, 'percentage', t.percentage_millionths::text,
         'minimum', t.minimum::text, 'maximum', t.maximum::text) order by t.lower_bound)
       from fee_tiers t where t.tenant_id = f.tenant_id and t.fee_id = f.id) as tiers
  from fees f where f.tenant_id = $1`

function feeOf(row: FeeRow): Fee {
  const orNull = (text: string | null) => (text === null ? null : BigInt(text))
  const tiers = row.tiers.map(({ name, from, flat, percentage, minimum, maximum }) => ({
    name,
    from: BigInt(from),
    flat: orNull(flat),
    percentage: orNull(percentage),
    minimum: orNull(minimum),
    maximum: orNull(maximum),
  }))
  return { ...row, tiers }
}

export async function findFee(db: Connection, tenantId: bigint, id: bigint): Promise<Fee | undefined> {
  const row = await db.row<FeeRow>(`${selectFees} and f.id = $2`, [tenantId, id])
  return row && feeOf(row)
}

/** All fees of an application; a schedule has a few dozen. */
export async function readFeesOf(tx: Transaction, tenantId: bigint, application: string): Promise<Fee[]> {
  const rows = await tx.query<FeeRow>(`${selectFees} and f.application = $2 order by f.id`, [tenantId, application])
  return rows.map(feeOf)
}

export interface FeeFilter {
  name?: string
  application?: string
  product?: string
}

/** A schedule has a few dozen fees, so no filter needs its own index. */
export async function searchFees(
  db: Connection,
  tenantId: bigint,
  { name, application, product }: FeeFilter,
  { page, limit }: PageRequest,
): Promise<PageOf<Fee>> {
  const matching = `and ($2::text is null or f.name = $2) and ($3::text is null or f.application = $3)
    and ($4::text is null or f.product = $4)`
  const filter = [tenantId, name ?? null, application ?? null, product ?? null]
  const rows = await db.query<FeeRow>(`${selectFees} ${matching} order by f.id limit $5 offset $6`, [
    ...filter,
    limit,
    (page - 1) * limit,
  ])
  const counted = await db.row<{ total: bigint }>(
    `select count(*) as total from fees f where f.tenant_id = $1 ${matching}`,
    filter,
  )
  return { rows: rows.map(feeOf), total: Number(counted?.total) }
}

/**
 * Locks all fees of the schedule; other transactions can still add fees. Before a fee changes or is
 * deleted, `isAnyTierMissing` checks all fees of its application. The lock keeps two such changes
 * from both passing the check.
 */
export async function lockSchedule(tx: Transaction, tenantId: bigint): Promise<void> {
  await tx.query('select id from fees where tenant_id = $1 order by id for no key update', [tenantId])
}

/** Locks the fees of the application against changes; several transactions can hold this lock. */
export async function shareSchedule(tx: Transaction, tenantId: bigint, application: string): Promise<void> {
  await tx.query('select id from fees where tenant_id = $1 and application = $2 order by id for share', [
    tenantId,
    application,
  ])
}

export async function insertFee(
  tx: Transaction,
  tenantId: bigint,
  terms: FeeTerms,
  now: Temporal.Instant,
): Promise<Fee> {
  const { name, application, product, currency, tierBy } = terms
  const row = await tx.row<Pick<Fee, 'id' | 'version' | 'updatedAt'>>(
    `insert into fees (tenant_id, name, application, product, currency, tier_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning id, version, updated_at`,
    [tenantId, name, application, product, currency, tierBy, now.toString()],
  )
  const fee = { ...terms, ...row! }
  await writeTiers(tx, tenantId, fee)
  await appendVersion(tx, tenantId, fee, { isDeleted: false }, now)
  return fee
}

/** Replaces everything except the id. */
export async function replaceFee(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  terms: FeeTerms,
  now: Temporal.Instant,
): Promise<Fee> {
  const { name, application, product, currency, tierBy } = terms
  const row = await tx.row<Pick<Fee, 'version' | 'updatedAt'>>(
    `update fees set name = $3, application = $4, product = $5, currency = $6, tier_by = $7, version = version + 1, updated_at = $8
     where tenant_id = $1 and id = $2 returning version, updated_at`,
    [tenantId, id, name, application, product, currency, tierBy, now.toString()],
  )
  await tx.query('delete from fee_tiers where tenant_id = $1 and fee_id = $2', [tenantId, id])
  const fee = { ...terms, id, ...row! }
  await writeTiers(tx, tenantId, fee)
  await appendVersion(tx, tenantId, fee, { isDeleted: false }, now)
  return fee
}

async function writeTiers(tx: Transaction, tenantId: bigint, { id: feeId, tiers }: Fee): Promise<void> {
  await insertRows(tx, 'fee_tiers', { tenantId, feeId }, tiers.map(rowOfTier))
}

const rowOfTier = ({ name, from, flat, percentage, minimum, maximum }: FeeTier) => {
  return { name, lowerBound: from, flat, percentageMillionths: percentage, minimum, maximum }
}

/** Keeps the terms of a fee from now on: payments name the version and tier that charged them. */
async function appendVersion(
  tx: Transaction,
  tenantId: bigint,
  { id: feeId, version, tiers, name, application, product, currency, tierBy }: Fee,
  { isDeleted }: { isDeleted: boolean },
  now: Temporal.Instant,
): Promise<void> {
  const terms = { name, application, product, currency, tierBy }
  await insertRows(tx, 'fee_versions', { tenantId, feeId, version, validFrom: now, isDeleted }, [terms])
  await insertRows(tx, 'fee_tier_versions', { tenantId, feeId, version }, tiers.map(rowOfTier))
}

export async function deleteFee(tx: Transaction, tenantId: bigint, fee: Fee, now: Temporal.Instant): Promise<void> {
  await tx.query('delete from fees where tenant_id = $1 and id = $2', [tenantId, fee.id])
  await appendVersion(tx, tenantId, { ...fee, version: fee.version + 1n }, { isDeleted: true }, now)
}
