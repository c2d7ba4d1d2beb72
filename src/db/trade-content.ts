import { canonicalJson } from '../kernel/canonical-json.ts'
import { camelCase } from './camel-case.ts'
import type { Connection, Transaction } from './database.ts'
import type { Keyring } from './keyring.ts'

/** What a customer was offered, but for the name under which it asked. */
const TERMS = [
  ...['customer_id', 'channel', 'product_type', 'tenor', 'sell_currency', 'buy_currency', 'sell_amount', 'buy_amount'],
  ...['base_currency', 'spot_rate', 'forward_points', 'all_in_rate', 'pricing_reference', 'trade_date', 'value_date'],
  ...['made_by', 'made_by_user'],
] as const
/** What a contract adds to the terms of its quote. */
const OF_CONTRACT = [
  ...['id', 'contract_no', 'quote_id', 'payment_id', 'funding_account_id', 'margin_amount', 'margin_deferred'],
  'cross_amount',
] as const
const OF_COVER = [
  ...['contract_id', 'sell_amount', 'buy_amount', 'market_amount', 'cross_amount', 'spot_rate', 'all_in_rate'],
  ...['pricing_reference', 'trade_date', 'value_date'],
] as const

type Value = string | bigint | boolean | null

/** The terms of a quote. Rates are exact decimal text, dates `yyyy-mm-dd`. */
export interface TermsContent {
  customerId: bigint
  channel: string | null
  productType: string
  tenor: string | null
  sellCurrency: string
  buyCurrency: string
  sellAmount: bigint
  buyAmount: bigint
  baseCurrency: string
  spotRate: string
  forwardPoints: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  valueDate: string
  madeBy: string | null
  madeByUser: string | null
}

export interface ContractContent extends TermsContent {
  id: string
  contractNo: bigint
  quoteId: string
  paymentId: string | null
  fundingAccountId: bigint | null
  marginAmount: bigint
  marginDeferred: boolean
  crossAmount: bigint
}

export interface CoverContent {
  sellAmount: bigint
  buyAmount: bigint
  marketAmount: bigint
  crossAmount: bigint
  spotRate: string
  allInRate: string
  pricingReference: string
  tradeDate: string
  valueDate: string
}

/** The digest of a row and what it is of, as they are read. */
export type StoredTrade = readonly [index: string | null, ...values: (string | null)[]]

type Kind = 'quote' | 'contract' | 'cover'

const RATES = new Set(['spot_rate', 'forward_points', 'all_in_rate'])
const text = (row: string) => (column: string) =>
  RATES.has(column) ? `trim_scale(${row}.${column})::text` : `${row}.${column}::text`
const stored = (row: string, columns: readonly string[]) =>
  `jsonb_build_array(${row}.content_index, ${columns.join(', ')})`

/** The digest of a quote `q` and what it is of, in SQL. */
export const quoteContent = (q: string) => stored(q, [`${q}.id::text`, ...TERMS.map(text(q))])

/**
 * The same of a contract `c` with its quote. The account that prefunds a contract never changes;
 * that of a payment's own contract holds what waits for a close-out.
 */
export const contractContent = (c: string, q: string) => {
  const own = OF_CONTRACT.map((column) =>
    column === 'funding_account_id'
      ? `case when ${c}.payment_id is null then ${c}.funding_account_id::text end`
      : text(c)(column),
  )
  return stored(c, [...own, `${c}.customer_id::text`, ...TERMS.map(text(q))])
}

/** The same of a cover `v`. */
export const coverContent = (v: string) => stored(v, OF_COVER.map(text(v)))

type Tenant = Pick<Connection, 'keyring'>

/** The digest that only the service can make: its key follows from that of the blind indexes. */
export function quoteContentIndex({ keyring }: Tenant, tenantId: bigint, quote: TermsContent & { id: string }): string {
  return digest(keyring, tenantId, 'quote', [quote.id, ...valuesOf(quote, TERMS)])
}

export function contractContentIndex({ keyring }: Tenant, tenantId: bigint, contract: ContractContent): string {
  const { paymentId, fundingAccountId, customerId } = contract
  const own = { ...contract, fundingAccountId: paymentId === null ? fundingAccountId : null }
  const values = [...valuesOf(own, OF_CONTRACT), String(customerId), ...valuesOf(contract, TERMS)]
  return digest(keyring, tenantId, 'contract', values)
}

export function coverContentIndex(
  { keyring }: Tenant,
  tenantId: bigint,
  cover: CoverContent & { contractId: string },
): string {
  return digest(keyring, tenantId, 'cover', valuesOf(cover, OF_COVER))
}

function valuesOf(row: object, columns: readonly string[]): (string | null)[] {
  const values = row as Record<string, Value>
  return columns.map((column) => {
    const value = values[camelCase(column)]!
    return value === null ? null : String(value)
  })
}

function digest(keyring: Keyring, tenantId: bigint, kind: Kind, values: readonly (string | null)[]): string {
  return keyring.indexOf(tenantId, `fx_${kind}_content`, canonicalJson(values))
}

/**
 * Why a row is not the one that the service stored; undefined if it is. One from before has no
 * digest until all contracts of the institution have theirs.
 */
export function whyTradeAltered(
  keyring: Keyring,
  tenantId: bigint,
  kind: Kind,
  [index, ...values]: StoredTrade,
): string | undefined {
  if (index === null)
    return keyring.isBound(tenantId, 'fx_contracts') ? `the ${kind} was not made by the service` : undefined
  if (index === digest(keyring, tenantId, kind, values)) return undefined
  return `what is stored of the ${kind} is not what the service stored`
}

/** A row that is read with the content of its kind. */
export interface WithTrade {
  content: StoredTrade
}

/** A row without its content, which says why it is not the one that the service stored. */
export function checkedTrade<Row extends WithTrade>(
  { keyring }: Tenant,
  tenantId: bigint,
  kind: Kind,
  { content, ...row }: Row,
): Omit<Row, 'content'> & { altered?: string | undefined } {
  const altered = whyTradeAltered(keyring, tenantId, kind, content)
  return altered === undefined ? row : { ...row, altered }
}

interface ContentRow extends WithTrade {
  id: string
}

const CONTRACTS = `select c.id, ${contractContent('c', 'q')} as content
  from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id where c.tenant_id = $1`
const COVERS = `select v.contract_id as id, ${coverContent('v')} as content from fx_covers v where v.tenant_id = $1`

/** Gives contracts from before their digests, and their covers, while not all have theirs. */
export async function sealEarlierTrades(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<void> {
  if (tx.keyring.isBound(tenantId, 'fx_contracts')) return
  const named = [tenantId, ids]
  const contracts = await tx.query<ContentRow>(
    `${CONTRACTS} and c.id = any($2::uuid[]) and c.content_index is null`,
    named,
  )
  const covers = await tx.query<ContentRow>(
    `${COVERS} and v.contract_id = any($2::uuid[]) and v.content_index is null`,
    named,
  )
  await writeDigests(tx, tenantId, 'contract', contracts)
  await writeDigests(tx, tenantId, 'cover', covers)
}

async function writeDigests(
  tx: Transaction,
  tenantId: bigint,
  kind: 'contract' | 'cover',
  rows: readonly ContentRow[],
): Promise<void> {
  if (rows.length === 0) return
  const [table, key] = kind === 'contract' ? ['fx_contracts', 'id'] : ['fx_covers', 'contract_id']
  await tx.query(
    `update ${table} t set content_index = i.content from unnest($2::uuid[], $3::text[]) as i (id, content)
     where t.tenant_id = $1 and t.${key} = i.id`,
    [
      ...[tenantId, rows.map(({ id }) => id)],
      rows.map(({ content: [, ...values] }) => digest(tx.keyring, tenantId, kind, values)),
    ],
  )
}

const PAGE_ROWS = 500
const MAX_NAMED = 100

/**
 * The contracts and covers that are not what the service stored, with the reason. Reads by pages in
 * the order of the contract, and stops at a hundred of each.
 */
export async function findAlteredTrades(
  db: Connection,
  tenantId: bigint,
): Promise<{ kind: 'contract' | 'cover'; id: string; altered: string }[]> {
  return [
    ...(await findAltered(db, tenantId, 'contract', `${CONTRACTS} and c.id > $2 order by c.id`)),
    ...(await findAltered(db, tenantId, 'cover', `${COVERS} and v.contract_id > $2 order by v.contract_id`)),
  ]
}

async function findAltered<K extends Kind>(db: Connection, tenantId: bigint, kind: K, select: string) {
  const found: { kind: K; id: string; altered: string }[] = []
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  do {
    const rows: ContentRow[] = await db.query<ContentRow>(`${select} limit ${PAGE_ROWS}`, [tenantId, after])
    for (const { id, content } of rows) {
      const altered = whyTradeAltered(db.keyring, tenantId, kind, content)
      if (altered !== undefined) found.push({ kind, id, altered })
    }
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)!.id
  } while (after !== undefined && found.length < MAX_NAMED)
  return found.slice(0, MAX_NAMED)
}
