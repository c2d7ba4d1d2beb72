import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/support/test-service.ts'
import { newId } from '../../../kernel/id.ts'
import type { Delivery, Parcel } from '../link.ts'
import { linkOf } from '../links.ts'
import { claimSimulated, markTaken, sendSimulated } from './simulated-messages.store.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const now = () => service.app.clock.now()
const link = () => linkOf(service.app, service.tenant.institution, 'RTP')!
const parcel = (text: string, mayLeave = true): Parcel => ({
  ...{ id: newId(now()), rail: 'RTP', messageType: 'pacs.008.001.08', messageId: text, paymentId: null },
  ...{ content: Buffer.from(text), token: 1, openTokens: [], isRepeated: false, mayLeave },
})
const send = (content: string, dueAt = now()) =>
  service.app.db.transaction((tx) =>
    sendSimulated(tx, tenantId(), { sentBy: 'Network', messages: [{ rail: 'RTP', content, dueAt }] }, now()),
  )
const take = async () => {
  const taken: string[] = []
  await link().take(10, async (deliveries: readonly Delivery[]) => {
    taken.push(...deliveries.map(({ content }) => String(content)))
  })
  return taken
}

test('a message that is handed over twice is on the wire once', async () => {
  const parcels = [parcel('one'), parcel('two')]
  for (let times = 0; times < 2; times++)
    assert.deepEqual(
      (await link().handOver(parcels, () => true)).map(({ kind }) => kind),
      ['left', 'left'],
    )
  const onWire = await service.app.db.transaction(async (tx) => {
    const options = { sentBy: 'Institution', rail: 'RTP', limit: 10 } as const
    const found = await claimSimulated(tx, tenantId(), options, now())
    const ids = found.map(({ id }) => id)
    await markTaken(tx, tenantId(), ids, now())
    assert.deepEqual(await claimSimulated(tx, tenantId(), options, now()), [])
    return found.map(({ content }) => content.toString())
  })
  assert.deepEqual(onWire, ['one', 'two'])
})

test('a message that is too late is not put on the wire; one that is there has left', async () => {
  const late = parcel('late', false)
  assert.deepEqual((await link().handOver([late], () => true))[0]!.kind, 'stayed')
  await link().handOver([{ ...late, mayLeave: true }], () => true)
  assert.deepEqual((await link().handOver([late], () => true))[0]!.kind, 'left')
})

test('what the network sent arrives when it is due, once, and not before it is kept', async () => {
  await send('now')
  await send('later', now().add({ hours: 1 }))
  await assert.rejects(
    link().take(10, async () => {
      throw new Error('the disk is full')
    }),
    /the disk is full/,
  )
  assert.deepEqual(await take(), ['now'])
  assert.deepEqual(await take(), [])
})
