import assert from 'node:assert/strict'
import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../../../src/db/client.ts'
import type { FixedClock } from '../../../src/kernel/clock.ts'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import type { BreakingDatabase } from '../breaking-database.ts'
import type { Reply, TestService } from '../test-service.ts'
import { startAsking } from './asking.ts'
import { APPROVES_ABOVE, type Bank } from './bank.ts'
import type { Command } from './commands.ts'
import { type Doing, startDoing } from './doing.ts'
import { assertExpected, dateOf, FINAL, instantThisMonth, predict, type SeenPayment, TIME_ZONE } from './expectation.ts'
import { lookAt, type Sight } from './sight.ts'

/**
 * The service under test, with a clock that the test moves and a database that breaks on request.
 */
export interface Stage {
  service: TestService
  /** The URLs of its nodes, used in turn, so that a broken request continues at another node. */
  nodes: readonly string[]
  clock: FixedClock
  breaking: BreakingDatabase
  /** The database, on connections that never break. */
  db: Database
}

const MAX_PASSES = 20
/** A series takes three weeks at most, and its approvals expire after a week. */
const MAX_DAYS_TO_FINISH = 40
const DAYS_BETWEEN_EVENINGS = 4

/**
 * Plays one history until every payment is final. Returns the balances of the accounts in cents.
 */
export async function play(
  { service, nodes, clock, breaking, db }: Stage,
  bank: Bank,
  balances: ReadonlyMap<bigint, bigint>,
  start: Temporal.PlainDate,
  commands: readonly Command[],
): Promise<Map<bigint, bigint>> {
  clock.set(`${start}T15:00:00Z`)
  const asking = startAsking(service, nodes)
  const doing = startDoing(service, clock, bank, asking, balances)
  // The week of the first day may begin before that day.
  const { asked, files } = doing
  const see = () => lookAt(db, bank, { asked, traces: files.traces }, start.subtract({ days: 7 }))
  const { income: incomeBefore, repaid: repaidBefore, owed: owedBefore } = await see()
  const look = async () => {
    const sight = await see()
    const repaid = new Map(Array.from(sight.repaid, ([id, amount]) => [id, amount - (repaidBefore.get(id) ?? 0n)]))
    assertExpected(bank, doing, { ...sight, repaid, income: sight.income - incomeBefore, today: dateOf(clock.now()) })
    return sight
  }
  for (const [customerUID, owed] of owedBefore) await doing.writeOff(customerUID, owed)
  await open(bank, doing)

  let sight = await look()
  for (const command of commands) {
    const prediction = predictionOf(bank, command, sight, doing.approvesAbove, dateOf(clock.now()))
    if (command.breaks) breaking.breakAt(command.breaks)
    asking.mayBreak = command.breaks !== undefined
    const replies = await doing.act(command, sight)
    breaking.disarm()
    asking.mayBreak = false
    const before = sight
    sight = await look()
    // The repetition of a broken request may be refused because the first attempt succeeded.
    for (const reply of replies) if (!command.breaks || prediction) assertAnswered(reply, before, sight, prediction)
  }

  // Payments of a suspended account are held until it is activated.
  for (const [place, { id }] of bank.accounts.entries())
    if (sight.suspended.has(id)) await doing.act({ does: 'suspend', account: place as 0 | 1 | 2 }, sight)
  // A worker whose connection broke holds the lease of its file or message.
  for (const table of ['incoming_files', 'rail_handovers', 'rail_messages'])
    await service.query(`update ${table} set leased_until = now() where leased_until is not null`)
  sight = await finish(clock, doing, look)
  const received = new Set<string | null>(sight.receipts.map(({ traceNumber }) => traceNumber))
  assert.deepEqual(
    [...files.arrived].filter((trace) => !received.has(trace)),
    [],
    'every entry that came is received',
  )
  await doing.act({ does: 'approve above', cents: APPROVES_ABOVE }, sight)
  await asking.allAgain()
  sight = await look()
  const said: string[] = []
  const differences = await verifyLedgers(db, [bank.tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
  return new Map(Array.from(sight.accounts, ([id, { posted }]) => [id, posted]))
}

/** Adjusts each account to its opening balance. */
async function open({ accounts }: Bank, { deposits, adjust }: Doing): Promise<void> {
  for (const { id, opening } of accounts) {
    const missing = opening - deposits.get(id)!
    if (missing !== 0n) await adjust(id, missing > 0n ? 'Credit' : 'Debit', missing > 0n ? missing : -missing)
  }
}

function predictionOf(bank: Bank, command: Command, sight: Sight, approvesAbove: number, today: Temporal.PlainDate) {
  if (command.does !== 'pay') return undefined
  const instantBefore = instantThisMonth(bank, sight.payments, today)
  return { status: predict(bank, command, sight, { instantBefore, approvesAbove }, today) }
}

/** The payment has the status in the answer. A refusal changes nothing. */
function assertAnswered({ status, body }: Reply, before: Sight, after: Sight, prediction?: { status?: string }): void {
  const shown = status < 300 ? body.data.paymentStatus : undefined
  if (prediction) assert.equal(shown, prediction.status, JSON.stringify(body))
  if (status < 300) assert.equal(after.payments.find(({ id }) => id === body.data.paymentUID)?.status, shown)
  else assert.deepEqual(after.payments, before.payments, 'a refusal changes nothing')
}

/** A payment is over when it is final, and its proceeds are available. */
const isOver = ({ status, funds }: SeenPayment) => FINAL.includes(status) && funds?.releasedAt !== null

/** The states in which a receipt waits for nothing but a person. */
const ENDED: readonly string[] = ['POSTED', 'UNPOSTED', 'RETURNED']

/** Runs a worker every few evenings until every payment is over. */
async function finish(clock: FixedClock, { work }: Doing, look: () => Promise<Sight>): Promise<Sight> {
  let sight = await look()
  for (let days = 0; days < MAX_DAYS_TO_FINISH; days += DAYS_BETWEEN_EVENINGS) {
    for (let passes = 0; (await work()) > 0; passes++) {
      assert.ok(passes < MAX_PASSES, 'the worker runs out of work')
      clock.advance({ seconds: 3 })
    }
    sight = await look()
    const areOver = sight.payments.every(isOver) && sight.receipts.every(({ status }) => ENDED.includes(status))
    if (sight.activeSeries === 0n && sight.openFiles === 0n && areOver) return sight
    const date = dateOf(clock.now()).add({ days: DAYS_BETWEEN_EVENINGS })
    clock.set(date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '18:30' }).toInstant())
  }
  assert.fail(`payments are not final: ${sight.payments.map(({ status, rail }) => `${status} ${rail}`)}`)
}
