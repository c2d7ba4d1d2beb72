/** The public face of the slice: everything that other slices may use. */
import './fx.errors.ts'

export { tradeApprovals } from './approval/trade-approvals.ts'
export { type BaseAmount, type BaseRates, openBaseRates, openFeeRates } from './base-rates.ts'
export { readContractNumbers } from './contract-numbers.store.ts'
export { rejectQuote } from './decide-quote.ts'
export { measureLarger } from './larger-side.ts'
export { type OpenExchanges, openExchanges, type PricedExchange, type WantedExchange } from './open-exchanges.ts'
export { type ReleaseRefusal, releaseDraws } from './release-draws.ts'
export { type EndedDay, type NotValued, revaluePositions } from './revaluation/revalue-positions.ts'
export { setRates } from './set-rates.ts'
export { verifyFx } from './verify-fx.ts'
export { verifyTrades } from './verify-trades.ts'
