import { type PaymentStatus, paymentStates, paymentSteps } from './payment-state.ts'

/** docs/payment-states.md: the life of a payment as a diagram and as a table. */
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
    'Made from `src/payments/payment-state.ts` by `npm run generate`. A step that is not here can be written neither by the code nor into',
    'the database (constraint `payment_transitions_step`). Each step is kept with its moment, its actor and its evidence, and shown by',
    '`GET /v3/payments/{paymentUID}/timeline`.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...steps.map(({ from, to }) => arrow(from ?? '[*]', to)),
    ...reached.filter(({ next }) => next.length === 0).map(({ status }) => arrow(status, '[*]')),
    '```',
    '',
    'States that the diagram does not show are named by the interface, and not in use.',
    '',
    '| status | displayStatus | what it means | first | what may follow |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** The same in a few lines, for the description of the API. */
export function paymentStatusDescription(): string {
  const follow = ({ next }: { next: readonly PaymentStatus[] }) => (next.length > 0 ? ` Then ${next.join(', ')}.` : '')
  const lines = paymentStates().map(
    (state) => `- \`${state.status}\` (${state.shown}): ${state.meaning}${follow(state)}`,
  )
  return ['Where the payment stands, with its displayStatus:', '', ...lines].join('\n')
}
