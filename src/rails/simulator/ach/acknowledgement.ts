import type { Temporal } from 'temporal-polyfill'
import { fieldOf } from './entry-dates.ts'

const ZONE = 'America/New_York'

/**
 * What the operator says of a file: accepted, or rejected for a reason, with the counts and totals
 * of its file control. Undefined for one whose header or control it cannot read.
 */
export function acknowledgementOf(content: string, reason: string | null, now: Temporal.Instant): string | undefined {
  const records = content.split('\n')
  const header = records[0]!
  const control = records.findLast((record) => record.startsWith('9') && !/^9{94}$/.test(record)) ?? ''
  const isReadable = /^101.{10}[ \d]{10}\d{10}[A-Z0-9]/.test(header) && /^9\d{54}/.test(control)
  if (!isReadable) return undefined
  const at = now.toZonedDateTimeISO(ZONE)
  const lines = [
    'ACH FILE ACKNOWLEDGEMENT',
    `ACKNOWLEDGED: ${fieldOf(at.toPlainDate())} ${at.toPlainTime().toString().slice(0, 5).replace(':', '')}`,
    `ORIGIN: ${header.slice(13, 23).trim()}`,
    `FILE CREATED: ${header.slice(23, 29)} ${header.slice(29, 33)}`,
    `FILE ID: ${header[33]}`,
    `STATUS: ${reason === null ? 'ACCEPTED' : 'REJECTED'}`,
    `BATCHES: ${control.slice(1, 7)}`,
    `ENTRIES AND ADDENDA: ${control.slice(13, 21)}`,
    `DEBITS: ${control.slice(31, 43)}`,
    `CREDITS: ${control.slice(43, 55)}`,
    ...(reason === null ? [] : [`REASON: ${reason.slice(0, 200)}`]),
  ]
  return `${lines.join('\n')}\n`
}
