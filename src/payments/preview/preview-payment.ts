import { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Transaction } from '../../db/client.ts'
import { institutionTime, readInstitution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { availableOf } from '../../ledger/transfer.ts'
import { type LimitReply, limitsLeft } from '../../limits/limits.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { openCounterparties } from '../decision/counterparties.ts'
import {
  atItsSpeed,
  type Decision,
  decidePayment,
  type Estimate,
  estimatePayment,
  wayOf,
} from '../decision/decide-payment.ts'
import { withReturnableDebits } from '../decision/exposure.ts'
import { notBefore, passageOf } from '../decision/passage.ts'
import { withExchanges } from '../decision/payment-exchanges.ts'
import { requireParties } from '../decision/require-parties.ts'
import { openWorkingSet } from '../decision/working-set.ts'
import { firstPayment } from '../recurring/start-recurrence.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import { type ExpectedSettlement, expectSettlement } from './expect-settlement.ts'

/** The outcome of a payment request if it were made now. */
export interface Preview {
  request: CreditRequest
  /** Undefined if it would be refused. */
  decision: Decision | undefined
  estimate: Estimate
  paymentDate: Temporal.PlainDate
  settlement: ExpectedSettlement
  /** The available balance of the customer's own account, in minor units of its currency. */
  available: { amount: bigint; currency: string }
  /** Undefined if it needs no approval now. */
  approveBy: Temporal.Instant | undefined
  limits: Static<typeof LimitReply>[]
}

/**
 * Decides a payment request by the rules of the intake, on a working set that is read without locks
 * and never written. Refuses only accounts and contacts beyond the principal's reach, and a series
 * without payments; every other refusal is part of the preview.
 */
export async function previewPayment(
  tx: Transaction,
  principal: Principal,
  request: CreditRequest,
  systemNow: Temporal.Instant,
): Promise<Result<Preview, Refusal>> {
  const { tenantId } = principal
  const { entryType, senderAccountId, currency } = request
  const institution = await readInstitution(tx, tenantId)
  const now = institutionTime(institution, systemNow)
  const counterparties = await openCounterparties(tx, tenantId, [request])
  const wanted = {
    senderAccountIds: [senderAccountId],
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: [currency],
    unlocked: true,
  }
  const opened = await openWorkingSet(tx, institution, wanted, now)
  const parties = requireParties(principal, request, opened, counterparties)
  if (!parties.ok) return parties
  const { ownSide, counterparty, ownAccount } = parties.value
  const first = firstPayment(request, counterparty, institution, opened.date)
  if (!first.ok) return first
  const terms = first.value.request
  const asked = [{ terms, ownSide, counterparty }]
  const set = await withReturnableDebits(tx, await withExchanges(tx, opened, asked, { unlocked: true }), asked)
  const payment = {
    id: newId(now),
    senderAccountId,
    terms,
    counterparty,
    ownAccount,
    namesAccount: request.contactId === null,
    actor: principal.clientId,
    approved: { byCustomer: false, byInstitution: false },
  }
  const available = { amount: availableOf(set.books.account(senderAccountId)!), currency: ownSide.account.currency }
  const estimate = estimatePayment(set, payment, ownSide)
  // Last, because it applies its decision to the working set.
  const decided = decidePayment(set, payment, ownSide)

  const paymentDate = terms.paymentDate ?? set.date
  const { rail, secCode, limitedRails, sides } = estimate
  const { counted } = sides
  const way = wayOf(atItsSpeed(set, payment, ownSide), ownSide, rail)
  const passage = passageOf(set, way, notBefore(rail, paymentDate, sides.exchange))
  const settlement = expectSettlement(institution, way, passage)
  const limits =
    limitedRails.length === 0
      ? []
      : await limitsLeft(tx, institution, ownSide.customer, principal, {
          rails: limitedRails,
          entryType,
          secCode: secCode ?? undefined,
          amount: counted.ok ? counted.value.amount : undefined,
          date: Temporal.PlainDate.compare(paymentDate, set.date) > 0 ? paymentDate : set.date,
        })
  const decision = decided.ok ? decided.value : undefined
  const waits = decision?.accepted.status === 'PENDING_APPROVAL'
  const approveBy = waits ? approvalExpiry(institution, { way, date: terms.paymentDate }, now) : undefined
  return accept({ request, decision, estimate, paymentDate, settlement, available, approveBy, limits })
}
