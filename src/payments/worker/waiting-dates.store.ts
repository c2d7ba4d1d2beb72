import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { WaitingKind } from '../../institution/institution.ts'
import type { Rail, Speed } from '../../kernel/rail.ts'
import { isDeparting } from '../../rails/rails.ts'
import type { ExchangeCurrencies } from '../decision/payment-exchanges.store.ts'
import type { PaymentStatus } from '../payment-state.ts'
import type { Recurrence } from '../recurring/recurrences.store.ts'

/** A payment that has not left, with the dates that follow from the calendar. */
export interface WaitingPayment {
  id: string
  status: PaymentStatus
  customerId: bigint
  rail: Rail | 'BOOK'
  speed: Speed
  currency: string
  /** Null if it exchanges nothing. */
  exchange: ExchangeCurrencies | null
  /** Whether its exchange is traded, or named by its request: its value date is agreed. */
  isTraded: boolean
  isFunded: boolean
  /** As it was made. */
  paymentDate: Temporal.PlainDate
  /** Its place in a series; null without one. */
  occurrence: ({ number: number } & Pick<Recurrence, 'frequency' | 'startDate' | 'endDate' | 'numberOfPayments'>) | null
  paysOn: Temporal.PlainDate | null
  valueDate: Temporal.PlainDate
  leavesAt: Temporal.Instant
  cutOffAt: Temporal.Instant | null
  dueAt: Temporal.Instant | null
  approvalExpiresAt: Temporal.Instant | null
}

/** Those of the dates of a payment that a change of the calendar may move. */
export type MovedDates = { id: string } & Pick<
  WaitingPayment,
  'paysOn' | 'valueDate' | 'leavesAt' | 'cutOffAt' | 'dueAt' | 'approvalExpiresAt'
>

interface Row extends Omit<WaitingPayment, 'paymentDate' | 'paysOn' | 'valueDate' | 'exchange'> {
  paymentDate: string
  paysOn: string | null
  valueDate: string
  sellCurrency: string | null
  buyCurrency: string | null
}

/** The next payments in a state, in the order of their rails and ids. */
export async function listWaiting(
  tx: Transaction,
  tenantId: bigint,
  { kind, rail, afterId }: { kind: Exclude<WaitingKind, 'Series'>; rail: string; afterId: string },
  limit: number,
): Promise<{ rail: string; id: string }[]> {
  return tx.query(
    `select rail, payment_id as id from payment_states
     where tenant_id = $1 and status = $2 and status <> 'PROCESSED' and (rail, payment_id) > ($3, $4::uuid)
     order by rail, payment_id limit $5`,
    [tenantId, kind, rail, afterId, limit],
  )
}

/** Locks those of the payments that are still in the state and in no file or message. */
export async function lockWaiting(
  tx: Transaction,
  tenantId: bigint,
  { kind, ids }: { kind: Exclude<WaitingKind, 'Series'>; ids: readonly string[] },
): Promise<WaitingPayment[]> {
  if (ids.length === 0) return []
  await tx.query(
    'select from payment_states where tenant_id = $1 and payment_id = any($2::uuid[]) order by payment_id for no key update',
    [tenantId, ids],
  )
  const rows = await tx.query<Row>(
    `select s.payment_id as id, s.status, s.customer_id, s.rail, s.speed, p.currency, x.sell_currency, x.buy_currency,
       x.contract_id is not null or (x.payment_id is not null and p.fx_contract_number is not null) as is_traded,
       s.hold_transfer_id is not null as is_funded, p.payment_date, s.pays_on, s.value_date, s.leaves_at, s.cut_off_at,
       s.due_at, s.approval_expires_at,
       case when r.id is not null then json_build_object('number', o.number, 'frequency', r.frequency,
         'startDate', r.start_date, 'endDate', r.end_date, 'numberOfPayments', r.number_of_payments) end as occurrence
     from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
       left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = s.payment_id
       left join payment_occurrences o on o.tenant_id = $1 and o.payment_id = s.payment_id
       left join payment_recurrences r on r.tenant_id = $1 and r.id = o.recurrence_id
     where s.tenant_id = $1 and s.payment_id = any($2::uuid[]) and s.status = $3 and s.value_date is not null
       and s.leaves_at is not null and not ${isDeparting('s.payment_id')}
       and not exists (select from ach_entries e where e.tenant_id = $1 and e.payment_id = s.payment_id)
     order by s.payment_id`,
    [tenantId, ids, kind],
  )
  return rows.map(({ paymentDate, paysOn, valueDate, sellCurrency, buyCurrency, ...row }) => ({
    ...row,
    exchange: sellCurrency === null || buyCurrency === null ? null : { sellCurrency, buyCurrency },
    paymentDate: Temporal.PlainDate.from(paymentDate),
    paysOn: paysOn === null ? null : Temporal.PlainDate.from(paysOn),
    valueDate: Temporal.PlainDate.from(valueDate),
  }))
}

/** Writes the dates of payments that the caller has locked. */
export async function writeMovedDates(
  tx: Transaction,
  tenantId: bigint,
  moved: readonly MovedDates[],
  now: Temporal.Instant,
): Promise<void> {
  if (moved.length === 0) return
  const each = (field: Exclude<keyof MovedDates, 'id'>) => moved.map((one) => one[field]?.toString() ?? null)
  await tx.query(
    `update payment_states s set pays_on = m.pays_on, value_date = m.value_date, leaves_at = m.leaves_at,
       cut_off_at = m.cut_off_at, due_at = m.due_at, approval_expires_at = m.approval_expires_at, updated_at = $2
     from unnest($3::uuid[], $4::date[], $5::date[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[])
       as m (id, pays_on, value_date, leaves_at, cut_off_at, due_at, approval_expires_at)
     where s.tenant_id = $1 and s.payment_id = m.id`,
    [
      ...[tenantId, now.toString(), moved.map(({ id }) => id), each('paysOn'), each('valueDate'), each('leavesAt')],
      ...[each('cutOffAt'), each('dueAt'), each('approvalExpiresAt')],
    ],
  )
}
