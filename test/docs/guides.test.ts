import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { GUIDES } from '../../src/http/guides/pages.ts'
import { withDemo } from '../support/pasted-commands.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
const EXAMPLES = join(root, 'docs/guides/examples')

/** The languages of the examples: the mark of their blocks, their file, and how it is run. */
const LANGUAGES = [
  { mark: 'sh', file: 'example.sh', begins: 'set -euo pipefail\n', command: ['bash'], probe: ['curl', '--version'] },
  { mark: 'ts', file: 'example.ts', begins: '', command: [process.execPath], probe: [process.execPath, '--version'] },
  { mark: 'python', file: 'example.py', begins: '', command: ['python3'], probe: ['python3', '--version'] },
] as const

const hasProgram = ([program, ...args]: readonly string[]) =>
  run(program!, args).then(
    () => true,
    () => false,
  )

/** All blocks of a page in one language: what a reader pastes, one block after the other. */
function blocksOf(page: string, mark: string): string {
  return Array.from(
    page.matchAll(new RegExp(`^\`\`\`${mark}\\n([\\s\\S]*?)^\`\`\``, 'gm')),
    ([, block]) => block!,
  ).join('\n')
}

/** What the examples of a page print at their end, as a pattern: `…` stands for anything. */
function endOf(page: string): RegExp {
  const shown = /^```output\n([\s\S]*?)^```/m.exec(page)?.[1]
  assert.ok(shown, 'the page shows what its examples print')
  const literal = shown.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${literal.replaceAll('…', '.+')}\\s*$`)
}

test('the examples of every guide work as pasted, in each language, and print what the guide shows', async (t) => {
  const guides = await Promise.all(
    GUIDES.map(async (name) => ({ name, page: await readFile(join(root, 'docs/guides', `${name}.md`), 'utf8') })),
  )
  await withDemo(
    async ({ home }) => {
      for (const file of await readdir(EXAMPLES)) await copyFile(join(EXAMPLES, file), join(home, file))
      for (const { mark, file, begins, command, probe } of LANGUAGES) {
        const isHere = await hasProgram(probe)
        for (const { name, page } of guides) {
          await t.test(`${name} in ${mark}`, async (t) => {
            if (!isHere) return t.skip(`${probe[0]} is not installed`)
            const code = blocksOf(page, mark)
            assert.notEqual(code, '', 'the page has an example')
            await writeFile(join(home, file), begins + code)
            const [program, ...args] = [...command, file]
            const { stdout } = await run(program!, args, { cwd: home, timeout: 120_000, killSignal: 'SIGKILL' })
            assert.match(stdout, endOf(page))
          })
        }
      }
    },
    { GIRO_WEBHOOK_NETWORKS: 'loopback' },
  )
})
