import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { dataOf } from '../support/answers.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/** The institution is in New York. July 1, 2026 is a Wednesday, and Friday is a banking day. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService({ clock, worker: false })
  const contactBank = { ...contactBody().contactBank, swiftCode: 'CHASUS33' }
  payer = await createPayer(service, { balance: 1_000_000, contact: { contactBank } })
})
after(() => service.stop())

const pay = async (fields: object) =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields)))
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const statusOf = async (uid: string): Promise<string> => (await read(uid)).status
const entriesOf = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}/timeline`))

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
}

const [wire, abroad, instant] = [{ speed: 'Express' }, { speed: 'SPOT' }, { speed: 'Instant' }]
const moments: [name: string, fields: object, at: string, valueDate: string, leaves: string][] = [
  ['a wire in the morning', wire, '2026-07-01T14:00:00.000Z', '2026-07-01', '2026-07-01T14:00:00.000Z'],
  ['a wire at the cut-off', wire, '2026-07-01T22:30:00.000Z', '2026-07-01', '2026-07-01T22:30:00.000Z'],
  ['a wire after the cut-off', wire, '2026-07-01T22:30:00.001Z', '2026-07-02', '2026-07-02T04:00:00.000Z'],
  ['a wire on Friday after the cut-off', wire, '2026-07-10T22:31:00.000Z', '2026-07-13', '2026-07-13T04:00:00.000Z'],
  ['a wire on a Saturday', wire, '2026-07-11T14:00:00.000Z', '2026-07-13', '2026-07-13T04:00:00.000Z'],
  ['a wire on a Sunday', wire, '2026-07-12T14:00:00.000Z', '2026-07-13', '2026-07-13T04:00:00.000Z'],
  ['a wire on Labor Day', wire, '2026-09-07T14:00:00.000Z', '2026-09-08', '2026-09-08T04:00:00.000Z'],
  ['a wire at the cut-off in winter', wire, '2026-12-01T23:30:00.000Z', '2026-12-01', '2026-12-01T23:30:00.000Z'],
  [
    'a wire on the last evening of the year',
    wire,
    '2026-12-31T23:31:00.000Z',
    '2027-01-04',
    '2027-01-04T05:00:00.000Z',
  ],
  [
    'a wire before daylight saving time begins',
    wire,
    '2027-03-13T12:00:00.000Z',
    '2027-03-15',
    '2027-03-15T04:00:00.000Z',
  ],
  ['a SWIFT payment at the cut-off', abroad, '2027-04-01T20:00:00.000Z', '2027-04-01', '2027-04-01T20:00:00.000Z'],
  ['a SWIFT payment after the cut-off', abroad, '2027-04-01T20:00:01.000Z', '2027-04-02', '2027-04-02T04:00:00.000Z'],
  ['an instant payment on a Sunday', instant, '2027-04-04T14:00:00.000Z', '2027-04-04', '2027-04-04T14:00:00.000Z'],
]
for (const [name, fields, at, valueDate, leaves] of moments)
  test(`${name} holds its funds, has the value date ${valueDate}, and leaves no earlier`, async () => {
    clock.set(at)
    const preview = await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer, fields))
    assert.equal(dataOf(preview).valueDate, valueDate)
    const { paymentUID: uid, paymentStatus, valueDate: told } = await pay(fields)
    assert.deepEqual([paymentStatus, told], ['VALIDATED', valueDate])
    assert.equal((await read(uid)).valueDate, valueDate)
    assert.equal((await entriesOf(uid)).valueDate, valueDate)
    const early = new Date(Date.parse(leaves) - 1).toISOString()
    if (early > at) {
      clock.set(early)
      await work()
      assert.equal(await statusOf(uid), 'READY_TO_TRANSMIT')
    }
    clock.set(leaves)
    await work()
    assert.equal(await statusOf(uid), 'TRANSMITTED')
  })

/** The changes of a payment's value date, as its timeline tells them. */
const redatings = async (uid: string) =>
  (await entriesOf(uid)).entries
    .filter(({ kind }: { kind: string }) => kind === 'valueDate')
    .map(({ at, previousValueDate, valueDate, reason, why }: Record<string, string>) => {
      assert.ok(why, 'the reason in words')
      return [at, previousValueDate, valueDate, reason]
    })

test('a wire that no worker took before its cut-off goes the next business day', async () => {
  clock.set('2027-05-05T22:29:00.000Z')
  const { paymentUID: uid, valueDate } = await pay(wire)
  assert.equal(valueDate, '2027-05-05')
  clock.set('2027-05-05T22:31:00.000Z')
  await work()
  const late = await read(uid)
  assert.deepEqual([late.status, late.valueDate], ['READY_TO_TRANSMIT', '2027-05-06'])
  assert.equal((await entriesOf(uid)).valueDate, '2027-05-06')
  assert.deepEqual(await redatings(uid), [['2027-05-05T22:31:00.000Z', '2027-05-05', '2027-05-06', 'missedCutOff']])
  clock.set('2027-05-06T04:00:00.000Z')
  await work()
  assert.equal(await statusOf(uid), 'TRANSMITTED')
})

test('after a step of the clock over several days, a wire leaves on the first business day', async () => {
  clock.set('2027-05-07T22:31:00.000Z')
  const { paymentUID: uid } = await pay(wire)
  clock.set('2027-05-15T14:00:00.000Z')
  await work()
  assert.deepEqual([await statusOf(uid), (await read(uid)).valueDate], ['READY_TO_TRANSMIT', '2027-05-17'])
  clock.set('2027-05-17T14:00:00.000Z')
  await work()
  assert.equal(await statusOf(uid), 'TRANSMITTED')
  assert.deepEqual(await redatings(uid), [['2027-05-15T14:00:00.000Z', '2027-05-10', '2027-05-17', 'missedCutOff']])
})

const dates: [fields: object, asked: string, paid: string][] = [
  [wire, '2027-06-05', '2027-06-07'],
  [wire, '2027-07-05', '2027-07-06'],
  [{ speed: 'Economy' }, '2027-06-06', '2027-06-07'],
  [instant, '2027-06-06', '2027-06-06'],
]
for (const [fields, asked, paid] of dates)
  test(`a payment by ${JSON.stringify(fields)} for ${asked} is scheduled for ${paid}`, async () => {
    clock.set('2027-06-01T14:00:00.000Z')
    const { paymentUID: uid, paymentStatus } = await pay({ ...fields, paymentDate: asked })
    assert.equal(paymentStatus, 'FUTURE_DATED')
    assert.equal((await read(uid)).paymentDate, paid)
  })

test('a held wire that is lifted after its cut-off has the value date of the next business day', async () => {
  clock.set('2027-06-10T14:00:00.000Z')
  const { paymentUID: uid } = await pay(wire)
  const path = `/v2/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'test' }))
  await work()
  assert.equal(await statusOf(uid), 'HELD')
  clock.set('2027-06-11T22:45:00.000Z')
  dataOf(await service.call('PATCH', path, { action: 'Activate', reason: 'test' }))
  await work()
  assert.deepEqual([await statusOf(uid), (await read(uid)).valueDate], ['READY_TO_TRANSMIT', '2027-06-14'])
  clock.set('2027-06-14T04:00:00.000Z')
  await work()
  assert.equal(await statusOf(uid), 'TRANSMITTED')
  assert.deepEqual(await redatings(uid), [['2027-06-11T22:45:00.000Z', '2027-06-10', '2027-06-14', 'held']])
})

/** The day of a moment at the Federal Reserve. */
const easternDay = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO('America/New_York').toPlainDate()

const evenings = [
  '2027-12-31T23:45:00.000Z',
  '2028-01-02T23:30:00.000Z',
  '2028-03-12T06:59:58.000Z',
  '2028-03-13T03:59:50.000Z',
]
for (const at of evenings)
  test(`in a sandbox, a payment by ACH at ${at} settles on the value date and day that its preview expects`, async () => {
    clock.set(at)
    const economy = { speed: 'Economy' }
    const preview = await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer, economy))
    const { valueDate, expectedSettlement } = dataOf(preview)
    assert.equal(valueDate, easternDay(expectedSettlement).toString())
    const { paymentUID: uid, valueDate: told } = await pay(economy)
    assert.equal(told, valueDate)
    await work()
    clock.advance({ seconds: 2 })
    await work()
    clock.advance({ seconds: 2 })
    await work()
    const { entries, valueDate: last } = await entriesOf(uid)
    const settled = entries.find(({ to }: { to?: string }) => to === 'PROCESSED')
    assert.deepEqual([easternDay(settled.at).toString(), last, await redatings(uid)], [valueDate, valueDate, []])
  })

test('in a sandbox with collection windows, ACH settles on its effective entry date', async () => {
  clock.set('2028-01-14T15:00:00.000Z')
  const windows = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await service.call('PUT', '/v1/institution', { ach: { collection: windows } }))
  const economy = { speed: 'Economy' }
  const preview = await service.call('POST', '/v3/payments/creditrequest/preview', creditBody(payer, economy))
  const { valueDate, expectedSettlement } = dataOf(preview)
  // Monday is the Birthday of Martin Luther King, Jr.
  assert.deepEqual([valueDate, expectedSettlement], ['2028-01-18', '2028-01-18T13:30:00.000Z'])
  const { paymentUID: uid } = await pay(economy)
  for (const at of ['2028-01-14T15:00:01.000Z', '2028-01-14T19:15:00.000Z', '2028-01-18T13:29:59.000Z']) {
    clock.set(at)
    await work()
  }
  assert.equal(await statusOf(uid), 'TRANSMITTED')
  clock.set(expectedSettlement)
  await work()
  assert.equal(await statusOf(uid), 'PROCESSED')
})
