import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { changeOne } from '../http/change.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { AccountBody } from './account-body.schema.ts'
import type { AccountRow } from './accounts.store.ts'
import { createAccounts } from './create-accounts.ts'

/** Opens one account: see `createAccounts`. */
export function createAccount(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: AccountBody,
  { isGlGiven = false, ...options }: { sealer: Sealer; now: Temporal.Instant; isGlGiven?: boolean },
): Promise<Result<AccountRow, Refusal>> {
  const order = { principal, customerUID, body, isGlGiven }
  return changeOne(() => createAccounts(tx, principal.tenantId, [order], options))
}
