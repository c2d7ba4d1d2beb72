import type { Temporal } from 'temporal-polyfill'

/**
 * A moment as every answer, event and webhook writes it: ISO 8601 in UTC, always with three digits
 * of a second. Nothing stays nothing.
 */
export function timestamp(instant: Temporal.Instant): string
export function timestamp(instant: Temporal.Instant | null | undefined): string | undefined
export function timestamp(instant: Temporal.Instant | null | undefined): string | undefined {
  return instant?.toString({ smallestUnit: 'millisecond' })
}
