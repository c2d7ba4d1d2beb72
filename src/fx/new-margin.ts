import { type Institution, marginIncomeOf } from '../institution/institution.ts'
import { marginOf } from './domain/margin.ts'
import { rateOf } from './domain/rate.ts'
import type { Contract, Quote } from './fx-trades.store.ts'

/** The margin of a new contract, from the market rate of its quote. */
export function newMargin(
  terms: Omit<Quote, 'status'>,
  { settings }: Pick<Institution, 'settings'>,
): Pick<Contract, 'marginAmount' | 'marginDeferred'> {
  const market = rateOf(terms.spotRate).plus(rateOf(terms.forwardPoints))
  return { marginAmount: marginOf(terms, market), marginDeferred: marginIncomeOf(settings) === 'AtDraw' }
}
