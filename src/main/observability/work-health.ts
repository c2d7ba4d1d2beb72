import type { Temporal } from 'temporal-polyfill'
import type { SweepState } from '../../jobs/sweep-state.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { withoutValues } from '../log.ts'
import { judgeWork, type Reason, statusOf, type WorkStatus } from './judge-work.ts'
import type { Work, WorkReader } from './read-work.ts'

/** Whether work goes on, and if not, what stands still since when and what to do. */
export interface WorkHealth {
  status: WorkStatus
  readAt: Temporal.Instant | undefined
  reasons: readonly Reason[]
  /** What it was judged by; undefined if the database could not be read. */
  work: Work | undefined
}

export type WorkHealthReader = () => Promise<WorkHealth>

/** `readSweeps` returns what the worker of this process does, or nothing without one. */
export function createWorkHealth(
  reader: WorkReader,
  { now, readSweeps }: { now: () => Temporal.Instant; readSweeps: () => readonly SweepState[] },
): WorkHealthReader {
  return async () => {
    try {
      const work = await reader.read()
      const reasons = judgeWork(work, readSweeps(), now())
      return { status: statusOf(reasons), readAt: work.readAt, reasons, work }
    } catch (error) {
      return { status: 'stalled', readAt: reader.lastReadAt(), reasons: [unread(error, reader)], work: undefined }
    }
  }
}

function unread(error: unknown, reader: WorkReader): Reason {
  const why = withoutValues(error instanceof Error ? error.message : String(error))
  return {
    level: 'stalled',
    what: `the database cannot be read: ${why}`,
    since: reader.lastReadAt(),
    do: 'Check that the database runs and can be reached from this machine. The nodes connect again by themselves.',
  }
}

/** As operators read it. */
export function renderHealth({ status, readAt, reasons }: WorkHealth): object {
  return {
    status,
    readAt: timestamp(readAt),
    reasons: reasons.map(({ since, ...reason }) => ({ ...reason, since: timestamp(since) })),
  }
}
