// Installs the dependencies when they are missing or out of date, and checks the pinned Node.js among them. Plain
// JavaScript without dependencies, because it runs before there are any, on whatever Node.js (18 or later) is at hand.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The directory of package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node.js that runs the service, once installed. */
export const pinnedNode = join(projectRoot, 'node_modules', 'node', 'bin', 'node')

const modules = join(projectRoot, 'node_modules')
const lockFile = join(projectRoot, 'package-lock.json')
const stampFile = join(modules, '.giro-lock-hash')
// Not inside node_modules: npm ci deletes that directory.
const installLock = join(projectRoot, '.giro-install.lock')

const HEARTBEAT_MS = 2_000
const STALE_AFTER_MS = 30_000
const MAX_WAIT_MS = 10 * 60_000

/**
 * Makes node_modules what package-lock.json says. Silent and quick when it is so already. Two processes that find work
 * to do take turns, and the second finds it done. Throws an Error of one line that says what to do.
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

/** The stamp names the lock file and the runtime that were checked, so that the usual start reads two files and runs nothing. */
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
 * Compares what npm says it installed with what the lock file asks for, by content: times of files say little after a
 * checkout or a copy. What is optional, or only for development, may be missing, as after `npm ci --omit=dev`.
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
      return 'node_modules is not what package-lock.json says'
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
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  // This process outlives npm, so that it can give the lock back. A terminal sends Ctrl-C to npm as well.
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
        `npm ci ended with ${outcome}: see its messages above, check the connection to the npm registry, and try again`,
      )
    }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Error('npm was not found: install Node.js 18 or later together with npm, or run npm ci by other means')
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate).off('SIGHUP', onTerminate)
  }
}

/**
 * `npm start` puts node_modules/.bin first in the path, so this very process may run on the Node.js that npm ci is about
 * to delete. npm has to run on the one outside.
 */
function npmCommand() {
  const isOutside = (file) => !file.startsWith(modules + sep)
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => isOutside(entry + sep))
  const env = { ...process.env, PATH: path.join(delimiter) }
  // The variable names the package manager that runs this script, which need not be npm.
  const cli = process.env.npm_execpath
  if (!cli || !/npm-cli\.c?js$/.test(cli) || !existsSync(cli)) return { command: 'npm', args: [], env }
  const nodes = [process.env.npm_node_execpath, process.execPath].filter((file) => file && existsSync(file))
  return { command: nodes.find((file) => isOutside(realpathSync(file))) ?? 'node', args: [cli], env }
}

function checkPinnedNode() {
  const { version } = JSON.parse(readFileSync(lockFile, 'utf8')).packages['node_modules/node']
  const major = version.split('.')[0]
  const remedy = 'run: npm rebuild --ignore-scripts=false'
  if (!existsSync(pinnedNode)) {
    throw new Error(
      `node_modules has no Node.js ${major}, because npm ran without install scripts (ignore-scripts, or not approved): ${remedy}`,
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

/** mkdir is what every file system does for only one of two at a time. The owner's heartbeat tells a slow one from a dead one. */
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
 * Two processes may find the same stale lock, and the slower one must not remove the new lock of the faster one: so only
 * the holder of the claim removes it, and looks once more under the claim.
 */
function removeStaleLock(ownerFile) {
  if (!isStale(readIfPresent(ownerFile))) return false
  const claim = `${installLock}.claim`
  try {
    mkdirSync(claim)
  } catch {
    // Held for microseconds; an old one is of a process that was killed within them.
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
    // The lock was taken away as stale, for instance after the machine had slept; the release will notice.
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
