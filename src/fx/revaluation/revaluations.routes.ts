import '../fx.errors.ts'
import Type, { type Static } from 'typebox'
import { dateField, named, parseDate } from '../../http/fields.ts'
import { defineOperation } from '../../http/operation.ts'
import { describePage, pageQuery } from '../../http/paging.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { pairName, pairOf } from '../../kernel/currency-pair.ts'
import { formatAmount } from '../../kernel/money.ts'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import { type Revaluation, readRevaluations } from './revaluations.store.ts'

const RevaluationReply = named('FxRevaluation', {
  businessDate: Type.String(),
  currency: Type.String(),
  valueDate: Type.String({ description: 'The spot date for everything that is due until then, or a later date.' }),
  position: Type.Number({ description: 'Amount to receive, or to deliver (negative), at the end of the day.' }),
  currencyPair: Type.String({ description: "The currency and the institution's, in market order." }),
  rate: Type.Optional(Type.Number({ description: 'The mid rate for the value date; absent if the position is zero.' })),
  externalPricingSystemRefId: Type.Optional(Type.String({ description: 'The pair and time of the rate.' })),
  value: Type.Number({ description: "What the position is worth, in the institution's currency." }),
  cost: Type.Number({ description: "What the position cost, in the institution's currency." }),
  result: Type.Number({ description: 'value − cost: the unrealized result since the position was opened.' }),
})

function renderRevaluation(revaluation: Revaluation, own: string): Static<typeof RevaluationReply> {
  const { businessDate, currency, valueDate, rate, pricingReference } = revaluation
  // A sum may exceed the largest amount, and is then the nearest JSON number.
  const amount = (minor: bigint, of = own) => Number(formatAmount(minor, of))
  return {
    ...{ businessDate, currency, valueDate, position: amount(revaluation.position, currency) },
    currencyPair: pairName(pairOf(currency, own)),
    ...(rate !== null && { rate: Number(rate) }),
    ...(pricingReference !== null && { externalPricingSystemRefId: pricingReference }),
    ...{ value: amount(revaluation.value), cost: amount(revaluation.cost), result: amount(revaluation.result) },
  }
}

export const fxRevaluationOperations = [
  defineOperation({
    id: 'listFxRevaluations',
    method: 'GET',
    paths: ['/v1/institution/fx/revaluations'],
    tag: 'Institution',
    summary: 'List the revaluations of currency positions',
    description:
      'The close of a business day values every open position at the market rates, the latest day first. The sum of the results of a day is the balance of the unrealized FX result at its end.',
    failure: 'The revaluations were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxTrade',
    query: Type.Object({ ...pageQuery, businessDate: Type.Optional(dateField('Only this business day.')) }),
    reply: {
      status: 200,
      description: 'A page of revaluations.',
      data: Type.Array(RevaluationReply),
      paged: true,
      example: [
        {
          ...{ businessDate: '2026-07-01', currency: 'EUR', valueDate: '2026-07-06', position: -1000 },
          ...{ currencyPair: 'EUR/USD', rate: 1.0943, externalPricingSystemRefId: 'EUR/USD 2026-07-01T21:00:00Z' },
          ...{ value: -1094.3, cost: -1084.3, result: -10 },
        },
      ],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const date = query.businessDate === undefined ? undefined : parseDate(query.businessDate)?.toString()
        if (query.businessDate !== undefined && date === undefined)
          return refusal('invalidFxTrade', 'businessDate must be a date')
        const found = await readRevaluations(tx, principal.tenantId, { ...query, date })
        const { currency } = institution.value
        return accept({
          data: found.rows.map((row) => renderRevaluation(row, currency)),
          pagination: describePage(query, found),
        })
      }),
  }),
]
