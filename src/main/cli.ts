import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What is compiled is kept beside the packages, where whoever may write it could as well write those: compiling is half of a
// start. Where it can not be written, Node.js does without.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/giro', import.meta.url)))

const { runCommand } = await import('./commands/run.ts')
await runCommand()
