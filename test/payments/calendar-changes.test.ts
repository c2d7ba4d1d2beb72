import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

// What waits for a date of the calendar gets the date that it would get now, as soon as the
// calendar changes; what has begun keeps its date.

/** A Wednesday, 10:00 in New York. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

let banks = 0
/** A bank whose ACH keeps the calendar. */
async function open(settings: object = {}): Promise<LedgerBank> {
  const bank = await openLedgerBank(service, clock, `dates${++banks}`, { sandbox: true, balance: 100_000 })
  await change(bank, {
    ach: { collection: { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15'] } },
    ...settings,
  })
  return bank
}
const change = async ({ call }: LedgerBank, body: object) => dataOf(await call('PUT', '/v1/institution', body))
const pay = async ({ call, payer }: LedgerBank, fields: object): Promise<Record<string, string>> =>
  dataOf(await call('POST', '/payments/creditrequest', creditBody(payer, fields)))
const read = async ({ call }: LedgerBank, { paymentUID }: Record<string, string>) =>
  dataOf(await call('GET', `/payments/${paymentUID}`))
const datesOf = async (bank: LedgerBank, payment: Record<string, string>) => {
  const { status, paymentDate, valueDate } = await read(bank, payment)
  return [status, paymentDate, valueDate]
}
/** What the timeline tells of changes of its dates. */
const movesOf = async ({ call }: LedgerBank, { paymentUID }: Record<string, string>) =>
  dataOf(await call('GET', `/payments/${paymentUID}/timeline`))
    .entries.filter(({ kind }: { kind: string }) => kind === 'valueDate')
    .map(({ at: _, kind: _kind, why, ...move }: Record<string, string>) => {
      assert.ok(why, 'the reason in words')
      return move
    })
const eventsOf = ({ tenant }: LedgerBank) =>
  service.query<{ data: Record<string, string> }>(
    `select data from events where tenant_id = $1 and type = 'payment.rescheduled' order by id`,
    [tenant.institution.tenantId],
  )

for (const [convention, day, value] of [
  ['preceding', '2026-07-09', '2026-07-09'],
  ['following', '2026-07-13', '2026-07-13'],
  ['modifiedFollowing', '2026-07-13', '2026-07-13'],
] as const)
  test(`by ${convention}, what waits for a day that is closed goes where a new payment goes, and leaves then`, async () => {
    const bank = await open({ recurrence: { businessDays: convention } })
    const wire = await pay(bank, { speed: 'Express', paymentDate: '2026-07-10' })
    assert.deepEqual(await datesOf(bank, wire), ['FUTURE_DATED', '2026-07-10', '2026-07-10'])
    await change(bank, { closedDays: ['2026-07-10'] })
    await bank.workAt('2026-07-01T14:00:01.000Z')
    const made = await pay(bank, { speed: 'Express', paymentDate: '2026-07-10' })
    assert.deepEqual(await datesOf(bank, wire), ['FUTURE_DATED', day, value])
    assert.deepEqual(await datesOf(bank, wire), await datesOf(bank, made))
    const moved = {
      ...{ previousValueDate: '2026-07-10', valueDate: value },
      ...{ previousPaymentDate: '2026-07-10', paymentDate: day, reason: 'calendarChanged' },
    }
    assert.deepEqual(await movesOf(bank, wire), [moved])
    const [event, ...others] = await eventsOf(bank)
    assert.deepEqual([event!.data, others], [{ paymentUID: wire['paymentUID'], ...moved }, []])
    await bank.workAt(`${day}T03:59:59.000Z`)
    assert.equal((await read(bank, wire)).status, 'FUTURE_DATED')
    await bank.workAt(`${day}T04:00:00.000Z`)
    assert.deepEqual(await datesOf(bank, wire), ['TRANSMITTED', day, value])
  })

test('the payments of a series, made and to come, follow the calendar, and a day that is open again counts again', async () => {
  const bank = await open({ recurrence: { businessDays: 'preceding' } })
  const recurrence = { frequency: 'Weekly', payUntil: 'NumberOfPayments', numberOfPayments: 3 }
  const first = await pay(bank, { speed: 'Express', paymentDate: '2026-07-07', recurrence })
  await bank.workAt('2026-07-07T14:00:00.000Z')
  const path = `/v3/payments/recurrences/${first['recurranceId']}/preview?count=3`
  const preview = async () =>
    dataOf(await bank.call('GET', path)).payments.map((one: Record<string, string>) => one['paymentDate'])
  assert.deepEqual(await preview(), ['2026-07-07', '2026-07-14', '2026-07-21'])
  await change(bank, { closedDays: ['2026-07-14', '2026-07-21'] })
  await bank.workAt('2026-07-07T15:00:00.000Z')
  assert.deepEqual(await preview(), ['2026-07-07', '2026-07-13', '2026-07-20'])
  const due = await service.query<{ day: string }>(
    'select due_on as day from payment_recurrences where tenant_id = $1',
    [bank.tenant.institution.tenantId],
  )
  assert.deepEqual(due, [{ day: '2026-07-13' }], 'seven days before July 20')
  await change(bank, { closedDays: ['2026-07-21'] })
  await bank.workAt('2026-07-07T16:00:00.000Z')
  assert.deepEqual(await preview(), ['2026-07-07', '2026-07-14', '2026-07-20'])
  await change(bank, { recurrence: { businessDays: 'following' } })
  await bank.workAt('2026-07-07T17:00:00.000Z')
  assert.deepEqual(await preview(), ['2026-07-07', '2026-07-14', '2026-07-22'])
})

test('a payment that waits for approval has until the cut-off of its new day', async () => {
  const bank = await open({ recurrence: { businessDays: 'preceding' } })
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  bank.payer = await createPayer(service, { client: bank.tenant.client, balance: 1000, customer })
  const wire = await pay(bank, { speed: 'Express', paymentDate: '2026-07-10' })
  const before = await read(bank, wire)
  assert.deepEqual([before.status, before.approveBy], ['PENDING_APPROVAL', '2026-07-10T22:30:00.000Z'])
  await change(bank, { closedDays: ['2026-07-10'], cutOffs: { marginMinutes: 75 } })
  await bank.workAt('2026-07-01T15:00:00.000Z')
  const moved = await read(bank, wire)
  assert.deepEqual(
    [moved.status, moved.paymentDate, moved.valueDate, moved.approveBy],
    ['PENDING_APPROVAL', '2026-07-09', '2026-07-09', '2026-07-09T21:30:00.000Z'],
  )
})

test('what waits with its funds for a day that is closed gets the next one at once', async () => {
  const bank = await open()
  clock.set('2026-07-02T22:31:00.000Z') // Thursday, after the cut-off
  const wire = await pay(bank, { speed: 'Express' })
  const entry = await pay(bank, { speed: 'Economy' })
  assert.deepEqual(
    [await datesOf(bank, wire), await datesOf(bank, entry)],
    [
      ['VALIDATED', '2026-07-02', '2026-07-03'],
      ['VALIDATED', '2026-07-02', '2026-07-06'],
    ],
  )
  await change(bank, { closedDays: ['2026-07-03'] })
  await bank.workAt('2026-07-02T22:32:00.000Z')
  assert.deepEqual(
    [await datesOf(bank, wire), await datesOf(bank, entry)],
    [
      ['READY_TO_TRANSMIT', '2026-07-02', '2026-07-06'],
      ['READY_TO_TRANSMIT', '2026-07-02', '2026-07-07'],
    ],
  )
  assert.deepEqual(
    (await movesOf(bank, wire)).map(({ valueDate, reason }: Record<string, string>) => [valueDate, reason]),
    [['2026-07-06', 'calendarChanged']],
  )
  await bank.workAt('2026-07-06T04:00:00.000Z')
  assert.equal((await read(bank, wire)).status, 'TRANSMITTED')
})

test('a held payment for a later day is lifted for its new day', async () => {
  const bank = await open()
  const { customerUID } = bank.payer
  const wire = await pay(bank, { speed: 'Express', paymentDate: '2026-07-02', onMissedCutOff: 'Refuse' })
  const path = `/v1/institution/customers/${customerUID}`
  dataOf(await bank.call('PUT', `${path}/suspend`, { reason: 'test' }))
  await bank.workAt('2026-07-02T14:00:00.000Z')
  assert.deepEqual(await datesOf(bank, wire), ['HELD', '2026-07-02', '2026-07-02'])
  await change(bank, { cutOffs: { marginMinutes: 300 }, closedDays: ['2026-07-06'] })
  await bank.workAt('2026-07-02T15:00:00.000Z')
  assert.deepEqual(await datesOf(bank, wire), ['HELD', '2026-07-02', '2026-07-02'], 'its day has begun')
  assert.deepEqual(await movesOf(bank, wire), [])
})

test('a cut-off that is set while a day goes on does not take the day from what was told the old one', async () => {
  const bank = await open()
  clock.set('2026-07-01T22:20:00.000Z')
  const told = await pay(bank, { speed: 'Express', onMissedCutOff: 'Refuse' })
  const waits = await pay(bank, { speed: 'Express' })
  await change(bank, { cutOffs: { marginMinutes: 120 } })
  const late = await bank.call(
    'POST',
    '/payments/creditrequest',
    creditBody(bank.payer, { speed: 'Express', onMissedCutOff: 'Refuse' }),
  )
  assertRefused(late, { status: 402, code: 'PAYMENT002', says: 'the cut-off was 2026-07-01T20:45:00.000Z' })
  await bank.workAt('2026-07-01T22:21:00.000Z')
  assert.deepEqual(await datesOf(bank, told), ['TRANSMITTED', '2026-07-01', '2026-07-01'])
  assert.deepEqual(await datesOf(bank, waits), ['TRANSMITTED', '2026-07-01', '2026-07-01'])
})

test('after a change of the time zone, what is due later is due when its day begins there', async () => {
  const bank = await open()
  const wire = await pay(bank, { speed: 'Instant', paymentDate: '2026-07-03' })
  await change(bank, { timeZone: 'Europe/Berlin' })
  await bank.workAt('2026-07-01T15:00:00.000Z')
  const due = async () =>
    (
      await service.query<{ at: string }>('select due_at::text as at from payment_states where payment_id = $1', [
        wire['paymentUID'],
      ])
    )[0]!
  assert.match((await due()).at, /^2026-07-02 22:00/)
  assert.deepEqual(await movesOf(bank, wire), [], 'its day is the same')
  await bank.workAt('2026-07-02T22:00:00.000Z')
  assert.notEqual((await read(bank, wire)).status, 'FUTURE_DATED')
})

test('a payment whose day was moved is paid on it, also if it was held meanwhile, and lists say so', async () => {
  const bank = await open({ recurrence: { businessDays: 'preceding' } })
  const entry = await pay(bank, { speed: 'Economy', paymentDate: '2026-07-10' })
  await change(bank, { closedDays: ['2026-07-10', '2026-07-09'] })
  await bank.workAt('2026-07-01T15:00:00.000Z')
  assert.deepEqual(await datesOf(bank, entry), ['FUTURE_DATED', '2026-07-08', '2026-07-13'])
  const path = `/v1/institution/customers/${bank.payer.customerUID}`
  dataOf(await bank.call('PUT', `${path}/suspend`, { reason: 'test' }))
  await bank.workAt('2026-07-08T05:00:00.000Z')
  assert.equal((await read(bank, entry)).status, 'HELD')
  dataOf(await bank.call('PUT', `${path}/activate`, { reason: 'test' }))
  await bank.workAt('2026-07-08T06:00:00.000Z')
  assert.equal((await read(bank, entry)).status, 'READY_TO_TRANSMIT')
  const [listed] = dataOf(await bank.call('POST', '/payments/search', { paymentUUID: entry['paymentUID'] }))
  assert.equal(listed.paymentDate, '2026-07-08')
})

test('what a transaction of before the change adds is looked at once more, and the work ends', async () => {
  const bank = await open({ recurrence: { businessDays: 'preceding' } })
  const { tenantId } = bank.tenant.institution
  await change(bank, { closedDays: ['2026-07-10'] })
  await bank.workAt('2026-07-01T15:00:00.000Z')
  const walks = () =>
    service.query<{ left: number; isDue: boolean }>(
      'select walks_left as left, due_at <= clock_timestamp() as is_due from calendar_changes where tenant_id = $1',
      [tenantId],
    )
  assert.deepEqual(await walks(), [{ left: 1, isDue: false }])
  const wire = await pay(bank, { speed: 'Express', paymentDate: '2026-07-09' })
  const asBefore = { due_at: '2026-07-10T04:00:00Z', pays_on: '2026-07-10', value_date: '2026-07-10' }
  await service.query(
    'update payment_states set due_at = $2, pays_on = $3, value_date = $4 where payment_id = $1 returning 1',
    [wire['paymentUID'], ...Object.values(asBefore)],
  )
  await service.query('update calendar_changes set due_at = clock_timestamp() where tenant_id = $1', [tenantId])
  await bank.workAt('2026-07-01T15:05:00.000Z')
  assert.deepEqual(await datesOf(bank, wire), ['FUTURE_DATED', '2026-07-09', '2026-07-09'])
  assert.deepEqual(await walks(), [])
})

test('a setting that moves no date asks for nothing', async () => {
  const bank = await openLedgerBank(service, clock, `dates${++banks}`, { sandbox: true })
  const walks = () =>
    service.query('select from calendar_changes where tenant_id = $1', [bank.tenant.institution.tenantId])
  for (const body of [
    { name: 'Other' },
    { cutOffs: { onMissed: 'Refuse' } },
    { closedDays: [] },
    { books: { closeTime: '18:00' } },
  ])
    await change(bank, body)
  assert.deepEqual(await walks(), [])
  await change(bank, { cutOffs: { swift: '12:00' } })
  assert.equal((await walks()).length, 1)
})
