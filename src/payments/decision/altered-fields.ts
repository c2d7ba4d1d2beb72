import { type AlteredField, alteredFields } from '../../rails/rails.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import type { Counterparty } from './domain/accept-payment.ts'

/**
 * What the ACH entry of a payment changes of its texts, by the field of the request; undefined if
 * nothing, and on other rails, which carry all characters.
 */
export function alteredInRequest(
  { entryType, externalReferenceId, details }: Pick<CreditRequest, 'entryType' | 'externalReferenceId' | 'details'>,
  { name: receiverName }: Pick<Counterparty, 'name'>,
  { rail, secCode }: { rail: string; secCode: string | null },
): AlteredField[] | undefined {
  if (rail !== 'ACH' || secCode === null) return undefined
  const { receiverIdentificationNumber, referenceForBeneficiary, unstructuredAddendaInfo } =
    details.additionalInfo ?? {}
  const addendaInformation = unstructuredAddendaInfo?.addendaInformation
  const altered = alteredFields({
    ...{ secCode, receiverName, companyName: '', externalReferenceId },
    ...{ receiverIdentificationNumber, referenceForBeneficiary, addendaInformation },
  })
  const party = entryType === 'DEBIT' ? 'debtor' : 'receiver'
  const named = altered.map(({ field, written }) => ({ field: field === 'name' ? `${party}.name` : field, written }))
  return named.length > 0 ? named : undefined
}

/** Their names, as a list in a header; undefined if nothing is altered. */
export function alteredNames(...of: Parameters<typeof alteredInRequest>): string | undefined {
  return alteredInRequest(...of)
    ?.map(({ field }) => field)
    .join(', ')
}
