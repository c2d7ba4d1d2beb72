import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { networkOf } from '../kernel/network-of.ts'
import {
  afterFailure,
  forgottenAt,
  isKnown,
  knownUntil,
  type LockoutRule,
  lockOf,
  OF_ORIGIN,
} from '../tokens/lockout.ts'
import {
  type AttemptKey,
  type Attempts,
  addFailure,
  deleteAttempts,
  lockAttempts,
  saveFailures,
  saveSuccess,
} from './attempts.store.ts'

/** Passwords tried from all origins together, because an attacker may have many of them. */
const OF_USER: LockoutRule = { locksAtFailures: 20, firstLockSeconds: 30, longestLockSeconds: 900 }
/** Second factors from all origins together: who tries them has given the right password. */
const OF_FACTORS: LockoutRule = { locksAtFailures: 5, firstLockSeconds: 30, longestLockSeconds: 900 }

/**
 * After so many failures in a row (NIST SP 800-63B section 3.2.2), the password or the codes are
 * closed to unknown origins until a success or a reset. Known origins, passkeys and sessions work
 * on, so that strangers cannot keep a user out.
 */
const CLOSES_AT = 100

/** Logins that do not exist share this number of stand-ins, which are counted like users. */
const STAND_INS = 256
/** Addresses share this number of groups. */
const ADDRESS_GROUPS = 4_096
/** How long a failure slows its address down. */
const ADDRESS_MEMORY = { hours: 1 } as const

export const passwordsOf = (userId: string) => `password:${userId}`
export const factorsOf = (userId: string) => `factor:${userId}`
/** Stands for a login that does not exist, so that the check does the same work as for a user. */
export const standInFor = (loginId: string) => `nobody:${groupOf(loginId, STAND_INS)}`
/** What the attempts of an address are counted under. */
export const originOf = (ip: string | undefined) => (ip === undefined ? 'unknown' : networkOf(ip))
export const addressesLike = (origin: string) => `address:${groupOf(origin, ADDRESS_GROUPS)}`

function groupOf(text: string, groups: number): number {
  return hash('sha256', text, 'buffer').readUInt32BE() % groups
}

/** Passwords of a user, of a stand-in, or codes of a user. */
type CountedKey = AttemptKey & { origin: string }

/**
 * Counts the attempt as a failure before it is checked, so that attempts at the same time cannot
 * exceed the limit. False if the subject is locked for the origin: the attempt is then refused
 * uncounted, but with the same statements, so that its duration does not tell.
 */
export async function countAttempt(tx: Transaction, key: CountedKey, now: Temporal.Instant): Promise<boolean> {
  const before = await lockAttempts(tx, key, now)
  const isCounted = !isLocked(before, now)
  await tx.query('savepoint attempt')
  const all = afterFailure(key.subject.startsWith('factor:') ? OF_FACTORS : OF_USER, before.ofAll, now)
  await saveFailures(tx, { ...key, origin: undefined }, { ...all, inARow: before.inARow + 1 }, forgottenAt(all))
  const own = afterFailure(OF_ORIGIN, before.ofOrigin?.failures, now)
  await saveFailures(tx, key, { ...own, inARow: 0 }, forgottenAt(own))
  await tx.query(isCounted ? 'release savepoint attempt' : 'rollback to savepoint attempt')
  return isCounted
}

/** A known origin is locked by its own failures alone, so that strangers cannot keep a user out. */
function isLocked({ ofOrigin, ofAll, inARow }: Attempts, now: Temporal.Instant): boolean {
  if (lockOf(ofOrigin, ofAll, now)) return true
  return inARow >= CLOSES_AT && !isKnown(ofOrigin, now)
}

/** The counted attempt succeeded: it and the failures before it no longer count. */
export async function countSuccess(tx: Transaction, key: CountedKey, now: Temporal.Instant): Promise<void> {
  await saveSuccess(tx, key, now, knownUntil(now))
}

/** A passkey proves the person as a password and a code do, so it clears the failures of both. */
export async function countPasskey(
  tx: Transaction,
  { tenantId, userId, origin }: { tenantId: bigint; userId: string; origin: string },
  now: Temporal.Instant,
): Promise<void> {
  for (const subject of [factorsOf(userId), passwordsOf(userId)])
    await countSuccess(tx, { tenantId, subject, origin }, now)
}

/** Slows the address down from now on. */
export async function countAddress(
  tx: Transaction,
  { tenantId, origin }: { tenantId: bigint; origin: string },
  now: Temporal.Instant,
): Promise<void> {
  await addFailure(tx, { tenantId, subject: addressesLike(origin) }, now, now.add(ADDRESS_MEMORY))
}

export async function forgetAttempts(
  tx: Transaction,
  { tenantId, userId }: { tenantId: bigint; userId: string },
): Promise<void> {
  await deleteAttempts(tx, tenantId, [passwordsOf(userId), factorsOf(userId)])
}
