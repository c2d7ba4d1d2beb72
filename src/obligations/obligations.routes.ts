import './obligations.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import {
  exampleObligation,
  ObligationReply,
  ObligationsQuery,
  parseObligationFilter,
  renderObligation,
} from './obligations.schema.ts'
import { searchObligations } from './obligations.store.ts'

export const obligationOperations = [
  defineOperation({
    id: 'listObligations',
    method: 'GET',
    paths: ['/v1/institution/obligations'],
    tag: 'Institution',
    summary: 'List what rules demand by a time',
    description:
      'Every clock that a rule of a network started: what must be done, for which item, by when, and whether it was. Those due first come first. /docs/pages/obligations lists the rules.',
    failure: 'The obligations were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidObligationsQuery',
    query: ObligationsQuery,
    reply: {
      status: 200,
      description: 'A page of obligations.',
      data: Type.Array(ObligationReply),
      paged: true,
      example: [exampleObligation],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await searchObligations(tx, principal.tenantId, parseObligationFilter(query), query)
        return accept({ data: found.rows.map(renderObligation), pagination: describePage(query, found) })
      }),
  }),
]
