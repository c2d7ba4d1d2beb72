import { type Altered, queryEach } from './altered-rows.ts'
import { contactContent, type StoredContent, whyContactAltered } from './contact-content.ts'
import type { Connection, Transaction } from './database.ts'
import type { Keyring } from './keyring.ts'
import { StoredText } from './seal-rows.ts'
import { contractContent, type StoredTrade, whyTradeAltered } from './trade-content.ts'

/** What was instructed: the columns of a payment that decide who is paid what, and for whom. */
const COLUMNS = [
  ...['id', 'entry_type', 'external_reference_id', 'customer_id', 'sender_account_id', 'contact_id'],
  ...['receiver_account_id', 'amount', 'currency', 'speed', 'sec_code', 'payment_date', 'receiver_name'],
  ...['receiver_account_number_index', 'receiver_account_type', 'receiver_bank_code'],
  ...['receiver_message_details_index', 'fx_contract_number', 'created_by', 'created_by_user', 'approvers_needed'],
] as const

/** No stored text has these characters. */
const [BETWEEN, NOTHING] = ['\u001f', '\u001e']

/** The content of a payment `p` as one text, as `contentIndex` writes it, and its digest: SQL. */
export const CONTENT = `concat_ws(chr(31), ${COLUMNS.map((column) => `coalesce(p.${column}::text, chr(30))`).join(', ')}) as content,
  p.content_index`

/** What the contact of a payment `p` is, if it is Active, in SQL. $1 is the tenant. */
const CONTACT_CONTENT = `(select ${contactContent('k')} from contacts k
    where k.tenant_id = $1 and k.id = p.contact_id and k.status = 'Active') as contact_content`

/**
 * What the contract is that a payment `p` drew on, and whether the payment names it or it was made
 * for the payment, in SQL. $1 is the tenant.
 */
const CONTRACT_CONTENT = `(select jsonb_build_object('content', ${contractContent('c', 'q')}, 'isIts',
      case when c.payment_id is null then c.contract_no::text is not distinct from p.fx_contract_number else c.payment_id = p.id end)
    from payment_exchanges x join fx_contracts c on c.tenant_id = $1 and c.id = x.contract_id
      join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    where x.tenant_id = $1 and x.payment_id = p.id) as contract_content`

/** `CONTENT` of a payment that is decided or leaves, with that of its contact and contract. */
export const CONTENT_WITH_CONTACT = `${CONTENT}, ${CONTACT_CONTENT}, ${CONTRACT_CONTENT}`

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

/** The digest that only the service can make: its key follows from that of the blind indexes. */
export function contentIndex({ keyring }: Pick<Connection, 'keyring'>, tenantId: bigint, one: Instruction): string {
  const { receiverAccountNumber: number } = one
  const index = number instanceof StoredText ? number.index : keyring.indexOf(tenantId, 'account_number', number)
  const values = [
    ...[one.id, one.entryType, one.externalReferenceId, one.customerId, one.senderAccountId, one.contactId],
    ...[one.receiverAccountId, one.amount, one.currency, one.speed, one.secCode, one.paymentDate, one.receiverName],
    ...[index, one.receiverAccountType, one.receiverBankCode, one.receiverMessageDetailsIndex],
    ...[one.fxContractNumber, one.createdBy, one.createdByUser, one.approversNeeded],
  ]
  return digest(keyring, tenantId, values.map((value) => (value === null ? NOTHING : String(value))).join(BETWEEN))
}

const digest = (keyring: Keyring, tenantId: bigint, content: string) =>
  keyring.indexOf(tenantId, 'payment_content', content)

/** The columns of `CONTENT`. */
export interface Content {
  content: string
  contentIndex: string | null
}

/**
 * Why a payment is not the one that the service made; undefined if it is. One from before has no
 * digest until all payments of the institution have theirs.
 */
export function whyNotMade(keyring: Keyring, tenantId: bigint, { content, contentIndex }: Content): string | undefined {
  if (contentIndex === null)
    return keyring.isBound(tenantId, 'payments') ? 'the payment was not made by the service' : undefined
  if (contentIndex === digest(keyring, tenantId, content)) return undefined
  return 'what is stored of the payment is not what the service stored'
}

/** `queryEach` for payments that are read with `CONTENT`: one that was made elsewhere says so. */
export async function queryPayments<Row extends object>(
  db: Connection,
  tenantId: bigint,
  text: string,
  values: readonly unknown[],
): Promise<(Row & Altered)[]> {
  const rows = await queryEach<Row & Content>(db, text, values)
  return rows.map((row) => {
    const altered = row.altered ?? whyNotMade(db.keyring, tenantId, row)
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
    return contactContent ? { ...row, contactAltered: whyContactAltered(db.keyring, tenantId, contactContent) } : row
  })
}

/**
 * The same for payments that are about to leave: one whose contact or FX contract was altered is
 * altered, too.
 */
export async function queryLeaving<Row extends object>(
  db: Connection,
  tenantId: bigint,
  text: string,
  values: readonly unknown[],
): Promise<(Row & WithContact)[]> {
  const rows = await queryWithContacts<Row & { contractContent: DrawnContract | null }>(db, tenantId, text, values)
  return rows.map((row) => {
    const altered = row.altered ?? row.contactAltered ?? whyDrawAltered(db.keyring, tenantId, row.contractContent)
    return altered === undefined ? row : { ...row, altered }
  })
}

/** The contract that a payment drew on. */
interface DrawnContract {
  content: StoredTrade
  /** Whether the payment names it, or it was made for the payment. */
  isIts: boolean
}

function whyDrawAltered(keyring: Keyring, tenantId: bigint, drawn: DrawnContract | null): string | undefined {
  if (drawn === null) return undefined
  if (!drawn.isIts) return 'the payment drew on an FX contract that is not its own'
  return whyTradeAltered(keyring, tenantId, 'contract', drawn.content)
}

/** Gives payments the digests of what they are now. The caller knows that the service made them. */
export async function sealPayments(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; content: string }>(
    `select p.id, ${CONTENT} from payments p where p.tenant_id = $1 and p.id = any($2::uuid[]) order by p.id`,
    [tenantId, ids],
  )
  if (rows.length === 0) return
  await tx.query('select seal_payment($1, i.id, i.content) from unnest($2::uuid[], $3::text[]) as i (id, content)', [
    ...[tenantId, rows.map(({ id }) => id), rows.map(({ content }) => digest(tx.keyring, tenantId, content))],
  ])
}

/** The same for payments from before, while not all of the institution have a digest. */
export async function sealEarlierPayments(tx: Transaction, tenantId: bigint, ids: readonly string[]): Promise<void> {
  if (tx.keyring.isBound(tenantId, 'payments')) return
  const rows = await tx.query<{ id: string }>(
    'select id from payments where tenant_id = $1 and id = any($2::uuid[]) and content_index is null',
    [tenantId, ids],
  )
  await sealPayments(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
}
