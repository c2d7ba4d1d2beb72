import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'

/**
 * A kind of work that is found by what the rows say, not by a queue beside them: a payment's state is its place in the queue, so the two can
 * not disagree, and a crash leaves nothing to clean up. Any number of workers may sweep at once.
 */
export interface Sweep {
  name: string
  /** The tenants that have such work now. */
  due(tx: Transaction, now: Temporal.Instant): Promise<bigint[]>
  /** Does a bounded part of it for one institution, in transactions of its own. Returns how many rows it took further. */
  run(app: App, institution: Institution): Promise<number>
}
