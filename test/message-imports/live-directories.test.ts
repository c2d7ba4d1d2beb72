import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { verifyPayments, verifySettlements } from '../../src/payments/payments.ts'
import { verifyReceipts } from '../../src/receipts/receipts.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { paymentStatus } from '../support/fedwire/operator.ts'
import { moneyIdIn, type OperatedRail, statusAbout } from '../support/iso20022/instant-operator.ts'
import { type LiveBank, openLiveBank } from '../support/live-bank.ts'
import { CORRESPONDENTS, hear, NOSTROS, status as statusOfSwift, US } from '../support/swift-correspondent.ts'
import { creditBody, type Payer } from '../support/test-service.ts'

const ENDPOINT = 'B1QDRCQR'
let bank: LiveBank
before(async () => {
  bank = await openLiveBank()
})
after(() => bank.stop())

/** What a payment needs to go over each rail, and what its network is configured with. */
const LIVE_RAILS = [
  { rail: 'FEDWIRE', speed: 'Express', network: { link: 'Directory', endpoint: ENDPOINT } },
  { rail: 'FEDNOW', speed: 'Instant', network: { link: 'Directory' } },
  { rail: 'RTP', speed: 'Instant', network: { link: 'Directory' } },
  { rail: 'SWIFT', speed: 'ON', network: { link: 'Directory' } },
] as const

const ABROAD = { country: 'DE', accountNo: 'DE89370400440532013000', name: 'Example Bank', swiftCode: 'COBADEFF' }

/** A contact abroad, whose account has this currency. */
const abroad = (accountCcy: string) => ({ contactBank: { ...ABROAD, accountCcy } })

/** The operator says that everything it has collected of a rail is settled. */
async function settlesAll(rail: string): Promise<number> {
  const messages = await bank.collected(rail)
  for (const xml of messages) await bank.answers(rail, settledBy(rail, xml))
  return messages.length
}

let words = 0
function settledBy(rail: string, xml: string): string {
  if (rail === 'SWIFT') {
    const heard = hear(xml)
    return statusOfSwift(heard, 'ACSC', { from: heard.to, to: US })
  }
  const us = bank.institution.routingNumber
  if (rail === 'FEDWIRE') {
    const [, imad = ''] = /<BizMsgIdr>([^<]*)</.exec(xml)!
    const [, uetr = ''] = /<UETR>([^<]*)</.exec(xml)!
    assert.ok(imad.startsWith(`20260701${ENDPOINT}`), `${imad} is not of the endpoint of the institution`)
    assert.match(xml, /<BizSvc>PROD</)
    const id = `FED${randomUUID().replaceAll('-', '')}`
    return paymentStatus({ id, to: us, service: 'PROD', imad, uetr, settledOn: '2026-07-01' })
  }
  const instant = rail as OperatedRail
  const original = { messageId: moneyIdIn(xml) }
  const settled = instant === 'RTP' ? 'ACTC' : 'ACSC'
  return statusAbout(instant, { us, now: bank.clock.now(), suffix: `WORD${++words}`, original, status: settled })
}

const clearing = () =>
  bank.service.query<{ code: string; balance: bigint }>(
    `select code, debits_posted - credits_posted + debits_pending - credits_pending as balance
     from ledger_accounts where tenant_id = $1 and code like 'clearing:%'`,
    [bank.tenantId],
  )

for (const { rail, speed } of LIVE_RAILS)
  test(`a live institution without a transport for ${rail} refuses its speed at the door, and says what to configure`, async () => {
    const payer = await bank.payerOf(rail === 'SWIFT' ? abroad('USD') : {})
    if (speed === 'Instant') dataOf(await bank.configure({ instantNetwork: rail }))
    const before = await paymentsOf(payer)
    assertRefused(await bank.call('POST', '/v3/payments/creditrequest', creditBody(payer, { speed })), {
      ...{ status: 402, code: 'PAYMENT002' },
      says: `does not offer ${speed}: rails.${rail} needs networks.${rail}: name its link, Directory or Amqp`,
    })
    assert.deepEqual(await paymentsOf(payer), before)
    const refused = await bank.configure({ rails: { [rail]: true } })
    assertRefused(refused, { status: 400, code: 'INST001', says: `rails.${rail} needs networks.${rail}` })
  })

const paymentsOf = async ({ customerUID }: Payer) =>
  bank.service.query('select id from payments where tenant_id = $1 and customer_id = $2', [bank.tenantId, customerUID])

test('a rail that was turned on before networks were configured refuses its speed like one that is off', async () => {
  const turn = (on: boolean) =>
    bank.service.app.db.transaction((tx) =>
      tx.query(
        `update institutions set settings = jsonb_set(settings, '{rails,FEDWIRE}', $2::jsonb) where tenant_id = $1`,
        [bank.tenantId, String(on)],
      ),
    )
  await turn(true)
  const refused = await bank.call(
    'POST',
    '/v3/payments/creditrequest',
    creditBody(await bank.payerOf(), { speed: 'Express' }),
  )
  assertRefused(refused, { status: 402, code: 'PAYMENT002', says: 'rails.FEDWIRE needs networks.FEDWIRE' })
  await turn(false)
})

async function connect(): Promise<void> {
  const networks = Object.fromEntries(LIVE_RAILS.map(({ rail, network }) => [rail, network]))
  const rails = Object.fromEntries(LIVE_RAILS.map(({ rail }) => [rail, true]))
  const correspondents = (['USD', 'EUR', 'JPY'] as const).map((currency) => ({
    ...{ currency, bic: CORRESPONDENTS[currency], accountNumber: NOSTROS[currency] },
  }))
  const profile = { networks, rails, bic: US, correspondents, instantNetwork: 'FEDNOW' }
  assert.deepEqual(dataOf(await bank.configure(profile)).rails.FEDWIRE, true)
  const forwardPoints = ['ON', 'TN'].map((tenor) => ({ tenor, points: 0 }))
  const rates = [
    { baseCcy: 'EUR', quoteCcy: 'USD', bid: 1.1, mid: 1.1, ask: 1.1, forwardPoints },
    { baseCcy: 'USD', quoteCcy: 'JPY', bid: 150, mid: 150, ask: 150, forwardPoints },
  ]
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', { rates }))
}

test('a live institution pays by every speed through directories, and its clearing accounts end at zero', async () => {
  await connect()
  const domestic = await bank.payerOf({ contactType: 'Consumer' })
  const paid = new Map<string, string>()
  const pay = async (name: string, payer: Payer, fields: object) => paid.set(name, await bank.pays(payer, fields))
  await pay('FEDWIRE', domestic, { speed: 'Express' })
  await pay('FEDNOW', domestic, { speed: 'Instant' })
  dataOf(await bank.configure({ instantNetwork: 'RTP' }))
  await pay('RTP', domestic, { speed: 'Instant' })
  for (const [speed, currency] of [
    ['SPOT', 'USD'],
    ['ON', 'EUR'],
    ['TN', 'JPY'],
  ] as const)
    await pay(`SWIFT ${currency}`, await bank.payerOf(abroad(currency)), { speed, paymentCurrency: currency })
  await pay('ACH next day', domestic, { speed: 'Economy' })
  await pay('ACH same day', domestic, { speed: 'Economy Plus' })
  const messages = new Map<string, number>()
  for (const time of ['2026-07-01T14:05:00Z', '2026-07-01T22:00:00Z', '2026-07-02T14:00:00Z', '2026-07-02T22:00:00Z']) {
    bank.clock.set(time)
    await bank.work()
    for (const { rail } of LIVE_RAILS) messages.set(rail, (messages.get(rail) ?? 0) + (await settlesAll(rail)))
    await bank.takenIn()
  }
  assert.deepEqual(Object.fromEntries(messages), { FEDWIRE: 1, FEDNOW: 1, RTP: 1, SWIFT: 3 })
  const ends = await Promise.all([...paid].map(async ([name, uid]) => [name, await bank.statusOf(uid)]))
  assert.deepEqual(
    ends,
    [...paid.keys()].map((name) => [name, 'PROCESSED']),
  )
  assert.deepEqual(
    (await clearing()).filter(({ balance }) => balance !== 0n),
    [],
  )
  const found = await bank.service.app.db.read(async (db) => [
    ...(await verifyPayments(db, bank.tenantId)),
    ...(await verifySettlements(db, bank.tenantId)),
    ...(await verifyReceipts(db, bank.tenantId)),
  ])
  assert.deepEqual(found, [])
})
