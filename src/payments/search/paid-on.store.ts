import type { Connection } from '../../db/client.ts'
import type { EntryType } from '../../kernel/rail.ts'

/** What the activity of an account shows of a payment. */
export interface PaymentOfAccount {
  id: string
  entryType: EntryType
  externalReferenceId: string
  rail: string
  paymentNotes: string | null
  senderAccountId: bigint
  senderAccountNumber: string
  senderName: string
  receiverName: string
  receiverAccountNumber: string
  /** Null for a payment in one currency. */
  contractNo: bigint | null
}

/** The payments among these ids, for the transactions of an account. */
export function readPaymentsOfAccount(
  db: Connection,
  tenantId: bigint,
  ids: readonly string[],
): Promise<PaymentOfAccount[]> {
  return db.query(
    `select p.id, p.entry_type, p.external_reference_id, p.rail, p.payment_notes, p.sender_account_id,
       a.account_number as sender_account_number, c.legal_name as sender_name, p.receiver_name, p.receiver_account_number,
       k.contract_no
     from current_payments p
       join accounts a on a.tenant_id = $1 and a.id = p.sender_account_id
       join customers c on c.tenant_id = $1 and c.id = p.customer_id
       left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = p.id
       left join fx_contracts k on k.tenant_id = $1 and k.id = x.contract_id
     where p.tenant_id = $1 and p.id = any(array(select unnest($2::uuid[])))`,
    [tenantId, ids],
  )
}

/** The names of the fees of these payments, by the transfer that holds or posts each. */
export function readFeesOfPayments(
  db: Connection,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<{ transferId: string; name: string }[]> {
  return db.query(
    `select transfer_id, name from payment_fees
     where tenant_id = $1 and payment_id = any($2::uuid[]) and transfer_id is not null`,
    [tenantId, paymentIds],
  )
}
