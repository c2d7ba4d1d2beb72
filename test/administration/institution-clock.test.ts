import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

/**
 * System time: ten in the morning in New York, a Wednesday. Each test sets the clock of its own
 * institution only.
 */
const NOW = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(NOW)
let service: TestService
/** A second node with a worker on the same database: the guarantees apply to two nodes. */
let other: string
before(async () => {
  service = await startTestService({ clock, worker: true })
  other = await service.startNode()
})
after(() => service.stop())

const setClock = (tenant: TestTenant, time: string) =>
  service.call('PUT', '/v1/institution/clock', { time }, { client: tenant.client })
const readClock = async ({ client }: TestTenant, at?: string) =>
  dataOf(await service.call('GET', '/v1/institution/clock', undefined, { client, at }))
const arrived = (tenant: TestTenant, time: string) =>
  eventually(
    `the clock reaches ${time}`,
    async () => {
      const shown = await readClock(tenant)
      return shown.target === undefined && shown.time === time
    },
    { withinMs: 60_000 },
  )

/** Sets the clock forward and waits until it reaches its target. */
async function jump(tenant: TestTenant, time: string): Promise<void> {
  dataOf(await setClock(tenant, time))
  await arrived(tenant, time)
}

const payerOf = (tenant: TestTenant, options: object = {}) =>
  createPayer(service, { ...options, client: tenant.client })
const tryToPay = (tenant: TestTenant, payer: Payer, fields: object = {}) =>
  service.call('POST', '/payments/creditrequest', creditBody(payer, fields), { client: tenant.client })
const pay = async (tenant: TestTenant, payer: Payer, fields: object = {}) =>
  dataOf(await tryToPay(tenant, payer, fields))

interface Step {
  to: string
  at: string
  why?: string
}
async function stepsOf({ client }: TestTenant, uid: string): Promise<Step[]> {
  const { entries } = dataOf(await service.call('GET', `/payments/${uid}/timeline`, undefined, { client }))
  return entries.filter(({ kind }: { kind: string }) => kind === 'transition')
}
const lifeOf = async (tenant: TestTenant, uid: string) =>
  (await stepsOf(tenant, uid)).map(({ to, at }) => `${at} ${to}`)
const atOf = async (tenant: TestTenant, uid: string, status: string) =>
  (await stepsOf(tenant, uid)).find(({ to }) => to === status)?.at

/**
 * The creation date and time of each ACH file, on the institution's clock, and its effective entry
 * dates.
 */
async function achDates({ institution }: TestTenant): Promise<string[]> {
  const directory = join(service.dataDir, 'rails', 'ach', 'out')
  const names = (await readdir(directory)).filter((name) => name.startsWith(`${institution.code}-`)).sort()
  return Promise.all(
    names.map(async (name) => {
      const parsed = parseNachaFile(await readFile(join(directory, name), 'utf8'))
      if (!parsed.ok) assert.fail(`${name}: ${JSON.stringify(parsed.error)}`)
      const { fileCreationDate, fileCreationTime } = parsed.file.header as unknown as Record<string, string>
      const effective = parsed.file.batches.map(
        ({ header }) => (header as { effectiveEntryDate: string }).effectiveEntryDate,
      )
      return `${fileCreationDate} ${fileCreationTime} for ${effective}`
    }),
  )
}

test('an institution runs on system time until its clock is set, and the clock runs on from its target', async () => {
  const tenant = await service.createTenant('runs')
  const zero = {
    time: NOW,
    businessDate: '2026-07-01',
    timeZone: 'America/New_York',
    systemTime: NOW,
    offsetSeconds: 0,
  }
  assert.deepEqual(await readClock(tenant), zero)
  await jump(tenant, '2026-07-11T03:59:59.000Z')
  const ahead = { ...zero, time: '2026-07-11T03:59:59.000Z', businessDate: '2026-07-10', offsetSeconds: 827_999 }
  assert.deepEqual(await readClock(tenant), ahead)
  assert.deepEqual(await readClock(tenant, other), ahead, 'on every node')
  const before = clock.now()
  clock.advance({ seconds: 1 })
  const { time, businessDate, offsetSeconds } = await readClock(tenant)
  clock.set(before)
  assert.deepEqual([time, businessDate, offsetSeconds], ['2026-07-11T04:00:00.000Z', '2026-07-11', 827_999])
})

test('the target can be written as Python and Java write a moment, and counts to the millisecond', async () => {
  const tenant = await service.createTenant('moments')
  const written = [
    ['2026-07-02T13:59:59.123456+00:00', '2026-07-02T13:59:59.123Z'],
    ['2026-07-03T09:59:59.123456789-04:00', '2026-07-03T13:59:59.123Z'],
  ] as const
  for (const [sent, shown] of written) {
    dataOf(await setClock(tenant, sent))
    await arrived(tenant, shown)
  }
})

test("only a sandbox's clock can be set, only forward, and at most two years ahead", async () => {
  const real = await service.createTenant('real', { sandbox: false })
  assertRefused(await setClock(real, '2026-12-01T09:00:00.000Z'), { status: 409, code: 'INST001', says: 'sandbox' })
  assert.equal((await readClock(real)).offsetSeconds, 0)

  const tenant = await service.createTenant('bounds')
  const refused = { status: 409, code: 'INST001' }
  assertRefused(await setClock(tenant, '2026-07-01T13:59:59.999Z'), {
    ...refused,
    says: 'the current time of the institution',
  })
  assertRefused(await setClock(tenant, '2028-07-01T14:00:00.001Z'), { ...refused, says: '2028-07-01T14:00:00Z' })
  await jump(tenant, NOW)
  await jump(tenant, '2028-07-01T14:00:00.000Z')
  assertRefused(await setClock(tenant, '2028-07-01T13:59:59.999Z'), {
    ...refused,
    says: 'the current time of the institution',
  })
})

test('the next cut-offs are those of the institution at its own time', async () => {
  const tenant = await service.createTenant('cut-offs')
  await jump(tenant, '2026-08-03T14:00:00.000Z')
  const { cutOffs } = dataOf(await service.call('GET', '/v1/institution/rails', undefined, { client: tenant.client }))
  const wires = cutOffs.filter(({ rail }: { rail: string }) => rail === 'FEDWIRE')
  const next = { rail: 'FEDWIRE', speed: 'Express', cutOff: '2026-08-03T22:30:00.000Z', valueDate: '2026-08-03' }
  assert.deepEqual(wires, [next])
})

test('a payment dated ten days ahead is processed on that day, and not before', async () => {
  const tenant = await service.createTenant('ten-days')
  const payer = await payerOf(tenant)
  const { paymentUID, paymentStatus } = await pay(tenant, payer, { paymentDate: '2026-07-13' })
  assert.equal(paymentStatus, 'FUTURE_DATED')
  await jump(tenant, '2026-07-13T03:59:59.999Z')
  assert.deepEqual(await lifeOf(tenant, paymentUID), [`${NOW} FUTURE_DATED`])
  await jump(tenant, '2026-07-14T12:00:00.000Z')
  assert.deepEqual(await lifeOf(tenant, paymentUID), [
    `${NOW} FUTURE_DATED`,
    '2026-07-13T04:00:00.000Z VALIDATED',
    '2026-07-13T04:00:00.000Z READY_TO_TRANSMIT',
    '2026-07-13T04:00:00.000Z TRANSMITTED',
    '2026-07-13T04:00:01.000Z PROCESSED',
  ])
  assert.deepEqual(await achDates(tenant), ['260713 0000 for 260714'])
})

test("payments use the institution's current date, on every node, and another institution has its own date", async () => {
  const [ahead, behind] = [await service.createTenant('ahead'), await service.createTenant('behind')]
  await jump(ahead, '2026-09-04T15:00:00.000Z')
  const dateOf = async (tenant: TestTenant, at?: string) => {
    const body = creditBody(await payerOf(tenant), { speed: 'Express' })
    const { paymentUID } = dataOf(
      await service.call('POST', '/payments/creditrequest', body, { client: tenant.client, at }),
    )
    return dataOf(await service.call('GET', `/payments/${paymentUID}`, undefined, { client: tenant.client }))
      .paymentDate
  }
  assert.deepEqual(
    [await dateOf(ahead), await dateOf(ahead, other), await dateOf(behind), await dateOf(behind, other)],
    ['2026-09-04', '2026-09-04', '2026-07-01', '2026-07-01'],
  )
  const yesterday = { paymentDate: '2026-09-03' }
  assert.equal((await tryToPay(ahead, await payerOf(ahead), yesterday)).status, 400)
  assert.equal((await pay(behind, await payerOf(behind), yesterday)).paymentStatus, 'FUTURE_DATED')
})

test('work due on several days happens in order, each at its own time, across the end of daylight saving time', async () => {
  const tenant = await service.createTenant('order')
  const payer = await payerOf(tenant)
  await jump(tenant, '2026-10-28T14:00:00.000Z')
  const dates = ['2026-11-02', '2026-10-30', '2026-11-01', '2026-10-29']
  const uids: string[] = []
  for (const paymentDate of dates) uids.push((await pay(tenant, payer, { paymentDate, speed: 'Instant' })).paymentUID)
  await jump(tenant, '2026-11-03T14:00:00.000Z')
  assert.deepEqual(await Promise.all(uids.map((uid) => atOf(tenant, uid, 'VALIDATED'))), [
    '2026-11-02T05:00:00.000Z', // midnight in standard time
    '2026-10-30T04:00:00.000Z',
    '2026-11-01T04:00:00.000Z', // still daylight saving time at midnight
    '2026-10-29T04:00:00.000Z',
  ])
  assert.deepEqual(await Promise.all(uids.map((uid) => atOf(tenant, uid, 'PROCESSED'))), [
    '2026-11-02T05:00:01.000Z',
    '2026-10-30T04:00:01.000Z',
    '2026-11-01T04:00:01.000Z',
    '2026-10-29T04:00:01.000Z',
  ])
})

test('work due on a day is due at midnight of daylight saving time from the day after the change', async () => {
  const tenant = await service.createTenant('spring')
  const payer = await payerOf(tenant)
  await jump(tenant, '2027-03-12T15:00:00.000Z')
  const uids: string[] = []
  for (const paymentDate of ['2027-03-14', '2027-03-15'])
    uids.push((await pay(tenant, payer, { paymentDate, speed: 'Instant' })).paymentUID)
  await jump(tenant, '2027-03-16T00:00:00.000Z')
  assert.deepEqual(await Promise.all(uids.map((uid) => atOf(tenant, uid, 'VALIDATED'))), [
    '2027-03-14T05:00:00.000Z',
    '2027-03-15T04:00:00.000Z',
  ])
})

test('over a weekend and a holiday, entries are collected at each window passed, with the dates of their files', async () => {
  const tenant = await service.createTenant('windows')
  const { client } = tenant
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '16:15'] }
  dataOf(await service.call('PUT', '/v1/institution', { ach: { collection } }, { client }))
  const payer = await payerOf(tenant)
  const on = async (paymentDate: string, speed = 'Economy') =>
    (await pay(tenant, payer, { paymentDate, speed })).paymentUID
  const friday = await on('2026-09-04')
  const saturday = await on('2026-09-05')
  const holiday = await on('2026-09-07', 'Economy Plus') // Labor Day
  await jump(tenant, '2026-09-09T23:00:00.000Z')
  assert.deepEqual(await Promise.all([friday, saturday, holiday].map((uid) => atOf(tenant, uid, 'TRANSMITTED'))), [
    '2026-09-04T18:15:00.000Z',
    '2026-09-08T18:15:00.000Z',
    '2026-09-08T14:00:00.000Z',
  ])
  assert.deepEqual(await achDates(tenant), [
    '260904 1415 for 260908',
    '260908 1000 for 260908',
    '260908 1415 for 260909',
  ])
})

test('a monthly series from January 31 creates all its payments across the ends of months, each on its day', async () => {
  const tenant = await service.createTenant('month-end')
  const payer = await payerOf(tenant)
  await jump(tenant, '2027-01-20T15:00:00.000Z')
  const recurrence = { frequency: 'Monthly', payUntil: 'NumberOfPayments', numberOfPayments: 4 }
  const begun = await pay(tenant, payer, { paymentDate: '2027-01-31', recurrence })
  await jump(tenant, '2027-05-15T15:00:00.000Z')
  const made = await service.query<{
    paymentDate: string
    status: string
    madeAt: { toString(): string }
    validatedAt: { toString(): string }
  }>(
    `select p.payment_date, p.status, p.created_at as made_at, p.validated_at from payment_occurrences o
       join current_payments p on p.tenant_id = o.tenant_id and p.id = o.payment_id
     where o.tenant_id = $1 and o.recurrence_id = $2 order by o.number`,
    [tenant.institution.tenantId, begun.recurrenceUID],
  )
  assert.deepEqual(
    made.map(({ paymentDate, status, madeAt, validatedAt }) => [paymentDate, status, `${madeAt}`, `${validatedAt}`]),
    [
      ['2027-02-01', 'PROCESSED', '2027-01-20T15:00:00Z', '2027-02-01T05:00:00Z'], // the 31st is a Sunday
      ['2027-03-01', 'PROCESSED', '2027-02-22T05:00:00Z', '2027-03-01T05:00:00Z'], // so is the 28th
      ['2027-03-31', 'PROCESSED', '2027-03-24T04:00:00Z', '2027-03-31T04:00:00Z'],
      ['2027-04-30', 'PROCESSED', '2027-04-23T04:00:00Z', '2027-04-30T04:00:00Z'],
    ],
  )
  const path = `/v3/payments/recurrences/${begun.recurranceId}`
  assert.equal(dataOf(await service.call('GET', path, undefined, { client: tenant.client })).status, 'Completed')
})

test('a payment due while the clock moves counts toward the limits of its own day', async () => {
  const tenant = await service.createTenant('limits')
  const { client } = tenant
  const payer = await payerOf(tenant)
  const limits = [{ appName: 'Payments', appLimits: [{ key: 'INSTANT_PAYMENT_LIMIT_PER_DAY', value: 100 }] }]
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, { limits }, { client }))
  const of = (paymentDate: string, paymentAmount: number) =>
    pay(tenant, payer, { paymentDate, paymentAmount, speed: 'Instant' })
  const first = await of('2026-07-03', 60)
  const second = await of('2026-07-03', 40.01)
  const nextDay = await of('2026-07-04', 40.01)
  await jump(tenant, '2026-07-05T12:00:00.000Z')
  const ends = await Promise.all([first, second, nextDay].map(({ paymentUID }) => stepsOf(tenant, paymentUID)))
  assert.deepEqual(
    ends.map((steps) => steps.at(-1)!.to),
    ['PROCESSED', 'VALIDATION_FAILURE', 'PROCESSED'],
  )
  assert.match(ends[1]!.at(-1)!.why!, /per day are limited to 100.00 USD, with 40.00 USD left/)
  assert.equal(ends[1]!.at(-1)!.at, '2026-07-03T04:00:00.000Z')
})

test('a payment without funds is tried again during its day, and fails at the end of business', async () => {
  const tenant = await service.createTenant('no-funds')
  const { paymentUID } = await pay(tenant, await payerOf(tenant, { balance: 0 }), { paymentDate: '2026-07-03' })
  await jump(tenant, '2026-07-06T12:00:00.000Z')
  assert.equal(await atOf(tenant, paymentUID, 'VALIDATION_FAILURE'), '2026-07-03T22:00:00.000Z')
})

test('a payment not approved while the clock moves is rejected after its seven days', async () => {
  const tenant = await service.createTenant('approvals')
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const { paymentUID, paymentStatus } = await pay(tenant, await payerOf(tenant, { customer }))
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  await jump(tenant, '2026-08-01T00:00:00.000Z')
  assert.deepEqual(await lifeOf(tenant, paymentUID), [`${NOW} PENDING_APPROVAL`, '2026-07-08T14:00:00.000Z REJECTED'])
})

test('setting the clock and reaching its target are in the audit trail and the feed, with both times', async () => {
  const tenant = await service.createTenant('trace')
  const { client } = tenant
  await jump(tenant, '2026-07-11T14:00:00.000Z')
  const set = { time: NOW, target: '2026-07-11T14:00:00.000Z', systemTime: NOW }
  const reached = { time: '2026-07-11T14:00:00.000Z', target: undefined, systemTime: NOW }
  const told = ({ time, target, systemTime }: Record<string, string>) => ({ time, target, systemTime })
  const records = dataOf(await service.call('GET', '/v1/institution/audit?page=1&limit=50', undefined, { client }))
  const ofClock = records.filter(({ action }: { action: string }) => action.startsWith('institution.clock'))
  assert.deepEqual(
    ofClock.map(({ action, at, after }: { action: string; at: string; after: Record<string, string> }) => [
      action,
      at,
      told(after),
    ]),
    [
      ['institution.clockReached', '2026-07-11T14:00:00.000000Z', reached],
      ['institution.clockSet', '2026-07-01T14:00:00.000000Z', set],
    ],
  )
})

test('at the end the books balance, and the used limits match the payments', async () => {
  const said: string[] = []
  const tenants = await service.query<{ tenantId: bigint; code: string }>('select tenant_id, code from institutions')
  assert.ok(tenants.length > 5)
  const differences = await verifyLedgers(service.app.db, tenants as never, (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
})

test("a preview uses the institution's date", async () => {
  const tenant = await service.createTenant('previews')
  const payer = await payerOf(tenant)
  await jump(tenant, '2026-07-14T14:00:00.000Z')
  const { client } = tenant
  const preview = dataOf(await service.call('POST', '/payments/creditrequest/preview', creditBody(payer), { client }))
  assert.equal(preview.paymentDate, '2026-07-14')
})
