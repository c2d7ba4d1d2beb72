import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedger } from '../../src/ledger/verify-ledger.ts'
import { verifyLimits } from '../../src/limits/verify-limits.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** The institution is in New York and collects ACH in windows, with wires by the simulator. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock, worker: false })
  const windows = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] }
  dataOf(await service.call('PUT', '/v1/institution', { ach: { collection: windows } }))
  for (const [product, flat] of [
    ['Economy', 1],
    ['Economy Plus', 5],
  ] as const) {
    const tiers = [{ name: 'Standard', from: 0, flat }]
    const fee = { application: 'Payments', currency: 'USD', name: product, product, tierBy: 'Amount', tiers }
    dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  }
  const contactBank = { ...contactBody().contactBank, swiftCode: 'CHASUS33' }
  payer = await createPayer(service, { balance: 1_000_000, contact: { contactBank } })
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
})
after(() => service.stop())

const ask = (fields: object) => service.call('POST', '/payments/creditrequest', creditBody(payer, fields))
const pay = async (fields: object) => dataOf(await ask(fields))
const preview = async (fields: object) =>
  dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer, fields)))
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const entriesOf = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}/timeline`)).entries
const setAccount = async (action: 'Suspend' | 'Activate') => {
  const path = `/v2/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PATCH', path, { action, reason: 'test' }))
}

/** Runs all sweeps that are due until none has work, without moving the clock. */
async function work(): Promise<void> {
  const { app } = service
  const { tenantId } = service.tenant.institution
  const institution = await app.db.read((db) => readInstitution(db, tenantId))
  for (let moved = 1, passes = 0; moved > 0; passes++) {
    assert.ok(passes < 30, 'the worker runs out of work')
    moved = 0
    for (const { due, run } of paymentLifeSweeps)
      if ((await app.db.read((db) => due(db, clock.now()))).includes(tenantId)) moved += await run(app, institution)
  }
  assert.deepEqual(await app.db.read((db) => verifyPayments(db, tenantId)), [])
  assert.deepEqual((await app.db.read((db) => verifyLedger(db, tenantId))).differences, [])
  assert.deepEqual(await app.db.transaction((tx) => verifyLimits(tx, tenantId)), [])
}
const workAt = (at: string) => {
  clock.set(at)
  return work()
}

const [sameDay, wire, abroad] = [{ speed: 'Economy Plus' }, { speed: 'Express' }, { speed: 'SPOT' }]
const edges: [fields: object, at: string, cutOff: string, leavesAt: string, valueDate: string][] = [
  [sameDay, '2026-07-01T20:15:00.000Z', '2026-07-01T20:15:00.000Z', '2026-07-02T14:00:00.000Z', '2026-07-02'],
  [wire, '2026-07-01T22:30:00.000Z', '2026-07-01T22:30:00.000Z', '2026-07-02T04:00:00.000Z', '2026-07-02'],
  [abroad, '2026-07-02T20:00:00.000Z', '2026-07-02T20:00:00.000Z', '2026-07-03T04:00:00.000Z', '2026-07-03'],
  // Daylight saving time begins on Sunday.
  [wire, '2027-03-12T23:30:00.000Z', '2027-03-12T23:30:00.000Z', '2027-03-15T04:00:00.000Z', '2027-03-15'],
  [sameDay, '2027-11-05T20:15:00.000Z', '2027-11-05T20:15:00.000Z', '2027-11-08T15:00:00.000Z', '2027-11-08'],
  [wire, '2027-12-31T23:30:00.000Z', '2027-12-31T23:30:00.000Z', '2028-01-03T05:00:00.000Z', '2028-01-03'],
]
for (const [fields, at, cutOff, leavesAt, valueDate] of edges)
  test(`Refuse and NextWindow of ${JSON.stringify(fields)}: ${at} is in time, a millisecond later is not`, async () => {
    clock.set(at)
    const refusing = { ...fields, onMissedCutOff: 'Refuse' }
    const inTime = await pay(refusing)
    assert.deepEqual([inTime.paymentStatus, inTime.missedCutOff], ['VALIDATED', undefined])
    dataOf(await service.call('PUT', `/payments/${inTime.paymentUID}/cancel`, {}))
    clock.advance({ milliseconds: 1 })
    const says = `the cut-off was ${cutOff}; the next window is at ${leavesAt}, for the value date ${valueDate}`
    assertRefused(await ask(refusing), { status: 402, code: 'PAYMENT002', says })
    const seen = await preview(refusing)
    assert.deepEqual([seen.wouldBeRefused, seen.refusals.length], [true, 1])
    const waiting = { ...fields, onMissedCutOff: 'NextWindow' }
    const expected = await preview(waiting)
    const { missedCutOff, paymentUID: uid, ...made } = await pay(waiting)
    assert.deepEqual([missedCutOff, made.valueDate], [expected.missedCutOff, valueDate])
    const { says: told, ...facts } = missedCutOff
    assert.deepEqual(facts, { cutOff, onMissedCutOff: 'NextWindow', ...fields, leavesAt, valueDate })
    assert.match(told, /leaves in the next window/)
    const [first] = await entriesOf(uid)
    assert.deepEqual(first.evidence.missedCutOff, missedCutOff)
    dataOf(await service.call('PUT', `/payments/${uid}/cancel`, {}))
  })

test('on a closed day there is no cut-off to name, and the payment misses the day', async () => {
  clock.set('2028-02-05T15:00:00.000Z')
  const reply = await ask({ ...wire, onMissedCutOff: 'Refuse' })
  assertRefused(reply, { status: 402, code: 'PAYMENT002', says: 'its network is closed on this day; the next window' })
})

test('same-day ACH that waits for the next window keeps its fee and goes out same-day of its new date', async () => {
  clock.set('2028-02-07T21:16:00.000Z')
  const { paymentUID: uid, missedCutOff } = await pay({ ...sameDay, onMissedCutOff: 'NextWindow' })
  assert.match(missedCutOff.says, /same-day ACH, at the fee of same-day ACH/)
  await workAt('2028-02-08T15:00:00.000Z')
  const sent = await read(uid)
  assert.deepEqual(
    [sent.status, sent.valueDate, sent.speed, sent.bankFee],
    ['TRANSMITTED', '2028-02-08', 'Economy Plus', '5.00'],
  )
})

test('Downgrade pays by next-day ACH with the lower fee, and the answer, preview and payment say so', async () => {
  clock.set('2028-02-09T21:16:00.000Z')
  const asked = { ...sameDay, onMissedCutOff: 'Downgrade' }
  const { fee, missedCutOff: expected } = await preview(asked)
  const { paymentUID: uid, missedCutOff } = await pay(asked)
  assert.deepEqual([fee.amount, expected], ['1.00', missedCutOff])
  assert.equal(missedCutOff.speed, 'Economy')
  const made = await read(uid)
  assert.deepEqual(
    [made.speed, made.requestedSpeed, made.bankFee, made.valueDate],
    [...['Economy', 'Economy Plus', '1.00', '2028-02-10']],
  )
  await workAt('2028-02-09T23:00:00.000Z')
  assert.equal((await read(uid)).status, 'TRANSMITTED')
})

test('a same-day payment that no worker collected in time is refused, downgraded with the lower fee, or waits', async () => {
  clock.set('2028-02-14T20:00:00.000Z')
  const made = async (onMissedCutOff: string) => (await pay({ ...sameDay, onMissedCutOff })).paymentUID
  const [refused, downgraded, waiting] = [await made('Refuse'), await made('Downgrade'), await made('NextWindow')]
  await work()
  // The last window closed at 16:15 Eastern; half an hour later, its file is too late.
  await workAt('2028-02-14T21:45:01.000Z')
  const seen = async (uid: string) => {
    const { status, speed, bankFee, valueDate } = await read(uid)
    return [status, speed, bankFee, valueDate]
  }
  assert.deepEqual(await seen(refused), ['VALIDATION_FAILURE', 'Economy Plus', undefined, '2028-02-14'])
  assert.deepEqual(await seen(downgraded), ['READY_TO_TRANSMIT', 'Economy', '1.00', '2028-02-15'])
  assert.deepEqual(await seen(waiting), ['READY_TO_TRANSMIT', 'Economy Plus', '5.00', '2028-02-15'])
  assert.match((await read(refused)).failureReason, /missed its cut-off/)
  const told = (await entriesOf(downgraded)).find(({ kind }: { kind: string }) => kind === 'valueDate')
  assert.equal(told.reason, 'downgraded')
  await workAt('2028-02-15T15:00:00.000Z')
  for (const uid of [downgraded, waiting]) assert.equal((await read(uid)).status, 'TRANSMITTED')
})

test('in the half hour after the last window, its file is still in time for the day', async () => {
  clock.set('2028-02-16T20:00:00.000Z')
  const { paymentUID: uid } = await pay({ ...sameDay, onMissedCutOff: 'Refuse' })
  await work()
  await workAt('2028-02-16T21:45:00.000Z')
  const { status, valueDate } = await read(uid)
  assert.deepEqual([status, valueDate], ['TRANSMITTED', '2028-02-16'])
})

test('a wire that no worker took before its cut-off fails if its customer chose Refuse, and gives back its funds', async () => {
  clock.set('2028-02-17T23:29:00.000Z')
  const { paymentUID: uid } = await pay({ ...wire, onMissedCutOff: 'Refuse' })
  await workAt('2028-02-22T15:00:00.000Z')
  const { status, failureReason } = await read(uid)
  assert.equal(status, 'VALIDATION_FAILURE')
  assert.match(failureReason, /missed its cut-off, and onMissedCutOff is Refuse/)
})

test('a held payment with Refuse fails when its cut-off passes, and not at it; with Downgrade it is lifted as next-day ACH', async () => {
  clock.set('2028-02-23T18:00:00.000Z')
  const held = (await pay({ ...sameDay, onMissedCutOff: 'Refuse' })).paymentUID
  const slower = (await pay({ ...sameDay, onMissedCutOff: 'Downgrade' })).paymentUID
  await setAccount('Suspend')
  await work()
  // The last window of the day counts, not the one for which it was ready.
  await workAt('2028-02-23T21:15:00.000Z')
  assert.equal((await read(held)).status, 'HELD')
  await workAt('2028-02-23T21:15:00.001Z')
  const { status, failureReason } = await read(held)
  assert.equal(status, 'VALIDATION_FAILURE')
  assert.match(failureReason, /missed its cut-off/)
  assert.equal((await read(slower)).status, 'HELD')
  clock.set('2028-02-23T22:00:00.000Z')
  await setAccount('Activate')
  clock.advance({ seconds: 1 })
  await work()
  const lifted = await read(slower)
  assert.deepEqual(
    [lifted.status, lifted.speed, lifted.requestedSpeed, lifted.bankFee, lifted.valueDate],
    ['READY_TO_TRANSMIT', 'Economy', 'Economy Plus', '1.00', '2028-02-24'],
  )
  await workAt('2028-02-23T23:00:00.000Z')
  assert.equal((await read(slower)).status, 'TRANSMITTED')
})

test('a scheduled payment that is decided after the cut-off of its date fails with Refuse and moves with NextWindow', async () => {
  clock.set('2028-03-01T15:00:00.000Z')
  const made = async (onMissedCutOff: string) =>
    (await pay({ ...wire, onMissedCutOff, paymentDate: '2028-03-03' })).paymentUID
  const [refused, moved] = [await made('Refuse'), await made('NextWindow')]
  await workAt('2028-03-03T23:30:00.001Z')
  assert.equal((await read(refused)).status, 'VALIDATION_FAILURE')
  assert.match(
    (await read(refused)).failureReason,
    /not released: the cut-off was 2028-03-03T23:30:00.000Z; the next window is at 2028-03-06T05:00:00.000Z/,
  )
  const { status, valueDate } = await read(moved)
  assert.deepEqual([status, valueDate], ['READY_TO_TRANSMIT', '2028-03-06'])
  dataOf(await service.call('PUT', `/payments/${moved}/cancel`, {}))
})

test('the request is stronger than the customer, and the customer than the institution', async () => {
  clock.set('2028-03-07T23:31:00.000Z')
  const outcome = async (fields: object = {}) => {
    const { status, body } = await ask({ ...wire, ...fields })
    return status === 200 ? body.data.missedCutOff.onMissedCutOff : status
  }
  assert.equal(await outcome(), 'NextWindow')
  dataOf(await service.call('PUT', '/v1/institution', { cutOffs: { onMissed: 'Refuse' } }))
  assert.equal(await outcome(), 402)
  const customer = `/v2/customers/${payer.customerUID}`
  dataOf(await service.call('PUT', customer, { onMissedCutOff: 'Downgrade' }))
  // A wire has no slower speed on its rail.
  assert.equal(await outcome(), 'NextWindow')
  assert.equal(await outcome({ onMissedCutOff: 'Refuse' }), 402)
  dataOf(await service.call('PUT', customer, { onMissedCutOff: 'NextWindow' }))
  dataOf(await service.call('PUT', '/v1/institution', { cutOffs: { onMissed: 'NextWindow' } }))
})

test('a choice that the speed does not have is refused', async () => {
  for (const fields of [
    { speed: 'Economy', onMissedCutOff: 'Refuse' },
    { speed: 'Instant', onMissedCutOff: 'NextWindow' },
    { ...wire, onMissedCutOff: 'Downgrade' },
    { ...sameDay, onMissedCutOff: 'Later' },
  ])
    assertRefused(await ask(fields), { status: 400, code: 'PAYMENT002', says: 'onMissedCutOff' })
})

test('a scheduled payment without funds is tried again until the last window of its day, and no later', async () => {
  clock.set('2028-03-13T14:00:00.000Z')
  const poor = await createPayer(service, { balance: 1 })
  const body = creditBody(poor, { ...sameDay, paymentAmount: 50, paymentDate: '2028-03-14' })
  const { paymentUID: uid } = dataOf(await service.call('POST', '/payments/creditrequest', body))
  for (const at of ['2028-03-14T04:00:00.000Z', '2028-03-14T20:00:00.000Z']) await workAt(at)
  assert.equal((await read(uid)).status, 'FUTURE_DATED')
  await workAt('2028-03-14T20:15:00.000Z')
  assert.equal((await read(uid)).status, 'VALIDATION_FAILURE')
})

test('a downgrade converts a fee of next-day ACH in another currency, and keeps the fees without its rate', async () => {
  const tiers = [{ name: 'Foreign', from: 0, flat: 1 }]
  const fee = { application: 'Payments', currency: 'EUR', name: 'Network', product: 'Economy', tierBy: 'Amount', tiers }
  dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  const charged = await createPayer(service, { balance: 1_000 })
  for (const tier of [{ feeTier: 'Standard' }, { feeTier: 'Foreign', feeName: 'Network' }]) {
    const path = `/v1/customers/${charged.customerUID}/fees`
    dataOf(await service.call('POST', path, { application: 'Payments', ...tier }))
  }
  const downgradedOn = async (date: string) => {
    clock.set(`${date}T19:00:00Z`)
    const body = creditBody(charged, { ...sameDay, onMissedCutOff: 'Downgrade' })
    const { paymentUID: uid } = dataOf(await service.call('POST', '/payments/creditrequest', body))
    await work()
    await workAt(`${date}T20:45:01Z`)
    const { speed, bankFees } = await read(uid)
    return [speed, bankFees]
  }
  const paid = (name: string, amount: string) => ({ name, amount, currency: 'USD' })
  assert.deepEqual(await downgradedOn('2028-03-20'), ['Economy', [paid('Economy Plus', '5.00')]])
  const rates = [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.0842, mid: 1.0843, ask: 1.0844 }]
  dataOf(await service.call('PUT', '/v1/institution/fx/rates', { rates }))
  const converted = { scheduledAmount: '1.00', scheduledCurrency: 'EUR', rate: '1.0843' }
  const expected = [paid('Economy', '1.00'), { ...paid('Network', '1.09'), ...converted }]
  assert.deepEqual(await downgradedOn('2028-03-21'), ['Economy', expected])
})
