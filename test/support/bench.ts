import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { temporaryRoot } from './test-database.ts'

/** What a bench ended with and said. */
export interface BenchRun {
  code: number | NodeJS.Signals
  stdout: string
  stderr: string
}

const TIMEOUT_MS = 10 * 60_000

/** Runs a file of `bench/` in its own process and temporary directory. */
export async function runBench(file: string, args: readonly string[] = ['--short']): Promise<BenchRun> {
  const directory = await mkdtemp(join(await temporaryRoot(), 'giro-bench-'))
  try {
    const bench = spawn(process.execPath, [fileURLToPath(new URL(`../../bench/${file}`, import.meta.url)), ...args], {
      env: { ...process.env, TMPDIR: directory },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    })
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(bench.stdout),
      text(bench.stderr),
      once(bench, 'close'),
    ])
    return { code: code ?? signal, stdout, stderr }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The rows of the tables in Markdown that a bench printed, by their first cells. */
export function rowsOf({ stdout }: BenchRun): Map<string, string[]> {
  const rows = stdout.split('\n').filter((line) => /^\| .* \|$/.test(line) && !line.startsWith('| ---'))
  return new Map(
    rows.map((row) => {
      const [name, ...cells] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return [name!, cells]
    }),
  )
}
