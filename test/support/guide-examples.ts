import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import type { GUIDES } from '../../src/http/guides/pages.ts'
import { withDemo } from './pasted-commands.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname
const EXAMPLES = join(root, 'docs/guides/examples')

/** The languages of the examples: the mark of their blocks, their file, and how it is run. */
export const LANGUAGES = [
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

/** A guide, and the mark of the language in which its examples run. */
export interface GuideRun {
  guide: (typeof GUIDES)[number]
  mark: (typeof LANGUAGES)[number]['mark']
}

/** The example of a guide, and what it prints at its end. Throws if the page lacks either. */
export async function readExample({ guide, mark }: GuideRun): Promise<{ code: string; end: RegExp }> {
  const page = await readFile(join(root, 'docs/guides', `${guide}.md`), 'utf8')
  const code = blocksOf(page, mark)
  assert.notEqual(code, '', `${guide} has an example in ${mark}`)
  return { code, end: endOf(page) }
}

/** Pastes the examples of the guides into one demo, and compares what they print. */
export async function runExamples(t: TestContext, runs: readonly GuideRun[]): Promise<void> {
  await withDemo(
    async ({ home }) => {
      for (const file of await readdir(EXAMPLES)) await copyFile(join(EXAMPLES, file), join(home, file))
      for (const { guide, mark } of runs) {
        const { file, begins, command, probe } = LANGUAGES.find((one) => one.mark === mark)!
        await t.test(`${guide} in ${mark}`, async (t) => {
          if (!(await hasProgram(probe))) return t.skip(`${probe[0]} is not installed`)
          const { code, end } = await readExample({ guide, mark })
          await writeFile(join(home, file), begins + code)
          const [program, ...args] = [...command, file]
          const { stdout } = await run(program!, args, { cwd: home, timeout: 120_000, killSignal: 'SIGKILL' })
          assert.match(stdout, end)
        })
      }
    },
    { GIRO_WEBHOOK_NETWORKS: 'loopback' },
  )
}
