import { formatAmount } from '../../kernel/money.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import type { EndedFile } from './incoming-files.store.ts'

/** ACH carries US dollars only. */
const CURRENCY = 'USD'

/** An incoming file as events and audit records show it. */
export function renderIncoming(file: EndedFile): object {
  const { id, rail, name, sha256, sizeBytes, status, importedEntries, receivedAt, endedAt, release } = file
  return {
    ...{ fileUID: id, rail, name, sha256, sizeBytes: String(sizeBytes), status, importedEntries },
    ...(file.entries !== null && {
      entries: file.entries,
      debitTotal: formatAmount(file.debitTotal!, CURRENCY),
      creditTotal: formatAmount(file.creditTotal!, CURRENCY),
      notes: [...file.notes!],
    }),
    ...(file.refusal !== null && { refusal: file.refusal }),
    ...(release !== null && { release }),
    receivedAt: timestamp(receivedAt),
    ...(endedAt !== null && { endedAt: timestamp(endedAt) }),
  }
}
