import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { readNachaStream } from '../../src/rails/ach/read-nacha-stream.ts'
import { railSweeps, simulatorSweeps } from '../../src/rails/rails.jobs.ts'
import { readAcknowledgement } from '../../src/rails/rails.ts'
import { dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { contactBody, createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

const all = [...paymentSweeps, ...railSweeps, ...simulatorSweeps]
const sweep = (name: string) => sweepNamed(all, name).run(service.app, service.tenant.institution)
const root = () => dirname(service.app.achOutDirectory)
const list = (...place: string[]): Promise<string[]> => readdir(join(root(), ...place)).catch(() => [])

/** Pays to an account elsewhere, in a file that has left. */
async function pay(accountNo: string): Promise<void> {
  const contactBank = { ...contactBody().contactBank, accountNo }
  const payer = await createPayer(service, { contact: { contactBank } })
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  await sweep('payments: release payments')
  clock.advance({ seconds: 2 })
  assert.equal(await sweep('payments: collect ACH entries'), 1)
  assert.equal(await sweep('payments: write ACH files'), 1)
}

async function strictly(content: Buffer) {
  const read = await readNachaStream(
    (async function* () {
      yield content
    })(),
    undefined,
    new Set(),
  )
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.error))
  return read.summary
}

test('the operator takes a file of a sandbox once, and what it has not to answer comes to nothing', async () => {
  await pay('700100200300')
  const [name] = await list('out')
  assert.equal(await sweep('rails: play the ACH operator'), 1)
  assert.equal(await sweep('rails: play the ACH operator'), 0)
  assert.deepEqual([await list('out'), await list('operator', 'taken', 'bank')], [[], [name]])
  assert.equal(await sweep('rails: send simulated ACH files'), 1, 'it says that it has the file')
  assert.equal(await sweep('rails: send simulated ACH files'), 0)
  const said = readAcknowledgement(await readFile(join(root(), 'in', 'bank', `acknowledgement-${name}`), 'latin1'))
  assert.ok(said.ok)
  const { status, origin, fileId, totals } = said.value
  assert.deepEqual([status, origin, fileId], ['ACCEPTED', '061099995', 'A'])
  assert.deepEqual([totals.batches, totals.entries, totals.debitTotal], [1, 1, 0n])
})

test('an entry to a magic account number comes back on the banking day after it settles', async () => {
  await pay('998503')
  assert.equal(await sweep('rails: play the ACH operator'), 1)
  assert.equal(await sweep('rails: send simulated ACH files'), 1, 'the acknowledgement')
  const before = await list('in', 'bank')
  // Paid on Wednesday, July 1; effective on Thursday; July 3 is no holiday of the Federal Reserve.
  clock.advance({ hours: 46 })
  assert.equal(await sweep('rails: send simulated ACH files'), 0, 'Friday, 8 a.m. in New York')
  clock.advance({ hours: 1 })
  assert.equal(await sweep('rails: send simulated ACH files'), 1)
  const [name] = (await list('in', 'bank')).filter((one) => !before.includes(one))
  const content = await readFile(join(root(), 'in', 'bank', name!))
  assert.equal((await strictly(content)).entryCount, 1)
  assert.match(content.toString(), /^799R03/m)
})

test('entries of another bank come in as one strict file each time, also if they are the same', async () => {
  const body = {
    entries: [
      { direction: 'Credit', accountNumber: '4000000001', amount: '125.50', receiverName: 'Ada Example' },
      { direction: 'Debit', accountNumber: '4000000002', amount: '0.99', receiverName: 'Bo Example', secCode: 'CCD' },
      { direction: 'Credit', accountNumber: '4000000003', amount: '0.00', receiverName: 'Prenote' },
    ],
  }
  const send = () => service.call('POST', '/v1/institution/simulations/ach/entries', body)
  const { name } = dataOf(await send())
  const other = dataOf(await send()).name
  assert.notEqual(name, other)
  assert.equal(await sweep('rails: send simulated ACH files'), 2)
  assert.equal(await sweep('rails: send simulated ACH files'), 0)
  assert.deepEqual(
    (await list('in', 'bank')).filter((one) => one.startsWith('entries-')).toSorted(),
    [name, other].toSorted(),
  )
  const contents = await Promise.all([name, other].map((one) => readFile(join(root(), 'in', 'bank', one))))
  assert.notDeepEqual(contents[0], contents[1])
  const { entryCount, totalCreditCents, totalDebitCents } = await strictly(contents[0]!)
  assert.deepEqual([entryCount, totalCreditCents, totalDebitCents], [3, 12_550n, 99n])
})

test('only the institution of a sandbox has entries simulated', async () => {
  const body = { entries: [{ direction: 'Credit', accountNumber: '1', amount: '0.01', receiverName: 'A' }] }
  const path = '/v1/institution/simulations/ach/entries'
  const live = await service.createTenant('live', { sandbox: false })
  assert.equal((await service.call('POST', path, body, { client: live.client })).status, 409)
  const viewer = await service.createClient(service.tenant, { entitlements: ['Institution.View_Institution'] })
  assert.equal((await service.call('POST', path, body, { client: viewer })).status, 403)
  for (const amount of [100, '-1.00', '1.001', '1e2', '100000000.00', ''])
    assert.equal((await service.call('POST', path, { entries: [{ ...body.entries[0], amount }] })).status, 400)
})
