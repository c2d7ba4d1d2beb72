/**
 * Replaces `node:test` in a worker, so that the tests of one file run many times in one process and
 * stop at the first failure.
 */
type Work = () => unknown
interface Registered {
  name: string
  work: (context: { name: string; after: (work: Work) => void }) => unknown
}

let tests: Registered[] = []
let befores: Work[] = []
let afters: Work[] = []
let eachBefores: Work[] = []

export function test(name: string, ...rest: [Registered['work']] | [{ skip?: unknown }, Registered['work']]): void {
  const [first, second] = rest
  if (typeof first === 'function') tests.push({ name, work: first })
  else if (!first.skip) tests.push({ name, work: second! })
}

export function before(work: Work): void {
  befores.push(work)
}

export function beforeEach(work: Work): void {
  eachBefores.push(work)
}

export function after(work: Work): void {
  afters.push(work)
}

/** Runs the tests registered since the last run; returns the first failure, if any. */
export async function runRegistered(): Promise<{ failed: string; error: unknown } | undefined> {
  const mine = { tests, befores, eachBefores, afters }
  tests = []
  befores = []
  eachBefores = []
  afters = []
  let current = 'before'
  try {
    for (const work of mine.befores) await work()
    for (const { name, work } of mine.tests) {
      current = name
      for (const work of mine.eachBefores) await work()
      await work({ name, after: (ending) => mine.afters.push(ending) })
    }
    return undefined
  } catch (error) {
    return { failed: current, error }
  } finally {
    for (const work of mine.afters) await Promise.resolve(work()).catch(() => {})
  }
}
