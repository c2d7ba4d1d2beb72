import type { Connection } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import type { OwnAccount } from './domain/accept-payment.ts'
import { type NamedCounterparty, readContacts, readReceivingAccounts } from './parties.store.ts'

/** Who is paid: a contact of the sender's customer, or, by a book transfer, an account of the institution. It is one of the two. */
export interface CounterpartyReference {
  contactId: bigint | null
  receiverAccountId: bigint | null
}

/** The receivers that payments name. */
export interface Counterparties {
  of(name: CounterpartyReference): NamedCounterparty | undefined
  /** The account numbers of those who bank with the institution itself. */
  ownNumbers(institution: Pick<Institution, 'routingNumber'>): string[]
}

/** Reads all receivers with one statement for contacts, and one for accounts where any are named. */
export async function openCounterparties(
  db: Connection,
  tenantId: bigint,
  names: readonly CounterpartyReference[],
): Promise<Counterparties> {
  const [contacts, accounts] = await Promise.all([
    readContacts(db, tenantId, distinct(names.map(({ contactId }) => contactId))),
    readReceivingAccounts(db, tenantId, distinct(names.map(({ receiverAccountId }) => receiverAccountId))),
  ])
  return {
    of: ({ contactId, receiverAccountId }) =>
      contactId === null ? accounts.get(receiverAccountId!) : contacts.get(contactId),
    ownNumbers({ routingNumber }) {
      const own = [...contacts.values(), ...accounts.values()].filter((one) => one.nationalCode === routingNumber)
      return distinct(own.map(({ accountNumber }) => accountNumber))
    },
  }
}

/**
 * The account of the institution that a receiver's number leads to. Where the payment names the account itself, only that one: its number may
 * have gone to another since it was closed.
 */
export function ownAccountOf(
  { accountNumber, accountId }: { accountNumber: string; accountId: bigint | null },
  ownAccounts: ReadonlyMap<string, OwnAccount>,
): OwnAccount | undefined {
  const own = ownAccounts.get(accountNumber)
  return accountId === null || own?.id === accountId ? own : undefined
}

function distinct<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value): value is T => value !== null))]
}
