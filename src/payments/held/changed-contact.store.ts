import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'

/** The bank code of a contact `k` on the rail of a payment in the state `s`, in SQL. */
const bankCode = `coalesce(case s.rail when 'SWIFT' then k.swift_code else k.national_code end, '')`

/**
 * Whether the account number or bank code of a contact `k` has changed since the payment `p` in the
 * state `s` was made, in SQL. Numbers are compared by their blind indexes; one from before sealing
 * has none.
 */
export const CONTACT_CHANGED = `(k.account_number_index <> p.receiver_account_number_index or ${bankCode} <> p.receiver_bank_code)`

/**
 * Copies the current bank details of its contact to a payment that the caller has locked. The
 * service cannot change them otherwise.
 */
export async function takeContactDetails(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('select take_contact_details($1, $2, $3)', [tenantId, paymentId, now.toString()])
}
