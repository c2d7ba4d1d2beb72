import { shownStatus, TRADE_STATUSES, tradeStates, tradeSteps } from './domain/contract-state.ts'

/** The text of docs/fx-contract-states.md: the states of a contract as a diagram and a table. */
export function describeContractStates(): string {
  const arrow = (from: string, to: string) => `    ${from} --> ${to}`
  const last = tradeStates().filter(({ next }) => next.length === 0)
  const rows = tradeStates().map(({ status, meaning, next }) => {
    const follow = next.map((step) => `\`${shownStatus(step)}\``).join(', ') || '—'
    return `| \`${shownStatus(status)}\` | ${meaning} | ${follow} |`
  })
  return [
    '# States of an FX contract',
    '',
    'Generated from `src/fx/domain/contract-state.ts` by `npm run generate`. `tradeStatus` has',
    `${TRADE_STATUSES.length} values. If a payment releases its draw, the contract returns to an earlier state. An amount`,
    'released to a contract that has ended is closed at once.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...tradeSteps().map(({ from, to }) => arrow(from ? shownStatus(from) : '[*]', shownStatus(to))),
    ...last.map(({ status }) => arrow(status, '[*]')),
    '```',
    '',
    '| tradeStatus | meaning | next |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
