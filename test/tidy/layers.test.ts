import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { climbingImports, EXCEPTIONS, faceOf, importsPastFaces, LAYERS, layerOf, OPEN } from './layers.ts'
import { assertNone, ofProduction, readSources, root, type SourceFile } from './sources.ts'

/** Checks the layers that `layers.ts` lists against the imports of every file. */

let files: SourceFile[]
let sources: Map<string, SourceFile>

before(async () => {
  sources = await readSources()
  files = ofProduction(sources)
})

test('every folder of src has its place in the layers, and docs/architecture.md names it', async () => {
  const folders = [...new Set(files.map(({ path }) => layerOf(path)))].sort()
  const layers: readonly string[] = LAYERS
  assertNone(
    folders.filter((folder) => !layers.includes(folder)),
    'Add these folders to LAYERS in test/tidy/layers.ts.',
  )
  assertNone(
    layers.filter((layer) => !folders.includes(layer)),
    'Remove these from LAYERS in test/tidy/layers.ts: the folders do not exist.',
  )
  const map = await readFile(join(root, 'docs/architecture.md'), 'utf8')
  assertNone(
    LAYERS.filter((layer) => !map.includes(layer === 'app.ts' ? 'src/app.ts' : `\`${layer}/\``)),
    'Describe these folders in the table of docs/architecture.md.',
  )
})

test('a folder imports only from lower layers', () => {
  const climbing = climbingImports(files)
  assertNone(
    climbing.filter((one) => !(one in EXCEPTIONS)),
    'Move the imported code down, or declare a port in App that src/main/service.ts binds.',
  )
  assertNone(
    Object.keys(EXCEPTIONS).filter((one) => !climbing.includes(one)),
    'Remove these exceptions from test/tidy/layers.ts: they are no longer needed.',
  )
  assert.ok(
    Object.values(EXCEPTIONS).every((reason) => reason.length > 20),
    'each exception gives its reason',
  )
})

test('an upward import is detected', () => {
  const upward = { path: 'src/ledger/ledger.ts', imports: ['src/payments/payments.ts', 'src/kernel/money.ts'] }
  assert.deepEqual(climbingImports([upward]), ['src/ledger/ledger.ts imports src/payments/payments.ts'])
})

test('a slice is imported only through its face', () => {
  assertNone(
    importsPastFaces(files),
    'Import from the face of the slice (customers/customers.ts), and add missing exports there.',
  )
})

test('an import past a face is detected, also of a store; a pure domain may be imported', () => {
  const path = 'src/payments/intake/payment-intake.ts'
  const store = 'src/customers/customers.store.ts'
  const imports = [store, 'src/customers/customers.ts', 'src/customers/domain/customer-state.ts', 'src/db/client.ts']
  assert.deepEqual(importsPastFaces([{ path, imports }]), [`${path} imports ${store}`])
})

test('a face only lists what the slice offers, and its own slice does not import it', () => {
  const faces = new Set<string>(LAYERS.filter((layer) => !OPEN.has(layer)).map(faceOf))
  assertNone(
    files
      .filter(
        ({ path, code }) => faces.has(path) && /^(?!export .*from|export (type )?\{|import '|\} from|\s|$)/m.test(code),
      )
      .map(({ path }) => path),
    'Move the code of these faces to other files of the slice, and let the face export it.',
  )
  assertNone(
    files
      .filter(({ path, imports }) => imports.includes(faceOf(layerOf(path))) && faces.has(faceOf(layerOf(path))))
      .map(({ path }) => path),
    'Import the file itself: a face is for other slices.',
  )
})

test('no file exists only to export another one', () => {
  const doors = files.filter(
    ({ path, code }) =>
      path !== faceOf(layerOf(path)) &&
      !path.endsWith('/nacha/index.ts') &&
      code.split('\n').every((line) => /^\s*(export (type )?\{.*|[\w\s,]+,?|\} from '.*|)$/.test(line)),
  )
  assertNone(
    doors.map(({ path }) => path),
    'Delete these files, and import from the file that defines the export, or from the face of its slice.',
  )
})

test('no two files import each other, directly or around a circle', () => {
  const circles = circlesOf(files.map(({ path, imports }) => [path, imports.filter((one) => one.startsWith('src/'))]))
  assertNone(circles, 'Move what both need into a third file.')
})

/** The circles in the import graph, each as a path. */
function circlesOf(edges: [string, string[]][]): string[] {
  const graph = new Map(edges)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const imported of graph.get(path) ?? []) visit(imported, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return circles
}

test('a circular import is detected', () => {
  assert.deepEqual(
    circlesOf([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]),
    ['a → b → c → a'],
  )
})
