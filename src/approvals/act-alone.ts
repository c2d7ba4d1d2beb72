import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import type { Proposal, SecondPerson, TimedRequest } from '../http/second-person.ts'
import { businessDayAt, type Institution, readInstitution } from '../institution/institution.ts'
import { minorOf, parseAmount } from '../kernel/money.ts'
import { mayBeOnePerson, partyOf, partyOfText, textOfParty } from '../tokens/api-clients.ts'
import { type ActAlone, addUsedAlone, readUsedAlone } from './acts-alone.store.ts'
import type { ApprovalKind } from './domain/decide-approval.ts'

/**
 * A change that under dual control takes two people, unless one person may make it alone
 * (`mayActAlone`). `subjectOf` returns what the second person is shown, or undefined if nobody else
 * is needed. An approved change is not measured again: the approver decided what they were shown.
 */
export function unlessAlone<Params, Body>(
  kind: ApprovalKind,
  subjectOf: (
    tx: Transaction,
    request: TimedRequest<Params, Body>,
    institution: Institution,
  ) => Promise<Omit<Proposal, 'customerId'> | undefined>,
): SecondPerson<Params, Body> {
  return {
    kind,
    async proposalOf(tx, request) {
      const institution = await readInstitution(tx, request.principal.tenantId)
      if (!institution.dualControl || request.approval) return undefined
      const subject = await subjectOf(tx, request, institution)
      return subject && { customerId: institution.legalEntityId, ...subject }
    },
  }
}

/**
 * Whether one person may do this alone: together with all that they did alone on the institution's
 * business day, it is at most `upTo`. Parties behind which one person may be count together. What
 * it answers with yes is counted, in the transaction of the change. Requests at once count one
 * after the other, so that together they do not exceed it.
 * @param amount in minor units of the institution's currency; `upTo` is in its units
 */
export async function mayActAlone(
  tx: Transaction,
  institution: Institution,
  { principal, now, tokenNow }: Pick<TimedRequest<unknown, unknown>, 'principal' | 'now' | 'tokenNow'>,
  { act, amount, upTo }: { act: ActAlone; amount: bigint; upTo: number },
): Promise<boolean> {
  const { tenantId, legalEntityId, currency } = institution
  let left = mostOf(upTo, currency) - amount
  if (left < 0n) return false
  await lockTenant(tx, { lock: 'actsAlone', tenantId }, 'exclusive')
  const day = { act, businessDate: await businessDayAt(tx, institution, now) }
  const one = partyOf(principal)
  const others = await readUsedAlone(tx, tenantId, day)
  // Nobody needs to be told apart while all of them together are within it.
  if (others.reduce((sum, { used }) => sum + used, 0n) > left)
    for (const { party, used } of others) {
      const other = partyOfText(party)
      if (await mayBeOnePerson(tx, { tenantId, one, other, ownEntityId: legalEntityId }, tokenNow)) left -= used
      if (left < 0n) return false
    }
  await addUsedAlone(tx, tenantId, day, { party: textOfParty(one), amount })
  return true
}

/** In minor units. What the currency cannot express is rounded down. */
function mostOf(upTo: number, currency: string): bigint {
  const exact = parseAmount(upTo, currency)
  return exact.ok ? exact.value : minorOf(Math.floor(upTo), currency)
}
