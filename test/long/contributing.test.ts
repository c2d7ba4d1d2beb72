import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { startThrowAwayCluster } from '../support/test-database.ts'
import { type Insertion, insertions } from './contributing-insertions.ts'

/**
 * Follows "To add an operation" of CONTRIBUTING.md in a copy of the project. The new files are in
 * `contributing-example/`, the additions to existing files in `contributing-insertions.ts`.
 */

const root = new URL('../../', import.meta.url).pathname
const EXAMPLE = 'test/long/contributing-example'

/** An operation that the suites test in the same way: it also lists what belongs to a customer. */
const MODEL = { id: 'listContacts', entitlement: 'Contacts.View_Contacts' }
const ADDED = { id: 'listCustomerNotes', entitlement: 'Customers.View_Customers' }

let directory: string
/** The copy. Caches and temporary files are beside it. */
let copy: string
let clusterUrl: string
let stopCluster: () => Promise<void> = async () => {}
/** The hash of each file of the copy, before the example is applied. */
let original: Map<string, string>

/** Ends the command that runs in the copy, with its children. */
let killRunning = () => {}

/** A signal, too, leaves no process and no directory behind. */
process.on('exit', () => {
  killRunning()
  if (directory) rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'giro-contributing-'))
  copy = join(directory, 'project')
  for (const folder of [copy, join(directory, 'tmp')]) await mkdir(folder)
  const provided = process.env['GIRO_TEST_CLUSTER_URL']
  if (provided) clusterUrl = provided
  else {
    const cluster = await startThrowAwayCluster()
    clusterUrl = cluster.url
    stopCluster = cluster.stop
  }
  await copyProject()
  original = await hashFiles()
  await applyExample()
})

after(async () => {
  await stopCluster()
})

test('the section of CONTRIBUTING.md names exactly the files that the example writes', async () => {
  await npmRun('format')
  await npmRun('generate')
  const present = await hashFiles()
  const changed = [...present].filter(([path, content]) => original.get(path) !== content).map(([path]) => path)
  const deleted = [...original.keys()].filter((path) => !present.has(path))
  assert.deepEqual({ changed: changed.sort(), deleted }, { changed: await pathsOfSection(), deleted: [] })
})

test('npm run check accepts the example', async () => {
  await npmRun('check')
})

test("the suites over all operations and the example's own tests pass, and cover the new operation", async () => {
  const suites = ['authorisation', 'bad-input', 'field-rules', 'hostile-input', 'openapi', 'refusals', 'tenancy']
  const files = [...suites.map((name) => `test/operations/${name}.test.ts`), 'test/customers/notes.test.ts']
  // The tests of these two operations, those about every operation, and those of the example.
  const names = [`\\b(?:${MODEL.id}|${ADDED.id})\\b`, '\\bevery\\b', '\\bdocument\\b', '\\b(?:notes|toDate)\\b']
  const patterns = names.map((name) => `--test-name-pattern=${name}`)
  // A file with no test of these names would not run the hook that stops its service.
  const options = ['--test-concurrency=2', '--test-force-exit', '--test-reporter=tap', ...patterns]
  const output = await run(process.execPath, ['--test', ...options, ...files])

  assert.match(output, /^ok \d+ - the notes of a customer are listed from the oldest/m)
  const expected = passedTestsOf(output, MODEL.id).map((name) =>
    name.replaceAll(MODEL.id, ADDED.id).replaceAll(MODEL.entitlement, ADDED.entitlement),
  )
  assert.ok(expected.length > 10, `${expected.length} tests of ${MODEL.id}`)
  assert.deepEqual(passedTestsOf(output, ADDED.id), expected.sort())
})

/** The files of the checkout, with those that are not committed yet. The packages are linked. */
async function copyProject(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 16 * 1024 ** 2,
  })
  for (const path of new Set(listed.split('\0').filter(Boolean)))
    await cp(join(root, path), join(copy, path)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, and still in the index.
      if (error.code !== 'ENOENT') throw error
    })
  for (const modules of ['node_modules', 'sdk/node_modules']) await symlink(join(root, modules), join(copy, modules))
}

async function applyExample(): Promise<void> {
  for (const insertion of insertions) await insert(insertion)
  for (const path of await filesBelow(join(copy, EXAMPLE))) {
    const target = join(copy, await numbered(relative(join(copy, EXAMPLE), path)))
    await mkdir(dirname(target), { recursive: true })
    await cp(path, target, { errorOnExist: true, force: false })
  }
}

async function insert({ path, after: anchor, text }: Insertion): Promise<void> {
  const before = await readFile(join(copy, path), 'utf8')
  const [head, ...tail] = anchor === undefined ? [before, ''] : before.split(anchor)
  assert.equal(tail.length, 1, `${path} has "${anchor?.trim()}" once: see test/long/contributing-insertions.ts`)
  await writeFile(join(copy, path), `${head}${anchor ?? ''}${text}${tail[0]}`)
}

/** The path with the next free number of a migration in place of NNNN. */
async function numbered(path: string): Promise<string> {
  const migrations = (await readdir(join(root, 'migrations'))).filter((name) => name !== 'releases.json').sort()
  const next = Number.parseInt(migrations.at(-1)!, 10) + 1
  return path.replace('NNNN', String(next).padStart(4, '0'))
}

/** The paths in backticks, from the heading of the section to the next heading. */
async function pathsOfSection(): Promise<string[]> {
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = /^## To add an operation\n([\s\S]*?)^#/m.exec(text)?.[1]
  assert.ok(section, 'CONTRIBUTING.md has the section "To add an operation"')
  const paths = [...section.matchAll(/`([\w./-]+\.(?:ts|sql|md|json))`/g)].map(([, path]) => numbered(path!))
  return [...new Set(await Promise.all(paths))].sort()
}

async function hashFiles(): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const path of await filesBelow(copy)) hashes.set(relative(copy, path), hash('sha256', await readFile(path)))
  return hashes
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The names of the tests that passed and begin with the id of the operation. */
function passedTestsOf(output: string, id: string): string[] {
  const passed = [...output.matchAll(/^ok \d+ - (.*)$/gm)].map(([, name]) => name!)
  return passed.filter((name) => new RegExp(`^${id}\\b`).test(name)).sort()
}

function npmRun(script: string): Promise<string> {
  return run('npm', ['run', script])
}

/** Runs a command in the copy, to success, and returns its output. Its children end with it. */
async function run(command: string, args: readonly string[]): Promise<string> {
  // Without what the surrounding npm and test runner tell their children.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|GIRO_|NODE_|INIT_CWD$)/i.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    GIRO_TEST_CLUSTER_URL: clusterUrl,
    HOME: directory,
    XDG_CACHE_HOME: join(directory, 'cache'),
    NODE_COMPILE_CACHE: join(directory, 'cache'),
    npm_config_cache: join(directory, 'npm'),
    npm_config_update_notifier: 'false',
    TMPDIR: join(directory, 'tmp'),
  }
  const child = spawn(command, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  killRunning = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // The group has ended.
    }
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const ended = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code, signal) => resolve(code ?? signal))
    })
    const failures = output.split('\n').filter((line) => /^\s*not ok /.test(line))
    const shown = [...failures, output.slice(-6_000)].join('\n')
    assert.equal(ended, 0, `${command} ${args.join(' ')} in a copy with the example:\n${shown}`)
    return output
  } finally {
    killRunning()
    killRunning = () => {}
  }
}
