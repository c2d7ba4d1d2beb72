// Runs test files, several in each process:
//   node test/support/run-together.ts <globs...>
// Loading the service takes longer than most files' tests, so a process loads it once for many.
import { spawn } from 'node:child_process'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startTracking, stopTracking } from './test-tracking.ts'

const CONCURRENCY = 3
const FILE_TIMEOUT_MS = 30 * 60_000

/** For fewer files, another process beside the first takes longer to start than they need. */
const FILES_WORTH_A_PROCESS = 5
/** After as many files, another process goes on, with nothing that the files left in memory. */
const FILES_PER_PROCESS = 20

/** The folders with the longest files, which run first, so that none is left at the end. */
const LONGEST = [/^test\/(operations|attacks)\//, /^test\/(main|docs|administration|payments|ach-imports)\//]

/** What the processes share: the files in the order in which they run, and a directory. */
interface Queue {
  files: readonly string[]
  directory: string
}

const finishedOf = ({ directory }: Queue) => join(directory, 'finished')

/**
 * Runs files of the queue in this process, one after the other, that no other process has taken.
 * Each is a test with the path of the file as its name, so that its hooks and services end with it.
 */
export async function runTogether(queue: Queue): Promise<void> {
  // A test may wait for something that does not keep a process alive, such as a PostgreSQL server.
  const keepAlive = setInterval(() => {}, FILE_TIMEOUT_MS)
  for (let ran = 0; ran < FILES_PER_PROCESS; ran++) {
    const file = takeNext(queue)
    if (file === undefined) break
    startTracking()
    await test(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      await import(pathToFileURL(resolve(file)).href).finally(stopTracking)
    })
    // A process that ends early cancels all tests and does not get past this line.
    await setImmediate()
    appendFileSync(finishedOf(queue), `${file}\n`)
  }
  clearInterval(keepAlive)
}

/** The process that creates the file of a place in the queue has it. */
function takeNext({ files, directory }: Queue): string | undefined {
  return files.find((_, place) => {
    try {
      writeFileSync(join(directory, `taken-${place}`), '', { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  })
}

/** Whether this process was asked to end. Then it starts no more tests. */
let interrupted = false

async function runAll(files: readonly string[], directory: string): Promise<number> {
  const queue = { files: inOrder(files), directory }
  writeFileSync(finishedOf(queue), '')
  const beside = Math.min(CONCURRENCY, Math.ceil(files.length / FILES_WORTH_A_PROCESS))
  const processes = Math.max(beside, Math.ceil(files.length / FILES_PER_PROCESS))
  const code = await runTests(Array.from({ length: processes }, (_, number) => writeModule(queue, number)))
  const hasRun = new Set(readFileSync(finishedOf(queue), 'utf8').split('\n'))
  const left = files.filter((file) => !hasRun.has(file))
  if (left.length === 0 || interrupted) return code
  console.error(
    `a process ended before all its test files had run; running ${left.length} files in their own processes`,
  )
  await runTests(left)
  return 1
}

function inOrder(files: readonly string[]): string[] {
  const rankOf = (file: string) => LONGEST.findIndex((folders) => folders.test(file)) + 1 || LONGEST.length + 1
  return files.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Writes the module that the test runner starts in a process. Returns its path. */
function writeModule(queue: Queue, number: number): string {
  const path = join(queue.directory, `process-${String(number).padStart(3, '0')}.mjs`)
  writeFileSync(
    path,
    `import ${JSON.stringify(new URL('test-tracking.ts', import.meta.url))}
const { runTogether } = await import(${JSON.stringify(import.meta.url)})
await runTogether(${JSON.stringify(queue)})\n`,
  )
  return path
}

function runTests(files: readonly string[]): Promise<number> {
  const args = ['--test', `--test-concurrency=${CONCURRENCY}`, ...files]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const pass = (signal: NodeJS.Signals) => {
    interrupted = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  return new Promise((ended, failed) => {
    child.on('error', failed)
    child.on('exit', (code) => {
      for (const signal of signals) process.off(signal, pass)
      ended(code ?? 1)
    })
  })
}

if (import.meta.main) {
  const files = globSync(process.argv.slice(2)).sort()
  if (files.length === 0) throw new Error('no test file matches')
  const directory = mkdtempSync(join(tmpdir(), 'giro-tests-'))
  try {
    process.exitCode = await runAll(files, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
