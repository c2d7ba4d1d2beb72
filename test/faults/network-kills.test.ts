import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/app.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import { type FixedClock, fixedClock } from '../../src/kernel/clock.ts'
import { MESSAGE_RAILS } from '../../src/kernel/rail.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { differencesOfBooks, positionsOnNetworks } from '../support/network-books.ts'
import { bankParts, bankPass } from '../support/network-kills/bank.ts'
import { networkPass } from '../support/network-kills/networks.ts'
import { Traffic } from '../support/network-kills/traffic.ts'
import { Wire } from '../support/network-kills/wire.ts'
import { SEED } from '../support/seed.ts'
import { type Dice, diceOf } from '../support/simulated-month/random.ts'
import { temporaryRoot } from '../support/test-database.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { type Victim, Victims } from '../support/victims.ts'

// A bank and its networks are two processes, each with a database of its own, and exchange files.
// Both are killed at random moments, and what carries the files fails. Time moves when the test
// moves it. Customers and other banks go on through the API, which is not killed.

const KILLS = Number(process.env['NETWORK_KILLS'] ?? 200)
/** Wednesday, 10 a.m. in New York: all networks are open until the last process is killed. */
const START = '2026-07-01T14:00:00.000Z'
/** How often a process begins or ends a transaction before it is killed, and how long at most. */
const MOST_STEPS = 40
const LONGEST_MS = 500
/** A process dies this long after its last step, at most. */
const AFTER_STEP_MS = 6
const CARRY_EVERY_MS = 20

const SIDES = ['bank', 'networks'] as const
type Side = (typeof SIDES)[number]

let root: string
let bank: TestService
let networks: TestService
let victims: Readonly<Record<Side, Victims>>
const clock: FixedClock = fixedClock(START)
const dice: Dice = diceOf(SEED)

before(async () => {
  root = await mkdtemp(join(await temporaryRoot(), 'giro-network-kills-'))
  const urls: string[] = []
  const reach = async (url: string) => {
    urls.push(url)
    return url
  }
  bank = await startTestService({ clock, worker: false, outboxDir: placeOf('bank'), reach })
  networks = await startTestService({ clock, worker: false, reach })
  const victimsOf = (path: string, { encryptionKey }: TestService, url: string, more: Record<string, string>) =>
    Victims.of({ path, environment: { GIRO_DATABASE_URL: url, GIRO_ENCRYPTION_KEY: encryptionKey, ...more } })
  victims = {
    bank: await victimsOf('network-kills/bank-worker.ts', bank, urls[0]!, { GIRO_OUTBOX_DIR: placeOf('bank') }),
    networks: await victimsOf('network-kills/networks-worker.ts', networks, urls[1]!, {
      NETWORKS_DIR: placeOf('networks'),
    }),
  }
})
after(async () => {
  for (const some of Object.values(victims ?? {})) await some.close()
  await bank?.stop()
  await networks?.stop()
  await rm(root, { recursive: true, force: true })
})

const placeOf = (side: Side) => join(root, side)

/** The leases of a process that died end. */
const endLeases = () => bank.query(`update rail_messages set leased_until = now() where status = 'Claimed'`)

/** Customers pay, other banks too, and processes die. */
async function killInTurn(traffic: Traffic, wire: Wire): Promise<void> {
  const running = { bank: await victims.bank.next(), networks: await victims.networks.next() }
  const tellTime = () => {
    for (const victim of Object.values<Victim>(running)) victim.at(clock.now().toString())
  }
  const carrying = new AbortController()
  const carried = (async () => {
    for (; !carrying.signal.aborted; await sleep(CARRY_EVERY_MS)) if ((await wire.carry()) > 0) tellTime()
  })()
  try {
    for (let killed = 0; killed < KILLS; killed++) {
      tellTime()
      await traffic.step()
      const side = dice.pick(SIDES)
      await running[side].works(dice.between(1, MOST_STEPS), LONGEST_MS)
      await sleep(dice.between(0, AFTER_STEP_MS))
      await running[side].kill()
      if (side === 'bank') await endLeases()
      running[side] = await victims[side].next()
      clock.advance({ seconds: dice.between(0, 6) })
    }
  } finally {
    carrying.abort()
    await carried
  }
  for (const victim of Object.values<Victim>(running)) await victim.kill()
}

/** Nothing fails any more. Time passes, and everything that moves ends. */
async function settleDown(wire: Wire, waits: readonly number[]): Promise<void> {
  const apps = { bank: { ...bank.app, ...bankParts(placeOf('bank')) } as App, networks: networks.app }
  for (const seconds of waits) {
    await endLeases()
    clock.advance({ seconds })
    const { tenantId } = bank.tenant.institution
    const institution = await bank.app.db.read((db) => readInstitution(db, tenantId))
    for (let still = 0; still < 2; ) {
      const moved =
        (await bankPass(apps.bank, institution)) +
        (await wire.carry()) +
        (await networkPass(apps.networks, networks.tenant.institution, { root: placeOf('networks') })) +
        (await wire.carry())
      // A file is taken at the second look.
      still = moved > 0 ? 0 : still + 1
      if (moved > 0) clock.advance({ seconds: 1 })
    }
  }
}

const MINUTES = [30, 30, 30, 30, 30, 30, 600, 600, 600]
/** A network that got a message from a person first may be silent about it once more. */
const PERSON_LOOKS = 3
const DAYS = [3_600, 3_600, 86_400, 30, 86_400, 30]

test(`of ${KILLS} processes killed on both sides of all networks, none loses or repeats a payment (GIRO_SEED=${SEED})`, async () => {
  const link = { link: 'Directory' }
  const linked = Object.fromEntries(MESSAGE_RAILS.map((rail) => [rail, link]))
  dataOf(await bank.call('PUT', '/v1/institution', { networks: linked }))
  const traffic = await Traffic.between(bank, networks, dice)
  const wire = new Wire({ outbox: placeOf('bank'), networks: placeOf('networks'), institution: 'bank' }, dice, clock)
  await killInTurn(traffic, wire)
  const failures = [...victims.bank.failures, ...victims.networks.failures]
  wire.isDisturbed = false
  await settleDown(wire, MINUTES)
  const decided: string[] = []
  for (let round = 0; round < PERSON_LOOKS; round++) {
    decided.push(...(await traffic.decideAll()))
    await settleDown(wire, MINUTES)
  }
  await settleDown(wire, DAYS)
  console.log(`# ${[...wire.history].map(([event, times]) => `${event} ${times}`).join(', ')}`)
  console.log(`# ${JSON.stringify(traffic.done)}; decided by a person: ${JSON.stringify(decided)}`)
  assert.deepEqual(failures, [], 'work failed that was not killed')
  await assertAgreed()
  await assertEnded()
})

async function assertAgreed(): Promise<void> {
  const differences = await differencesOfBooks(bank, networks)
  if (differences.length > 0) console.log(await storyOf(differences))
  assert.deepEqual(differences, [], `GIRO_SEED=${SEED}`)
  const there = await positionsOnNetworks(networks)
  for (const rail of MESSAGE_RAILS) {
    assert.equal(await balanceOf(`clearing:${rail}:USD`), 0n, `something is in transit on ${rail}`)
    assert.equal(await balanceOf(`rail-settlement:${rail}:USD`), there.get(rail) ?? 0n, `our money on ${rail}`)
  }
  const said: string[] = []
  const { institution } = bank.tenant
  assert.equal(await verifyLedgers(bank.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}

/** In minor units; debits are positive. */
async function balanceOf(code: string): Promise<bigint> {
  const [row] = await bank.query<{ balance: bigint }>(
    `select debits_posted - credits_posted + debits_pending - credits_pending as balance
     from ledger_accounts where code = $1`,
    [code],
  )
  return BigInt(row?.balance ?? 0n)
}

/** The messages and exceptions of what differs. */
async function storyOf(differences: readonly string[]): Promise<string> {
  const ids = differences.map((line) => line.split(/[ :]/)[1]!)
  const messages = await bank.query<object>(
    `select o.direction, o.rail, o.message_type, o.message_id, o.copy, o.status, o.created_at, o.left_at is not null as has_left,
       o.refusal, o.doubt
     from rail_messages m join rail_messages o on o.id = m.id or o.payment_id = m.payment_id or o.receipt_id = m.receipt_id
     where m.message_id like any ($1) order by o.id`,
    [ids.map((id) => `%${id}`)],
  )
  const exceptions = await bank.query<object>('select kind, why, status, evidence from message_exceptions order by id')
  return [...messages, ...exceptions].map((row) => JSON.stringify(row)).join('\n')
}

/** Nothing is on its way, and each rail has had payments with several ends. */
async function assertEnded(): Promise<void> {
  const open = await bank.query(
    `select status, count(*)::integer from payment_states
       where status not in ('PROCESSED', 'RETURNED', 'VALIDATION_FAILURE') group by status
     union all select status, count(*)::integer from receipts
       where status not in ('POSTED', 'UNPOSTED', 'RETURNED', 'REJECTED') group by status`,
  )
  assert.deepEqual(open, [])
  const ends = await bank.query<{ rail: string; ends: string[] }>(
    'select rail, array_agg(distinct status) as ends from payment_states group by rail',
  )
  for (const rail of MESSAGE_RAILS) {
    const ended = ends.find((one) => one.rail === rail)?.ends ?? []
    assert.ok(ended.includes('PROCESSED') && ended.length > 1, `${rail}: ${ended}`)
  }
}
