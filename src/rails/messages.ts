import type { Transaction } from '../db/client.ts'
import { readAchMessages } from './ach/ach.store.ts'
import type { RailMessage } from './message.ts'
import { readSimulatorMessages } from './simulator/simulator.store.ts'

/** The messages of a payment on any rail. There are only a few. */
export async function readRailMessages(tx: Transaction, tenantId: bigint, paymentId: string): Promise<RailMessage[]> {
  return [
    ...(await readAchMessages(tx, tenantId, paymentId)),
    ...(await readSimulatorMessages(tx, tenantId, paymentId)),
  ]
}
