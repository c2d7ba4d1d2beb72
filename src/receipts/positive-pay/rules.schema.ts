import Type, { type Static } from 'typebox'
import {
  CurrencyField,
  decimal,
  mustBeName,
  name,
  named,
  nameText,
  optionalText,
  text,
  Uid,
  UidInBody,
} from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { maskedNumber, type NumberView } from '../../kernel/masked-number.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { words } from '../../kernel/words.ts'
import { AMOUNT_TYPES, FREQUENCIES } from '../domain/match-rules.ts'
import type { RuleFilter, ShownRule } from './rules.store.ts'

/** ACH alone debits accounts without the account holder: other networks ask it to pay. */
export const RULE_TYPES = words('PositivePayRuleType', ['ACH'])
const STATUSES = words('PositivePayRuleStatus', ['Active', 'Suspended'])

const CURRENCY = 'USD'
const date = (description: string) => Type.String({ format: 'date', 'x-date': true, description })
const secCode = Type.String({
  pattern: '^([A-Za-z]{3})$',
  description: 'The SEC code of the entries, such as CCD; ALL, the default, allows any.',
})

const terms = {
  customerName: optionalText(140, { description: 'If given, it must be the legal name of the customer.' }),
  // An empty text would widen a rule, as a form with an empty field sends it.
  achCompanyID: Type.Optional(
    nameText(10, 'The company identification of the originator. Absent in a new rule: any originator.'),
  ),
  beneBankId: Type.Optional(
    nameText(9, 'The routing number of the bank of the originator. Absent in a new rule: any bank.'),
  ),
  beneName: optionalText(140, { description: 'The name of the originator, kept and shown. It is not compared.' }),
  beneBankName: optionalText(140, { description: 'The name of its bank, kept and shown.' }),
  secCode: Type.Optional(secCode),
  currency: Type.Optional(CurrencyField),
  expiryDate: Type.Optional(date('The last settlement date that it allows, yyyy-mm-dd. Absent: no end.')),
  beneAccountNumber: Type.Optional(Type.String({ maxLength: 34, description: 'Refused: entries do not carry it.' })),
}
const amount = decimal([15, 3], { description: 'In US dollars.' })
const amountType = name(AMOUNT_TYPES, { description: 'EXACT: this amount alone. MAXIMUM: up to this amount.' })
const frequency = name(FREQUENCIES, {
  description:
    'ON_GOING: every debit. Otherwise one debit in each period, counted from effectiveDate; ONE_TIME: one debit at all.',
})
const effectiveDate = date('The first settlement date that it allows, yyyy-mm-dd.')

export const CreateRuleBody = named('PositivePayRuleRequest', {
  paymentRuleType: name(RULE_TYPES, { description: 'ACH alone debits an account without its holder.' }),
  customerAccountNumber: text(35, { description: 'The number of the account that debits may come to.' }),
  amount,
  amountType,
  frequency,
  effectiveDate,
  ...terms,
})
export type CreateRuleBody = Static<typeof CreateRuleBody>

const { customerName: _customerName, ...changeable } = terms
export const UpdateRuleBody = named('PositivePayRuleUpdate', {
  ruleUID: UidInBody,
  amount: Type.Optional(amount),
  amountType: Type.Optional(amountType),
  frequency: Type.Optional(frequency),
  effectiveDate: Type.Optional(effectiveDate),
  ...changeable,
})
export type UpdateRuleBody = Static<typeof UpdateRuleBody>

export const RuleParams = Type.Object({ ruleUID: Uid })

/** What a request says of a rule; undefined where it says nothing. */
export interface RuleTerms {
  achCompanyId?: string | null
  bankRouting?: string | null
  secCode?: string | null
  amount?: bigint
  amountType?: (typeof AMOUNT_TYPES)[number]
  frequency?: (typeof FREQUENCIES)[number]
  effectiveDate?: string
  expiryDate?: string | null
  beneName?: string | null
  beneBankName?: string | null
}

export function parseTerms(body: Omit<UpdateRuleBody, 'ruleUID'>): Result<RuleTerms, Refusal> {
  if (body.beneAccountNumber) return refusal('invalidPositivePay', 'beneAccountNumber: ACH entries do not carry it')
  if (body.currency !== undefined && body.currency !== CURRENCY)
    return refusal('invalidPositivePay', `currency must be ${CURRENCY}: ACH has no other`)
  const cents = body.amount === undefined ? undefined : parseAmount(body.amount, CURRENCY)
  if (cents && (!cents.ok || cents.value <= 0n))
    return refusal('invalidPositivePay', 'amount must be positive, with at most two decimals')
  const said = {
    achCompanyId: body.achCompanyID,
    bankRouting: body.beneBankId,
    secCode: body.secCode?.toUpperCase() === 'ALL' ? null : orNull(body.secCode?.toUpperCase()),
    amount: cents?.ok ? cents.value : undefined,
    amountType: body.amountType && mustBeName(AMOUNT_TYPES, body.amountType),
    frequency: body.frequency && mustBeName(FREQUENCIES, body.frequency),
    effectiveDate: body.effectiveDate,
    expiryDate: orNull(body.expiryDate),
    beneName: orNull(body.beneName),
    beneBankName: orNull(body.beneBankName),
  }
  return accept(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as RuleTerms)
}

/** Empty text and null clear what may be empty. */
function orNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value
}

export const SearchRulesQuery = Type.Object(pageQuery)
export const SearchRulesBody = named(
  'PositivePayRuleSearch',
  Type.Partial(
    Type.Object({
      customerUID: UidInBody,
      customerAccountNumber: text(35, { description: 'The number of the account.' }),
      achCompanyID: text(10),
      secCode,
      status: name(STATUSES),
      paymentRuleType: name(RULE_TYPES),
    }),
  ).properties,
  { additionalProperties: false },
)

export function parseRuleFilter(body: Static<typeof SearchRulesBody>, belongingTo: bigint | undefined): RuleFilter {
  return {
    belongingTo,
    customerId: body.customerUID === undefined ? undefined : BigInt(body.customerUID),
    accountNumber: body.customerAccountNumber,
    achCompanyId: body.achCompanyID,
    secCode: body.secCode?.toUpperCase() === 'ALL' ? undefined : body.secCode?.toUpperCase(),
    status: body.status ? mustBeName(STATUSES, body.status) : undefined,
  }
}

export const RuleReply = named('PositivePayRule', {
  ruleUID: Type.String({ description: 'The rule, by the number that the service gave it.' }),
  paymentRuleType: name(RULE_TYPES, { description: 'ACH.' }),
  customerUID: Type.String(),
  customerName: Type.String({ description: 'The legal name of the customer.' }),
  accountUID: Type.String(),
  customerAccountNumber: Type.String({ description: 'The number of the account.' }),
  achCompanyID: Type.Optional(Type.String({ description: 'The originator that may debit. Absent: any.' })),
  beneBankId: Type.Optional(Type.String({ description: 'The bank that may debit. Absent: any.' })),
  beneName: Type.Optional(Type.String({ description: 'The name of the originator.' })),
  beneBankName: Type.Optional(Type.String({ description: 'The name of its bank.' })),
  secCode: Type.String({ description: 'The SEC code that it allows, or ALL.' }),
  amount: Type.String({ description: 'Decimal text.' }),
  currency: Type.String(),
  amountType: name(AMOUNT_TYPES, { description: 'EXACT or MAXIMUM.' }),
  frequency: name(FREQUENCIES, { description: 'How often it allows a debit.' }),
  effectiveDate: Type.String({ description: 'The first settlement date, yyyy-mm-dd.' }),
  expiryDate: Type.Optional(Type.String({ description: 'The last settlement date, yyyy-mm-dd.' })),
  status: name(STATUSES, { description: 'A Suspended rule allows nothing, and its account stays guarded.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When it was made.' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When it was last changed.' }),
})
export type RuleReply = Static<typeof RuleReply>

export function renderRule(rule: ShownRule, view: NumberView): RuleReply {
  return {
    ...{ ruleUID: String(rule.id), paymentRuleType: 'ACH', customerUID: String(rule.customerId) },
    ...{ customerName: rule.customerName, accountUID: String(rule.accountId) },
    customerAccountNumber: view.showsNumbers ? rule.accountNumber : maskedNumber(rule.accountNumber),
    ...(rule.achCompanyId !== null && { achCompanyID: rule.achCompanyId }),
    ...(rule.bankRouting !== null && { beneBankId: rule.bankRouting }),
    ...(rule.beneName !== null && { beneName: rule.beneName }),
    ...(rule.beneBankName !== null && { beneBankName: rule.beneBankName }),
    secCode: rule.secCode ?? 'ALL',
    ...{ amount: formatAmount(rule.amount, rule.currency), currency: rule.currency },
    ...{ amountType: rule.amountType, frequency: rule.frequency, effectiveDate: rule.effectiveDate },
    ...(rule.expiryDate !== null && { expiryDate: rule.expiryDate }),
    status: rule.status === 'Active' ? 'Active' : 'Suspended',
    ...{ createdAt: timestamp(rule.createdAt), updatedAt: timestamp(rule.updatedAt) },
  }
}

export const exampleRule: RuleReply = {
  ...{ ruleUID: '100001', paymentRuleType: 'ACH', customerUID: '100042', customerName: 'Blue Harbor Coffee LLC' },
  ...{ accountUID: '100108', customerAccountNumber: '****0001', achCompanyID: '1842345678' },
  ...{ beneName: 'Highland Beans', secCode: 'CCD', amount: '500.00', currency: 'USD', amountType: 'MAXIMUM' },
  ...{ frequency: 'MONTHLY', effectiveDate: '2026-07-01', status: 'Active' },
  ...{ createdAt: '2026-07-01T12:00:00.000Z', updatedAt: '2026-07-01T12:00:00.000Z' },
}
