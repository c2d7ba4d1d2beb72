import type { Temporal } from 'temporal-polyfill'
import { type Actor, requestApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import type { UserOfCustomer } from './require-user.ts'
import { bodyOf, type CreateUserBody } from './users.schema.ts'

/** How a user is named as what an approval is about. */
export function approvalSubjectOf({ user }: Pick<UserOfCustomer, 'user'>) {
  return { kind: 'user', subjectId: user.id } as const
}

/** What is approved of a user: all it is to be, and, where it is to become Active, that it is. */
export type ProposedUser = CreateUserBody & { status?: 'Active' }

/** Has the activation of a user wait. One that is Pending was never approved, and is proposed as new. Answers the approvalUID. */
export async function proposeActivation(
  tx: Transaction,
  actor: Actor,
  subject: UserOfCustomer,
  now: Temporal.Instant,
): Promise<string> {
  const { user, roles } = subject
  const body = bodyOf(user, roles)
  const isNew = user.status === 'Pending'
  const current = isNew ? undefined : { ...body, status: user.status }
  const action = isNew ? 'create' : 'update'
  return propose(tx, actor, subject, { action, current, proposed: { ...body, status: 'Active' } }, now)
}

/** Has a change of a user wait, who stands as they are until it is approved. Answers the approvalUID. */
export async function proposeUpdate(
  tx: Transaction,
  actor: Actor,
  subject: UserOfCustomer,
  proposed: CreateUserBody,
  now: Temporal.Instant,
): Promise<string> {
  const current = bodyOf(subject.user, subject.roles)
  return propose(tx, actor, subject, { action: 'update', current, proposed }, now)
}

async function propose(
  tx: Transaction,
  actor: Actor,
  subject: UserOfCustomer,
  change: { action: 'create' | 'update'; current: object | undefined; proposed: ProposedUser },
  now: Temporal.Instant,
): Promise<string> {
  const customerId = subject.user.customerId
  const { id } = await requestApproval(tx, actor, { ...approvalSubjectOf(subject), customerId, ...change }, now)
  return id
}
