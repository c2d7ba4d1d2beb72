import type { Transaction } from '../../db/client.ts'
import { insertRows } from '../../db/rows.ts'

/** The exchange of a payment, with the terms of its contract. */
export interface DecidedExchange extends DrawnExchange {
  contractNo: bigint
  quoteId: string
  allInRate: string
  valueDate: string
}

/** The currencies of a payment between accounts in two currencies. */
export interface ExchangeCurrencies {
  /** Of the customer's own account. */
  sellCurrency: string
  /** Of the counterparty's account. */
  buyCurrency: string
}

/** The exchange of a validated payment; amounts in minor units. */
export interface DrawnExchange extends ExchangeCurrencies {
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  /** The hold of the payout. */
  payoutTransferId: string
}

/** The exchange of a payment; `drawn` is null until the payment is validated. */
export type PaymentExchange = ExchangeCurrencies & { drawn: DrawnExchange | null }

/** The columns of table alias `x` that `exchangeOf` reads. */
export const exchangeColumns = `x.sell_currency, x.buy_currency, x.contract_id,
  x.sell_amount, x.buy_amount, x.payout_transfer_id`

export type ExchangeRow = { [Column in keyof DrawnExchange]: DrawnExchange[Column] | null }

export function exchangeOf(row: ExchangeRow): PaymentExchange | null {
  const { sellCurrency, buyCurrency, contractId, sellAmount, buyAmount, payoutTransferId } = row
  if (sellCurrency === null || buyCurrency === null) return null
  const currencies = { sellCurrency, buyCurrency }
  if (contractId === null || sellAmount === null || buyAmount === null || payoutTransferId === null)
    return { ...currencies, drawn: null }
  return { ...currencies, drawn: { ...currencies, contractId, sellAmount, buyAmount, payoutTransferId } }
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

/** Writes what payments have drawn. Their contracts must be written first. */
export async function writeDrawnExchanges(
  tx: Transaction,
  tenantId: bigint,
  exchanges: readonly ({ paymentId: string } & DrawnExchange)[],
): Promise<void> {
  if (exchanges.length === 0) return
  await tx.query(
    `update payment_exchanges x set contract_id = d.contract_id, sell_amount = d.sell, buy_amount = d.buy,
       payout_transfer_id = d.payout
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::uuid[])
       as d (payment_id, contract_id, sell, buy, payout)
     where x.tenant_id = $1 and x.payment_id = d.payment_id`,
    [
      tenantId,
      exchanges.map(({ paymentId }) => paymentId),
      exchanges.map(({ contractId }) => contractId),
      exchanges.map(({ sellAmount }) => sellAmount),
      exchanges.map(({ buyAmount }) => buyAmount),
      exchanges.map(({ payoutTransferId }) => payoutTransferId),
    ],
  )
}

/** Marks the draws of these payments as returned to their contracts. */
export async function writeGivenBack(tx: Transaction, tenantId: bigint, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await tx.query(
    'update payment_exchanges set is_given_back = true where tenant_id = $1 and payment_id = any($2::uuid[])',
    [tenantId, paymentIds],
  )
}

/** The payment with the best rate of those that draw on the contract. */
export async function readBestDraw(tx: Transaction, tenantId: bigint, contractId: string): Promise<string> {
  const [best] = await tx.query<{ paymentId: string }>(
    `select payment_id from payment_exchanges where tenant_id = $1 and contract_id = $2 and not is_given_back
     order by buy_amount::numeric / sell_amount desc limit 1`,
    [tenantId, contractId],
  )
  if (!best) throw new Error(`no payment draws on FX contract ${contractId}`)
  return best.paymentId
}

/** Records the contract that sold the returned currency of a payment. */
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

/** The exchanges of those payments that have one. */
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
