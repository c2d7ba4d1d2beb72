import type { Transaction } from '../db/client.ts'
import { readCustomers } from './customers.store.ts'

/** Those of the customers whose profile details say that every ACH debit needs a rule. */
export async function askingForPositivePay(
  tx: Transaction,
  tenantId: bigint,
  customerIds: readonly bigint[],
): Promise<Set<bigint>> {
  const customers = await readCustomers(tx, tenantId, [...new Set(customerIds)])
  const asking = [...customers.values()].filter(({ profile }) => {
    const { addtionalProfileDetails = [] } = profile as { addtionalProfileDetails?: { achPositivePay?: boolean }[] }
    return addtionalProfileDetails.some(({ achPositivePay }) => achPositivePay === true)
  })
  return new Set(asking.map(({ id }) => id))
}
