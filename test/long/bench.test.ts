import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf, runBench } from '../support/bench.ts'

// Short runs of the benches that start services and workers of their own. The figures are not
// judged. `test/bench` has those of `npm run bench` and `npm run bench:messages`.

test('npm run bench:growth: a short run fills two databases, and their ledgers agree', async () => {
  const run = await runBench('growth.ts')
  assert.equal(run.code, 0, run.stderr)
  const rows = rowsOf(run)
  assert.deepEqual(rows.get(''), ['200 payments', '400 payments', 'ratio'])
  const figures = [
    'bytes for each payment',
    'creation: service, µs',
    'read a payment: p50, ms',
    'search: status: p95, ms',
  ]
  for (const name of [...figures, 'release: payments a second']) assert.equal(rows.get(name)?.length, 3, name)
  assert.equal(run.stdout.match(/^The ledger has \d+ transfers and no difference\.$/gm)?.length, 2, run.stdout)
})

test('npm run bench:flood: a short run admits some requests of the flood, refuses others, and answers all', async () => {
  const { code, stdout, stderr } = await runBench('flood.ts')
  assert.equal(code, 0, stderr)
  const [, admitted, refused, wrong] =
    /(\d+) payments admitted, (\d+) refused with 429, \d+ not sent in time, (\d+) other answers/
      .exec(stdout)!
      .map(Number)
  assert.ok(admitted! > 0 && refused! > 0, stdout)
  assert.equal(wrong, 0)
})

test('npm run bench:hanging: a short run pays while each dependency hangs, and its books balance', async () => {
  const run = await runBench('hanging.ts')
  assert.equal(run.code, 0, run.stderr)
  const rows = rowsOf(run)
  for (const dependency of ['outbox', 'mail server', 'receiver of webhooks']) {
    const [payments, ...figures] = rows.get(dependency) ?? []
    assert.equal(payments, '20', dependency)
    assert.equal(figures.length, 9)
  }
  const [, answered, made, differences] =
    /^(\d+) payments were answered with Success, (\d+) are in the database, (\d+) ledger differences/m.exec(run.stdout)!
  assert.deepEqual([answered, differences], [made, '0'])
})

test('npm run bench:release: a short run releases each payment once, also when a worker is killed', async () => {
  const run = await runBench('release.ts')
  assert.equal(run.code, 0, run.stderr)
  const rows = rowsOf(run)
  for (const way of ['one worker', 'two workers', 'one worker, killed halfway, and its successor']) {
    const released = `${way}: 200 released in 200 transitions, 200 holds, 0 ledger differences.`
    assert.ok(run.stdout.includes(`\n${released}\n`), run.stdout)
    assert.equal(rows.get(way)?.length, 5)
  }
})

test('npm run bench:soak: a short run makes and processes each payment once, and its books balance', async () => {
  const { code, stdout, stderr } = await runBench('soak.ts')
  assert.equal(code, 0, stdout + stderr)
  assert.equal(stdout.match(/^\| \d\.\d+ \|.*\|$/gm)?.length, 6, stdout)
  const [, payments, messages] = /^(\d+) payments, all processed .*; (\d+) messages\.$/m.exec(stdout)!.map(Number)
  assert.equal(payments, 30)
  assert.ok(messages! >= payments!, stdout)
  assert.match(stdout, /^No differences\.$/m)
})

test('npm run bench:ach: a short run imports each entry once, and its books balance', async () => {
  const { code, stdout, stderr } = await runBench('ach-import.ts')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^[\d,]+ entries\/s in all$/m)
  assert.match(stdout, /^200 receipts, 200 of known accounts, 0 ledger differences\.$/m)
})

test('npm run bench:instant: a short run settles each payment and credit, and its books balance', async () => {
  const { code, stdout, stderr } = await runBench('instant.ts')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^1: request to message p50 .*; credit to answer p50 /m)
  assert.match(stdout, /^0 payments and credits not settled, .* 0 ledger differences\.$/m)
})
