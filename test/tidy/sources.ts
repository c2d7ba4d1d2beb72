import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

export const root = new URL('../../', import.meta.url).pathname

export interface SourceFile {
  path: string
  text: string
  /** The text without comments. */
  code: string
  /** The project files that it imports. */
  imports: string[]
}

/**
 * Files for other places, a copy of the project or a client: their imports lead nowhere here. Also
 * what is built.
 */
const ELSEWHERE = ['test/long/contributing-example/', 'test/long/generated-clients/', 'sdk/dist/']

/** Every source file of the project, by its path from the root. */
export async function readSources(): Promise<Map<string, SourceFile>> {
  const sources = new Map<string, SourceFile>()
  for (const folder of ['src', 'test', 'bench', 'scripts', 'bin', 'sdk'])
    for (const path of await filesBelow(folder)) {
      if (!/\.(ts|js)$/.test(path) || ELSEWHERE.some((folder) => path.startsWith(folder))) continue
      const text = await readFile(join(root, path), 'utf8')
      sources.set(path, { path, text, code: withoutComments(text), imports: importsOf(path, text) })
    }
  return sources
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** A comment begins a line or follows a space; a `//` inside a URL or a pattern does not. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

export function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier!)
  return specifiers.map((specifier) => normalize(join(dirname(path), specifier)))
}

/** The files that run in production. Tests, and files that only tests use, may import anything. */
export function ofProduction(sources: ReadonlyMap<string, SourceFile>): SourceFile[] {
  return [...sources.values()].filter(({ path }) => path.startsWith('src/') && !isTest(path))
}

export function isTest(path: string): boolean {
  return /\.(test|test-support)\.ts$|\/fixtures\.ts$/.test(path) || path.startsWith('test/')
}

/** Fails with a list of all offences and what to do about them. */
export function assertNone(offences: string[], whatToDo: string): void {
  assert.ok(offences.length === 0, `${whatToDo}\n${offences.map((offence) => `  ${offence}`).join('\n')}`)
}
