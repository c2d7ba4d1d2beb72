import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Transport } from '../handover/transport.ts'
import { type AchEntry, markWritten, readEntries } from './ach.store.ts'

declare module '../../app.ts' {
  interface App {
    /** The directory where the ACH operator picks up NACHA files. */
    achOutDirectory: string
    /** What puts files there. */
    achTransport: Transport
    /** Names this process in what it claims. */
    workerName: string
  }
}

/** A file that is now available to the ACH operator, with its entries. */
export interface WrittenFile {
  id: string
  name: string
  entries: AchEntry[]
}

/** Notes that a file has left. Returns its entries. */
export async function noteWritten(
  tx: Transaction,
  tenantId: bigint,
  { id, name }: Pick<WrittenFile, 'id' | 'name'>,
  now: Temporal.Instant,
): Promise<WrittenFile> {
  await markWritten(tx, tenantId, id, now)
  return { id, name, entries: await readEntries(tx, tenantId, id) }
}
