import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventSweeps } from '../../src/events/events.jobs.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { changePayments } from '../../src/payments/history/transitions.store.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { analyse } from '../support/analyse.ts'
import { dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

// No worker runs; the tests run its sweeps.

const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock })
  payer = await createPayer(service, { balance: 100_000 })
})
after(() => service.stop())

const work = async () => {
  for (const sweep of paymentLifeSweeps) await sweep.run(service.app, service.tenant.institution)
}
const place = async () => {
  for (const sweep of eventSweeps) while ((await sweep.run(service.app, service.tenant.institution)) > 0);
}

interface Event {
  eventUID: string
  cursor: string
  type: string
  subjectKind: string
  subjectId: string
  customerUID: string
  // biome-ignore lint/suspicious/noExplicitAny: a test fails if the data is not as expected
  data: any
}

/** All events after a cursor, read in pages. */
async function eventsAfter(cursor: string, limit = 1000, client?: TestClient): Promise<Event[]> {
  const all: Event[] = []
  for (let after = cursor; ; ) {
    const page = dataOf(
      await service.call('GET', `/v1/events?after=${after}&limit=${limit}`, undefined, client && { client }),
    )
    if (page.events.length === 0) return all
    all.push(...page.events)
    after = page.next
  }
}

/** The events that the work adds to the feed. */
async function told(happen: () => Promise<unknown>): Promise<Event[]> {
  await place()
  const head = (await eventsAfter('0')).at(-1)?.cursor ?? '0'
  await happen()
  await place()
  return eventsAfter(head)
}

const pay = async (fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

const stepsOf = (events: readonly Event[], uid: string) =>
  events
    .filter(({ type, subjectId }) => type === 'payment.status.changed' && subjectId === uid)
    .map(({ data }) => [data.previousStatus, data.paymentStatus])

test('every transition of a payment, from its creation on, is one event with the status of that transition', async () => {
  let uid = ''
  const events = await told(async () => {
    uid = await pay()
    await work()
    clock.advance({ seconds: 5 })
    for (let round = 0; round < 4; round++) await work()
    clock.advance({ seconds: 5 })
    await work()
  })
  assert.deepEqual(stepsOf(events, uid), [
    [null, 'VALIDATED'],
    ['VALIDATED', 'READY_TO_TRANSMIT'],
    ['READY_TO_TRANSMIT', 'TRANSMITTED'],
    ['TRANSMITTED', 'PROCESSED'],
  ])
  const created = events.filter(({ type }) => type === 'payment.created')
  assert.deepEqual(
    created.map(({ subjectKind, subjectId, customerUID, data }) => [subjectKind, subjectId, customerUID, data.status]),
    [['payment', uid, payer.customerUID, 'VALIDATED']],
  )
  assert.equal(events.length, 5)
  assert.equal(new Set(events.map(({ eventUID }) => eventUID)).size, 5)

  const shown = dataOf(await service.call('GET', `/payments/${uid}`))
  const { paymentStatus, previousStatus, validationFailureMessages, paymentReturnDetails, ...payment } =
    events.at(-1)!.data
  assert.deepEqual(payment, shown, 'the event shows the payment as GET does')
  assert.deepEqual(
    [paymentStatus, previousStatus, validationFailureMessages, paymentReturnDetails],
    ['PROCESSED', 'TRANSMITTED', [], null],
  )
  assert.deepEqual(
    events.map(({ data }) => data.displayStatus),
    ['Processing', 'Processing', 'Processing', 'Sent', 'Completed'],
    'what is shown of an earlier step is its own, though the payment has gone on',
  )
})

test('the event of a failure has the reason, that of a return has the code; earlier events have neither', async () => {
  const contactBank = { ...contactBody().contactBank, accountNo: '700100200301' }
  const failing = await createPayer(service, { contact: { contactBank } })
  let [failed, returned] = ['', '']
  const events = await told(async () => {
    failed = await pay({
      sender: { accountUID: failing.accountUID },
      receiver: { accountUID: failing.contactUID },
      paymentDate: '2026-07-02',
    })
    await service.query(
      `update accounts set features = features || '{"achFeature": {"secCodes": ["WEB"]}}' where id = $1`,
      [failing.accountUID],
    )
    returned = await pay({ speed: 'Express' })
    clock.advance({ hours: 24 })
    for (let round = 0; round < 3; round++) await work()
    const body = { achReturnCode: 'AC01', returnNotes: 'no account' }
    dataOf(await service.call('PUT', `/payments/${returned}/return`, body))
  })
  const ofPayment = (uid: string) =>
    events.filter(({ type, subjectId }) => type === 'payment.status.changed' && subjectId === uid)
  const [scheduled, failure, ...more] = ofPayment(failed).map(({ data }) => data)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [scheduled.status, scheduled.validationFailureMessages, scheduled.failureReason],
    ['FUTURE_DATED', [], undefined],
  )
  assert.equal(failure.paymentStatus, 'VALIDATION_FAILURE')
  assert.match(failure.validationFailureMessages[0], /SEC code/)
  const details = ofPayment(returned).map(({ data }) => data.paymentReturnDetails)
  assert.deepEqual(details.at(-1), { achReturnCode: 'AC01', returnNotes: 'no account' })
  assert.ok(details.slice(0, -1).every((one) => one === null))
})

test('a book transfer has two transitions at the same time, in their order', async () => {
  const receiver = await createPayer(service)
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const sender = await createPayer(service, { contact: { contactBank } })
  let uid = ''
  const events = await told(async () => {
    uid = await pay({ sender: { accountUID: sender.accountUID }, receiver: { accountUID: sender.contactUID } })
  })
  assert.deepEqual(stepsOf(events, uid), [
    [null, 'VALIDATED'],
    ['VALIDATED', 'PROCESSED'],
  ])
})

test('account numbers are masked for a token without Customers.View_Account_Number, and full with it', async () => {
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  const blind = await service.createClient(service.tenant, { entitlements })
  await told(() => pay())
  const cursor = String(Number.parseInt((await eventsAfter('0')).at(-1)!.cursor, 10) - 1)
  for (const [client, number] of [
    [service.tenant.client, payer.accountNumber],
    [blind, `****${payer.accountNumber.slice(-4)}`],
  ] as const)
    assert.deepEqual(
      (await eventsAfter(cursor, 1000, client)).map(({ data }) => data.senderAccountNumber),
      [number],
    )
})

test('a batch of payments is one row, and pages of any size read the same events in order, without gaps', async () => {
  const [before] = await service.query<{ count: bigint }>('select count(*) from events where payment_ids is not null')
  const uids: string[] = []
  const events = await told(async () => {
    await Promise.all(Array.from({ length: 60 }, async () => uids.push(await pay())))
    await work()
  })
  const [after] = await service.query<{ count: bigint }>('select count(*) from events where payment_ids is not null')
  assert.ok(after!.count - before!.count < 60, 'the feed has fewer rows than payments')
  for (const uid of uids)
    assert.deepEqual(stepsOf(events, uid).slice(0, 2), [
      [null, 'VALIDATED'],
      ['VALIDATED', 'READY_TO_TRANSMIT'],
    ])
  const first = String(Number.parseInt(events[0]!.cursor, 10) - 1)
  for (const limit of [1, 7, 59, 60, 61]) assert.deepEqual(await eventsAfter(first, limit), events, `pages of ${limit}`)
  const cursors = events.map(({ cursor }) => Number(cursor))
  assert.deepEqual(
    cursors,
    cursors.map((_, place) => cursors[0]! + place),
  )
  const middle = events[33]!
  const [next] = await eventsAfter(middle.cursor, 1)
  assert.deepEqual(next, events[34], 'the cursor of an event leads to the next event')
})

test('events of concurrent transactions follow their commits, none is missed, and each payment keeps its order', async () => {
  const { tenantId } = service.tenant.institution
  const scheduled = () => pay({ paymentDate: '2026-08-03' })
  const [slow, quick, third] = [await scheduled(), await scheduled(), await scheduled()]
  const names = new Map(Object.entries({ slow, quick, third }).map(([name, id]) => [id, name]))
  const now = clock.now()
  const events = await told(async () => {
    await service.app.db.transaction(async (tx) => {
      await tx.query('select from payment_states where tenant_id = $1 and payment_id = $2 for no key update', [
        tenantId,
        slow,
      ])
      await changePayments(
        tx,
        tenantId,
        [{ paymentId: slow, from: 'FUTURE_DATED', to: 'PENDING_APPROVAL', actor: 'test' }],
        now,
      )
      dataOf(await service.call('PUT', `/payments/${quick}/cancel`, { notes: 'test' }))
      await place()
    })
    await place()
    // Another node's clock is behind, so its next transition of the payment has an earlier time.
    const behind = now.subtract({ seconds: 30 })
    await service.app.db.transaction((tx) =>
      changePayments(
        tx,
        tenantId,
        [{ paymentId: slow, from: 'PENDING_APPROVAL', to: 'CANCELLED', actor: 'test' }],
        behind,
      ),
    )
    await service.app.db.transaction((tx) =>
      changePayments(tx, tenantId, [{ paymentId: third, from: 'FUTURE_DATED', to: 'VALIDATED', actor: 'test' }], now),
    )
  })
  const order = events
    .filter(({ type }) => type === 'payment.status.changed')
    .map(({ subjectId, data }) => [names.get(subjectId), data.paymentStatus])
  assert.deepEqual(order, [
    ['quick', 'CANCELLED'],
    ['slow', 'PENDING_APPROVAL'],
    ['slow', 'CANCELLED'],
    ['third', 'VALIDATED'],
  ])
})

test('a transaction that is rolled back leaves no event', async () => {
  const { tenantId } = service.tenant.institution
  const uid = await pay({ paymentDate: '2026-08-04' })
  const events = await told(() =>
    assert.rejects(
      service.app.db.transaction(async (tx) => {
        await changePayments(
          tx,
          tenantId,
          [{ paymentId: uid, from: 'FUTURE_DATED', to: 'CANCELLED', actor: 'test' }],
          clock.now(),
        )
        throw new Error('undone')
      }),
      /undone/,
    ),
  )
  assert.deepEqual(events, [])
})

test('a page is read through the index of positions, for any number of rows', async () => {
  const { institution } = await service.createTenant('plan')
  await service.query(
    `with written as (
       insert into events (tenant_id, id, size, type, subject_kind, subject_id, data, created_at)
       select $1, lpad(to_hex(n), 32, '0')::uuid, 1, 'test', 'test', '1', '{}', $2 from generate_series(1, 20000) as n)
     insert into event_positions (tenant_id, position, event_id, size)
     select $1, n, lpad(to_hex(n), 32, '0')::uuid, 1 from generate_series(1, 20000) as n`,
    [institution.tenantId, clock.now().toString()],
  )
  await analyse(service.databaseUrl, 'event_positions')
  const plan = await service.query<Record<string, string>>(
    `explain select position, event_id from event_positions where tenant_id = $1 and position > $2
       and position < $2 + $3 + 1000 and position - size < $2 + $3 order by position limit $3`,
    [institution.tenantId, 9_000n, 100],
  )
  const text = plan.map((line) => Object.values(line)[0]).join('\n')
  assert.match(text, /Index Scan using event_positions_pkey/)
  assert.doesNotMatch(text, /Sort|Seq Scan/)
})
