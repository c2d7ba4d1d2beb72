import './positive-pay.errors.ts'
import Type from 'typebox'
import type { Connection } from '../../db/client.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { readInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { numberViewOf } from '../../tokens/number-view.ts'
import { approveExceptions, decideException, type Verdict } from './decide-exception.ts'
import {
  ApproveAllBody,
  ApprovedReply,
  ExceptionParams,
  ExceptionReply,
  ExceptionsQuery,
  exampleException,
  parseExceptionFilter,
  renderException,
  SearchExceptionsBody,
} from './exceptions.schema.ts'
import { searchExceptions } from './exceptions.store.ts'
import {
  CreateRuleBody,
  exampleRule,
  parseRuleFilter,
  RuleParams,
  RuleReply,
  renderRule,
  SearchRulesBody,
  SearchRulesQuery,
  UpdateRuleBody,
} from './rules.schema.ts'
import { type RuleRow, searchRules } from './rules.store.ts'
import { createRule, setRuleStatus, updateRule } from './write-rule.ts'

const RULES = '/v2/positivepay/rules'
const EXCEPTIONS = '/v2/positivepay/exception'
const shared = { tag: 'Positive pay', invalid: 'invalidPositivePay' } as const

/** The customer whose records a client searches; undefined for the institution, which sees all. */
async function scopeOf(db: Connection, { tenantId, legalEntityId }: Principal): Promise<bigint | undefined> {
  const institution = await readInstitution(db, tenantId)
  return institution.legalEntityId === legalEntityId ? undefined : legalEntityId
}

const ruleChange = (
  id: string,
  verb: string,
  { method, path, status }: { method: 'PUT' | 'DELETE'; path: string; status: RuleRow['status'] },
  description: string,
) =>
  defineOperation({
    ...shared,
    id,
    method,
    paths: [`${RULES}/{ruleUID}${path}`],
    summary: `${verb} a positive pay rule`,
    description,
    failure: 'The rule was not changed',
    entitlement: 'Positive_Rules.Manage_Positive_Rules',
    errors: ['positivePayRuleNotFound'],
    params: RuleParams,
    reply: {
      status: 200,
      description: 'The rule as it was changed.',
      data: RuleReply,
      example: { ...exampleRule, status: status === 'Active' ? 'Active' : 'Suspended' },
    },
    async change(tx, app, { principal, params }) {
      const changed = await setRuleStatus(tx, principal, { ruleUID: params.ruleUID, status }, app.clock.now())
      return changed.ok ? accept({ data: renderRule(changed.value, numberViewOf(principal)) }) : changed
    },
  })

const exceptionDecision = (id: string, verb: string, verdict: Verdict, description: string) =>
  defineOperation({
    ...shared,
    id,
    method: 'PUT',
    paths: [`${EXCEPTIONS}/{exceptionUID}/${verdict}`],
    summary: `${verb} a positive pay exception`,
    description,
    failure: 'The exception was not decided',
    entitlement: 'Positive_Rules.Manage_Exception',
    errors: [
      ...(['positivePayExceptionNotFound', 'positivePayExceptionDecided'] as const),
      ...(verdict === 'approve'
        ? (['receiptAccountRefused', 'receiptNotCovered'] as const)
        : (['receiptNotReturnable'] as const)),
    ],
    params: ExceptionParams,
    reply: {
      status: 200,
      description: 'The exception is decided.',
      data: ExceptionReply,
      example: { ...exampleException, positivePayDecisionStatus: verdict === 'approve' ? 'APPROVED' : 'REJECTED' },
    },
    async change(tx, app, { principal, params }) {
      const done = await decideException(tx, principal, { ...params, verdict }, app.clock.now())
      return done.ok ? accept({ data: renderException(done.value, numberViewOf(principal)) }) : done
    },
  })

export const positivePayOperations = [
  defineOperation({
    ...shared,
    id: 'createPositivePayRule',
    method: 'POST',
    paths: [RULES],
    summary: 'Add a positive pay rule',
    description:
      'Allows incoming ACH debits of an account. From its first rule on, the account is guarded: a debit that no rule allows waits as an exception until its expiryDateTime, and is then returned. The institution can guard all accounts of a customer by achPositivePay. /docs/pages/receipts explains it.',
    failure: 'The rule was not added',
    entitlement: 'Positive_Rules.Manage_Positive_Rules',
    errors: ['positivePayAccountUnknown', 'positivePayRulesTooMany'],
    body: CreateRuleBody,
    examples: [
      {
        summary: 'Up to 500 dollars a month',
        value: {
          ...{ paymentRuleType: 'ACH', customerAccountNumber: '400000001', achCompanyID: '1842345678' },
          ...{ amount: 500, amountType: 'MAXIMUM', frequency: 'MONTHLY', effectiveDate: '2026-07-01' },
        },
      },
    ],
    reply: { status: 200, description: 'The rule.', data: RuleReply, example: exampleRule },
    async change(tx, app, { principal, body }) {
      const made = await createRule(tx, principal, body, app.clock.now())
      return made.ok ? accept({ data: renderRule(made.value, numberViewOf(principal)) }) : made
    },
  }),
  defineOperation({
    ...shared,
    id: 'updatePositivePayRule',
    method: 'PUT',
    paths: [RULES],
    summary: 'Change a positive pay rule',
    description: 'Changes the fields in the body and keeps the others. Its account and its customer stay.',
    failure: 'The rule was not changed',
    entitlement: 'Positive_Rules.Manage_Positive_Rules',
    errors: ['positivePayRuleNotFound'],
    body: UpdateRuleBody,
    examples: [{ summary: 'A higher maximum', value: { ruleUID: '100001', amount: 750 } }],
    reply: { status: 200, description: 'The rule.', data: RuleReply, example: { ...exampleRule, amount: '750.00' } },
    async change(tx, app, { principal, body }) {
      const changed = await updateRule(tx, principal, body, app.clock.now())
      return changed.ok ? accept({ data: renderRule(changed.value, numberViewOf(principal)) }) : changed
    },
  }),
  ruleChange(
    'deletePositivePayRule',
    'Delete',
    { method: 'DELETE', path: '', status: 'Deleted' },
    'Its account is no longer guarded if this was its last rule, unless the institution set achPositivePay.',
  ),
  ruleChange(
    'activatePositivePayRule',
    'Activate',
    { method: 'PUT', path: '/activate', status: 'Active' },
    'It allows debits again.',
  ),
  ruleChange(
    'suspendPositivePayRule',
    'Suspend',
    { method: 'PUT', path: '/suspend', status: 'Suspended' },
    'It allows nothing until it is activated. Its account stays guarded.',
  ),
  defineOperation({
    ...shared,
    id: 'searchPositivePayRules',
    method: 'POST',
    paths: [`${RULES}/search`],
    isQuestion: true,
    summary: 'Search positive pay rules',
    description: 'In the order of their numbers. All filters must match.',
    failure: 'The rules were not searched',
    entitlement: 'Positive_Rules.View_Positive_Rules',
    errors: [],
    query: SearchRulesQuery,
    body: SearchRulesBody,
    examples: [{ summary: 'Rules of an account', value: { customerAccountNumber: '400000001' } }],
    reply: {
      status: 200,
      description: 'A page of rules. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: Type.Array(RuleReply),
      paged: true,
      example: [exampleRule],
    },
    handle: (app, { principal, query, body }) =>
      app.db.snapshot(async (tx) => {
        const filter = parseRuleFilter(body ?? {}, await scopeOf(tx, principal))
        const found = await searchRules(tx, principal.tenantId, filter, query)
        const data = found.rows.map((rule) => renderRule(rule, numberViewOf(principal)))
        return accept({ data, pagination: describePage(query, found) })
      }),
  }),
  defineOperation({
    ...shared,
    id: 'searchPositivePayExceptions',
    method: 'POST',
    paths: [`${EXCEPTIONS}/search`],
    isQuestion: true,
    summary: 'Search positive pay exceptions',
    description: 'Debits that no rule allowed, newest first. All filters must match.',
    failure: 'The exceptions were not searched',
    entitlement: 'Positive_Rules.View_Positive_Rules',
    errors: [],
    query: ExceptionsQuery,
    body: SearchExceptionsBody,
    examples: [{ summary: 'What waits for a decision', value: { status: 'PENDING' } }],
    reply: {
      status: 200,
      description:
        'A page of exceptions. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: Type.Array(ExceptionReply),
      paged: true,
      example: [exampleException],
    },
    handle: (app, { principal, query, body }) =>
      app.db.snapshot(async (tx) => {
        const filter = parseExceptionFilter(body ?? {}, await scopeOf(tx, principal))
        if (!filter.ok) return filter
        const found = await searchExceptions(tx, principal.tenantId, filter.value, query)
        const data = found.rows.map((row) => renderException(row, numberViewOf(principal)))
        return accept({ data, pagination: describePage(query, found) })
      }),
  }),
  exceptionDecision(
    'approvePositivePayException',
    'Approve',
    'approve',
    'The debit is posted to its account, at once if it has settled, otherwise when it settles.',
  ),
  exceptionDecision(
    'rejectPositivePayException',
    'Reject',
    'reject',
    'The debit is returned: with R29 for CCD and CTX, and with R10 for the others. For R10, the institution must have the written statement of the customer.',
  ),
  defineOperation({
    ...shared,
    id: 'approvePositivePayExceptions',
    method: 'PUT',
    paths: [`${EXCEPTIONS}/approve`],
    summary: 'Approve many positive pay exceptions',
    description: 'Approves each exception by itself. One that is refused stays as it is, and stops no other.',
    failure: 'The exceptions were not approved',
    entitlement: 'Positive_Rules.Manage_Exception',
    errors: [],
    body: ApproveAllBody,
    examples: [{ summary: 'All that wait', value: {} }],
    reply: {
      status: 200,
      description: 'What became of each exception.',
      data: ApprovedReply,
      example: { approved: [exampleException.exceptionUID], refused: [] },
    },
    async change(tx, app, { principal, body }) {
      return accept({ data: await approveExceptions(tx, principal, body ?? {}, app.clock.now()) })
    },
  }),
]
