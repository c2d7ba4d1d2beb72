import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { Dishonor, ReceivedItem } from '../../src/receipts/receipts.ts'
import type { TestService } from '../support/test-service.ts'

const fileId = randomUUID()
let entries = 0

/** An item as an import makes it: a PPD credit of 100.00 that settles on 2 July 2026. */
export function itemOf(fields: Partial<ReceivedItem> = {}): ReceivedItem {
  const entryNumber = ++entries
  const date = Temporal.PlainDate.from('2026-07-02')
  return {
    identity: `item-${entryNumber}`,
    fileId,
    entryNumber,
    rail: 'ACH',
    direction: 'Credit',
    isPrenote: false,
    amount: 100_00n,
    currency: 'USD',
    accountNumber: '000000000000',
    transactionCode: '22',
    receiverName: 'HARBOR COFFEE LTD',
    receiverId: 'C-118',
    originatorName: 'HIGHLAND BEANS',
    originatorId: '1842345678',
    originatorRouting: '021000021',
    secCode: 'PPD',
    entryDescription: 'INVOICE',
    discretionaryData: '',
    traceNumber: `02100002${String(entryNumber).padStart(7, '0')}`,
    addenda: [],
    effectiveDate: date,
    settlementDate: date,
    ...fields,
  }
}

/** A dishonored return (R68) of what was returned, which settles on the day of `now`. */
export async function dishonorOf(service: TestService, receiptId: string, now: Temporal.Instant): Promise<Dishonor> {
  const [sent] = await service.query<{ trace: string; code: string; date: string; original: string; amount: string }>(
    `select t.trace_number as trace, t.code, coalesce((t.settlement_due_at at time zone 'America/New_York')::date, t.effective_entry_date)::text as date, r.trace_number as original,
       r.amount::text as amount
     from ach_returns t join receipts r on r.tenant_id = t.tenant_id and r.id = t.receipt_id
     where t.receipt_id = $1 and t.kind = 'Return'`,
    [receiptId],
  )
  const { trace, code, date, original, amount } = sent!
  return {
    ...{ returnTraceNumber: trace, returnCode: code, originalTraceNumber: original, originatorRouting: '02100002' },
    returnSettlementDay: String(Temporal.PlainDate.from(date).dayOfYear).padStart(3, '0'),
    ...{ code: 'R68', traceNumber: '021000029999999', amount: BigInt(amount) },
    settlementDate: now.toZonedDateTimeISO('America/New_York').toPlainDate(),
  }
}
