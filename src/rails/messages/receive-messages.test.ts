import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import type { Delivery, Link } from '../links/link.ts'
import type { IncomingMessage, MessageNetwork, Received } from '../network.ts'
import { readMessages, takeInMessages } from './receive-messages.ts'
import { MAX_MESSAGE_BYTES } from './received.store.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const reply = (messageId: string) =>
  ({ rail: 'FEDNOW', messageType: 'pacs.002.001.10', messageId, content: 'answer' }) as const

/** Reads `id` or `id rest` as the message of that id; `bad` cannot be read. */
const network = {
  rail: 'FEDNOW',
  whenUnknown: 'ask',
  async receive(_tx: unknown, _institution: unknown, { content }: IncomingMessage) {
    if (content === 'bad') return { why: 'it has no header', path: '/AppHdr', replies: [reply('about bad')] }
    const [messageId = ''] = content.split(' ')
    const meanings: Received['meanings'] = []
    return { messageType: 'pacs.008.001.08', messageId, uetr: 'u', meanings, replies: [reply(`re ${content}`)] }
  },
  answerDouble: async (_tx: unknown, _institution: unknown, { id }: IncomingMessage) => [reply(`again ${id}`)],
} as unknown as MessageNetwork

async function bank(code: string) {
  const { institution } = await service.createTenant(code)
  const booked: string[] = []
  const broken = new Set<string>()
  const deliver = (...deliveries: (Partial<Delivery> | string)[]) => {
    const link: Link = {
      ...{ recognisesParcels: true, batchSize: 1, handOver: async () => [] },
      async take(_limit, keep) {
        await keep(
          deliveries.map((one) => {
            const content = Buffer.from(typeof one === 'string' ? one : '')
            return { name: 'n', content, sizeBytes: content.length, ...(typeof one === 'string' ? {} : one) }
          }),
        )
        return deliveries.length
      },
    }
    return takeInMessages(service.app, { institution, rail: 'FEDNOW', link })
  }
  const read = () =>
    readMessages(service.app, institution, {
      ...{ rail: 'FEDNOW', network },
      async book(tx, received) {
        await tx.query('select 1')
        if (received.some(({ messageId }) => broken.has(messageId))) throw new Error('planted')
        booked.push(...received.map(({ message }) => message.content))
        return { about: [] }
      },
    })
  const rows = () =>
    service.query<{ direction: string; status: string; message_id: string | null; refusal: object | null }>(
      'select direction, status, message_id, refusal from rail_messages where tenant_id = $1 order by created_at, id',
      [institution.tenantId],
    )
  const statuses = async (direction = 'In') =>
    (await rows()).flatMap((row) => (row.direction === direction ? [row.status] : []))
  return { institution, deliver, read, booked, broken, rows, statuses }
}

test('what came in is booked once, in its order, with its reply', async () => {
  const { deliver, read, booked, statuses } = await bank('once')
  await deliver('1', '2')
  assert.equal(await read(), 2)
  assert.equal(await read(), 0)
  assert.deepEqual(booked, ['1', '2'])
  assert.deepEqual(
    [await statuses(), await statuses('Out')],
    [
      ['Processed', 'Processed'],
      ['Waiting', 'Waiting'],
    ],
  )
})

test('the same bytes again, or the same id in other bytes, are a double: answered, and booked no more', async () => {
  const { deliver, read, booked, statuses } = await bank('double')
  await deliver('1', '1', '1 possible duplicate')
  await read()
  await deliver('1')
  await read()
  assert.deepEqual(booked, ['1'])
  assert.deepEqual(await statuses(), ['Processed', 'Double', 'Double', 'Double'])
  assert.equal((await statuses('Out')).length, 4)
})

test('what cannot be read is kept in quarantine with why and where, answered, and stops no other', async () => {
  const { deliver, read, booked, rows } = await bank('bad')
  const invalid = { content: Buffer.from([0x3c, 0xff, 0xfe]) }
  const refused = { content: Buffer.from('signed by nobody'), refusal: { why: 'it is not signed', path: null } }
  const large = { content: undefined, sizeBytes: MAX_MESSAGE_BYTES + 1, name: 'big.xml' }
  await deliver('bad', invalid, refused, large, '2')
  await read()
  assert.deepEqual(booked, ['2'])
  const incoming = (await rows()).filter(({ direction }) => direction === 'In')
  assert.deepEqual(
    incoming.flatMap(({ status, refusal }) => (status === 'Quarantined' ? [refusal] : [])),
    [
      { why: 'it has no header', path: '/AppHdr' },
      { why: 'its bytes are not valid UTF-8', path: null },
      { why: 'it is not signed', path: null },
      { why: 'big.xml has 1048577 bytes: at most 1048576 are read', path: null },
    ],
  )
  const events = await service.query(
    `select from audit_log where action = 'rails.messageQuarantined' and subject_kind = 'railMessage'`,
  )
  assert.equal(events.length, 4)
})

test('a booking that fails delays no other message, is tried again, and goes to a person in the end', async () => {
  const { institution, deliver, read, booked, broken, rows } = await bank('fails')
  await deliver('1', '2', '3')
  broken.add('2')
  await read()
  assert.deepEqual(
    booked.toSorted().filter((one, at, all) => one !== all[at - 1]),
    ['1', '3'],
  )
  const due = () =>
    service.query(
      'update rail_messages set next_attempt_at = now() where tenant_id = $1 and next_attempt_at is not null',
      [institution.tenantId],
    )
  for (let attempt = 2; attempt <= 10; attempt++) {
    await due()
    await read()
  }
  const failed = (await rows()).find(({ status }) => status === 'Quarantined')
  assert.deepEqual(failed?.refusal, {
    why: 'it could not be booked 10 times: the logs of the workers say why',
    path: null,
  })
})

test('two workers read at once: each message is booked by one of them', async () => {
  const { deliver, read, booked } = await bank('two')
  await deliver(...Array.from({ length: 40 }, (_, at) => String(at)))
  await Promise.all([read(), read(), read()])
  await read()
  assert.equal(new Set(booked).size, 40)
  assert.equal(booked.length, 40)
})
