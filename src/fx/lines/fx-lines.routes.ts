import '../fx.errors.ts'
import type { Static } from 'typebox'
import { underDualControl } from '../../approvals/approvals.ts'
import { CustomerParams } from '../../customers/customers.ts'
import { defineOperation } from '../../http/operation.ts'
import { accept } from '../../kernel/result.ts'
import { exampleLine, LineBody, LineReply, renderLine, renderLineAmounts } from './fx-lines.schema.ts'
import { readLine } from './fx-lines.store.ts'
import { setLine, viewLine } from './set-line.ts'

const paths = ['/v1/institution/customers/{customerUID}/fx-line'] as const

export const fxLineOperations = [
  defineOperation({
    id: 'getFxLine',
    method: 'GET',
    paths,
    tag: 'Institution',
    summary: "Read a customer's FX line",
    description: 'What the customer may owe the institution by FX contracts, and how much of it contracts use.',
    failure: 'The line was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'customerNotFound'],
    invalid: 'invalidFxLine',
    params: CustomerParams,
    reply: { status: 200, description: 'The line, and what is used of it.', data: LineReply, example: exampleLine },
    handle: (app, { principal, params }) =>
      app.db.snapshot(async (tx) => {
        const line = await viewLine(tx, principal, params.customerUID, app.clock.now())
        return line.ok ? accept({ data: renderLine(line.value) }) : line
      }),
  }),

  defineOperation({
    id: 'setFxLine',
    method: 'PUT',
    paths,
    tag: 'Institution',
    summary: "Set a customer's FX line",
    description:
      'The line is the credit for FX contracts of the customer and of all customers below it together. A customer ' +
      'needs a line of its own to trade without prefunding; the lines of the customers above it limit its trades too. ' +
      'Contracts that exist keep their terms. Without a line, new contracts are prefunded.',
    failure: 'The line was not set',
    entitlement: 'Institution.Manage_Limits_And_Fees',
    errors: ['notTheInstitution', 'customerNotFound'],
    invalid: 'invalidFxLine',
    params: CustomerParams,
    body: LineBody,
    examples: [{ summary: 'Credit for spot and forward contracts', value: { line: exampleLine.line } }],
    reply: { status: 200, description: 'The line, and what is used of it.', data: LineReply, example: exampleLine },
    secondPerson: underDualControl<Static<typeof CustomerParams>, LineBody>(
      'fxLine',
      async (tx, { principal, params }, { currency }) => {
        const line = await readLine(tx, principal.tenantId, BigInt(params.customerUID))
        return { subjectId: params.customerUID, current: { line: line ? renderLineAmounts(line, currency) : null } }
      },
    ),
    async change(tx, app, { principal, params, body }) {
      const line = await setLine(tx, principal, params.customerUID, body, app.clock.now())
      return line.ok ? accept({ data: renderLine(line.value) }) : line
    },
  }),
]
