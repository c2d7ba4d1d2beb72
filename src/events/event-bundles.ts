import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** One of several events of the same type and kind of subject that one row keeps. */
export interface BundledEvent {
  subjectId: string
  customerId: bigint | null
  data: unknown
}

/** The most events of a bundle: a reader of one of them reads all. */
export const MAX_BUNDLED = 100
/** Fewer events are rows of their own, which reports find by their subjects. */
export const LEAST_BUNDLED = 20

/** Level 1 takes a third of the time of the default, and alike events become as small. */
const COMPRESSION = { level: 1 } as const

type Stored = [subjectId: string, customerId: string | null, data: unknown][]

/** What the row stores, before it is sealed: the events, compressed because they are alike. */
export function bundle(events: readonly BundledEvent[]): { bundle: string } {
  const stored: Stored = events.map(({ subjectId, customerId, data }) => [
    subjectId,
    customerId === null ? null : String(customerId),
    data,
  ])
  return { bundle: deflateRawSync(JSON.stringify(stored), COMPRESSION).toString('base64') }
}

export function unbundle(data: unknown): BundledEvent[] {
  const { bundle: packed } = data as { bundle: string }
  const stored = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as Stored
  return stored.map(([subjectId, customerId, content]) => ({
    subjectId,
    customerId: customerId === null ? null : BigInt(customerId),
    data: content,
  }))
}
