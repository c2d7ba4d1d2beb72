import fc from 'fast-check'
import { SEED } from './seed.ts'

/**
 * fast-check with the seed of the run. A property that fails names its shortest example, and how to
 * replay the run.
 */
fc.configureGlobal({ seed: SEED, reporter: report })

function report(outcome: fc.RunDetails<unknown>): void {
  if (!outcome.failed) return
  const message = `${fc.defaultReportMessage(outcome)}\n\nReplay with GIRO_SEED=${SEED}`
  throw new Error(message, { cause: outcome.errorInstance })
}

export default fc
