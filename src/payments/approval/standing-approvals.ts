import { type Standing, standingOf } from '../../approvers/approvers.ts'
import type { Transaction } from '../../db/client.ts'
import { isOfContent, readContentHashes } from './approved-content.store.ts'
import { type DecidedApproval, readApprovalsNeeded, readPaymentApprovals } from './payment-approvals.store.ts'

/** The approvals of a payment, and which of them count now. */
export interface ApprovalsOfPayment extends Standing {
  /** The hash of the payment's content now. */
  contentHash: string
  /** The decisions about the payment as it is, by anybody. */
  decisions: readonly DecidedApproval[]
}

/**
 * The approvals of payments that the caller has locked, by payment. Those of stopped approvers do
 * not count, nor those that were taken back or altered, nor those given before somebody changed the
 * payment or its series.
 */
export async function readStandingApprovals(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
): Promise<Map<string, ApprovalsOfPayment>> {
  if (paymentIds.length === 0) return new Map()
  const [hashes, approvals] = await Promise.all([
    readContentHashes(tx, tenantId, paymentIds),
    readPaymentApprovals(tx, tenantId, paymentIds),
  ])
  const byPayment = Map.groupBy(approvals, ({ paymentId }) => paymentId)
  return new Map(
    Array.from(hashes, ([paymentId, contentHash]) => {
      const all = byPayment.get(paymentId) ?? []
      const isThis = ({ contentSha256 }: DecidedApproval) => isOfContent(contentSha256, contentHash)
      return [paymentId, { ...standingFor(all, isThis), contentHash, decisions: ofLastRevision(all) }]
    }),
  )
}

/** The approvals that a payment is asked for: of how many people, and of the institution. */
export interface AskedApprovals {
  approvers: number
  institution: boolean
  /** What asks for the institution by now; absent for a limit. */
  because?: readonly string[]
}

/** The approvals that a payment needs, and those of the customer that it has. */
export interface ApprovalsMissing extends AskedApprovals {
  /** How many people have; `approvers` is 0 if that is enough. */
  has: number
}

/**
 * Which of these released payments lack approvals, because who gave them was stopped since. Their
 * content is settled: a series that was changed since takes no approval away. Payments without
 * approvals cost no statement of their own, unless they are `asked` for some by now.
 */
export async function findUnapproved(
  tx: Transaction,
  tenantId: bigint,
  paymentIds: readonly string[],
  asked: ReadonlyMap<string, AskedApprovals> = new Map(),
): Promise<Map<string, ApprovalsMissing>> {
  if (paymentIds.length === 0) return new Map()
  const approvals = await readPaymentApprovals(tx, tenantId, paymentIds)
  const byPayment = Map.groupBy(approvals, ({ paymentId }) => paymentId)
  const needs = await readApprovalsNeeded(tx, tenantId, [...new Set([...byPayment.keys(), ...asked.keys()])])
  return new Map(
    needs.flatMap(({ paymentId, approversNeeded, needsInstitutionApproval }) => {
      const { approvers: has, institution } = releasedStanding(byPayment.get(paymentId) ?? [])
      const now = asked.get(paymentId)
      const approvers = Math.max(approversNeeded, now?.approvers ?? 0)
      const missing = {
        approvers: approvers > has ? approvers : 0,
        has,
        institution: (needsInstitutionApproval || now?.institution === true) && !institution,
        ...(now?.because && { because: now.because }),
      }
      return missing.approvers > 0 || missing.institution ? [[paymentId, missing] as const] : []
    }),
  )
}

/** The approvals of a released payment that count now: its content is settled. */
export function releasedStanding(decisions: readonly DecidedApproval[]): Standing {
  return standingFor(decisions, () => true)
}

export const ABOVE_LIMIT = 'above a limit that requires approval by the institution'

/** What a payment waits for, as its step says it. */
export function sayMissing({ approvers, has, institution, because = [ABOVE_LIMIT] }: ApprovalsMissing): string {
  return [
    ...(approvers > 0 ? [`it needs ${approvers} approvers of the customer, and has ${has}`] : []),
    ...(institution ? because : []),
  ].join('; ')
}

function standingFor(
  decisions: readonly DecidedApproval[],
  isThisContent: (decision: DecidedApproval) => boolean,
): Standing {
  const given = ofLastRevision(decisions).filter(({ isWithdrawn, altered }) => !isWithdrawn && altered === undefined)
  return standingOf(given.map((one) => ({ ...one, isOfContent: isThisContent(one) })))
}

function ofLastRevision(decisions: readonly DecidedApproval[]): DecidedApproval[] {
  return decisions.filter(({ isOfLastRevision }) => isOfLastRevision)
}
