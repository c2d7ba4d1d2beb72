import { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import { setterOf } from '../../contacts/contacts.ts'
import type { Transaction } from '../../db/client.ts'
import { requireStanding } from '../../http/standing.ts'
import { institutionTime, readInstitution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { availableOf } from '../../ledger/transfer.ts'
import { type LimitReply, limitsLeft } from '../../limits/limits.ts'
import type { AlteredField } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { approvalExpiry } from '../approval/approval-expiry.ts'
import { alteredInRequest } from '../decision/altered-fields.ts'
import { openCounterparties } from '../decision/counterparties.ts'
import {
  atItsSpeed,
  type Decision,
  decidePayment,
  deliveryOf,
  type Estimate,
  estimatePayment,
  wayOf,
} from '../decision/decide-payment.ts'
import { withReturnableDebits } from '../decision/exposure.ts'
import { withNumberedAccounts } from '../decision/named-accounts.store.ts'
import { notBefore, passageOf } from '../decision/passage.ts'
import { withExchanges } from '../decision/payment-exchanges.ts'
import { requireParties } from '../decision/require-parties.ts'
import { openWorkingSet } from '../decision/working-set.ts'
import { contactOf, readTakenNames } from '../intake/payment-contacts.ts'
import { firstPayment } from '../recurring/start-recurrence.ts'
import type { CreditRequest } from '../request/credit-request.schema.ts'
import { type ExpectedSettlement, expectSettlement } from './expect-settlement.ts'

/** The outcome of a payment request if it were made now. */
export interface Preview {
  request: CreditRequest
  /** Undefined if it would be refused. */
  decision: Decision | undefined
  estimate: Estimate
  /** What its ACH entry changes; undefined if nothing. */
  alteredFields: AlteredField[] | undefined
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
  wanted: CreditRequest,
  { systemNow, tokenNow }: { systemNow: Temporal.Instant; tokenNow: Temporal.Instant },
): Promise<Result<Preview, Refusal>> {
  const { tenantId } = principal
  const [request] = (await withNumberedAccounts(tx, tenantId, [{ principal, request: wanted }])) as [CreditRequest]
  const { entryType, senderAccountId, currency } = request
  const institution = await readInstitution(tx, tenantId)
  const now = institutionTime(institution, systemNow)
  const counterparties = await openCounterparties(tx, tenantId, [request])
  const needed = {
    senderAccountIds: [senderAccountId],
    ownNumbers: counterparties.ownNumbers(institution),
    currencies: [currency],
    extraFees: request.extraFees ?? [],
    unlocked: true,
  }
  const opened = await openWorkingSet(tx, institution, needed, now)
  const parties = requireParties(principal, request, opened, counterparties)
  if (!parties.ok) return parties
  const { ownSide, counterparty, ownAccount } = parties.value
  const first = firstPayment(request, { ownSide, counterparty }, institution, opened.date)
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
    namesAccount: request.receiverAccountId !== null,
    actor: principal.clientId,
  }
  const taken = await readTakenNames(tx, tenantId, [request], set.ownSides)
  const contact = contactOf(request, ownSide, { tenantId, setBy: setterOf(principal, institution), taken, now })
  const available = { amount: availableOf(set.books.account(senderAccountId)!), currency: ownSide.account.currency }
  const estimated = estimatePayment(set, payment, ownSide)
  const mayAct = await requireStanding(tx, principal, tokenNow)
  const refusals = [mayAct, contact].flatMap((asked) => (asked.ok ? [] : [asked.refusal]))
  const estimate = { ...estimated, refusals: [...refusals, ...estimated.refusals] }
  // Last, because it applies its decision to the working set.
  const decided = refusals.length === 0 ? decidePayment(set, payment, ownSide) : undefined

  const { rail, secCode, limitedRails, sides } = estimate
  const asksFor = terms.paymentDate ?? set.date
  const firstDay = notBefore(rail, asksFor, deliveryOf(set, payment, ownSide) ?? sides.exchange)
  const paymentDate = rail === 'BOOK' ? firstDay : asksFor
  const { counted } = sides
  const way = wayOf(atItsSpeed(set, payment, ownSide), ownSide, rail)
  const settlement = expectSettlement(institution, way, passageOf(set, way, firstDay))
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
  const decision = decided?.ok ? decided.value : undefined
  const waits = decision?.accepted.status === 'PENDING_APPROVAL'
  const approveBy = waits ? approvalExpiry(institution, { way, date: terms.paymentDate }, now) : undefined
  const alteredFields = alteredInRequest(request, counterparty, estimate)
  return accept({ request, decision, estimate, alteredFields, paymentDate, settlement, available, approveBy, limits })
}
