import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { type EndedFile, lockIncomingFile, markReleased } from '../incoming/incoming-files.store.ts'
import { renderIncoming } from '../incoming/incoming-trace.ts'

/**
 * Lets a file in quarantine be imported once more, as it is: what it was refused for was corrected,
 * such as a setting. If it is still wrong, it goes to quarantine again. Entries that were booked
 * before are not booked twice.
 */
export async function releaseFile(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  fileUID: string,
  reason: string,
  now: Temporal.Instant,
): Promise<Result<EndedFile, Refusal>> {
  const file = await lockIncomingFile(tx, tenantId, fileUID)
  if (!file) return refusal('railFileNotFound')
  if (file.status !== 'QUARANTINED') return refusal('railFileNotQuarantined', `it is ${file.status}`)
  if (file.sha256 === null)
    return refusal('railFileNotQuarantined', 'it was too large to be read: put it into in/ again')
  const released = await markReleased(tx, tenantId, file.id, { by: clientId, reason, at: timestamp(now) })
  const subject = { kind: 'incomingFile', id: file.id }
  const change = { before: renderIncoming(file), after: renderIncoming(released) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.fileReleased', subject, ...change }, now)
  return accept(released)
}
