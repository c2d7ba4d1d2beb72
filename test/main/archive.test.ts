import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { hashFile, type Manifest, manifestPath, readManifest } from '../../src/main/archive/archive-files.ts'
import { exportMonth } from '../../src/main/archive/export-month.ts'
import { readArchivedPayment, readArchivedStatement } from '../../src/main/archive/read-archive.ts'
import { verifyArchive } from '../../src/main/archive/verify-archive.ts'
import { dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-05-28T14:00:00.000Z')
const MAY = Temporal.PlainYearMonth.from('2026-05')
let service: TestService
let directory: string
let payer: Payer
let paymentUID: string
let path: string

const run = (name: string) => sweepNamed([...bookSweeps, ...auditSweeps], name).run(service.app, institution())
const institution = () => service.tenant.institution
const archive = (month = MAY, into = directory) =>
  exportMonth(service.app.db, { institution: institution(), month, directory: into, now: clock.now() })

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  service = await startTestService({ clock, worker: false })
  await run('books: prepare business days')
  payer = await createPayer(service, { balance: 100_000 })
  const pay = async () => dataOf(await service.call('POST', '/v3/payments/creditrequest', creditBody(payer)))
  await pay()
  ;({ paymentUID } = await pay())
  await service.call('PUT', `/payments/${paymentUID}/cancel`, {})
  while ((await run('audit: chain records')) > 0);
})
after(async () => {
  await service.stop()
  await rm(directory, { recursive: true, force: true })
})

test('a month with an open business day is refused, and leaves no archive', async () => {
  await assert.rejects(archive(), /the business day 2026-05-\d\d is open/)
  clock.set('2026-06-10T14:00:00.000Z')
  await assert.rejects(archive(MAY.add({ months: 1 })), /is open/)
  assert.ok(!existsSync(join(directory, `${institution().code}-2026-05`)))
})

test('a closed month is exported once, and the archive proves what it contains', async () => {
  clock.set('2026-06-10T14:00:00.000Z')
  while ((await run('books: close business days')) > 0);
  const { path: made, manifest } = await archive()
  path = made
  const { problems, sha256 } = await verifyArchive(path)
  assert.deepEqual(problems, [])
  const rows = Object.fromEntries(manifest.files.map(({ name, rows: count }) => [name, count]))
  assert.equal(rows['payments.jsonl.zst'], 2)
  assert.equal(manifest.openPayments, 1, 'the payment that was not cancelled')
  assert.ok(rows['entries.jsonl.zst']! >= 4, 'the deposit, two holds and the end of one')
  assert.deepEqual(Object.keys(manifest.posted), ['USD'])
  assert.ok(manifest.audit)
  await assert.rejects(archive(), /exists/)
  assert.deepEqual((await verifyArchive(path, sha256)).problems, [])
  assert.match((await verifyArchive(path, '0'.repeat(64))).problems[0]!, /not the noted one/)
})

test('the next month names the archive before it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  clock.set('2026-07-10T14:00:00.000Z')
  while ((await run('books: close business days')) > 0);
  const june = await archive(MAY.add({ months: 1 }))
  assert.equal(june.manifest.previous, (await readManifest(path)).sha256)
  assert.equal((await archive(MAY.add({ months: 1 }), empty)).manifest.previous, null)
  assert.deepEqual((await verifyArchive(june.path)).problems, [])
  await rm(empty, { recursive: true })
})

test('an archived payment is read with its timeline and its proof, as the service told it', async () => {
  const read = JSON.parse(await readArchivedPayment(path, paymentUID))
  const timeline = dataOf(await service.call('GET', `/v3/payments/${paymentUID}/timeline`))
  const told = (kind: string) => timeline.entries.filter((entry: { kind: string }) => entry.kind === kind)
  assert.equal(read.payment.id, paymentUID)
  assert.deepEqual(
    read.steps.map((step: { to_status: string }) => step.to_status),
    told('transition').map((entry: { to: string }) => entry.to),
  )
  assert.deepEqual(
    read.transfers.map((transfer: { kind: string }) => transfer.kind),
    told('transfer').map((entry: { transfer: string }) => entry.transfer),
  )
  assert.deepEqual([read.steps.length, read.transfers.length], [2, 2])
  assert.equal(read.proof.manifestSha256, (await readManifest(path)).sha256)
  await assert.rejects(readArchivedPayment(path, '00000000-0000-7000-8000-000000000000'), /is not in/)
})

test('the statement of an account has its entries in order, with the totals after each', async () => {
  const { entries } = JSON.parse(await readArchivedStatement(path, payer.accountUID))
  assert.deepEqual(
    entries.map((entry: { sequence: number }) => entry.sequence),
    [1, 2, 3, 4],
  )
  assert.equal(entries[0].credits_posted, '10000000')
})

/** Copies the archive, and changes the rows of one file. `isHidden` also corrects its hash. */
async function tampered(
  section: string,
  change: (lines: string[]) => string[],
  { isHidden = true } = {},
): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  try {
    for (const name of await readdir(path)) await writeFile(join(copy, name), await readFile(join(path, name)))
    const file = join(copy, `${section}.jsonl.zst`)
    const lines = zstdDecompressSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    const changed = change(lines)
    await writeFile(file, zstdCompressSync(changed.length === 0 ? '' : `${changed.join('\n')}\n`))
    if (isHidden) {
      const manifest: Manifest = JSON.parse(await readFile(manifestPath(copy), 'utf8'))
      const own = manifest.files.find(({ name }) => name === `${section}.jsonl.zst`)!
      Object.assign(own, { sha256: await hashFile(file), rows: changed.length })
      await writeFile(manifestPath(copy), JSON.stringify(manifest))
    }
    return (await verifyArchive(copy)).problems
  } finally {
    await rm(copy, { recursive: true })
  }
}

test('an altered row is found by the hash of its file', async () => {
  const [problem] = await tampered('payments', (lines) => lines.map((line) => line.replace('USD', 'EUR')), {
    isHidden: false,
  })
  assert.match(problem!, /payments.jsonl.zst was altered/)
})

test('an alteration with corrected hashes is found by what the rows prove about each other', async () => {
  const without = (place: number) => (lines: string[]) => lines.toSpliced(place, 1)
  const found: [string, (lines: string[]) => string[], RegExp][] = [
    ['steps', without(0), /do not lead to its state/],
    ['steps', without(1), /step 1 is missing/],
    ['steps', without(-1), /do not lead to its state/],
    ['payments', without(-1), /has steps, and is not in the archive/],
    ['entries', without(1), /entry 2 is missing/],
    ['entries', (lines) => lines.map((line) => line.replace(/"amount": "10000000"/, '"amount": "1"')), /add up/],
    ['journal', without(0), /add up/],
    ['audit', without(1), /was removed from the chain/],
    ['audit', without(-1), /the audit chain ends at/],
    ['audit', (lines) => lines.map((line) => line.replace(/"actor":"/, '"actor":"x')), /was altered/],
  ]
  for (const [section, change, says] of found)
    assert.match((await tampered(section, change)).join('\n'), says, `${section} ${says}`)
})

test('a file that is missing or cut short is said, not thrown', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  for (const name of await readdir(path)) await writeFile(join(copy, name), await readFile(join(path, name)))
  await rm(join(copy, 'steps.jsonl.zst'))
  const entries = await readFile(join(copy, 'entries.jsonl.zst'))
  await writeFile(join(copy, 'entries.jsonl.zst'), entries.subarray(0, entries.length / 2))
  const { problems } = await verifyArchive(copy)
  assert.equal(problems.length, 2, problems.join('\n'))
  await assert.rejects(readArchivedPayment(copy, paymentUID), /it proves nothing/)
  await rm(copy, { recursive: true })
})

test('an export that was interrupted leaves a name that says so, and the next one starts again', async () => {
  const into = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  const broken = { ...service.app.db, forTenant: () => ({ snapshot: () => Promise.reject(new Error('killed')) }) }
  const options = { institution: institution(), month: MAY, directory: into, now: clock.now() }
  await assert.rejects(exportMonth(broken as unknown as TestService['app']['db'], options), /killed/)
  assert.deepEqual(await readdir(into), [`${institution().code}-2026-05.partial`])
  await archive(MAY, into)
  assert.deepEqual(await readdir(into), [`${institution().code}-2026-05`])
  await rm(into, { recursive: true })
})
