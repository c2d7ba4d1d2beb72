import type { Connection } from '../db/client.ts'
import { requireInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { ApprovalPorts } from './approval-subject.ts'
import { type ApprovalRow, findApproval } from './approvals.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'

/** A part of the approvals: those of one kind and one customer, or, for the institution, all of its tenant. */
export type Queue = { customerUID: string; kind: ApprovalKind } | 'institution'

/** Whether the principal may look at the queue; answers what narrows it. */
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

/** The approval of a path. */
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
  if (!approval || (kind && approval.kind !== kind)) return refusal('approvalNotFound')
  if (customerId && approval.customerId !== customerId) return refusal('approvalOfAnotherCustomer')
  return accept(approval)
}
