import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { accept, type Result } from '../kernel/result.ts'
import { findActiveLogins } from '../users/users.ts'
import type { NewCustomerBody } from './customers.schema.ts'

/** What a schema alone can not say about a customer: who its partner is, and whether the institution knows its manager and officer. */
export async function checkCustomer(
  tx: Transaction,
  institution: { tenantId: bigint; legalEntityId: bigint },
  body: NewCustomerBody,
): Promise<Result<void, Refusal>> {
  const isThirdParty = body.relationshipType?.replaceAll(/[\s_-]/g, '').toLowerCase() === 'thirdparty'
  if (isThirdParty && !body.partnerOrgShortName)
    return refusal('invalidCustomer', 'partnerOrgShortName is required when relationshipType is ThirdParty')
  const logins = [body.relationshipManager, body.originatingOfficer].filter((login) => login !== undefined)
  const active = await findActiveLogins(tx, institution.tenantId, institution.legalEntityId, logins)
  const missing = [...new Set(logins.filter((login) => !active.has(login)))]
  if (missing.length > 0)
    return refusal(
      'institutionUserUnknown',
      `${missing.join(', ')} is no login id of an active user of the institution`,
    )
  return accept(undefined)
}
