import './approvals.errors.ts'
import Type, { type Static } from 'typebox'
import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import { canonicalName } from '../http/fields.ts'
import { defineOperation, type Operation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { withMaskedNumbers } from '../kernel/masked-number.ts'
import { accept } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import {
  ApprovalParams,
  ApprovalReply,
  ApproveBody,
  ApproveTradeBody,
  CustomerApprovalParams,
  CustomerQueueParams,
  CustomerQueueQuery,
  exampleApproval,
  parseApproval,
  QueueParams,
  QueueQuery,
  RejectBody,
  renderApproval,
} from './approvals.schema.ts'
import { type ApprovalRow, readNamesOfPeople, searchApprovals } from './approvals.store.ts'
import { approveChange, rejectChange } from './decide-approval.ts'
import { APPROVAL_KINDS, APPROVAL_STATUSES, type ApprovalKind } from './domain/decide-approval.ts'
import { enterQueue, type Queue, readProgress, requireApproval } from './read-approval.ts'

/** One queue of approvals. Every queue has the same four operations. */
interface QueueOperations {
  /** The end of the operation ids: list…, get…, approve… and reject…. */
  name: string
  /** Undefined for the institution's queue, which holds every kind. */
  kind: ApprovalKind | undefined
  path: string
  /** The content of the queue, in words. */
  of: string
  view: Entitlement
  manage: Entitlement
}

interface Path {
  customerUID?: string
  approvalUID?: string
}

const common = { tag: 'Approvals', invalid: 'invalidApproval' } as const

const exampleApproved = {
  ...exampleApproval,
  status: 'Approved',
  decidedBy: 'giro_u8KfP2wLmA4xVd7BqYtZoC',
  decidedAt: '2026-07-01T15:30:00.000Z',
}

/** Values that were free when the change was proposed and have been taken since. */
const conflicts = {
  contacts_template_name: {
    reason: 'approvalNoLongerFits',
    detail: 'another contact of the customer already has this templateName',
  },
  customers_customer_id: {
    reason: 'approvalNoLongerFits',
    detail: 'another customer already has this customerId',
  },
} as const

function refusalsOf(kind: ApprovalKind | undefined) {
  return kind
    ? (['customerNotFound', 'foreignCustomer', 'approvalOfAnotherCustomer'] as const)
    : (['notTheInstitution'] as const)
}

/** The institution decides in its own queue. Only proposals of customers may be for it alone. */
const decisionRefusalsOf = (kind: ApprovalKind | undefined) =>
  [
    ...refusalsOf(kind),
    'approvalNotFound',
    'approvalDecided',
    ...(kind === 'customer' ? (['approvalForInstitution'] as const) : []),
  ] as const

const approvalParamsOf = (kind: ApprovalKind | undefined) =>
  Type.Unsafe<Path & { approvalUID: string }>(kind ? CustomerApprovalParams : ApprovalParams)

const queueOf = (kind: ApprovalKind | undefined, { customerUID }: Path): Queue =>
  kind && customerUID !== undefined ? { customerUID, kind } : 'institution'

function listOperation({ name, kind, path, of, view }: QueueOperations): Operation {
  return defineOperation({
    ...common,
    id: `list${name}Approvals`,
    method: 'GET',
    paths: [path],
    summary: `List the approvals of ${of}`,
    description: 'Lists approvals that match all filters exactly, in the order they were requested.',
    failure: 'The approvals were not listed',
    entitlement: view,
    errors: refusalsOf(kind).filter((reason) => reason !== 'approvalOfAnotherCustomer'),
    params: Type.Unsafe<Path>(kind ? CustomerQueueParams : QueueParams),
    query: Type.Unsafe<Static<typeof QueueQuery>>(kind ? CustomerQueueQuery : QueueQuery),
    reply: {
      status: 200,
      description: 'A page of approvals.',
      data: Type.Array(ApprovalReply),
      paged: true,
      example: [{ ...exampleApproval, ...(kind && { kind }) }],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const entered = await enterQueue(db, app, principal, queueOf(kind, params))
        if (!entered.ok) return entered
        const { page, limit } = query
        const filter = {
          kind: query.kind && canonicalName(APPROVAL_KINDS, query.kind),
          status: query.status && canonicalName(APPROVAL_STATUSES, query.status),
          customerId: query.customerUID === undefined ? undefined : BigInt(query.customerUID),
          subjectId: query.subjectUID,
          ...entered.value,
        }
        const found = await searchApprovals(db, principal.tenantId, filter, { page, limit }, app.totals)
        return accept({
          data: await shownTo(db, app, principal, kind, found.rows),
          pagination: describePage({ page, limit }, found),
        })
      }),
  })
}

function readOperation({ name, kind, path, of, view }: QueueOperations): Operation {
  return defineOperation({
    ...common,
    id: `get${name}Approval`,
    method: 'GET',
    paths: [`${path}/{approvalUID}`],
    summary: `Read an approval of ${of}`,
    description: 'An approval applies all of `proposed`, which replaces `current`.',
    failure: 'The approval was not read',
    entitlement: view,
    errors: [...refusalsOf(kind), 'approvalNotFound'],
    params: approvalParamsOf(kind),
    reply: { status: 200, description: 'The approval.', data: ApprovalReply, example: exampleApproval },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const found = await requireApproval(db, app, principal, queueOf(kind, params), params.approvalUID)
        return found.ok ? accept({ data: await oneShownTo(db, app, principal, kind, found.value) }) : found
      }),
  })
}

/** The refusals of an approval by one of several people. Only trades wait for several. */
const refusalsOfTrades = ['approverNotAccepted', 'fxQuoteMoved'] as const

function approveOperation({ name, kind, path, of, manage }: QueueOperations): Operation {
  const isOfTrades = kind === 'fxTrade'
  return defineOperation({
    ...common,
    id: `approve${name}Change`,
    method: 'PUT',
    paths: [`${path}/{approvalUID}/approve`],
    summary: `Approve a change of ${of}`,
    description:
      'Applies the proposal under the current rules. API clients cannot approve their own proposals. contentHash states which content was reviewed.' +
      (isOfTrades
        ? ' The people who can approve payments of the customer approve its trades, under the same rules. With the last of approversNeeded approvals, the trade is made at its price, or refused and voided if the market has moved too far.'
        : ''),
    failure: 'The change was not approved',
    entitlement: manage,
    errors: [
      ...decisionRefusalsOf(kind),
      ...(['approvalOfOwnChange', 'approvalOfOwnAddress', 'approvalContentChanged', 'approvalNoLongerFits'] as const),
      'approvalAltered',
      ...(isOfTrades || !kind ? refusalsOfTrades : []),
    ],
    conflicts,
    params: approvalParamsOf(kind),
    body: Type.Unsafe<Static<typeof ApproveTradeBody>>(isOfTrades ? ApproveTradeBody : ApproveBody),
    examples: [{ summary: 'Approve the reviewed content', value: { contentHash: exampleApproval.contentHash } }],
    reply: {
      status: 200,
      description: 'The change was approved and applied.',
      data: ApprovalReply,
      example: exampleApproved,
    },
    async change(tx, app, { principal, params, body }) {
      const decision = { ...parseApproval(body), approvalUID: params.approvalUID }
      const approved = await approveChange(tx, app, principal, queueOf(kind, params), decision, app.clock.now())
      if (!approved.ok) return approved
      const { approval, shownOnce } = approved.value
      const data = await oneShownTo(tx, app, principal, kind, approval)
      return accept({ data, ...(shownOnce && { shownOnce: { shownOnce } }) })
    },
  })
}

function rejectOperation({ name, kind, path, of, manage }: QueueOperations): Operation {
  return defineOperation({
    ...common,
    id: `reject${name}Change`,
    method: 'PUT',
    paths: [`${path}/{approvalUID}/reject`],
    summary: `Reject a change of ${of}`,
    description: 'Rejects the proposal. The client that requested the change can withdraw it the same way.',
    failure: 'The change was not rejected',
    entitlement: manage,
    errors: decisionRefusalsOf(kind),
    params: approvalParamsOf(kind),
    body: RejectBody,
    examples: [
      { summary: 'Reject a wrong account number', value: { reason: 'The account number is not on the invoice' } },
    ],
    reply: {
      status: 200,
      description: 'The change was rejected.',
      data: ApprovalReply,
      example: { ...exampleApproved, status: 'Rejected', reason: 'The account number is not on the invoice' },
    },
    async change(tx, app, { principal, params, body }) {
      const decision = { ...body, approvalUID: params.approvalUID }
      const rejected = await rejectChange(tx, app, principal, queueOf(kind, params), decision, app.clock.now())
      return rejected.ok ? accept({ data: await oneShownTo(tx, app, principal, kind, rejected.value) }) : rejected
    },
  })
}

function operationsOf(queue: QueueOperations): Operation[] {
  return [listOperation(queue), readOperation(queue), approveOperation(queue), rejectOperation(queue)]
}

const OF_CUSTOMER = '/v1/customers/{customerUID}/approvals'

/** A customer has one queue for each kind, because each kind has its own entitlements. */
export const approvalOperations: readonly Operation[] = [
  ...operationsOf({
    ...{ name: '', kind: undefined, path: '/v1/institution/approvals', of: 'any kind' },
    ...{ view: 'Institution.View_Institution', manage: 'Institution.Approve_Changes' },
  }),
  ...operationsOf({
    ...{ name: 'Contact', kind: 'contact', path: `${OF_CUSTOMER}/contact`, of: "the customer's contacts" },
    ...{ view: 'Contacts.View_Contacts', manage: 'Contacts.Manage_Contacts' },
  }),
  ...operationsOf({
    ...{ name: 'Customer', kind: 'customer', path: `${OF_CUSTOMER}/customer`, of: 'the customer itself' },
    ...{ view: 'Customers.View_Customers', manage: 'Customers.Manage_Customers' },
  }),
  ...operationsOf({
    ...{ name: 'User', kind: 'user', path: `${OF_CUSTOMER}/user`, of: "the customer's users" },
    ...{ view: 'User_Admin.View_Roles_And_Users', manage: 'User_Admin.Manage_Users' },
  }),
  ...operationsOf({
    ...{ name: 'Role', kind: 'role', path: `${OF_CUSTOMER}/role`, of: "the customer's roles" },
    ...{ view: 'User_Admin.View_Roles_And_Users', manage: 'User_Admin.Manage_Roles' },
  }),
  ...operationsOf({
    ...{ name: 'Signatory', kind: 'signatory', path: `${OF_CUSTOMER}/signatory`, of: "the customer's signatories" },
    ...{ view: 'Customers.View_Customers', manage: 'Customers.Manage_Signatories' },
  }),
  ...operationsOf({
    ...{ name: 'Trade', kind: 'fxTrade', path: `${OF_CUSTOMER}/fxTrade`, of: "the customer's trades" },
    ...{ view: 'Foreign_Exchange.View_Trades', manage: 'Payments.Approve_Payments' },
  }),
]

/**
 * The proposals, with the numbers masked that the client may not see. Only the institution's queue
 * names people: a customer does not learn who works at the bank.
 */
async function shownTo(
  db: Connection,
  app: App,
  principal: Principal,
  kind: ApprovalKind | undefined,
  rows: readonly ApprovalRow[],
) {
  const names = kind ? undefined : await readNamesOfPeople(db, principal.tenantId, rows)
  const progress = await readProgress(db, app, principal.tenantId, rows)
  return rows.map((row) => withMaskedNumbers(renderApproval(row, names, progress.get(row.id)), numberViewOf(principal)))
}

async function oneShownTo(
  db: Connection,
  app: App,
  principal: Principal,
  kind: ApprovalKind | undefined,
  row: ApprovalRow,
) {
  return (await shownTo(db, app, principal, kind, [row]))[0]!
}
