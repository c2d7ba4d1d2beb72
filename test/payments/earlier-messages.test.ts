import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { earlierRelease } from '../support/earlier-messages.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

test('what a worker of 0.2.0 sent to a simulated network settles after the upgrade, once, and stays on its timeline', async () => {
  const payer = await createPayer(service)
  const body = (number: number) => creditBody(payer, { speed: 'Instant', externalReferenceId: `earlier-${number}` })
  const uids: string[] = []
  for (const number of [1, 2, 3])
    uids.push(dataOf(await service.call('POST', '/payments/creditrequest', body(number))).paymentUID)
  const [before, beside, ofThis] = uids as [string, string, string]
  const old = earlierRelease(service)
  const { reference } = await old.sends(before, clock.now())
  await old.sends(beside, clock.now().add({ seconds: 2 }))
  const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`)).status
  const statuses = () => Promise.all([before, beside, ofThis].map(read))
  const work = async () => {
    for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
  }
  await work()
  assert.deepEqual(await statuses(), ['TRANSMITTED', 'TRANSMITTED', 'TRANSMITTED'])
  clock.advance({ seconds: 1 })
  await work()
  assert.deepEqual(await statuses(), ['PROCESSED', 'TRANSMITTED', 'PROCESSED'])
  clock.advance({ seconds: 2 })
  await work()
  await work()
  assert.deepEqual(await statuses(), ['PROCESSED', 'PROCESSED', 'PROCESSED'])

  const { entries } = dataOf(await service.call('GET', `/v3/payments/${before}/timeline`))
  const messages = entries.filter(({ kind }: { kind: string }) => kind === 'railMessage')
  assert.deepEqual(
    messages.map(({ event, ...message }: Record<string, unknown>) => [event, message['reference'], message['amount']]),
    [
      ['sent', reference, '10.00'],
      ['settled', reference, '10.00'],
    ],
  )
  const [stored] = await service.query<{ text: string }>(
    'select information::text as text from simulator_messages where payment_id = $1',
    [before],
  )
  assert.match(stored!.text, /^"sealed:/)
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
})
