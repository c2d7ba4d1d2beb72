import type { Connection, Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'
import type { FeeExchange } from '../../fees/fees.ts'

export type FeeBearer = 'Account' | 'Receiver' | 'Proceeds'

/** A fee of a payment: the account that pays it, in minor units of its currency. */
export interface PaymentFee {
  /** Null for a fee from before each had an account. */
  feeId: bigint | null
  /** The version of the fee and its tier that charged it; null for a fee from before versions. */
  feeVersion: bigint | null
  tier: string | null
  /**
   * Who bears it: the account on top of the amount, the receiver, who gets less, or the proceeds of
   * a debit. Null for a fee from before this was stored.
   */
  borneBy: FeeBearer | null
  name: string
  accountId: bigint
  /** Zero in a free tier. */
  amount: bigint
  currency: string
  /** Its hold, or its posting if it was posted at once; null for an amount of zero. */
  transferId: string | null
  /** The first day of the month in which it counts towards the tiers; null if it does not. */
  countedIn: string | null
  /** What the schedule says, for a fee in another currency, in minor units of that currency. */
  scheduledAmount: bigint | null
  scheduledCurrency: string | null
  /** The mid rate that converted it, of the pair in market order. */
  rate: string | null
}

/** How the conversion of a fee is stored. */
export function storedExchange(
  exchange: FeeExchange | null,
): Pick<PaymentFee, 'scheduledAmount' | 'scheduledCurrency' | 'rate'> {
  if (!exchange) return { scheduledAmount: null, scheduledCurrency: null, rate: null }
  return { scheduledAmount: exchange.amount, scheduledCurrency: exchange.currency, rate: exchange.rate }
}

/** The fees of a payment, as they are stored with it. */
export interface FeesOfPayment {
  paymentId: string
  fees: readonly PaymentFee[]
}

export async function insertPaymentFees(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly FeesOfPayment[],
): Promise<void> {
  const rows = payments.flatMap(({ paymentId, fees }) =>
    fees.map((fee, place) => ({ ...fee, paymentId, number: place + 1 })),
  )
  await insertRows(tx, 'payment_fees', { tenantId }, rows)
}

/** The fees of payments; a payment without fees has no entry. */
export async function readFeesOf(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentFee[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.query<PaymentFee & { paymentId: string }>(
    `select payment_id, fee_id, fee_version, tier, borne_by, name, account_id, amount, currency, transfer_id, counted_in,
       scheduled_amount, scheduled_currency, rate
     from payment_fees where tenant_id = $1 and payment_id = any($2::uuid[]) order by payment_id, number`,
    [tenantId, paymentIds],
  )
  const fees = new Map<string, PaymentFee[]>()
  for (const { paymentId, ...fee } of rows) fees.set(paymentId, [...(fees.get(paymentId) ?? []), fee])
  return fees
}

/** The payments that are charged fees: most often none, so that their fees need not be read. */
export function idsWithFees(payments: readonly { id: string; hasFees: boolean }[]): string[] {
  return payments.flatMap(({ id, hasFees }) => (hasFees ? [id] : []))
}

/** A fee that was posted when its payment settled. */
export interface PostedFee {
  paymentId: string
  number: number
  transferId: string
}

export async function writePostedFees(tx: Transaction, tenantId: bigint, posted: readonly PostedFee[]): Promise<void> {
  if (posted.length === 0) return
  await tx.query(
    `update payment_fees f set transfer_id = p.transfer_id
     from unnest($2::uuid[], $3::int[], $4::uuid[]) as p (payment_id, number, transfer_id)
     where f.tenant_id = $1 and f.payment_id = p.payment_id and f.number = p.number`,
    [
      tenantId,
      posted.map(({ paymentId }) => paymentId),
      posted.map(({ number }) => number),
      posted.map(({ transferId }) => transferId),
    ],
  )
}
