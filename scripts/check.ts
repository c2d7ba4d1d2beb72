import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/**
 * Runs every script of package.json whose name begins with `check:`, as many at once as the machine
 * has processors, in their order: the longest first. Prints what each says when it ends. Fails with
 * the names of those that failed.
 */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}
// Several load the operations.
const env = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/giro', import.meta.url)),
  ...process.env,
}
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const waiting = [...checks]
const failed: string[] = []

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
if (failed.length > 0) console.error(`failed: ${checks.filter((name) => failed.includes(name)).join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const child = spawn('npm', ['run', '--silent', name], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const exit = new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
    const [code, out, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
    console.log(`${code === 0 ? '✔' : '✖'} npm run ${name}\n${out}${errors}`)
    if (code !== 0) failed.push(name)
  }
}
