import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { type Actor, stillHasRight } from '../tokens/api-clients.ts'
import type { PaymentFile } from './payment-files.store.ts'

/** The one who uploaded the file. */
export function uploaderOf({
  uploadedBy: clientId,
  uploadedByUser: userId,
  legalEntityId,
  createdAt,
}: PaymentFile): Actor {
  return { clientId, userId, legalEntityId, actedAt: createdAt }
}

/** The one who approved the file, if anyone did. */
export function approverOf({ decidedBy: clientId, decidedByUser: userId, decidedAt }: PaymentFile): Actor | undefined {
  return clientId === null ? undefined : { clientId, userId, legalEntityId: null, actedAt: decidedAt }
}

/**
 * Why the payments of the file may not go on; undefined if they may. Nothing may stop the uploader
 * and the approver, and they must still have the right to upload and to approve. After a stop, only
 * the one who approves it again counts.
 */
export async function missingRight(
  db: Connection,
  file: PaymentFile,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const { tenantId, stoppedAt } = file
  const upload = { entitlement: 'Bulk_Payments.Upload_Bulk_Payment_File', now } as const
  if (stoppedAt === null && !(await stillHasRight(db, tenantId, uploaderOf(file), upload)))
    return 'stopped: the one that uploaded the file may no longer do so'
  const approver = approverOf(file)
  if (!approver) return undefined
  const approve = { entitlement: 'Bulk_Payments.Approve_bulk_payments', now } as const
  if (!(await stillHasRight(db, tenantId, approver, approve)))
    return 'stopped: the one that approved the file may no longer do so'
  return undefined
}
