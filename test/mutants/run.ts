// Mutation tests of the money core: see "Mutation tests" in CONTRIBUTING.md.
import { type ChildProcess, fork } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { startThrowAwayCluster } from '../support/test-database.ts'
import { type Equivalent, equivalents } from './equivalents.ts'
import { between, loadedBy, readSource, root } from './modules.ts'
import { applyMutant, type Mutant, mutantsOf } from './mutate.ts'
import type { Task, Verdict } from './worker.ts'

const MONEY_CORE = [
  'src/**/domain/**/*.ts',
  'src/kernel/currency-calendars.ts',
  'src/ledger/**/*.ts',
  'src/rails/return-rules.ts',
  'src/rails/timetable.ts',
]
const THRESHOLD_PERCENT = 97
/** A mutant may loop forever, or wait for a lock that is never released. */
const LEAST_TIMEOUT_MS = 10_000
/** Reloaded modules are never freed, so a worker is replaced after this number of tasks. */
const TASKS_PER_WORKER = 150

interface Job {
  mutant: Mutant
  tests: readonly string[]
}
type Outcome = 'killed' | 'timed out' | 'survived'

const { values: options } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    line: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const isTest = (path: string) => /\.(test|test-support)\.ts$/.test(path)
const filesOf = (patterns: readonly string[]) =>
  globSync([...patterns], { cwd: root })
    .filter((path) => !isTest(path))
    .sort()
const unitTests = globSync('src/**/*.test.ts', { cwd: root }).sort()
const isPure = (path: string) => path.includes('/domain/')

const files = options.file ? filesOf(options.file) : filesOf(MONEY_CORE)
if (files.length === 0) throw new Error(`no source file is named ${options.file}`)
const onlyLine = options.line === undefined ? undefined : Number(options.line)
const matched = new Set<Equivalent>()
const jobs = files.flatMap((file): Job[] => {
  const tests = testsFor(file)
  const mutants = mutantsOf(file, readSource(file))
  return mutants
    .filter((mutant) => (onlyLine === undefined || mutant.line === onlyLine) && !isEquivalent(mutant))
    .map((mutant) => ({ mutant, tests }))
})

const needsDatabase = jobs.some(({ tests }) =>
  tests.some((test) => loadedBy(test).has('test/support/test-database.ts')),
)
const cluster = needsDatabase && !process.env['GIRO_TEST_CLUSTER_URL'] ? await startThrowAwayCluster() : undefined
if (cluster) process.env['GIRO_TEST_CLUSTER_URL'] = cluster.url

const outcomes = new Map<Job, Outcome>()
const timeouts = new Map<string, number>()
let lastTask = 0
try {
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
} finally {
  await cluster?.stop()
}
report()

/**
 * The unit tests that load the file: first its own test, then those of its folder, then other pure
 * ones.
 */
function testsFor(file: string): string[] {
  const own = file.replace(/\.ts$/, '.test.ts')
  const rank = (test: string) => (test === own ? 0 : dirname(test) === dirname(file) ? 1 : 2)
  return unitTests
    .filter((test) => rank(test) < 2 || (isPure(file) && isPure(test)))
    .filter((test) => loadedBy(test).has(file))
    .sort((a, b) => rank(a) - rank(b) || loadedBy(a).size - loadedBy(b).size)
}

function isEquivalent(mutant: Mutant): boolean {
  const code = readSource(mutant.file).split('\n')[mutant.line - 1]!.trim()
  const listed = equivalents.find(
    ({ file, line, was, becomes }) =>
      file === basename(mutant.file) && line === code && was === mutant.was && becomes === mutant.becomes,
  )
  if (listed) matched.add(listed)
  return listed !== undefined
}

/**
 * Takes jobs until none is left, in a process that is replaced if it hangs or reaches its task
 * limit.
 */
async function work(): Promise<void> {
  let worker: Worker | undefined
  try {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { mutant, tests } = job
      const next = async (text: string, timeoutMs: number) => {
        if (worker && worker.tasks >= TASKS_PER_WORKER) worker.end()
        if (!worker?.isUsable) worker = startWorker()
        worker.tasks++
        return await worker.run(taskOf(mutant.file, text, tests), timeoutMs)
      }
      let timeoutMs = timeouts.get(mutant.file)
      if (timeoutMs === undefined) {
        const startedMs = Date.now()
        const verdict = await next(readSource(mutant.file), 120_000)
        if (verdict?.failed !== undefined || !verdict)
          throw new Error(`${mutant.file}: its tests fail without a mutant: ${verdict?.failed}\n${verdict?.error}`)
        timeoutMs = Math.max(LEAST_TIMEOUT_MS, 5 * (Date.now() - startedMs))
        timeouts.set(mutant.file, timeoutMs)
      }
      const verdict = await next(applyMutant(mutant, readSource(mutant.file)), timeoutMs)
      const outcome = !verdict ? 'timed out' : verdict.failed === undefined ? 'survived' : 'killed'
      outcomes.set(job, outcome)
      if (outcome !== 'killed') console.log(`${outcome}  ${describe(mutant)}`)
      else if (options.verbose) console.log(`killed  ${describe(mutant)}\n        by ${verdict!.failed}`)
    }
  } finally {
    worker?.end()
  }
}

function taskOf(file: string, text: string, tests: readonly string[]): Task {
  return { id: ++lastTask, file, text, tests: tests.map((test) => ({ test, reload: between(test, file) })) }
}

interface Worker {
  tasks: number
  readonly isUsable: boolean
  /** Undefined if the time ran out; the worker has then been killed. */
  run(task: Task, timeoutMs: number): Promise<Verdict | undefined>
  end(): void
}

function startWorker(): Worker {
  const child: ChildProcess = fork(new URL('./worker.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  let isUsable = true
  const end = () => {
    isUsable = false
    child.kill('SIGKILL')
  }
  return {
    tasks: 0,
    get isUsable() {
      return isUsable
    },
    run: (task, timeoutMs) =>
      new Promise((resolve) => {
        const settle = (verdict: Verdict | undefined) => {
          clearTimeout(timer)
          child.off('message', settle)
          child.off('exit', died)
          resolve(verdict)
        }
        const died = () => {
          isUsable = false
          settle({ id: task.id, failed: 'the process ended', error: undefined })
        }
        const timer = setTimeout(() => {
          child.off('exit', died)
          end()
          settle(undefined)
        }, timeoutMs)
        child.on('message', settle)
        child.on('exit', died)
        child.send(task)
      }),
    end,
  }
}

function describe({ file, line, was, becomes }: Mutant): string {
  const short = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}...` : text).replaceAll(/\s+/g, ' ')
  return `${file}:${line}  ${short(was)}  ->  ${short(becomes) || '(removed)'}`
}

function report(): void {
  const all = [...outcomes]
  console.log('')
  for (const file of files) {
    const mine = all.filter(([{ mutant }]) => mutant.file === file).map(([, outcome]) => outcome)
    if (mine.length === 0) continue
    const survived = mine.filter((outcome) => outcome === 'survived').length
    const note = survived > 0 && testsFor(file).length === 0 ? ', no unit test loads it' : ''
    console.log(`${file}: ${mine.length - survived} of ${mine.length} killed${note}`)
  }
  const count = (wanted: Outcome) => all.filter(([, outcome]) => outcome === wanted).length
  const [killed, timedOut, survived] = [count('killed'), count('timed out'), count('survived')]
  const percent = all.length === 0 ? 100 : (100 * (killed + timedOut)) / all.length
  console.log(
    `${all.length} mutants: ${killed} killed, ${timedOut} timed out, ${survived} survived: ${percent.toFixed(1)} %`,
  )
  const stale = equivalents.filter(
    (entry) => files.some((file) => basename(file) === entry.file) && !matched.has(entry),
  )
  for (const { file, line } of onlyLine === undefined ? stale : [])
    console.log(`${basename(import.meta.dirname)}/equivalents.ts names a mutant that ${file} does not have: ${line}`)
  if (onlyLine === undefined && stale.length > 0) process.exitCode = 1
  if (percent < THRESHOLD_PERCENT) process.exitCode = 1
}
