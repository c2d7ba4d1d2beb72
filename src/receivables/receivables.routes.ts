import { named } from '../http/fields.ts'
import './receivables.errors.ts'
import Type, { type Static } from 'typebox'
import { underDualControl } from '../approvals/approvals.ts'
import { CustomerParams, requireCustomer } from '../customers/customers.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage, pageQuery } from '../http/paging.ts'
import { requireInstitution } from '../institution/institution.ts'
import { accept } from '../kernel/result.ts'
import {
  exampleReceivable,
  exampleWriteOff,
  ReceivableReply,
  renderReceivable,
  WriteOffBody,
  WriteOffReply,
} from './receivables.schema.ts'
import { readOpenReceivables, readReceivables } from './receivables.store.ts'
import { writeOff } from './write-off.ts'

export const receivableOperations = [
  defineOperation({
    id: 'listCustomerReceivables',
    method: 'GET',
    paths: ['/v1/customers/{customerUID}/receivables'],
    tag: 'Accounts',
    summary: 'List what a customer owes',
    description:
      'A returned debit that the account no longer covers leaves a receivable: the customer owes the rest. So does the loss of an FX contract that was closed out and that its accounts could not pay. What becomes available to the customer in that currency repays the receivable first. One row for each currency.',
    failure: 'The receivables were not read',
    entitlement: 'Accounts.View_Account',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidAccount',
    params: CustomerParams,
    reply: {
      status: 200,
      description: 'The receivables of the customer.',
      data: named('Receivables', { receivables: Type.Array(ReceivableReply) }),
      example: { receivables: [exampleReceivable] },
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const receivables = await readReceivables(db, principal.tenantId, customer.value.id)
        return accept({ data: { receivables: receivables.map(renderReceivable) } })
      }),
  }),

  defineOperation({
    id: 'listReceivables',
    method: 'GET',
    paths: ['/v1/institution/receivables'],
    tag: 'Institution',
    summary: 'List the customers that owe',
    description: 'Every customer and currency in which something is owed now.',
    failure: 'The receivables were not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    query: Type.Object(pageQuery),
    reply: {
      status: 200,
      description: 'A page of receivables.',
      data: Type.Array(ReceivableReply),
      paged: true,
      example: [exampleReceivable],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (tx) => {
        const institution = await requireInstitution(tx, principal)
        if (!institution.ok) return institution
        const found = await readOpenReceivables(tx, principal.tenantId, query)
        return accept({ data: found.rows.map(renderReceivable), pagination: describePage(query, found) })
      }),
  }),

  defineOperation({
    id: 'writeOffReceivable',
    method: 'POST',
    paths: ['/v1/institution/customers/{customerUID}/receivables/write-offs'],
    tag: 'Institution',
    summary: 'Write off a receivable',
    description:
      "The institution gives up the amount and books it as its loss (adjustment-expense). The customer's next credits no longer repay it. adjustmentCaps of the institution limit it as an adjustment.",
    failure: 'The receivable was not written off',
    entitlement: 'Institution.Adjust_Balances',
    errors: ['notTheInstitution', 'customerNotFound', 'writeOffAboveDebt', 'adjustmentOverCap', 'adjustmentWithoutCap'],
    invalid: 'invalidWriteOff',
    params: CustomerParams,
    body: WriteOffBody,
    examples: [{ summary: 'All that is owed', value: exampleWriteOff }],
    reply: {
      status: 201,
      description: 'The amount was written off.',
      data: WriteOffReply,
      example: {
        ...{ writeOffUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', customerUID: '100042', currency: 'USD' },
        ...{ amount: '35.50', externalReferenceId: 'loss-0001', amountOwed: '0.00' },
      },
    },
    secondPerson: underDualControl<Static<typeof CustomerParams>, unknown>('writeOff', async () => ({})),
    async change(tx, app, { principal, params, body }) {
      const written = await writeOff(tx, principal, params.customerUID, body, app.clock.now())
      return written.ok ? accept({ data: written.value }) : written
    },
  }),
]
