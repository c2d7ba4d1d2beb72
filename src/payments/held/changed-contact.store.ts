import type { Temporal } from 'temporal-polyfill'
import { messageDetailsOf } from '../../contacts/contacts.ts'
import type { Transaction } from '../../db/client.ts'
import { sealContents } from '../../db/content-digest.ts'
import { PAYMENTS } from '../../db/digested-tables.ts'

/** The bank code of a contact `k` on the rail of a payment in the state `s`, in SQL. */
const bankCode = `coalesce(case s.rail when 'SWIFT' then k.swift_code else k.national_code end, '')`

/** Whether what carries a payment `p` in the state `s` takes details from its contact, in SQL. */
const takesDetails = `(s.rail not in ('ACH', 'BOOK') or p.sec_code = 'IAT')`

/**
 * Whether a contact `k` has changed since the payment `p` in the state `s` was made, in SQL: its
 * account number, its bank code, or what the message takes from it. Numbers and details are
 * compared by their blind indexes; a number from before sealing has none, nor has a payment from
 * before the index of details.
 */
export const CONTACT_CHANGED = `(k.account_number_index <> p.receiver_account_number_index or ${bankCode} <> p.receiver_bank_code
  or (${messageDetailsOf('k')} <> p.receiver_message_details_index and ${takesDetails}))`

/**
 * Copies the current bank details of its contact to a payment that the caller has locked. The
 * service cannot change them otherwise. The caller knows that nobody altered the payment.
 */
export async function takeContactDetails(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('select take_contact_details($1, $2, $3)', [tenantId, paymentId, now.toString()])
  await sealContents(tx, tenantId, PAYMENTS, [{ id: paymentId }])
}
