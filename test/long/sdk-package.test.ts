import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withDemo } from '../support/pasted-commands.ts'

/**
 * The SDK as its users get it: packed, and installed without a network in a project outside of the
 * repository. Here because it takes a build, an install and a demo.
 */
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(root, 'node_modules')
const generator = createRequire(join(root, 'sdk/package.json')).resolve('openapi-typescript')
const compiler = join(dirname(createRequire(generator).resolve('typescript')), 'tsc.js')

let project: string
let installed: string
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'giro-sdk-user-'))
  installed = join(project, 'node_modules/@giro/sdk')
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const pack = ['pack', '--silent', '--pack-destination', project]
  await run('npm', [...pack, '-w', 'sdk'], { cwd: root })
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await run('npm', [...pack, '--ignore-scripts', join(modules, name)], { cwd: root })
  const tarballs = (await readdir(project)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
  assert.equal(tarballs.length, 3)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: project })
})
after(() => rm(project, { recursive: true, force: true }))

test('the package has what it needs and no more, and nothing that only Node.js has', async () => {
  const files = (await readdir(installed, { recursive: true })).filter((name) => !name.startsWith('node_modules'))
  assert.ok(
    ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/api.d.ts'].every((name) => files.includes(name)),
  )
  assert.deepEqual(
    files.filter((name) => !/^(LICENSE|README\.md|package\.json|dist(\/[\w-]+(\.d\.ts|\.js))?)$/.test(name)),
    [],
  )
  for (const name of files.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(installed, name), 'utf8')
    assert.doesNotMatch(text, /from ['"]node:|require\(|process\.|\bBuffer/, name)
  }
})

test('the payout of the README compiles strictly, and pays at `npm start`, once for two runs', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  await writeFile(join(project, 'payout.ts'), /```ts\n([\s\S]*?)```/.exec(readme)![1]!)
  for (const name of ['@types/node', 'undici-types'])
    await cp(join(modules, name), join(project, 'node_modules', name), { recursive: true })
  const options = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--target', 'es2022']
  const flags = [...options, '--module', 'nodenext', '--types', 'node', 'payout.ts']
  await run(process.execPath, [compiler, ...flags], { cwd: project }).catch(({ stdout }) => {
    throw new Error(stdout)
  })
  const shown = /```output\n([\s\S]*?)```/.exec(readme)![1]!
  await withDemo(async ({ home }) => {
    await cp(join(home, '.giro/demo.json'), join(project, '.giro/demo.json'))
    const pay = async () => (await run(process.execPath, ['payout.js'], { cwd: project })).stdout
    assert.equal(await pay(), shown)
    assert.equal(await pay(), shown)
  })
})
