import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../src/app.ts'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { housekeepingSweeps } from '../../src/main/housekeeping.ts'
import { RETENTION } from '../../src/main/retention.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { holdRails, releaseHold } from '../../src/rails/rails.ts'
import { claimDeliveries } from '../../src/webhooks/claim-deliveries.ts'
import { webhooksWithDue } from '../../src/webhooks/deliveries.store.ts'
import { purgeOldDeliveries } from '../../src/webhooks/purge-old-deliveries.ts'
import { recordOutcomes } from '../../src/webhooks/record-outcomes.ts'
import { sendDue, startSender } from '../../src/webhooks/send-deliveries.ts'
import { webhookSweeps } from '../../src/webhooks/webhooks.jobs.ts'
import { analyse } from '../support/analyse.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { manualTime } from '../support/manual-time.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  customerBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'
import { openReceiver, type Received, type Receiver } from '../support/webhook-receiver.ts'

// No worker runs: the tests perform its steps, with a clock that stands still until they move it.

const PATH = '/v1/institution/webhooks'
const clock = fixedClock('2026-07-01T14:00:00.000Z')
/** The clock of deliveries. Tokens use it too, and end after some hours. */
const START = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
const machineClock = fixedClock(START)
let service: TestService
let payer: Payer
let receiver: Receiver
before(async () => {
  service = await startTestService({ clock, tokenClock: machineClock, webhookNetworks: ['loopback'] })
  payer = await createPayer(service, { balance: 100_000 })
  receiver = await openReceiver()
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const tenantId = () => service.tenant.institution.tenantId
const keyOf = (webhookId: string) => ({ tenantId: tenantId(), webhookId })

interface Hook {
  webhookUID: string
  secret: string
}

/** Creates a webhook that gets no event from before. */
async function createHook(fields: object = {}): Promise<Hook> {
  await work()
  const body = { url: receiver.url, eventTypes: ['payment.status.changed'], ...fields }
  return dataOf(await service.call('POST', PATH, body), 201)
}

const update = async (hook: Hook, fields: object) =>
  dataOf(await service.call('PUT', `${PATH}/${hook.webhookUID}`, fields))
const remove = (hook: Hook) => service.call('DELETE', `${PATH}/${hook.webhookUID}`)
const read = async (hook: Hook) => dataOf(await service.call('GET', `${PATH}/${hook.webhookUID}`))
const log = async (hook: Hook, filter = '') =>
  dataOf(await service.call('GET', `${PATH}/${hook.webhookUID}/deliveries?page=1&limit=1000${filter}`))

const release = sweepNamed(paymentSweeps, 'payments: release payments')

/** Releases every payment, and moves the webhooks along the feed. */
async function work(): Promise<void> {
  await release.run(service.app, service.tenant.institution)
  await toWebhooks()
}

async function toWebhooks(): Promise<void> {
  for (const sweep of [...eventSweeps, ...webhookSweeps])
    while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

/** Sends the deliveries due now and returns the number of attempts. */
async function send({ webhookUID }: Hook): Promise<number> {
  let sent = 0
  for (let round = 1; round > 0; sent += round) round = await sendDue(service.app, keyOf(webhookUID))
  return sent
}

const pay = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

/** Payments with two status changes: created, then released. */
async function payTwice(count: number): Promise<string[]> {
  const uids = await Promise.all(Array.from({ length: count }, () => pay()))
  await work()
  return uids
}

/** Ends all claims, as if their workers slept for a minute. */
const endLeases = () =>
  service.query('update webhook_deliveries set leased_until = clock_timestamp() where leased_until is not null')

/** Verifies as Standard Webhooks defines, knowing only the secret. */
function verify(secret: string, { headers, body }: Received): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => one.split(','))
    .some(([version, signature]) => {
      const given = Buffer.from(signature ?? '', 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** The statuses received for each payment, in order of arrival. */
function statusesOf(received: readonly Received[]): Record<string, string[]> {
  const byPayment: Record<string, string[]> = {}
  for (const { event } of received) {
    byPayment[event.subjectId] ??= []
    byPayment[event.subjectId]!.push(event.data.paymentStatus)
  }
  return byPayment
}

test('an event is sent as in the feed, with account numbers masked and signed according to Standard Webhooks', async () => {
  const hook = await createHook()
  assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const uid = await pay()
  await toWebhooks()
  assert.equal(await send(hook), 1)
  const [received, ...more] = receiver.take()
  assert.deepEqual(more, [])
  const { headers, event, body } = received!
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['webhook-id'], event.eventUID)
  assert.equal(Number(headers['webhook-timestamp']) * 1000, Date.parse(START))
  assert.equal(verify(hook.secret, received!), true)
  assert.equal(verify(hook.secret, { ...received!, body: body.replace('VALIDATED', 'PROCESSED') }), false)
  const other = Buffer.alloc(32).toString('base64')
  assert.equal(verify(`whsec_${other}`, received!), false)

  const { timestamp, ...told } = event
  assert.equal(timestamp, told.occurredAt)
  const after = String(Number.parseInt(told.cursor, 10) - 1)
  const [shown] = dataOf(await service.call('GET', `/v1/events?after=${after}&limit=1`)).events
  const masked = { ...shown, data: { ...shown.data } }
  for (const field of ['senderAccountNumber', 'receiverAccountNumber'])
    masked.data[field] = `****${shown.data[field].slice(-4)}`
  assert.deepEqual(told, masked)
  assert.equal(told.data.paymentUID, uid)
  await remove(hook)
})

test('a receiver that was down for an hour gets every event, in the order of each payment, with valid signatures', async () => {
  const hook = await createHook()
  await receiver.down()
  const uids = await payTwice(25)
  for (let minute = 0; minute < 60; minute += 10) {
    await send(hook)
    machineClock.advance({ minutes: 10 })
  }
  assert.ok((await log(hook, '&status=Delivered')).length === 0)
  assert.equal((await log(hook, '&status=Pending')).length, 50)
  assert.match((await log(hook))[0].error ?? (await log(hook)).at(-1).error, /refused/)
  assert.notEqual((await read(hook)).failingSince, undefined)

  await receiver.up()
  // Only the next attempt is outstanding, and it is due within the longest wait.
  const [late] = await payTwice(1)
  await send(hook)
  const received = receiver.take()
  const expected = ['VALIDATED', 'READY_TO_TRANSMIT']
  assert.deepEqual(statusesOf(received), Object.fromEntries([...uids, late!].map((uid) => [uid, expected])))
  for (const one of received) assert.equal(verify(hook.secret, one), true)
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 52)
  assert.equal((await log(hook, '&status=Delivered')).length, 52)
  assert.equal((await read(hook)).failingSince, undefined)
  await remove(hook)
})

test('both secrets verify during the overlap, afterwards only the new one', async () => {
  const hook = await createHook()
  const rotated: Hook = dataOf(await service.call('POST', `${PATH}/${hook.webhookUID}/rotate`, { overlapSeconds: 600 }))
  assert.notEqual(rotated.secret, hook.secret)
  const sendOne = async () => {
    await pay()
    await toWebhooks()
    await send(hook)
    return receiver.take()[0]!
  }
  const during = await sendOne()
  assert.deepEqual([verify(hook.secret, during), verify(rotated.secret, during)], [true, true])
  machineClock.advance({ seconds: 600 })
  const afterwards = await sendOne()
  assert.deepEqual([verify(hook.secret, afterwards), verify(rotated.secret, afterwards)], [false, true])
  assert.equal((await read(hook)).secrets.length, 2)
  const purge = sweepNamed(housekeepingSweeps(RETENTION), 'housekeeping: purge ended webhook secrets')
  await purge.run(service.app, service.tenant.institution)
  assert.equal((await read(hook)).secrets.length, 1)
  await remove(hook)
})

test('a second rotation ends no secret before its promised end, a sixth is refused, and an overlap of 0 ends all', async () => {
  const hook = await createHook()
  const rotate = (overlapSeconds: number) =>
    service.call('POST', `${PATH}/${hook.webhookUID}/rotate`, { overlapSeconds })
  const secrets = [hook.secret]
  const verified = async () => {
    await pay()
    await toWebhooks()
    await send(hook)
    const [sent] = receiver.take()
    return secrets.map((secret) => verify(secret, sent!))
  }
  for (const seconds of [600, 60]) secrets.push(dataOf(await rotate(seconds)).secret)
  assert.deepEqual(await verified(), [true, true, true])
  machineClock.advance({ seconds: 60 })
  assert.deepEqual(await verified(), [true, false, true])
  for (let n = 0; n < 3; n++) secrets.push(dataOf(await rotate(600)).secret)
  assertRefused(await rotate(600), {
    status: 409,
    code: 'WEBHOOK001',
    says: 'the webhook has the maximum of 5 valid secrets',
  })
  assert.deepEqual(await verified(), [true, false, true, true, true, true])
  secrets.push(dataOf(await rotate(0)).secret)
  assert.deepEqual(await verified(), [false, false, false, false, false, false, true])
  await remove(hook)
})

test('a webhook can subscribe to existing event types only', async () => {
  const refused = { status: 400, code: 'WEBHOOK001', says: 'payments.created' }
  assertRefused(
    await service.call('POST', PATH, { url: receiver.url, eventTypes: ['payment.*', 'payments.created'] }),
    refused,
  )
  const hook = await createHook({ eventTypes: ['payment.*', 'customerFee.created', 'institution.clockSet', '*'] })
  const change = { eventTypes: ['payments.created'] }
  assertRefused(await service.call('PUT', `${PATH}/${hook.webhookUID}`, change), refused)
  assert.deepEqual((await read(hook)).eventTypes, ['payment.*', 'customerFee.created', 'institution.clockSet', '*'])
  await remove(hook)
})

test('the log keeps a delivery until the moment of its retention; a waiting one stays', async () => {
  const [ended, waiting, deleted] = [await createHook(), await createHook(), await createHook()]
  await pay()
  await toWebhooks()
  await send(ended)
  receiver.take()
  await remove(deleted)
  const kept = async () => {
    const rows = await service.query<{ id: string }>(
      'select webhook_id as id from webhook_deliveries where tenant_id = $1 and webhook_id = any($2::uuid[])',
      [tenantId(), [ended, waiting, deleted].map(({ webhookUID }) => webhookUID)],
    )
    return new Set(rows.map(({ id }) => id))
  }
  const purgeAt = async (when: Temporal.Instant, limit = 1000) => {
    await service.app.db.transaction((tx) => purgeOldDeliveries(tx, tenantId(), when, limit))
    return kept()
  }
  const end = machineClock.now()
  const all = new Set([ended, waiting, deleted].map(({ webhookUID }) => webhookUID))
  assert.deepEqual(await purgeAt(end), all)
  assert.deepEqual(await purgeAt(end.add({ milliseconds: 1 }), 0), all)
  assert.deepEqual(await purgeAt(end.add({ milliseconds: 1 })), new Set([waiting.webhookUID]))
  const sweep = sweepNamed(housekeepingSweeps(RETENTION), 'housekeeping: purge old webhook deliveries')
  assert.equal(await sweep.run(service.app, service.tenant.institution), 0)
  assert.deepEqual(await kept(), new Set([waiting.webhookUID]))
  await remove(ended)
  await remove(waiting)
})

test("a killed worker's deliveries are resent when its lease ends, before any later event of the same payment", async () => {
  const hook = await createHook()
  const uids = await payTwice(4)
  const taken = await claimDeliveries(service.app, keyOf(hook.webhookUID), 10)
  assert.equal(taken?.deliveries.length, 4, 'only the first event of each payment')
  assert.equal(await send(hook), 0, 'who comes meanwhile leaves them to the other one, and what follows them too')
  machineClock.advance({ seconds: 61 })
  assert.equal(await send(hook), 0, 'a worker whose clock is ahead ends no lease')
  await endLeases()
  assert.equal(await send(hook), 8)
  const expected = ['VALIDATED', 'READY_TO_TRANSMIT']
  assert.deepEqual(statusesOf(receiver.take()), Object.fromEntries(uids.map((uid) => [uid, expected])))

  // The first worker was only slow: its failures no longer count.
  const late = taken!.deliveries.map(({ delivery }) => ({ delivery, error: 'it was too late' }))
  await recordOutcomes(service.app, keyOf(hook.webhookUID), late)
  assert.equal((await log(hook, '&status=Delivered')).length, 8)
  await remove(hook)
})

test('a worker that slept past its lease records no outcome, whether or not another one has taken over', async () => {
  const hook = await createHook()
  await pay()
  await toWebhooks()
  const key = keyOf(hook.webhookUID)
  const first = await claimDeliveries(service.app, key, 10)
  await endLeases()
  const outcome = (claim: typeof first, what: { error: string } | { status: number; retryAfterSeconds: undefined }) =>
    recordOutcomes(service.app, key, [{ delivery: claim!.deliveries[0]!.delivery, ...what }])
  await outcome(first, { status: 410, retryAfterSeconds: undefined })
  assert.deepEqual([(await read(hook)).status, (await log(hook))[0].status], ['Active', 'Pending'])
  const second = await claimDeliveries(service.app, key, 10)
  await outcome(first, { error: 'late' })
  await outcome(first, { status: 200, retryAfterSeconds: undefined })
  assert.equal(await claimDeliveries(service.app, key, 10), undefined, 'it is still being tried')
  await outcome(second, { status: 200, retryAfterSeconds: undefined })
  assert.deepEqual(
    (await log(hook)).map(({ status, attempts }: { status: string; attempts: number }) => [status, attempts]),
    [['Delivered', 2]],
    'only the holder of the last claim records',
  )
  await remove(hook)
})

test('a worker that slept between its claim and its requests sends nothing', async () => {
  const hook = await createHook()
  const [uid] = (await payTwice(1)) as [string]
  const time = manualTime()
  const { db, ...app } = service.app
  const slow: App = {
    ...app,
    time,
    db: {
      ...db,
      async read(work) {
        await time.advance(40_000)
        return db.read(work)
      },
    },
  }
  assert.equal(await sendDue(slow, keyOf(hook.webhookUID)), 0)
  assert.deepEqual(receiver.take(), [])
  await endLeases()
  await send(hook)
  assert.deepEqual(statusesOf(receiver.take()), { [uid]: ['VALIDATED', 'READY_TO_TRANSMIT'] })
  await remove(hook)
})

test('nothing leaves to a webhook while the database is older than what has left or was restored; another hold stops nothing', async () => {
  const hook = await createHook()
  const [uid] = (await payTwice(1)) as [string]
  const due = () =>
    service.app.db.read((db) =>
      webhooksWithDue(db, machineClock.now(), {
        after: { tenantId: 0n, webhookId: '00000000-0000-0000-0000-000000000000' },
        ...{ limit: 100, ofCustomers: false, except: [] },
      }),
    )
  const hold = (reason: 'DatabaseOlder' | 'Restored' | 'Operator' | 'BooksBroken') =>
    service.app.db.transaction((tx) =>
      holdRails(tx, tenantId(), { reason, differences: ['one'], heldBy: 'test' }, clock.now()),
    )
  const older = await hold('DatabaseOlder')
  const restored = await hold('Restored')
  assert.equal(await send(hook), 0)
  assert.deepEqual(await due(), [], 'no worker looks for it again and again')
  const by = { by: 'test', reason: 'compared' }
  await service.app.db.transaction((tx) => releaseHold(tx, tenantId(), older!.id, by, clock.now()))
  assert.equal(await send(hook), 0, 'the database was restored, whatever the evidence shows')
  assert.deepEqual(await due(), [])
  await service.app.db.transaction((tx) => releaseHold(tx, tenantId(), restored!.id, by, clock.now()))
  const others = [await hold('Operator'), await hold('BooksBroken')]
  assert.equal((await due()).length, 1)
  await send(hook)
  for (const other of others)
    await service.app.db.transaction((tx) => releaseHold(tx, tenantId(), other!.id, by, clock.now()))
  assert.deepEqual(statusesOf(receiver.take()), { [uid]: ['VALIDATED', 'READY_TO_TRANSMIT'] })
  await remove(hook)
})

test("two workers on one database skip nothing and keep each payment's order, even if every first attempt fails", async () => {
  const hook = await createHook()
  const seen = new Set<string>()
  receiver.answer = ({ headers }) => {
    const id = String(headers['webhook-id'])
    const isFirst = !seen.has(id)
    seen.add(id)
    return isFirst ? 503 : 200
  }
  const uids = await payTwice(20)
  const workers = [startSender(service.app), startSender(service.app)]
  try {
    await eventually('all is delivered', async () => {
      machineClock.advance({ seconds: 3 })
      return (await log(hook, '&status=Delivered')).length === 40
    })
  } finally {
    await Promise.all(workers.map((worker) => worker.drain()))
    receiver.answer = () => 200
  }
  const accepted = receiver.take().filter(({ status }) => status === 200)
  const expected = ['VALIDATED', 'READY_TO_TRANSMIT']
  const inOrder = statusesOf(accepted)
  for (const uid of uids) assert.deepEqual(inOrder[uid], expected, uid)
  await remove(hook)
})

test('an event that is not accepted delays only its own payment', async () => {
  const hook = await createHook()
  const [held, free] = (await payTwice(2)) as [string, string]
  receiver.answer = ({ event }) => (event.subjectId === held ? 500 : 200)
  await send(hook)
  assert.deepEqual(statusesOf(receiver.take()), { [held]: ['VALIDATED'], [free]: ['VALIDATED', 'READY_TO_TRANSMIT'] })
  receiver.answer = () => 200
  machineClock.advance({ seconds: 5 })
  await send(hook)
  assert.deepEqual(statusesOf(receiver.take()), { [held]: ['VALIDATED', 'READY_TO_TRANSMIT'] })
  await remove(hook)
})

test('a paused webhook gets nothing, and gets all events since then when resumed', async () => {
  const hook = await createHook()
  const [waiting] = await payTwice(1)
  assert.equal((await update(hook, { status: 'Paused' })).status, 'Paused')
  const [during] = await payTwice(1)
  assert.equal(await send(hook), 0)
  assert.equal((await update(hook, { status: 'active' })).status, 'Active')
  await toWebhooks()
  await send(hook)
  const expected = ['VALIDATED', 'READY_TO_TRANSMIT']
  assert.deepEqual(statusesOf(receiver.take()), { [waiting!]: expected, [during!]: expected })
  await remove(hook)
})

test('a webhook gets only the event types it subscribes to, from its creation on', async () => {
  await pay()
  // One at a time: a second webhook created meanwhile would not wait for the earlier events to get
  // their positions.
  const hooks: Hook[] = []
  for (const eventTypes of [['customer.created'], ['payment.*', 'customer.updated'], ['*']])
    hooks.push(await createHook({ eventTypes }))
  dataOf(await service.call('POST', '/v2/customers', customerBody()))
  await pay()
  await toWebhooks()
  const typesOf = async (hook: Hook) => {
    await send(hook)
    return receiver.take().map(({ event }) => event.type)
  }
  assert.deepEqual(await typesOf(hooks[0]!), ['customer.created'])
  assert.deepEqual((await typesOf(hooks[1]!)).sort(), ['payment.created', 'payment.status.changed'])
  const all = await typesOf(hooks[2]!)
  for (const type of ['customer.created', 'payment.created', 'payment.status.changed']) assert.ok(all.includes(type))
  for (const hook of hooks) await remove(hook)
})

test('one delivery or a range of the feed is sent again with the same webhook-id', async () => {
  const hook = await createHook()
  const before = (await read(hook)).cursor
  await payTwice(3)
  await send(hook)
  const first = receiver.take()
  const [delivery] = await log(hook, `&eventUID=${first[2]!.event.eventUID}`)
  const path = `${PATH}/${hook.webhookUID}`
  const again = dataOf(await service.call('POST', `${path}/deliveries/${delivery.deliveryUID}/replay`), 201)
  assert.deepEqual([again.isReplay, again.status, again.eventUID], [true, 'Pending', first[2]!.event.eventUID])
  await send(hook)
  const replayed = receiver.take()
  assert.deepEqual(
    replayed.map(({ headers }) => headers['webhook-id']),
    [first[2]!.headers['webhook-id']],
  )
  assert.equal(verify(hook.secret, replayed[0]!), true)

  const upTo = first.map(({ event }) => Number.parseInt(event.cursor, 10)).sort((a, b) => a - b)[3]!
  const range = { after: before, upTo: String(upTo) }
  assert.deepEqual(dataOf(await service.call('POST', `${path}/replay`, range)), { deliveries: 4 })
  await send(hook)
  const ids = (some: readonly Received[]) => some.map(({ event }) => event.eventUID).sort()
  assert.deepEqual(ids(receiver.take()), ids(first.filter(({ event }) => Number.parseInt(event.cursor, 10) <= upTo)))

  const foreign = await createHook()
  const wrong = `${PATH}/${foreign.webhookUID}/deliveries/${delivery.deliveryUID}/replay`
  assertRefused(await service.call('POST', wrong), { status: 404, code: 'WEBHOOK001' })
  for (const body of [
    { after: '5', upTo: '5' },
    { after: '0', upTo: '10001' },
  ])
    assertRefused(await service.call('POST', `${path}/replay`, body), { status: 400, code: 'WEBHOOK001' })
  for (const one of [hook, foreign]) await remove(one)
})

test('a webhook whose receiver replies 410 is disabled, with an event; reactivated, it gets what it missed', async () => {
  const hook = await createHook()
  const follower = await createHook({ eventTypes: ['webhook.disabled'] })
  await payTwice(1)
  receiver.answer = () => 410
  assert.equal(await send(hook), 1)
  receiver.take()
  receiver.answer = () => 200
  const disabled = await read(hook)
  assert.deepEqual([disabled.status, disabled.statusReason], ['Disabled', 'the receiver replied with status 410'])
  await toWebhooks()
  await send(follower)
  const [told] = receiver.take()
  assert.deepEqual(
    [told?.event.type, told?.event.subjectId, told?.event.data.status],
    ['webhook.disabled', hook.webhookUID, 'Disabled'],
  )
  machineClock.advance({ seconds: 60 })
  assert.equal(await send(hook), 0)
  assert.equal((await update(hook, { description: 'still gone' })).statusReason, 'the receiver replied with status 410')
  assert.equal((await update(hook, { status: 'Active' })).statusReason, undefined)
  await send(hook)
  assert.deepEqual(Object.values(statusesOf(receiver.take())), [['VALIDATED', 'READY_TO_TRANSMIT']])
  for (const one of [hook, follower]) await remove(one)
})

test('an event is given up after three days and the next one follows; a receiver that accepts nothing for five days is disabled', async () => {
  const hook = await createHook()
  const [uid] = await payTwice(1)
  receiver.answer = () => 500
  const began = machineClock.now()
  const rows = () =>
    service.query<{ to: string; status: string; error: string; attempts: number; seconds: number }>(
      `select status, error, attempts, extract(epoch from ended_at - first_attempt_at)::float8 as seconds
       from webhook_deliveries where tenant_id = $1 and webhook_id = $2 order by id`,
      [tenantId(), hook.webhookUID],
    )
  const isDisabled = async () => {
    const [row] = await service.query<{ status: string }>(
      'select status from webhooks where tenant_id = $1 and id = $2',
      [tenantId(), hook.webhookUID],
    )
    return row!.status === 'Disabled'
  }
  // The test reads the rows, because tokens end long before.
  for (let hours = 0; hours < 24 * 6 && !(await isDisabled()); hours++) {
    await send(hook)
    machineClock.advance({ hours: 1 })
  }
  const [first, second] = await rows()
  const days = began.until(machineClock.now()).total('hours') / 24
  machineClock.set(began)
  receiver.answer = () => 200
  assert.deepEqual([first?.status, first?.error], ['Failed', 'the receiver replied with status 500'])
  assert.ok(first!.seconds >= 3 * 86_400 && first!.seconds <= 3 * 86_400 + 3_600, `${first!.seconds} s`)
  assert.deepEqual([second?.status, second!.attempts > 0], ['Pending', true])
  assert.ok(days >= 5 && days <= 5.1, `${days} days`)
  const sent = receiver.take()
  assert.deepEqual([...new Set(statusesOf(sent)[uid!])], ['VALIDATED', 'READY_TO_TRANSMIT'])

  const [failed] = await log(hook, '&status=failed')
  await update(hook, { status: 'Active' })
  dataOf(await service.call('POST', `${PATH}/${hook.webhookUID}/deliveries/${failed.deliveryUID}/replay`), 201)
  await send(hook)
  assert.ok(receiver.take().some(({ event }) => event.data.paymentStatus === 'VALIDATED'))
  await remove(hook)
})

test("a payment's timeline shows its deliveries, to the institution only", async () => {
  const hook = await createHook()
  const uid = await pay()
  await toWebhooks()
  receiver.answer = () => 503
  await send(hook)
  receiver.answer = () => 200
  const deliveries = async (client = service.tenant.client) => {
    const { entries } = dataOf(await service.call('GET', `/v3/payments/${uid}/timeline`, undefined, { client }))
    return entries.filter(({ kind }: { kind: string }) => kind === 'webhook')
  }
  const [pending] = await deliveries()
  assert.equal(pending.webhookUID, hook.webhookUID)
  assert.deepEqual(
    [pending.event, pending.delivery, pending.attempts, pending.why],
    ['payment.status.changed', 'Pending', 1, 'the receiver replied with status 503'],
  )
  machineClock.advance({ seconds: 5 })
  await send(hook)
  receiver.take()
  const [delivered] = await deliveries()
  assert.deepEqual([delivered.delivery, delivered.attempts, delivered.why], ['Delivered', 2, undefined])
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  assert.deepEqual(await deliveries(own), [])
  await remove(hook)
})

test('webhooks cannot use private networks, nor plain http outside allowed networks', async () => {
  for (const url of [
    ...[
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest',
      'https://[fd00::1]/',
      'https://0xa000001/',
    ],
    ...['http://1.1.1.1/', 'https://user:secret@hooks.example.com/', 'ftp://hooks.example.com/', 'no url'],
  ])
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}/${(await createdOnce()).webhookUID}`],
    ] as const)
      assertRefused(await service.call(method, path, { url, eventTypes: ['*'] }), { status: 400, code: 'WEBHOOK001' })
})

let once: Promise<Hook> | undefined
const createdOnce = () => (once ??= createHook({ url: 'https://hooks.example.com/' }))

test('secrets are sealed in the database, and no reply, event or audit record shows them again', async () => {
  const idempotencyKey = 'one-secret'
  const body = { url: receiver.url, eventTypes: ['*'] }
  const hook: Hook = dataOf(await service.call('POST', PATH, body, { idempotencyKey }), 201)
  const again = dataOf(await service.call('POST', PATH, body, { idempotencyKey }), 201)
  assert.deepEqual([again.webhookUID, again.secret], [hook.webhookUID, undefined])
  assert.equal((await read(hook)).secret, undefined)
  await remove(hook)
  const bytes = hook.secret.slice('whsec_'.length)
  for (const table of ['webhooks', 'events', 'audit_log', 'idempotency_keys']) {
    const found = await service.query(`select t::text from ${table} t where t::text like '%' || $1 || '%'`, [bytes])
    assert.deepEqual(found, [], table)
  }
})

test('a deleted webhook gets nothing more, and its waiting deliveries are given up', async () => {
  const hook = await createHook()
  await payTwice(1)
  assert.equal((await remove(hook)).status, 204)
  assert.equal(await send(hook), 0)
  assertRefused(await service.call('GET', `${PATH}/${hook.webhookUID}`), { status: 404, code: 'WEBHOOK001' })
  const rows = await service.query<{ status: string; error: string }>(
    'select distinct status, error from webhook_deliveries where tenant_id = $1 and webhook_id = $2',
    [tenantId(), hook.webhookUID],
  )
  assert.deepEqual(rows, [{ status: 'Failed', error: 'the webhook was deleted' }])
})

test('an institution can have a hundred webhooks; one more is refused', async () => {
  const tenant = await service.createTenant('full')
  const body = { url: 'https://hooks.example.com/', eventTypes: ['*'] }
  for (let count = 0; count < 100; count++)
    dataOf(await service.call('POST', PATH, body, { client: tenant.client }), 201)
  const refused = await service.call('POST', PATH, body, { client: tenant.client })
  assertRefused(refused, { status: 409, code: 'WEBHOOK001', says: 'maximum of 100 webhooks' })
})

const CLAIM = `select d.id from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = $2 and d.status = 'Pending' and d.due_at <= $3
   and not exists (select from webhook_deliveries e where e.tenant_id = d.tenant_id and e.webhook_id = d.webhook_id and e.ended_at is null
     and e.subject_kind = d.subject_kind and e.subject_id = d.subject_id and (e.position, e.id) < (d.position, d.id))
   order by d.due_at, d.position limit 10`

/** Deliveries of one webhook, eight of each subject; of `pending` of a hundred, none has ended. */
const insertDeliveries = (
  tenant: bigint,
  webhook: string,
  { from, to, pending }: Record<'from' | 'to' | 'pending', number>,
) =>
  service.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, position, event_type, subject_kind, subject_id, status, is_replay,
       created_at, due_at, attempts, ended_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), n, 'test', 'payment', n / 8, case when n % 100 < $6 then 'Pending' else 'Delivered' end,
       false, $3::timestamptz, $3::timestamptz, 1, case when n % 100 >= $6 then $3::timestamptz end
     from generate_series($4::integer, $5) as n`,
    [tenant, webhook, START, from, to, pending],
  )

test('what waits of a subject is found by its subject, also when the statistics know only what was delivered', async () => {
  const { institution } = await service.createTenant('statistics')
  const uid = '00000000-0000-0000-0000-000000000009'
  await service.query(
    `insert into webhooks (tenant_id, id, url, event_types, status, position, created_at, version)
     values ($1, $2, 'https://hooks.example.com/', '{*}', 'Paused', 0, $3, 1)`,
    [institution.tenantId, uid, START],
  )
  await insertDeliveries(institution.tenantId, uid, { from: 1, to: 20_000, pending: 0 })
  await analyse(service.databaseUrl, 'webhook_deliveries')
  await insertDeliveries(institution.tenantId, uid, { from: 20_001, to: 21_000, pending: 100 })
  const plan = await service.query<Record<string, string>>(`explain ${CLAIM}`, [institution.tenantId, uid, START])
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  assert.match(text, /using webhook_deliveries_subject on webhook_deliveries e/)
})

test('due deliveries, earlier deliveries of a subject, and the log are found through indexes', async () => {
  const { institution } = await service.createTenant('plan')
  const tenantId = () => institution.tenantId
  const uid = '00000000-0000-0000-0000-000000000001'
  await service.query(
    `insert into webhooks (tenant_id, id, url, event_types, status, position, created_at, version)
     select $1, lpad(to_hex(n), 32, '0')::uuid, 'https://hooks.example.com/', '{*}', 'Paused', 0, $2, 1 from generate_series(1, 4) as n`,
    [tenantId(), START],
  )
  await service.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, position, event_type, subject_kind, subject_id, status, is_replay,
       created_at, due_at, attempts, ended_at)
     select $1, gen_random_uuid(), lpad(to_hex(1 + n % 4), 32, '0')::uuid, gen_random_uuid(), n, 'test', 'payment', n / 8,
       case when n % 5 = 0 then 'Pending' else 'Delivered' end, false, $2::timestamptz, $2::timestamptz + n * interval '1 second', 1,
       case when n % 5 <> 0 then $2::timestamptz end
     from generate_series(1, 20000) as n`,
    [tenantId(), START],
  )
  await analyse(service.databaseUrl, 'webhook_deliveries')
  const plans: [string, unknown[], RegExp][] = [
    [CLAIM, [tenantId(), uid, START], /webhook_deliveries_due[\s\S]*webhook_deliveries_subject/],
    [
      'select from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = $2 and d.status = $3 order by d.id desc limit 10',
      [tenantId(), uid, 'Failed'],
      /webhook_deliveries_log/,
    ],
    [
      'select from webhook_deliveries d where d.tenant_id = $1 and d.subject_kind = $2 and d.subject_id = $3 order by d.position, d.id limit 10',
      [tenantId(), 'payment', uid],
      /webhook_deliveries_subject/,
    ],
  ]
  for (const [query, values, expected] of plans) {
    const plan = await service.query<Record<string, string>>(`explain ${query}`, values)
    const text = plan.map((line) => Object.values(line)[0]).join('\n')
    assert.match(text, expected)
    assert.doesNotMatch(text, /Seq Scan/)
  }
})
