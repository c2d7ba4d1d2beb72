import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { differencesOfBooks } from '../support/network-books.ts'
import { contactBody, createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const STARTS_AT = '2026-07-01T14:00:00.000Z'
const DAY_LATER = '2026-07-02T16:00:00.000Z'

/** What becomes of a payment to each magic account number (docs/guides/sandbox.md). */
const OUTCOMES = {
  '700100200300': 'PROCESSED',
  '997104': 'VALIDATION_FAILURE',
  '997204': 'VALIDATION_FAILURE',
  '997404': 'RETURNED',
  '997010': 'PROCESSED',
  '997510': 'PROCESSED',
  '997520': 'PROCESSED',
  '997610': 'PROCESSED',
  '997620': 'VALIDATION_FAILURE',
  '997710': 'PROCESSED',
  '997720': 'VALIDATION_FAILURE',
  '997730': 'PROCESSED',
  // A person decides.
  '997740': 'TRANSMITTED',
  '997810': 'PROCESSED',
  '997830': 'PROCESSED',
  '997840': 'PROCESSED',
}

let service: TestService
const call = (method: string, path: string, body?: object) => service.call(method, path, body)
before(async () => {
  service = await startTestService({ clock: fixedClock(STARTS_AT), worker: true })
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

async function travel(time: string): Promise<void> {
  dataOf(await call('PUT', '/v1/institution/clock', { time }))
  const hasArrived = async () => dataOf(await call('GET', '/v1/institution/clock')).target === undefined
  await eventually(`the clock is at ${time}`, hasArrived, { withinMs: 120_000 })
}

async function payTo(accountNo: string, fields: object): Promise<string> {
  const contactBank = { ...contactBody().contactBank, accountNo }
  const payer = await createPayer(service, { balance: 100, contact: { contactBank } })
  return dataOf(await call('POST', '/v3/payments/creditrequest', creditBody(payer, { paymentAmount: 40, ...fields })))
    .paymentUID
}

const statusOf = async (uid: string): Promise<string> => dataOf(await call('GET', `/v3/payments/${uid}`)).status

test('a client has a network say that a bank cannot be reached, and that numbers did not arrive', async () => {
  const { nationalCode: routingNumber } = contactBody().contactBank
  const says = async (network: string, body: object) =>
    dataOf(await call('POST', `/v1/institution/simulations/${network}/messages`, body)).messages
  const networkOf = async () => {
    const uid = await payTo('700100200300', { speed: 'Instant' })
    return dataOf(await call('GET', `/v3/payments/${uid}`)).deliveryMethod
  }
  dataOf(await call('PUT', '/v1/institution', { instantNetwork: 'FEDNOW' }))
  for (const [isReachable, goesBy] of [
    [false, 'RTP'],
    [true, 'FEDNOW'],
  ] as const) {
    const [said] = await says('fednow', { participants: [{ routingNumber, isReachable }] })
    assert.equal(said.messageType, 'admi.004.001.02')
    await eventually(`payments go by ${goesBy}`, async () => (await networkOf()) === goesBy)
  }
  const [report] = await says('fedwire', { gaps: [{ endpoint: 'GIROSBOX', numbers: [999_998] }] })
  assert.equal(report.messageType, 'camt.052.001.08')
  const exceptions = async () =>
    dataOf(await call('GET', '/v1/institution/messageexceptions?page=1&limit=10&rail=FEDWIRE'))
  await eventually('the gap is an exception', async () => (await exceptions()).length > 0)
  const [{ why }] = await exceptions()
  assert.equal(why, 'Fedwire lacks the number 20260701GIROSBOX999998, which no message of ours has')
})

test('a contact that is asked over either network pays with the reference of the request, or refuses', async () => {
  const payee = await createPayer(service, { balance: 0 })
  const { accountUID, contactUID } = payee
  for (const network of ['FEDNOW', 'RTP'])
    for (const amount of ['125.50', '9972.04']) {
      const body = { accountUID, contactUID, amount, network, remittance: 'Invoice 118' }
      dataOf(await call('POST', '/v3/paymentrequests/sent', body))
    }
  await travel('2026-07-01T14:10:00.000Z')
  const ends = async () => {
    const sent = dataOf(await call('GET', '/v3/paymentrequests/sent?page=1&limit=10'))
    return sent.map(({ rail, amount, status }: Record<string, string>) => `${rail} ${amount} ${status}`).toSorted()
  }
  const expected = ['FEDNOW 125.50 Paid', 'FEDNOW 9972.04 Refused', 'RTP 125.50 Paid', 'RTP 9972.04 Refused']
  await eventually('both networks answered', async () => isDeepStrictEqual(await ends(), expected)).catch(async () =>
    assert.deepEqual(await ends(), expected),
  )
  const { ledgerBalance } = dataOf(
    await call('GET', `/v3/customers/${payee.customerUID}/accounts/${accountUID}?includeAccountBalance=true`),
  )
  assert.equal(Number(ledgerBalance), 251)
})

test('each magic value does on each network what the guide says, and both books agree', async () => {
  const cases: { network: string; account: string; uid: string; expected: string }[] = []
  for (const [network, fields, different] of [
    // Fedwire answers a question about a message that it never got: a person decides.
    ['FEDWIRE', { speed: 'Express' }, { '997730': 'TRANSMITTED' }],
    // RTP has no returns: the money comes back as a credit of its own.
    ['RTP', { speed: 'Instant' }, { '997404': 'PROCESSED' }],
    ['FEDNOW', { speed: 'Instant' }, {}],
  ] as const) {
    if (network !== 'FEDWIRE') dataOf(await call('PUT', '/v1/institution', { instantNetwork: network }))
    for (const [account, usual] of Object.entries(OUTCOMES)) {
      const uid = await payTo(account, fields)
      cases.push({ network, account, uid, expected: (different as Record<string, string>)[account] ?? usual })
    }
  }
  await travel(DAY_LATER)
  const became = await Promise.all(cases.map(async ({ uid, ...one }) => ({ ...one, is: await statusOf(uid) })))
  assert.deepEqual(
    became.filter(({ is, expected }) => is !== expected),
    [],
  )
  // Only what waits for a person differs: the network settled it, and said so to nobody.
  const differences = await differencesOfBooks(service)
  assert.deepEqual(
    differences.map((line) => line.replace(/ \S+:/, ':')),
    ['FEDWIRE', 'RTP', 'FEDNOW'].map((network) => `${network}: here TRANSMITTED, on the network Settled`),
  )
})
