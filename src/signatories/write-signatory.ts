import type { Temporal } from 'temporal-polyfill'
import { requestApproval, voidApproval } from '../approvals/approvals.ts'
import { recordAudit } from '../audit/audit.ts'
import { needsSecondPerson } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { confirmPerson, keepSetter } from '../tokens/api-clients.ts'
import {
  bodyOf,
  type CreateSignatoryBody,
  limitOf,
  mergeSignatory,
  parseNewSignatory,
  renderSignatory,
  type UpdateSignatoryBody,
} from './signatories.schema.ts'
import {
  hideSignatory,
  insertSignatory,
  lockSignatory,
  type SignatoryData,
  type SignatoryRow,
  type SignatoryStatus,
  updateSignatoryRow,
} from './signatories.store.ts'
import { requireSignatoryCustomer } from './signatory-customer.ts'

/** The path of a signatory. */
export interface SignatoryPath {
  customerUID: string
  id: string
}

/** The signatory, and the approval that the change waits for, if any. */
export interface WrittenSignatory {
  signatory: SignatoryRow
  approvalUID: string | undefined
}

/**
 * Adds a person authorized to act for the customer: Active, or Pending if a second person decides
 * about the customer's people. Who adds it is one person with it until somebody else confirms it.
 */
export async function createSignatory(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: CreateSignatoryBody,
  now: Temporal.Instant,
): Promise<Result<WrittenSignatory, Refusal>> {
  const { tenantId, clientId } = principal
  const customer = await requireSignatoryCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const { currency, legalEntityId: ownEntityId } = await readInstitution(tx, tenantId)
  const parsed = parseNewSignatory(body, currency)
  if (!parsed.ok) return parsed
  const waits = await needsSecondPerson(tx, customer.value)
  const owner = { tenantId, customerId: customer.value.id }
  const signatory = await insertSignatory(tx, { ...owner, status: waits ? 'Pending' : 'Active' }, parsed.value, now)
  await keepSetter(tx, principal, { signatoryId: signatory.id, ownEntityId }, now)
  const change = { subject: subjectOf(signatory), after: renderSignatory(signatory) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'signatory.created', ...change }, now)
  const approvalUID = waits ? await askForApproval(tx, principal, signatory, parsed.value, now) : undefined
  return accept({ signatory, approvalUID })
}

/**
 * Changes the fields in the body and keeps the others. If a second person decides about the
 * customer's people, an Active signatory stays as before until the change is approved, unless it
 * only sets or lowers the limit. A signatory who was never approved changes at once and waits as
 * Pending. Any earlier proposal becomes void. Who changes alone how the person is reached counts as
 * that person; who repeats it, and has nothing to do with them, confirms it.
 */
export async function updateSignatory(
  tx: Transaction,
  principal: Principal,
  path: SignatoryPath,
  body: UpdateSignatoryBody,
  { now, tokenNow }: Moment,
): Promise<Result<WrittenSignatory, Refusal>> {
  const locked = await lockSignatoryOf(tx, principal, path)
  if (!locked.ok) return locked
  const { before, needsApproval } = locked.value
  const { currency, legalEntityId: ownEntityId } = await readInstitution(tx, principal.tenantId)
  const merged = mergeSignatory(before, body, currency)
  if (!merged.ok) return merged
  const data = merged.value
  const isActive = before.status === 'Active'
  if (needsApproval && isActive && !onlyLowersLimit(before, data))
    return accept({ signatory: before, approvalUID: await askForApproval(tx, principal, before, data, now) })
  await voidApproval(tx, principal, approvalSubjectOf(before), 'the signatory was changed directly', now)
  const waits = needsApproval && !isActive
  const status = waits ? 'Pending' : 'Active'
  const signatory = await writeSignatory(tx, { actor: principal.clientId, before, data, status }, now)
  if (!isSamePerson(before, data)) await keepSetter(tx, principal, { signatoryId: before.id, ownEntityId }, now)
  else if (isActive && IDENTITY.every((field) => body[field] !== undefined))
    await confirmActive(tx, principal, signatory, { now, tokenNow })
  const approvalUID = waits ? await askForApproval(tx, principal, signatory, data, now) : undefined
  return accept({ signatory, approvalUID })
}

/** Who the person is, and how it is reached. */
const IDENTITY = ['fullName', 'emailAddress', 'phoneNumber'] as const

function isSamePerson(before: SignatoryRow, after: SignatoryData): boolean {
  return IDENTITY.every((field) => before[field] === after[field])
}

/** Confirms an Active signatory whom somebody else created or changed alone. */
async function confirmActive(
  tx: Transaction,
  principal: Principal,
  signatory: SignatoryRow,
  { now, tokenNow }: Moment,
): Promise<void> {
  const { confirmed } = await confirmPerson(tx, principal, { signatoryId: signatory.id }, tokenNow)
  if (confirmed === 0) return
  const { tenantId, clientId: actor } = principal
  const after = { status: signatory.status, emailAddress: signatory.emailAddress }
  await recordAudit(tx, { tenantId, actor, action: 'signatory.confirmed', subject: subjectOf(signatory), after }, now)
}

/** Removes a person's authority to act for the customer. The row is kept but no longer shown. */
export async function deleteSignatory(
  tx: Transaction,
  principal: Principal,
  path: SignatoryPath,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { tenantId, clientId } = principal
  const locked = await lockSignatoryOf(tx, principal, path)
  if (!locked.ok) return locked
  const { before } = locked.value
  await voidApproval(tx, principal, approvalSubjectOf(before), 'the signatory was deleted', now)
  await hideSignatory(tx, tenantId, before.id, now)
  const change = { subject: subjectOf(before), before: renderSignatory(before) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'signatory.deleted', ...change }, now)
  return accept(undefined)
}

interface WrittenChange {
  actor: string
  /** Locked by the caller. */
  before: SignatoryRow
  data: SignatoryData
  status: SignatoryStatus
  /** The approval of the change, for the audit record. */
  approval?: object
}

/** Writes a checked change of a locked signatory and records it. */
export async function writeSignatory(
  tx: Transaction,
  { actor, before, data, status, approval }: WrittenChange,
  now: Temporal.Instant,
): Promise<SignatoryRow> {
  const { tenantId, id } = before
  const after = await updateSignatoryRow(tx, tenantId, id, { ...data, status }, now)
  const change = { before: renderSignatory(before), after: { ...renderSignatory(after), approval } }
  await recordChange(tx, { tenantId, actor, action: 'signatory.updated', subject: subjectOf(after), ...change }, now)
  return after
}

export function dataOf(signatory: SignatoryRow): SignatoryData {
  const { fullName, emailAddress, phoneNumber, title } = signatory
  return { fullName, emailAddress, phoneNumber, title, approvalLimit: limitOf(signatory) }
}

/** Whether a change gives the signatory nothing more: it only sets or lowers the limit. */
function onlyLowersLimit(before: SignatoryRow, after: SignatoryData): boolean {
  const { approvalLimit: held, ...person } = dataOf(before)
  const { approvalLimit: given, ...same } = after
  if (Object.entries(person).some(([field, value]) => same[field as keyof typeof same] !== value)) return false
  if (held === null) return true
  return given !== null && given.currency === held.currency && given.minor <= held.minor
}

/** Proposes a signatory as a whole; for an Active one, with the present details. */
async function askForApproval(
  tx: Transaction,
  principal: Principal,
  signatory: SignatoryRow,
  data: SignatoryData,
  now: Temporal.Instant,
): Promise<string> {
  const isActive = signatory.status === 'Active'
  const { id } = await requestApproval(
    tx,
    principal,
    {
      ...approvalSubjectOf(signatory),
      customerId: signatory.customerId,
      ...(isActive ? { action: 'update', current: bodyOf(dataOf(signatory)) } : { action: 'create' }),
      proposed: bodyOf(data),
    },
    now,
  )
  return id
}

async function lockSignatoryOf(
  tx: Transaction,
  principal: Principal,
  { customerUID, id }: SignatoryPath,
): Promise<Result<{ before: SignatoryRow; needsApproval: boolean }, Refusal>> {
  const customer = await requireSignatoryCustomer(tx, principal, customerUID)
  if (!customer.ok) return customer
  const before = await lockSignatory(tx, principal.tenantId, BigInt(id))
  if (before?.customerId !== customer.value.id)
    return refuseUnreachable(tx, principal, before, {
      missing: 'signatoryNotFound',
      outside: 'signatoryOfAnotherCustomer',
    })
  return accept({ before, needsApproval: await needsSecondPerson(tx, customer.value) })
}

function approvalSubjectOf({ id }: Pick<SignatoryRow, 'id'>) {
  return { kind: 'signatory', subjectId: String(id) } as const
}

function subjectOf({ id, customerId }: SignatoryRow) {
  return { kind: 'signatory', id: String(id), customerId }
}
