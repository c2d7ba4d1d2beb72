import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiling takes half of the start-up time, so the compiled code is cached. The cache is next to
// the packages: a user who can write to one can write to the other. If it cannot be written,
// Node.js starts without it.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/giro', import.meta.url)))

const { runCommand } = await import('./commands/run.ts')
await runCommand()
