import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { sealContents } from '../../db/content-digest.ts'
import { PAYMENTS } from '../../db/digested-tables.ts'
import { insertRows } from '../../db/rows.ts'

/** An account of a test customer, and one of the customer's contacts. */
export interface LoadedPayer {
  accountId: bigint
  customerId: bigint
  contactId: bigint
  name: string
  accountNumber: string
  routingNumber: string
}

export async function readLoadedPayers(db: Connection, tenantId: bigint, limit: number): Promise<LoadedPayer[]> {
  return db.query<LoadedPayer>(
    `select a.id as account_id, c.id as customer_id, k.id as contact_id, k.name, k.account_number,
       k.national_code as routing_number
     from customers c
       join accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
       join contacts k on k.tenant_id = c.tenant_id and k.customer_id = c.id
     where c.tenant_id = $1 and c.short_name >= 'load-' and c.short_name < 'load.' limit $2`,
    [tenantId, limit],
  )
}

export interface LoadedPayment {
  id: string
  number: number
  payer: LoadedPayer
  amount: bigint
  speed: string
  rail: string
  status: 'PROCESSED' | 'FUTURE_DATED' | 'VALIDATION_FAILURE'
  paymentDate: string
  holdTransferId: string | null
}

export async function insertLoadedPayments(
  tx: Transaction,
  { tenantId, currency, timeZone }: { tenantId: bigint; currency: string; timeZone: string },
  payments: readonly LoadedPayment[],
  { at, settlementOf }: { at: Temporal.Instant; settlementOf: (payment: LoadedPayment) => string | null },
): Promise<void> {
  await insertRows(
    tx,
    'payments',
    { tenantId, currency, createdAt: at, createdBy: 'load', approversNeeded: 0 },
    payments.map(({ id, number, payer, amount, speed, rail, paymentDate }) => ({
      ...{ id, externalReferenceId: `load-${number}`, customerId: payer.customerId, senderAccountId: payer.accountId },
      ...{ contactId: payer.contactId, amount, speed, secCode: rail === 'ACH' ? 'PPD' : null, paymentDate },
      ...{ receiverName: payer.name, receiverAccountNumber: payer.accountNumber, receiverAccountType: 'Checking' },
      ...{ receiverAccountId: null, receiverBankCode: payer.routingNumber, details: {} },
    })),
  )
  await sealContents(tx, tenantId, PAYMENTS, payments)
  await tx.query(
    `insert into payment_states (tenant_id, payment_id, customer_id, sender_account_id, contact_id, amount, entry_type, payment_date, is_mailed, step, status,
       stepped_at, actor, updated_at, rail, speed, validated_at, hold_transfer_id, failure_reason, needs_institution_approval, due_at)
     select $1, p.id, p.customer_id, p.sender_account_id, p.contact_id, p.amount, p.entry_type, p.payment_date, false,
       1, case l.status when 'PROCESSED' then 'VALIDATED' else 'FUTURE_DATED' end, $2, 'load', $2::timestamptz, l.rail, p.speed,
       case l.status when 'PROCESSED' then $2::timestamptz end, l.hold_transfer_id,
       case l.status when 'VALIDATION_FAILURE' then 'The payment was not released: this is a test payment.' end,
       false, case l.status when 'FUTURE_DATED' then p.payment_date::timestamp at time zone $3 end
     from unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[]) as l (id, status, rail, hold_transfer_id)
       join payments p on p.tenant_id = $1 and p.id = l.id`,
    [
      ...[tenantId, at.toString(), timeZone, payments.map(({ id }) => id), payments.map(({ status }) => status)],
      ...[payments.map(({ rail }) => rail), payments.map(({ holdTransferId }) => holdTransferId)],
    ],
  )
  const steps = [
    ['VALIDATED', 'READY_TO_TRANSMIT', 'PROCESSED'],
    ['READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'],
    ['TRANSMITTED', 'PROCESSED', 'PROCESSED'],
    ['FUTURE_DATED', 'VALIDATION_FAILURE', 'VALIDATION_FAILURE'],
  ] as const
  for (const [from, to, last] of steps) {
    const moved = payments.filter(({ status }) => status === last)
    await tx.query(
      `update payment_states s set step = s.step + 1, previous_status = s.status, status = $2,
         evidence = case $2 when 'PROCESSED' then jsonb_build_object('settlement', m.settlement) end
       from unnest($4::uuid[], $5::text[]) as m (id, settlement)
       where s.tenant_id = $1 and s.payment_id = m.id and s.status = $3`,
      [tenantId, to, from, moved.map(({ id }) => id), moved.map(settlementOf)],
    )
  }
}
