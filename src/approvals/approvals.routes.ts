import './approvals.errors.ts'
import Type from 'typebox'
import { canonicalName } from '../http/fields.ts'
import { defineOperation, type Operation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import {
  ApprovalParams,
  ApprovalReply,
  ApproveBody,
  CustomerApprovalParams,
  CustomerQueueParams,
  CustomerQueueQuery,
  exampleApproval,
  QueueParams,
  QueueQuery,
  RejectBody,
  renderApproval,
} from './approvals.schema.ts'
import { searchApprovals } from './approvals.store.ts'
import { approveChange, rejectChange } from './decide-approval.ts'
import { APPROVAL_KINDS, APPROVAL_STATUSES, type ApprovalKind } from './domain/decide-approval.ts'
import { enterQueue, type Queue, requireApproval } from './read-approval.ts'

/** The operations of one queue: the same four, whoever looks at it. */
interface QueueOperations {
  /** What their ids end in: list…, get…, approve… and reject…. */
  name: string
  /** Undefined for the institution's queue, which holds every kind. */
  kind: ApprovalKind | undefined
  path: string
  /** What it holds, in words. */
  of: string
  view: Entitlement
  manage: Entitlement
}

interface Path {
  customerUID?: string
  approvalUID?: string
}

const exampleApproved = {
  ...exampleApproval,
  status: 'Approved',
  decidedBy: 'giro_u8KfP2wLmA4xVd7BqYtZoC',
  decidedAt: '2026-07-01T15:30:00Z',
}

/** What stands in the way of an approved change without being wrong in itself. */
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

function operationsOf({ name, kind, path, of, view, manage }: QueueOperations): Operation[] {
  const refusals = kind
    ? (['customerNotFound', 'foreignCustomer', 'approvalOfAnotherCustomer'] as const)
    : (['notTheInstitution'] as const)
  const onOne = [...refusals, 'approvalNotFound', 'approvalDecided'] as const
  const params = Type.Unsafe<Path & { approvalUID: string }>(kind ? CustomerApprovalParams : ApprovalParams)
  const queueOf = ({ customerUID }: Path): Queue =>
    kind && customerUID !== undefined ? { customerUID, kind } : 'institution'
  const common = { tag: 'Approvals', invalid: 'invalidApproval' } as const

  return [
    defineOperation({
      ...common,
      id: `list${name}Approvals`,
      method: 'GET',
      paths: [path],
      summary: `List the approvals of ${of}`,
      description: 'In the order they were asked for. All filters must match exactly.',
      failure: 'The approvals were not listed',
      entitlement: view,
      errors: refusals.filter((reason) => reason !== 'approvalOfAnotherCustomer'),
      params: Type.Unsafe<Path>(kind ? CustomerQueueParams : QueueParams),
      query: Type.Unsafe<Type.Static<typeof QueueQuery>>(kind ? CustomerQueueQuery : QueueQuery),
      reply: {
        status: 200,
        description: 'A page of approvals.',
        data: Type.Array(ApprovalReply),
        paged: true,
        example: [{ ...exampleApproval, ...(kind && { kind }) }],
      },
      handle: (app, { principal, params, query }) =>
        app.db.read(async (db) => {
          const entered = await enterQueue(db, app, principal, queueOf(params))
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
          return accept({ data: found.rows.map(renderApproval), pagination: describePage({ page, limit }, found) })
        }),
    }),

    defineOperation({
      ...common,
      id: `get${name}Approval`,
      method: 'GET',
      paths: [`${path}/{approvalUID}`],
      summary: `Read an approval of ${of}`,
      description: 'What is to be approved is all of `proposed`; `current` is what it would replace.',
      failure: 'The approval was not read',
      entitlement: view,
      errors: [...refusals, 'approvalNotFound'],
      params,
      reply: { status: 200, description: 'The approval.', data: ApprovalReply, example: exampleApproval },
      handle: (app, { principal, params }) =>
        app.db.read(async (db) => {
          const found = await requireApproval(db, app, principal, queueOf(params), params.approvalUID)
          return found.ok ? accept({ data: renderApproval(found.value) }) : found
        }),
    }),

    defineOperation({
      ...common,
      id: `approve${name}Change`,
      method: 'PUT',
      paths: [`${path}/{approvalUID}/approve`],
      summary: `Approve a change of ${of}`,
      description:
        'Applies what is proposed, by the rules that hold now. Nobody approves a change of their own; contentHash says what was seen.',
      failure: 'The change was not approved',
      entitlement: manage,
      errors: [...onOne, 'approvalOfOwnChange', 'approvalContentChanged', 'approvalNoLongerFits'],
      conflicts,
      params,
      body: ApproveBody,
      examples: [{ summary: 'What was seen', value: { contentHash: exampleApproval.contentHash } }],
      reply: {
        status: 200,
        description: 'The change was approved and made.',
        data: ApprovalReply,
        example: exampleApproved,
      },
      async change(tx, app, { principal, params, body }) {
        const decision = { ...body, approvalUID: params.approvalUID }
        const approved = await approveChange(tx, app, principal, queueOf(params), decision, app.clock.now())
        return approved.ok ? accept({ data: renderApproval(approved.value) }) : approved
      },
    }),

    defineOperation({
      ...common,
      id: `reject${name}Change`,
      method: 'PUT',
      paths: [`${path}/{approvalUID}/reject`],
      summary: `Reject a change of ${of}`,
      description: 'Whoever asked for the change may take it back the same way.',
      failure: 'The change was not rejected',
      entitlement: manage,
      errors: onOne,
      params,
      body: RejectBody,
      examples: [{ summary: 'Not what was ordered', value: { reason: 'The account number is not on the invoice' } }],
      reply: {
        status: 200,
        description: 'The change was rejected.',
        data: ApprovalReply,
        example: { ...exampleApproved, status: 'Rejected', reason: 'The account number is not on the invoice' },
      },
      async change(tx, app, { principal, params, body }) {
        const decision = { ...body, approvalUID: params.approvalUID }
        const rejected = await rejectChange(tx, app, principal, queueOf(params), decision, app.clock.now())
        return rejected.ok ? accept({ data: renderApproval(rejected.value) }) : rejected
      },
    }),
  ]
}

const OF_CUSTOMER = '/v1/customers/{customerUID}/approvals'

/** The customer's own queues are one for each kind, because each kind has an entitlement of its own. */
export const approvalOperations: readonly Operation[] = [
  ...operationsOf({
    ...{ name: '', kind: undefined, path: '/v1/institution/approvals', of: 'any kind' },
    ...{ view: 'Institution.View_Institution', manage: 'Institution.Manage_Institution' },
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
]
