import { type PaymentStatus, paymentStates, paymentSteps } from './payment-state.ts'

/** The description of valueDate in replies. */
export const VALUE_DATE =
  "The day on which the receiver's bank has the money, yyyy-mm-dd: by the rail's business days and cut-off, and not before the FX contract delivers. An estimate until the payment is validated. In a sandbox that collects ACH files every few seconds, ACH settles on any day, and this is that day."

/** The description of availableOn in replies. */
export const AVAILABLE_ON =
  'The proceeds of a settled debit are held, and this is the day on which they become available, or became available, yyyy-mm-dd. Absent if they were available at settlement, and for every other payment.'

/** The description of approveBy in replies. */
export const APPROVE_BY =
  'PENDING_APPROVAL and PARTIALLY_APPROVED: the payment is rejected if it is not approved by this time.'

/** Renders docs/payment-states.md: the states of a payment as a diagram and a table. */
export function describePaymentStates(): string {
  const states = paymentStates()
  const steps = paymentSteps()
  const reached = states.filter(({ status }) => steps.some(({ to }) => to === status))
  const arrow = (from: string, to: string) => `    ${from} --> ${to}`
  const cell = (statuses: readonly PaymentStatus[]) => statuses.map((status) => `\`${status}\``).join(', ') || '—'
  const rows = states.map(
    ({ status, shown, meaning, isFirst, next }) =>
      `| \`${status}\` | ${shown} | ${meaning} | ${isFirst ? 'yes' : ''} | ${cell(next)} |`,
  )
  return [
    '# States of a payment',
    '',
    'Generated from `src/payments/payment-state.ts` by `npm run generate`. Neither the code nor the',
    'database (constraint `payment_states_step`) accepts a transition that is not listed here.',
    'Each transition is stored with its time, actor and evidence, and shown by',
    '`GET /v3/payments/{paymentUID}/timeline`.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...steps.map(({ from, to }) => arrow(from ?? '[*]', to)),
    ...reached.filter(({ next }) => next.length === 0).map(({ status }) => arrow(status, '[*]')),
    '```',
    '',
    'States missing from the diagram are defined by the interface but not in use.',
    '',
    '`READY_TO_TRANSMIT` becomes `CANCELLED` only until the ACH entry is in a committed file, or the',
    'message is committed: it then counts as handed over, although the state does not show it yet',
    '([decision 0032](decisions/0032-limits-approvals-endings.md)).',
    '',
    '| status | displayStatus | meaning | initial | next |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** The states as a list, for the API's description. */
export function paymentStatusDescription(): string {
  const follow = ({ next }: { next: readonly PaymentStatus[] }) => (next.length > 0 ? ` Then ${next.join(', ')}.` : '')
  const lines = paymentStates().map(
    (state) => `- \`${state.status}\` (${state.shown}): ${state.meaning}${follow(state)}`,
  )
  return ['The status of the payment, with its displayStatus:', '', ...lines].join('\n')
}
