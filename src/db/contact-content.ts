import { canonicalJson } from '../kernel/canonical-json.ts'
import { camelCase } from './camel-case.ts'
import type { Connection, Transaction } from './database.ts'
import type { Keyring } from './keyring.ts'

/** What decides whether a contact is paid, where and as whom, and what its approvers are told. */
const COLUMNS = [
  ...['id', 'version', 'customer_id', 'status', 'is_listed', 'name', 'contact_type'],
  ...['account_number_index', 'account_type', 'account_currency', 'ach_fault', 'bank_name', 'bank_country'],
  ...['national_code', 'swift_code', 'message_details_index', 'details_version'],
] as const
const KEYS = COLUMNS.map(camelCase) as (keyof ContactContent)[]

/** A contact as it is stored. */
export interface ContactContent {
  id: bigint
  version: bigint
  customerId: bigint
  status: string
  isListed: boolean
  name: string
  contactType: string
  accountNumberIndex: string | null
  accountType: string
  accountCurrency: string
  achFault: string | null
  bankName: string
  bankCountry: string
  nationalCode: string | null
  swiftCode: string | null
  messageDetailsIndex: string | null
  detailsVersion: bigint | null
  detailsSetBy: unknown
}

/** `CONTACT_CONTENT` as it is read: the digest, and what it is of. */
export type StoredContent = readonly [index: string | null, id: string, version: string, ...rest: unknown[]]

/** The digest of a contact `k` and what it is of, in SQL. */
export const contactContent = (k: string) =>
  `jsonb_build_array(${k}.content_index, ${COLUMNS.map((column) => `${k}.${column}::text`).join(', ')}, ${k}.details_set_by)`

/**
 * The digest that only the service can make: its key follows from that of the blind indexes. It
 * names the version of the row, because a node of the release before leaves it as it is.
 */
export function contactContentIndex(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  contact: ContactContent,
): string {
  return digest(keyring, tenantId, contentOf(contact))
}

function contentOf(contact: ContactContent): readonly [id: string, version: string, ...rest: unknown[]] {
  const texts = KEYS.map((key) => (contact[key] === null ? null : String(contact[key])))
  return [...texts, contact.detailsSetBy] as unknown as readonly [string, string, ...unknown[]]
}

const digest = (keyring: Keyring, tenantId: bigint, content: readonly [id: string, version: string, ...unknown[]]) =>
  `${content[1]} ${keyring.indexOf(tenantId, 'contact_content', canonicalJson(content))}`

/**
 * Why a contact that is read with `contactContent` is not the one that the service stored;
 * undefined if it is. One from before has no digest until all contacts of the institution have
 * theirs.
 */
export function whyContactAltered(
  keyring: Keyring,
  tenantId: bigint,
  [index, ...content]: StoredContent,
): string | undefined {
  const [id, version] = content
  if (!index?.startsWith(`${version} `))
    return keyring.isBound(tenantId, 'contacts') ? `contact ${id} was not written by the service` : undefined
  if (index === digest(keyring, tenantId, content)) return undefined
  return `what is stored of contact ${id} is not what the service stored`
}

/** The same for a row with all its columns. */
export function isContactAltered(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  contact: ContactContent & { contentIndex: string | null },
): boolean {
  return whyContactAltered(keyring, tenantId, [contact.contentIndex, ...contentOf(contact)]) !== undefined
}

/** Gives contacts the digests of what they are. The caller knows that the service wrote them. */
export async function sealContacts(tx: Transaction, tenantId: bigint, ids: readonly bigint[]): Promise<void> {
  const rows = await readContents(tx, tenantId, ids)
  await writeDigests(tx, tenantId, rows)
}

/** The same for contacts from before, while not all of the institution have a digest. */
export async function sealEarlierContacts(tx: Transaction, tenantId: bigint, ids: readonly bigint[]): Promise<void> {
  if (tx.keyring.isBound(tenantId, 'contacts')) return
  const rows = await readContents(tx, tenantId, ids)
  await writeDigests(
    tx,
    tenantId,
    rows.filter(({ content: [index, , version] }) => !index?.startsWith(`${version} `)),
  )
}

interface ContentRow {
  id: bigint
  content: StoredContent
}

function readContents(tx: Transaction, tenantId: bigint, ids: readonly bigint[]): Promise<ContentRow[]> {
  return tx.query<ContentRow>(
    `select k.id, ${contactContent('k')} as content from contacts k
     where k.tenant_id = $1 and k.id = any($2::bigint[]) order by k.id`,
    [tenantId, ids],
  )
}

async function writeDigests(tx: Transaction, tenantId: bigint, rows: readonly ContentRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `update contacts k set content_index = i.content from unnest($2::bigint[], $3::text[]) as i (id, content)
     where k.tenant_id = $1 and k.id = i.id`,
    [
      ...[tenantId, rows.map(({ id }) => id)],
      rows.map(({ content: [, ...content] }) => digest(tx.keyring, tenantId, content)),
    ],
  )
}

const PAGE_ROWS = 500
const MAX_NAMED = 100

/**
 * The Active contacts that are not what the service stored, with the reason. Reads by pages in the
 * order of the id, and stops at a hundred.
 */
export async function findAlteredContacts(
  db: Connection,
  tenantId: bigint,
): Promise<{ id: string; altered: string }[]> {
  const found: { id: string; altered: string }[] = []
  let after: bigint | undefined = 0n
  do {
    const rows: ContentRow[] = await db.query<ContentRow>(
      `select k.id, ${contactContent('k')} as content from contacts k
       where k.tenant_id = $1 and k.id > $2 and k.status = 'Active' order by k.id limit ${PAGE_ROWS}`,
      [tenantId, after],
    )
    for (const { id, content } of rows) {
      const altered = whyContactAltered(db.keyring, tenantId, content)
      if (altered !== undefined) found.push({ id: String(id), altered })
    }
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)!.id
  } while (after !== undefined && found.length < MAX_NAMED)
  return found.slice(0, MAX_NAMED)
}
