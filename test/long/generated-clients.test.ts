import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { World } from '../support/client-world.ts'
import { classPath, fetchJar, filesEndingIn, installNpm, installPython, run } from '../support/foreign-tools.ts'
import { contactAbroad, deposit, openMarket } from '../support/fx-market.ts'
import { createPayer, startTestService, type TestService } from '../support/test-service.ts'

/**
 * Generators make clients from openapi.json. Each is compiled strictly, and a program that uses it
 * pays, searches, approves and exchanges against the service: test/long/generated-clients/.
 */
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0'
const TYPES_GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']
const TIMEOUT_MS = 240_000

/** The checks of the generated pyproject.toml. The plug-in reads what a model can be made of. */
const MYPY = `[mypy]
plugins = pydantic.mypy
check_untyped_defs = True
disallow_any_generics = True
disallow_subclassing_any = True
disallow_untyped_decorators = True
extra_checks = True
strict_equality = True
warn_redundant_casts = True
warn_unused_ignores = True
`

const root = fileURLToPath(new URL('../../', import.meta.url))
const stories = fileURLToPath(new URL('./generated-clients/', import.meta.url))
const DOCUMENT = join(root, 'openapi.json')

let directory: string
let jar: string | undefined
let service: TestService
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'giro-clients-'))
  jar = await fetchJar(GENERATOR, directory)
  service = await startTestService()
})
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

/** A bank with the customers that a program acts for. Each program has its own. */
async function openWorld(): Promise<string> {
  const payer = await createPayer(service)
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const cautious = await createPayer(service, { customer })
  const colleague = () => service.createClient(service.tenant, { legalEntityId: BigInt(cautious.customerUID) })
  const market = await openMarket(service)
  await deposit(market, market.accountUID, 'USD', 10_000)
  const world: World = {
    url: service.baseUrl,
    customer: String(payer.customerUID),
    accountNumber: payer.accountNumber,
    token: service.tenant.client.token,
    submitter: (await colleague()).token,
    approver: (await colleague()).token,
    cautiousAccount: String(cautious.accountUID),
    cautiousContact: String(cautious.contactUID),
    trader: market.customerUID,
    traderToken: market.tenant.client.token,
    traderAccount: market.accountUID,
    traderContact: await contactAbroad(market, 'EUR'),
  }
  return JSON.stringify(world)
}

async function directoryOf(name: string, ...files: string[]): Promise<string> {
  const client = join(directory, name)
  await mkdir(client)
  for (const file of files) await copyFile(join(stories, file), join(client, file))
  return client
}

/** Generates a client from the committed document, and checks the names of its types. */
async function generate(t: TestContext, language: string, models: string, options: string) {
  if (!jar) {
    t.skip('Java, Maven or its registry is missing')
    return undefined
  }
  const client = await directoryOf(language)
  const input = ['-i', DOCUMENT, '-g', language, '-o', client, `--additional-properties=${options}`]
  const said = await run('java', ['-jar', jar, 'generate', ...input], client)
  assert.deepEqual(said.match(/.*(has no effect|WARN.*multiple|ERROR).*/g) ?? [], [], 'complaints about the document')
  const names = (await readdir(join(client, models))).filter((name) => /\d|Inner/.test(name))
  assert.deepEqual(names, [], 'types named by a number or as Inner')
  return client
}

test('a Java program pays, searches, approves and exchanges', { timeout: TIMEOUT_MS }, async (t) => {
  const packages = 'invokerPackage=io.giro,apiPackage=io.giro.api,modelPackage=io.giro.model'
  const client = await generate(t, 'java', 'src/main/java/io/giro/model', `library=native,${packages}`)
  if (!client) return
  await run('mvn', ['-q', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], client)
  const sources = [...(await filesEndingIn('.java', join(client, 'src/main'))), join(stories, 'Story.java')]
  await writeFile(join(client, 'sources'), sources.join('\n'))
  await run('javac', ['-Xlint:all', '-Werror', '-d', 'out', '-cp', 'lib/*', '@sources'], client)
  assert.equal(await run('java', ['-cp', classPath('out', 'lib/*'), 'Story', await openWorld()], client), 'done\n')
})

test('a Python program pays, searches, approves and exchanges', { timeout: TIMEOUT_MS }, async (t) => {
  const client = await generate(t, 'python', 'openapi_client/models', 'packageName=openapi_client')
  if (!client) return
  const needed = ['-r', 'requirements.txt', 'mypy==2.4.1', 'types-python-dateutil']
  const programs = await installPython(needed, client)
  if (!programs) return t.skip('Python or its registry is missing')
  await copyFile(join(stories, 'story.py'), join(client, 'story.py'))
  await writeFile(join(client, 'mypy.ini'), MYPY)
  await run(join(programs, 'mypy'), ['openapi_client', 'story.py'], client)
  assert.equal(await run(join(programs, 'python'), ['story.py', await openWorld()], client), 'done\n')
})

test('a TypeScript program pays, searches, approves and exchanges', { timeout: TIMEOUT_MS }, async (t) => {
  const client = await generate(t, 'typescript-fetch', 'models', 'importFileExtension=.js')
  if (!client) return
  await copyFile(join(stories, 'story.ts'), join(client, 'story.ts'))
  await writeFile(join(client, 'package.json'), JSON.stringify({ type: 'module' }))
  await compile(join(root, 'node_modules/.bin/tsc'), client)
  assert.equal(await run(process.execPath, ['out/story.js', await openWorld()], client), 'done\n')
})

test('a program with the types of openapi-typescript does the same', { timeout: TIMEOUT_MS }, async (t) => {
  const client = await directoryOf('types', 'typed-story.ts')
  const programs = await installNpm(TYPES_GENERATOR, client)
  if (!programs) return t.skip('npm or its registry is missing')
  await run(join(programs, 'openapi-typescript'), [DOCUMENT, '-o', 'api.d.ts'], client)
  await compile(join(programs, 'tsc'), client)
  assert.equal(await run(process.execPath, ['out/typed-story.js', await openWorld()], client), 'done\n')
})

/** Compiles as strictly as the compiler can. */
async function compile(compiler: string, client: string): Promise<void> {
  const strict = { strict: true, noUncheckedIndexedAccess: true }
  const target = { target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], outDir: 'out' }
  const types = { typeRoots: [join(root, 'node_modules/@types')], types: ['node'], skipLibCheck: false }
  await copyFile(join(root, 'test/support/client-world.ts'), join(client, 'world.ts'))
  await writeFile(
    join(client, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...strict, ...target, ...types }, include: ['**/*.ts'] }),
  )
  await run(compiler, ['-p', 'tsconfig.json'], client)
}
