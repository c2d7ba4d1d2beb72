import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { stillHasRight } from '../tokens/api-clients.ts'
import type { PaymentFile } from './payment-files.store.ts'

/**
 * Why the payments of the file may not go on; undefined if they may. The uploader must still have
 * the right to upload, and the approver the right to approve. After a stop, only the right of the
 * person who approves it again counts.
 */
export async function missingRight(
  db: Connection,
  file: PaymentFile,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const { tenantId, uploadedBy, uploadedByUser, decidedBy, decidedByUser, stoppedAt } = file
  const uploader = { clientId: uploadedBy, userId: uploadedByUser }
  const upload = { entitlement: 'Bulk_Payments.Upload_Bulk_Payment_File', now } as const
  if (stoppedAt === null && !(await stillHasRight(db, tenantId, uploader, upload)))
    return 'stopped: the one that uploaded the file may no longer do so'
  if (decidedBy === null) return undefined
  const approver = { clientId: decidedBy, userId: decidedByUser }
  const approve = { entitlement: 'Bulk_Payments.Approve_bulk_payments', now } as const
  if (!(await stillHasRight(db, tenantId, approver, approve)))
    return 'stopped: the one that approved the file may no longer do so'
  return undefined
}
