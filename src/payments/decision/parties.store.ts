import { isOn, type Switch } from '../../accounts/accounts.ts'
import type { ApprovalSettings } from '../../approvers/approvers.ts'
import { type ContactData, messageDetailsIndex, messageDetailsOf } from '../../contacts/contacts.ts'
import { belongsTo } from '../../customers/customers.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { type StoredContent, storedContent, whyAltered } from '../../db/content-digest.ts'
import { CONTACTS } from '../../db/digested-tables.ts'
import { UnknownKey } from '../../db/keyring.ts'
import { openStored, StoredText, searched } from '../../db/seal-rows.ts'
import { type AchFault, achFaultOf } from '../../kernel/ach-account-number.ts'
import { toAscii } from '../../kernel/ascii-text.ts'
import type { OnMissedCutOff } from '../../kernel/cut-off.ts'
import { parseAmount } from '../../kernel/money.ts'
import type { Rail } from '../../kernel/rail.ts'
import { CannotOpen } from '../../kernel/sealer.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { CreditExposureLimit } from './credit-exposure.store.ts'
import type { Counterparty, OwnAccount, OwnSideAccount, OwnSideCustomer } from './domain/accept-payment.ts'

/**
 * The customer's own side of a payment: the account, which pays a credit or collects a debit, and
 * its customer.
 */
export interface OwnSide {
  account: OwnSideAccount
  /** The company identification that is agreed for its ACH entries; undefined for the default. */
  achCompanyId?: string | undefined
  /** The limits of its customer and of those above it on ACH credits in flight. */
  creditExposure: readonly CreditExposureLimit[]
  customer: OwnSideCustomer & {
    id: bigint
    ancestorIds: bigint[]
    approvals: ApprovalSettings | undefined
    onMissedCutOff?: OnMissedCutOff
  }
}

/** The other side as the request names it: a contact, or an account of the institution. */
export interface NamedCounterparty extends Counterparty {
  accountNumber: StoredText
  /** The customer that owns the contact or the account. */
  customerId: bigint
  /** The legal entities above the account's customer; empty for a contact. */
  ancestorIds: bigint[]
  accountType: string
  /** Null for a contact. */
  accountId: bigint | null
  /** Of a contact: whether a prenotification stands for an account that it has or had. */
  hasPrenote?: boolean
  /** Of a contact: the blind index of what messages take from it. Null for an account. */
  messageDetailsIndex: string | null
  /** False for the contact of a party that an earlier payment described: no request can name it. */
  isListed: boolean
}

export async function readContacts(
  db: Connection,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, NamedCounterparty>> {
  const rows = await db.query<CounterpartyRow & { id: bigint; content: StoredContent }>(
    `select ${storedContent(CONTACTS, 'contacts')} as content, id, customer_id, '{}'::bigint[] as ancestor_ids, null as account_id, name, status, contact_type, account_number, bank_country,
       account_number_index, ${messageDetailsOf('contacts')} as message_details_index, ach_fault, account_type, account_currency, national_code, swift_code, is_listed,
       exists (select from prenotes n where n.tenant_id = $1 and n.contact_id = contacts.id
         and n.status in ('Queued', 'Sent', 'Returned')) as has_prenote,
       ${unreachableRails('national_code', 'swift_code')} as unreachable_rails,
       ${absentRails('national_code')} as absent_rails
     from contacts where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids],
    { isOpened: false },
  )
  return new Map(rows.map(({ content, ...row }) => [row.id, contactOf(db, tenantId, content, row)]))
}

/** One that was altered has no number, so that none of its payments stops those to others. */
function contactOf(
  db: Connection,
  tenantId: bigint,
  content: StoredContent,
  row: CounterpartyRow & { id: bigint },
): NamedCounterparty {
  const isAltered = row.status === 'Active' && whyAltered(db.keyring, tenantId, CONTACTS, content) !== undefined
  try {
    if (!isAltered) return counterpartyOf(db, tenantId, { table: 'contacts', id: row.id }, row)
  } catch (error) {
    if (error instanceof UnknownKey || !(error instanceof CannotOpen)) throw error
  }
  const none = StoredText.plain(db.keyring, numbersOf(tenantId), { text: '', index: null })
  return { ...row, accountNumber: none, achFault: 'none', isAltered: true }
}

/** Of the details of a contact, its address. */
interface ContactDetails {
  address?: Partial<Record<'addressLine1' | 'city' | 'countryCode', string>>
}

/** What the addresses of contacts lack for an international entry, by contact. */
export async function readMissingAddresses(
  db: Connection,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: bigint; details: ContactDetails }>(
    'select id, details from contacts where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, ids],
  )
  return new Map(rows.map(({ id, details }) => [id, missingOf(details)]))
}

/** The parts of an address that an international entry needs, and that these details lack. */
function missingOf({ address }: ContactDetails): string[] {
  return (['addressLine1', 'city', 'countryCode'] as const).filter((part) => toAscii(address?.[part] ?? '') === '')
}

/**
 * The rails that do not reach a bank by the imported directories, in SQL: the list of the rail does
 * not name the bank, or says that it takes no payments. Without a list, a rail reaches every bank.
 */
export function unreachableRails(routingNumber: string, bic: string): string {
  return `array(select d.rail from bank_directories d where d.tenant_id = $1 and not exists (
       select from bank_participants b where b.tenant_id = $1 and b.rail = d.rail and b.takes_payments
         and b.bank_id = case d.rail when 'SWIFT' then rpad(${bic}, 11, 'X') else ${routingNumber} end))`
}

/** The instant networks that say that a bank is not there now, in SQL. */
export function absentRails(routingNumber: string): string {
  return `array(select o.rail from instant_participants o where o.tenant_id = $1 and o.bank_code = ${routingNumber}
       and not o.is_on)`
}

/** A counterparty as stored: its account number stays sealed, because payments only copy it. */
type CounterpartyRow = Omit<NamedCounterparty, 'accountNumber' | 'achFault'> & {
  accountNumber: string
  accountNumberIndex: string | null
  achFault: AchFault | null
}

/** Names the field and the institution that account numbers are sealed for. */
const numbersOf = (tenantId: bigint) => ({ tenantId, field: 'account_number' })

function counterpartyOf<Row extends CounterpartyRow>(
  { keyring }: Connection,
  tenantId: bigint,
  { table, id }: { table: 'contacts' | 'accounts'; id: bigint },
  { accountNumber: text, accountNumberIndex: index, achFault, ...row }: Row,
) {
  const cell = { table, column: 'account_number', key: [id] }
  const accountNumber = StoredText.of(keyring, tenantId, cell, { text, index })
  const fault = achFault ?? achFaultOf(openStored(keyring, numbersOf(tenantId), accountNumber))
  return { ...row, accountNumber, achFault: fault }
}

/**
 * The counterparties that requests describe. They belong to no customer until `requireParties` has
 * decided whose payment it is.
 */
export async function describedCounterparties<Party extends { data: ContactData }>(
  db: Connection,
  tenantId: bigint,
  parties: readonly Party[],
): Promise<Map<Party, NamedCounterparty>> {
  if (parties.length === 0) return new Map()
  const rows = await db.query<{ unreachableRails: Rail[]; absentRails: Rail[] }>(
    `select ${unreachableRails('w.national_code', 'w.swift_code')} as unreachable_rails,
       ${absentRails('w.national_code')} as absent_rails
     from unnest($2::text[], $3::text[]) with ordinality as w (national_code, swift_code, place) order by w.place`,
    [tenantId, parties.map(({ data }) => data.nationalCode), parties.map(({ data }) => data.swiftCode)],
  )
  return new Map(
    parties.map((party, at) => {
      const { name, contactType, accountNumber, accountType, accountCurrency, nationalCode, swiftCode } = party.data
      const missingAddress = missingOf(party.data.details as ContactDetails)
      return [
        party,
        {
          ...{ name, contactType, accountType, accountCurrency, nationalCode, swiftCode, ...rows[at]! },
          ...{ customerId: 0n, ancestorIds: [], accountId: null, isListed: false, status: 'Active' },
          ...{ bankCountry: party.data.bankCountry, missingAddress },
          accountNumber: StoredText.plain(db.keyring, numbersOf(tenantId), { text: accountNumber, index: null }),
          achFault: achFaultOf(accountNumber),
          messageDetailsIndex: messageDetailsIndex(db, tenantId, party.data),
        },
      ]
    }),
  )
}

/**
 * Accounts named as counterparties, including deleted ones; `readOwnAccounts` decides which can
 * still receive.
 */
export async function readReceivingAccounts(
  db: Connection,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, NamedCounterparty>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<CounterpartyRow & { accountId: bigint }>(
    `select a.id as account_id, c.id as customer_id, c.ancestor_ids, c.legal_name as name, 'Active' as status,
       case c.customer_type when 'Consumer' then 'Consumer' else 'Company' end as contact_type, a.account_number,
       a.account_number_index, null as ach_fault, coalesce(a.sub_type, a.type) as account_type, a.currency as account_currency, i.routing_number as national_code, null as swift_code, null as message_details_index, true as is_listed, '{}'::text[] as unreachable_rails
     from accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
       join institutions i on i.tenant_id = a.tenant_id
     where a.tenant_id = $1 and a.id = any($2::bigint[])`,
    [tenantId, ids],
    { isOpened: false },
  )
  return new Map(
    rows.map((row) => [row.accountId, counterpartyOf(db, tenantId, { table: 'accounts', id: row.accountId }, row)]),
  )
}

/** The currency of an account that the principal may use, deleted or not; undefined otherwise. */
export async function readUsableCurrency(
  db: Connection,
  principal: Principal,
  id: bigint,
): Promise<string | undefined> {
  const row = await db.row<{ currency: string; id: bigint; ancestorIds: bigint[] }>(
    `select a.currency, c.id, c.ancestor_ids
     from accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
     where a.tenant_id = $1 and a.id = $2`,
    [principal.tenantId, id],
  )
  return row && belongsTo(row, principal) ? row.currency : undefined
}

export async function readOwnSides(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, OwnSide>> {
  const rows = await tx.query<OwnSideRow>(
    `select a.id, a.status, a.currency, a.routing_number, ${excludedRails('a')} as excluded_rails,
       a.features->'achFeature' as ach_feature, a.features->'fedWireFeature' as wire_feature,
       (select jsonb_agg(jsonb_build_array(e.customer_id::text, e.credit_exposure_limit))
        from accounts e where e.tenant_id = $1 and e.customer_id = any(c.ancestor_ids || c.id) and e.deleted_at is null
          and e.credit_exposure_limit is not null and e.currency = 'USD') as credit_limits, c.id as customer_id, c.status as customer_status, c.customer_type = 'Consumer' as is_consumer, c.sec_codes, c.ancestor_ids, c.ach_company_id,
       case when c.status = 'Pending' then (select w.id from approvals w
         where w.tenant_id = $1 and w.kind = 'customer' and w.subject_id = c.id::text and w.status = 'Pending') end as waits_for,
       c.profile->'legalEntityAccessSettings' as approvals, c.profile->>'onMissedCutOff' as on_missed_cut_off
     from accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
     where a.tenant_id = $1 and a.id = any($2::bigint[]) and a.deleted_at is null`,
    [tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, ownSideOf(row)]))
}

interface OwnSideRow {
  id: bigint
  status: string
  currency: string
  routingNumber: string
  excludedRails: Rail[]
  achFeature: {
    secCodes?: string[]
    achCompanyId?: string
    enableUnderWritten?: Switch
    debitExposureLimit?: number | string
  } | null
  wireFeature: { enableCallbacks?: Switch; callbackLimit?: number | string } | null
  /** The customer and the limit of each account that has one. */
  creditLimits: [customerId: string, limit: number | string][] | null
  customerId: bigint
  customerStatus: string
  waitsFor: string | null
  isConsumer: boolean
  secCodes: string[]
  achCompanyId: string | null
  ancestorIds: bigint[]
  approvals: ApprovalSettings | null
  onMissedCutOff: OnMissedCutOff | null
}

function ownSideOf(row: OwnSideRow): OwnSide {
  const { secCodes = [], enableUnderWritten, debitExposureLimit } = row.achFeature ?? {}
  return {
    account: {
      id: row.id,
      status: row.status,
      currency: row.currency,
      routingNumber: row.routingNumber,
      secCodes: secCodes.map((code) => code.toUpperCase()),
      isUnderwritten: isOn(enableUnderWritten, true),
      debitExposureLimit: exposureLimit(debitExposureLimit, row.currency),
      callBackAbove: callBackAbove(row),
      excludedRails: row.excludedRails,
    },
    achCompanyId: row.achFeature?.achCompanyId || row.achCompanyId || undefined,
    creditExposure: lowestOf(row.creditLimits ?? []),
    customer: {
      id: row.customerId,
      status: row.customerStatus,
      waitsFor: row.waitsFor ?? undefined,
      secCodes: row.secCodes,
      isConsumer: row.isConsumer,
      ancestorIds: row.ancestorIds,
      approvals: row.approvals ?? undefined,
      onMissedCutOff: row.onMissedCutOff ?? undefined,
    },
  }
}

/** Without a limit, every wire needs a call-back. */
function callBackAbove({ wireFeature, currency }: OwnSideRow): bigint | undefined {
  if (!isOn(wireFeature?.enableCallbacks, false)) return undefined
  return exposureLimit(wireFeature?.callbackLimit, currency) ?? 0n
}

/** If several accounts of a customer have a limit, the lowest bounds the customer. */
function lowestOf(limits: readonly (readonly [customerId: string, limit: number | string])[]): CreditExposureLimit[] {
  const lowest = new Map<bigint, bigint>()
  for (const [id, text] of limits) {
    const [customerId, amount] = [BigInt(id), exposureLimit(text, 'USD')]
    if (amount === undefined) continue
    const known = lowest.get(customerId)
    if (known === undefined || amount < known) lowest.set(customerId, amount)
  }
  return Array.from(lowest, ([customerId, amount]) => ({ customerId, amount }))
}

/** In minor units; undefined for no limit. A limit that is not a valid amount allows nothing. */
function exposureLimit(limit: number | string | undefined, currency: string): bigint | undefined {
  if (limit === undefined || limit === '') return undefined
  const amount = parseAmount(limit, currency)
  return amount.ok ? amount.value : 0n
}

/**
 * The rails that an account cannot send over, in SQL: its features disable the rail or make it
 * receive-only.
 */
export function excludedRails(account: string): string {
  return `(array_remove(array[
    case when not (${account}.enable_wire and ${account}.enable_domestic_wire) then 'FEDWIRE' end,
    case when not ${account}.enable_international_wire then 'SWIFT' end,
    case when not ${account}.enable_fednow then 'FEDNOW' end,
    case when not ${account}.enable_rtp then 'RTP' end], null) || ${account}.receive_only_rails)`
}

/**
 * The institution's accounts with these account numbers, by the blind index of the number. The
 * number itself is read too, so that an index that was moved pays nobody. An account of a customer
 * that the institution has not approved yet cannot receive.
 */
export async function readOwnAccounts(
  tx: Transaction,
  tenantId: bigint,
  routingNumber: string,
  numbers: readonly StoredText[],
): Promise<Map<string, OwnAccount>> {
  if (numbers.length === 0) return new Map()
  const read = (texts: readonly string[]) =>
    tx.query<OwnAccount & { number: string }>(
      `select a.id, a.customer_id, case when c.is_admitted then a.status else 'Pending' end as status, a.currency,
         a.account_number, a.account_number_index, ${searched('a.account_number')} as number
       from accounts a join customers c on c.tenant_id = $1 and c.id = a.customer_id
       where a.tenant_id = $1 and a.routing_number = $2 and ${searched('a.account_number')} = any($3::text[])
         and a.deleted_at is null`,
      [tenantId, routingNumber, texts],
    )
  const found = new Map((await read(numbers.map(({ index }) => index))).map((row) => [row.number, row]))
  const missing = numbers.filter(({ index }) => !found.has(index))
  if (missing.length === 0) return found
  // An account from before sealing has no blind index yet.
  const indexes = new Map(missing.map((one) => [openStored(tx.keyring, numbersOf(tenantId), one), one.index]))
  for (const row of await read([...indexes.keys()])) found.set(indexes.get(row.number)!, row)
  return found
}
