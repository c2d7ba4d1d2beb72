import type { Sealer } from '../kernel/sealer.ts'
import type { AccountBody } from './account-body.schema.ts'

/** Seals the token of an external account for this account alone; undefined without a token. */
export function sealExternalToken(
  sealer: Sealer,
  { tenantId, accountId }: { tenantId: bigint; accountId: bigint },
  { externalAccount }: Partial<AccountBody>,
): Buffer | undefined {
  const token = externalAccount?.externalAuthToken
  return token === undefined ? undefined : sealer.seal(token, `external_account:${tenantId}:${accountId}`)
}
