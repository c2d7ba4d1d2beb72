/** The public face of the slice: what other slices may use. */
import './fees.errors.ts'

export { type OpenPricing, openPricing } from './open-pricing.ts'
