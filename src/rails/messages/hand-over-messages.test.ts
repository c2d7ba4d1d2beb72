import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import { manualTime } from '../../../test/support/manual-time.ts'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/test-service.ts'
import { EndUnknown } from '../handover/transport.ts'
import { holdRails } from '../holds/hold-rails.ts'
import type { Link, Parcel, ParcelOutcome } from '../links/link.ts'
import type { NewMessage, WhenUnknown } from '../network.ts'
import { noteMessageDecision } from './decisions.store.ts'
import { handOverMessages } from './hand-over-messages.ts'
import { findMessage, insertMessages } from './messages.store.ts'
import { claimMessages, nextDeparture, tenantsWithWaiting } from './outgoing.store.ts'
import type { MessageStatus } from './rail-message.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const now = () => service.app.clock.now()
const LEFT = { kind: 'left', evidence: 'e' } as const

/** A bank with messages, a link that answers as it is told, and what it and the bank saw. */
async function bankWith(code: string, messages: readonly Partial<NewMessage>[]) {
  const { institution }: TestTenant = await service.createTenant(code)
  const { tenantId } = institution
  const base = { rail: 'FEDWIRE', messageType: 'pacs.008.001.08', content: 'bytes' } as const
  const all = messages.map((message, at) => ({ ...base, messageId: String(at + 1), ...message }))
  const ids = await service.app.db.transaction((tx) => insertMessages(tx, tenantId, all, now()))
  const carried: Parcel[] = []
  const seen = { left: [] as string[], expired: [] as string[] }
  const handOver = (
    answer: (parcel: Parcel) => ParcelOutcome | Promise<ParcelOutcome>,
    { whenUnknown = 'person' as WhenUnknown, recognisesParcels = false } = {},
  ) => {
    const link: Link = {
      ...{ recognisesParcels, batchSize: 10 },
      async handOver(parcels) {
        carried.push(...parcels)
        return Promise.all(parcels.map(answer))
      },
      take: async () => 0,
    }
    return handOverMessages(service.app, institution, {
      ...{ rail: 'FEDWIRE', link, whenUnknown },
      onLeft: async (_tx, messages) => void seen.left.push(...messages.map(({ messageId }) => messageId)),
      onExpired: async (_tx, messages) => void seen.expired.push(...messages.map(({ messageId }) => messageId)),
    })
  }
  const statuses = async (): Promise<MessageStatus[]> =>
    Promise.all(ids.map(async (id) => (await service.app.db.read((db) => findMessage(db, tenantId, id)))!.status))
  const due = () =>
    service.query(
      `update rail_messages set next_attempt_at = now(), leased_until = case when status = 'Claimed' then now() end
       where tenant_id = $1 and status in ('Waiting', 'Claimed')`,
      [tenantId],
    )
  /** A worker that died after it claimed. */
  const claimAndDie = () =>
    service.app.db.transaction((tx) =>
      claimMessages(tx, tenantId, { rail: 'FEDWIRE', claimedBy: 'dead', leaseMs: 0, limit: 10 }, now()),
    )
  return { institution, tenantId, ids, carried, seen, handOver, statuses, due, claimAndDie }
}

test('messages leave in their order, once, and their senders hear of it in the same transaction', async () => {
  const bank = await bankWith('leaves', [{}, {}, {}])
  assert.equal(await bank.handOver(() => LEFT), 3)
  assert.equal(await bank.handOver(() => LEFT), 0)
  assert.deepEqual(
    bank.carried.map(({ messageId }) => messageId),
    ['1', '2', '3'],
  )
  assert.deepEqual(bank.seen.left, ['1', '2', '3'])
  assert.deepEqual(await bank.statuses(), ['HandedOver', 'HandedOver', 'HandedOver'])
})

test('a message that cannot leave in time leaves no more, and its sender hears of it', async () => {
  const bank = await bankWith('late', [
    { leavesBy: now().subtract({ seconds: 1 }) },
    { leavesBy: now().add({ hours: 1 }) },
  ])
  await bank.handOver(() => LEFT)
  assert.deepEqual(bank.seen, { left: ['2'], expired: ['1'] })
  assert.deepEqual(await bank.statuses(), ['Expired', 'HandedOver'])
})

test('a message whose network is closed waits until it opens, and delays no other', async () => {
  const opensAt = now().add({ hours: 1 })
  const bank = await bankWith('closed', [{ leavesFrom: opensAt }, {}, { leavesFrom: now() }])
  const { tenantId } = bank
  const departure = () => service.app.db.read((db) => nextDeparture(db, tenantId, now()))
  await bank.handOver(() => LEFT)
  assert.deepEqual(bank.seen.left, ['2', '3'])
  assert.equal(await bank.handOver(() => LEFT), 0)
  assert.equal((await departure())!.epochMilliseconds, opensAt.epochMilliseconds)
  const due = (at: Temporal.Instant) => service.app.db.read((db) => tenantsWithWaiting(db, at))
  assert.ok(!(await due(now())).includes(tenantId))
  assert.ok((await due(opensAt)).includes(tenantId))
})

test('while the rails are held, no message leaves', async () => {
  const bank = await bankWith('held', [{}])
  const hold = { reason: 'Operator', differences: ['a drill'], heldBy: 'test' } as const
  await service.app.db.transaction((tx) => holdRails(tx, bank.tenantId, hold, now()))
  assert.equal(await bank.handOver(() => LEFT), 0)
  assert.deepEqual(bank.carried, [])
})

test('what stayed leaves with the next try; what was refused waits, and in the end a person decides', async () => {
  const bank = await bankWith('refused', [{}])
  await assert.rejects(
    bank.handOver(() => ({ kind: 'stayed', why: 'no connection' })),
    /no connection/,
  )
  for (let attempt = 0; attempt < 6; attempt++) {
    assert.deepEqual(await bank.statuses(), ['Waiting'])
    await bank.handOver(() => ({ kind: 'refused', why: 'too long' }))
    assert.equal(await bank.handOver(() => LEFT), 0, 'it waits')
    await bank.due()
  }
  assert.deepEqual(await bank.statuses(), ['InDoubt'])
  const row = await service.app.db.read((db) => findMessage(db, bank.tenantId, bank.ids[0]!))
  assert.equal(row?.doubt, 'the other side refuses it: too long')
})

test('a link that fails gives everything back; one that does not say how it ended keeps the claim', async () => {
  const bank = await bankWith('fails', [{}])
  await assert.rejects(
    bank.handOver(() => Promise.reject(new Error('the disk is full'))),
    /disk is full/,
  )
  assert.deepEqual(await bank.statuses(), ['Waiting'])
  await assert.rejects(
    bank.handOver(() => Promise.reject(new EndUnknown('no answer'))),
    /no answer/,
  )
  assert.deepEqual(await bank.statuses(), ['Claimed'])
})

const afterDeath = [
  { rule: 'person', status: 'InDoubt', carried: 0, left: [] },
  { rule: 'ask', status: 'HandedOver', carried: 0, left: ['1'] },
  { rule: 'resend', status: 'HandedOver', carried: 1, left: ['1'] },
] as const
for (const { rule, status, carried, left } of afterDeath)
  test(`a worker died with a message, and the rule is ${rule}: the message is ${status}`, async () => {
    const bank = await bankWith(`dead-${rule}`, [{}])
    await bank.claimAndDie()
    await bank.handOver(() => LEFT, { whenUnknown: rule })
    assert.deepEqual(await bank.statuses(), [status])
    assert.equal(bank.carried.length, carried)
    assert.deepEqual(bank.seen.left, left)
    assert.ok(bank.carried.every(({ isRepeated, openTokens }) => !isRepeated && openTokens.length === 1))
  })

const afterLoss = [
  { rule: 'person', status: 'InDoubt', left: [] },
  { rule: 'ask', status: 'HandedOver', left: ['1'] },
  { rule: 'resend', status: 'Waiting', left: [] },
] as const
for (const { rule, status, left } of afterLoss)
  test(`the connection was lost with a message, and the rule is ${rule}: the message is ${status}`, async () => {
    const bank = await bankWith(`lost-${rule}`, [{}])
    await bank.handOver(() => ({ kind: 'unknown', doubt: 'lost' }), { whenUnknown: rule })
    assert.deepEqual(await bank.statuses(), [status])
    assert.deepEqual(bank.seen.left, left)
    await bank.due()
    await bank.handOver(() => LEFT, { whenUnknown: rule })
    if (rule === 'resend') assert.deepEqual(bank.seen.left, ['1'])
  })

for (const decision of ['HandedOver', 'HandOverAgain'] as const)
  test(`a person decided ${decision} about a message in doubt: it leaves by that, and once`, async () => {
    const bank = await bankWith(`decided-${decision === 'HandedOver' ? 'left' : 'again'}`, [{}])
    const id = bank.ids[0]!
    const lost = () => bank.handOver(() => ({ kind: 'unknown', doubt: 'lost' }))
    const decide = () => service.app.db.transaction((tx) => noteMessageDecision(tx, bank.tenantId, id, decision))
    await lost()
    await decide()
    if (decision === 'HandOverAgain') {
      await bank.claimAndDie()
      await bank.handOver(() => LEFT)
      assert.deepEqual(await bank.statuses(), ['InDoubt'], 'the decision is not one about the claims after it')
      await decide()
    }
    await bank.handOver(() => LEFT)
    assert.deepEqual(await bank.statuses(), ['HandedOver'])
    assert.deepEqual(bank.seen.left, ['1'])
    assert.deepEqual(
      bank.carried.map(({ isRepeated }) => isRepeated),
      decision === 'HandedOver' ? [false] : [false, true],
    )
  })

test('a link that recognises parcels is asked about those of a dead worker, also when they are too late', async () => {
  const bank = await bankWith('recognised', [{}, { leavesBy: now().subtract({ seconds: 1 }) }])
  await bank.claimAndDie()
  const answer = ({ mayLeave }: Parcel) => (mayLeave ? LEFT : ({ kind: 'stayed', why: 'too late' } as const))
  await bank.handOver(answer, { recognisesParcels: true })
  assert.deepEqual(await bank.statuses(), ['HandedOver', 'Expired'])
  assert.deepEqual(
    bank.carried.map(({ openTokens }) => openTokens),
    [[1], [1]],
  )
})

test('two workers hand over at once: each message leaves by one of them', async () => {
  const bank = await bankWith(
    'two',
    Array.from({ length: 30 }, () => ({})),
  )
  const all = Array.from({ length: 6 }, () => bank.handOver(() => LEFT))
  assert.equal(
    (await Promise.all(all)).reduce((sum, moved) => sum + moved, 0),
    30,
  )
  assert.equal(new Set(bank.carried.map(({ id }) => id)).size, 30)
  assert.equal(bank.carried.length, 30)
})

test('the lease of messages holds for twelve seconds, and a link is not waited for any longer', async () => {
  const { institution, statuses } = await bankWith('slow', [{}])
  const time = manualTime()
  const asked = Promise.withResolvers<() => boolean>()
  const link: Link = {
    ...{ recognisesParcels: false, batchSize: 10, take: async () => 0 },
    handOver(_parcels, isLeased) {
      asked.resolve(isLeased)
      return new Promise(() => {})
    },
  }
  let failure: unknown
  void handOverMessages({ ...service.app, time }, institution, {
    ...{ rail: 'FEDWIRE', link, onLeft: async () => {}, onExpired: async () => {} },
  }).catch((error) => {
    failure = error
  })
  const isLeased = await asked.promise
  await time.advance(11_999)
  assert.deepEqual([isLeased(), failure], [true, undefined])
  await time.advance(1)
  assert.equal(isLeased(), false)
  assert.ok(failure instanceof EndUnknown && /did not answer in time/.test(failure.message))
  assert.deepEqual(await statuses(), ['Claimed'])
})
