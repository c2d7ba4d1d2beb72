import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { capsIn } from '../../src/institution/settings.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { changePayments } from '../../src/payments/history/transitions.store.ts'
import { releaseDuePayments } from '../../src/payments/worker/release-due-payments.ts'
import { collectEntries } from '../../src/rails/ach/collect-entries.ts'
import { parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  creditBody,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

const PATH = '/v1/institution'

const fxDefaults = {
  ...{ maxRoundTripGainPercent: 10, maxCrossDeviationPercent: 1, marginIncome: 'AtTrade', closeOutGains: 'UpToLoss' },
  ...{
    deskTradeAloneUpTo: 1_000_000,
    deskTradePriceTolerancePercent: 1,
    lastLookBasisPoints: 10,
    maxOpenQuotes: 10,
    maxOpenQuotesAmount: null,
  },
}

/** Wednesday, two in the afternoon Eastern, eleven in the morning Pacific. */
const START = '2026-07-01T18:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
/** An institution that sends files in windows. */
let real: TestTenant
before(async () => {
  service = await startTestService({ clock })
  const adjustmentCaps = capsIn('USD', { perBooking: 100_000, perDay: 1_000_000 })
  real = await service.createTenant('real', { sandbox: false, adjustmentCaps })
})
after(() => service.stop())
beforeEach(() => clock.set(START))

const read = async ({ client } = service.tenant) => dataOf(await service.call('GET', PATH, undefined, { client }))
const update = (body: object, { client } = service.tenant, headers = {}) =>
  service.call('PUT', PATH, body, { client, headers })
const refused = async (body: object, says: string | RegExp, tenant?: TestTenant) =>
  assertRefused(await update(body, tenant), { status: 400, code: 'INST001', says })

const windows = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] }

test('the profile shows the institution and its settings for all its payments', async () => {
  assert.deepEqual(await read(real), {
    tenantCode: 'real',
    customerUID: String(real.institution.legalEntityId),
    name: 'Bank real',
    timeZone: 'America/New_York',
    routingNumber: ROUTING_NUMBER,
    currency: 'USD',
    sandbox: false,
    dualControl: false,
    closedDays: [],
    currencyCalendars: [],
    rails: { ACH: true, FEDWIRE: false, RTP: false, FEDNOW: false, SWIFT: false },
    instantNetwork: 'RTP',
    instantLimits: { RTP: null, FEDNOW: null },
    ach: {
      ...{ immediateDestination: '061000146', immediateDestinationName: 'FRB ATLANTA', collection: windows },
      secCodes: ['PPD', 'CCD'],
    },
    correspondents: [],
    networks: {},
    cutOffs: { marginMinutes: 15, swift: '16:00', swiftByCurrency: [], onMissed: 'NextWindow' },
    callBacks: { minimumNumberAge: 7 },
    debits: { feesFrom: 'Account', returnReservePercent: 100, fundsAvailability: 0 },
    stoppedMakers: {
      clientRevoked: 'Hold',
      clientExpired: 'Continue',
      userStopped: 'Hold',
      legalEntitySuspended: 'Hold',
      outOfReach: 'Hold',
    },
    recurrence: { businessDays: 'following' },
    fx: { maxRateAgeSeconds: 900, smallestTickets: [], maxRateChangePercent: 5, ...fxDefaults },
    adjustmentCaps: [{ currency: 'USD', perBooking: 100_000, perDay: 1_000_000 }],
    books: { closeTime: null, customerGlAccounts: ['2000'], exportDetail: 'Account', glAccounts: [] },
    accountNumbers: { quarantineYears: 7, scheme: { prefix: '', length: 12 } },
    repeatedReferences: 'Warn',
    obligations: { dueSoonHours: 24 },
    returns: { aloneUpTo: 100_000 },
    receipts: { matchNames: false, reviewCreditsFrom: null, reviewInternational: true },
  })
  const { ach, simulator, fx } = await read()
  assert.deepEqual([ach.collection, simulator], [{ everySeconds: 2 }, { settleAfterSeconds: 1 }])
  assert.deepEqual(fx, { maxRateAgeSeconds: null, smallestTickets: [], maxRateChangePercent: 5, ...fxDefaults })
})

test('a change keeps absent fields, at every depth', async () => {
  const tenant = await service.createTenant('kept', { sandbox: false })
  const before = await read(tenant)
  const changed = dataOf(
    await update(
      {
        name: 'Zoë’s Bank',
        bic: 'ACMEUS33',
        rails: { ACH: false },
        ach: { collection: { economy: ['18:00', '09:30'] } },
      },
      tenant,
    ),
  )
  assert.deepEqual(changed, {
    ...before,
    name: 'Zoë’s Bank',
    bic: 'ACMEUS33',
    rails: { ...before.rails, ACH: false },
    ach: { ...before.ach, collection: { ...windows, economy: ['09:30', '18:00'] } },
  })
  assert.deepEqual(await read(tenant), changed)
  const { bic, ...withoutBic } = changed
  assert.deepEqual(dataOf(await update({ bic: null }, tenant)), withoutBic)
  assert.equal(bic, 'ACMEUS33')
})

test('a change of one fx setting keeps the other, and a list of smallest tickets replaces the list before', async () => {
  const tenant = await service.createTenant('tickets', { sandbox: false })
  const fxAfter = async (fx: object) => {
    const { maxRateAgeSeconds, smallestTickets } = dataOf(await update({ fx }, tenant)).fx
    return { maxRateAgeSeconds, smallestTickets }
  }
  const [yen, euros] = [
    { currencyPair: 'USD/JPY', amount: 10.5 },
    { currencyPair: 'EUR/USD', amount: 100 },
  ]
  const both = [yen, euros]
  assert.deepEqual(await fxAfter({ smallestTickets: both }), { maxRateAgeSeconds: 900, smallestTickets: both })
  assert.deepEqual(await fxAfter({ maxRateAgeSeconds: 60 }), { maxRateAgeSeconds: 60, smallestTickets: both })
  assert.deepEqual(await fxAfter({}), { maxRateAgeSeconds: 60, smallestTickets: both })
  assert.deepEqual(await fxAfter({ smallestTickets: [euros] }), { maxRateAgeSeconds: 60, smallestTickets: [euros] })
  assert.deepEqual(await fxAfter({ smallestTickets: [] }), { maxRateAgeSeconds: 60, smallestTickets: [] })
})

test("a same-day window may be at the operator's last cut-off", async () => {
  const tenant = await service.createTenant('last-window', { sandbox: false })
  const collection = { economy: ['18:00'], economyPlus: ['16:45'] }
  assert.deepEqual(dataOf(await update({ ach: { collection } }, tenant)).ach.collection, collection)
})

test('a change of one cut-off keeps the others, and needs the right to manage rails', async () => {
  const tenant = await service.createTenant('cut-offs', { sandbox: false })
  const cutOffsAfter = async (cutOffs: object) => dataOf(await update({ cutOffs }, tenant)).cutOffs
  const [euros, yen] = [
    { currency: 'EUR', time: '10:00' },
    { currency: 'JPY', time: '09:30' },
  ]
  const both = [euros, yen]
  assert.deepEqual(await cutOffsAfter({ swiftByCurrency: [yen, euros] }), {
    marginMinutes: 15,
    swift: '16:00',
    swiftByCurrency: both,
    onMissed: 'NextWindow',
  })
  const last = { marginMinutes: 30, swift: '15:30', swiftByCurrency: both, onMissed: 'Refuse' }
  assert.deepEqual(await cutOffsAfter({ marginMinutes: 30, swift: '15:30', onMissed: 'refuse' }), last)
  const client = await service.createClient(tenant, {
    entitlements: ['Institution.View_Institution', 'Institution.Manage_Institution'],
  })
  assertRefused(await update({ cutOffs: { marginMinutes: 0 } }, { ...tenant, client }), {
    status: 403,
    code: 'AUTH002',
    says: 'Institution.Manage_Rails',
  })
  assert.deepEqual((await read(tenant)).cutOffs, last)
})

test('a list of correspondents replaces the list before, by currency, with defaults for what it does not say', async () => {
  const tenant = await service.createTenant('correspondents', { sandbox: false })
  const after = async (correspondents: object[]) => dataOf(await update({ correspondents }, tenant)).correspondents
  const yen = { currency: 'JPY', bic: 'BOTKJPJT', accountNumber: '653-0412 345', name: 'MUFG' }
  const euros = {
    ...{ currency: 'EUR', bic: 'deutdeff', accountNumber: 'DE89 3704 0044 0532 0130 00' },
    ...{ settlementMethod: 'cover', charges: ['SHA', 'OUR'], answerDays: 1 },
  }
  const storedEuros = {
    ...{ ...euros, bic: 'DEUTDEFF', accountNumber: 'DE89370400440532013000' },
    ...{ settlementMethod: 'Cover', charges: ['OUR', 'SHA'] },
  }
  const defaults = { settlementMethod: 'Serial', charges: ['OUR', 'BEN', 'SHA'], answerDays: 2 }
  const storedYen = { ...yen, accountNumber: '6530412345', ...defaults }
  assert.deepEqual(await after([yen, euros]), [storedEuros, storedYen])
  assert.deepEqual(await after([storedYen]), [storedYen])
  assert.deepEqual((await read(tenant)).correspondents, [storedYen])
  const [audited] = await service.query<{ before: { correspondents: object }; after: { correspondents: object } }>(
    `select before, after from audit_log
     where tenant_id = $1 and action = 'institution.updated' order by at desc, id desc limit 1`,
    [tenant.institution.tenantId],
  )
  assert.deepEqual(
    [audited!.before.correspondents, audited!.after.correspondents],
    [[storedEuros, storedYen], [storedYen]],
  )
})

test('correspondents need the right to manage rails, and under dual control a second person', async () => {
  const tenant = await service.createTenant('four-eyes', { sandbox: false })
  const correspondents = [{ currency: 'EUR', bic: 'DEUTDEFF', accountNumber: '100' }]
  const profile = await service.createClient(tenant, {
    entitlements: ['Institution.View_Institution', 'Institution.Manage_Institution'],
  })
  assertRefused(await update({ correspondents }, { ...tenant, client: profile }), {
    status: 403,
    code: 'AUTH002',
    says: 'Institution.Manage_Rails',
  })
  dataOf(await update({ dualControl: true }, tenant))
  const asked = await update({ correspondents }, tenant)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  assert.deepEqual((await read(tenant)).correspondents, [])
})

test('settings that the profile does not show survive a change of it', async () => {
  const tenant = await service.createTenant('hours', { sandbox: false })
  const { tenantId } = tenant.institution
  const businessHours = { start: '08:00', end: '16:00' }
  await service.query('update institutions set settings = settings || $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify({ businessHours }),
  ])
  const changed = dataOf(await update({ recurrence: { businessDays: 'Modified Following' } }, tenant))
  assert.deepEqual(changed.recurrence, { businessDays: 'modifiedFollowing' })
  assert.deepEqual(dataOf(await update({ name: 'Other' }, tenant)).recurrence, changed.recurrence)
  const { settings } = await service.app.db.read((tx) => readInstitution(tx, tenantId))
  assert.deepEqual(settings.businessHours, businessHours)
})

test('one refusal names every violation', async () => {
  const body = {
    name: ' ',
    timeZone: 'Mars/Olympus',
    routingNumber: '061099996',
    bic: 'NOBIC',
    currency: 'EUR',
    sandbox: true,
    closedDays: ['2026-02-30'],
    rails: { FEDWIRE: true, RTP: true },
    ach: { immediateDestination: '061000147', collection: { everySeconds: 2 } },
  }
  for (const says of [
    'name must not be blank',
    'timeZone must be an IANA time zone',
    'routingNumber must be an ABA routing number',
    'bic must be a BIC',
    'currency must stay USD',
    'sandbox must stay false',
    'closedDays: 2026-02-30 is not a date',
    'rails.FEDWIRE needs networks.FEDWIRE: name its link, Directory or Amqp',
    'rails.RTP needs networks.RTP: name its link',
    'ach.immediateDestination must be an ABA routing number',
    'ach.collection can be continuous only in a sandbox',
  ])
    await refused(body, says, real)
  assert.equal((await read(real)).name, 'Bank real')
})

const broken: [name: string, body: object, says: string][] = [
  ['a field it does not know', { holidays: [] }, 'holidays is not a field'],
  ['a rail it does not know', { rails: { CARD: true } }, 'rails.CARD is not a field'],
  ['a time that is none', { ach: { collection: { economy: ['24:00'], economyPlus: ['10:00'] } } }, 'economy.0'],
  ['no window at all', { ach: { collection: { economy: [], economyPlus: ['10:00'] } } }, 'ach.collection.economy'],
  [
    'a window twice',
    { ach: { collection: { economy: ['10:00', '10:00'], economyPlus: ['10:00'] } } },
    'the same time twice',
  ],
  ['half of the first windows', { ach: { collection: { economy: ['10:00'] } } }, 'both economy and economyPlus'],
  ['windows and a pace', { ach: { collection: { ...windows, everySeconds: 2 } } }, 'either everySeconds, or'],
  [
    "a same-day window a minute after the operator's last cut-off",
    { ach: { collection: { economy: ['18:00'], economyPlus: ['10:00', '16:46'] } } },
    'must not be after 16:45 Eastern',
  ],
  [
    'two SWIFT cut-offs of a currency',
    { cutOffs: { swiftByCurrency: ['10:00', '11:00'].map((time) => ({ currency: 'EUR', time })) } },
    'cutOffs.swiftByCurrency names EUR twice',
  ],
  [
    'the SWIFT cut-off of an unknown currency',
    { cutOffs: { swiftByCurrency: [{ currency: 'ZZZ', time: '10:00' }] } },
    'cutOffs.swiftByCurrency.0.currency: ZZZ is not a known currency',
  ],
  ["a cut-off after the network's", { cutOffs: { marginMinutes: -1 } }, 'cutOffs.marginMinutes'],
  ...(
    [
      ['of an unknown currency', { currency: 'ZZZ' }, 'correspondents.0.currency: ZZZ is not a known currency'],
      ['whose BIC is none', { bic: 'NOBIC' }, 'correspondents.0.bic must be a BIC'],
      ['whose IBAN has a wrong check digit', { accountNumber: 'DE88370400440532013000' }, 'must be an IBAN'],
      ['that takes no charges', { charges: [] }, 'correspondents.0.charges'],
      ['that may be silent for ever', { answerDays: 0 }, 'correspondents.0.answerDays'],
    ] as const
  ).map(([what, fields, says]): [string, object, string] => [
    `a correspondent ${what}`,
    { correspondents: [{ currency: 'EUR', bic: 'DEUTDEFF', accountNumber: '100', ...fields }] },
    says,
  ]),
  [
    'two correspondents of a currency',
    { correspondents: ['1', '2'].map((accountNumber) => ({ currency: 'EUR', bic: 'DEUTDEFF', accountNumber })) },
    'correspondents names EUR twice',
  ],
  ['an offset as a time zone', { timeZone: '+02:00' }, 'timeZone must be an IANA time zone'],
  [
    "a limit above the network's",
    { instantLimits: { RTP: 10_000_001 } },
    'instantLimits.RTP must not be above the limit of RTP, 10000000.00 USD',
  ],
  ['a network it does not know', { instantNetwork: 'TIPS' }, 'instantNetwork must be one of RTP, FEDNOW'],
  ...(
    [
      ['an unknown currency', ['USD/ZZZ'], 'fx.smallestTickets.0.currencyPair: ZZZ is not a known currency'],
      ['one currency twice', ['USD/USD'], 'fx.smallestTickets.0.currencyPair must name two currencies'],
      [
        'a pair in the wrong order',
        ['EUR/USD', 'JPY/USD'],
        'smallestTickets.1.currencyPair must be in market order, USD/JPY',
      ],
      ['a pair twice', ['USD/JPY', 'USD/JPY'], 'fx.smallestTickets names USD/JPY twice'],
    ] as const
  ).map(([what, pairs, says]): [string, object, string] => [
    `smallest tickets with ${what}`,
    { fx: { smallestTickets: pairs.map((currencyPair) => ({ currencyPair, amount: 10 })) } },
    says,
  ]),
  ...[0, -1, 10.005].map((amount): [string, object, string] => [
    `a smallest ticket of ${amount}`,
    { fx: { smallestTickets: [{ currencyPair: 'USD/JPY', amount }] } },
    'fx.smallestTickets.0.amount',
  ]),
  ['a simulator slower than a day', { simulator: { settleAfterSeconds: 86_401 } }, 'simulator.settleAfterSeconds'],
]
for (const [name, body, says] of broken) test(`a profile with ${name} is refused`, () => refused(body, says))

test('fixed fields may be sent with their current values, so a profile that was read can be sent back', async () => {
  const { tenantCode: _t, customerUID: _c, ...profile } = await read(real)
  assert.deepEqual(dataOf(await update(profile, real)), await read(real))
})

test('a change for an outdated ETag is refused, and of two with one ETag only one succeeds', async () => {
  const etag = (await service.call('GET', PATH)).headers.get('etag')!
  const names = ['One', 'Two', 'Three']
  const replies = await Promise.all(names.map((name) => update({ name }, service.tenant, { 'if-match': etag })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412])
  const late = replies.find(({ status }) => status === 412)!
  assertRefused(late, { status: 412, code: 'INST001' })
})

test('a rail refuses payments once it is turned off, and Instant uses the chosen network', async () => {
  const tenant = await service.createTenant('rails')
  const { client } = tenant
  const payer = await createPayer(service, { client })
  const pay = (speed: string) =>
    service.call('POST', '/payments/creditrequest', creditBody(payer, { speed }), { client })
  const railOf = async (paymentUID: string) =>
    (
      await service.query<{ rail: string }>('select rail from current_payments where tenant_id = $1 and id = $2', [
        tenant.institution.tenantId,
        paymentUID,
      ])
    )[0]!.rail
  assert.equal(await railOf(dataOf(await pay('Instant')).paymentUID), 'RTP')
  dataOf(await update({ instantNetwork: 'fednow', rails: { RTP: false } }, tenant))
  assert.equal(await railOf(dataOf(await pay('Instant')).paymentUID), 'FEDNOW')
  dataOf(await update({ rails: { FEDNOW: false, ACH: false } }, tenant))
  for (const speed of ['Instant', 'Economy']) assertRefused(await pay(speed), { status: 402, code: 'PAYMENT002' })
})

test('a changed time zone applies from the next request on', async () => {
  const tenant = await service.createTenant('zones')
  const payer = await createPayer(service, { client: tenant.client })
  clock.set('2026-07-01T20:00:00.000Z')
  const body = creditBody(payer, { paymentDate: '2026-07-01' })
  const pay = () => service.call('POST', '/payments/creditrequest', body, { client: tenant.client })
  dataOf(await update({ timeZone: 'Europe/Berlin' }, tenant))
  assert.equal(dataOf(await pay()).paymentStatus, 'VALIDATED')
  clock.set('2026-07-01T22:00:00.000Z') // midnight in Berlin
  assertRefused(await pay(), { status: 400, code: 'PAYMENT002', says: 'before today' })
})

test('the routing number can change until the first account uses it, and not after', async () => {
  const tenant = await service.createTenant('numbered')
  assert.equal(dataOf(await update({ routingNumber: '021000021' }, tenant)).routingNumber, '021000021')
  dataOf(await update({ routingNumber: ROUTING_NUMBER }, tenant))
  const payer = await createPayer(service, { client: tenant.client })
  const says = `routingNumber must stay ${ROUTING_NUMBER} while accounts use it`
  assertRefused(await update({ routingNumber: '021000021' }, tenant), { status: 400, code: 'INST001', says })
  dataOf(await update({ routingNumber: ROUTING_NUMBER, name: 'As it was' }, tenant))
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer), { client: tenant.client })
  assert.equal(dataOf(paid).paymentStatus, 'VALIDATED')
})

test('a scheduled payment does not block others after a change of the time zone, and is released at the new start of its day', async () => {
  const tenant = await service.createTenant('westward')
  const { client } = tenant
  const payer = await createPayer(service, { client })
  clock.set('2026-07-01T14:00:00.000Z')
  const body = creditBody(payer, { paymentDate: '2026-07-02' })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', body, { client }))
  const release = async () =>
    releaseDuePayments(service.app, await service.app.db.read((db) => readInstitution(db, tenant.institution.tenantId)))
  const statusOf = async () =>
    dataOf(await service.call('GET', `/payments/${paymentUID}`, undefined, { client })).status
  dataOf(await update({ timeZone: 'America/Los_Angeles' }, tenant))

  clock.set('2026-07-02T04:00:00.000Z') // midnight in New York, nine in the evening of the first in Los Angeles
  assert.equal(await release(), 1)
  assert.equal(await release(), 0, 'it is not due any more')
  assert.equal(await statusOf(), 'FUTURE_DATED')
  clock.set('2026-07-02T07:00:00.000Z')
  assert.equal(await release(), 1)
  assert.equal(await statusOf(), 'VALIDATED')
})

/**
 * Accepts a payment at one time and collects at the other. Returns the file's effective entry date
 * and origin name, if a file was created.
 */
async function collectFile(tenant: TestTenant, { accepted, collected }: { accepted: string; collected: string }) {
  const { tenantId } = tenant.institution
  const payer = await createPayer(service, { client: tenant.client })
  clock.set(accepted)
  const { paymentUID } = dataOf(
    await service.call('POST', '/payments/creditrequest', creditBody(payer), { client: tenant.client }),
  )
  const step = { paymentId: paymentUID, from: 'VALIDATED', to: 'READY_TO_TRANSMIT', actor: 'test' } as const
  await service.app.db.transaction((tx) => changePayments(tx, tenantId, [step], clock.now()))
  clock.set(collected)
  return service.app.db.transaction(async (tx) => {
    const institution = await readInstitution(tx, tenantId)
    if ((await collectEntries(tx, institution, 'Economy', clock.now(), async () => new Set<string>())).collected === 0)
      return undefined
    const file = await tx.row<{ content: string }>(
      'select content from ach_files where tenant_id = $1 order by id desc limit 1',
      [tenantId],
    )
    const parsed = parseNachaFile(file!.content)
    assert.ok(parsed.ok)
    const [batch] = parsed.file.batches
    return { effective: batch!.header.effectiveEntryDate, origin: parsed.file.header.immediateOriginName }
  })
}

test('no file is created and no entry settles on a closed day', async () => {
  const tenant = await service.createTenant('closed', { sandbox: false })
  dataOf(await update({ closedDays: ['2026-07-07', '2026-07-08'] }, tenant))
  const accepted = '2026-07-07T13:00:00.000Z'
  assert.equal(await collectFile(tenant, { accepted, collected: '2026-07-07T23:00:00.000Z' }), undefined)
  const onMonday = await collectFile(tenant, {
    accepted: '2026-07-06T13:00:00.000Z',
    collected: '2026-07-06T18:15:00.000Z',
  })
  assert.equal(onMonday?.effective, '260709', 'Monday, with the institution closed on Tuesday and Wednesday')
})

test("windows are in Eastern time, the operator's clock, in every time zone of an institution", async () => {
  const tenant = await service.createTenant('pacific', { sandbox: false })
  dataOf(await update({ timeZone: 'America/Los_Angeles', name: 'Zoë’s Bank of a very long and winding name' }, tenant))
  const accepted = '2026-07-01T17:00:00.000Z'
  assert.equal(await collectFile(tenant, { accepted, collected: '2026-07-01T18:14:59.999Z' }), undefined)
  const made = await collectFile(tenant, { accepted, collected: '2026-07-01T18:15:00.000Z' })
  assert.deepEqual(made, { effective: '260702', origin: "Zoe's Bank of a very lo" })
})

test('an institution can be closed for ten days in a row, with weekends and holidays, but not for eleven', async () => {
  const from = (date: string, days: number) =>
    Array.from({ length: days }, (_, day) => Temporal.PlainDate.from(date).add({ days: day }).toString())
  // Saturday, August 1 is the first day, Monday, August 10 the tenth.
  assert.equal(dataOf(await update({ closedDays: from('2026-08-03', 8) })).closedDays.length, 8)
  await refused({ closedDays: from('2026-08-03', 9) }, 'more than 10 days in a row')
  const twice = [...from('2026-08-03', 2).reverse(), '2026-08-03']
  assert.deepEqual(dataOf(await update({ closedDays: twice })).closedDays, ['2026-08-03', '2026-08-04'])
})

test('a change writes an audit record and an event, with before and after', async () => {
  const tenant = await service.createTenant('traced')
  dataOf(await update({ name: 'Renamed' }, tenant))
  const { tenantId } = tenant.institution
  const [trail] = await service.query<{ actor: string; before: { name: string }; after: { name: string } }>(
    `select actor, before, after from audit_log where tenant_id = $1 and action = 'institution.updated'`,
    [tenantId],
  )
  assert.deepEqual(
    [trail!.actor, trail!.before.name, trail!.after.name],
    [tenant.client.apiKey, 'Bank traced', 'Renamed'],
  )
  const events = await service.query('select 1 from events where tenant_id = $1 and type = $2', [
    tenantId,
    'institution.updated',
  ])
  assert.equal(events.length, 1)
})

test('only a client of the institution itself can read and change the profile', async () => {
  const { customerUID } = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const reply of [
    await service.call('GET', PATH, undefined, { client }),
    await service.call('PUT', PATH, { name: 'Mine' }, { client }),
  ])
    assertRefused(reply, { status: 403, code: 'AUTH002' })
})

const brokenNetworks: [name: string, networks: object, says: string][] = [
  ['the simulator', { RTP: { link: 'Simulator' } }, 'networks.RTP.link can be Simulator only in a sandbox'],
  ['Fedwire without its endpoint', { FEDWIRE: { link: 'Directory' } }, 'needs networks.FEDWIRE.endpoint'],
  ['an endpoint that is none', { FEDWIRE: { link: 'Amqp', endpoint: 'short' } }, 'networks.FEDWIRE.endpoint'],
  ['an endpoint of RTP', { RTP: { link: 'Amqp', endpoint: 'B1QDRCQR' } }, 'only FEDWIRE has endpoints'],
  ['a party of SWIFT', { SWIFT: { link: 'Amqp', connectionParty: '021040078' } }, 'SWIFT uses the bic'],
  ['a party of RTP', { RTP: { link: 'Amqp', connectionParty: '021040078' } }, 'connectionParty has 11 characters'],
  ['queues of a directory', { RTP: { link: 'Directory', sendQueue: 'q' } }, 'queues only with the link Amqp'],
]
for (const [name, networks, says] of brokenNetworks)
  test(`a live institution cannot connect a network by ${name}`, async () => {
    const tenant = await service.createTenant(`net-${says.length}-${name.length}`, { sandbox: false })
    const rails = Object.fromEntries(Object.keys(networks).map((rail) => [rail, true]))
    await refused({ networks, rails }, says, tenant)
  })

test('a live institution turns a rail on once its network is connected, and a network replaces the one before', async () => {
  const tenant = await service.createTenant('connected', { sandbox: false })
  const fedwire = { link: 'Amqp', endpoint: 'B1QDRCQR', sendQueue: 'to.fed' }
  const after = dataOf(await update({ networks: { FEDWIRE: fedwire }, rails: { FEDWIRE: true } }, tenant))
  assert.deepEqual(after.networks, { FEDWIRE: { ...fedwire, isSigned: false } })
  const directory = { link: 'Directory', endpoint: 'B1QDRCQR', isSigned: true }
  assert.deepEqual(dataOf(await update({ networks: { FEDWIRE: directory } }, tenant)).networks, { FEDWIRE: directory })
})
