import { type Altered, queryEach } from './altered-rows.ts'
import { contentIndex, type StoredContent, storedContent, type WithContent, whyAltered } from './content-digest.ts'
import type { Connection } from './database.ts'
import { CONTACTS, FX_CONTRACTS, PAYMENTS } from './digested-tables.ts'
import type { Keyring } from './keyring.ts'
import { numberIndex, type StoredText } from './seal-rows.ts'

/** The digest of a payment `p` and what it is of, in SQL. */
export const CONTENT = `${storedContent(PAYMENTS, 'p')} as content`

/** What the contact of a payment `p` is, if it is Active, in SQL. $1 is the tenant. */
const CONTACT_CONTENT = `(select ${storedContent(CONTACTS, 'k')} from contacts k
    where k.tenant_id = $1 and k.id = p.contact_id and k.status = 'Active') as contact_content`

/**
 * Whether a payment `p` exchanges what it instructs, as `x`, at the price of its contract with the
 * quote `q`, in SQL. The draw that takes the rest of a contract gets what earlier ones lost by
 * rounding: less than one minor unit of each currency for each.
 */
const IS_AT_PRICE = `(x.sell_currency, x.buy_currency) = (q.sell_currency, q.buy_currency)
    and case p.currency when x.buy_currency then x.buy_amount when x.sell_currency then x.sell_amount end <= p.amount
    and case when c.payment_id is not null then (x.sell_amount, x.buy_amount) = (q.sell_amount, q.buy_amount)
      else (select x.buy_amount::numeric * q.sell_amount
          <= (x.sell_amount + d.draws)::numeric * q.buy_amount + d.draws * q.sell_amount::numeric
        from (select count(*) as draws from (select from payment_exchanges o
          where o.tenant_id = $1 and o.contract_id = c.id and o.payment_id <> p.id limit 100) as o) as d) end`

/**
 * What the contract is that a payment `p` drew on, and whether the payment names it or it was made
 * for the payment, in SQL. $1 is the tenant.
 */
const CONTRACT_CONTENT = `(select jsonb_build_object('content', ${storedContent(FX_CONTRACTS, 'c')}, 'isIts',
      case when c.payment_id is null then c.contract_no::text is not distinct from p.fx_contract_number else c.payment_id = p.id end,
      'isAtPrice', ${IS_AT_PRICE})
    from payment_exchanges x join fx_contracts c on c.tenant_id = $1 and c.id = x.contract_id
      join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    where x.tenant_id = $1 and x.payment_id = p.id) as contract_content`

/**
 * Whether a payment `p` in the state `s` has a live hold of its own, on its account, of all that it
 * takes, in SQL. $1 is the tenant. SQL can change the state, and makes no hold without the funds.
 */
const IS_COVERED = `exists (select from ledger_holds h
    where h.tenant_id = $1 and h.reference_id = p.id and h.transfer_id = s.hold_transfer_id
      and case p.entry_type when 'DEBIT' then h.credit_account_id else h.debit_account_id end = p.sender_account_id
      and h.amount = coalesce(
        (select x.sell_amount from payment_exchanges x where x.tenant_id = $1 and x.payment_id = p.id),
        p.amount - coalesce(s.deducted_amount, 0))) as is_covered`

/** `CONTENT` of a payment that is decided or leaves, with that of its contact and contract. */
export const CONTENT_WITH_CONTACT = `${CONTENT}, ${CONTACT_CONTENT}, ${CONTRACT_CONTENT}`

/** The same of a payment that is handed over, and whether its hold covers it. */
export const CONTENT_WITH_HOLD = `${CONTENT_WITH_CONTACT}, ${IS_COVERED}`

/** A payment as it is written. */
export interface Instruction {
  id: string
  entryType: string
  externalReferenceId: string
  customerId: bigint
  senderAccountId: bigint
  contactId: bigint | null
  receiverAccountId: bigint | null
  amount: bigint
  currency: string
  speed: string
  secCode: string | null
  paymentDate: string
  receiverName: string
  receiverAccountNumber: StoredText | string
  receiverAccountType: string
  receiverBankCode: string
  receiverMessageDetailsIndex: string | null
  fxContractNumber: string | null
  createdBy: string
  createdByUser: string | null
  approversNeeded: number
}

/** The digest of a payment that is written. */
export function paymentContentIndex(db: Pick<Connection, 'keyring'>, tenantId: bigint, one: Instruction): string {
  const receiverAccountNumberIndex = numberIndex(db.keyring, tenantId, one.receiverAccountNumber)
  return contentIndex(db, tenantId, PAYMENTS, { ...one, receiverAccountNumberIndex })
}

/** `queryEach` for payments that are read with `CONTENT`: one that was made elsewhere says so. */
export async function queryPayments<Row extends object>(
  db: Connection,
  tenantId: bigint,
  text: string,
  values: readonly unknown[],
): Promise<(Row & Altered)[]> {
  const rows = await queryEach<Row & WithContent>(db, text, values)
  return rows.map((row) => {
    const altered = row.altered ?? whyAltered(db.keyring, tenantId, PAYMENTS, row.content)
    return altered === undefined ? row : { ...row, altered }
  })
}

/** Of a payment that is read with `CONTENT_WITH_CONTACT`. */
export interface WithContact extends Altered {
  /** Why its contact is not what the service stored; undefined if it is, or is not Active. */
  contactAltered?: string | undefined
}

/** The same for payments that are read with `CONTENT_WITH_CONTACT`. */
export async function queryWithContacts<Row extends object>(
  db: Connection,
  tenantId: bigint,
  text: string,
  values: readonly unknown[],
): Promise<(Row & WithContact)[]> {
  const rows = await queryPayments<Row & { contactContent: StoredContent | null }>(db, tenantId, text, values)
  return rows.map((row) => {
    const { contactContent } = row
    if (!contactContent) return row
    return { ...row, contactAltered: whyAltered(db.keyring, tenantId, CONTACTS, contactContent) }
  })
}

/**
 * The same for payments that are about to leave: one whose contact or FX contract was altered is
 * altered, too, and so is one that is handed over without its hold.
 */
export async function queryLeaving<Row extends object>(
  db: Connection,
  tenantId: bigint,
  text: string,
  values: readonly unknown[],
): Promise<(Row & WithContact)[]> {
  const rows = await queryWithContacts<Row & Leaving>(db, tenantId, text, values)
  return rows.map((row) => {
    const drawn = whyDrawAltered(db.keyring, tenantId, row.contractContent)
    const altered = row.altered ?? row.contactAltered ?? drawn ?? (row.isCovered === false ? NOT_COVERED : undefined)
    return altered === undefined ? row : { ...row, altered }
  })
}

const NOT_COVERED = 'the payment has no hold of its own on its account that covers it'

interface Leaving {
  contractContent: DrawnContract | null
  isCovered?: boolean
}

/** The contract that a payment drew on. */
interface DrawnContract {
  content: StoredContent
  /** Whether the payment names it, or it was made for the payment. */
  isIts: boolean
  /** Whether the payment draws no more than it instructs, and at the price of the contract. */
  isAtPrice: boolean
}

function whyDrawAltered(keyring: Keyring, tenantId: bigint, drawn: DrawnContract | null): string | undefined {
  if (drawn === null) return undefined
  if (!drawn.isIts) return 'the payment drew on an FX contract that is not its own'
  if (!drawn.isAtPrice) return 'the payment exchanged more than it instructs, or not at the price of its FX contract'
  return whyAltered(keyring, tenantId, FX_CONTRACTS, drawn.content)
}
