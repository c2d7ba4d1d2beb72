import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'

/** The parts of an institution's books, each verified by itself. */
export const VERIFIED_PARTS = [
  'ledger',
  'entries',
  'payments',
  'settlements',
  'limits',
  'fx',
  'adjustments',
  'suspense',
  'books',
  'audit',
  'seals',
] as const
export type VerifiedPart = (typeof VERIFIED_PARTS)[number]

/** The last verification of a part. */
export interface Verification {
  part: VerifiedPart
  /** Null until the first one ends. */
  verifiedAt: Temporal.Instant | null
  /** What differed, one line each. */
  differences: readonly string[]
  differsSince: Temporal.Instant | null
}

/** How a part stands, also if no worker has looked at it yet. */
export interface PartStanding {
  part: VerifiedPart
  verifiedAt: Temporal.Instant | null
  /** When it was verified, or when the institution began if it never was. */
  since: Temporal.Instant
  differences: readonly string[]
}

/** The clock of another node may be so far ahead. */
const AHEAD: Temporal.DurationLike = { minutes: 5 }

/** Every part, by its name. One that was verified in the future never was. */
export async function readPartStandings(
  db: Connection,
  tenantId: bigint,
  now: Temporal.Instant,
): Promise<PartStanding[]> {
  return db.query<PartStanding>(
    `select p.part, v.verified_at, coalesce(v.verified_at, i.created_at) as since, coalesce(v.differences, '[]') as differences
     from institutions i cross join unnest($2::text[]) as p (part)
       left join lateral (
         select case when r.verified_at <= $3 then r.verified_at end as verified_at, r.differences
         from verifications r where r.tenant_id = i.tenant_id and r.part = p.part) v on true
     where i.tenant_id = $1 order by p.part`,
    [tenantId, VERIFIED_PARTS, now.add(AHEAD).toString()],
  )
}

/**
 * Claims the part that was verified longest ago, of those that this release knows, if that was
 * before `dueBefore`. Two workers never claim the same one. A time in the future counts as never,
 * and so does a claim that would last longer than one from now.
 */
export async function claimPart(
  tx: Transaction,
  tenantId: bigint,
  { now, dueBefore, until }: { now: Temporal.Instant; dueBefore: Temporal.Instant; until: Temporal.Instant },
): Promise<Verification | undefined> {
  await tx.query(
    `insert into verifications (tenant_id, part) select $1::bigint, p from unnest($2::text[]) as p
     on conflict (tenant_id, part) do nothing`,
    [tenantId, VERIFIED_PARTS],
  )
  return tx.row<Verification>(
    `with due as materialized (
       select part from verifications where tenant_id = $1 and part = any($5::text[]) and (verified_at is null or verified_at < $3 or verified_at > $6)
         and (claimed_until is null or claimed_until < $2 or claimed_until > $7)
       order by case when verified_at <= $6 then verified_at end nulls first, part limit 1 for update skip locked)
     update verifications v set claimed_until = $4 from due
     where v.tenant_id = $1 and v.part = due.part
     returning v.part, v.verified_at, v.differences, v.differs_since`,
    [
      ...[tenantId, now.toString(), dueBefore.toString(), until.toString(), VERIFIED_PARTS],
      ...[now.add(AHEAD).toString(), until.add(AHEAD).toString()],
    ],
  )
}

export async function recordVerification(
  tx: Transaction,
  tenantId: bigint,
  { part, verifiedAt, tookMs, differences }: Verified,
): Promise<void> {
  await tx.query(
    `update verifications set claimed_until = null, verified_at = $3, took_ms = $4, differences = $5,
       differs_since = case when $5::jsonb = '[]' then null when differs_since is null then $3::timestamptz else differs_since end
     where tenant_id = $1 and part = $2`,
    [tenantId, part, verifiedAt.toString(), Math.round(tookMs), JSON.stringify(differences)],
  )
}

export interface Verified {
  part: VerifiedPart
  verifiedAt: Temporal.Instant
  tookMs: number
  differences: readonly string[]
}
