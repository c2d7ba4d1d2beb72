import { TRADE_STATUSES, tradeStates, tradeSteps } from './domain/contract-state.ts'

/** docs/fx-contract-states.md: the life of a contract as a diagram and as a table. */
export function describeContractStates(): string {
  const arrow = (from: string, to: string) => `    ${from} --> ${to}`
  const last = tradeStates().filter(({ next }) => next.length === 0)
  const rows = tradeStates().map(({ status, meaning, next }) => {
    const follow = next.map((step) => `\`${step}\``).join(', ') || '—'
    return `| \`${status}\` | ${meaning} | ${follow} |`
  })
  return [
    '# States of an FX contract',
    '',
    `Made from \`src/fx/domain/contract-state.ts\` by \`npm run generate\`: the ${TRADE_STATUSES.length} values of \`tradeStatus\`. A payment that gives back what it drew leads`,
    'back; what comes back to a contract that has ended is closed at once.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...tradeSteps().map(({ from, to }) => arrow(from ?? '[*]', to)),
    ...last.map(({ status }) => arrow(status, '[*]')),
    '```',
    '',
    '| tradeStatus | what it means | what may follow |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
