import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { words } from '../../kernel/words.ts'
import type { AchSpeed } from '../ach/collection-window.ts'
import type { Handover, HandoverDecision } from '../handover/handovers.store.ts'

export const DELIVERY_STATUSES = words('FileDeliveryStatus', ['Waiting', 'Claimed', 'Delivered', 'InDoubt'])

/** The way of a file that left from the outbox to the server of its network. */
export interface Delivery {
  tenantId: bigint
  handoverId: string
  /** The name of the file. */
  name: string
  status: (typeof DELIVERY_STATUSES)[number]
  token: number
  /** Claims whose holders may have left a file under a temporary name. */
  openTokens: readonly number[]
  /** The claim that was about to give the file its name; null if none was. */
  begunToken: number | null
  /** Why nobody can tell whether the server got it; null unless it is in doubt. */
  doubt: string | null
  decision: HandoverDecision | null
  /** When the server had it, on the institution's clock. */
  deliveredAt: Temporal.Instant | null
  /** The deadline that it was made for, if it came later; null if it was in time. */
  missedAt: Temporal.Instant | null
  /** When it settles instead. */
  settlesAt: Temporal.Instant | null
  /** When its hand-over was announced, on the institution's clock. */
  announcedAt: Temporal.Instant
}

const columns = `d.tenant_id, d.handover_id, h.name, d.status, d.token, d.open_tokens, d.begun_token, d.doubt, d.decision,
  d.delivered_at, d.missed_at, d.settles_at, h.created_at as announced_at`

/** Announces the deliveries of the files of these names that have left and have none yet. */
export async function announceDeliveries(
  tx: Transaction,
  tenantId: bigint,
  { rail, names }: { rail: string; names: readonly string[] },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into rail_deliveries (tenant_id, handover_id, created_at)
     select h.tenant_id, h.id, $4::timestamptz from rail_handovers h
     where h.tenant_id = $1 and h.rail = $2 and h.name = any ($3) and h.status = 'HandedOver'
     on conflict (tenant_id, handover_id) do nothing`,
    [tenantId, rail, names, now.toString()],
  )
}

/** Those of the names whose delivery has ended by now. */
export async function readDelivered(
  db: Connection,
  tenantId: bigint,
  { rail, names }: { rail: string; names: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select h.name from rail_handovers h
       join rail_deliveries d on d.tenant_id = h.tenant_id and d.handover_id = h.id and d.status = 'Delivered'
     where h.tenant_id = $1 and h.rail = $2 and h.name = any ($3)`,
    [tenantId, rail, names],
  )
  return rows.map(({ name }) => name)
}

/** Whether a delivery waits for a worker. */
export async function hasOpenDeliveries(db: Connection, tenantId: bigint): Promise<boolean> {
  const row = await db.row(
    `select from rail_deliveries where tenant_id = $1
       and (status = 'Waiting' or status = 'Claimed' and leased_until <= clock_timestamp()) limit 1`,
    [tenantId],
  )
  return row !== undefined
}

/**
 * Claims the oldest delivery that waits, or whose lease has ended, with a higher token. Claims none
 * while the rails are held. Leases end by the clock of the database, which all workers share.
 */
export async function claimDelivery(
  tx: Transaction,
  tenantId: bigint,
  { claimedBy, leaseMs }: { claimedBy: string; leaseMs: number },
): Promise<Delivery | undefined> {
  return tx.row<Delivery>(
    `with next as materialized (
       select handover_id from rail_deliveries where tenant_id = $1
         and not exists (select from rail_holds where tenant_id = $1 and released_at is null)
         and (status = 'Waiting' or status = 'Claimed' and leased_until <= clock_timestamp())
       order by handover_id limit 1 for no key update skip locked)
     update rail_deliveries d set status = 'Claimed', token = d.token + 1, open_tokens = d.open_tokens || (d.token + 1),
       claimed_by = $2, leased_until = clock_timestamp() + $3 * interval '1 millisecond'
     from next join rail_handovers h on h.tenant_id = $1 and h.id = next.handover_id
     where d.tenant_id = $1 and d.handover_id = next.handover_id
     returning ${columns}`,
    [tenantId, claimedBy, leaseMs],
  )
}

/** A claim, as its holder names it: it has ended if the token of the row is another one. */
export type DeliveryClaim = Pick<Delivery, 'tenantId' | 'handoverId' | 'token'>

async function change(
  tx: Transaction,
  { tenantId, handoverId, token }: DeliveryClaim,
  { set, where = 'true', values = [] }: { set: string; where?: string; values?: unknown[] },
): Promise<boolean> {
  const row = await tx.row(
    `update rail_deliveries set ${set}
     where tenant_id = $1 and handover_id = $2 and token = $3 and status = 'Claimed' and ${where} returning handover_id`,
    [tenantId, handoverId, token, ...values],
  )
  return row !== undefined
}

/** Returns false, and changes nothing, if the claim has ended. So do the others. */
export const renewLease = (tx: Transaction, claim: DeliveryClaim, leaseMs: number): Promise<boolean> =>
  change(tx, claim, {
    set: `leased_until = clock_timestamp() + $4 * interval '1 millisecond'`,
    where: 'leased_until > clock_timestamp()',
    values: [leaseMs],
  })

/** Nothing of the claims before this one can still get its name. */
export const closeEarlierClaims = (tx: Transaction, claim: DeliveryClaim): Promise<boolean> =>
  change(tx, claim, { set: 'open_tokens = array[token]' })

/** The marker before the rename: a worker that takes over then looks for the file first. */
export const markBegun = (tx: Transaction, claim: DeliveryClaim): Promise<boolean> =>
  change(tx, claim, {
    set: 'begun_token = token',
    where: `leased_until > clock_timestamp()
       and not exists (select from rail_holds where tenant_id = $1 and released_at is null)`,
  })

export const giveBackDelivery = (tx: Transaction, claim: DeliveryClaim): Promise<boolean> =>
  change(tx, claim, { set: `status = 'Waiting', claimed_by = null, leased_until = null` })

export const doubtDelivery = (tx: Transaction, claim: DeliveryClaim, doubt: string): Promise<boolean> =>
  change(tx, claim, {
    set: `status = 'InDoubt', claimed_by = null, leased_until = null, open_tokens = '{}', decision = null, doubt = $4`,
    values: [doubt],
  })

/**
 * Notes that the server has the file that the claim `begunToken` renamed. Who renamed it knows it
 * even if another worker took over meanwhile, unless a person has decided.
 */
export async function markDelivered(
  tx: Transaction,
  { tenantId, handoverId }: Pick<Delivery, 'tenantId' | 'handoverId'>,
  begunToken: number,
  { deliveredAt, missedAt, settlesAt }: Pick<Delivery, 'missedAt' | 'settlesAt'> & { deliveredAt: Temporal.Instant },
): Promise<boolean> {
  const row = await tx.row(
    `update rail_deliveries set status = 'Delivered', claimed_by = null, leased_until = null, open_tokens = '{}', doubt = null,
       delivered_at = $4, missed_at = $5, settles_at = $6
     where tenant_id = $1 and handover_id = $2 and begun_token = $3 and status <> 'Delivered' returning handover_id`,
    [tenantId, handoverId, begunToken, ...[deliveredAt, missedAt, settlesAt].map((at) => at?.toString() ?? null)],
  )
  return row !== undefined
}

/**
 * Carries a decision out. The caller has locked the row, which is in doubt. A file that leaves
 * again is uploaded as if no claim had begun.
 */
export async function decideDelivery(
  tx: Transaction,
  { tenantId, handoverId }: Pick<Delivery, 'tenantId' | 'handoverId'>,
  decision: HandoverDecision,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update rail_deliveries set doubt = null, decision = $3::text, begun_token = null,
       status = case $3::text when 'HandedOver' then 'Delivered' else 'Waiting' end,
       delivered_at = case $3::text when 'HandedOver' then $4::timestamptz end
     where tenant_id = $1 and handover_id = $2`,
    [tenantId, handoverId, decision, now.toString()],
  )
}

export async function findDelivery(
  db: Connection,
  tenantId: bigint,
  handoverId: string,
): Promise<Delivery | undefined> {
  return db.row<Delivery>(
    `select ${columns} from rail_deliveries d join rail_handovers h on h.tenant_id = d.tenant_id and h.id = d.handover_id
     where d.tenant_id = $1 and d.handover_id = $2`,
    [tenantId, handoverId],
  )
}

/** A delivery as a hand-over: to a person, both are a file that the network may not have. */
const asHandover = `select h.tenant_id, h.id, h.rail, h.name, d.status, h.token, h.open_tokens, d.doubt, d.decision,
    h.left_at, h.from_evidence, h.created_at
  from rail_deliveries d join rail_handovers h on h.tenant_id = d.tenant_id and h.id = d.handover_id
  where d.tenant_id = $1`

/** The oldest hundred in doubt. */
export async function readDeliveriesInDoubt(db: Connection, tenantId: bigint): Promise<Handover[]> {
  return db.query<Handover>(`${asHandover} and d.status = 'InDoubt' order by d.handover_id limit 100`, [tenantId])
}

export async function lockDelivery(tx: Transaction, tenantId: bigint, id: string): Promise<Handover | undefined> {
  return tx.row<Handover>(`${asHandover} and d.handover_id = $2 for no key update of d`, [tenantId, id])
}

/** The speeds and dates of the entries of a file, a few at most. */
export async function readEntryDates(
  db: Connection,
  tenantId: bigint,
  fileId: string,
): Promise<{ effectiveDate: Temporal.PlainDate; speed: AchSpeed }[]> {
  const rows = await db.query<{ effectiveDate: string; speed: AchSpeed }>(
    `select distinct e.effective_entry_date as effective_date, s.speed
     from ach_entries e join payment_states s on s.tenant_id = e.tenant_id and s.payment_id = e.payment_id
     where e.tenant_id = $1 and e.file_id = $2 order by effective_date, s.speed limit 100`,
    [tenantId, fileId],
  )
  return rows.map(({ speed, effectiveDate }) => ({ speed, effectiveDate: Temporal.PlainDate.from(effectiveDate) }))
}
