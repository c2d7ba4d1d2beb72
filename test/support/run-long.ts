// Runs the slow tests: first those of faults, one file at a time, because they compare times; then
// the others, two files at a time. What fails in the first does not stop the second.
import { spawnSync } from 'node:child_process'

const run = (files: string, { beside }: { beside: number }) =>
  spawnSync(process.execPath, ['--test', `--test-concurrency=${beside}`, files], { stdio: 'inherit' }).status ?? 1

process.exitCode = Math.max(run('test/faults/*.test.ts', { beside: 1 }), run('test/long/*.test.ts', { beside: 2 }))
