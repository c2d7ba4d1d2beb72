import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { ApprovalTrace } from '../http/operation.ts'
import type { Proposal, SecondPerson } from '../http/second-person.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endTokensOfPerson, holdCredentials, keepSetter, partyOf } from '../tokens/api-clients.ts'
import { activationWaits, findSetAddress, requireUser, type UserOfCustomer, type UserPath } from '../users/users.ts'
import { describeAddress, refuseAuthorOfAddress } from './address-author.ts'
import { deleteCredentials, findCredentials, renewCredentialsId } from './credentials.store.ts'
import { countRecoveryCodes, deleteFactor, readFactors, type ShownFactor } from './factors.store.ts'
import { invitationUrl, readLinkBase } from './invitation-link.ts'
import { findInvitation, type Invitation, insertInvitation } from './invitations.store.ts'
import { forgetAttempts } from './lock-out.ts'

/** The approval of the change, for the audit record. */
interface Approved {
  approval?: ApprovalTrace | undefined
}

/** An invitation that was made. */
export interface Invited {
  userId: string
  mailTo: string
  expiresAt: Temporal.Instant
  /** Only in a sandbox, whose mail may reach nobody. */
  url: string | undefined
}

/**
 * Invites an Active user without credentials to set a password. An earlier invitation ends. The
 * link is mailed to the user's address.
 */
export async function inviteUser(
  tx: Transaction,
  app: App,
  principal: Principal,
  { approval, ...path }: UserPath & Approved,
): Promise<Result<Invited, Refusal>> {
  const found = await requireActiveUser(tx, principal, path)
  if (!found.ok) return found
  const { user } = found.value
  if (await findCredentials(tx, user.tenantId, user.id)) return refusal('userHasCredentials')
  const allowed = await mayApprove(tx, app, principal, { user, approval })
  if (!allowed.ok) return allowed
  const invited = await invite(tx, app, principal, { ...found.value, approval })
  await record(tx, principal, { action: 'user.invited', user, after: { ...shown(invited), approval } }, app)
  return accept(invited)
}

/**
 * Ends all credentials, sessions and tokens of an Active user, and invites the user again. The
 * caller has a second person's approval.
 */
export async function resetCredentials(
  tx: Transaction,
  app: App,
  principal: Principal,
  { approval, ...path }: UserPath & Approved,
): Promise<Result<Invited, Refusal>> {
  const found = await requireActiveUser(tx, principal, path)
  if (!found.ok) return found
  const { user } = found.value
  const allowed = await mayApprove(tx, app, principal, { user, approval })
  if (!allowed.ok) return allowed
  const of = { tenantId: user.tenantId, userId: user.id }
  const before = { factors: (await readFactors(tx, of)).map(renderFactor) }
  await deleteCredentials(tx, user.tenantId, user.id)
  await forgetAttempts(tx, of)
  await endTokensOfPerson(tx, of)
  const invited = await invite(tx, app, principal, { ...found.value, approval })
  const after = { ...shown(invited), approval }
  await record(tx, principal, { action: 'user.credentialsReset', user, before, after }, app)
  return accept(invited)
}

/** Removes a second factor, but not the only one, and ends the user's sessions and tokens. */
export async function removeFactor(
  tx: Transaction,
  app: App,
  principal: Principal,
  { factorId, approval, ...path }: UserPath & Approved & { factorId: string },
): Promise<Result<void, Refusal>> {
  const found = await requireUser(tx, principal, path, { lock: true })
  if (!found.ok) return found
  const { user } = found.value
  const allowed = await mayApprove(tx, app, principal, { user, approval })
  if (!allowed.ok) return allowed
  const of = { tenantId: user.tenantId, userId: user.id }
  const factors = await readFactors(tx, of)
  const removed = factors.find(({ id }) => id === factorId)
  if (!removed) return refusal('factorNotFound')
  if (factors.length === 1) return refusal('lastFactor')
  await deleteFactor(tx, of, factorId)
  await renewCredentialsId(tx, user.tenantId, user.id)
  await endTokensOfPerson(tx, of)
  const before = renderFactor(removed)
  await record(tx, principal, { action: 'user.factorRemoved', user, before, after: { approval } }, app)
  return accept(undefined)
}

/** By what a user can sign in, without its secrets. */
export interface Credentials {
  userId: string
  passwordSetAt: Temporal.Instant | undefined
  invitation: Invitation | undefined
  factors: ShownFactor[]
  recoveryCodesLeft: number
}

export async function readCredentials(
  db: Connection,
  principal: Principal,
  path: UserPath,
): Promise<Result<Credentials, Refusal>> {
  const found = await requireUser(db, principal, path, { lock: false })
  if (!found.ok) return found
  const { tenantId, id: userId } = found.value.user
  const of = { tenantId, userId }
  return accept({
    userId,
    passwordSetAt: (await findCredentials(db, tenantId, userId))?.createdAt,
    invitation: await findInvitation(db, tenantId, userId),
    factors: await readFactors(db, of),
    recoveryCodesLeft: await countRecoveryCodes(db, of),
  })
}

/** With an approval, the principal decides as the second person. */
async function mayApprove(
  tx: Transaction,
  app: App,
  principal: Principal,
  { user, approval }: Pick<UserOfCustomer, 'user'> & Approved,
): Promise<Result<void, Refusal>> {
  return approval ? refuseAuthorOfAddress(tx, app, principal, user) : accept(undefined)
}

/**
 * Decided by a second person as a reset is, because the inviter can change the address of the user.
 * In a sandbox it waits only where somebody else decides what the user has: its reply shows the
 * link.
 */
export const proposedInvitation: SecondPerson<UserPath, unknown> = {
  kind: 'userCredentials',
  async proposalOf(tx, { principal, params, approval }) {
    const found = await requireUser(tx, principal, params, { lock: true })
    if (!found.ok) return undefined
    const { sandbox } = await readInstitution(tx, principal.tenantId)
    const isAlone = sandbox && !approval && !(await activationWaits(tx, principal, found.value))
    return isAlone ? undefined : proposalAbout(tx, found.value)
  },
}

/**
 * Always decided by a second person: who could reset credentials alone could sign in as another.
 * The approver sees the address to which the invitation goes, who set it, and what the user may do.
 */
export const proposedReset: SecondPerson<UserPath, unknown> = {
  kind: 'userCredentials',
  async proposalOf(tx, { principal, params }) {
    const found = await requireUser(tx, principal, params, { lock: true })
    return found.ok ? proposalAbout(tx, found.value) : undefined
  },
}

async function proposalAbout(tx: Transaction, { user, customer, roles }: UserOfCustomer): Promise<Proposal> {
  const { id: subjectId, loginId, firstName, lastName, email, status } = user
  const person = { loginId, firstName, lastName, email, status, roleNames: roles.map(({ name }) => name) }
  const address = await describeAddress(tx, user)
  return { customerId: customer.id, subjectId, current: { ...person, ...(address && { address }) } }
}

async function requireActiveUser(
  tx: Transaction,
  principal: Principal,
  path: UserPath,
): Promise<Result<UserOfCustomer, Refusal>> {
  const found = await requireUser(tx, principal, path, { lock: true })
  if (!found.ok || found.value.user.status === 'Active') return found
  return refusal('userStatusConflict', `the user is ${found.value.user.status}, and only Active users can be invited`)
}

async function invite(
  tx: Transaction,
  app: App,
  principal: Principal,
  { user, approval }: UserOfCustomer & Approved,
): Promise<Invited> {
  const { tenantId, clientId } = principal
  const { id: userId, email } = user
  const invitation = { tenantId, userId, mailTo: email, invitedBy: clientId }
  const { token, expiresAt } = await insertInvitation(tx, invitation, app.tokenClock.now())
  const { sandbox, code } = await readInstitution(tx, tenantId)
  const base = sandbox ? await readLinkBase(tx, app, tenantId) : undefined
  await keepHolders(tx, app, principal, { user, approval })
  return { userId, mailTo: email, expiresAt, url: base && invitationUrl(base, code, token) }
}

/**
 * Who changed the address to which the invitation goes may come to hold the credentials. So may, in
 * a sandbox, the second person who is shown the link. Who is shown it alone, and nobody else took
 * part, counts as who set the address does.
 */
async function keepHolders(
  tx: Transaction,
  { tokenClock }: App,
  principal: Principal,
  { user, approval }: Pick<UserOfCustomer, 'user'> & Approved,
): Promise<void> {
  const { sandbox, legalEntityId: ownEntityId } = await readInstitution(tx, user.tenantId)
  const address = await findSetAddress(tx, user)
  const approver = approval ? [partyOf(principal)] : []
  const proposer = approval ? [{ clientId: approval.requestedBy, userId: approval.requestedByUser ?? null }] : []
  const author = address ? [address.author] : []
  const changedBy = address?.earlier == null ? [] : author
  const of = { tenantId: user.tenantId, userId: user.id }
  const holders = sandbox ? [...changedBy, ...approver] : changedBy
  // Without an approval, nobody else took part.
  const decidedBy = approval ? [...approver, ...proposer, ...author] : []
  await holdCredentials(tx, of, { holders, decidedBy }, tokenClock.now())
  if (sandbox && !approval) await keepSetter(tx, principal, { userId: user.id, ownEntityId }, tokenClock.now())
}

const shown = ({ mailTo, expiresAt }: Invited) => ({ email: mailTo, expiresAt: timestamp(expiresAt) })

export function renderFactor({ id: factorId, kind, createdAt, usedAt }: ShownFactor) {
  return { factorId, kind, createdAt: timestamp(createdAt), usedAt: usedAt === null ? undefined : timestamp(usedAt) }
}

async function record(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { user, ...change }: { action: string; user: UserOfCustomer['user']; before?: object; after: object },
  { clock }: App,
): Promise<void> {
  const subject = { kind: 'user', id: user.id, customerId: user.customerId }
  await recordChange(tx, { tenantId, actor: clientId, subject, ...change }, clock.now())
}
