import Type, { type Static } from 'typebox'
import { decimal, EmailField, name, named, nameText, optionalText, PhoneNumberField, Uid } from '../http/fields.ts'
import type { FieldReasons } from '../http/operation.ts'
import { minorDigits } from '../kernel/currency.ts'
import { amountAsNumber, parseAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { SignatoryData, SignatoryRow } from './signatories.store.ts'
import { SIGNATORY_STATUSES } from './signatories.store.ts'

const LIMIT_DIGITS = [12, 2] as const

const fullName = nameText(140)

const limitDescription =
  "The largest payment the person may approve, in the institution's currency: at most 12 digits and 2 decimals."

export const CreateSignatoryBody = named('SignatoryRequest', {
  fullName,
  emailAddress: EmailField,
  phoneNumber: PhoneNumberField,
  title: optionalText(140),
  approvalLimit: Type.Optional(decimal(LIMIT_DIGITS, { description: limitDescription })),
})
export type CreateSignatoryBody = Static<typeof CreateSignatoryBody>

/** Absent fields keep their values; null removes title or approvalLimit. */
export const UpdateSignatoryBody = named('SignatoryUpdate', {
  fullName: Type.Optional(fullName),
  emailAddress: Type.Optional(EmailField),
  phoneNumber: Type.Optional(PhoneNumberField),
  title: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 140, description: 'null removes it.' }),
  ),
  approvalLimit: Type.Optional(
    Type.Unsafe<number | null>({
      ...decimal(LIMIT_DIGITS),
      type: ['number', 'null'],
      description: `${limitDescription} null removes it.`,
    }),
  ),
})
export type UpdateSignatoryBody = Static<typeof UpdateSignatoryBody>

/** The refusal reason for each field; a field without one gets SIG_VALIDATION_ERROR. */
export const signatoryFieldReasons: Readonly<Record<string, FieldReasons>> = {
  fullName: { missing: 'signatoryFullNameRequired' },
  emailAddress: { missing: 'signatoryEmailRequired', invalid: 'signatoryEmailInvalid' },
  phoneNumber: { missing: 'signatoryPhoneRequired', invalid: 'signatoryPhoneInvalid' },
  approvalLimit: { tooSmall: 'signatoryApprovalLimitMin', invalid: 'signatoryApprovalLimitInvalid' },
}

export function parseNewSignatory(body: CreateSignatoryBody, currency: string): Result<SignatoryData, Refusal> {
  const approvalLimit = parseLimit(body.approvalLimit ?? null, currency)
  if (!approvalLimit.ok) return approvalLimit
  return accept({
    fullName: body.fullName,
    emailAddress: body.emailAddress,
    phoneNumber: body.phoneNumber,
    title: body.title ?? null,
    approvalLimit: approvalLimit.value,
  })
}

/** Merges the body into the signatory; refused if the body has no field of a signatory. */
export function mergeSignatory(
  before: SignatoryRow,
  body: UpdateSignatoryBody,
  currency: string,
): Result<SignatoryData, Refusal> {
  const fields = Object.keys(UpdateSignatoryBody.properties) as (keyof UpdateSignatoryBody)[]
  if (fields.every((field) => body[field] === undefined))
    return refusal('invalidSignatory', `at least one of ${fields.join(', ')} is required`)
  const approvalLimit =
    body.approvalLimit === undefined ? accept(limitOf(before)) : parseLimit(body.approvalLimit, currency)
  if (!approvalLimit.ok) return approvalLimit
  return accept({
    fullName: body.fullName ?? before.fullName,
    emailAddress: body.emailAddress ?? before.emailAddress,
    phoneNumber: body.phoneNumber ?? before.phoneNumber,
    title: body.title === undefined ? before.title : body.title,
    approvalLimit: approvalLimit.value,
  })
}

/** The schema allows two decimals; a currency with fewer decimals allows fewer. */
function parseLimit(value: number | null, currency: string): Result<SignatoryData['approvalLimit'], Refusal> {
  if (value === null) return accept(null)
  const amount = parseAmount(value, currency)
  if (!amount.ok)
    return refusal(
      'signatoryApprovalLimitInvalid',
      `approvalLimit must be an amount in ${currency}, which has ${minorDigits(currency)} decimals`,
    )
  return accept({ minor: amount.value, currency })
}

export function limitOf({ approvalLimit: minor, currency }: SignatoryRow): SignatoryData['approvalLimit'] {
  return minor === null || currency === null ? null : { minor, currency }
}

export const SignatoryReply = named('Signatory', {
  id: Type.String(),
  fullName: Type.String(),
  emailAddress: Type.String(),
  title: Type.Optional(Type.String()),
  approvalLimit: Type.Optional(Type.Number()),
  phoneNumber: Type.String(),
  status: name(SIGNATORY_STATUSES, {
    description: 'Active, Pending until approved, or Rejected. Only an Active signatory can approve.',
  }),
})

export const SignatoriesReply = named('Signatories', {
  signatories: Type.Array(SignatoryReply),
  message: Type.String(),
})

export function renderSignatory(signatory: SignatoryRow): Static<typeof SignatoryReply> {
  const limit = limitOf(signatory)
  return {
    id: String(signatory.id),
    fullName: signatory.fullName,
    emailAddress: signatory.emailAddress,
    title: signatory.title ?? undefined,
    approvalLimit: limit ? amountAsNumber(limit.minor, limit.currency) : undefined,
    phoneNumber: signatory.phoneNumber,
    status: signatory.status,
  }
}

export const SignatoryResult = named('SignatoryResult', {
  id: Type.String(),
  status: name(SIGNATORY_STATUSES),
  message: Type.String(),
  approvalUID: Type.Optional(Type.String({ description: 'The approval that the change waits for, if any.' })),
})

export function renderSignatoryResult(
  { signatory, approvalUID }: { signatory: SignatoryRow; approvalUID: string | undefined },
  done: string,
): Static<typeof SignatoryResult> {
  const { id, status } = signatory
  const message = approvalUID === undefined ? done : 'A second person must approve this change.'
  return { id: String(id), status, message, ...(approvalUID !== undefined && { approvalUID }) }
}

/** The body that would create this signatory: what an approver sees and an approval applies. */
export function bodyOf({ approvalLimit: limit, title, ...person }: SignatoryData): CreateSignatoryBody {
  return {
    ...person,
    ...(title !== null && { title }),
    ...(limit && { approvalLimit: amountAsNumber(limit.minor, limit.currency) }),
  }
}

export const DeletedReply = named('SignatoryDeletion', {
  message: Type.String(),
  status: Type.String({ description: 'The status of the signatory: Deleted.' }),
})

export const SignatoryParams = Type.Object({ customerUID: Uid, id: Uid })

/** The most signatories in one reply, paged or not. */
const MAX_SIZE = 500
const DEFAULT_SIZE = 10

export const SignatoriesQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The page, from 0.' })),
  size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SIZE,
      description: `Signatories on a page, 1 to ${MAX_SIZE}; default ${DEFAULT_SIZE} if page is given.`,
    }),
  ),
})

/** Without paging parameters, the list is complete up to `MAX_SIZE` signatories. */
export function parseSlice({ page, size }: Static<typeof SignatoriesQuery>): { offset: number; size: number } {
  if (page === undefined && size === undefined) return { offset: 0, size: MAX_SIZE }
  const asked = size ?? DEFAULT_SIZE
  return { offset: (page ?? 0) * asked, size: asked }
}

export const exampleSignatory = {
  fullName: 'Ada Lund',
  emailAddress: 'ada.lund@blueharbor.example',
  phoneNumber: '+1 207 555 0100',
  title: 'Chief Financial Officer',
  approvalLimit: 25000.5,
}
