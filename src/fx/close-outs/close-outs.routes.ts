import '../fx.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../../http/operation.ts'
import { describePage } from '../../http/paging.ts'
import { requireInstitution } from '../../institution/institution.ts'
import { accept } from '../../kernel/result.ts'
import { CloseOutReply, CloseOutsQuery, exampleCloseOut, renderCloseOut } from './close-outs.schema.ts'
import { readCloseOuts } from './close-outs.store.ts'

export const fxCloseOutOperations = [
  defineOperation({
    id: 'listFxCloseOuts',
    method: 'GET',
    paths: ['/v1/institution/fx/close-outs'],
    tag: 'Institution',
    summary: 'List the close-outs of FX contracts',
    description:
      'What is left of a contract that is cancelled or expires is closed out at the market rate of the moment: the ' +
      'margin is reversed, and the customer bears the loss. The latest close-out comes first.',
    failure: 'The close-outs were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidFxTrade',
    query: CloseOutsQuery,
    reply: {
      status: 200,
      description: 'A page of close-outs.',
      data: Type.Array(CloseOutReply),
      paged: true,
      example: [exampleCloseOut],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const customerId = query.customerUID === undefined ? null : BigInt(query.customerUID)
        const found = await readCloseOuts(tx, principal.tenantId, { ...query, customerId })
        return accept({ data: found.rows.map(renderCloseOut), pagination: describePage(query, found) })
      }),
  }),
]
