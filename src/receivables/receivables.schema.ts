import Type, { type Static } from 'typebox'
import { CurrencyField, named, positiveAmount, text } from '../http/fields.ts'
import { formatAmount } from '../kernel/money.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { Receivable, WriteOff } from './receivables.store.ts'

export const ReceivableReply = named('Receivable', {
  customerUID: Type.String(),
  currency: Type.String(),
  amountOwed: Type.String({ description: 'What the customer owes now, as decimal text.' }),
  amountIncurred: Type.String({ description: 'All it has owed so far, as decimal text.' }),
  since: Type.String({ description: 'When it owed for the first time, RFC 3339.' }),
})

export function renderReceivable({
  customerId,
  currency,
  owed,
  incurred,
  createdAt,
}: Receivable): Static<typeof ReceivableReply> {
  return {
    customerUID: String(customerId),
    currency,
    amountOwed: formatAmount(owed, currency),
    amountIncurred: formatAmount(incurred, currency),
    since: timestamp(createdAt),
  }
}

export const exampleReceivable = {
  customerUID: '100042',
  currency: 'USD',
  amountOwed: '35.50',
  amountIncurred: '120.00',
  since: '2026-07-03T14:00:00.000Z',
}

export const WriteOffBody = named(
  'WriteOffRequest',
  {
    amount: positiveAmount('Positive, with no more decimals than the currency has; at most amountOwed.'),
    currency: CurrencyField,
    reason: text(200),
    externalReferenceId: text(64),
  },
  { additionalProperties: false },
)
export type WriteOffBody = Static<typeof WriteOffBody>

export const exampleWriteOff = { amount: 35.5, currency: 'USD', reason: 'Insolvent', externalReferenceId: 'loss-0001' }

export const WriteOffReply = named('WriteOff', {
  writeOffUID: Type.String(),
  customerUID: Type.String(),
  currency: Type.String(),
  amount: Type.String({ description: 'Decimal text.' }),
  externalReferenceId: Type.String(),
  amountOwed: Type.String({ description: 'What the customer still owes, as decimal text.' }),
})
export type WriteOffReply = Static<typeof WriteOffReply>

export function renderWriteOff(
  { id, customerId, currency, amount, externalReferenceId }: WriteOff,
  owed: bigint,
): WriteOffReply {
  return {
    writeOffUID: id,
    customerUID: String(customerId),
    currency,
    amount: formatAmount(amount, currency),
    externalReferenceId,
    amountOwed: formatAmount(owed, currency),
  }
}
