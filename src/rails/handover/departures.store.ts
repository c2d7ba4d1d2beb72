import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import type { DepartureKind } from './departure-kinds.ts'
import type { ConsignmentItem, Departure } from './transport.ts'

/**
 * Whether a payment has left in a file that only the evidence shows, and nobody decided that it did
 * not. SQL over the named column, with the tenant as $1.
 */
export const hasDeparted = (paymentId: string, kind: DepartureKind): string =>
  `exists (select from rail_departures d join rail_handovers h on h.tenant_id = $1 and h.id = d.handover_id
     where d.tenant_id = $1 and d.payment_id = ${paymentId} and d.kind = '${kind}' and h.status <> 'Replaced')`

/**
 * Whether a payment has left so and is not TRANSMITTED yet: nothing ends it by itself. A lookup for
 * each row that is read, so that PostgreSQL does not plan it as a join.
 */
export const isDeparting = (paymentId: string, tenant = '$1'): string =>
  `(select true from rail_departures d join rail_handovers h on h.tenant_id = ${tenant} and h.id = d.handover_id
     where d.tenant_id = ${tenant} and d.payment_id = ${paymentId} and d.kind = 'Entry' and h.status <> 'Replaced' limit 1) is true`

/** Those of the payments that have left so. */
export async function readDeparting(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paymentIds.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(
    `select p.id from unnest($2::uuid[]) as p (id) where ${isDeparting('p.id')}`,
    [tenantId, paymentIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A file that left and that the database does not know. Undefined if it knows one of the name. */
export async function insertFromEvidence(
  tx: Transaction,
  { tenantId, id, doubt }: { tenantId: bigint; id: string; doubt: string | undefined },
  { rail, name, token }: Departure,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await tx.row(
    `insert into rail_handovers (tenant_id, id, rail, name, status, doubt, decision, token, from_evidence, created_at)
     values ($1, $2, $3, $4, case when $5::text is null then 'Waiting' else 'InDoubt' end, $5,
       case when $5::text is null then 'HandedOver' end, $6, true, $7)
     on conflict (tenant_id, rail, name) do nothing returning id`,
    [tenantId, id, rail, name, doubt ?? null, token, now.toString()],
  )
  return row !== undefined
}

/** Fewer than the parameters of one statement. */
const ROWS = 5_000

export async function insertDepartures(
  tx: Transaction,
  { tenantId, handoverId }: { tenantId: bigint; handoverId: string },
  items: readonly ConsignmentItem[],
): Promise<void> {
  for (let first = 0; first < items.length; first += ROWS)
    await insertRows(
      tx,
      'rail_departures',
      { tenantId, handoverId },
      items.slice(first, first + ROWS).map(({ paymentId, kind, reference, valueDate }) => ({
        ...{ paymentId, kind, reference, valueDate },
      })),
    )
}

/** A file that only the evidence shows, and how many of its payments this database has. */
export interface EvidencedFile {
  id: string
  name: string
  status: string
  decision: string | null
  payments: number
  unknownPayments: number
}

/**
 * The oldest hundred files that only the evidence shows and that nobody has carried out yet, or
 * that have payments which this database does not count as sent.
 */
export async function readEvidenced(db: Connection, tenantId: bigint): Promise<EvidencedFile[]> {
  return db.query<EvidencedFile>(
    `select h.id, h.name, h.status, h.decision, c.payments::int4, c.unknown_payments::int4
     from rail_handovers h cross join lateral (
       select count(*) as payments, count(*) filter (where p.id is null) as unknown_payments
       from rail_departures d left join payments p on p.tenant_id = $1 and p.id = d.payment_id
       where d.tenant_id = $1 and d.handover_id = h.id) c
     where h.tenant_id = $1 and h.from_evidence and (h.status not in ('HandedOver', 'Replaced')
       or h.status = 'HandedOver' and exists (
         select from rail_departures d join payment_states s on s.tenant_id = $1 and s.payment_id = d.payment_id
         where d.tenant_id = $1 and d.handover_id = h.id and d.kind = 'Entry' and s.status in ('PENDING_APPROVAL',
           'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT')))
     order by h.created_at, h.id limit 100`,
    [tenantId],
  )
}

/** What is in one of these files, a page at a time by payment. */
export async function readDepartures(
  db: Connection,
  tenantId: bigint,
  handoverId: string,
  after: { paymentId: string; kind: string } | undefined,
): Promise<{ paymentId: string; kind: DepartureKind; reference: string; valueDate: string; status: string | null }[]> {
  return db.query(
    `select d.payment_id, d.kind, d.reference, d.value_date, s.status
     from rail_departures d left join payment_states s on s.tenant_id = $1 and s.payment_id = d.payment_id
     where d.tenant_id = $1 and d.handover_id = $2 and ($3::uuid is null or (d.payment_id, d.kind) > ($3::uuid, $4::text))
     order by d.payment_id, d.kind limit 1000`,
    [tenantId, handoverId, after?.paymentId ?? null, after?.kind ?? null],
  )
}
