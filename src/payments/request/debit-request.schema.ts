import Type, { type Static } from 'typebox'
import { name, named } from '../../http/fields.ts'
import { ACH_SPEEDS } from '../../kernel/rail.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { AdditionalInfo } from './additional-info.schema.ts'
import {
  type CreditRequest,
  CreditRequestBody,
  exampleCreditRequest,
  parseRequest,
  paymentRules,
  strict,
} from './credit-request.schema.ts'
import { ownAccountField } from './named-account.schema.ts'
import { partyField } from './party.schema.ts'

const { sender: _sender, receiver: _receiver, ...shared } = CreditRequestBody.properties
const { fxContractNumber: _fxContractNumber, ...info } = AdditionalInfo.properties

/**
 * A credit request in the other direction, at ACH speeds only. Unknown fields are refused, as
 * there.
 */
export const DebitRequestBody = named(
  'DebitRequest',
  {
    ...shared,
    speed: name(ACH_SPEEDS),
    creditor: ownAccountField('The account of the customer that is credited.'),
    debtor: partyField('debtor, whose bank account is debited'),
    additionalInfo: Type.Optional(Type.Object({ ...info, secCode: Type.Optional(name(SEC_CODES)) }, strict)),
  },
  paymentRules,
)
export type DebitRequestBody = Static<typeof DebitRequestBody>

/** The creditor's account takes the place of the sender, and the debtor that of the receiver. */
export function parseDebitRequest({ creditor, debtor, ...body }: DebitRequestBody): Result<CreditRequest, Refusal> {
  const parsed = parseRequest({ ...body, sender: creditor }, { own: 'creditor', field: 'debtor', party: debtor })
  return parsed.ok ? accept({ ...parsed.value, entryType: 'DEBIT' }) : parsed
}

const { sender, receiver, ...exampleTerms } = exampleCreditRequest

export const exampleDebitRequest = {
  ...exampleTerms,
  externalReferenceId: 'membership-2026-07',
  paymentAmount: 49.9,
  paymentNotes: 'Membership in July',
  creditor: sender,
  debtor: receiver,
}
