/** An address may fail this often in an hour before its next attempts are slowed down. */
const FREE_FAILURES = 10
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 3_000

/** How long the next attempt of an address waits, after so many failures within the last hour. */
export function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS)
}
