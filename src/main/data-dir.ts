import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asStartupError, StartupError } from './startup-error.ts'

/** Each round either gets the lock, finds a live owner, or removes one stale lock. */
const MAX_LOCK_ROUNDS = 20

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
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // The content has to appear together with the name: a hard link does both in one step, and fails if the name is taken.
    await writeFile(draft, mine, { mode: 0o600 })
    for (let round = 0; round < MAX_LOCK_ROUNDS; round++) {
      if (await linkIfAbsent(draft, lock)) return () => removeIfUnchanged(lock, mine)
      const held = await readIfPresent(lock)
      if (held === undefined) continue
      const owner = parseOwner(held)
      if (owner !== undefined && isAlive(owner)) {
        throw new StartupError(
          `the data directory ${resolve(dataDir)} is in use by process ${owner.pid}: stop that process, or choose another data directory`,
        )
      }
      await removeIfUnchanged(lock, held)
    }
    throw new StartupError(`${lock} changes hands all the time: see which processes use it, and start only one`)
  } catch (error) {
    throw asStartupError(error, resolve(dataDir))
  } finally {
    await rm(draft, { force: true })
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

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Two processes may find the same stale lock, and the slower one must not delete the new lock of the faster one. So the
 * file is first moved aside, and put back when it is not the one that was read.
 */
async function removeIfUnchanged(lock: string, expected: string): Promise<void> {
  if ((await readIfPresent(lock)) !== expected) return
  const aside = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}.old`
  try {
    await rename(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if ((await readIfPresent(aside)) !== expected) await linkIfAbsent(aside, lock)
  await rm(aside, { force: true })
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
