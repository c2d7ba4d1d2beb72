import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { changeOne } from '../http/change.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { createCustomers } from './create-customers.ts'
import type { NewCustomerBody } from './customers.schema.ts'
import type { WrittenCustomer } from './request-admission.ts'

/** Creates one customer: see `createCustomers`. */
export function createCustomer(
  tx: Transaction,
  principal: Principal,
  body: NewCustomerBody,
  now: Temporal.Instant,
): Promise<Result<WrittenCustomer, Refusal>> {
  return changeOne(() => createCustomers(tx, principal.tenantId, [{ principal, body }], now))
}
