import type { Transaction } from '../db/client.ts'
import { onlyNamed } from '../kernel/one-form.ts'
import { type CustomerRow, readCustomersByShortName } from './customers.store.ts'

export async function findCustomerByShortName(
  tx: Transaction,
  tenantId: bigint,
  shortName: string,
): Promise<CustomerRow | undefined> {
  return onlyNamed(await readCustomersByShortName(tx, tenantId, [shortName]), (row) => row.shortName, shortName)
}
