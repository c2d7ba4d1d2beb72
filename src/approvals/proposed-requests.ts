import type { App } from '../app.ts'
import { lockTenant } from '../db/advisory-locks.ts'
import { type Transaction, violatedConstraint } from '../db/client.ts'
import type { ChangeOperation, ChangeRequest } from '../http/change.ts'
import type { Operation } from '../http/operation.ts'
import type { ProposableRequest, Proposal, SecondPerson } from '../http/second-person.ts'
import { requestChecker } from '../http/validation.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { AppliedRequest, type ApprovalSubject, approvalTrace } from './approval-subject.ts'
import { renderWaiting } from './approvals.schema.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'
import { requestApproval } from './request-approval.ts'

/** The content of a proposal that is a whole request: what runs when it is approved. */
interface ProposedRequest {
  operation: string
  params: unknown
  body: unknown
}

/**
 * A change that a second person decides if the institution is under dual control, or if it
 * `waitsAnyway`. `subjectOf` returns the subject as it is now; undefined if the caller may make
 * this change alone.
 */
export function underDualControl<Params, Body>(
  kind: ApprovalKind,
  subjectOf: (
    tx: Transaction,
    request: ProposableRequest<Params, Body>,
    institution: Institution,
  ) => Promise<Omit<Proposal, 'customerId'> | undefined>,
  waitsAnyway: (request: ProposableRequest<Params, Body>, institution: Institution) => boolean = () => false,
): SecondPerson<Params, Body> {
  const proposalsOf: SecondPerson<Params, Body>['proposalsOf'] = async (tx, requests) => {
    const [first] = requests
    if (!first) return []
    const institution = await readInstitution(tx, first.principal.tenantId)
    const waits = (request: ProposableRequest<Params, Body>) =>
      institution.dualControl || waitsAnyway(request, institution)
    const subjects = await Promise.all(
      requests.map((request) => (waits(request) ? subjectOf(tx, request, institution) : undefined)),
    )
    return subjects.map((subject) => subject && { customerId: institution.legalEntityId, ...subject })
  }
  return { kind, proposalOf: async (tx, request) => (await proposalsOf(tx, [request]))[0], proposalsOf }
}

/** Stores a request that waits for a second person. The caller checked and undid the change. */
export const proposeRequest: App['storeProposal'] = async (tx, operation, request, proposal, now) => {
  const { principal, params, body } = request
  const { customerId, subjectId, current } = proposal
  await lockTenant(tx, { lock: 'proposals', tenantId: principal.tenantId }, 'exclusive')
  const proposed: ProposedRequest = { operation: operation.id, params: params ?? null, body: body ?? null }
  const change = {
    kind: operation.secondPerson!.kind as ApprovalKind,
    action: actionOf(operation, subjectId),
    ...{ customerId, subjectId, current, proposed },
  }
  const approval = await requestApproval(tx, principal, change, now)
  return renderWaiting(approval, 'A second person must approve this change.')
}

function actionOf({ method }: Operation, subjectId: string | undefined): 'create' | 'update' | 'delete' {
  if (subjectId === undefined) return 'create'
  return method === 'DELETE' ? 'delete' : 'update'
}

/**
 * Runs the approved request as the approver, who needs its entitlement. It is refused if the
 * request is no longer valid or its subject has changed since it was proposed.
 */
export function proposedRequests(operations: readonly Operation[]): ApprovalSubject {
  const proposable = operations.filter((operation) => 'change' in operation && operation.secondPerson !== undefined)
  const known = new Map(
    proposable.map((one) => [one.id, { operation: one as ChangeOperation, check: requestChecker(one) }]),
  )
  return {
    async lock(tx, { tenantId }) {
      await lockTenant(tx, { lock: 'proposals', tenantId }, 'exclusive')
    },

    async apply(tx, principal, approval, now, app) {
      const { operation: id, params, body } = approval.proposed as ProposedRequest
      const found = known.get(id)
      if (!found) return refusal('approvalNoLongerFits', `the operation ${id} no longer exists`)
      const { operation, check } = found
      if (!principal.entitlements.has(operation.entitlement))
        return refusal('entitlementMissing', `the approval needs ${operation.entitlement}`)
      const trace = { ...approvalTrace(approval), requestedByUser: approval.requestedByUser }
      const request = { principal, params: params ?? undefined, body: body ?? undefined, approval: trace }
      const invalid = check({ ...request, query: {} })
      if (invalid) return { ok: false, refusal: invalid }
      const asked = { ...request, now, tokenNow: app.tokenClock.now() }
      const before = await operation.secondPerson!.proposalOf?.(tx, asked)
      // Without dual control, nothing is compared: the second person decides what was proposed.
      if (before && canonicalJson(before.current ?? null) !== canonicalJson(approval.current))
        return refusal('approvalNoLongerFits', 'the subject has changed since the change was proposed')
      return run(tx, app, operation, {
        ...request,
        query: {},
        idempotency: undefined,
        ifMatch: undefined,
      })
    },

    /** A dropped request changes nothing. */
    async drop() {},
  }
}

async function run(
  tx: Transaction,
  app: App,
  operation: ChangeOperation,
  request: ChangeRequest,
): ReturnType<ApprovalSubject['apply']> {
  await tx.query('savepoint proposed_request')
  try {
    const outcome = await operation.change(tx, app, request)
    if (!outcome.ok) return outcome
    const { data, shownOnce } = outcome.value
    return accept(new AppliedRequest({ result: data, shownOnce }))
  } catch (error) {
    const conflict = operation.conflicts?.[violatedConstraint(error) ?? '']
    if (!conflict) throw error
    await tx.query('rollback to savepoint proposed_request')
    return { ok: false, refusal: conflict }
  }
}
