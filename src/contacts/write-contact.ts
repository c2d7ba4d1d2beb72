import type { Temporal } from 'temporal-polyfill'
import { voidApproval } from '../approvals/approvals.ts'
import { asksForApproval, requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { whyRowAltered } from '../db/content-digest.ts'
import { CONTACTS } from '../db/digested-tables.ts'
import { rehearse } from '../db/rehearse.ts'
import { recordChange } from '../events/events.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { readInstitution, refuseUnreachable } from '../institution/institution.ts'
import { maskedNumber } from '../kernel/masked-number.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type Owner, requireLift } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ContactBody, parseContact, renderContact } from './contacts.schema.ts'
import {
  type ContactData,
  type ContactRow,
  lockContact,
  rejectContactRow,
  replaceContact,
  type WrittenContact,
} from './contacts.store.ts'
import { type DetailsSetter, type SetDetails, setterOf, settersAfter, settersOfNew } from './details-setters.ts'
import { openBanksOf, requireKnownBanks } from './known-banks.ts'
import { proposeContact } from './propose-contact.ts'

/**
 * Replaces the contact; fields missing from the body are removed. Existing payments are not
 * redirected. If the customer requires approval, an Active contact keeps its details, and payments
 * use them, until the replacement is approved. A contact never approved is replaced at once and
 * waits as Pending. Any earlier proposal becomes void. Only the institution can replace a contact
 * that the institution rejected.
 */
export async function updateContact(
  tx: Transaction,
  principal: Principal,
  path: { customerUID: string; contactUID: string; ifMatch: string | undefined },
  asked: ContactBody,
  now: Temporal.Instant,
): Promise<Result<WrittenContact, Refusal>> {
  const customer = await requireCustomer(tx, principal, path.customerUID)
  if (!customer.ok) return customer
  const before = await lockContact(tx, principal.tenantId, BigInt(path.contactUID))
  if (before?.customerId !== customer.value.id)
    return refuseUnreachable(tx, principal, before, { missing: 'contactNotFound', outside: 'contactOfAnotherCustomer' })
  if (!before.isListed) return refusal('contactOfPayment')
  if (!isExpectedVersion(before, path.ifMatch)) return refusal('contactChanged')
  const lift = await requireContactLift(tx, principal, before)
  if (!lift.ok) return lift
  const body = withKeptNumber(asked, before)
  const parsed = parseContact(body)
  if (!parsed.ok) return parsed
  const banks = await openBanksOf(tx, principal.tenantId, [body])
  const institution = await readInstitution(tx, principal.tenantId)
  const isKnown = requireKnownBanks(body, banks, institution)
  if (!isKnown.ok) return isKnown

  const by = { actor: principal.clientId, setBy: setterOf(principal, institution) }
  const replace = (status: 'Active' | 'Pending') => replaceWith(tx, { ...by, before, data: parsed.value, status }, now)
  if (!asksForApproval(customer.value, 'beneDualApproval')) {
    const subject = { kind: 'contact', subjectId: String(before.id) } as const
    await voidApproval(tx, principal, subject, 'the contact was changed directly', now)
    return accept({ contact: await replace('Active'), approvalUID: undefined })
  }
  if (before.status === 'Active') {
    const proposed = await rehearse(tx, () => replace('Active'))
    const approvalUID = await proposeContact(tx, principal, { contact: before, proposed }, now)
    return accept({ contact: before, approvalUID })
  }
  const contact = await replace('Pending')
  const approvalUID = await proposeContact(tx, principal, { contact, proposed: contact }, now)
  return accept({ contact, approvalUID })
}

/** The body with the number that the contact has, if it names that number as it is masked. */
function withKeptNumber(body: ContactBody, { accountNumber }: ContactRow): ContactBody {
  const { contactBank } = body
  if (contactBank.accountNo !== maskedNumber(accountNumber)) return body
  return { ...body, contactBank: { ...contactBank, accountNo: accountNumber } }
}

/** Refuses to change a contact that the institution rejected. */
export function requireContactLift(
  tx: Transaction,
  principal: Principal,
  { status, rejectedBy }: ContactRow,
): Promise<Result<void, Refusal>> {
  const imposedBy = status === 'Rejected' ? (rejectedBy ?? 'Institution') : null
  return requireLift(tx, principal, { imposedBy, what: 'rejected the contact' })
}

interface Replacement {
  actor: string
  /** Locked by the caller. */
  before: ContactRow
  data: ContactData
  /**
   * Who sets the details: `approved` if two people agreed. A correction by the `bank` follows the
   * account that somebody set: they stay its setter.
   */
  setBy: DetailsSetter | 'approved' | 'bank' | undefined
  status: 'Active' | 'Pending'
  /** The approval of the replacement, for the audit record. */
  approval?: object
  /** What brought the replacement, if no client asked for it, for the audit record. */
  source?: object
}

export async function replaceWith(
  tx: Transaction,
  { actor, before, data, setBy, status, approval, source }: Replacement,
  now: Temporal.Instant,
): Promise<ContactRow> {
  const { tenantId, customerId } = before
  const detailsSetBy = settersOfReplaced(tx, { before, data, setBy })
  const after = await replaceContact(tx, before, { ...data, tenantId, customerId, status, detailsSetBy }, now)
  await recordUpdate(tx, { actor, before, after, approval, source }, now)
  return after
}

/** Who replaces a contact that was altered has set all of it: they may keep what was altered. */
function settersOfReplaced(
  tx: Transaction,
  { before, data, setBy }: Pick<Replacement, 'before' | 'data' | 'setBy'>,
): readonly SetDetails[] {
  if (setBy === 'approved') return []
  if (setBy === 'bank') return settersIn(before)
  const after = settersAfter({ ...before, setBy: settersIn(before) }, data, setBy)
  if (!setBy || !whyRowAltered(tx, before.tenantId, CONTACTS, before)) return after
  const others = after.filter(({ clientId, userId }) => clientId !== setBy.clientId || userId !== setBy.userId)
  return [...others, ...settersOfNew(data, setBy)]
}

/** None are known if a node of the release before changed the contact since. */
function settersIn({ detailsVersion, version, detailsSetBy }: ContactRow): readonly SetDetails[] {
  return detailsVersion === version ? ((detailsSetBy as SetDetails[] | null) ?? []) : []
}

/**
 * Rejects a contact whose proposal was rejected or expired. Only an approved replacement can be
 * paid. If the institution rejected it, only the institution can replace it.
 */
export async function refuseContact(
  tx: Transaction,
  { actor, before, approval, rejectedBy }: Pick<Replacement, 'actor' | 'before' | 'approval'> & { rejectedBy: Owner },
  now: Temporal.Instant,
): Promise<void> {
  const after = await rejectContactRow(tx, before, rejectedBy, now)
  await recordUpdate(tx, { actor, before, after, approval }, now)
}

async function recordUpdate(
  tx: Transaction,
  {
    actor,
    before,
    after,
    approval,
    source,
  }: Pick<Replacement, 'actor' | 'before' | 'approval' | 'source'> & {
    after: ContactRow
  },
  now: Temporal.Instant,
): Promise<void> {
  await recordChange(
    tx,
    {
      tenantId: before.tenantId,
      actor,
      action: 'contact.updated',
      subject: { kind: 'contact', id: String(before.id), customerId: before.customerId },
      before: renderContact(before),
      after: { ...renderContact(after), approval, ...(source && { source }) },
    },
    now,
  )
}
