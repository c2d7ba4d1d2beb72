import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { machineTime } from '../kernel/machine-time.ts'
import { asStartupError, StartupError } from './startup-error.ts'

/**
 * A round ends in one of three ways: it takes the lock, finds a live owner, or loses a stale lock
 * to a faster process.
 */
const MAX_LOCK_ROUNDS = 200

type LockOwner = { pid: number; identity: string }

/**
 * Locks the data directory for this process with the file `giro.pid`; creates it first if
 * necessary, private to this user. Throws a StartupError if a live process holds the lock. A lock
 * is replaced if its process is gone, or if its pid now belongs to another process. Returns the
 * function that releases the lock; releasing twice is harmless.
 *
 * The lock protects against processes on the same machine, or in the same container. It does not
 * protect a directory shared over a network or between two containers.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(resolve(dataDir), 'giro.pid')
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' } satisfies LockOwner)
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`
  const release = async () => removeIfMine(lock, mine)
  try {
    await makePrivateDir(resolve(dataDir))
    // Name and content must appear in one step. A hard link does that, and fails if the name
    // exists.
    await writeFile(draft, mine, { mode: 0o600 })
    for (let round = 0; round < MAX_LOCK_ROUNDS; round++) {
      if (linkIfAbsent(draft, lock)) return release
      const held = readIfPresent(lock)
      if (held === undefined) continue
      const owner = parseOwner(held)
      if (owner !== undefined && isAlive(owner)) {
        throw new StartupError(
          `the data directory ${resolve(dataDir)} is in use by process ${owner.pid}: stop that process, or choose another data directory`,
        )
      }
      if (takeOver(lock, held, draft)) return release
      await machineTime.sleep(5)
    }
    throw new StartupError(`several processes keep competing for ${lock}: find them, and start only one`)
  } catch (error) {
    throw asStartupError(error, resolve(dataDir))
  } finally {
    // If the directory could not be created, no draft exists, and the first error is the useful
    // one.
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** Only the last directory holds secrets. Those above it have the usual permissions. */
async function makePrivateDir(dir: string): Promise<void> {
  try {
    await mkdir(dirname(dir), { recursive: true })
    await mkdir(dir, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return
    // Node.js reports ENOENT if a parent cannot be created on a read-only file system.
    if (code === 'ENOENT')
      throw new StartupError(`${dir} cannot be created: choose another data directory`, { cause: error })
    throw error
  }
}

/**
 * Distinguishes a live process from an earlier one with the same pid: the boot and the time of its
 * start; 'unknown' if the system does not tell. Undefined if the process does not exist or is a
 * zombie, which a container without an init keeps forever.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // proc(5): field 2, the name, may contain spaces and parentheses; field 3 is the state, field
      // 22 the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${fields[19]}`
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // A process may end while it is read (ESRCH), or mount options of /proc may hide it (ENOENT).
      return code === 'ENOENT' || code === 'ESRCH' ? identityBySignal(pid) : 'unknown'
    }
  }
  return identityBySignal(pid) && identityByPs(pid)
}

function identityBySignal(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
    return 'unknown'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'unknown' : undefined
  }
}

function identityByPs(pid: number): string | undefined {
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/)
    return state?.startsWith('Z') ? undefined : started.join(' ')
  } catch {
    return 'unknown'
  }
}

/**
 * In doubt, the owner counts as alive: a refused start costs less than two services on one
 * directory.
 */
function isAlive(owner: LockOwner): boolean {
  const identity = processIdentity(owner.pid)
  return identity !== undefined && (identity === owner.identity || identity === 'unknown')
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Partial<LockOwner>
    return typeof pid === 'number' && pid > 0 && typeof identity === 'string' ? { pid, identity } : undefined
  } catch {
    return undefined
  }
}

/**
 * Replaces a stale lock with the draft; false if another process was faster. Two processes may find
 * the same stale lock, and the slower one must not remove the new lock of the faster one. So only
 * the holder of the claim replaces a lock, after reading it again. Synchronous, so that the claim
 * lasts only microseconds.
 */
function takeOver(lock: string, stale: string, draft: string): boolean {
  const claim = `${lock}.claim`
  try {
    linkSync(draft, claim)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    removeDeadClaim(claim)
    return false
  }
  try {
    if (readIfPresent(lock) !== stale) return false
    renameSync(draft, lock)
    return true
  } finally {
    rmSync(claim, { force: true })
  }
}

/**
 * Without this, the claim of a process killed in those microseconds would block every later start.
 */
function removeDeadClaim(claim: string): void {
  const held = readIfPresent(claim)
  const owner = held === undefined ? undefined : parseOwner(held)
  if (owner !== undefined && !isAlive(owner)) rmSync(claim, { force: true })
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfMine(lock: string, mine: string): void {
  if (readIfPresent(lock) === mine) rmSync(lock, { force: true })
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
