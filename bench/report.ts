import type { Load } from './processors.ts'
import type { WorkPart } from './works.ts'

/**
 * The parts that send requests, the rows by SQL only (e), the latency of a payment (d), what it
 * writes (q), and the processor time of an idle service (r).
 */
export type Part = WorkPart | 'd' | 'e' | 'q' | 'r'
export type ThroughputPart = Exclude<Part, 'd' | 'q' | 'r'>

/** The rate of a part per second, in each round. */
export interface Throughput {
  /** Answers with Success, or rows written, in all rounds. */
  count: number
  rounds: number[]
  median: number
  /** The median load of the rounds. */
  load: Load
  /** The median processor time of a request, in microseconds. It drifts less than the rate. */
  microseconds: { service: number; database: number }
}

export interface Results {
  at: string
  machine: {
    processor: string
    cores: number
    memoryGb: number
    node: string
    postgres: string
    /** The time to commit one row, which depends on the disk and on whether it honors fsync. */
    commitMs: number
  }
  settings: { rounds: number; seconds: number; connections: number; accounts: number; batchSize: number }
  throughput: Partial<Record<ThroughputPart, Throughput>>
  latency:
    | {
        perSecond: number
        count: number
        p50Ms: number
        p99Ms: number
        maxMs: number
        /** The median processor time of a payment with all of its later steps, in microseconds. */
        microseconds?: Throughput['microseconds']
      }
    | undefined
  /** What a payment with all of its later steps adds to the log and the tables, in bytes. */
  written?: { log: number; tables: number } | undefined
  /** The processors that an idle service with its worker uses; 1 is one whole processor. */
  idle?: Pick<Load, 'service' | 'database'> | undefined
  /** Payments not yet released when a round of (b) ended; 0 if the worker keeps up. */
  unreleased: number[]
  checked: { payments: number; wrongAnswers: number; differences: number }
}

/** The rows of a complete report. */
export const titles: Record<Part, string> = {
  f: '(f) an empty Fastify handler',
  a: '(a) empty operation: HTTP ceiling',
  b: '(b) payments from 1,000 accounts',
  c: '(c) payments from one account',
  d: '(d) latency of a payment',
  e: '(e) the same rows by SQL only: database ceiling',
  g: '(g) read an account with its balance',
  h: '(h) read a payment',
  i: '(i) read a customer',
  j: '(j) list 20 transactions of an account',
  k: '(k) list 20 payments',
  l: '(l) create a customer',
  m: '(m) open an account',
  n: '(n) book transfers between 1,000 accounts',
  o: '(o) create a contact',
  p: '(p) payments over 256 connections',
  q: '(q) what a payment writes',
  r: '(r) an idle service',
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The smallest sample that at least the given share of the samples does not exceed. */
export function percentile(ascending: readonly number[], part: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * part) - 1)]!
}

export function renderTable({ throughput, latency, written, idle }: Results): string {
  const rows = [
    [
      '',
      'count',
      'median',
      'rounds',
      '× (a)',
      '× (e)',
      'µs: service',
      'database',
      'cores: service',
      'client',
      'database',
      'others',
    ],
  ]
  for (const part of ['f', 'a', 'b', 'c', 'e', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'] as const) {
    const figure = throughput[part]
    if (!figure) continue
    const { rounds, load, microseconds } = figure
    rows.push([
      titles[part],
      whole(figure.count),
      `${whole(figure.median)}/s`,
      `${whole(Math.min(...rounds))} to ${whole(Math.max(...rounds))}`,
      ratio(figure, throughput.a),
      ratio(figure, throughput.e),
      whole(microseconds.service),
      whole(microseconds.database),
      load.service.toFixed(2),
      load.client.toFixed(2),
      load.database.toFixed(2),
      load.others.toFixed(2),
    ])
  }
  if (latency)
    rows.push([
      `${titles.d} at ${latency.perSecond}/s`,
      whole(latency.count),
      `p50 ${latency.p50Ms.toFixed(1)} ms`,
      `p99 ${latency.p99Ms.toFixed(1)} ms, max ${latency.maxMs.toFixed(1)} ms`,
      ...(latency.microseconds
        ? ['', '', whole(latency.microseconds.service), whole(latency.microseconds.database)]
        : []),
    ])
  if (written) rows.push([titles.q, '', `log ${whole(written.log)} B`, `tables ${whole(written.tables)} B`])
  if (idle) rows.push([titles.r, '', '', '', '', '', '', '', idle.service.toFixed(3), '', idle.database.toFixed(3)])
  return alignColumns(rows)
}

/** The targets for a machine with two cores, and whether they are met. */
export function renderTargets({ throughput: { a, b, c, f, g, l, m, n, p }, latency }: Results): string {
  const targets: [string, number | undefined, (value: number) => boolean][] = [
    ['(a) at least 0.6 × (f)', a && f && a.median / f.median, (value) => value >= 0.6],
    ['(b) at least 4,500/s', b?.median, (value) => value >= 4_500],
    [
      '(b) at most 350 µs of processor time',
      b && b.microseconds.service + b.microseconds.database,
      (value) => value <= 350,
    ],
    ['(c) at least 0.9 × (b)', b && c && c.median / b.median, (value) => value >= 0.9],
    ['(n) at least 5,500/s', n?.median, (value) => value >= 5_500],
    ['(p) at least 1.3 × (b)', b && p && p.median / b.median, (value) => value >= 1.3],
    ['(g) at least 6,000/s', g?.median, (value) => value >= 6_000],
    ['(l) at least 2,500/s', l?.median, (value) => value >= 2_500],
    ['(m) at least 2,500/s', m?.median, (value) => value >= 2_500],
    ['(d) p99 at most 25 ms', latency?.p99Ms, (value) => value <= 25],
  ]
  return targets
    .filter((target): target is [string, number, (value: number) => boolean] => target[1] !== undefined)
    .map(
      ([name, value, isMet]) =>
        `${isMet(value) ? 'met   ' : 'missed'}  ${name}: ${value > 100 ? whole(value) : value.toFixed(2)}`,
    )
    .join('\n')
}

function ratio(figure: Throughput, ceiling: Throughput | undefined): string {
  return ceiling ? (figure.median / ceiling.median).toFixed(2) : ''
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

function alignColumns(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  '))
    .join('\n')
}
