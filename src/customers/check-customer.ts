import type { Transaction } from '../db/client.ts'
import { canonicalName } from '../http/fields.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type NewCustomerBody, RELATIONSHIP_TYPES } from './customers.schema.ts'
import { readActiveLogins } from './customers.store.ts'

/**
 * What a schema alone can not say about a customer: who its partner is, and whether the institution knows its manager and officer. All that is
 * wrong is named at once.
 */
export async function checkCustomer(
  tx: Transaction,
  institution: { tenantId: bigint; legalEntityId: bigint },
  body: NewCustomerBody,
): Promise<Result<void, Refusal>> {
  const { relationshipManager, originatingOfficer, relationshipType = '' } = body
  const isThirdParty = canonicalName(RELATIONSHIP_TYPES, relationshipType) === 'ThirdParty'
  const unpartnered =
    isThirdParty && !body.partnerOrgShortName
      ? ['partnerOrgShortName is required when relationshipType is ThirdParty']
      : []
  const logins = Object.entries({ relationshipManager, originatingOfficer }).flatMap(([field, login]) =>
    login === undefined ? [] : [{ field, login }],
  )
  const { tenantId, legalEntityId } = institution
  const named = logins.map(({ login }) => login)
  const known = await readActiveLogins(tx, tenantId, legalEntityId, named)
  const unknown = logins
    .filter(({ login }) => !known.has(login))
    .map(({ field, login }) => `${field}: ${login} is no login id of an active user of the institution`)
  const wrong = [...unpartnered, ...unknown]
  if (wrong.length === 0) return accept(undefined)
  return refusal(unpartnered.length > 0 ? 'invalidCustomer' : 'institutionUserUnknown', wrong.join('; '))
}
