import { type BatchHeader, type NachaEntry, type ReadEntry, sideOf } from '../../rails/rails.ts'
import type { ReceivedItem } from '../../receipts/receipts.ts'
import type { BatchDates } from './entry-dates.ts'
import { internationalOf } from './international.ts'

/** The entry as an item for an account of the institution. */
export function receivedItem(
  { header, entry, number }: ReadEntry,
  { identity, fileId, dates }: { identity: string; fileId: string; dates: BatchDates },
): ReceivedItem {
  const { detail } = entry
  const international = internationalOf(header, entry)
  return {
    ...{ identity, fileId, entryNumber: number, rail: 'ACH', currency: 'USD' },
    direction: sideOf(detail.transactionCode) === 'credit' ? 'Credit' : 'Debit',
    isPrenote: /^.[38]$/.test(detail.transactionCode),
    amount: detail.amountCents,
    accountNumber: detail.accountNumber,
    transactionCode: detail.transactionCode,
    receiverName: receiverNameOf(entry),
    receiverId: 'individualIdentification' in detail ? detail.individualIdentification : '',
    ...originatorOf(header, entry),
    originatorRouting: header.originatingDfi,
    secCode: header.secCode,
    entryDescription: header.companyEntryDescription,
    discretionaryData: 'discretionaryData' in detail ? detail.discretionaryData : '',
    traceNumber: 'traceNumber' in detail ? detail.traceNumber : '',
    addenda: entry.addenda.flatMap(textOfAddenda),
    ...dates,
    ...(international && { international }),
  }
}

/** IAT has the names in addenda 10 and 11, and some check entries have none. */
function receiverNameOf({ detail, addenda }: NachaEntry): string {
  if ('individualName' in detail) return detail.individualName
  return addenda.flatMap((one) => ('receiverName' in one ? [one.receiverName] : []))[0] ?? ''
}

function originatorOf(header: BatchHeader, { addenda }: NachaEntry) {
  if (header.record === 'batch header')
    return { originatorName: header.companyName, originatorId: header.companyIdentification }
  const originatorName = addenda.flatMap((one) => ('originatorName' in one ? [one.originatorName] : []))[0] ?? ''
  return { originatorName, originatorId: header.originatorIdentification }
}

/** What an addenda record says in words: payment information, or where a card was used. */
function textOfAddenda(addenda: NachaEntry['addenda'][number]): string[] {
  if ('paymentRelatedInformation' in addenda) return [addenda.paymentRelatedInformation]
  if (addenda.record === 'addenda 02')
    return [`${addenda.terminalLocation}, ${addenda.terminalCity}, ${addenda.terminalState}`]
  return []
}
