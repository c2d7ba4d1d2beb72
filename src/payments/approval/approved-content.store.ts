import { createHash } from 'node:crypto'
import type { Transaction } from '../../db/client.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'

/** Before a hash that covers the series. A hash without it is of an older release. */
const VERSION = 'v2:'

interface Content {
  id: string
  receiverMessageDetailsIndex: string | null
}

/**
 * What the approvers of payments see, as hashes by payment: the instruction, and its series as it
 * is now. An approval counts as long as the payment has the content that it was given for.
 */
export async function readContentHashes(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<Content>(
    `select p.id, p.entry_type, p.external_reference_id, p.sender_account_id, p.contact_id, p.receiver_account_id,
       p.amount, p.currency, p.speed, p.sec_code, p.payment_date, p.receiver_name, p.receiver_account_number,
       p.receiver_bank_code, p.receiver_message_details_index, p.payment_notes, p.details, p.fx_contract_number, r.id as series, o.number,
       r.frequency, r.start_date, r.pay_until, r.end_date, r.number_of_payments
     from payments p
       left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
       left join payment_recurrences r on r.tenant_id = o.tenant_id and r.id = o.recurrence_id
     where p.tenant_id = $1 and p.id = any($2::uuid[])`,
    [tenantId, paymentIds],
  )
  return new Map(rows.map((row) => [row.id, hashOf(row)]))
}

/** What is null in payments from before a column is left out, so that their approvals count on. */
function hashOf({ receiverMessageDetailsIndex: index, ...rest }: Content): string {
  const content = index === null ? rest : { ...rest, receiverMessageDetailsIndex: index }
  const columns = Object.entries(content).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ])
  return `${VERSION}${createHash('sha256')
    .update(canonicalJson(Object.fromEntries(columns)))
    .digest('hex')}`
}

/** Whether an approval with this hash was given for a content with the hash `now`. */
export function isOfContent(approved: string, now: string | undefined): boolean {
  return !approved.startsWith(VERSION) || approved === now
}
