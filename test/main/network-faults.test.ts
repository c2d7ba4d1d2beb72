import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { differencesOfBooks } from '../support/network-books.ts'
import { disturb, dyingApp } from '../support/network-faults.ts'
import { SEED } from '../support/seed.ts'
import { type Dice, diceOf } from '../support/simulated-month/random.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const STEPS = Number(process.env.NETWORK_STEPS ?? 24)
/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
const call = (method: string, path: string, body?: object) => service.call(method, path, body)
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

/** A payment over any of the dollar networks, to an account that settles, rejects or gives back. */
async function pay(dice: Dice, payers: readonly Payer[]): Promise<void> {
  const rail = dice.pick(['FEDWIRE', 'FEDNOW', 'RTP'])
  if (rail !== 'FEDWIRE') dataOf(await call('PUT', '/v1/institution', { instantNetwork: rail }))
  const fields = { speed: rail === 'FEDWIRE' ? 'Express' : 'Instant', paymentAmount: dice.between(1, 50) }
  dataOf(await call('POST', '/v3/payments/creditrequest', creditBody(dice.pick(payers), fields)))
}

async function originate(dice: Dice, { accountNumber }: Payer): Promise<void> {
  const number = dice.happens(75) ? accountNumber : '999000999000'
  const credit = { accountNumber: number, amount: `${dice.between(1, 50)}.25`, name: 'Ada Example' }
  const network = dice.pick(['fedwire', 'fednow', 'rtp', 'swift'])
  dataOf(await call('POST', `/v1/institution/simulations/${network}/messages`, { credits: [credit] }))
}

/** Runs every sweep. Returns how much they moved. */
async function work(): Promise<number> {
  let moved = 0
  for (const { run } of paymentLifeSweeps) moved += await run(service.app, service.tenant.institution)
  return moved
}

/** The same while processes die and the wire fails, also between what leaves and who takes it. */
async function workBadly(dice: Dice, history: string[]): Promise<void> {
  const app = dyingApp(service.app, dice)
  for (const { name, run } of paymentLifeSweeps) {
    await run(app, service.tenant.institution).catch((error) => assert.match(String(error), /killed/))
    if (name === 'message-imports: hand over messages') await disturb(service, dice, history)
  }
}

/** The leases of processes that died end. */
const endLeases = () =>
  service.query(`update rail_messages set leased_until = now() where tenant_id = $1 and status = 'Claimed'`, [
    service.tenant.institution.tenantId,
  ])

/** Nothing fails any more, and time goes on until nothing moves. */
async function settleDown(): Promise<void> {
  for (const seconds of [...Array<number>(12).fill(30), 3600, 3600, 86_400, 30, 86_400, 30, 86_400, 30]) {
    await endLeases()
    clock.advance({ seconds })
    for (let pass = 0; pass < 10 && (await work()) > 0; pass++) clock.advance({ seconds: 1 })
  }
}

/** The payments about which a person has to decide, because their network does not answer. */
async function withPerson(): Promise<Set<string>> {
  const rows = await service.query<{ messageId: string }>(
    `select m.message_id as "messageId" from message_exceptions e
       join rail_messages m on m.tenant_id = e.tenant_id and m.payment_id = e.payment_id and m.direction = 'Out'
     where e.tenant_id = $1 and e.status = 'Open'`,
    [service.tenant.institution.tenantId],
  )
  return new Set(rows.map(({ messageId }) => messageId))
}

test(`messages are lost, doubled, delayed and reordered, and processes die: both books agree at the end (seed ${SEED})`, async () => {
  const dice = diceOf(SEED)
  const history: string[] = []
  const payers: Payer[] = []
  for (const accountNo of ['700100200300', '997104', '997404'])
    payers.push(await createPayer(service, { contact: { contactBank: { ...contactBody().contactBank, accountNo } } }))
  for (let step = 0; step < STEPS; step++) {
    await pay(dice, payers)
    if (dice.happens(60)) await originate(dice, dice.pick(payers))
    await workBadly(dice, history)
    await endLeases()
    clock.advance({ seconds: dice.between(0, 8) })
    await disturb(service, dice, history)
  }
  await settleDown()
  const told = await withPerson()
  const differences = (await differencesOfBooks(service)).filter((line) => {
    const [rail, messageId = ''] = line.split(/[ :]+/)
    return !(rail === 'FEDWIRE' && line.includes('here TRANSMITTED') && told.has(messageId))
  })
  assert.ok(history.length > STEPS / 4, 'the wire was disturbed')
  assert.deepEqual(differences, [], `GIRO_SEED=${SEED}\n${history.join('\n')}`)
  const ends = await service.query<{ end: string }>(
    'select distinct status as end from payment_states where tenant_id = $1',
    [service.tenant.institution.tenantId],
  )
  for (const end of ['PROCESSED', 'VALIDATION_FAILURE'])
    assert.ok(
      ends.some((one) => one.end === end),
      `no payment became ${end}`,
    )
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
})
