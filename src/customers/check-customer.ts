import type { Transaction } from '../db/client.ts'
import { AddressBody, canonicalName } from '../http/fields.ts'
import { type Institution, objectionToSecCodes } from '../institution/institution.ts'
import { objectionToDefault } from '../kernel/entry-description.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import {
  contradictions,
  type NewCustomerBody,
  RELATIONSHIP_TYPES,
  type UpdateCustomerBody,
} from './customers.schema.ts'
import { readActiveLogins } from './customers.store.ts'

/**
 * Checks rules that the schema cannot express: a third party names its partner, and the
 * relationship manager and originating officer are active users of the institution. One refusal
 * names every violation.
 */
export async function checkCustomer(
  tx: Transaction,
  { tenantId, legalEntityId }: { tenantId: bigint; legalEntityId: bigint },
  body: NewCustomerBody,
): Promise<Result<void, Refusal>> {
  const named = staffOf(body).map(({ login }) => login)
  return checkWithStaff(body, await readActiveLogins(tx, tenantId, legalEntityId, named))
}

/** The fields that name a user of the institution, with the login ids in them. */
export function staffOf({
  relationshipManager,
  originatingOfficer,
}: NewCustomerBody): { field: string; login: string }[] {
  return Object.entries({ relationshipManager, originatingOfficer }).flatMap(([field, login]) =>
    login === undefined ? [] : [{ field, login }],
  )
}

/** The same check with the active users of the institution, by their login ids, already read. */
export function checkWithStaff(body: NewCustomerBody, known: ReadonlySet<string>): Result<void, Refusal> {
  const isThirdParty = canonicalName(RELATIONSHIP_TYPES, body.relationshipType ?? '') === 'ThirdParty'
  const unpartnered =
    isThirdParty && !body.partnerOrgShortName
      ? ['partnerOrgShortName is required when relationshipType is ThirdParty']
      : []
  const unknown = staffOf(body)
    .filter(({ login }) => !known.has(login))
    .map(({ field, login }) => `${field}: ${login} is not the login id of an active user of the institution`)
  const reserved = objectionToDefault(body.companyEntryDescription)
  const misdescribed = reserved ? [`companyEntryDescription: ${reserved}`] : []
  const invalid = [...contradictions(body), ...unpartnered, ...missingOfAddresses(body), ...misdescribed]
  const wrong = [...invalid, ...unknown]
  if (wrong.length === 0) return accept(undefined)
  return refusal(invalid.length > 0 ? 'invalidCustomer' : 'institutionUserUnknown', wrong.join('; '))
}

/** A change can name some fields of an address; one that is not stored yet needs the others. */
function missingOfAddresses(body: NewCustomerBody): string[] {
  return (['legalAddress', 'mailingAddress'] as const).flatMap((address) => {
    const sent = body[address]
    return sent
      ? AddressBody.required.filter((field) => !sent[field]).map((field) => `${address}.${field} is required`)
      : []
  })
}

/**
 * Refuses terms that Giro or the institution does not have. Every ACH credit needs its funds when
 * it is accepted, so no customer can send without them. What a customer already has stays as it is.
 */
export function requireEffect(
  body: Pick<UpdateCustomerBody, 'addtionalProfileDetails' | 'additionalProfileDetails' | 'secCodes'>,
  { settings }: Pick<Institution, 'settings'>,
  before?: { secCodes?: readonly string[] | undefined },
): Result<void, Refusal> {
  const details = [...(body.addtionalProfileDetails ?? []), body.additionalProfileDetails]
  const isPrefunded = details.every((one) => !one?.achNonPrefund)
  const wrong = [
    isPrefunded ? undefined : 'achNonPrefund cannot be on, because every ACH credit is prefunded',
    objectionToSecCodes(settings, body.secCodes, before?.secCodes && { before: before.secCodes }),
  ].filter((one) => one !== undefined)
  return wrong.length === 0 ? accept(undefined) : refusal('invalidCustomer', wrong.join('; '))
}
