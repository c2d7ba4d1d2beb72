import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { manualTime } from '../../../../test/support/manual-time.ts'
import { fixedClock } from '../../../kernel/clock.ts'
import { BrokenEvidence, type Consignment, EndUnknown, type Transport } from '../../handover/transport.ts'
import { Manifest } from './manifest.ts'
import { createOutbox } from './outbox.ts'
import { Staging } from './staging.ts'

const clock = fixedClock('2026-11-23T10:00:00Z')
const EPOCH = '1970-01-01T00:00:00Z'
let parent: string
let root: string
let outbox: Transport
let number = 0

before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'giro-outbox-'))
})
after(() => rm(parent, { recursive: true, force: true }))
beforeEach(() => {
  root = join(parent, String(++number))
  outbox = createOutbox({ root, clock })
})

const consignment = (fields: Partial<Consignment> = {}): Consignment => ({
  ...{ institution: 'bank', rail: 'ACH', name: 'a.ach', content: 'content\n', items: [], token: 1, openTokens: [1] },
  ...{ transportIdentity: undefined, evidenceSince: EPOCH, isRepeated: false, isLeased: () => true },
  ...fields,
})
const visible = () => readdir(join(root, 'out'))
const take = () => rm(join(root, 'out', 'a.ach'))
const staging = () => new Staging(join(root, 'staging'))

/** Another worker that announced the file and then did nothing more. */
async function begin(token: number): Promise<void> {
  assert.ok(await staging().put('a.ach', token, 'content\n'))
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const sha256 = '434728a410a78f56fc1b5899c3593436e61ab0c731e9072d95e96db290205e53'
  const line = { at: clock.now().toString(), institution: 'bank', rail: 'ACH', name: 'a.ach', sha256, token, boot }
  await new Manifest(join(root, 'manifest')).append({ ...line, event: 'begun' })
}
const reveal = (token: number) => staging().publish('a.ach', token, join(root, 'out', 'a.ach'))

test('a file appears complete, under its name alone, for this user only', async () => {
  assert.equal((await outbox.handOver(consignment())).kind, 'handedOver')
  assert.deepEqual(await visible(), ['a.ach'])
  assert.equal(await readFile(join(root, 'out', 'a.ach'), 'utf8'), 'content\n')
  assert.equal((await stat(join(root, 'out'))).mode & 0o777, 0o700)
  assert.equal((await stat(join(root, 'out', 'a.ach'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(join(root, 'staging')), [])
})

test('a file that was taken away is not put there again, by any worker', async () => {
  const first = await outbox.handOver(consignment())
  await take()
  assert.deepEqual(await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] })), first)
  const other = createOutbox({ root, clock })
  assert.deepEqual(await other.handOver(consignment({ token: 3, openTokens: [3] })), first)
  assert.deepEqual(await visible(), [])
})

test('another file of a name that has left is in doubt, whether or not the first was taken away', async () => {
  await outbox.handOver(consignment())
  const another = consignment({ content: 'other', token: 2, openTokens: [2] })
  assert.deepEqual(await outbox.handOver(another), {
    kind: 'inDoubt',
    doubt: 'another file of the name a.ach is in the outbox',
  })
  await take()
  const outcome = await outbox.handOver(another)
  assert.ok(outcome.kind === 'inDoubt' && outcome.doubt.startsWith('another file of the name a.ach has left at'))
})

test('two institutions may use the same name', async () => {
  await outbox.handOver(consignment())
  await take()
  assert.equal((await outbox.handOver(consignment({ institution: 'other' }))).kind, 'handedOver')
  assert.deepEqual(await visible(), ['a.ach'])
})

test('a worker that ended before the file was visible: the next one hands it over, and the first one cannot', async () => {
  await begin(1)
  assert.equal((await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] }))).kind, 'handedOver')
  await take()
  await mkdir(join(root, 'out'), { recursive: true })
  assert.equal(await reveal(1), false, 'it slept, and finds its file withdrawn')
  assert.deepEqual(await visible(), [])
})

test('a worker that slept before it wrote the file can no longer write it', async () => {
  assert.equal((await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] }))).kind, 'handedOver')
  assert.equal(await staging().put('a.ach', 1, 'content\n'), false)
})

test('a worker that ended when the file was visible: it is handed over if it is still there', async () => {
  await begin(1)
  await mkdir(join(root, 'out'))
  assert.ok(await reveal(1))
  assert.equal((await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] }))).kind, 'handedOver')
})

test('a worker that ended when the file was visible: it is in doubt if it is gone, until a person decides', async () => {
  await begin(1)
  await mkdir(join(root, 'out'))
  assert.ok(await reveal(1))
  await take()
  const outcome = await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] }))
  assert.equal(outcome.kind, 'inDoubt')
  assert.deepEqual(await visible(), [])
  const again = await outbox.handOver(consignment({ token: 3, openTokens: [3], isRepeated: true }))
  assert.equal(again.kind, 'handedOver')
  assert.deepEqual(await visible(), ['a.ach'])
})

test('a file that people let leave again leaves once more, not twice, if its confirmation is lost', async () => {
  await begin(1)
  await mkdir(join(root, 'out'))
  assert.ok(await reveal(1))
  await take()
  const again = consignment({ token: 3, openTokens: [3], isRepeated: true })
  assert.equal((await outbox.handOver(again)).kind, 'handedOver')
  await take()
  const next = consignment({ token: 4, openTokens: [3, 4], isRepeated: true })
  assert.equal((await outbox.handOver(next)).kind, 'handedOver')
  assert.deepEqual(await visible(), [])
})

test('a machine that started again may have forgotten a visible file, so a file taken back is in doubt', async () => {
  assert.ok(await staging().put('a.ach', 1, 'content\n'))
  const line = { at: clock.now().toString(), institution: 'bank', rail: 'ACH', name: 'a.ach', sha256: '', token: 1 }
  await new Manifest(join(root, 'manifest')).append({ ...line, event: 'begun', boot: 'another' })
  assert.equal((await outbox.handOver(consignment({ token: 2, openTokens: [1, 2] }))).kind, 'inDoubt')
})

test('a worker whose lease ended does not hand over, before and after it announced the file', async () => {
  for (const checks of [0, 1]) {
    let left = checks
    const late = consignment({ name: `${checks}.ach`, isLeased: () => left-- > 0 })
    assert.deepEqual(await outbox.handOver(late), { kind: 'fenced' })
    assert.deepEqual(await visible(), [])
    const next = consignment({ name: `${checks}.ach`, token: 2, openTokens: [1, 2] })
    assert.equal((await outbox.handOver(next)).kind, 'handedOver')
    await rm(join(root, 'out', `${checks}.ach`))
  }
})

test('a replaced outbox takes nothing', async () => {
  const transportIdentity = await outbox.identity()
  assert.equal((await outbox.handOver(consignment({ transportIdentity }))).kind, 'handedOver')
  await rename(root, `${root}.away`)
  const other = consignment({ name: 'b.ach', transportIdentity })
  await assert.rejects(outbox.handOver(other), /is not the one that earlier files of bank went to/)
  await assert.rejects(visible(), { code: 'ENOENT' })
})

test('many workers name the outbox once', async () => {
  const names = await Promise.all(Array.from({ length: 8 }, () => createOutbox({ root, clock }).identity()))
  assert.equal(new Set(names).size, 1)
  assert.deepEqual(await readdir(root), ['outbox.json'])
})

test('an edited, cut or unreadable manifest is no evidence, and nothing is handed over', async () => {
  await outbox.handOver(consignment())
  await outbox.handOver(consignment({ name: 'b.ach' }))
  const [writer] = await readdir(join(root, 'manifest', '2026-11'))
  const path = join(root, 'manifest', '2026-11', writer!)
  const text = await readFile(path, 'utf8')
  const next = consignment({ name: 'c.ach' })
  await writeFile(path, text.replace('"a.ach"', '"x.ach"'))
  await assert.rejects(createOutbox({ root, clock }).handOver(next), BrokenEvidence)
  await writeFile(path, text.slice(text.indexOf('\n') + 1))
  await assert.rejects(createOutbox({ root, clock }).handOver(next), BrokenEvidence)
  await writeFile(path, text.slice(0, text.indexOf('\n') + 1))
  await assert.rejects(outbox.handOver(next), BrokenEvidence)
  assert.deepEqual(await visible(), ['a.ach', 'b.ach'])
})

test('a line that a killed process did not finish is ignored', async () => {
  await outbox.handOver(consignment())
  const [writer] = await readdir(join(root, 'manifest', '2026-11'))
  const path = join(root, 'manifest', '2026-11', writer!)
  await writeFile(path, `${await readFile(path, 'utf8')}{"at":"2026-`)
  await take()
  const next = createOutbox({ root, clock })
  assert.equal((await next.handOver(consignment({ token: 2, openTokens: [2] }))).kind, 'handedOver')
  assert.deepEqual(await visible(), [])
})

test('a directory that does not answer is given up, and holds one thread at most', async (t) => {
  await mkdir(root)
  const path = join(root, 'outbox.json')
  // A pipe without a writer: to open it waits for ever.
  execFileSync('/bin/sh', ['-c', 'mkfifo "$1"', 'sh', path])
  const release = async () => {
    const pipe = await open(path, 'r+')
    await rm(path)
    await pipe.writeFile(`${JSON.stringify({ identity: '0'.repeat(36) })}\n`)
    await pipe.close()
  }
  t.after(() => release().catch(() => {}))
  const time = manualTime()
  const hanging = createOutbox({ root, clock, time })
  const failures: unknown[] = []
  for (let at = 0; at < 9; at++) void hanging.identity().catch((error) => failures.push(error))
  await time.advance(19_999)
  assert.equal(failures.length, 0)
  await time.advance(1)
  assert.deepEqual(
    failures.map((error) => error instanceof EndUnknown),
    [true, ...Array(8).fill(false)],
  )
  assert.ok((await stat(parent)).isDirectory(), 'the other threads are free')
  await release()
  assert.match(await hanging.identity(), /^[0-9a-f-]{36}$/)
})

const item = (number: number) => ({
  ...({ kind: 'Entry', paymentId: `019a2f51-6b1e-7cc4-8f3a-${String(number).padStart(12, '0')}` } as const),
  ...{ reference: String(number), valueDate: '2026-11-24' },
})

async function departure() {
  const [line] = (await outbox.left('bank', EPOCH)).filter(({ event }) => event === 'handedOver')
  assert.ok(line?.items)
  return { ...line, items: line.items }
}

async function readAll(): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const some of outbox.itemsOf(await departure())) found.push(...some)
  return found
}
const listPath = async () => join(root, 'manifest/2026-11/items', `${(await departure()).items.sha256}.jsonl`)

test('the payments of a file are read back as they were, from a list that only this user can read', async () => {
  const items = Array.from({ length: 20_000 }, (_, number) => item(number))
  await outbox.handOver(consignment({ items }))
  assert.deepEqual(await readAll(), items)
  assert.equal((await stat(await listPath())).mode & 0o777, 0o600)
  assert.equal((await departure()).items.count, 20_000)
})

test('a list that was changed, cut off, made longer or lost is broken evidence', async () => {
  await outbox.handOver(consignment({ items: [item(1), item(2)] }))
  const path = await listPath()
  const text = await readFile(path, 'utf8')
  const lines = text.split('\n')
  for (const changed of [
    text.replace('"reference":"1"', '"reference":"3"'),
    `${lines[0]}\n`,
    text.slice(0, -5),
    `${text}${lines[0]}\n`,
    `${text}not json\n`,
    '',
  ]) {
    await writeFile(path, changed)
    await assert.rejects(readAll(), BrokenEvidence)
  }
  await rm(path)
  await assert.rejects(readAll(), BrokenEvidence)
})
