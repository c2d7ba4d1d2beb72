import './ach-imports.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import {
  AchAnswerReply,
  AchAnswersQuery,
  exampleAchAnswer,
  parseAnswerFilter,
  renderAchAnswer,
} from './ach-imports.schema.ts'
import { searchAnswers } from './answers.store.ts'

export const achImportOperations = [
  defineOperation({
    id: 'listAchAnswers',
    method: 'GET',
    paths: ['/v1/institution/ach-answers'],
    tag: 'Institution',
    summary: 'List what other banks answered',
    description:
      'Returns, notifications of change and acknowledgements of ACH entries, with what became of them. Those with the outcome Exception wait for a person. Newest first. /docs/pages/ach has the outcome of every code.',
    failure: 'The answers were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidAchAnswersQuery',
    query: AchAnswersQuery,
    reply: {
      status: 200,
      description: 'A page of answers.',
      data: Type.Array(AchAnswerReply),
      paged: true,
      example: [exampleAchAnswer],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await searchAnswers(tx, principal.tenantId, parseAnswerFilter(query), query)
        return accept({ data: found.rows.map(renderAchAnswer), pagination: describePage(query, found) })
      }),
  }),
]
