import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './modules.ts'
import { runRegistered } from './stand-in-runner.ts'

/** The task of a worker: run these tests with one file replaced. */
export interface Task {
  id: number
  file: string
  text: string
  /** The tests, each with the modules that must be loaded again for it. */
  tests: readonly { test: string; reload: readonly string[] }[]
}

export interface Verdict {
  id: number
  /** The test that failed; undefined if all passed. */
  failed: string | undefined
  error: string | undefined
}

const STAND_IN = new URL('./stand-in-runner.ts', import.meta.url).href
const stripped = new Map<string, string>()

let loads = 0
let replaced = { url: '', source: '' }
let reloaded = new Set<string>()

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: STAND_IN, shortCircuit: true }
    const result = next(specifier, context)
    return reloaded.has(result.url) ? { ...result, url: `${result.url}?load=${loads}` } : result
  },
  load(url, context, next) {
    const [plain, query] = url.split('?') as [string, string | undefined]
    if (!query?.startsWith('load=')) return next(url, context)
    const source = plain === replaced.url ? replaced.source : strippedSource(plain)
    return { format: 'module', source, shortCircuit: true }
  },
})

function strippedSource(url: string): string {
  const known = stripped.get(url)
  if (known !== undefined) return known
  const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
  stripped.set(url, source)
  return source
}

const urlOf = (path: string) => pathToFileURL(root + path).href

async function failureOf(task: Task): Promise<Pick<Verdict, 'failed' | 'error'>> {
  try {
    replaced = { url: urlOf(task.file), source: stripTypeScriptTypes(task.text) }
  } catch (error) {
    return { failed: 'parser', error: String(error) }
  }
  for (const { test, reload } of task.tests) {
    loads++
    reloaded = new Set([...reload, test].map(urlOf))
    let failure: Awaited<ReturnType<typeof runRegistered>>
    try {
      await import(`${urlOf(test)}?load=${loads}`)
    } catch (error) {
      failure = { failed: `import of ${test}`, error }
    }
    const result = await runRegistered()
    failure ??= result
    // A promise that was not awaited may be rejected after its test has ended.
    await new Promise((resolve) => setImmediate(resolve))
    if (unhandled !== undefined) failure ??= { failed: `a promise nobody awaited, in ${test}`, error: unhandled }
    unhandled = undefined
    if (failure) return { failed: failure.failed, error: String((failure.error as Error)?.stack ?? failure.error) }
  }
  return { failed: undefined, error: undefined }
}

let unhandled: unknown
process.on('unhandledRejection', (error) => {
  unhandled = error ?? 'undefined'
})
process.on('uncaughtException', (error) => {
  unhandled = error
})

process.on('message', (task: Task) => {
  void failureOf(task).then((failure) => process.send!({ id: task.id, ...failure } satisfies Verdict))
})
process.on('disconnect', () => process.exit())
