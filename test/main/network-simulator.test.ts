import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { networkSweeps } from '../../src/rails/rails.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { bankOn, type DollarRail } from '../support/network-bytes.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

/** What a payment to a magic account number makes the network say, and book. */
const SAID: Readonly<Record<DollarRail, Readonly<Record<string, { says: string[]; books: string }>>>> = {
  FEDWIRE: {
    '700100200300': { says: ['pacs.002 ACSC +1'], books: 'Settled' },
    '997104': { says: ['pacs.002 RJCT E004 +1'], books: 'Rejected E004' },
    '997403': { says: ['pacs.002 ACSC +1', 'pacs.004 40.00 +3601'], books: 'Settled' },
    '997510': { says: ['pacs.002 ACSC +1', 'pacs.002 ACSC +1'], books: 'Settled' },
    '997520': { says: ['pacs.002 ACSC +1', 'pacs.002 RJCT E004 +1'], books: 'Settled' },
    '997610': { says: ['pacs.002 ACSC +86400'], books: 'Settled' },
    '997620': { says: ['pacs.002 RJCT E004 +86400'], books: 'Rejected E004' },
    '997710': { says: [], books: 'Settled' },
    '997720': { says: [], books: 'Rejected E004' },
    '997730': { says: [], books: 'Lost' },
    '997810': { says: ['pacs.002 ACSC +1', 'pacs.004 940.00 +3601'], books: 'Settled' },
    '997840': { says: ['unreadable +1', 'pacs.002 ACSC +1'], books: 'Settled' },
  },
  FEDNOW: {
    '700100200300': { says: ['pacs.002 ACSC +1'], books: 'Settled' },
    '997204': { says: ['pacs.002 RJCT AM04 +1'], books: 'Rejected AM04' },
    '997010': { says: ['pacs.002 PDNG +1', 'pacs.002 ACSC +3601'], books: 'Settled' },
    '997610': { says: ['pacs.002 ACSC +40'], books: 'Settled' },
  },
  RTP: {
    '700100200300': { says: ['pacs.002 ACTC +1'], books: 'Settled' },
    '997316': { says: ['pacs.002 RJCT BE16 +1'], books: 'Rejected BE16' },
    '997403': { says: ['pacs.002 ACTC +1', 'pacs.008 40.00 +3601'], books: 'Settled' },
  },
}

for (const rail of ['FEDWIRE', 'FEDNOW', 'RTP'] as const)
  test(`${rail}: a payment is answered by its magic account number, and booked once`, async () => {
    const bank = bankOn(service, rail)
    for (const [account, { says, books }] of Object.entries(SAID[rail])) {
      clock.advance({ seconds: 1 })
      const from = clock.now()
      const { messageId } = await bank.pay({ account })
      assert.deepEqual([await bank.said(from), await bank.booked(messageId)], [says, books], account)
    }
  })

test('a request for the status is answered by the books, also after silence', async () => {
  const bank = bankOn(service, 'FEDNOW')
  const asked = {
    '997710': ['pacs.002 ACSC +0'],
    '997720': ['pacs.002 RJCT AC04 +0'],
    '997730': ['pacs.002 RJCT NOOR +0'],
  }
  for (const [account, says] of Object.entries({ ...asked, '997740': [] })) {
    const payment = await bank.pay({
      account,
      messageId: `20260701${service.tenant.institution.routingNumber}Q${account}`,
    })
    clock.advance({ seconds: 30 })
    const from = clock.now()
    await bank.askStatus(payment)
    assert.deepEqual(await bank.said(from), says, account)
  }
})

test('the same message again is booked once and answered again; with another amount it is refused', async () => {
  const bank = bankOn(service, 'FEDWIRE')
  const messageId = '20260701GIROTWICE00001'.replace('GIROTWICE', 'GIROTWIC')
  const payment = await bank.pay({ messageId: messageId.padEnd(22, '1').slice(0, 22) })
  clock.advance({ seconds: 10 })
  const from = clock.now()
  await bank.pay(payment)
  await bank.pay({ ...payment, amount: '40.01' })
  assert.deepEqual(await bank.said(from), ['pacs.002 ACSC +0', 'admi.002 DUPL +0'])
})

test('a message that the network never got is settled when it comes again', async () => {
  const bank = bankOn(service, 'RTP')
  const payment = await bank.pay({ account: '997730', messageId: 'M20260701061099995A1LOST' })
  assert.equal(await bank.booked(payment.messageId), 'Lost')
  clock.advance({ seconds: 30 })
  const from = clock.now()
  await bank.pay({ ...payment, account: '997730' })
  assert.deepEqual([await bank.said(from), await bank.booked(payment.messageId)], [['pacs.002 ACTC +1'], 'Settled'])
})

test('bytes that are no message of the network are refused, and book nothing', async () => {
  const bank = bankOn(service, 'FEDWIRE')
  for (const bytes of ['', '<Document', '<a xmlns="urn:other"/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']) {
    clock.advance({ seconds: 1 })
    const from = clock.now()
    await bank.sendBytes(bytes)
    assert.deepEqual(await bank.said(from), ['admi.002 XSD +0'], bytes)
  }
})

test('another bank agrees to a return once, and sends the money back; a magic account refuses', async () => {
  const bank = bankOn(service, 'FEDWIRE')
  const payment = await bank.pay({ messageId: '20260701GIRORECA000001' })
  const kept = await bank.pay({ messageId: '20260701GIRORECA000002', account: '997910' })
  clock.advance({ seconds: 10 })
  const from = clock.now()
  await bank.askBack(payment)
  await bank.askBack(kept)
  await bank.askBack(payment)
  assert.deepEqual(await bank.said(from), [
    ...['camt.029 ACCR +1', 'pacs.004 40.00 +1'],
    ...['camt.029 RJCR +1', 'camt.029 RJCR +1'],
  ])
})

test('a credit settles when the bank accepts it in time, and not otherwise', async () => {
  const bank = bankOn(service, 'FEDNOW')
  const simulate = async () => {
    const body = { credits: [{ accountNumber: '1002003004', amount: '12.50', name: 'Ada Example' }] }
    return dataOf(await service.call('POST', '/v1/institution/simulations/fednow/messages', body)).messages[0].messageId
  }
  const [accepted, rejected, late] = [await simulate(), await simulate(), await simulate()]
  assert.equal(await bank.booked(accepted), 'Waiting')
  const from = clock.now()
  await bank.answer(accepted, 'ACTC')
  await bank.answer(rejected, 'RJCT')
  clock.advance({ seconds: 21 })
  const giveUp = sweepNamed(networkSweeps, 'rails: give up unanswered credits')
  assert.equal(await giveUp.run(service.app, service.tenant.institution), 1)
  await bank.answer(late, 'ACTC')
  const ends = [await bank.booked(accepted), await bank.booked(rejected), await bank.booked(late)]
  assert.deepEqual(ends, ['Settled', 'Rejected AC04', 'Rejected AB03'])
  assert.deepEqual((await bank.said(from)).slice(-2), ['pacs.002 ACSC +0', 'pacs.002 RJCT AB03 +21'])
})

test('only the institution of a sandbox has messages simulated', async () => {
  const body = { credits: [{ accountNumber: '1', amount: '0.01', name: 'A' }] }
  const live = await service.createTenant('live', { sandbox: false })
  const viewer = await service.createClient(service.tenant, { entitlements: ['Institution.View_Institution'] })
  for (const network of ['fedwire', 'fednow', 'rtp', 'swift']) {
    const path = `/v1/institution/simulations/${network}/messages`
    assert.equal((await service.call('POST', path, body, { client: live.client })).status, 409)
    assert.equal((await service.call('POST', path, body, { client: viewer })).status, 403)
    assert.equal((await service.call('POST', path, {})).status, 400)
  }
})
