import '../fx.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../../http/operation.ts'
import { describePage, pageQuery } from '../../http/paging.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import {
  DeskTradeBody,
  DeskTradeReply,
  exampleDeskBody,
  exampleDeskTrade,
  renderDeskTrade,
} from './desk-trades.schema.ts'
import { readDeskTrades } from './desk-trades.store.ts'
import { makeDeskTrade } from './make-desk-trade.ts'
import { proposedDeskTrade } from './propose-desk-trade.ts'

const paths = ['/v1/institution/fx/desk-trades'] as const

export const fxDeskOperations = [
  defineOperation({
    id: 'listFxDeskTrades',
    method: 'GET',
    paths,
    tag: 'Institution',
    summary: "List the desk's trades with the market",
    description: 'What the desk bought and sold in the market, beside the covers of contracts.',
    failure: 'The trades were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxDeskTrade',
    query: Type.Object(pageQuery),
    reply: {
      status: 200,
      description: 'A page of trades, the latest first.',
      data: Type.Array(DeskTradeReply),
      paged: true,
      example: [exampleDeskTrade],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await readDeskTrades(tx, principal.tenantId, query)
        const data = found.rows.map((trade) => renderDeskTrade(trade, institution.value.currency))
        return accept({ data, pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    id: 'makeFxDeskTrade',
    method: 'POST',
    paths,
    tag: 'Institution',
    summary: 'Book a trade of the desk with the market',
    description:
      'The trade closes or opens a position on its value date. Under dual control, it waits for a second person if its larger side, at the ' +
      "market's rate, and what the same person traded alone that day are more than fx.deskTradeAloneUpTo, if its price is further from the " +
      'market than fx.deskTradePriceTolerancePercent, or if a side or the price has no current rate. The proposal shows worth, marketRate and deviationPercent.',
    failure: 'The trade was not booked',
    entitlement: 'Institution.Manage_FX_Rates',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxDeskTrade',
    body: DeskTradeBody,
    examples: [{ summary: 'Sell a million euros', value: exampleDeskBody }],
    reply: { status: 201, description: 'The trade was booked.', data: DeskTradeReply, example: exampleDeskTrade },
    secondPerson: proposedDeskTrade,
    async change(tx, app, { principal, body }) {
      const made = await makeDeskTrade(tx, principal, body, app.clock.now())
      return made.ok ? accept({ data: renderDeskTrade(made.value.trade, made.value.currency) }) : made
    },
  }),
]
