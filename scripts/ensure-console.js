// Builds the pages of the console if their sources have changed since. With --check, it builds
// nothing, and fails if they have. Plain JavaScript without dependencies, like ensure-installed.js,
// after which it runs.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pinnedNode, projectRoot } from './ensure-installed.js'

const workspace = join(projectRoot, 'console')
const dist = join(workspace, 'dist')
const stampFile = join(dist, '.sources-hash')

/**
 * Brings console/dist in line with its sources; silent and fast if it already is. Each build goes
 * to a directory of its own first, so processes that build at once do not meet. Without the
 * packages that build it (`npm ci --omit=dev`), the pages stay as they are.
 */
export async function ensureConsole() {
  const hash = hashOfSources()
  if (isBuilt(hash)) return
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  if (!existsSync(vite)) return
  const ownDist = join(workspace, `dist-${process.pid}`)
  try {
    await run(pinnedNode, [vite, 'build', '--logLevel', 'error', '--outDir', ownDist, '--emptyOutDir'])
    compressIn(join(ownDist, 'assets'))
    writeFileSync(join(ownDist, '.sources-hash'), hash)
    const old = `${ownDist}-old`
    if (existsSync(dist)) renameSync(dist, old)
    try {
      renameSync(ownDist, dist)
    } catch (error) {
      // Another process was first, with the same sources.
      if (!isBuilt(hash)) throw error
    }
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(ownDist, { recursive: true, force: true })
  }
}

/** Compresses the files once, so that no answer has to. */
function compressIn(directory) {
  for (const name of readdirSync(directory)) {
    const bytes = readFileSync(join(directory, name))
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(directory, `${name}.gz`), gzipSync(bytes))
  }
}

function isBuilt(hash) {
  try {
    return readFileSync(stampFile, 'utf8') === hash
  } catch {
    return false
  }
}

/** The packages count too, by the lock file. */
function hashOfSources() {
  const hash = createHash('sha256')
  const files = [
    ...filesIn(workspace),
    ...filesIn(join(projectRoot, 'sdk', 'src')),
    join(projectRoot, 'package-lock.json'),
  ]
  for (const file of files)
    hash
      .update(`${relative(projectRoot, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function filesIn(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('dist'))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(directory, entry.name)) : [join(directory, entry.name)]))
    .sort()
}

async function run(command, args) {
  const child = spawn(command, args, { cwd: workspace, stdio: ['ignore', 'inherit', 'inherit'] })
  const outcome = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ?? code))
  })
  if (outcome !== 0) throw new Error(`the build of the console ended with ${outcome}: read its messages above`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (process.argv[2] !== '--check') await ensureConsole()
    else if (!isBuilt(hashOfSources()))
      throw new Error('the console in console/dist is not up to date: build it with node scripts/ensure-console.js')
  } catch (error) {
    console.error(`giro: ${error.message}`)
    process.exitCode = 1
  }
}
