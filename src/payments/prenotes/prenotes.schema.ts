import Type, { type Static } from 'typebox'
import { mustBeName, name, named, text, Uid, UidInBody } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { maskedNumber } from '../../kernel/masked-number.ts'
import { ENTRY_TYPES } from '../../kernel/rail.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { PRENOTE_SEC_CODES, PRENOTE_STATUSES, type Prenote, type PrenoteFilter } from './prenotes.store.ts'

export const PrenotesParams = Type.Object({ customerUID: Uid })
export const PrenoteParams = Type.Object({
  customerUID: Uid,
  prenoteUID: Type.String({ format: 'uuid', description: 'The prenotification.' }),
})

const TO_WHAT = 'CREDIT checks an account that will be paid, DEBIT one that will be debited.'

export const CreatePrenoteBody = named(
  'PrenoteRequest',
  {
    accountUID: Type.Union(UidInBody.anyOf, { 'x-uid': true, description: 'The account of the customer.' }),
    contactUID: Type.Union(UidInBody.anyOf, { 'x-uid': true, description: 'The contact whose account is checked.' }),
    entryType: name(ENTRY_TYPES, { description: TO_WHAT }),
    secCode: Type.Optional(
      name(PRENOTE_SEC_CODES, {
        description: 'The SEC code of the payments to come. By default CCD for a company, and PPD for a person.',
      }),
    ),
    externalReferenceId: text(50, { description: 'The reference that the entry carries, cut to 15 characters.' }),
  },
  { additionalProperties: false },
)

export const PrenotesQuery = Type.Object({
  ...pageQuery,
  contactUID: Type.Optional(Uid),
  status: Type.Optional(name(PRENOTE_STATUSES, { description: 'All if absent.' })),
  traceNumber: Type.Optional(
    Type.String({ pattern: '^[0-9]{15}$', description: 'Only those whose entry has this trace number.' }),
  ),
})

export function parsePrenoteFilter(
  customerId: bigint,
  { contactUID, status, traceNumber }: Static<typeof PrenotesQuery>,
): PrenoteFilter {
  return {
    ...{ customerId, traceNumber, contactId: contactUID === undefined ? undefined : BigInt(contactUID) },
    status: status === undefined ? undefined : mustBeName(PRENOTE_STATUSES, status),
  }
}

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const PrenoteReply = named('Prenote', {
  prenoteUID: Type.String({ description: 'The prenotification.' }),
  status: name(PRENOTE_STATUSES, {
    description:
      'Queued: its file has not left. Sent: the other bank can return it. Accepted: nobody returned it in time. Returned: the other bank sent it back. Refused: it did not leave, or the operator rejected its file.',
  }),
  customerUID: Type.String({ description: 'The customer that sends it.' }),
  accountUID: Type.String({ description: 'The account of the customer.' }),
  contactUID: Type.String({ description: 'The contact whose account it checks.' }),
  externalReferenceId: Type.String({ description: 'The reference that the client gave.' }),
  entryType: name(ENTRY_TYPES, { description: TO_WHAT }),
  secCode: name(PRENOTE_SEC_CODES, { description: 'The SEC code of its entry.' }),
  receiverName: Type.String({ description: 'The name of the contact when it was made.' }),
  receiverAccountNumber: Type.String({ description: 'The account number that it checks, masked.' }),
  receiverAccountType: Type.String({ description: 'Checking or Savings.' }),
  receiverRoutingNumber: Type.String({ description: 'The routing number of the bank of the account.' }),
  traceNumber: Type.Optional(Type.String({ description: 'The trace number of its entry, once it is in a file.' })),
  batchNumber: Type.Optional(Type.Integer({ description: 'The batch of its entry in the file.' })),
  effectiveEntryDate: day('The date on which the file says that it settles.'),
  settlesOn: day('When it settles, once its file has left.'),
  firstPaymentOn: day('The first day on which a payment to the account may settle.'),
  returnCode: Type.Optional(Type.String({ description: 'Why it came back, such as R03.' })),
  changeCode: Type.Optional(
    Type.String({ description: 'What the other bank corrected, such as C01: its last notification of change.' }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it was refused.' })),
  createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
  createdBy: Type.String({ description: 'The client that made it.' }),
  sentAt: moment('When its file left.'),
  endedAt: moment('When it was accepted, returned or refused.'),
})

/** A prenotification, in its replies, its events and its audit records. */
export function describePrenote(prenote: Prenote) {
  const { id, status, customerId, accountId, contactId, externalReferenceId, entryType, createdBy } = prenote
  const { traceNumber, batchNumber, effectiveEntryDate, settlesOn, firstEntryOn, returnCode, changeCode } = prenote
  return {
    ...{ prenoteUID: id, status, customerUID: String(customerId), accountUID: String(accountId) },
    ...{ contactUID: String(contactId), externalReferenceId, entryType },
    secCode: mustBeName(PRENOTE_SEC_CODES, prenote.secCode),
    receiverName: prenote.receiverName,
    receiverAccountNumber: maskedNumber(prenote.receiverAccountNumber),
    receiverAccountType: prenote.receiverAccountType,
    receiverRoutingNumber: prenote.receiverBankCode,
    ...(traceNumber !== null && { traceNumber }),
    ...(batchNumber !== null && { batchNumber }),
    ...(effectiveEntryDate !== null && { effectiveEntryDate: String(effectiveEntryDate) }),
    ...(settlesOn !== null && { settlesOn: String(settlesOn) }),
    ...(firstEntryOn !== null && { firstPaymentOn: String(firstEntryOn) }),
    ...(returnCode !== null && { returnCode }),
    ...(changeCode !== null && { changeCode }),
    ...(prenote.refusedReason !== null && { reason: prenote.refusedReason }),
    ...{ createdAt: timestamp(prenote.createdAt), createdBy },
    ...(prenote.sentAt && { sentAt: timestamp(prenote.sentAt) }),
    ...(prenote.endedAt && { endedAt: timestamp(prenote.endedAt) }),
  }
}

export const examplePrenoteRequest = {
  ...{ accountUID: '100301', contactUID: '100217', entryType: 'CREDIT', secCode: 'PPD' },
  externalReferenceId: 'payroll-ada',
} as const

export const examplePrenote = {
  prenoteUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  ...{ status: 'Sent', customerUID: '100101', ...examplePrenoteRequest, receiverName: 'Ada Lund' },
  ...{ receiverAccountNumber: 'XXXXX6789', receiverAccountType: 'Checking', receiverRoutingNumber: '021000021' },
  ...{ traceNumber: '061099990000003', batchNumber: 1, effectiveEntryDate: '2026-07-02', settlesOn: '2026-07-02' },
  ...{ firstPaymentOn: '2026-07-08', createdAt: '2026-07-01T14:00:00.000Z', createdBy: 'giro_5yVqXQ0gDb' },
  sentAt: '2026-07-01T18:15:00.000Z',
} as const
