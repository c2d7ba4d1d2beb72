import type { Connection } from '../../db/client.ts'
import type { StoredText } from '../../db/seal-rows.ts'
import type { Institution } from '../../institution/institution.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import { type NamedCounterparty, readContacts, readReceivingAccounts } from './parties.store.ts'

/**
 * Names the counterparty: a contact of the customer, or, in a book transfer, an account. Exactly
 * one is set.
 */
export interface CounterpartyReference {
  contactId: bigint | null
  receiverAccountId: bigint | null
}

/** The counterparties that payments name. */
export interface Counterparties {
  of(reference: CounterpartyReference): NamedCounterparty | undefined
  /** The account numbers of counterparties with the institution's routing number. */
  ownNumbers(institution: Pick<Institution, 'routingNumber'>): StoredText[]
}

/** Reads all counterparties: one statement for contacts, and one for accounts if any are named. */
export async function openCounterparties(
  db: Connection,
  tenantId: bigint,
  references: readonly CounterpartyReference[],
): Promise<Counterparties> {
  const [contacts, accounts] = await Promise.all([
    readContacts(db, tenantId, distinct(references.map(({ contactId }) => contactId))),
    readReceivingAccounts(db, tenantId, distinct(references.map(({ receiverAccountId }) => receiverAccountId))),
  ])
  return {
    of: ({ contactId, receiverAccountId }) =>
      contactId === null ? accounts.get(receiverAccountId!) : contacts.get(contactId),
    ownNumbers({ routingNumber }) {
      const own = [...contacts.values(), ...accounts.values()].filter((one) => one.nationalCode === routingNumber)
      return [...new Map(own.map(({ accountNumber }) => [accountNumber.index, accountNumber])).values()]
    },
  }
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
