// Runs the slow tests: first those of faults, one file at a time, because they compare times; then
// the others, two files at a time. What fails in the first does not stop the second. With `faults`
// as its argument, it runs the first alone. GIRO_SEED replays the run that printed it.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const GIRO_SEED = process.env['GIRO_SEED'] ?? String(randomInt(2 ** 31))

const run = (files: string, { beside }: { beside: number }) =>
  spawnSync(process.execPath, ['--test', `--test-concurrency=${beside}`, files], {
    stdio: 'inherit',
    env: { ...process.env, GIRO_SEED },
  }).status ?? 1

console.log(`GIRO_SEED=${GIRO_SEED}`)
const faults = run('test/faults/*.test.ts', { beside: 1 })
const others = process.argv[2] === 'faults' ? 0 : run('test/long/*.test.ts', { beside: 2 })
process.exitCode = Math.max(faults, others)
console.log(`GIRO_SEED=${GIRO_SEED} replays this run`)
