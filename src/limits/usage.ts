import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Rail } from '../payments/domain/rail.ts'
import { countedKeys, periodStart } from './domain/limit-key.ts'
import { addUsage, type Usage } from './limits.store.ts'

/** A payment as limits count it: whose, over which rail, how much in minor units. A book transfer uses no rail and counts against none. */
export interface CountedPayment {
  customerId: bigint
  rail: Rail | 'BOOK'
  amount: bigint
}

/** Counts payments that were accepted on that date against the limits of their day, week and month. */
export async function countUsage(
  tx: Transaction,
  tenantId: bigint,
  payments: readonly CountedPayment[],
  date: Temporal.PlainDate,
): Promise<void> {
  const usage = new Map<string, Usage>()
  for (const { customerId, rail, amount } of payments) {
    if (rail === 'BOOK') continue
    for (const { key, period } of countedKeys(rail)) {
      const name = `${customerId} ${key}`
      const known = usage.get(name)
      if (known) known.amount += amount
      else usage.set(name, { customerId, key, periodStart: periodStart(period, date).toString(), amount })
    }
  }
  const inOrder = [...usage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, used]) => used)
  await addUsage(tx, tenantId, inOrder)
}
