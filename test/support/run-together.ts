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

const FILES_PER_PROCESS = 10
const CONCURRENCY = 3
const FILE_TIMEOUT_MS = 30 * 60_000

/**
 * Runs the files in this process, one after the other. Each is a test with the path of the file as
 * its name, so that its hooks and services end with it. Appends the paths of the files that ran to
 * the file `finished`.
 */
export async function runTogether(files: readonly string[], finished: string): Promise<void> {
  // A test may wait for something that does not keep a process alive, such as a PostgreSQL server.
  const keepAlive = setInterval(() => {}, FILE_TIMEOUT_MS)
  for (const file of files) {
    const load = async () => void (await import(pathToFileURL(resolve(file)).href))
    await test(file, { timeout: FILE_TIMEOUT_MS }, load)
    // A process that ends early cancels all tests and does not get past this line.
    await setImmediate()
    appendFileSync(finished, `${file}\n`)
  }
  clearInterval(keepAlive)
}

/** Whether this process was asked to end. Then it starts no more tests. */
let interrupted = false

async function runAll(files: readonly string[], directory: string): Promise<number> {
  const finished = join(directory, 'finished')
  writeFileSync(finished, '')
  const code = await runTests(groupsOf(files).map((group, index) => writeGroup(group, { index, directory, finished })))
  const hasRun = new Set(readFileSync(finished, 'utf8').split('\n'))
  const left = files.filter((file) => !hasRun.has(file))
  if (left.length === 0 || interrupted) return code
  console.error(
    `a process ended before all its test files had run; running ${left.length} files in their own processes`,
  )
  await runTests(left)
  return 1
}

/** Neighbors share a process, because the files of a folder mostly load and compile the same. */
function groupsOf(files: readonly string[]): string[][] {
  const groups: string[][] = []
  for (let start = 0; start < files.length; start += FILES_PER_PROCESS)
    groups.push(files.slice(start, start + FILES_PER_PROCESS))
  return groups
}

/** Writes the module that the test runner starts for a group. Returns its path. */
function writeGroup(
  files: readonly string[],
  { index, directory, finished }: { index: number; directory: string; finished: string },
): string {
  const path = join(directory, `group-${String(index).padStart(3, '0')}.mjs`)
  writeFileSync(
    path,
    `import { runTogether } from ${JSON.stringify(import.meta.url)}\nawait runTogether(${JSON.stringify(files)}, ${JSON.stringify(finished)})\n`,
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
