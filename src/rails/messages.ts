import type { Transaction } from '../db/client.ts'
import { readAchMessages } from './ach/ach.store.ts'
import type { RailMessage } from './message.ts'
import { readSimulatorMessages } from './simulator/simulator.store.ts'

/** What happened to a payment on any rail: a few things at the most. */
export async function readRailMessages(tx: Transaction, tenantId: bigint, paymentId: string): Promise<RailMessage[]> {
  return [
    ...(await readAchMessages(tx, tenantId, paymentId)),
    ...(await readSimulatorMessages(tx, tenantId, paymentId)),
  ]
}
