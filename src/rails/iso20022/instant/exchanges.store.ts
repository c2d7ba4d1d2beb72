import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import type { InstantExchanges } from '../../../db/types.ts'
import { INSTITUTION_TIME, tenantsWhere } from '../../../institution/institution.ts'
import type { Exchange, ExchangeState } from './exchange.ts'

export const INSTANT_RAILS = ['FEDNOW', 'RTP'] as const
export type InstantRail = (typeof INSTANT_RAILS)[number]

export const EXCHANGE_KINDS = [
  'Payment',
  'Return',
  'Liquidity',
  'ReturnRequest',
  'PaymentRequest',
  'InformationRequest',
] as const
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number]

/** A message of an instant network with what we know of it. */
export type StoredExchange = Omit<InstantExchanges, 'rail' | 'direction' | 'kind' | 'state'> & {
  rail: InstantRail
  direction: Exchange['direction']
  kind: ExchangeKind
  state: ExchangeState
}

type Named = 'rail' | 'messageId' | 'kind' | 'messageType' | 'counterparty' | 'groupTime'
type Optional =
  | 'instructionId'
  | 'endToEndId'
  | 'uetr'
  | 'caseId'
  | 'amount'
  | 'paymentId'
  | 'receiptId'
  | 'originalMessageId'

/** A new exchange: with its clocks if it moves money, else with its first state alone. */
export type NewExchange = Pick<StoredExchange, Named> &
  Partial<Pick<StoredExchange, Optional>> &
  (Pick<Exchange, 'direction' | 'state' | 'sentAt'> & Partial<Pick<Exchange, 'answerBy' | 'nextClock'>>)

/** Those that exist stay as they are: the same message made or received again changes nothing. */
export async function openExchanges(
  tx: Transaction,
  tenantId: bigint,
  exchanges: readonly NewExchange[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = exchanges.map((one) => ({
    ...{ rail: one.rail, direction: one.direction, messageId: one.messageId, kind: one.kind },
    ...{ messageType: one.messageType, state: one.state, counterparty: one.counterparty },
    ...{ instructionId: one.instructionId ?? null, endToEndId: one.endToEndId ?? null },
    ...{ groupTime: one.groupTime, uetr: one.uetr ?? null, caseId: one.caseId ?? null },
    ...{ amount: one.amount ?? null, sentAt: one.sentAt, answerBy: one.answerBy ?? null },
    ...{ nextClock: one.nextClock ?? null, paymentId: one.paymentId ?? null, receiptId: one.receiptId ?? null },
    originalMessageId: one.originalMessageId ?? null,
  }))
  await insertRows(tx, 'instant_exchanges', { tenantId, createdAt: now }, rows, 'on conflict do nothing')
}

/** The exchange of a message, locked. */
export async function lockExchange(
  tx: Transaction,
  tenantId: bigint,
  { rail, direction, messageId }: Pick<StoredExchange, 'rail' | 'direction' | 'messageId'>,
): Promise<StoredExchange | undefined> {
  return tx.row<StoredExchange>(
    `select * from instant_exchanges where tenant_id = $1 and rail = $2 and direction = $3 and message_id = $4
     for no key update`,
    [tenantId, rail, direction, messageId],
  )
}

/**
 * The exchange that an answer is about, locked: by the id of its message, or by its InstrId. One
 * that we sent comes before one that came in.
 */
export async function lockOriginal(
  tx: Transaction,
  tenantId: bigint,
  rail: InstantRail,
  { messageId, instructionId }: { messageId: string; instructionId?: string | undefined },
): Promise<StoredExchange | undefined> {
  return tx.row<StoredExchange>(
    `select * from instant_exchanges where tenant_id = $1 and rail = $2
       and (direction in ('Out', 'In') and message_id = $3 or answer_message_id = $3 or instruction_id = $4)
     order by direction = 'Out' desc, created_at limit 1 for no key update`,
    [tenantId, rail, messageId, instructionId ?? null],
  )
}

/** The request with this id, locked. */
export async function lockCase(
  tx: Transaction,
  tenantId: bigint,
  rail: InstantRail,
  direction: Exchange['direction'],
  caseId: string,
): Promise<StoredExchange | undefined> {
  return tx.row<StoredExchange>(
    `select * from instant_exchanges where tenant_id = $1 and rail = $2 and direction = $3 and case_id = $4
     order by created_at desc limit 1 for no key update`,
    [tenantId, rail, direction, caseId],
  )
}

/** The state that an exchange has from now on. */
export interface ExchangeChange {
  exchange: Exchange
  answerMessageId?: string
  receiptId?: string
  code?: string
}

export async function changeExchange(
  tx: Transaction,
  { tenantId, rail, direction, messageId }: StoredExchange,
  { exchange, answerMessageId, receiptId, code }: ExchangeChange,
  now: Temporal.Instant,
): Promise<void> {
  const isOver = exchange.state === 'Settled' || exchange.state === 'Rejected'
  await tx.query(
    `update instant_exchanges set state = $5, sent_at = $6, asks = $7, next_clock = $8,
       answer_message_id = coalesce($9, answer_message_id), receipt_id = coalesce($10, receipt_id),
       code = coalesce($11, code), ended_at = case when $12 then coalesce(ended_at, $13) end
     where tenant_id = $1 and rail = $2 and direction = $3 and message_id = $4`,
    [
      ...[tenantId, rail, direction, messageId, exchange.state, exchange.sentAt.toString(), exchange.asks],
      ...[exchange.nextClock?.toString() ?? null, answerMessageId ?? null, receiptId ?? null, code ?? null],
      ...[isOver, now.toString()],
    ],
  )
}

/** As the rules of the networks see it. */
export function exchangeOf(stored: StoredExchange): Exchange {
  const { direction, state, sentAt, answerBy, asks, nextClock } = stored
  return { direction, state, sentAt, answerBy: answerBy ?? undefined, asks, nextClock: nextClock ?? undefined }
}

const CLOCKS_AT_ONCE = 100

/** Exchanges whose clock has come, locked. The rest follows in the next round. */
export async function lockDue(
  tx: Transaction,
  tenantId: bigint,
  rail: InstantRail,
  now: Temporal.Instant,
): Promise<StoredExchange[]> {
  return tx.query<StoredExchange>(
    `select * from instant_exchanges where tenant_id = $1 and rail = $2 and next_clock <= $3
     order by next_clock limit ${CLOCKS_AT_ONCE} for no key update skip locked`,
    [tenantId, rail, now.toString()],
  )
}

/** The institutions for which a clock of the rail has ended. */
export async function tenantsWithEndedClock(
  db: Connection,
  rail: InstantRail,
  now: Temporal.Instant,
): Promise<bigint[]> {
  return tenantsWhere(
    db,
    `exists (select from instant_exchanges
       where tenant_id = i.tenant_id and rail = $2 and next_clock <= ${INSTITUTION_TIME})`,
    [now.toString(), rail],
  )
}

/** When the next clock of the rail comes; undefined if none runs. */
export async function firstClock(
  db: Connection,
  tenantId: bigint,
  rail: InstantRail,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row<{ first: Temporal.Instant | null }>(
    'select min(next_clock) as first from instant_exchanges where tenant_id = $1 and rail = $2 and next_clock is not null',
    [tenantId, rail],
  )
  return row?.first ?? undefined
}
