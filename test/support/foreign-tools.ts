import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Tools of other languages, for tests of what they make of the OpenAPI document. They come from the
 * registries of Maven, npm and PyPI. A tool is undefined if a program or its registry is missing;
 * its test then reports itself as skipped.
 */

const TIMEOUT_MS = 180_000

const execute = promisify(execFile)

/** Runs a program in a directory and returns what it prints. It fails with what it printed. */
export async function run(command: string, args: readonly string[], directory: string): Promise<string> {
  const options = { cwd: directory, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }
  try {
    return (await execute(command, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.slice(0, 3).join(' ')}\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`, {
      cause: error,
    })
  }
}

const orUndefined = <Tool>(fetch: () => Promise<Tool>): Promise<Tool | undefined> => fetch().catch(() => undefined)

/** The path of an artifact, such as org.example:tool:1.0.0. Java runs it. */
export function fetchJar(artifact: string, directory: string): Promise<string | undefined> {
  return orUndefined(async () => {
    await run('java', ['-version'], directory)
    const copy = ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${directory}`]
    await run('mvn', copy, directory)
    const jar = (await readdir(directory)).find((name) => name.endsWith('.jar'))
    return join(directory, jar!)
  })
}

/** Installs npm packages, without their scripts, and returns the path of their programs. */
export function installNpm(packages: readonly string[], directory: string): Promise<string | undefined> {
  return orUndefined(async () => {
    await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], directory)
    return join(directory, 'node_modules/.bin')
  })
}

/** Installs Python packages into an environment, and returns the path of its programs. */
export function installPython(packages: readonly string[], directory: string): Promise<string | undefined> {
  return orUndefined(async () => {
    await run('python3', ['-m', 'venv', 'venv'], directory)
    const programs = join(directory, 'venv/bin')
    await run(join(programs, 'pip'), ['install', '-q', '--disable-pip-version-check', ...packages], directory)
    return programs
  })
}

/** The files below a directory whose name ends so, with their paths. */
export async function filesEndingIn(ending: string, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A class path for Java. */
export const classPath = (...places: string[]): string => places.join(delimiter)
