import type { Connection } from '../db/client.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'

/** What messages take from a contact, besides its name and account. */
interface Described {
  bankName: string
  bankCountry: string
  nationalCode: string | null
  swiftCode: string | null
  details: unknown
}

/**
 * The index of a contact `k` as payments keep it, in SQL: empty if the contact was not changed
 * since before it had one, and its version if a node of the release before changed it since.
 */
export const messageDetailsOf = (k: string) =>
  `case when ${k}.details_version is null or ${k}.details_version = ${k}.version then coalesce(${k}.message_details_index, '')
    else 'version ' || ${k}.version end`

/**
 * The blind index of what messages and files take from a contact when they are written, and that a
 * payment does not keep itself: the bank, the banks between, and the addresses. Two contacts with
 * one index say the same in every message. Whoever reads more of a contact there adds it here.
 */
export function messageDetailsIndex(
  { keyring }: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  { bankName, bankCountry, nationalCode, swiftCode, details }: Described,
): string {
  const { address, bankAddress, intermediaryBank } = details as Record<string, unknown>
  const text = canonicalJson({
    ...{ bankName, bankCountry, nationalCode, swiftCode },
    ...{ address, bankAddress, intermediaryBank },
  })
  return keyring.indexOf(tenantId, 'contact_message_details', text)
}

/**
 * The index of a contact that is replaced. One that says the same as before keeps what it has: it
 * may have none yet, and payments that were made then must not ask.
 */
export function nextMessageDetailsIndex(
  db: Pick<Connection, 'keyring'>,
  tenantId: bigint,
  before: Described & { messageDetailsIndex: string | null },
  after: Described,
): string | null {
  const index = messageDetailsIndex(db, tenantId, after)
  return messageDetailsIndex(db, tenantId, before) === index && before.messageDetailsIndex === null ? null : index
}
