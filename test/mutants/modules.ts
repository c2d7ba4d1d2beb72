import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export const root = new URL('../../', import.meta.url).pathname

const texts = new Map<string, string>()

export function readSource(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

const imports = new Map<string, readonly string[]>()

/** The project files that a file loads when it runs; type imports are erased. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known) return known
  const text = readSource(file)
  const { module } = parseSync(file, text)
  const specifiers = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, specifier: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, specifier: moduleRequest.value }] : [])),
    ),
  ]
  const found = specifiers
    .filter(({ start, specifier }) => specifier.startsWith('.') && !/^(im|ex)port type\b/.test(text.slice(start)))
    .map(({ specifier }) => normalize(join(dirname(file), specifier)))
    .filter((path) => path.endsWith('.ts') && existsSync(join(root, path)))
  const unique = [...new Set(found)]
  imports.set(file, unique)
  return unique
}

/** All files that a test loads, including itself. */
export function loadedBy(test: string): ReadonlySet<string> {
  const loaded = new Set([test])
  for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported)
  return loaded
}

/** The modules that must be loaded again for the test to see a change of the file. */
export function between(test: string, file: string): string[] {
  return [...loadedBy(test)].filter((path) => loadedBy(path).has(file))
}
