import './receipts.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { acceptReceipt, assignReceipt, returnReceipt } from './decide-receipt.ts'
import { proposedReturnOfReceipt } from './propose-return-of-receipt.ts'
import { readReceipt } from './read-receipt.ts'
import {
  AssignBody,
  exampleReceipt,
  parseReceiptFilter,
  ReceiptParams,
  ReceiptReply,
  ReceiptsQuery,
  ReceiptWithSteps,
  ReturnBody,
  renderReceipt,
  renderSteps,
} from './receipts.schema.ts'
import { readSteps, searchReceipts } from './receipts.store.ts'

const shared = { tag: 'Receipts', invalid: 'invalidReceipts' } as const

const exampleSteps = [
  { at: '2026-07-01T22:00:00.000Z', to: 'RECEIVED', actor: 'worker' },
  { at: '2026-07-01T22:00:00.000Z', from: 'RECEIVED', to: 'PENDING', actor: 'worker' },
  { at: '2026-07-02T12:30:00.000Z', from: 'PENDING', to: 'POSTED', actor: 'worker' },
]

/** What the decisions of the institution's people share. */
const decision = {
  ...shared,
  method: 'POST',
  params: ReceiptParams,
} as const
const decided = (description: string, status: string) =>
  ({ status: 200, description, data: ReceiptReply, example: { ...exampleReceipt, status } }) as const
const FULL = { showsNumbers: false, showsTaxIds: false, isInstitution: true } as const

export const receiptOperations = [
  defineOperation({
    ...shared,
    id: 'listReceipts',
    method: 'GET',
    paths: ['/v3/receipts'],
    summary: 'Search what came in over the rails',
    description:
      'Credits, debits and prenotifications, newest first. All filters must match. A client of a customer sees those of its customer and the customers below it, and an item that is reviewed or not posted as PENDING; the institution sees all.',
    failure: 'The receipts were not read',
    entitlement: 'Payments.View_Payments',
    errors: [],
    query: ReceiptsQuery,
    reply: {
      status: 200,
      description: 'A page of receipts. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: Type.Array(ReceiptReply),
      paged: true,
      example: [exampleReceipt],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const { tenantId, legalEntityId } = principal
        const isInstitution = (await readInstitution(tx, tenantId)).legalEntityId === legalEntityId
        const filter = parseReceiptFilter(query, { isInstitution })
        if (!filter.ok) return filter
        const belongingTo = isInstitution ? undefined : legalEntityId
        const found = await searchReceipts(tx, tenantId, { ...filter.value, belongingTo }, query)
        const view = { ...numberViewOf(principal), isInstitution }
        const data = found.rows.map((receipt) => renderReceipt(receipt, view))
        return accept({ data, pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'getReceipt',
    method: 'GET',
    paths: ['/v3/receipts/{receiptUID}'],
    summary: 'Read a receipt with its timeline',
    description:
      'What came in, where it is, and each step that it took. A customer sees the receipts of its own accounts.',
    failure: 'The receipt was not read',
    entitlement: 'Payments.View_Payments',
    errors: ['receiptNotFound'],
    params: ReceiptParams,
    reply: {
      status: 200,
      description: 'The receipt.',
      data: ReceiptWithSteps,
      example: { ...exampleReceipt, timeline: exampleSteps },
    },
    handle: (app, { principal, params }) =>
      app.db.snapshot(async (tx) => {
        const found = await readReceipt(tx, principal, params.receiptUID)
        if (!found.ok) return found
        const { receipt, isInstitution } = found.value
        const timeline = renderSteps(await readSteps(tx, principal.tenantId, receipt.id), { isInstitution })
        return accept({ data: { ...renderReceipt(receipt, { ...numberViewOf(principal), isInstitution }), timeline } })
      }),
  }),

  defineOperation({
    ...decision,
    id: 'acceptReceipt',
    paths: ['/v3/receipts/{receiptUID}/accept'],
    summary: 'Post a receipt to the account that it names',
    description:
      'For a receipt that a person reviews, that waits because of another name or a suspension that has ended, or whose return was dishonored. Before its settlement it becomes PENDING, and then POSTED.',
    failure: 'The receipt was not accepted',
    entitlement: 'Institution.Adjust_Balances',
    errors: [
      'notTheInstitution',
      'receiptNotFound',
      'receiptStateConflict',
      'receiptAccountRefused',
      'receiptNotCovered',
    ],
    reply: decided('The receipt is posted, or will be when it settles.', 'POSTED'),
    secondPerson: underDualControl<Static<typeof ReceiptParams>, unknown>('suspenseRelease', async () => ({})),
    async change(tx, app, { principal, params }) {
      const done = await acceptReceipt(tx, principal, params.receiptUID, app.clock.now())
      return done.ok ? accept({ data: renderReceipt(done.value, FULL) }) : done
    },
  }),

  defineOperation({
    ...decision,
    id: 'assignReceipt',
    paths: ['/v3/receipts/{receiptUID}/assign'],
    summary: 'Post a receipt to an account that you choose',
    description:
      'For a receipt that found no account, or one that cannot take it. `candidates` of the receipt are accounts with a similar number.',
    failure: 'The receipt was not assigned',
    entitlement: 'Institution.Adjust_Balances',
    errors: [
      'notTheInstitution',
      'receiptNotFound',
      'receiptStateConflict',
      'receiptAccountRefused',
      'receiptNotCovered',
    ],
    body: AssignBody,
    examples: [{ summary: 'To one of its candidates', value: { accountUID: '100108' } }],
    reply: decided('The receipt is posted, or will be when it settles.', 'POSTED'),
    secondPerson: underDualControl<Static<typeof ReceiptParams>, unknown>('suspenseRelease', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const asked = { receiptUID: params.receiptUID, accountUID: String(body.accountUID) }
      const done = await assignReceipt(tx, principal, asked, app.clock.now())
      return done.ok ? accept({ data: renderReceipt(done.value, FULL) }) : done
    },
  }),

  defineOperation({
    ...decision,
    id: 'returnReceipt',
    paths: ['/v3/receipts/{receiptUID}/return'],
    summary: 'Return a receipt to the bank that sent it',
    description:
      'The return goes with the next file after the receipt has settled. It is refused if the code does not fit the entry, or if the other bank would have it too late; the message names the rule. What was posted is taken back from its account, or given back to it, at once. R71 to R77 contest a dishonored return. R61 to R70 dishonor the return of another bank whose money waits as a receipt (`isAnswer`). Under dual control, what one person takes back from accounts or gives back to them on a day beyond returns.aloneUpTo waits for a second person.',
    failure: 'The receipt was not returned',
    entitlement: 'Payments.Return_Payments',
    errors: [
      'notTheInstitution',
      'receiptNotFound',
      'receiptStateConflict',
      'receiptNotReturnable',
      'receiptNotCovered',
    ],
    body: ReturnBody,
    examples: [
      { summary: 'Not authorized', value: { reason: 'R10' } },
      { summary: 'Dishonor a return with errors', value: { reason: 'R69', fieldsInError: ['01', '03'] } },
      { summary: 'Believed to be fraud', value: { reason: 'R17', isQuestionable: true } },
    ],
    reply: decided('The return is queued.', 'RETURN_QUEUED'),
    secondPerson: proposedReturnOfReceipt,
    async change(tx, app, { principal, params, body }) {
      const information = (body.fieldsInError ?? []).join(' ')
      const { reason: code, isQuestionable = false } = body
      const asked = { receiptUID: params.receiptUID, code, information, isQuestionable }
      const done = await returnReceipt(tx, principal, asked, app.clock.now())
      return done.ok ? accept({ data: renderReceipt(done.value, FULL) }) : done
    },
  }),
]
