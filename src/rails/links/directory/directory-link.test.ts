import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { systemClock } from '../../../kernel/clock.ts'
import { createDirectoryInbox } from '../../transports/inbox/directory-inbox.ts'
import { createOutbox } from '../../transports/outbox/outbox.ts'
import type { Delivery, Parcel } from '../link.ts'
import { DirectoryLink } from './directory-link.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'giro-messages-'))
})
afterEach(() => rm(root, { recursive: true }))

/** What another process would see of the same directories. */
const openLink = () =>
  new DirectoryLink({
    ...{ institution: 'bank', clock: systemClock, adopted: async (identity: string) => identity },
    transport: createOutbox({ root, clock: systemClock }),
    inbox: createDirectoryInbox({ root, restMs: 0 }),
  })
const parcel = (more: Partial<Parcel> = {}): Parcel => ({
  ...{ id: randomUUID(), rail: 'RTP', messageType: 'pacs.008.001.08', messageId: 'm1', paymentId: randomUUID() },
  ...{ content: Buffer.from('<é/>'), token: 1, openTokens: [], isRepeated: false, mayLeave: true, ...more },
})
const give = async (one: Parcel, link = openLink()) => (await link.handOver([one], () => true))[0]!
const inOutbox = () => readdir(join(root, 'out')).catch(() => [])

test('a message is one file in the outbox, with its bytes as they are', async () => {
  const one = parcel()
  assert.equal((await give(one)).kind, 'left')
  assert.deepEqual(await inOutbox(), [`bank-${one.id}.xml`])
  assert.equal(await readFile(join(root, 'out', `bank-${one.id}.xml`), 'utf8'), '<é/>')
})

test('a message that another worker had left is found in the manifest, also after it was taken away', async () => {
  const one = parcel()
  await give(one)
  await rm(join(root, 'out', `bank-${one.id}.xml`))
  const again = await give({ ...one, token: 2, openTokens: [1], isRepeated: true })
  assert.equal(again.kind, 'left')
  assert.deepEqual(await inOutbox(), [])
})

test('a message that is too late does not leave; one that had left is found', async () => {
  const late = parcel({ mayLeave: false })
  assert.equal((await give(late)).kind, 'stayed')
  assert.deepEqual(await inOutbox(), [])
  const left = parcel()
  await give(left)
  assert.equal((await give({ ...left, token: 2, openTokens: [1], mayLeave: false })).kind, 'left')
})

async function put(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(join(root, 'in', 'bank'), { recursive: true })
  await writeFile(join(root, 'in', 'bank', name), content)
}
const placed = async (place: string) => (await readdir(join(root, place, 'bank')).catch(() => [])).toSorted()

test('what came in is put away after it is kept; what is not kept stays', async () => {
  const link = openLink()
  await put('1.xml', 'one')
  await put('2.xml', Buffer.alloc(1024 * 1024 + 1, 32))
  const taken: Delivery[] = []
  const keep = async (deliveries: readonly Delivery[]) => void taken.push(...deliveries)
  await link.take(10, keep)
  await assert.rejects(
    link.take(10, () => Promise.reject(new Error('no database'))),
    /no database/,
  )
  assert.deepEqual(await placed('in'), ['1.xml', '2.xml'])
  assert.equal(await link.take(10, keep), 2)
  assert.deepEqual(taken.map(({ name, content, sizeBytes }) => [name, content?.toString(), sizeBytes]).toSorted(), [
    ['1.xml', 'one', 3],
    ['2.xml', undefined, 1024 * 1024 + 1],
  ])
  assert.deepEqual([await placed('in'), await placed('done'), await placed('quarantine')], [[], ['1.xml'], ['2.xml']])
})
