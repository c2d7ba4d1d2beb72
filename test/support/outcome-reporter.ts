// A reporter for `node --test`: a line of JSON for each outermost test, with what failed in it.
import type { TestEvent } from 'node:test/reporters'

/** What became of an outermost test: of a file in `run-together.ts`, or of a failed process. */
export interface Outcome {
  name: string
  passed: boolean
  seconds: number
  /** The names of the failed tests, from the outermost within to the one that failed. */
  failures: string[]
}

export default async function* outcomes(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const open: string[] = []
  let failures: string[] = []
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      open.length = data.nesting
      open.push(data.name)
    } else if (type === 'test:fail' || type === 'test:pass') {
      if (data.nesting > 0) {
        if (type === 'test:fail' && !isByItsTests(data.details.error))
          failures.push([...open.slice(1, data.nesting), data.name].join(' › '))
      } else {
        const seconds = data.details.duration_ms / 1_000
        const outcome: Outcome = { name: data.name, passed: type === 'test:pass', seconds, failures }
        yield `${JSON.stringify(outcome)}\n`
        failures = []
      }
    }
  }
}

/** Whether a test failed only because tests within it did, which are named themselves. */
const isByItsTests = (error: Error) => 'failureType' in error && error.failureType === 'subtestsFailed'
