import type { Transaction } from '../db/client.ts'
import { type CustomerRow, readCustomersByShortName } from './customers.store.ts'

export async function findCustomerByShortName(
  tx: Transaction,
  tenantId: bigint,
  shortName: string,
): Promise<CustomerRow | undefined> {
  const [customer] = await readCustomersByShortName(tx, tenantId, [shortName])
  return customer
}
