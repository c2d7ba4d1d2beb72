import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricDescription } from './catalogue.ts'

/** The metrics of a catalog by their names, each registered. */
export interface Instruments {
  readonly registry: Registry
  counter(name: string): Counter
  gauge(name: string): Gauge
  histogram(name: string): Histogram
}

/** Registers every metric of the catalog, and those of the process and of Node.js. */
export function createInstruments(catalogue: Readonly<Record<string, MetricDescription>>): Instruments {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const made = new Map(Object.entries(catalogue).map(([name, metric]) => [name, make(registry, name, metric)]))
  const find = <Kind>(kind: new (...settings: never[]) => Kind, name: string): Kind => {
    const metric = made.get(name)
    if (!(metric instanceof kind)) throw new Error(`the catalog of metrics has no ${kind.name} ${name}`)
    return metric
  }
  return {
    registry,
    counter: (name) => find(Counter, name),
    gauge: (name) => find(Gauge, name),
    histogram: (name) => find(Histogram, name),
  }
}

function make(registry: Registry, name: string, { type, help, labels = [], buckets }: MetricDescription) {
  const settings = { name, help, labelNames: [...labels], registers: [registry] }
  if (type === 'counter') return new Counter(settings)
  return type === 'gauge'
    ? new Gauge(settings)
    : new Histogram({ ...settings, ...(buckets && { buckets: [...buckets] }) })
}
