import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  mayBeOneOf,
  mayHaveSet,
  mayHoldCredentials,
  type Party,
  partyOf,
  provenPartyOf,
  signatoryParty,
} from '../tokens/api-clients.ts'
import type { Approver } from './approver.ts'
import { type ApproverMark, isSameApprover } from './domain/distinct-approvers.ts'
import { isMaker, type Making } from './domain/makers.ts'

type InstitutionOf = Pick<Institution, 'tenantId' | 'legalEntityId' | 'dualControl'>

interface Made {
  makers: readonly Party[]
  madeAt: Temporal.Instant
}

/**
 * Whether the caller is one of those who made something, or one person may be behind both. Two
 * people whose tokens prove them are two, whatever clients they use. Who held a client when it was
 * made counts, even if the hold has ended since.
 */
export async function mayBeMaker(
  tx: Transaction,
  principal: Principal,
  institution: InstitutionOf,
  { makers, madeAt }: Made,
  tokenNow: Temporal.Instant,
): Promise<boolean> {
  if (isMaker(makers, principal)) return true
  const { tenantId, legalEntityId: ownEntityId, dualControl } = institution
  const one = provenPartyOf(partyOf(principal))
  const others = makers.map(provenPartyOf)
  const asOf = earlier(madeAt, tokenNow)
  return comparesHolders(institution, principal)
    ? mayBeOneOf(tx, { tenantId, one, others, ownEntityId, dualControl }, asOf)
    : mayHoldCredentials(tx, tenantId, [[one], others], asOf)
}

/**
 * Whether one of the makers may be the person whom a trusted client names: it set that person
 * alone, or somebody set both, or both have one address. Whom somebody has confirmed by now is
 * somebody else.
 */
async function mayHaveSetApprover(
  tx: Transaction,
  { tenantId, dualControl }: InstitutionOf,
  approver: Approver,
  makers: readonly Party[],
  tokenNow: Temporal.Instant,
): Promise<boolean> {
  const compares = dualControl || approver.isOfInstitution
  const person = partyOfPerson({ ...approver, approver: approver.id, clientId: '' })
  return mayHaveSet(tx, { tenantId, compares }, [[person], makers.map(provenPartyOf)], tokenNow)
}

/**
 * Refuses an approver whose credentials a maker of the payment may hold, and the reverse: by an
 * address that one of them set, they may be one person. Whom a trusted client names proves who
 * they are without these credentials, but must not be a record that a maker created alone.
 */
export async function requireOwnCredentials(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  institution: InstitutionOf,
  { makers, setters, madeAt }: Making,
  approver: Approver,
  tokenNow: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  if (approver.identifiedBy === 'TrustedClient') {
    if (await mayHaveSetApprover(tx, institution, approver, makers, tokenNow))
      return refusal('ownPaymentApproval', SET_BY_MAKER)
    return (await mayHaveSetApprover(tx, institution, approver, setters, tokenNow))
      ? refusal('ownBankDetails', SET_BY_MAKER)
      : accept(undefined)
  }
  const one = { clientId, userId: approver.userId ?? null }
  if (!(await mayHoldCredentials(tx, tenantId, [[one], makers], madeAt))) return accept(undefined)
  return refusal(
    'ownPaymentApproval',
    'who submitted or changed this payment may hold the credentials of the approver, or the reverse: both have one e-mail address, or one of them set the address of the other, or somebody set those of both, and nobody independent has confirmed it by activating the user',
  )
}

const SET_BY_MAKER =
  'who submitted or changed this payment, or set its bank details, may be the person: they created or changed the person alone, or somebody did so for both, or both have one e-mail address; somebody independent must confirm the person'

/**
 * Whether the approver is one of those who decided before, or one person may be behind both. A
 * person whom a trusted client names is told apart from others by the e-mail address and by who set
 * the person alone.
 */
export async function mayHaveDecided(
  tx: Transaction,
  institution: InstitutionOf,
  principal: Principal,
  { given, approver }: { given: readonly ApproverMark[]; approver: Approver },
  [madeAt, tokenNow]: readonly [Temporal.Instant, Temporal.Instant],
): Promise<boolean> {
  const { tenantId, legalEntityId: ownEntityId, dualControl } = institution
  const mark = { ...approver, approver: approver.id, clientId: principal.clientId }
  if (given.some((one) => isSameApprover(one, mark))) return true
  const others = given.filter((one) => {
    const both = [one.identifiedBy, approver.identifiedBy]
    return both.includes('Client') || !both.includes('TrustedClient')
  })
  const named = given.filter((one) => [one.identifiedBy, approver.identifiedBy].includes('TrustedClient'))
  const compares = dualControl || approver.isOfInstitution
  const people = [[partyOfPerson(mark)], named.map(partyOfPerson)] as const
  if (await mayHaveSet(tx, { tenantId, compares }, people, tokenNow)) return true
  const parties = { one: partyOfMark(mark), others: others.map(partyOfMark) }
  const asOf = earlier(madeAt, tokenNow)
  return comparesHolders(institution, principal)
    ? mayBeOneOf(tx, { tenantId, ...parties, ownEntityId, dualControl }, asOf)
    : mayHoldCredentials(tx, tenantId, [[parties.one], parties.others], asOf)
}

/**
 * Whether dual control would refuse an approval that the institution takes without it: one person
 * may be behind the approver and a maker, or an approver before. It is kept with the approval, for
 * when dual control is switched on before what was approved has left.
 */
export async function failsDualControl(
  tx: Transaction,
  principal: Principal,
  institution: InstitutionOf,
  { making, ...decided }: { making: Making; given: readonly ApproverMark[]; approver: Approver },
  tokenNow: Temporal.Instant,
): Promise<boolean> {
  if (institution.dualControl) return false
  const strict = { ...institution, dualControl: true }
  const makers = [...making.makers, ...making.setters]
  const { madeAt } = making
  const isNamed = decided.approver.identifiedBy === 'TrustedClient'
  return (
    (isNamed && (await mayHaveSetApprover(tx, strict, decided.approver, makers, tokenNow))) ||
    (await mayBeMaker(tx, principal, strict, { makers, madeAt }, tokenNow)) ||
    (await mayHaveDecided(tx, strict, principal, decided, [madeAt, tokenNow]))
  )
}

/**
 * Whether it counts who was shown the secret of which client. Without dual control, one
 * administrator creates all clients of a customer and can do everything else alone, too: then only
 * approvals of the institution are compared.
 */
function comparesHolders({ dualControl, legalEntityId }: InstitutionOf, principal: Principal): boolean {
  return dualControl || principal.legalEntityId === legalEntityId
}

/** Whom a trusted client names proves nothing: the client is who decides. */
function partyOfMark({ clientId, userId, identifiedBy }: ApproverMark): Party {
  return provenPartyOf({ clientId, userId: identifiedBy === 'Token' ? (userId ?? null) : null })
}

/** The user or signatory, also if a trusted client named it; the client itself if nobody. */
function partyOfPerson({ approver, clientId, userId, identifiedBy }: ApproverMark): Party {
  if (identifiedBy === 'Client') return { clientId, userId: null }
  return userId == null ? signatoryParty(approver) : provenPartyOf({ clientId, userId })
}

/** The clock of a sandbox can be ahead of that by which holds end. */
function earlier(madeAt: Temporal.Instant, tokenNow: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(madeAt, tokenNow) < 0 ? madeAt : tokenNow
}
