import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sdk = fileURLToPath(new URL('../../sdk/', import.meta.url))

/** The compiler of the SDK: that of its generator, which refuses the one of the service. */
const generator = createRequire(join(sdk, 'package.json')).resolve('openapi-typescript')
const compiler = join(dirname(createRequire(generator).resolve('typescript')), 'tsc.js')

test('the SDK compiles strictly with its own TypeScript, and what test/sdk/misuse.ts marks does not', async () => {
  await run(process.execPath, [compiler, '-p', join(sdk, 'tsconfig.check.json')]).catch(({ stdout }) => {
    throw new Error(stdout)
  })
})
