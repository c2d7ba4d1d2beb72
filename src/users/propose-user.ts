import type { Temporal } from 'temporal-polyfill'
import { type Proposer, requestApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import type { UserOfCustomer } from './require-user.ts'
import { bodyOf, type CreateUserBody } from './users.schema.ts'

/** The user as the subject of an approval. */
export function approvalSubjectOf({ user }: Pick<UserOfCustomer, 'user'>) {
  return { kind: 'user', subjectId: user.id } as const
}

/** The proposed content: the whole user, and the status Active if approval activates the user. */
export type ProposedUser = CreateUserBody & { status?: 'Active' }

/**
 * Proposes the activation of a user and returns the approvalUID. A Pending user is proposed as new.
 */
export async function proposeActivation(
  tx: Transaction,
  actor: Proposer,
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

/**
 * Proposes a change of a user, who stays unchanged until it is approved. Returns the approvalUID.
 */
export async function proposeUpdate(
  tx: Transaction,
  actor: Proposer,
  subject: UserOfCustomer,
  proposed: CreateUserBody,
  now: Temporal.Instant,
): Promise<string> {
  const current = bodyOf(subject.user, subject.roles)
  return propose(tx, actor, subject, { action: 'update', current, proposed }, now)
}

async function propose(
  tx: Transaction,
  actor: Proposer,
  subject: UserOfCustomer,
  change: { action: 'create' | 'update'; current: object | undefined; proposed: ProposedUser },
  now: Temporal.Instant,
): Promise<string> {
  const customerId = subject.user.customerId
  const { id } = await requestApproval(tx, actor, { ...approvalSubjectOf(subject), customerId, ...change }, now)
  return id
}
