/**
 * The names of WAL segments: eight hexadecimal digits each for the timeline, the log and the
 * segment in it (PostgreSQL: xlog_internal.h, XLogFileName). A log has 256 segments of 16 MB.
 */

const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENTS_IN_LOG = 0x100

export const isSegment = (name: string): boolean => SEGMENT.test(name)

export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

/** The place of a segment in the log, whatever its timeline. */
export const placeOf = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_IN_LOG + Number.parseInt(name.slice(16), 16)

export const segmentAt = (timeline: number, place: number): string =>
  [timeline, Math.floor(place / SEGMENTS_IN_LOG), place % SEGMENTS_IN_LOG].map(hex).join('')

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

/** The segment in which a position of the log is, such as `0/5000028`. */
export function placeOfPosition(lsn: string): number {
  const [log, offset] = lsn.split('/').map((part) => Number.parseInt(part, 16)) as [number, number]
  return log * SEGMENTS_IN_LOG + Math.floor(offset / 0x1000000)
}

/** A timeline that began where another one was left, as in the file `NNNNNNNN.history`. */
export interface Ancestor {
  timeline: number
  /** The position at which it was left. */
  until: string
}

export function parseHistory(text: string): Ancestor[] {
  return text.split('\n').flatMap((line) => {
    const [, timeline, until] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? []
    return timeline !== undefined && until !== undefined ? [{ timeline: Number(timeline), until }] : []
  })
}
