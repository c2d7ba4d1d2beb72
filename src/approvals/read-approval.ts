import type { Connection } from '../db/client.ts'
import { refuseUnreachable, requireInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ApprovalPorts, subjectOf } from './approval-subject.ts'
import { type ApprovalRow, findApproval, type Progress } from './approvals.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'

/** The approvals of one kind for one customer, or all approvals of the institution. */
export type Queue = { customerUID: string; kind: ApprovalKind } | 'institution'

/** Checks that the principal may see the queue, and returns the filter for it. */
export async function enterQueue(
  db: Connection,
  ports: Pick<ApprovalPorts, 'requireCustomer'>,
  principal: Principal,
  queue: Queue,
): Promise<Result<{ customerId?: bigint; kind?: ApprovalKind }, Refusal>> {
  if (queue === 'institution') {
    const institution = await requireInstitution(db, principal)
    return institution.ok ? accept({}) : institution
  }
  const customer = await ports.requireCustomer(db, principal, queue.customerUID)
  return customer.ok ? accept({ customerId: customer.value.id, kind: queue.kind }) : customer
}

/** The approval in the path, if the principal may see it. */
export async function requireApproval(
  db: Connection,
  ports: Pick<ApprovalPorts, 'requireCustomer'>,
  principal: Principal,
  queue: Queue,
  approvalUID: string,
): Promise<Result<ApprovalRow, Refusal>> {
  const entered = await enterQueue(db, ports, principal, queue)
  if (!entered.ok) return entered
  const { customerId, kind } = entered.value
  const approval = isUuid(approvalUID) ? await findApproval(db, principal.tenantId, approvalUID) : undefined
  const isOfKind = approval !== undefined && (!kind || approval.kind === kind)
  if (isOfKind && (!customerId || approval.customerId === customerId)) return accept(approval)
  return refuseUnreachable(db, principal, isOfKind ? approval : undefined, {
    missing: 'approvalNotFound',
    outside: 'approvalOfAnotherCustomer',
  })
}

/** Who has approved the proposals that several people approve, by their ids. */
export async function readProgress(
  db: Connection,
  ports: ApprovalPorts,
  tenantId: bigint,
  approvals: readonly ApprovalRow[],
): Promise<ReadonlyMap<string, Progress>> {
  const ofSeveral = approvals.filter(({ approversNeeded }) => approversNeeded !== null)
  const [first] = ofSeveral
  const several = first && subjectOf(ports, first).several
  return several
    ? several.readProgress(
        db,
        tenantId,
        ofSeveral.map(({ id }) => id),
      )
    : new Map()
}
