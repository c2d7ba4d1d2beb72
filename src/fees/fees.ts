/** The public face of the slice: what other slices may use. */
import './fees.errors.ts'

export type { ConvertFee, FeeExchange } from './domain/choose-tiers.ts'
export {
  type OpenPricing,
  openPricing,
  type PaymentPrice,
  type ReleasedCount,
  releaseCounts,
} from './open-pricing.ts'
