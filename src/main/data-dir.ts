import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { asStartupError, StartupError } from './startup-error.ts'

/** Each round gets the lock, finds a live owner, or finds that another process was quicker with a stale one. */
const MAX_LOCK_ROUNDS = 200

type LockOwner = { pid: number; identity: string }

/**
 * Creates the data directory if need be (private to this user) and takes it for this process, by the file `giro.pid`.
 * Throws a StartupError when a live process holds it; a lock whose process is gone, or whose pid now belongs to another
 * process, is replaced. The promise gives the function that releases the lock; releasing twice is harmless.
 *
 * The lock sees the processes of one machine, or of one container: a directory shared over a network, or by two
 * containers, is not protected.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(resolve(dataDir), 'giro.pid')
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' } satisfies LockOwner)
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`
  const release = async () => removeIfMine(lock, mine)
  try {
    await makePrivateDir(resolve(dataDir))
    // The content has to appear together with the name: a hard link does both in one step, and fails if the name is taken.
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
      await delay(5)
    }
    throw new StartupError(`${lock} changes hands all the time: see which processes use it, and start only one`)
  } catch (error) {
    throw asStartupError(error, resolve(dataDir))
  } finally {
    // Where the directory could not be made there is no draft, and the error on its way says more than this one would.
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** The directories above it are made as any program would make them: only the last one holds secrets. */
async function makePrivateDir(dir: string): Promise<void> {
  try {
    await mkdir(dirname(dir), { recursive: true })
    await mkdir(dir, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return
    // Node.js reports so that a parent directory cannot be made on a read-only file system.
    if (code === 'ENOENT')
      throw new StartupError(`${dir} cannot be created: choose another data directory`, { cause: error })
    throw error
  }
}

/**
 * What tells a live process from an earlier one of the same pid: the boot and the moment it was started in. Undefined
 * when there is no such process, or only its remains (a zombie, which containers without an init keep for ever).
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // The second field, the name, may hold spaces and parentheses; the third is the state, the 22nd the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${fields[19]}`
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // A process may vanish while it is read (ESRCH), or be hidden by the mount options of /proc (looks like ENOENT).
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

/** In doubt the owner is alive: refusing a start costs less than two services on one directory. */
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
 * Replaces a stale lock by the draft; false when somebody else was quicker. Two processes may find the same stale lock,
 * and the slower one must not remove the new lock of the faster one: so only the holder of the claim may replace it, and
 * looks once more under the claim. Synchronous, so that the claim lasts for microseconds.
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

/** A claim whose process was killed within those microseconds would otherwise be in the way for ever. */
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
