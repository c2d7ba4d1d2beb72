import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { exists, type Files } from './files.ts'
import { type Account, type Launcher, run } from './run.ts'

/**
 * Decides which user runs PostgreSQL. PostgreSQL refuses to run as root, so root runs it as another
 * user, who needs access to the programs and the data.
 */
export async function chooseLauncher(files: Files, binaries: Binaries, log: (line: string) => void): Promise<Launcher> {
  if (process.getuid?.() !== 0) {
    if ((await exists(files.cluster)) && (await stat(files.cluster)).uid !== process.getuid?.()) {
      throw new StartupError(
        `${files.cluster} belongs to another user: start the service as that user or as root, or choose another data directory`,
      )
    }
    return { prefix: [] }
  }
  const account = await chooseAccount(files, log)
  const direct: Launcher = { account, prefix: [] }
  await makeExecutable(binaries)
  if (await canReach(direct, files, binaries)) return direct

  // Only the data directory belongs to the service, so only its permissions change: its group may
  // pass through it.
  const { mode, uid: owner } = await stat(files.dataDir)
  await chown(files.dataDir, owner, account.gid)
  await chmod(files.dataDir, (mode & 0o7777) | 0o010)
  if (await canReach(direct, files, binaries)) return direct

  // Below a private directory such as /root, the user gets one capability of root: to read files
  // and pass through directories. PostgreSQL finds its programs with access(2), which respects that
  // capability only with `no_setuid_fixup`.
  const reading = ['--inh-caps', '--ambient-caps', '--bounding-set'].map((flag) => `${flag}=-all,+dac_read_search`)
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const bits = '--securebits=+no_setuid_fixup,+no_setuid_fixup_locked'
  const reader: Launcher = { account, prefix: ['setpriv', ...ids, ...reading, bits] }
  if (process.platform === 'linux' && (await canReach(reader, files, binaries))) {
    log(`PostgreSQL may read private directories, because ${files.dataDir} or its program is in one`)
    return reader
  }
  throw new StartupError(
    `PostgreSQL cannot run as root, and the user it would run as (uid ${account.uid}) cannot access ${files.dataDir} and ${dirname(binaries.postgres)}: put Giro and its data in a directory that other users may enter, such as /srv/giro, or start it as an ordinary user`,
  )
}

/**
 * The owner of an existing cluster; or else the user `giro` or `postgres`; or else a new user
 * `giro`; or else `nobody`.
 */
async function chooseAccount(files: Files, log: (line: string) => void): Promise<Account> {
  if (await exists(files.cluster)) {
    const { uid, gid } = await stat(files.cluster)
    if (uid !== 0) return { uid, gid }
  }
  const existing = (await accountOf('giro')) ?? (await accountOf('postgres'))
  if (existing !== undefined) return existing
  try {
    const flags = [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
    ]
    await run('useradd', [...flags, 'giro'])
    log('created the system user giro to run PostgreSQL, which refuses to run as root')
  } catch {
    // Another start may have created the user, or the system has no useradd.
  }
  const account = (await accountOf('giro')) ?? (await accountOf('nobody'))
  if (account !== undefined) return account
  throw new StartupError(
    'PostgreSQL cannot run as root, and no user "giro" could be created: create one, or start Giro as an ordinary user',
  )
}

async function accountOf(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}

/** After an install under a strict umask, only root can execute the programs. */
async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file)
    if ((mode & 0o111) !== 0o111) await chmod(file, (mode & 0o7777) | 0o555)
  }
}

async function canReach(launcher: Launcher, files: Files, { postgres, initdb }: Binaries): Promise<boolean> {
  try {
    const script = 'test -x "$1" && test -x "$2" && test -x "$3"'
    await run('/bin/sh', ['-c', script, 'sh', postgres, initdb, files.dataDir], launcher)
    return true
  } catch {
    return false
  }
}
