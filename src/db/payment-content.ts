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
 * What the contract is that a payment `p` drew on, and whether the payment names it or it was made
 * for the payment, in SQL. $1 is the tenant.
 */
const CONTRACT_CONTENT = `(select jsonb_build_object('content', ${storedContent(FX_CONTRACTS, 'c')}, 'isIts',
      case when c.payment_id is null then c.contract_no::text is not distinct from p.fx_contract_number else c.payment_id = p.id end)
    from payment_exchanges x join fx_contracts c on c.tenant_id = $1 and c.id = x.contract_id
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
  content: StoredContent
  /** Whether the payment names it, or it was made for the payment. */
  isIts: boolean
}

function whyDrawAltered(keyring: Keyring, tenantId: bigint, drawn: DrawnContract | null): string | undefined {
  if (drawn === null) return undefined
  if (!drawn.isIts) return 'the payment drew on an FX contract that is not its own'
  return whyAltered(keyring, tenantId, FX_CONTRACTS, drawn.content)
}
