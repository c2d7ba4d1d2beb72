import { access, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { filesBelow, root } from './sources.ts'

export interface Document {
  path: string
  text: string
}

/**
 * README, CONTRIBUTING, CHANGELOG, the README of the SDK and every page of docs/, the generated
 * pages included.
 */
export async function readDocuments(): Promise<Document[]> {
  const pages = (await filesBelow('docs')).filter((path) => path.endsWith('.md'))
  return Promise.all(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'sdk/README.md', ...pages].map(readDocument))
}

export async function readDocument(path: string): Promise<Document> {
  return { path, text: await readFile(join(root, path), 'utf8') }
}

/** Every file of the project that a document may name. */
export async function projectFiles(): Promise<string[]> {
  const folders = ['bench', 'bin', 'docs', 'migrations', 'ops', 'scripts', 'sdk', 'src', 'test']
  const below = await Promise.all(folders.map(filesBelow))
  const top = ['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'knip.json', 'openapi.json']
  return [...below.flat(), ...top, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE']
}

export interface Line {
  at: number
  text: string
}

/** The lines of Markdown outside code blocks, counted from 1. */
export function proseLines(text: string): Line[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    return isFence || isCode ? [] : [{ at: index + 1, text: line }]
  })
}

/**
 * The files that a document names in backticks and that do not exist. A name is a path from the
 * root, a path from `src/`, or the end of the path of one file. `*` stands for any part of a file's
 * name. Files in `.giro/` are written by the service.
 */
export function missingFiles({ path, text }: Document, files: readonly string[]): string[] {
  return proseLines(text).flatMap(({ at, text: line }) => {
    const words = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code!.split(/\s+/))
    const named = words.filter((word) => /^[\w@./*-]+\.(?:ts|sql|md|js|json)$/.test(word))
    return named
      .filter((name) => !name.startsWith('.giro/') && !exists(name, files))
      .map((name) => `${path}:${at}: ${name}`)
  })
}

function exists(name: string, files: readonly string[]): boolean {
  if (name.includes('*')) {
    const pattern = name
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*')
    return files.some((file) => new RegExp(`(^|/)${pattern}$`).test(file))
  }
  if (files.includes(name) || files.includes(`src/${name}`)) return true
  return files.filter((file) => file.endsWith(`/${name}`)).length === 1
}

/** The links of a document to files, folders and headings that do not exist. */
export async function brokenLinks({ path, text }: Document): Promise<string[]> {
  const broken: string[] = []
  // A link may be broken over two lines.
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [file = '', anchor] = match[1]!.split('#')
    if (/^[a-z]+:/.test(file)) continue
    const target = file === '' ? path : normalize(join(dirname(path), file))
    const isBroken = !(await isPresent(target)) || (anchor !== undefined && !(await hasHeading(target, anchor)))
    if (isBroken) broken.push(`${path}:${text.slice(0, match.index).split('\n').length}: ${match[1]}`)
  }
  return broken
}

async function isPresent(path: string): Promise<boolean> {
  return access(join(root, path)).then(
    () => true,
    () => false,
  )
}

async function hasHeading(path: string, anchor: string): Promise<boolean> {
  if (!path.endsWith('.md')) return false
  return anchorsOf((await readDocument(path)).text).includes(anchor)
}

/** The anchors of the headings, as GitHub forms them. A heading that repeats takes a number. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return proseLines(text).flatMap(({ text: line }) => {
    const heading = /^#+ (.*)$/.exec(line)?.[1]
    if (heading === undefined) return []
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return [times === 0 ? anchor : `${anchor}-${times}`]
  })
}
