import type { Transaction } from '../db/client.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type NumberedBody, parseAccount } from './account-body.schema.ts'
import type { AccountData } from './accounts.store.ts'

/**
 * Checks the body of a new or changed account. An account kept in Giro must have the institution's
 * routing number.
 */
export async function checkAccount(
  tx: Transaction,
  { tenantId }: Principal,
  body: NumberedBody,
): Promise<Result<AccountData, Refusal>> {
  return checkAccountAt(await readInstitution(tx, tenantId), body)
}

export function checkAccountAt(
  institution: Pick<Institution, 'routingNumber'>,
  body: NumberedBody,
): Result<AccountData, Refusal> {
  const parsed = parseAccount(body)
  if (!parsed.ok) return parsed
  if (parsed.value.systemOfRecord === 'Giro' && parsed.value.routingNumber !== institution.routingNumber)
    return refusal(
      'invalidAccount',
      `routingNumber of an account in Giro must be the institution's own, ${institution.routingNumber}`,
    )
  return parsed
}
