/** What the soak measures in an interval. */
export interface Sample {
  p50Ms: number
  p99Ms: number
  serviceMb: number
  databaseMb: number
  serviceDescriptors: number
  databaseDescriptors: number
  /** The 99th percentile of how late the event loop was. */
  eventLoopMs: number
  /** The age of the oldest payment that is not released yet. */
  releaseS: number
  /**
   * The age of the oldest message when the receiver got it. The metric of the lag does not say it:
   * it knows only of deliveries that exist, and at most a thousand are made in advance.
   */
  webhookS: number
  /** The age of the oldest file that was not handed over. */
  outboxS: number
}

interface Level {
  title: string
  digits: number
  /** The median of the second half may be this many times that of the first, and … */
  factor: number
  /** … this much more, which is noise. */
  slack: number
}

const LATENCY = { digits: 1, factor: 2, slack: 25 }
const LAG = { digits: 1, factor: 1.5, slack: 5 }

/**
 * Memory: V8 collects garbage late, and the database touches its shared buffers one by one until
 * all 128 MB are used. Descriptors: a backend opens the files of the tables it reads, and keeps
 * them. Latency is that of a machine that others may use.
 */
export const LEVELS: Readonly<Record<keyof Sample, Level>> = {
  p50Ms: { title: 'p50 ms', ...LATENCY },
  p99Ms: { title: 'p99 ms', ...LATENCY },
  serviceMb: { title: 'service MB', digits: 0, factor: 1.15, slack: 32 },
  databaseMb: { title: 'database MB', digits: 0, factor: 1.15, slack: 64 },
  serviceDescriptors: { title: 'service descriptors', digits: 0, factor: 1.1, slack: 4 },
  databaseDescriptors: { title: 'database descriptors', digits: 0, factor: 1.25, slack: 100 },
  eventLoopMs: { title: 'event loop p99 ms', digits: 0, factor: 2, slack: 25 },
  releaseS: { title: 'not released s', ...LAG },
  webhookS: { title: 'oldest message s', ...LAG },
  outboxS: { title: 'not handed over s', ...LAG },
}

/** What grew from the first half to the second by more than its tolerance, in words. */
export function unevenIn(samples: readonly Sample[]): string[] {
  const half = Math.floor(samples.length / 2)
  const uneven: string[] = []
  for (const [name, { title, digits, factor, slack }] of Object.entries(LEVELS)) {
    const of = (some: readonly Sample[]) => median(some.map((sample) => sample[name as keyof Sample]))
    const [first, second] = [of(samples.slice(0, half)), of(samples.slice(half))]
    const most = first * factor + slack
    if (second > most)
      uneven.push(`${title}: ${second.toFixed(digits)}, at most ${most.toFixed(digits)} after ${first.toFixed(digits)}`)
  }
  return uneven
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
