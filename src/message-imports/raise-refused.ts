import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import type { MessageRailName, MessageRefusal } from '../rails/rails.ts'
import { insertExceptions } from './message-exceptions.store.ts'
import { recordExceptions } from './record-exceptions.ts'

/** A message that cannot be read, or breaks a rule, is an exception that names the element. */
export async function raiseRefused(
  tx: Transaction,
  { tenantId }: Institution,
  { id, rail }: { id: string; rail: MessageRailName },
  { why, path }: MessageRefusal,
  now: Temporal.Instant,
): Promise<void> {
  const evidence = { network: rail, ...(path !== null && { path }) }
  const about = { paymentId: undefined, receiptId: undefined, evidence }
  const stored = await insertExceptions(
    tx,
    tenantId,
    [{ rail, railMessageId: id, kind: 'quarantined', why, ...about }],
    now,
  )
  await recordExceptions(tx, tenantId, stored, now)
}
