import { mayActAlone, unlessAlone } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import type { TimedRequest } from '../../http/second-person.ts'
import {
  deskTradeAloneUpToOf,
  deskTradePriceTolerancePercentOf,
  type Institution,
} from '../../institution/institution.ts'
import { amountAsNumber } from '../../kernel/money.ts'
import { mayBeOnePerson, partyOf, partyOfText } from '../../tokens/api-clients.ts'
import { isPricedApart } from '../domain/desk-price.ts'
import { knownRates } from '../read-rate.ts'
import type { DeskTradeBody } from './desk-trades.schema.ts'
import { parseDeskAmounts } from './make-desk-trade.ts'
import { type DeskMeasure, measureDeskTrade, renderPrice, sidesOf, type Traded } from './measure-trade.ts'

/**
 * A trade of the desk, which one person makes alone if its price is near the market's and its
 * larger side fits into what they may trade on a day. What cannot be measured takes two people. The
 * second one sees what the trade is worth, and how far its price is from the market.
 */
export const proposedDeskTrade = unlessAlone<unknown, DeskTradeBody>(
  'fxDeskTrade',
  async (tx, request, institution) => {
    const { body, now } = request
    const amounts = parseDeskAmounts(institution, body, now)
    if (!amounts.ok) return undefined
    const traded = { ...body, ...amounts.value }
    const measure = await measureDeskTrade(tx, institution, traded, now)
    const reasons = reasonsOf(institution, traded, measure)
    if (await setItsRates(tx, institution, request)) reasons.push('the same person set a rate that it is compared with')
    const { worth } = measure
    if (worth !== null && reasons.length === 0) {
      const upTo = deskTradeAloneUpToOf(institution.settings)
      if (await mayActAlone(tx, institution, request, { act: 'DeskTrade', amount: worth, upTo })) return undefined
      reasons.push('it is more than one person trades alone on a day (fx.deskTradeAloneUpTo)')
    }
    const { currency } = institution
    const price = renderPrice(traded, measure.marketRate)
    return {
      current: {
        worth: worth === null ? null : amountAsNumber(worth, currency),
        currency,
        ...price,
        waitsBecause: reasons,
      },
    }
  },
)

/**
 * Whether the one who enters the trade may be who set one of the rates that measure it: such a rate
 * says nothing about the market.
 */
async function setItsRates(
  tx: Transaction,
  { tenantId, currency, legalEntityId }: Institution,
  { body, principal, tokenNow }: TimedRequest<unknown, DeskTradeBody>,
): Promise<boolean> {
  const known = await knownRates(tx, tenantId, [body.buyCurrency, body.sellCurrency, currency])
  const one = partyOf(principal)
  for (const setBy of new Set([...known.values()].map((rate) => rate.setBy))) {
    if (!setBy) continue
    const other = partyOfText(setBy)
    if (await mayBeOnePerson(tx, { tenantId, one, other, ownEntityId: legalEntityId }, tokenNow)) return true
  }
  return false
}

function reasonsOf({ settings }: Institution, traded: Traded, { marketRate, unmeasured }: DeskMeasure): string[] {
  const tolerance = deskTradePriceTolerancePercentOf(settings)
  const isApart = marketRate !== null && isPricedApart(sidesOf(traded), marketRate, tolerance)
  const why = `its price is further than ${tolerance} % from the market (fx.deskTradePriceTolerancePercent)`
  return [...unmeasured, ...(isApart ? [why] : [])]
}
