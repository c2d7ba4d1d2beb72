import { maskedNumber } from '../../kernel/masked-number.ts'
import { isMessageRail, type Rail } from '../../kernel/rail.ts'
import {
  type AlteredField,
  alteredFields,
  alteredInMessage,
  FBO_FIELDS,
  type PaymentInformation,
} from '../../rails/rails.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import type { Counterparty } from './domain/accept-payment.ts'

/**
 * What the ACH entry or the message of a payment changes of its texts, by the field of the request;
 * undefined if nothing, and for a book transfer, which nobody writes.
 */
export function alteredInRequest(
  { entryType, ...request }: Pick<CreditRequest, 'entryType' | 'externalReferenceId' | 'details'>,
  { name: receiverName }: Pick<Counterparty, 'name'>,
  { rail, secCode }: { rail: string; secCode: string | null },
): AlteredField[] | undefined {
  const inEntry = rail === 'ACH' ? alteredInEntry(request, receiverName, secCode) : []
  const altered = isMessageRail(rail) ? inMessage(request, receiverName, rail) : inEntry
  const party = entryType === 'DEBIT' ? 'debtor' : 'receiver'
  const named = altered.map(({ field, written }) => ({
    field: field === 'name' ? `${party}.name` : field,
    written: field.endsWith('TaxId') ? maskedNumber(written) : written,
  }))
  return named.length > 0 ? named : undefined
}

type Texts = Pick<CreditRequest, 'externalReferenceId' | 'details'>

function alteredInEntry({ externalReferenceId, details }: Texts, receiverName: string, secCode: string | null) {
  if (secCode === null) return []
  const { receiverIdentificationNumber, referenceForBeneficiary, unstructuredAddendaInfo } =
    details.additionalInfo ?? {}
  const addendaInformation = unstructuredAddendaInfo?.addendaInformation
  return alteredFields({
    ...{ secCode, receiverName, companyName: '', externalReferenceId },
    ...{ receiverIdentificationNumber, referenceForBeneficiary, addendaInformation },
  })
}

function inMessage({ externalReferenceId, details }: Texts, receiverName: string, rail: Rail) {
  const texts = Object.entries(details.additionalInfo ?? {}).filter(([, text]) => typeof text === 'string')
  const parties = Object.entries(details.ultimateParties ?? {})
  const fbo = parties.filter(([field]) => (FBO_FIELDS as readonly string[]).includes(field))
  const ultimate = parties.filter(([field]) => field.startsWith('ultimate'))
  return alteredInMessage(rail, {
    ...{ receiverName, externalReferenceId, ultimateParties: Object.fromEntries(ultimate) },
    information: Object.fromEntries([...texts, ...fbo]) as PaymentInformation,
  })
}

/** Their names, as a list in a header; undefined if nothing is altered. */
export function alteredNames(...of: Parameters<typeof alteredInRequest>): string | undefined {
  return alteredInRequest(...of)
    ?.map(({ field }) => field)
    .join(', ')
}
