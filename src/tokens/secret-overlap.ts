import { Temporal } from 'temporal-polyfill'

/** How long the previous secret stays valid: by default, and at most. */
export const DEFAULT_OVERLAP_SECONDS = 86_400
export const MAX_OVERLAP_SECONDS = 30 * 86_400
/** The most secrets that are valid at once. */
export const MAX_VALID_SECRETS = 5

/**
 * Whether there is room for one more secret. Each rotation keeps what earlier ones promised, so
 * that a second one within the overlap ends no secret early. A rotation without overlap ends all.
 */
export function hasRoomForSecret(
  secrets: readonly { expiresAt: Temporal.Instant | null }[],
  overlapSeconds: number,
  now: Temporal.Instant,
): boolean {
  if (overlapSeconds === 0) return true
  const valid = secrets.filter(({ expiresAt }) => !expiresAt || Temporal.Instant.compare(expiresAt, now) > 0)
  return valid.length < MAX_VALID_SECRETS
}
