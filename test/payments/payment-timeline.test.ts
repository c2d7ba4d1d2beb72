import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const PATHS = ['/v3/payments', '/payments']
const NOW = '2026-07-01T14:00:00.500Z'
const clock = fixedClock(NOW)
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: true })
})
after(() => service.stop())

const pay = async (payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

interface Entry {
  at: string
  kind: string
  [field: string]: unknown
}

async function entriesOf(uid: string): Promise<Entry[]> {
  const { paymentUID, entries } = dataOf(await service.call('GET', `${PATHS[0]}/${uid}/timeline`))
  assert.equal(paymentUID, uid)
  const moments = entries.map(({ at }: Entry) => Date.parse(at))
  assert.deepEqual(moments, moments.toSorted(), 'oldest first')
  return entries
}

const becomes = (uid: string, status: string) =>
  eventually(`payment ${uid} becomes ${status}`, async () => (await entriesOf(uid)).some(({ to }) => to === status))

/** The entries of a kind, without the fields that other tests check. */
const ofKind = (entries: Entry[], wanted: string) =>
  entries.filter(({ kind }) => kind === wanted).map(({ at, kind, evidence, ...entry }) => entry)

const byWorker = (from: string, to: string) => ({ from, to, by: 'worker' })
const money = { purpose: 'payment', amount: '10.00', currency: 'USD', debit: 'sender' }

test('the timeline of an ACH payment has its transitions, its hold and posting, its file and its trace number', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer)
  const by = service.tenant.client.apiKey
  await becomes(uid, 'READY_TO_TRANSMIT')
  clock.advance({ seconds: 2 })
  await becomes(uid, 'TRANSMITTED')
  clock.advance({ seconds: 1 })
  await becomes(uid, 'PROCESSED')

  const entries = await entriesOf(uid)
  assert.deepEqual(ofKind(entries, 'transition'), [
    { to: 'VALIDATED', by },
    byWorker('VALIDATED', 'READY_TO_TRANSMIT'),
    byWorker('READY_TO_TRANSMIT', 'TRANSMITTED'),
    byWorker('TRANSMITTED', 'PROCESSED'),
  ])
  assert.deepEqual(ofKind(entries, 'transfer'), [
    { ...money, transfer: 'pending', credit: 'clearing' },
    { ...money, transfer: 'post_pending', credit: 'clearing' },
  ])
  const [collected, sent, ...more] = ofKind(entries, 'railMessage')
  assert.deepEqual(more, [])
  assert.match(String(collected?.['reference']), new RegExp(`^${ROUTING_NUMBER.slice(0, 8)}\\d{7}$`))
  assert.equal(collected?.['effectiveEntryDate'], '2026-07-02')
  assert.deepEqual([collected?.['rail'], collected?.['event']], ['ACH', 'collected'])
  assert.deepEqual(sent, { ...collected, event: 'sent' })
  const written = await readdir(join(service.dataDir, 'rails', 'ach', 'out'))
  assert.ok(written.includes(String(collected?.['fileName'])))

  const [first, last] = [entries[0], entries.at(-1)]
  assert.deepEqual([first?.kind, first?.at], ['transition', NOW])
  assert.equal(last?.['transfer'], 'post_pending')
})

test('the timeline of a wire has its messages, the network reference and the times of transmission and settlement', async () => {
  const uid = await pay(await createPayer(service), { speed: 'Express' })
  // The network answers a second after it has the message, and it may get it at any moment.
  await eventually(`payment ${uid} becomes PROCESSED`, async () => {
    clock.advance({ seconds: 1 })
    return (await entriesOf(uid)).some(({ to }) => to === 'PROCESSED')
  })
  const entries = await entriesOf(uid)
  const [sent, answered, ...more] = ofKind(entries, 'railMessage')
  assert.deepEqual(more, [])
  assert.deepEqual(
    [sent, answered].map((message) => [message?.['rail'], message?.['event'], message?.['messageType']]),
    [
      ['FEDWIRE', 'sent', 'pacs.008.001.08'],
      ['FEDWIRE', 'received', 'pacs.002.001.10'],
    ],
  )
  const { settlement, ...evidence } = entries.find(({ to }) => to === 'PROCESSED')!['evidence'] as Record<
    string,
    string
  >
  assert.ok(settlement)
  const { network, messageId, messageType } = evidence
  assert.deepEqual([network, messageType, messageId], ['FEDWIRE', 'pacs.002.001.10', answered?.['reference']])
})

test('the timeline of a book transfer has one posting from sender to receiver, without their accounts', async () => {
  const receiver = await createPayer(service)
  const contactBank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const uid = await pay(await createPayer(service, { contact: { contactBank } }))
  const entries = await entriesOf(uid)
  assert.deepEqual(
    ofKind(entries, 'transition').map(({ from, to }) => [from, to]),
    [
      [undefined, 'VALIDATED'],
      ['VALIDATED', 'PROCESSED'],
    ],
  )
  assert.deepEqual(ofKind(entries, 'transfer'), [{ ...money, transfer: 'posted', credit: 'receiver' }])
  assert.deepEqual(ofKind(entries, 'railMessage'), [])
  assert.equal(JSON.stringify(entries).includes(receiver.accountUID), false)
})

test('the timeline of a payment that failed on its date has the reason and no transfer', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { paymentDate: '2026-07-02' })
  assert.deepEqual(ofKind(await entriesOf(uid), 'transition'), [
    { to: 'FUTURE_DATED', by: service.tenant.client.apiKey },
  ])
  await service.query(
    `update accounts set features = features || '{"achFeature": {"secCodes": ["WEB"]}}' where id = $1`,
    [payer.accountUID],
  )
  clock.advance({ hours: 24 })
  await becomes(uid, 'VALIDATION_FAILURE')
  const entries = await entriesOf(uid)
  const failure = entries.at(-1)!
  assert.match(String(failure['why']), /SEC code/)
  assert.deepEqual(failure['evidence'], { reason: 'secCodeNotAllowed' })
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['transition', 'transition'],
  )
})

test("the timeline of an unknown payment, or of another legal entity's payment, is 404", async () => {
  const [payer, stranger] = [await createPayer(service), await createPayer(service)]
  const uid = await pay(payer)
  const [own, foreign] = [
    await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) }),
    await service.createClient(service.tenant, { legalEntityId: BigInt(stranger.customerUID) }),
  ]
  for (const path of PATHS) {
    dataOf(await service.call('GET', `${path}/${uid}/timeline`, undefined, { client: own }))
    const refused = await service.call('GET', `${path}/${uid}/timeline`, undefined, { client: foreign })
    assertRefused(refused, { status: 404, code: 'PAYMENT001' })
    for (const unknown of ['none', '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'])
      assertRefused(await service.call('GET', `${path}/${unknown}/timeline`), { status: 404, code: 'PAYMENT001' })
  }
})
