// Runs test files, several in each process:
//   node test/support/run-together.ts <globs...>
// Loading the service takes longer than most files' tests, so a process loads it once for many.
// A file that fails is run once more, alone, after all the others. If it passes then, its tests
// that failed are printed at the end, and the run passes.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Outcome } from './outcome-reporter.ts'
import { startTracking, stopTracking } from './test-tracking.ts'

const CONCURRENCY = 3
const FILE_TIMEOUT_MS = 30 * 60_000

/** For fewer files, another process beside the first takes longer to start than they need. */
const FILES_WORTH_A_PROCESS = 5
/** After as many files, another process goes on, with nothing that the files left in memory. */
const FILES_PER_PROCESS = 40

/** If more files fail, the change is to blame, and running them again would only take time. */
const MAX_RUN_AGAIN = 40

/** The folders with the longest files, which run first, so that none is left at the end. */
const LONGEST = [/^test\/(console|main|operations)\//, /^test\/(attacks|docs|administration|payments|ach-imports)\//]

/** What the processes share: the files in the order in which they run, and a directory. */
interface Queue {
  files: readonly string[]
  directory: string
}

const finishedOf = ({ directory }: Queue) => join(directory, 'finished')
const takenOf = ({ directory }: Queue, place: number) => join(directory, `taken-${place}`)

/**
 * Runs files of the queue in this process, one after the other, that no other process has taken.
 * Each is a test with the path of the file as its name, so that its hooks and services end with it.
 */
export async function runTogether(queue: Queue, processName: string): Promise<void> {
  // A test may wait for something that does not keep a process alive, such as a PostgreSQL server.
  const keepAlive = setInterval(() => {}, FILE_TIMEOUT_MS)
  for (let ran = 0; ran < FILES_PER_PROCESS; ran++) {
    const file = takeNext(queue, processName)
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
function takeNext(queue: Queue, processName: string): string | undefined {
  return queue.files.find((_, place) => {
    try {
      writeFileSync(takenOf(queue, place), processName, { flag: 'wx' })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  })
}

async function runAll(files: readonly string[], directory: string): Promise<number> {
  const beside = Math.min(CONCURRENCY, Math.ceil(files.length / FILES_WORTH_A_PROCESS))
  const processes = Math.max(beside, Math.ceil(files.length / FILES_PER_PROCESS))
  const first = await runFiles({ files: inOrder(files), directory }, processes)
  if (interrupted) return first.code || 1
  reportSlowest(first.outcomes)
  if (first.failed.size === 0) return first.code
  if (first.failed.size > MAX_RUN_AGAIN) {
    for (const name of namesOf(first.failed)) console.log(`failed: ${name}`)
    console.log(`more than ${MAX_RUN_AGAIN} files failed, so none was run again`)
    return 1
  }
  return await runAgain(first.failed, directory)
}

/** Runs each file that failed alone. Returns the exit code: 0 if all pass now. */
async function runAgain(failed: Failed, directory: string): Promise<number> {
  const passed: Failed = new Map()
  const failedTwice: Failed = new Map()
  for (const [place, [file, failures]] of [...failed].entries()) {
    console.log(`\n${file} failed; running it again, alone`)
    const own = join(directory, `again-${place}`)
    mkdirSync(own)
    const again = await runFiles({ files: [file], directory: own }, 1)
    if (interrupted) return again.code || 1
    if (again.code === 0 && again.failed.size === 0) passed.set(file, failures)
    else failedTwice.set(file, again.failed.get(file) ?? [NOT_IN_A_TEST])
  }
  console.log()
  for (const name of namesOf(failedTwice)) console.log(`failed twice: ${name}`)
  for (const name of namesOf(passed)) console.log(`flaky: ${name}`)
  return failedTwice.size > 0 ? 1 : 0
}

/** Runs the files of a queue in so many processes. */
async function runFiles(
  queue: Queue,
  processes: number,
): Promise<{ code: number; outcomes: Outcome[]; failed: Failed }> {
  const outcomesFile = join(queue.directory, 'outcomes')
  writeFileSync(outcomesFile, '')
  writeFileSync(finishedOf(queue), '')
  const reporter = fileURLToPath(new URL('outcome-reporter.ts', import.meta.url))
  const code = await runNode([
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${outcomesFile}`],
    ...Array.from({ length: processes }, (_, number) => writeModule(queue, number)),
  ])
  const outcomes = linesOf(outcomesFile).map((line) => JSON.parse(line) as Outcome)
  return { code, outcomes, failed: failedFiles(queue, outcomes) }
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** The files that failed, in the order in which they ran, with the tests of each that did. */
type Failed = Map<string, string[]>

const NOT_IN_A_TEST = 'outside of its tests'

/**
 * A file failed if its test did or if it was not run to its end, and also if its process failed
 * beside the tests: then any file of the process may be the reason.
 */
function failedFiles(queue: Queue, outcomes: readonly Outcome[]): Failed {
  const finished = new Set(linesOf(finishedOf(queue)))
  const failures = new Map(outcomes.filter(({ passed }) => !passed).map(({ name, failures }) => [name, failures]))
  const failed: Failed = new Map()
  for (const [place, file] of queue.files.entries()) {
    const taken = takenOf(queue, place)
    const own = failures.get(file)
    if (own) failed.set(file, own.length > 0 ? own : [NOT_IN_A_TEST])
    else if (!finished.has(file)) failed.set(file, ['its process ended before its tests did'])
    else if (failures.has(readFileSync(taken, 'utf8'))) failed.set(file, ['its process failed beside its tests'])
  }
  return failed
}

const namesOf = (failed: Failed) =>
  [...failed].flatMap(([file, failures]) => failures.map((failure) => `${file} › ${failure}`))

function reportSlowest(outcomes: readonly Outcome[]): void {
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`\nThe slowest of ${outcomes.length} files, which took ${total.toFixed(0)} s one after the other:`)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
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
await runTogether(${JSON.stringify(queue)}, ${JSON.stringify(path)})\n`,
  )
  return path
}

/** Whether this process was asked to end. Then it starts no more tests. */
let interrupted = false
let running: ChildProcess | undefined

function runNode(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  running = child
  return new Promise((ended, failed) => {
    child.on('error', failed)
    child.on('exit', (code) => ended(code ?? 1))
  })
}

if (import.meta.main) {
  const files = globSync(process.argv.slice(2)).sort()
  if (files.length === 0) throw new Error('no test file matches')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true
      running?.kill(signal)
    })
  const directory = mkdtempSync(join(tmpdir(), 'giro-tests-'))
  try {
    process.exitCode = await runAll(files, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
