import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { auditSweeps } from '../../src/audit/audit.jobs.ts'
import { type ChainHead, parseHead } from '../../src/audit/audit.ts'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { hashFile, type Manifest, manifestPath, readManifest } from '../../src/main/archive/archive-files.ts'
import { archiveKeyOf } from '../../src/main/archive/archive-signature.ts'
import { exportMonth } from '../../src/main/archive/export-month.ts'
import { readArchivedPayment, readArchivedStatement } from '../../src/main/archive/read-archive.ts'
import { type Trusted, verifyArchive } from '../../src/main/archive/verify-archive.ts'
import { rotateDataKey } from '../../src/main/rotate-keys.ts'
import { dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
  transferBody,
  unnumberedBody,
} from '../support/test-service.ts'

const clock = fixedClock('2026-05-28T14:00:00.000Z')
const MAY = Temporal.PlainYearMonth.from('2026-05')
let service: TestService
let directory: string
let payer: Payer
let paymentUID: string
let path: string
let noted: string

const run = (name: string) => sweepNamed([...bookSweeps, ...auditSweeps], name).run(service.app, institution())
const institution = () => service.tenant.institution
/** The key of an institution for archives; of another one, from random secrets. */
async function keyOf(tenantId = institution().tenantId) {
  const { keyring } = service.app.db
  const derive = (of: bigint, purpose: string) =>
    of === institution().tenantId ? keyring.derive(of, purpose) : randomBytes(32)
  return (await archiveKeyOf({ derive }, tenantId)).publicKey
}
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
  const accounts = `/v3/customers/${payer.customerUID}/accounts`
  const { accountUID: to } = dataOf(await service.call('POST', accounts, unnumberedBody()), 201)
  const transfer = transferBody({ from: payer.accountUID, to, paymentAmount: 12.5 })
  dataOf(await service.call('POST', '/v3/payments/booktransfer', transfer))
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
  const { path: made, manifest, sha256: printed } = await archive()
  path = made
  noted = printed
  const { problems, sha256 } = await verifyArchive(path)
  assert.deepEqual(problems, [])
  assert.equal(sha256, noted)
  const rows = Object.fromEntries(manifest.files.map(({ name, rows: count }) => [name, count]))
  assert.equal(rows['payments.jsonl.zst'], 3)
  assert.equal(manifest.openPayments, 1, 'the payment that was neither cancelled nor made at once')
  assert.ok(rows['entries.jsonl.zst']! >= 6, 'the deposit, two holds and the end of one, and a transfer')
  assert.deepEqual(Object.keys(manifest.posted), ['USD'])
  assert.ok(manifest.audit)
  await assert.rejects(archive(), /exists/)
})

test('what was noted elsewhere proves an archive, and nothing else does', async () => {
  const key = await keyOf()
  const provedBy = async (...args: Parameters<typeof verifyArchive>) => (await verifyArchive(...args)).provedBy
  assert.deepEqual(await provedBy(path), [])
  assert.deepEqual(await provedBy(path, { sha256: noted }), ['noted hash'])
  assert.deepEqual(await provedBy(path, { key }), ['signature'])
  assert.deepEqual(await provedBy(path, { key, sha256: noted }), ['noted hash', 'signature'])
  for (const [trusted, says] of [
    [{ sha256: '0'.repeat(64), key }, /not the noted one/],
    [{ key: await keyOf(institution().tenantId + 1n), sha256: noted }, /not signed by the key/],
  ] as const) {
    const verified = await verifyArchive(path, trusted)
    assert.match(verified.problems.join('\n'), says)
    assert.deepEqual(verified.provedBy, [])
  }
})

test('the key for archives stays the same while other keys are replaced, and is one for each institution', async () => {
  const key = await keyOf()
  await rotateDataKey(service.app.db, institution(), Temporal.Now.instant())
  assert.deepEqual(await keyOf(), key)
  assert.notDeepEqual(await keyOf(institution().tenantId + 1n), key)
  assert.match(key.kid, /^[\w-]{43}$/)
})

test('the audit log has the hash of each archive that was exported', async () => {
  const records = await service.query<{ after: object; actor: string }>(
    "select actor, after from audit_log where action = 'archive.exported' order by id",
  )
  assert.deepEqual(records[0], { actor: 'operator', after: { month: '2026-05', manifestSha256: noted } })
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
  const read = JSON.parse(await readArchivedPayment(path, paymentUID, { sha256: noted }))
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
  assert.equal(read.proof.manifestSha256, noted)
  assert.deepEqual(read.proof.provedBy, ['noted hash'])
  const unproved = JSON.parse(await readArchivedPayment(path, paymentUID))
  assert.equal(unproved.proof, undefined)
  assert.match(unproved.unproved, /nothing proves who made them/)
  await assert.rejects(readArchivedPayment(path, '00000000-0000-7000-8000-000000000000'), /is not in/)
})

test('an archive of an earlier release, without the files that came later, is read', async () => {
  const read = await inCopy(async (copy) => {
    const manifest: Manifest = JSON.parse(await readFile(manifestPath(copy), 'utf8'))
    const files = manifest.files.filter(({ name }) => name !== 'makers.jsonl.zst')
    await writeFile(manifestPath(copy), JSON.stringify({ ...manifest, files }))
    for (const name of ['makers.jsonl.zst', 'manifest.json.jws']) await rm(join(copy, name))
    return JSON.parse(await readArchivedPayment(copy, paymentUID))
  })
  assert.deepEqual([read.payment.id, read.makers], [paymentUID, undefined])
})

test('the statement of an account has its entries in order, with the totals after each', async () => {
  const { entries } = JSON.parse(await readArchivedStatement(path, payer.accountUID))
  assert.deepEqual(
    entries.map((entry: { sequence: number }) => entry.sequence),
    [1, 2, 3, 4, 5],
  )
  assert.equal(entries[0].credits_posted, '10000000')
})

/** Copies the archive, and changes the rows of one file. `isHidden` also corrects its hash. */
async function tampered(
  sections: string | readonly string[],
  change: (lines: string[]) => string[],
  { isHidden = true, trusted = {} }: { isHidden?: boolean; trusted?: Trusted } = {},
): Promise<string[]> {
  return inCopy(async (copy) => {
    for (const section of [sections].flat()) await alter(copy, section, change, isHidden)
    return (await verifyArchive(copy, trusted)).problems
  })
}

async function inCopy<T>(work: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  try {
    for (const name of await readdir(path)) await writeFile(join(copy, name), await readFile(join(path, name)))
    return await work(copy)
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function alter(copy: string, section: string, change: (lines: string[]) => string[], isHidden: boolean) {
  const file = join(copy, `${section}.jsonl.zst`)
  const lines = zstdDecompressSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
  const changed = change(lines)
  await writeFile(file, zstdCompressSync(changed.length === 0 ? '' : `${changed.join('\n')}\n`))
  if (!isHidden) return
  const manifest: Manifest = JSON.parse(await readFile(manifestPath(copy), 'utf8'))
  const own = manifest.files.find(({ name }) => name === `${section}.jsonl.zst`)!
  Object.assign(own, { sha256: await hashFile(file), rows: changed.length })
  await writeFile(manifestPath(copy), JSON.stringify(manifest))
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

const replacing = (from: RegExp, to: string) => (lines: string[]) => lines.map((line) => line.replaceAll(from, to))

test('a payment that was altered with its hashes contradicts its transfers or its state', async () => {
  const found: [string | string[], (lines: string[]) => string[], RegExp][] = [
    ['payments', replacing(/"amount": 1250\b/g, '"amount": 1350'), /1250 was posted, and it is of 1350/],
    ['payments', replacing(/"receiver_account_id": \d+/g, '"receiver_account_id": 1'), /than its receiver/],
    ['payments', replacing(/"sender_account_id": \d+/g, '"sender_account_id": 1'), /is of another account/],
    ['payments', replacing(/"currency": "USD"/g, '"currency": "EUR"'), /in another currency/],
    ['payments', (lines) => lines.map((line) => line.replace('"amount": 1250', '"amount": 1')), /another instruction/],
    ['transfers', replacing(/"amount": 1250\b/g, '"amount": 1251'), /1251 was posted/],
    [['payments', 'transfers'], replacing(/"amount": 1250\b/g, '"amount": 1350'), /another one in the journal/],
    ['journal', replacing(/"purpose": "payment"/g, '"purpose": "fee"'), /another one in the journal/],
    ['transfers', (lines) => lines.filter((line) => !line.includes('"posted"')), /0 was posted/],
  ]
  for (const [section, change, says] of found)
    assert.match((await tampered(section, change)).join('\n'), says, `${section} ${says}`)
})

test('what the rows cannot show of each other, the signature and the noted hash do', async () => {
  const key = await keyOf()
  const approvalsOf = (trusted: Trusted) =>
    tampered('payments', replacing(/"external_reference_id": "[^"]+"/g, '"external_reference_id": "mine"'), { trusted })
  assert.deepEqual(await approvalsOf({}), [], 'nothing else in the archive has it')
  assert.match((await approvalsOf({ key })).join('\n'), /not signed by the key/)
  assert.match((await approvalsOf({ sha256: noted })).join('\n'), /not the noted one/)

  const without = await inCopy(async (copy) => {
    await rm(join(copy, 'manifest.json.jws'))
    return [await verifyArchive(copy, { key }), await verifyArchive(copy, { sha256: noted })] as const
  })
  assert.match(without[0].problems.join('\n'), /has no signature/)
  assert.deepEqual(without[1].provedBy, ['noted hash'], 'as an archive of an earlier release')
})

test('a signature of other bytes, of another algorithm or by another key is none', async () => {
  const key = await keyOf()
  const jws = JSON.parse(await readFile(join(path, 'manifest.json.jws'), 'utf8'))
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const forged = [
    { ...jws, signature: jws.signature.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A')) },
    { ...jws, protected: header({ alg: 'none', b64: false, crit: ['b64'] }), signature: '' },
    { ...jws, protected: header({ alg: 'EdDSA', kid: key.kid }) },
    { ...jws, payload: 'e30' },
    [],
    'x',
  ]
  for (const [at, forgery] of forged.entries()) {
    const { problems, provedBy } = await inCopy(async (copy) => {
      await writeFile(join(copy, 'manifest.json.jws'), JSON.stringify(forgery))
      return verifyArchive(copy, { key })
    })
    // The payload of a detached signature is the manifest, whatever the file says.
    const isIgnored = at === 3
    assert.deepEqual([provedBy.length, problems.length], isIgnored ? [1, 0] : [0, 1], String(at))
  }
})

test('the audit chain of an archive has the heads that were anchored', async () => {
  const { audit } = (await readManifest(path)).manifest
  const head = parseHead(audit!.to)!
  const verified = (heads: ChainHead[]) => verifyArchive(path, { heads })
  assert.deepEqual((await verified([head])).problems, [])
  assert.deepEqual((await verified([head])).provedBy, [], 'anchors prove the records, not the payments')
  const rewritten = { sequence: head.sequence, hash: Buffer.alloc(32) }
  assert.match((await verified([rewritten])).problems.join('\n'), /is not the record that was anchored/)
  const later = { sequence: head.sequence + 100n, hash: head.hash }
  assert.match((await verified([later])).problems.join('\n'), /none of the anchors is of this month/)
})

test('an archive under the name of another month or institution is found', async () => {
  for (const name of ['bank-2026-04', 'other-2026-05']) {
    const { problems } = await inCopy(async (copy) => {
      await mkdir(join(copy, name))
      for (const file of await readdir(path)) await rename(join(copy, file), join(copy, name, file))
      return verifyArchive(join(copy, name), { key: await keyOf() })
    })
    assert.match(problems.join('\n'), new RegExp(`is named ${name}, and has the archive of 2026-05`))
  }
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

test('an approval that the service did not write is archived as what it is', async () => {
  const { tenantId } = institution()
  const { apiKey } = await service.createClient(service.tenant, {})
  const row = {
    ...{ tenant_id: String(tenantId), payment_id: paymentUID, approver: apiKey, client_id: apiKey, revision: 0 },
    ...{ side: 'Customer', decision: 'Approved', content_sha256: 'v2:any', identified_by: 'Client' },
    ...{ decided_at: clock.now().toString(), decided_on: '2026-05-28', notes: 'approved by the board' },
  }
  await service.query(
    'insert into payment_approvals select * from jsonb_populate_record(null::payment_approvals, $1)',
    [JSON.stringify(row)],
  )
  const into = await mkdtemp(join(tmpdir(), 'giro-archive-'))
  const { path: made, manifest } = await archive(MAY, into)
  assert.equal(manifest.altered, 1)
  const { problems } = await verifyArchive(made)
  assert.deepEqual(problems, [], 'it is still what was exported')
  const { approvals } = JSON.parse(await readArchivedPayment(made, paymentUID, { key: await keyOf() }))
  const [approval] = approvals
  assert.match(approval.altered, /was not written by the service/)
  await rm(into, { recursive: true })
})
