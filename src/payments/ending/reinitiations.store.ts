import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Payments } from '../../db/types.ts'
import type { PaymentStatus } from '../payment-state.ts'

/** A debit that was sent, with the return that ended it. */
export interface SentDebit extends Payments {
  status: PaymentStatus
  /** The code of its return; null if it did not come back. */
  returnCode: string | null
  /** When it settled; null if it did not. */
  settledAt: Temporal.Instant | null
}

/** A debit and the payments that sent it again, in their order. The caller has locked the debit. */
export async function readChain(tx: Transaction, tenantId: bigint, debitId: string): Promise<SentDebit[]> {
  return tx.query<SentDebit>(
    `select p.*, s.status,
       (select t.evidence ->> 'achReturnCode' from payment_steps t
        where t.tenant_id = $1 and t.payment_id = p.id and t.to_status = 'RETURNED' order by t.step desc limit 1) as return_code,
       (select t.at from payment_steps t
        where t.tenant_id = $1 and t.payment_id = p.id and t.to_status = 'PROCESSED' order by t.step limit 1) as settled_at
     from payments p join payment_states s on s.tenant_id = $1 and s.payment_id = p.id
     where p.tenant_id = $1 and p.id in (
       select $2::uuid union all select id from payments
       where tenant_id = $1 and details ? 'reinitiationOf' and details ->> 'reinitiationOf' = $2::text)
     order by p.id`,
    [tenantId, debitId],
  )
}
