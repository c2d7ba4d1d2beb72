import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const runner = fileURLToPath(new URL('run-together.ts', import.meta.url))

let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'giro-run-together-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

// Without the mark by which the test runner finds that it runs inside a test.
const { NODE_TEST_CONTEXT: _, ...env } = process.env

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), `import { after, test } from 'node:test'\n${text}`)
}

/** Runs the text of test files together. Returns the exit code and the output. */
function run(files: Record<string, string>) {
  write(files)
  const paths = Object.keys(files).map((name) => join(directory, name))
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...paths], { env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('files that pass end with exit code 0, each after its own hooks and under its own name', () => {
  const { status, output } = run({
    'one.test.mjs': "globalThis.open = true\nafter(() => { globalThis.open = false })\ntest('first', () => {})",
    'two.test.mjs': "test('second', () => { if (globalThis.open) throw new Error('still open') })",
  })
  assert.equal(status, 0, output)
  for (const name of ['one.test.mjs', 'first', 'two.test.mjs', 'second']) assert.ok(output.includes(name), output)
})

test('a failed test is named and gives exit code 1, and the files after it run', () => {
  const { status, output } = run({
    'fails.test.mjs': "test('a balance of one cent', () => { throw new Error('two cents') })",
    'passes.test.mjs': "test('runs after it', () => {})",
  })
  assert.equal(status, 1, output)
  assert.match(output, /✖ a balance of one cent[\s\S]*✔ runs after it[\s\S]*failing tests:[\s\S]*two cents/)
})

test('an error that no test awaits is shown and gives exit code 1, and other tests run', () => {
  const late = "setImmediate(() => { throw new Error('nothing caught it') })"
  const rejected = "void Promise.reject(new Error('nothing awaited it'))"
  const waits = 'await new Promise((resolve) => setTimeout(resolve, 20))'
  const { status, output } = run({
    'throws.test.mjs': `test('throws', async () => { ${waits}; ${late}; ${waits} })`,
    'rejects.test.mjs': `test('rejects', async () => { ${waits}; ${rejected}; ${waits} })`,
    'passes.test.mjs': "test('runs after it', () => {})",
  })
  assert.equal(status, 1, output)
  for (const shown of ['nothing caught it', 'nothing awaited it', '✔ runs after it'])
    assert.ok(output.includes(shown), output)
  assert.match(output, /failed twice: \S*throws\.test\.mjs/)
  assert.match(output, /failed twice: \S*rejects\.test\.mjs/)
  assert.match(output, /flaky: \S*passes\.test\.mjs › its process failed beside its tests/)
})

test('tests and hooks belong to their file, also if it waits while it is loaded', () => {
  const { status, output } = run({
    'waits.test.mjs': `await new Promise((resolve) => setTimeout(resolve, 20))
      globalThis.open = true
      after(() => { globalThis.open = false })
      test('first', async (t) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await t.test('inner', () => {})
      })`,
    'then.test.mjs': "test('second', () => { if (globalThis.open) throw new Error('still open') })",
  })
  assert.equal(status, 0, output)
  assert.match(output, /^ {4}✔ inner.*\n {2}✔ first/m)
})

test('a file that cannot be loaded is named, and the files after it run', () => {
  const { status, output } = run({
    'broken.test.mjs': "import './no-such-file.mjs'",
    'passes.test.mjs': "test('runs after it', () => {})",
  })
  assert.equal(status, 1, output)
  assert.match(output, /✖ \S*broken\.test\.mjs[\s\S]*✔ runs after it[\s\S]*no-such-file/)
})

for (const end of ['process.exit(0)', "process.kill(process.pid, 'SIGKILL')"])
  test(`a file whose test calls ${end} hides no other file, and gives exit code 1`, () => {
    const { status, output } = run({
      'ends.test.mjs': `test('ends the process', () => ${end})`,
      'fails.test.mjs': "test('fails after it', () => { throw new Error('seen') })",
      'passes.test.mjs': "test('runs after it', () => {})",
    })
    assert.equal(status, 1, output)
    assert.match(output, /✔ runs after it/)
    assert.match(output, /✖ fails after it/)
    assert.match(output, /^failed twice: \S*ends\.test\.mjs › its process ended before its tests did$/m)
    assert.match(output, /^failed twice: \S*fails\.test\.mjs › fails after it$/m)
    assert.match(output, /^flaky: \S*passes\.test\.mjs › its process ended before its tests did$/m)
  })

/** The text of a statement that throws when it runs first, and not again. */
const throwsOnce = (mark: string) => `{
    const { existsSync, writeFileSync } = await import('node:fs')
    const mark = ${JSON.stringify(mark)}
    if (!existsSync(mark)) {
      writeFileSync(mark, '')
      throw new Error('only the first time')
    }
  }`

test('a file that passes when run again, alone and last, is named at the end, test by test, and exit code is 0', () => {
  const mark = join(directory, 'inner')
  const { status, output } = run({
    'flaky.test.mjs': `test('of a day', async (t) => {
      await t.test('its end', async () => ${throwsOnce(mark)})
    })
    test('of a month', async () => ${throwsOnce(`${mark}-2`)})
    test('of a year', () => {})`,
    'passes.test.mjs': "test('runs before it runs again', () => {})",
  })
  assert.equal(status, 0, output)
  assert.match(
    output,
    /✔ runs before it runs again[\s\S]*flaky\.test\.mjs failed; running it again, alone[\s\S]*✔ its end/,
  )
  assert.match(output, /\nflaky: \S*flaky\.test\.mjs › of a day › its end\nflaky: \S*flaky\.test\.mjs › of a month\n$/)
})

test('a set-up that fails once is flaky outside of the tests that it keeps from running', () => {
  const { status, output } = run({
    'set-up.test.mjs': `await (async () => ${throwsOnce(join(directory, 'set-up'))})()`,
  })
  assert.equal(status, 0, output)
  assert.match(output, /\nflaky: \S*set-up\.test\.mjs › outside of its tests\n$/)
})

test('a file that fails in another test when run again fails the run, and no line calls it flaky', () => {
  const { status, output } = run({
    'twice.test.mjs': `let first = false
      test('first', async () => { first = true; ${throwsOnce(join(directory, 'twice'))}; first = false })
      test('second', () => { if (!first) throw new Error('now the second') })`,
  })
  assert.equal(status, 1, output)
  assert.match(output, /\nfailed twice: \S*twice\.test\.mjs › second\n$/)
  assert.doesNotMatch(output, /flaky:/)
})

test('when more files fail than a run repeats, none runs again', () => {
  const fails = "test('fails', () => { throw new Error('seen') })"
  const { status, output } = run(Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}.test.mjs`, fails])))
  assert.equal(status, 1, output)
  assert.match(output, /\nfailed: \S*f40\.test\.mjs › fails\n/)
  assert.match(output, /more than 40 files failed, so none was run again\n$/)
  assert.doesNotMatch(output, /running it again/)
})

test('an interrupted run starts no more tests, and gives exit code 1 or more', async () => {
  write({
    'a-waits.test.mjs': "test('waits', () => new Promise(() => { console.log('it waits') }))",
    'passes.test.mjs': "test('runs after it', () => {})",
  })
  const child = spawn(
    process.execPath,
    [runner, join(directory, 'a-waits.test.mjs'), join(directory, 'passes.test.mjs')],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('it waits')) child.kill('SIGTERM')
  }
  const [code] = await ended
  assert.ok(code >= 1, `${code} ${output}`)
  assert.doesNotMatch(output, /✔ runs after it|running it again/)
})

test('a pattern that matches no file is an error', () => {
  const { status, output } = run({})
  assert.equal(status, 1, output)
  assert.match(output, /no test file matches/)
})
