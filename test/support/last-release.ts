import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

export interface LastRelease {
  /** The commit that it was built from, and its name. */
  commit: string
  version: string
  /** Its code, as `openGiroHome` takes it. */
  directory: string
  remove(): Promise<void>
}

/**
 * The code of the last release, from the history of this repository: the commit before the first
 * migration that promises to work with its nodes (migrations/releases.json). Returns a text that
 * says why it cannot run here, as the `skip` option of a test takes it.
 */
export async function unpackLastRelease(): Promise<LastRelease | string> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args], { maxBuffer: 1 << 26 })).stdout
  if (!existsSync(join(root, '.git'))) return 'the history of the repository is not here'
  const releases = JSON.parse(readFileSync(join(root, 'migrations/releases.json'), 'utf8')) as {
    firstMigration: string
    worksWith: string
  }[]
  const { firstMigration, worksWith: version } = releases.at(-1)!
  const later = readdirSync(join(root, 'migrations')).filter((name) => /^\d/.test(name) && name >= firstMigration)
  if (later.length === 0) return `no migration was added since ${version}`
  const paths = later.map((name) => `migrations/${name}`)
  const added = (await git('log', '--format=%H', '--diff-filter=A', '--', ...paths)).trim().split('\n').at(-1)
  const commit = added && (await git('rev-parse', `${added}^`).catch(() => '')).trim()
  if (!commit) return `the history does not reach back to ${version}`
  const other = await differingPackage(await git('show', `${commit}:package-lock.json`))
  if (other !== undefined) return `${version} needs ${other}, and this release has another version of it`
  const directory = await mkdtemp(join(tmpdir(), 'giro-last-release-'))
  await run('sh', ['-c', `git -C "$1" archive ${commit} | tar -x -C "$2"`, 'sh', root, directory])
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  return { commit, version, directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

interface Lock {
  packages: Record<string, { version: string; dev?: boolean }>
}

/** A package that the lock file names in another version than is installed; undefined if none. */
async function differingPackage(lockFile: string): Promise<string | undefined> {
  const asked = (JSON.parse(lockFile) as Lock).packages
  const have = (JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock).packages
  return Object.entries(asked)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .find(([path, { version }]) => have[path]?.version !== version)?.[0]
    ?.replace('node_modules/', '')
}
