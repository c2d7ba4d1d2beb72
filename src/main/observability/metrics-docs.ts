import { type MetricDescription, SERVICE_METRICS, WORK_METRICS } from './catalogue.ts'

/** docs/metrics.md: every metric of the service. */
export function describeMetrics(): string {
  return [
    '# Metrics',
    '',
    'Generated from `src/main/observability/catalogue.ts` by `npm run generate`.',
    '[observability.md](observability.md) says how to read them.',
    '',
    '## Every process',
    '',
    ...tableOf(SERVICE_METRICS),
    '',
    '## Processes with a worker',
    '',
    'The figures of the work of all institutions are read from the database when Prometheus asks, at',
    'most every ten seconds. All workers of a service show the same, except for the metrics of their own',
    'sweeps: take `max` over them, not `sum`.',
    '',
    ...tableOf(WORK_METRICS),
    '',
    '## Node.js and the process',
    '',
    'Besides, each process shows the metrics of its memory, processor and open files (`process_…`) and of',
    'Node.js (`nodejs_…`). `nodejs_eventloop_lag_p99_seconds` says how late the event loop is.',
    '',
  ].join('\n')
}

function tableOf(metrics: Readonly<Record<string, MetricDescription>>): string[] {
  const rows = Object.entries(metrics).map(([name, { type, labels = [], help }]) => {
    const labelled = labels.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${labelled} | ${help} |`
  })
  return ['| metric | type | labels | meaning |', '| --- | --- | --- | --- |', ...rows]
}
