import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { excludedRails } from '../decision/parties.store.ts'
import { CONTACT_CHANGED } from './changed-contact.store.ts'
import type { HoldReason } from './hold-reasons.ts'

/**
 * Reads the reasons of a payment `p` in the state `s`, in the order of `HoldReason`, as an array.
 * `rails` has the institution's switch of each rail.
 */
const reasonsIf = (rails: string) => `array_remove(array[
  case when c.status not in ('Active', 'New') then 'customerNotActive' end,
  case when a.status <> 'Active' then 'accountNotActive' end,
  case when k.status <> 'Active' then 'contactNotApproved' end,
  case when ${CONTACT_CHANGED} then 'contactChanged' end,
  case when s.rail <> 'BOOK' and ${rails} ->> s.rail is distinct from 'true' then 'railNotAvailable' end,
  case when s.rail = any(${excludedRails('a')}) then 'railNotEnabled' end], null)`

/**
 * Which of these payments must not continue, and why; and which were validated before today, so
 * that rules may have come on since. One query for the payments of one batch. Each `limit 1` makes
 * the planner read one row by its key, whatever it knows about the tables: a young database has no
 * statistics.
 */
export async function findSuspended(
  tx: Transaction,
  tenantId: bigint,
  { paymentIds, startOfToday }: { paymentIds: readonly string[]; startOfToday: Temporal.Instant },
): Promise<{ suspended: Map<string, HoldReason[]>; validatedEarlier: string[] }> {
  if (paymentIds.length === 0) return { suspended: new Map(), validatedEarlier: [] }
  const rows = await tx.query<{ id: string; reasons: HoldReason[]; isOfEarlierDay: boolean }>(
    `with institution as materialized (select settings -> 'rails' as rails from institutions where tenant_id = $1)
     select p.id, found.reasons, s.validated_at < $3 as is_of_earlier_day
     from institution, unnest($2::uuid[]) as w (id)
       cross join lateral (select * from payments where tenant_id = $1 and id = w.id limit 1) as p
       cross join lateral (select * from payment_states where tenant_id = $1 and payment_id = w.id limit 1) as s
       cross join lateral (select * from accounts where tenant_id = $1 and id = p.sender_account_id limit 1) as a
       cross join lateral (select * from customers where tenant_id = $1 and id = a.customer_id limit 1) as c
       left join lateral (select * from contacts where tenant_id = $1 and id = p.contact_id limit 1) as k on true
       cross join lateral (select ${reasonsIf('institution.rails')} as reasons offset 0) as found
     where cardinality(found.reasons) > 0 or s.validated_at < $3`,
    [tenantId, paymentIds, startOfToday.toString()],
  )
  return {
    suspended: new Map(rows.flatMap(({ id, reasons }) => (reasons.length > 0 ? [[id, reasons] as const] : []))),
    validatedEarlier: rows.flatMap(({ id, isOfEarlierDay }) => (isOfEarlierDay ? [id] : [])),
  }
}

/** The first of these accounts that is suspended, or whose customer is; undefined for none. */
export async function findSuspendedAccount(
  tx: Transaction,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<{ id: bigint; status: string; isCustomer: boolean } | undefined> {
  return tx.row(
    `select a.id, case when a.status = 'Suspended' then a.status else c.status end as status, a.status <> 'Suspended' as is_customer
     from accounts a join customers c on c.tenant_id = $1 and c.id = a.customer_id
     where a.tenant_id = $1 and a.id = any($2::bigint[]) and (a.status = 'Suspended' or c.status not in ('Active', 'New'))
     order by a.id limit 1`,
    [tenantId, accountIds],
  )
}

export interface LiftedPayment {
  id: string
  /** Null if its funds are not held yet. */
  holdTransferId: string | null
  paymentDate: Temporal.PlainDate
  /** Null for a payment from before value dates. */
  valueDate: Temporal.PlainDate | null
  rail: Rail | 'BOOK'
  speed: Speed
  currency: string
  senderAccountId: bigint
  amount: bigint
  customerId: bigint
  onMissedCutOff: OnMissedCutOff | null
}

interface LiftedRow extends Omit<LiftedPayment, 'paymentDate' | 'valueDate'> {
  paymentDate: string
  valueDate: string | null
}

/**
 * The contact of a state `s`, or 0, in SQL. Row-level security keeps a `coalesce` out of the
 * conditions of an index.
 */
const contactOf = 'case when s.contact_id is null then 0 else s.contact_id end'

/**
 * What the general walk leaves to the walk of stopped makers, and to the approvers, in SQL. It is
 * the condition of its index.
 */
const WAITS_FOR_PARTIES = `not (s.held_reasons && array['makerStopped', 'approvalsMissing'])`

/** Larger than every id. */
const PAST_ALL = '9223372036854775807'

/**
 * A walk over what held payments of an institution `i` wait for, in SQL: `walk` has each rail,
 * account and contact with held payments, and what blocks it. A rail that is off, an account that
 * is suspended or may not use the rail, and a contact that is not approved cost one index lookup
 * each, however many payments wait for them.
 */
const walkHeld = `walk (rail, account_id, contact_id, blocked) as (
    select ''::text, 0::bigint, 0::bigint, 'rail'
    union all
    select h.rail, h.account_id, h.contact_id, case
      when h.rail <> 'BOOK' and i.settings -> 'rails' ->> h.rail is distinct from 'true' then 'rail'
      when not exists (
        select from accounts a join customers c on c.tenant_id = i.tenant_id and c.id = a.customer_id
        where a.tenant_id = i.tenant_id and a.id = h.account_id and a.status = 'Active' and c.status in ('Active', 'New')
          and (h.rail = any(${excludedRails('a')})) is not true) then 'account'
      when exists (select from contacts k where k.tenant_id = i.tenant_id and k.id = h.contact_id and k.status <> 'Active') then 'contact'
      else 'nothing' end
    from walk w cross join lateral (
      select s.rail, s.sender_account_id as account_id, ${contactOf} as contact_id from payment_states s
      where s.tenant_id = i.tenant_id and s.status = 'HELD' and ${WAITS_FOR_PARTIES} and (s.rail, s.sender_account_id, ${contactOf}) > (w.rail,
        case w.blocked when 'rail' then ${PAST_ALL} else w.account_id end,
        case when w.blocked in ('rail', 'account') then ${PAST_ALL} else w.contact_id end)
      order by s.rail, s.sender_account_id, ${contactOf} limit 1) as h)`

/** The held payments of a place `w` whose bank details are still those of the contact, in SQL. */
const ofPlace = `
  from payment_states s join payments p on p.tenant_id = i.tenant_id and p.id = s.payment_id
    left join contacts k on k.tenant_id = i.tenant_id and k.id = s.contact_id
  where s.tenant_id = i.tenant_id and s.status = 'HELD' and ${WAITS_FOR_PARTIES} and s.rail = w.rail and s.sender_account_id = w.account_id
    and ${contactOf} = w.contact_id and ${CONTACT_CHANGED} is not true`

/**
 * Locks held payments that may continue, and skips those locked by another worker. One that fails
 * after its cut-off is left to `failHeldPastCutOff`.
 */
export async function claimLiftable(
  tx: Transaction,
  tenantId: bigint,
  now: Temporal.Instant,
  limit: number,
): Promise<LiftedPayment[]> {
  const rows = await tx.query<LiftedRow>(
    `select p.id, s.hold_transfer_id, coalesce(s.pays_on, p.payment_date) as payment_date, s.value_date, s.rail, s.speed, p.currency, p.sender_account_id, p.amount,
       p.customer_id, p.on_missed_cut_off
     from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
     where s.tenant_id = $1 and s.status = 'HELD' and s.payment_id = any(array(
       select found.id from institutions i cross join lateral (with recursive ${walkHeld}
         select of_place.id from walk w cross join lateral (
           select s.payment_id as id ${ofPlace} and not (s.on_missed_cut_off is not distinct from 'Refuse' and s.cut_off_at < $2)
             and (s.fails_at < $2) is not true
           order by s.payment_id limit $3) as of_place
         where w.blocked = 'nothing' limit $3) as found
       where i.tenant_id = $1))
     order by s.payment_id for no key update of s skip locked`,
    [tenantId, now.toString(), limit],
  )
  return rows.map(({ paymentDate, valueDate, ...row }) => ({
    ...row,
    paymentDate: Temporal.PlainDate.from(paymentDate),
    valueDate: valueDate === null ? null : Temporal.PlainDate.from(valueDate),
  }))
}

/** How many accounts and contacts with payments that may continue are compared for the earliest. */
const COMPARED = 100

/** The earliest time at which a held payment of an institution `i` may continue, in SQL. */
export const LIFTABLE_AT = `(with recursive ${walkHeld}
  select min(found.updated_at) from (
    select first.updated_at from walk w cross join lateral (select s.updated_at ${ofPlace} order by s.payment_id limit 1) as first
    where w.blocked = 'nothing' limit ${COMPARED}) as found)`
