import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { type ApprovalRow, findWaitingApproval, voidApproval } from '../approvals/approvals.ts'
import { type CustomerRow, requireCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { proposeTrade } from './approval/ask-approvers.ts'
import { peopleNeeded } from './approval/people-needed.ts'
import { endQuote } from './end-quote.ts'
import type { AcceptBody } from './fx-trades.schema.ts'
import { type Contract, findContractOfQuote, type LockedQuote, lockQuote, type Quote } from './fx-trades.store.ts'
import { takeLastLook } from './last-look.ts'
import { fundingOf, makeContract } from './make-contract.ts'
import { requireMakersStand } from './makers-stand.ts'
import { mayTrade } from './require-fx-customer.ts'

/** A contract, made or ended, or the approval that it waits for. */
export type Traded = { contract: Contract } | { waits: ApprovalRow }

/**
 * Turns a quote into a contract, once. A repeated acceptance, concurrent or later, returns the same
 * contract and ignores its own fields. Refused after the market has moved too far, or if who asked
 * for the quote was stopped since. With `autoCover`, the worker covers the contract after the
 * delay. If payments of the customer need approval, the trade waits for as many people.
 */
export async function acceptQuote(
  tx: Transaction,
  principal: Principal,
  acceptance: AcceptBody,
  now: Temporal.Instant,
  { tokenClock }: Pick<App, 'tokenClock'>,
): Promise<Result<Traded, Refusal>> {
  const { tenantId } = principal
  const { quoteUUID, autoCover = false, autoCoverDelay } = acceptance
  if (autoCoverDelay !== undefined && !autoCover) return refusal('invalidFxTrade', 'autoCoverDelay requires autoCover')
  const found = await requireQuote(tx, principal, quoteUUID)
  if (!found.ok) return found
  const { quote, customer } = found.value
  if (quote.status === 'Accepted') return accept({ contract: (await findContractOfQuote(tx, tenantId, quote.id))! })
  if (quote.status === 'Rejected') return refusal('fxQuoteEnded', 'the quote was rejected')
  if (quote.status === 'PendingApproval') {
    const waits = await findWaitingApproval(tx, tenantId, ofQuote(quote))
    return waits ? accept({ waits }) : refusal('fxQuoteEnded', 'the approval that it waited for was altered, and ended')
  }
  if (quote.altered !== undefined) return refusal('fxQuoteEnded', quote.altered)
  if (hasExpired(quote, now)) return refusal('fxQuoteEnded', `the quote expired at ${quote.expiresAt}`)
  const allowed = mayTrade(customer)
  if (!allowed.ok) return allowed
  const asked = await requireQuoterStands(tx, tenantId, quote, tokenClock.now())
  if (!asked.ok) return asked

  const institution = await readInstitution(tx, tenantId)
  const looked = await takeLastLook(tx, institution, quote, now)
  if (!looked.ok) return looked
  const needed = await peopleNeeded(tx, institution, { customer, sides: quote }, now)
  if (!needed.ok) return needed
  if (needed.value > 0) {
    const funded = await fundingOf(tx, principal, { institution, quote, acceptance }, now)
    if (!funded.ok) return funded
    const trade = { quote, acceptance, approversNeeded: needed.value }
    return accept({ waits: await proposeTrade(tx, principal, institution, trade, now) })
  }
  const made = await makeContract(tx, principal, { institution, quote, acceptance }, now)
  return made.ok ? accept({ contract: made.value }) : made
}

/** Who asked for the quote is a maker of the trade: nothing of a stopped maker goes on. */
async function requireQuoterStands(
  tx: Transaction,
  tenantId: bigint,
  { customerId, madeBy, madeByUser, madeAt }: LockedQuote,
  tokenNow: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  if (madeBy === null) return accept(undefined)
  const quoter = { clientId: madeBy, userId: madeByUser, at: madeAt }
  const stands = await requireMakersStand(tx, { tenantId, customerId }, [quoter], tokenNow)
  return stands.ok
    ? stands
    : refusal('fxQuoteEnded', `who asked for it may not trade any more: ${stands.refusal.detail}`)
}

/** A quote as the subject of an approval. */
const ofQuote = ({ id }: Quote) => ({ kind: 'fxTrade', subjectId: id }) as const

/**
 * Rejects a quote, and the approval that it waits for. Repeating it changes nothing. An accepted
 * quote is refused: cancel its contract.
 */
export async function rejectQuote(
  tx: Transaction,
  principal: Principal,
  quoteUUID: string,
  now: Temporal.Instant,
): Promise<Result<Quote, Refusal>> {
  const { tenantId, clientId } = principal
  const found = await requireQuote(tx, principal, quoteUUID)
  if (!found.ok) return found
  const { quote } = found.value
  if (quote.status === 'Rejected') return accept(quote)
  if (quote.status === 'Accepted') return refusal('fxQuoteEnded', 'the quote was accepted')
  if (quote.status === 'PendingApproval')
    await voidApproval(tx, principal, ofQuote(quote), 'the quote was rejected', now)
  return accept(await endQuote(tx, { tenantId, actor: clientId }, quote, now))
}

/** A quote has expired from the moment of its expiry on. */
function hasExpired({ expiresAt }: Quote, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, Temporal.Instant.from(expiresAt)) >= 0
}

async function requireQuote(
  tx: Transaction,
  principal: Principal,
  quoteUUID: string,
): Promise<Result<{ quote: LockedQuote; customer: CustomerRow }, Refusal>> {
  const quote = await lockQuote(tx, principal.tenantId, quoteUUID)
  if (!quote) return refusal('fxQuoteNotFound')
  const customer = await requireCustomer(tx, principal, String(quote.customerId))
  return customer.ok ? accept({ quote, customer: customer.value }) : refusal('fxQuoteNotFound')
}
