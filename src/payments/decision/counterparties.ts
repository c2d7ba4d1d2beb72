import {
  type ContactBody,
  type ContactData,
  type ContactSpelling,
  openBanksOf,
  requireKnownBanks,
} from '../../contacts/contacts.ts'
import type { Connection } from '../../db/client.ts'
import type { StoredText } from '../../db/seal-rows.ts'
import type { Institution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { readStandingPrenotes } from '../prenotes/prenotes.store.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import { isBankAbroad } from './domain/international-entry.ts'
import {
  describedCounterparties,
  type NamedCounterparty,
  readContacts,
  readMissingAddresses,
  readReceivingAccounts,
} from './parties.store.ts'

/**
 * Names the counterparty: a contact of the customer, or, in a book transfer, an account. Exactly
 * one is set, except while a party that the request describes has no contact yet.
 */
export interface CounterpartyReference {
  contactId: bigint | null
  receiverAccountId: bigint | null
  described?: DescribedParty | undefined
}

/** With the SEC code that is asked for, if any. */
type Reference = CounterpartyReference & { secCode?: string | null | undefined }

/** The other side as a request describes it, instead of naming a contact. */
export interface DescribedParty {
  /** Checked as a contact is, except for whether its banks exist. */
  data: ContactData
  /** The body that would create the contact, and how the request names its fields. */
  body: ContactBody
  says: ContactSpelling
  /** Whether the contacts of the customer show it from then on. */
  isSaved: boolean
}

/** The counterparties that payments name. */
export interface Counterparties {
  of(reference: CounterpartyReference): NamedCounterparty | undefined
  /** Refuses a described party with a bank that the imported directories do not name. */
  requireBanks(party: DescribedParty, institution: Pick<Institution, 'routingNumber'>): Result<void, Refusal>
  /** The account numbers of counterparties with the institution's routing number. */
  ownNumbers(institution: Pick<Institution, 'routingNumber'>): StoredText[]
}

/** Reads all counterparties: one statement for contacts, and one for accounts if any are named. */
export async function openCounterparties(
  db: Connection,
  tenantId: bigint,
  references: readonly Reference[],
): Promise<Counterparties> {
  const parties = references.flatMap(({ described }) => (described ? [described] : []))
  const [contacts, accounts, described, banks] = await Promise.all([
    readContacts(db, tenantId, distinct(references.map(({ contactId, described }) => (described ? null : contactId)))),
    readReceivingAccounts(db, tenantId, distinct(references.map(({ receiverAccountId }) => receiverAccountId))),
    describedCounterparties(db, tenantId, parties),
    parties.length === 0
      ? undefined
      : openBanksOf(
          db,
          tenantId,
          parties.map(({ body }) => body),
        ),
  ])
  await Promise.all([addMissingAddresses(db, tenantId, contacts, references), addPrenotes(db, tenantId, contacts)])
  return {
    of({ contactId, receiverAccountId, described: party }) {
      if (party) return described.get(party)
      return contactId === null ? accounts.get(receiverAccountId!) : contacts.get(contactId)
    },
    requireBanks({ body, says }, institution) {
      const known = banks ? requireKnownBanks(body, banks, institution, says) : accept(undefined)
      return known.ok ? known : refusal('invalidPayment', known.refusal.detail)
    },
    ownNumbers({ routingNumber }) {
      const own = [...contacts.values(), ...accounts.values(), ...described.values()].filter(
        (one) => one.nationalCode === routingNumber,
      )
      return [...new Map(own.map(({ accountNumber }) => [accountNumber.index, accountNumber])).values()]
    },
  }
}

/** Adds what the addresses of contacts lack, where a payment may be an international entry. */
async function addMissingAddresses(
  db: Connection,
  tenantId: bigint,
  contacts: ReadonlyMap<bigint, NamedCounterparty>,
  references: readonly Reference[],
): Promise<void> {
  const asked = new Set(references.flatMap(({ contactId, secCode }) => (secCode === 'IAT' ? contactId : [])))
  const abroad = [...contacts].filter(([id, { bankCountry }]) => asked.has(id) || isBankAbroad(bankCountry))
  const ids = abroad.map(([id]) => id)
  for (const [id, missing] of await readMissingAddresses(db, tenantId, ids)) contacts.get(id)!.missingAddress = missing
}

/** Adds the prenotifications that stand for the accounts of contacts: most often none. */
async function addPrenotes(
  db: Connection,
  tenantId: bigint,
  contacts: ReadonlyMap<bigint, NamedCounterparty>,
): Promise<void> {
  const checked = [...contacts].flatMap(([contactId, contact]) => {
    const { hasPrenote, nationalCode: bankCode, accountNumber } = contact
    if (!hasPrenote || bankCode === null) return []
    return { contact, account: { contactId, numberIndex: accountNumber.index, bankCode } }
  })
  const accounts = checked.map(({ account }) => account)
  const standingFor = await readStandingPrenotes(db, tenantId, accounts)
  for (const { contact, account } of checked) contact.prenote = standingFor(account)
}

/**
 * The account of the institution with the counterparty's account number. If the payment names the
 * account by id, only that account qualifies: its number may be reused after it closes.
 */
export function ownAccountOf(
  { accountNumber, accountId }: { accountNumber: StoredText; accountId: bigint | null },
  ownAccounts: ReadonlyMap<string, OwnAccount>,
): OwnAccount | undefined {
  const own = ownAccounts.get(accountNumber.index)
  return accountId === null || own?.id === accountId ? own : undefined
}

function distinct<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value): value is T => value !== null))]
}
