import Type, { type Static } from 'typebox'
import { dateField, decimal, mustBeName, name, named, parseDate, text, UidInBody } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { maskedNumber, type NumberView } from '../../kernel/masked-number.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { EXCEPTION_CAUSES } from '../domain/match-rules.ts'
import { DECISIONS, type ExceptionFilter, type ExceptionRow } from './exceptions.store.ts'
import { RULE_TYPES } from './rules.schema.ts'

const uuid = (description: string) => Type.String({ format: 'uuid', description })

export const ExceptionParams = Type.Object({ exceptionUID: uuid('The exception.') })
export const ExceptionsQuery = Type.Object(pageQuery)

export const SearchExceptionsBody = named(
  'PositivePayExceptionSearch',
  Type.Partial(
    Type.Object({
      customerUID: UidInBody,
      customerAccountNumber: text(35, { description: 'The number of the account.' }),
      paymentUID: uuid('The exceptionUID.'),
      status: name(DECISIONS),
      secCode: text(3),
      amountFrom: decimal([15, 3], { description: 'The lowest amount, inclusive.' }),
      amountTo: decimal([15, 3], { description: 'The highest amount, inclusive.' }),
      debitDateFrom: dateField('The earliest settlement date.'),
      debitDateTo: dateField('The latest settlement date.'),
    }),
  ).properties,
  { additionalProperties: false },
)

export function parseExceptionFilter(
  body: Static<typeof SearchExceptionsBody>,
  belongingTo: bigint | undefined,
): Result<ExceptionFilter, Refusal> {
  const [from, to] = [body.debitDateFrom, body.debitDateTo].map((asked) => (asked ? parseDate(asked) : null))
  if (from === undefined || to === undefined)
    return refusal('invalidPositivePay', 'debitDateFrom and debitDateTo must be days of the calendar')
  const [least, most] = [body.amountFrom, body.amountTo].map((asked) =>
    asked === undefined ? undefined : parseAmount(asked, 'USD'),
  )
  if ((least && !least.ok) || (most && !most.ok))
    return refusal('invalidPositivePay', 'amountFrom and amountTo have at most two decimals')
  return accept({
    belongingTo,
    customerId: body.customerUID === undefined ? undefined : BigInt(body.customerUID),
    accountNumber: body.customerAccountNumber,
    receiptId: body.paymentUID?.toLowerCase(),
    status: body.status ? mustBeName(DECISIONS, body.status) : undefined,
    secCode: body.secCode?.toUpperCase(),
    minAmount: least?.ok ? least.value : undefined,
    maxAmount: most?.ok ? most.value : undefined,
    fromDate: from?.toString(),
    toDate: to?.toString(),
  })
}

export const ExceptionReply = named('PositivePayException', {
  exceptionUID: Type.String({ description: 'The exception, and the receiptUID of its debit.' }),
  paymentUID: Type.String({ description: 'The same as exceptionUID.' }),
  paymentRuleType: name(RULE_TYPES, { description: 'ACH.' }),
  customerUID: Type.String(),
  accountUID: Type.String(),
  customerAccountNumber: Type.String({ description: 'The number of the account.' }),
  amount: Type.String({ description: 'Decimal text.' }),
  currency: Type.String(),
  achCompanyID: Type.String({ description: 'The company identification of the originator.' }),
  beneName: Type.String({ description: 'The name of the originator.' }),
  beneBankId: Type.String({ description: 'The routing number of its bank.' }),
  secCode: Type.String({ description: 'The SEC code of the entry.' }),
  traceNumber: Type.String({ description: 'The trace number of the entry.' }),
  debitDate: Type.String({ description: 'When the entry settles, yyyy-mm-dd.' }),
  exceptionReason: name(EXCEPTION_CAUSES, {
    description:
      'The nearest reason: NoRule: no rule names the originator; or its SEC code or amount differs; or the rule is suspended, or not in force on the day; or it has paid a debit in this period.',
  }),
  exceptionDateTime: Type.String({ format: 'date-time', description: 'When the debit came in.' }),
  expiryDateTime: Type.String({ format: 'date-time', description: 'When it is returned, if nobody decides it.' }),
  positivePayDecisionStatus: name(DECISIONS, {
    description: 'PENDING, APPROVED, REJECTED, or DEFAULT_DECISION: returned, because nobody decided it in time.',
  }),
  decidedBy: Type.Optional(Type.String({ description: 'The API client that decided it, or worker.' })),
  decisionDateTime: Type.Optional(Type.String({ format: 'date-time', description: 'When it was decided.' })),
})
export type ExceptionReply = Static<typeof ExceptionReply>

export function renderException(row: ExceptionRow, view: NumberView): ExceptionReply {
  return {
    ...{ exceptionUID: row.receiptId, paymentUID: row.receiptId, paymentRuleType: 'ACH' },
    ...{ customerUID: String(row.customerId), accountUID: String(row.accountId) },
    customerAccountNumber: view.showsNumbers ? row.accountNumber : maskedNumber(row.accountNumber),
    ...{ amount: formatAmount(row.amount, row.currency), currency: row.currency },
    ...{ achCompanyID: row.originatorIdentification, beneName: row.originatorName },
    ...{ beneBankId: row.originatorRouting, secCode: row.secCode, traceNumber: row.traceNumber },
    ...{ debitDate: row.settlementDate, exceptionReason: row.cause, exceptionDateTime: timestamp(row.openedAt) },
    ...{ expiryDateTime: timestamp(row.expiresAt), positivePayDecisionStatus: row.status },
    ...(row.decidedBy !== null && { decidedBy: row.decidedBy }),
    ...(row.decidedAt !== null && { decisionDateTime: timestamp(row.decidedAt) }),
  }
}

export const ApproveAllBody = named(
  'PositivePayApproval',
  {
    exceptionUIDs: Type.Optional(
      Type.Array(uuid('An exception.'), {
        maxItems: 200,
        description: 'The exceptions to approve. Absent: all that wait, those due first, at most 200.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ApprovedReply = named('PositivePayApprovalResult', {
  approved: Type.Array(Type.String(), { description: 'The exceptionUIDs that are approved.' }),
  refused: Type.Array(
    named('PositivePayRefusal', {
      exceptionUID: Type.String({ description: 'The exception that stays as it is.' }),
      reason: Type.String({ description: 'The reason, for programs.' }),
      message: Type.String({ description: 'The reason, for people.' }),
    }),
    { description: 'The others. Correct the cause, and approve them again.' },
  ),
})

export const exampleException: ExceptionReply = {
  ...{ exceptionUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d' },
  ...{ paymentRuleType: 'ACH', customerUID: '100042', accountUID: '100108', customerAccountNumber: '****0001' },
  ...{ amount: '512.30', currency: 'USD', achCompanyID: '1842345678', beneName: 'HIGHLAND BEANS' },
  ...{ beneBankId: '021000021', secCode: 'CCD', traceNumber: '021000020000001', debitDate: '2026-07-02' },
  ...{ exceptionReason: 'AmountMismatch', exceptionDateTime: '2026-07-01T22:00:00.000Z' },
  ...{ expiryDateTime: '2026-07-03T20:15:00.000Z', positivePayDecisionStatus: 'PENDING' },
}
