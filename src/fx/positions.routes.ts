import './fx.errors.ts'
import Type from 'typebox'
import { dateField, parseDate } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage, pageQuery } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { formatAmount } from '../kernel/money.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { type Position, readPositions } from './positions.store.ts'

const PositionReply = Type.Object({
  currency: Type.String(),
  valueDate: Type.String(),
  bought: Type.Number({ description: 'To be received from customers.' }),
  sold: Type.Number({ description: 'To be delivered to customers.' }),
  covered: Type.Number({ description: 'Taken over by the market: to be received from it, less to be delivered.' }),
  open: Type.Number({ description: 'bought − sold + covered: the risk that is left.' }),
})

function renderPosition({ currency, valueDate, bought, sold, covered, open }: Position) {
  // A sum may be more than any amount may be; then it is the number next to it.
  const amount = (minor: bigint) => Number(formatAmount(minor, currency))
  return {
    ...{ currency, valueDate, bought: amount(bought), sold: amount(sold) },
    ...{ covered: amount(covered), open: amount(open) },
  }
}

export const fxPositionOperations = [
  defineOperation({
    id: 'listFxPositions',
    method: 'GET',
    paths: ['/v1/institution/fx/positions'],
    tag: 'Institution',
    summary: 'List the positions in currencies',
    description:
      'By currency and value date; a cover counts on that of its contract. What is open in a currency over all dates is its position in the ledger.',
    failure: 'The positions were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxTrade',
    query: Type.Object({ ...pageQuery, fromDate: Type.Optional(dateField('The earliest valueDate.')) }),
    reply: {
      status: 200,
      description: 'A page of positions.',
      data: Type.Array(PositionReply),
      paged: true,
      example: [{ currency: 'EUR', valueDate: '2026-07-03', bought: 0, sold: 1000, covered: 1000, open: 0 }],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const fromDate = query.fromDate === undefined ? undefined : parseDate(query.fromDate)?.toString()
        if (query.fromDate !== undefined && fromDate === undefined)
          return refusal('invalidFxTrade', 'fromDate must be a date')
        const positions = await readPositions(tx, principal.tenantId, { ...query, fromDate })
        return accept({ data: positions.rows.map(renderPosition), pagination: describePage(query, positions) })
      }),
  }),
]
