import Type, { type Static } from 'typebox'
import { name, UidInBody } from '../../http/fields.ts'
import { ACH_SPEEDS } from '../../kernel/rail.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { SEC_CODES } from '../../kernel/sec-codes.ts'
import {
  AdditionalInfo,
  type CreditRequest,
  CreditRequestBody,
  exampleCreditRequest,
  parseCreditRequest,
  strict,
} from './credit-request.schema.ts'

const { sender: _sender, receiver: _receiver, ...shared } = CreditRequestBody.properties
const { fxContractNumber: _fxContractNumber, ...info } = AdditionalInfo.properties

/**
 * A credit request in the other direction, at ACH speeds only. Unknown fields are refused, as
 * there.
 */
export const DebitRequestBody = Type.Object(
  {
    ...shared,
    speed: name(ACH_SPEEDS),
    creditor: Type.Object({ accountUID: UidInBody }, { ...strict, description: 'The account to credit.' }),
    debtor: Type.Object(
      { accountUID: UidInBody },
      { ...strict, description: 'accountUID is the contactUID of the debtor, whose bank account is debited.' },
    ),
    additionalInfo: Type.Optional(Type.Object({ ...info, secCode: Type.Optional(name(SEC_CODES)) }, strict)),
  },
  strict,
)
export type DebitRequestBody = Static<typeof DebitRequestBody>

/** The creditor's account takes the place of the sender, and the debtor that of the receiver. */
export function parseDebitRequest({ creditor, debtor, ...body }: DebitRequestBody): Result<CreditRequest, Refusal> {
  const parsed = parseCreditRequest({ ...body, sender: creditor, receiver: debtor })
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
