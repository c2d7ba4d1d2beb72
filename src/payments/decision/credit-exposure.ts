import type { Connection } from '../../db/client.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Rail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type CreditExposureLimit, readCreditsInFlight } from './credit-exposure.store.ts'
import type { PaymentTerms } from './domain/accept-payment.ts'
import type { OwnSide } from './parties.store.ts'

/** The ACH credits in flight in one transaction. Each payment sees those before it. */
export interface CreditExposure {
  /** The customers to lock before `read`: those with a limit. */
  limitedIds: readonly bigint[]
  read(): Promise<void>
  /** Limits are inclusive. */
  check(side: Pick<OwnSide, 'customer' | 'creditExposure'>, payment: AchPayment): Result<void, Refusal>
  /** The limits of the side that what is in flight exceeds. */
  exceeded(side: Pick<OwnSide, 'creditExposure'>): readonly CreditExposureLimit[]
  add(side: Pick<OwnSide, 'creditExposure'>, payment: AchPayment): void
}

interface AchPayment {
  rail: Rail | 'BOOK'
  terms: Pick<PaymentTerms, 'entryType' | 'amount'>
}

/** Runs no statement if no customer has a limit. */
export function openCreditExposure(
  db: Connection,
  tenantId: bigint,
  sides: readonly Pick<OwnSide, 'creditExposure'>[],
): CreditExposure {
  const limitedIds = [...new Set(sides.flatMap((side) => side.creditExposure.map(({ customerId }) => customerId)))]
  let inFlight = new Map<bigint, bigint>()
  const of = (customerId: bigint) => inFlight.get(customerId) ?? 0n
  return {
    limitedIds,
    async read() {
      if (limitedIds.length > 0) inFlight = await readCreditsInFlight(db, tenantId, limitedIds)
    },
    check: (side, payment) => withinCreditExposure(side, payment, of),
    exceeded: ({ creditExposure }) => creditExposure.filter(({ customerId, amount }) => of(customerId) > amount),
    add({ creditExposure }, { rail, terms }) {
      if (!isAchCredit(rail, terms)) return
      for (const { customerId } of creditExposure) inFlight.set(customerId, of(customerId) + terms.amount)
    },
  }
}

/** The check of a payment against what customers have in flight; by default nothing, besides it. */
export function withinCreditExposure(
  { customer, creditExposure }: Pick<OwnSide, 'customer' | 'creditExposure'>,
  { rail, terms }: AchPayment,
  inFlight = (_customerId: bigint) => 0n,
): Result<void, Refusal> {
  if (!isAchCredit(rail, terms)) return accept(undefined)
  const exceeded = creditExposure.find(({ customerId, amount }) => inFlight(customerId) + terms.amount > amount)
  return exceeded ? refuseExposure(exceeded, customer.id, inFlight(exceeded.customerId)) : accept(undefined)
}

const isAchCredit = (rail: string, { entryType }: AchPayment['terms']) => rail === 'ACH' && entryType === 'CREDIT'

/** A customer learns the figures of its own limit, not those of a customer above it. */
function refuseExposure({ customerId, amount }: CreditExposureLimit, payerId: bigint, inFlight: bigint) {
  if (customerId !== payerId)
    return refusal(
      'creditExposureExceeded',
      'the ACH credits in flight exceed a limit of the group that the customer belongs to',
    )
  const [limit, used] = [formatAmount(amount, 'USD'), formatAmount(inFlight, 'USD')]
  return refusal(
    'creditExposureExceeded',
    `ACH credits in flight are limited to ${limit} USD, and ${used} USD are in flight`,
  )
}
