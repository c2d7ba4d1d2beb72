import './fx.errors.ts'
import Type from 'typebox'
import { dateField, named, parseDate } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage, pageQuery } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { formatAmount } from '../kernel/money.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { type Position, readPositions } from './positions.store.ts'

const PositionReply = named('FxPosition', {
  currency: Type.String(),
  valueDate: Type.String(),
  bought: Type.Number({ description: 'Amount to receive from customers, at the market rate: without the margin.' }),
  sold: Type.Number({ description: 'Amount to deliver to customers, at the market rate.' }),
  covered: Type.Number({ description: 'Net amount to receive from the market under covers.' }),
  desk: Type.Number({
    description: 'Net amount to receive from the market under trades of the desk, less what was realized.',
  }),
  open: Type.Number({ description: 'bought − sold + covered + desk: the remaining currency risk.' }),
})

function renderPosition({ currency, valueDate, bought, sold, covered, desk, open }: Position) {
  // A sum may exceed the largest amount, and is then the nearest JSON number.
  const amount = (minor: bigint) => Number(formatAmount(minor, currency))
  return {
    ...{ currency, valueDate, bought: amount(bought), sold: amount(sold) },
    ...{ covered: amount(covered), desk: amount(desk), open: amount(open) },
  }
}

export const fxPositionOperations = [
  defineOperation({
    id: 'listFxPositions',
    method: 'GET',
    paths: ['/v1/institution/fx/positions'],
    tag: 'Institution',
    summary: 'List currency positions',
    description:
      'Positions are listed by currency and value date. A cover counts on the value date of its contract. The sum of open over all dates is the position of the currency in the ledger.',
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
      example: [{ currency: 'EUR', valueDate: '2026-07-03', bought: 0, sold: 1000, covered: 1000, desk: 0, open: 0 }],
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
