import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { Obligations } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { INSTITUTION_TIME } from '../institution/institution.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { ObligationKind } from './domain/obligation-rules.ts'

/** What is missed stays missed, also if it is done later: `metAt` then says when. */
export const OBLIGATION_STATES = words('ObligationState', ['Open', 'Met', 'Missed'])
export type ObligationState = (typeof OBLIGATION_STATES)[number]

/** The item for which a clock runs, such as a receipt. */
export interface ObligationSubject {
  kind: string
  id: string
}

export type ObligationOwner = 'Customer' | 'Institution'

export type Obligation = Omit<Obligations, 'kind' | 'state' | 'owner'> & {
  kind: ObligationKind
  state: ObligationState
  owner: ObligationOwner
}

export type NewObligation = Omit<
  Obligation,
  'tenantId' | 'state' | 'openedAt' | 'warnedAt' | 'missedAt' | 'metAt' | 'metBy'
>

/** Writes obligations in one statement. One of a kind that is not met for its subject stays. */
export async function insertObligations(
  tx: Transaction,
  tenantId: bigint,
  obligations: readonly NewObligation[],
  now: Temporal.Instant,
): Promise<void> {
  const shared = { tenantId, openedAt: now, state: 'Open' }
  const isKnown = 'on conflict (tenant_id, subject_kind, subject_id, kind) where met_at is null do nothing'
  await insertRows(tx, 'obligations', shared, obligations, isKnown)
}

/** An obligation, by what it is about. */
export interface ObligationKey {
  kind: ObligationKind
  subject: ObligationSubject
}

/**
 * Notes that obligations are met, as far as they are not met yet, and returns them. One that is met
 * after its time is missed.
 */
export async function writeMet(
  tx: Transaction,
  tenantId: bigint,
  keys: readonly ObligationKey[],
  by: string,
  now: Temporal.Instant,
): Promise<Obligation[]> {
  return tx.query<Obligation>(
    `with met as (
       select o.id from obligations o
         join unnest($2::text[], $3::text[], $4::text[]) as k (kind, subject_kind, subject_id) using (kind, subject_kind, subject_id)
       where o.tenant_id = $1 and o.met_at is null order by o.id for no key update of o)
     update obligations o set met_at = $5, met_by = $6,
       state = case when o.state = 'Missed' or o.due_at < $5 then 'Missed' else 'Met' end,
       missed_at = case when o.state = 'Open' and o.due_at < $5 then $5 else o.missed_at end
     from met where o.tenant_id = $1 and o.id = met.id returning o.*`,
    [
      tenantId,
      keys.map(({ kind }) => kind),
      keys.map(({ subject }) => subject.kind),
      keys.map(({ subject }) => subject.id),
      now.toString(),
      by,
    ],
  )
}

/** Marks open obligations whose time has passed as missed, the earliest first. */
export async function writeMissed(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Obligation[]> {
  return tx.query<Obligation>(
    `with late as (
       select id from obligations where tenant_id = $1 and state = 'Open' and due_at < $2
       order by due_at, id limit $3 for no key update skip locked)
     update obligations o set state = 'Missed', missed_at = $2 from late where o.tenant_id = $1 and o.id = late.id returning o.*`,
    [tenantId, now.toString(), limit],
  )
}

/** Marks open obligations that are due soon as announced, the earliest first. */
export async function writeWarned(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<Obligation[]> {
  return tx.query<Obligation>(
    `with soon as (
       select id from obligations where tenant_id = $1 and state = 'Open' and warned_at is null and warn_at <= $2
       order by warn_at, id limit $3 for no key update skip locked)
     update obligations o set warned_at = $2 from soon where o.tenant_id = $1 and o.id = soon.id returning o.*`,
    [tenantId, now.toString(), limit],
  )
}

/** When the next open obligation `o` of an institution is due, or is announced as due soon. */
const NEXT = {
  due: `select min(o.due_at) from obligations o where o.state = 'Open'`,
  warning: `select min(o.warn_at) from obligations o
    where o.state = 'Open' and o.warned_at is null and o.warn_at is not null`,
} as const
export type ObligationWork = keyof typeof NEXT

export async function tenantsWith(tx: Connection, work: ObligationWork, now: Temporal.Instant): Promise<bigint[]> {
  const isPast = work === 'due' ? '<' : '<='
  const rows = await tx.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i
     where (${NEXT[work]} and o.tenant_id = i.tenant_id) ${isPast} ${INSTITUTION_TIME} order by i.tenant_id`,
    [now.toString()],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export async function firstTime(
  db: Connection,
  tenantId: bigint,
  work: ObligationWork,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ min: Temporal.Instant | null }>(`${NEXT[work]} and o.tenant_id = $1`, [tenantId])
  return row?.min ?? undefined
}

export interface ObligationFilter {
  dueBefore?: Temporal.Instant
  state?: ObligationState
  kind?: ObligationKind
  subjectId?: string
}

/** A page of obligations, those due first first. */
export async function searchObligations(
  db: Connection,
  tenantId: bigint,
  { dueBefore, state, kind, subjectId }: ObligationFilter,
  page: PageRequest,
): Promise<PageOf<Obligation>> {
  const where = conditions(tenantId)
  where.equals('state', state)
  where.equals('kind', kind)
  where.equals('subject_id', subjectId)
  if (dueBefore) where.and(`due_at < ${where.bind(dueBefore.toString())}`)
  const from = `from obligations where tenant_id = $1 ${where}`
  const rows = await readPage<Obligation>(db, where, page, (bounds) => `select * ${from} order by due_at, id ${bounds}`)
  const total = await readTotal(db, where, `select count(*) as total ${from}`)
  return { rows, total }
}
