/** The public face of the slice: what other slices may use. */
import './fees.errors.ts'

export type { ConvertFee, FeeExchange } from './domain/choose-tiers.ts'
export type { ExtraFee } from './domain/extra-fees.ts'
export {
  type OpenPricing,
  openPricing,
  type PaymentPrice,
  pricingOf,
  type ReleasedCount,
  releaseCounts,
} from './open-pricing.ts'
export { type Pricing, readPricing } from './pricing.store.ts'
