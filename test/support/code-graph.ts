/**
 * What the code of the service uses, by names: which functions an operation or a sweep can reach.
 * It sees each function of a file, not its branches: what is reached may still not run.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { filesBelow, isTest, root } from '../tidy/sources.ts'

/** A definition at the top of a file, as `path#name`, or a port of `App`, as `App#name`. */
type Definition = string

interface Syntax {
  type: string
  [part: string]: unknown
}

/** A file, with what each name in it stands for. */
interface CodeFile {
  path: string
  top: Syntax[]
  imports: Map<string, Definition>
  definitions: Map<string, Syntax>
}

/** Nothing is followed through the list of all operations: it would lead everywhere. */
const ALL_OPERATIONS = 'src/main/operations.ts'
const COMPOSITION = 'src/main/service.ts'

export async function readCodeGraph() {
  const paths = (await filesBelow('src')).filter((path) => path.endsWith('.ts') && !isTest(path))
  const read = async (path: string) => [path, readCode(path, await readFile(join(root, path), 'utf8'))] as const
  const files = new Map(await Promise.all(paths.map(read)))
  const ports = portsOf(files.get(COMPOSITION)!)

  function definitionAt(path: string, name: string): Definition[] {
    const file = files.get(path)
    if (!file || path === ALL_OPERATIONS) return []
    if (file.definitions.has(name)) return [`${path}#${name}`]
    const source = file.imports.get(name)
    return source === undefined ? [] : definitionAt(...halves(source))
  }

  const usedBy = (path: string, syntax: Syntax): Definition[] => {
    const { names, members } = usesOf(syntax)
    const definitions = [...names].flatMap((name) => definitionAt(path, name))
    return [...definitions, ...[...members].filter((name) => ports.has(name)).map((name) => `App#${name}`)]
  }

  const known = new Map<Definition, Definition[]>()
  function usesOfDefinition(definition: Definition): Definition[] {
    const [path, name] = halves(definition)
    const uses =
      known.get(definition) ??
      (path === 'App' ? usedBy(COMPOSITION, ports.get(name)!) : usedBy(path, files.get(path)!.definitions.get(name)!))
    known.set(definition, uses)
    return uses
  }

  const partsIn = (name: RegExp) =>
    [...files.values()]
      .filter(({ path }) => name.test(path))
      .flatMap(({ path, top }) => top.flatMap(allIn).map((syntax) => ({ path, syntax })))
  const [inRoutes, inJobs] = [partsIn(/\.(routes|forms)\.ts$/), partsIn(/\.jobs\.ts$/)]

  return {
    /** Everything that can be reached from these definitions. */
    reachOf(starts: readonly Definition[]): ReadonlySet<Definition> {
      const reached = new Set<Definition>(starts)
      for (const definition of reached) for (const used of usesOfDefinition(definition)) reached.add(used)
      return reached
    },

    /** The definition that is the function, or that contains it. */
    definitionOf({ file, as }: { file: string; as: string }): Definition | undefined {
      const { definitions } = files.get(`src/${file}`) ?? {}
      const found = [...(definitions ?? [])].find(([name, code]) => name === as || definesInside(code, as))
      return found && `src/${file}#${found[0]}`
    },

    /** What the operation uses: the object or the call that defines it. */
    usesOfOperation: (id: string): Definition[] =>
      inRoutes.flatMap(({ path, syntax }) => (definesOperation(syntax, id) ? usedBy(path, syntax) : [])),

    /** What the sweep uses, by the property of its name, which is after that of its slice. */
    usesOfSweep: (sweep: string): Definition[] =>
      inJobs.flatMap(({ path, syntax }) => (definesSweep(syntax, sweep) ? usedBy(path, syntax) : [])),
  }
}
function definesOperation({ type, properties, arguments: given }: Syntax, operation: string): boolean {
  if (type === 'CallExpression') return says((given as Syntax[])[0], operation)
  if (type !== 'ObjectExpression') return false
  return (properties as Syntax[]).some(({ key, value }) => nameOf(key) === 'id' && says(value as Syntax, operation))
}

function definesSweep({ type, key, value }: Syntax, sweep: string): boolean {
  return type === 'Property' && (value as Syntax).type !== 'Literal' && sweep.endsWith(`: ${nameOf(key)}`)
}

function halves(definition: Definition): [string, string] {
  const at = definition.lastIndexOf('#')
  return [definition.slice(0, at), definition.slice(at + 1)]
}

function readCode(path: string, text: string): CodeFile {
  const { program } = parseSync(path, text)
  const top = program.body as unknown as Syntax[]
  const file: CodeFile = { path, top, imports: new Map(), definitions: new Map() }
  for (const statement of top) {
    const source = (statement.source as Syntax | null | undefined)?.value
    if (typeof source === 'string') noteImports(file, statement, source)
    else
      for (const [name, code] of definedBy((statement.declaration ?? statement) as Syntax))
        file.definitions.set(name, code)
  }
  return file
}

/** Notes what an import or a re-export brings, unless types alone. */
function noteImports({ path, imports }: CodeFile, statement: Syntax, source: string): void {
  if (!source.startsWith('.') || statement.importKind === 'type') return
  const from = normalize(join(dirname(path), source))
  for (const { local, imported, exported } of (statement.specifiers ?? []) as Syntax[])
    imports.set(nameOf(exported ?? local), `${from}#${nameOf(imported ?? local)}`)
}

function definedBy({ type, id, declarations, ...rest }: Syntax): [string, Syntax][] {
  if (type !== 'VariableDeclaration') return id ? [[nameOf(id), { type, ...rest }]] : []
  return (declarations as Syntax[]).flatMap((one) =>
    [...usesOf(one.id as Syntax).names].map((name): [string, Syntax] => [name, one]),
  )
}

/** The values of the object that the composition root returns as `App`. */
function portsOf({ definitions }: CodeFile): Map<string, Syntax> {
  const returned = allIn(definitions.get('composeApp')!).filter(({ type }) => type === 'ReturnStatement')
  const properties = returned.flatMap(({ argument }) => (argument as Syntax).properties as Syntax[])
  return new Map(properties.map(({ key, value }) => [nameOf(key), value as Syntax]))
}

/** The names that the code uses, and the members of objects. */
function usesOf(code: Syntax): { names: Set<string>; members: Set<string> } {
  const found = { names: new Set<string>(), members: new Set<string>() }
  for (const syntax of allIn(code)) {
    const { type, property, properties, computed } = syntax
    if (type === 'Identifier') found.names.add(nameOf(syntax))
    if (type === 'MemberExpression' && !computed) found.members.add(nameOf(property))
    if (type === 'ObjectPattern') for (const { key } of properties as Syntax[]) if (key) found.members.add(nameOf(key))
  }
  return found
}

function definesInside(code: Syntax, name: string): boolean {
  return allIn(code).some(
    ({ type, id, key, method }) =>
      (/^(FunctionDeclaration|VariableDeclarator)$/.test(type) && nameOf(id) === name) ||
      (method === true && nameOf(key) === name),
  )
}

/** The code with all its parts, without types and without the names of properties. */
function allIn(code: Syntax): Syntax[] {
  const all = [code]
  for (const { type, computed, ...parts } of all)
    for (const [part, value] of Object.entries(parts)) {
      if (!computed && (part === 'key' || (part === 'property' && type === 'MemberExpression'))) continue
      for (const one of Array.isArray(value) ? value : [value]) if (isCode(one)) all.push(one)
    }
  return all
}

function isCode(value: unknown): value is Syntax {
  const { type } = (value ?? {}) as Partial<Syntax>
  return typeof type === 'string' && (!type.startsWith('TS') || type.endsWith('Expression'))
}

function nameOf(syntax: unknown): string {
  const { name, value } = (syntax ?? {}) as Syntax
  return String(name ?? value ?? '')
}

/** Whether it is this text, or a template for it. */
function says(syntax: Syntax | undefined, text: string): boolean {
  if (syntax?.type === 'Literal') return syntax.value === text
  if (syntax?.type !== 'TemplateLiteral') return false
  const [first = '', ...others] = (syntax.quasis as Syntax[]).map(({ value }) => (value as { cooked: string }).cooked)
  return first !== '' && text.startsWith(first) && text.endsWith(others.at(-1) ?? '')
}
