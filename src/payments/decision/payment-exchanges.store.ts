import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'

/** What a payment exchanges, and at which contract. */
export interface DecidedExchange extends DrawnExchange {
  contractNo: bigint
  quoteId: string
  allInRate: string
  valueDate: string
}

/** The currencies of a payment whose receiver's account is in another one than the sender's. */
export interface ExchangeCurrencies {
  /** Of the sending account. */
  sellCurrency: string
  /** Of the receiver's. */
  buyCurrency: string
}

/** What a payment exchanges, once it is validated; amounts in minor units. */
export interface DrawnExchange extends ExchangeCurrencies {
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  /** What it counts for against limits, in the institution's currency; null where it does not. */
  limitAmount: bigint | null
  /** The hold of what is paid out. */
  payoutTransferId: string
}

/** The exchange of a payment that waits for it, or has it. */
export type PaymentExchange = ExchangeCurrencies & { drawn: DrawnExchange | null }

/** Columns of `x`, which make the exchange of a row; `exchangeOf` reads them. */
export const exchangeColumns = `x.sell_currency, x.buy_currency, x.contract_id,
  x.sell_amount, x.buy_amount, x.limit_amount, x.payout_transfer_id`

export type ExchangeRow = { [Column in keyof DrawnExchange]: DrawnExchange[Column] | null }

export function exchangeOf(row: ExchangeRow): PaymentExchange | null {
  const { sellCurrency, buyCurrency, contractId, sellAmount, buyAmount, limitAmount, payoutTransferId } = row
  if (sellCurrency === null || buyCurrency === null) return null
  const currencies = { sellCurrency, buyCurrency }
  if (contractId === null || sellAmount === null || buyAmount === null || payoutTransferId === null)
    return { ...currencies, drawn: null }
  return { ...currencies, drawn: { ...currencies, contractId, sellAmount, buyAmount, limitAmount, payoutTransferId } }
}

export async function insertExchanges(
  tx: Transaction,
  tenantId: bigint,
  exchanges: readonly ({ paymentId: string } & ExchangeCurrencies)[],
): Promise<void> {
  await insertRows(
    tx,
    'payment_exchanges',
    { tenantId, isGivenBack: false },
    exchanges.map(({ paymentId, sellCurrency, buyCurrency }) => ({ paymentId, sellCurrency, buyCurrency })),
  )
}

/** What payments have drawn, after the contracts are written that they drew it of. */
export async function writeDrawnExchanges(
  tx: Transaction,
  tenantId: bigint,
  exchanges: readonly ({ paymentId: string } & DrawnExchange)[],
): Promise<void> {
  if (exchanges.length === 0) return
  await tx.query(
    `update payment_exchanges x set contract_id = d.contract_id, sell_amount = d.sell, buy_amount = d.buy, limit_amount = d.counted,
       payout_transfer_id = d.payout
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[])
       as d (payment_id, contract_id, sell, buy, counted, payout)
     where x.tenant_id = $1 and x.payment_id = d.payment_id`,
    [
      tenantId,
      exchanges.map(({ paymentId }) => paymentId),
      exchanges.map(({ contractId }) => contractId),
      exchanges.map(({ sellAmount }) => sellAmount),
      exchanges.map(({ buyAmount }) => buyAmount),
      exchanges.map(({ limitAmount }) => limitAmount),
      exchanges.map(({ payoutTransferId }) => payoutTransferId),
    ],
  )
}

/** That the contracts have back what these payments drew. */
export async function writeGivenBack(tx: Transaction, tenantId: bigint, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.query(
    'update payment_exchanges set is_given_back = true where tenant_id = $1 and payment_id = any($2::uuid[])',
    [tenantId, paymentIds],
  )
}

/** At which contract the currency that a payment had bought was sold again. */
export async function writeReturnContract(
  tx: Transaction,
  tenantId: bigint,
  { paymentId, contractId }: { paymentId: string; contractId: string },
): Promise<void> {
  await tx.query('update payment_exchanges set return_contract_id = $3 where tenant_id = $1 and payment_id = $2', [
    tenantId,
    paymentId,
    contractId,
  ])
}

/** What those of the payments exchange that do. */
export async function readDrawnExchanges(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, DrawnExchange>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tx.query<{ paymentId: string } & ExchangeRow>(
    `select x.payment_id, ${exchangeColumns} from payment_exchanges x
     where x.tenant_id = $1 and x.payment_id = any($2::uuid[])`,
    [tenantId, paymentIds],
  )
  return new Map(
    rows.flatMap(({ paymentId, ...row }) => {
      const drawn = exchangeOf(row)?.drawn
      return drawn ? [[paymentId, drawn] as const] : []
    }),
  )
}
