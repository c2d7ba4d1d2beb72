import type { Sealer } from '../kernel/sealer.ts'
import type { AccountBody } from './account-body.schema.ts'

/** The token to an account kept elsewhere, sealed for this account alone; undefined where the body has none. */
export function sealExternalToken(
  sealer: Sealer,
  { tenantId, accountId }: { tenantId: bigint; accountId: bigint },
  { externalAccount }: Partial<AccountBody>,
): Buffer | undefined {
  const token = externalAccount?.externalAuthToken
  return token === undefined ? undefined : sealer.seal(token, `external_account:${tenantId}:${accountId}`)
}
