import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { type Database, isConnectionFailure, openDatabase } from '../../../src/db/client.ts'
import { readInstitution } from '../../../src/institution/institution.ts'
import type { Sweep } from '../../../src/jobs/sweep.ts'
import { type FixedClock, fixedClock } from '../../../src/kernel/clock.ts'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import type { PaymentStatus } from '../../../src/payments/domain/payment-state.ts'
import { paymentSweeps } from '../../../src/payments/payments.jobs.ts'
import { type BreakingDatabase, startBreakingDatabase } from '../breaking-database.ts'
import { creditBody, type Reply, startTestService, type TestClient, type TestService } from '../test-service.ts'
import { type Bank, openBank } from './bank.ts'
import { type Command, history, type PayCommand } from './commands.ts'
import {
  dateOf,
  type Expectation,
  expect,
  FINAL,
  instantThisMonth,
  predict,
  type SeenPayment,
  type Step,
} from './expectation.ts'

const FIRST_DAY = Temporal.PlainDate.from('2026-01-01')
/** So many histories use one bank, two months apart, so that none counts against the limits of the one before. */
const HISTORIES_OF_A_BANK = 12
const MAX_ATTEMPTS = 50
const MAX_PASSES = 20
/** Approvals expire in a week, and a series of three weeks has as much to go again. */
const DAYS_TO_REST = 40

/** The states a payment is usually in when somebody does that to it. */
const FITTING: Record<Extract<Command, { payment: number }>['does'], readonly PaymentStatus[]> = {
  approve: ['PENDING_APPROVAL', 'PARTIALLY_APPROVED'],
  reject: ['PENDING_APPROVAL', 'PARTIALLY_APPROVED'],
  cancel: ['PENDING_APPROVAL', 'FUTURE_DATED', 'VALIDATED', 'READY_TO_TRANSMIT'],
  return: ['TRANSMITTED', 'PROCESSED'],
  reverse: ['PROCESSED'],
}

/** The service that histories happen to, with a clock that the test moves and a database that breaks when it says so. */
interface Stage {
  service: TestService
  /** Where its nodes listen; they are asked in turn, so that a request that breaks goes on at another one. */
  nodes: readonly string[]
  clock: FixedClock
  breaking: BreakingDatabase
  /** The database as it is, by a way that never breaks. */
  db: Database
}

/**
 * Plays so many random histories of payments, and holds the state after each command against what the commands amount to. What fails is shrunk
 * to the shortest history that still does; its seed and path repeat it.
 */
export async function playHistories(options: { numRuns: number; seed?: number; path?: string }): Promise<void> {
  const clock = fixedClock('2026-01-01T15:00:00Z')
  let breaking: BreakingDatabase | undefined
  const reach = async (databaseUrl: string) => {
    breaking = await startBreakingDatabase(databaseUrl)
    return breaking.url
  }
  const service = await startTestService({ clock, reach })
  const db = openDatabase({ connectionString: service.databaseUrl, maxConnections: 2 })
  const nodes = [service.baseUrl, await service.startNode()]
  const stage: Stage = { service, nodes, clock, breaking: breaking!, db }
  let banks = 0
  let open: { bank: Bank; histories: number; balances: Map<bigint, bigint> } | undefined
  try {
    await fc.assert(
      fc.asyncProperty(history, async (commands) => {
        if (!open || open.histories === HISTORIES_OF_A_BANK)
          open = { bank: await openBank(service, `bank-${++banks}`), histories: 0, balances: new Map() }
        const { bank, balances } = open
        const start = FIRST_DAY.add({ months: 2 * open.histories++ })
        open = { ...open, balances: await play(stage, bank, balances, start, commands).catch(giveUp) }
      }),
      options,
    )
  } finally {
    await db.close()
    await service.stop()
    await breaking?.close()
  }

  /** What a failed history leaves behind says nothing about the next one. */
  function giveUp(error: unknown): never {
    stage.breaking.disarm()
    open = undefined
    throw error
  }
}

interface Request {
  method: 'POST' | 'PUT' | 'PATCH'
  path: string
  body: object | undefined
  client: TestClient
  idempotencyKey: string
}

/** Plays one history to its end, when all payments have come to theirs. Returns what the accounts have then. */
async function play(
  { service, nodes, clock, breaking, db }: Stage,
  bank: Bank,
  balances: ReadonlyMap<bigint, bigint>,
  start: Temporal.PlainDate,
  commands: readonly Command[],
): Promise<Map<bigint, bigint>> {
  const { tenant, accounts, submitters, deciders } = bank
  const { tenantId } = tenant.institution
  const before = new Map(accounts.map(({ id }) => [id, balances.get(id) ?? 0n]))
  const asked = new Map<string, PayCommand>()
  const answered: { request: Request; reply: Reply }[] = []
  const series: string[] = []
  let payments: SeenPayment[] = []
  let expected: Expectation
  const suspended = new Set<bigint>()
  let mayBreak = false
  let hadConcurrency = false
  let calls = 0

  clock.set(`${start}T15:00:00Z`)
  const incomeBefore = await incomeOf()
  for (const { id, opening } of accounts) {
    const missing = opening - before.get(id)!
    if (missing !== 0n) await adjust(id, missing > 0n ? 'Credit' : 'Debit', missing > 0n ? missing : -missing)
  }
  await look()

  for (const command of commands) {
    const { breaks } = command
    mayBreak = breaks !== undefined
    if (breaks) breaking.breakAt(breaks)
    hadConcurrency ||= command.does === 'at once' || (command.does === 'work' && command.workers > 1)
    const prediction = predictionOf(command)
    const statuses = payments.map(({ status }) => status)
    const replies = await act(command)
    breaking.disarm()
    mayBreak = false
    await look()
    if (replies.length !== 1) continue
    const [reply] = replies as [Reply]
    const status = reply.status < 300 ? reply.body.data.paymentStatus : undefined
    if (prediction) assert.equal(status, prediction.status, JSON.stringify(reply.body))
    if (reply.status >= 400 && !breaks)
      assert.deepEqual(
        payments.map(({ status }) => status),
        statuses,
        'what is refused changes nothing',
      )
    const { paymentUID } = reply.status < 300 ? reply.body.data : {}
    if (paymentUID) assert.equal(payments.find(({ id }) => id === paymentUID)?.status, status)
  }

  await rest()
  for (const [place, { id }] of accounts.entries())
    if (suspended.has(id)) await act({ does: 'suspend', account: place as 0 | 1 | 2 })
  for (const { request, reply } of answered) assertSameAnswer(await ask(request), reply)
  await look()
  const said: string[] = []
  const differences = await verifyLedgers(db, [tenant.institution], (line) => said.push(line))
  assert.equal(differences, 0, said.join('\n'))
  return new Map(Array.from(expected!.accounts, ([id, { posted }]) => [id, posted]))

  function predictionOf(command: Command) {
    if (command.does !== 'pay') return undefined
    const today = dateOf(clock.now())
    return { status: predict(bank, command, suspended, expected, instantThisMonth(bank, payments, today), today) }
  }

  /** Does what the command says. Returns the answers to its requests, in their order. */
  async function act(command: Command): Promise<Reply[]> {
    switch (command.does) {
      case 'pay':
      case 'repeat':
        return [await pay(command)]
      case 'approve':
      case 'reject':
        return onPayment(command, { notes: 'looked at' }, deciders[command.by])
      case 'cancel':
        return onPayment(command, {})
      case 'return':
        return onPayment(command, { achReturnCode: 'R01', returnNotes: 'came back' })
      case 'reverse':
        return onPayment(command, {})
      case 'endSeries':
        return series.length === 0
          ? []
          : [await change(`/v3/payments/recurrences/${pick(series, command.series)}/cancel`)]
      case 'adjust':
        await adjust(accounts[command.account].id, command.direction, BigInt(command.cents))
        return []
      case 'suspend': {
        const { id, customerUID } = accounts[command.account]
        const body = { action: suspended.has(id) ? 'Activate' : 'Suspend', reason: 'test' }
        await change(`/v2/customers/${customerUID}/accounts/${id}`, body, tenant.client, 'PATCH')
        return []
      }
      case 'ask again': {
        if (answered.length === 0) return []
        const { request, reply } = pick(answered, command.request)
        assertSameAnswer(await ask(request), reply)
        return []
      }
      case 'wait':
        clock.advance({ seconds: command.seconds })
        return []
      case 'work': {
        const sweeps = command.sweep === 'all' ? paymentSweeps : [pick(paymentSweeps, command.sweep)]
        await Promise.all(Array.from({ length: command.workers }, () => work(sweeps)))
        return []
      }
      case 'at once':
        await Promise.all(command.commands.map(act))
        return []
    }
  }

  async function pay(command: PayCommand): Promise<Reply> {
    const { contacts, id } = accounts[command.from]
    const reference = randomUUID()
    asked.set(reference, command)
    const recurrence = command.does === 'repeat' && {
      frequency: command.every,
      payUntil: 'NumberOfPayments',
      numberOfPayments: command.times,
    }
    const body = creditBody(
      { customerUID: '', accountNumber: '', accountUID: String(id), contactUID: contacts[command.to] },
      {
        externalReferenceId: reference,
        paymentAmount: command.cents / 100,
        speed: command.speed,
        ...(command.inDays > 0 && { paymentDate: dateOf(clock.now()).add({ days: command.inDays }).toString() }),
        ...(recurrence && { recurrence }),
      },
    )
    const reply = await change('/payments/creditrequest', body, submitters[command.from], 'POST')
    if (reply.body.data?.recurranceId) series.push(reply.body.data.recurranceId)
    return reply
  }

  async function onPayment(
    { does, payment, any }: Extract<Command, { payment: number }>,
    body: object,
    client = tenant.client,
  ): Promise<Reply[]> {
    const fitting = payments.filter(({ status }) => any || FITTING[does].includes(status))
    if (fitting.length === 0) return []
    return [await change(`/payments/${pick(fitting, payment).id}/${does}`, body, client)]
  }

  /** Books money in or out; what is not there is refused, and then nothing is. */
  async function adjust(id: bigint, direction: 'Credit' | 'Debit', cents: bigint): Promise<void> {
    const body = {
      direction,
      amount: Number(cents) / 100,
      currency: 'USD',
      reason: 'test',
      externalReferenceId: 'test',
    }
    const reply = await change(`/v1/institution/accounts/${id}/adjustments`, body, tenant.client, 'POST')
    if (reply.status < 300) before.set(id, before.get(id)! + (direction === 'Credit' ? cents : -cents))
  }

  async function change(
    path: string,
    body?: object,
    client = tenant.client,
    method: Request['method'] = 'PUT',
  ): Promise<Reply> {
    const request = { method, path, body, client, idempotencyKey: randomUUID() }
    const reply = await ask(request)
    // Only what creates takes a key; what changes a payment is refused by its state when it is asked again.
    if (method === 'POST') answered.push({ request, reply })
    return reply
  }

  /** Asks until there is an answer, as a client does: what was cut off, or is still being worked on, is asked again with the same key. */
  async function ask({ method, path, body, client, idempotencyKey }: Request): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await service.call(method, path, body, { client, idempotencyKey, at: pick(nodes, calls++) })
      const isUnderWay = reply.status === 409 && /still being worked on/.test(reply.body.message)
      if (reply.status < 500 && !isUnderWay) return reply
      assert.ok(mayBreak && attempt < MAX_ATTEMPTS, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      await sleep(2)
    }
  }

  /** What a worker does in one pass; when its connection breaks it comes again later. */
  async function work(sweeps: readonly Sweep[]): Promise<number> {
    const { app } = service
    let advanced = 0
    for (const sweep of sweeps)
      try {
        const due = await app.db.read((tx) => sweep.due(tx, clock.now()))
        if (!due.includes(tenantId)) continue
        advanced += await sweep.run(app, await app.db.read((tx) => readInstitution(tx, tenantId)))
      } catch (error) {
        if (!mayBreak || !isConnectionFailure(error)) throw error
      }
    return advanced
  }

  /** A worker that runs each evening, until every payment has come to its end. */
  async function rest(): Promise<void> {
    for (let days = 0; days < DAYS_TO_REST; days += 4) {
      for (let passes = 0; (await work(paymentSweeps)) > 0; passes++) {
        assert.ok(passes < MAX_PASSES, 'a worker comes to an end')
        clock.advance({ seconds: 3 })
      }
      await look()
      const [active] = await query<{ count: bigint }>(
        `select count(*) from payment_recurrences where tenant_id = $1 and status = 'Active'`,
      )
      if (active!.count === 0n && payments.every(({ status }) => FINAL.includes(status))) return
      const evening = dateOf(clock.now())
        .add({ days: 4 })
        .toZonedDateTime({ timeZone: 'America/New_York', plainTime: '18:30' })
      clock.set(evening.toInstant())
    }
    assert.fail(`payments come to their end: ${JSON.stringify(payments.map(({ status, rail }) => [status, rail]))}`)
  }

  /** Reads all that is, and holds it against what has to be. */
  async function look(): Promise<void> {
    const rows = await query<Omit<SeenPayment, 'steps'>>(
      `select p.id, p.external_reference_id as reference, coalesce(o.number, 1) as number, p.sender_account_id as "senderAccountId",
         p.amount, p.rail, p.status, p.fee_amount as fee
       from payments p left join payment_occurrences o on o.tenant_id = p.tenant_id and o.payment_id = p.id
       where p.tenant_id = $1 and p.external_reference_id = any($2::text[])`,
      [[...asked.keys()]],
    )
    const steps = await query<Step & { id: string }>(
      `select payment_id as id, at, from_status as "from", to_status as "to" from payment_transitions
       where tenant_id = $1 and payment_id = any($2::uuid[]) order by at`,
      [rows.map(({ id }) => id)],
    )
    const stepsOf = Map.groupBy(steps, ({ id }) => id)
    const places = new Map([...asked.keys()].map((reference, place) => [reference, place]))
    payments = rows
      .map((row) => ({ ...row, steps: stepsOf.get(row.id) ?? [] }))
      .sort((a, b) => places.get(a.reference)! - places.get(b.reference)! || a.number - b.number)
    assertEachOnce()
    const inactive = await query<{ id: bigint }>(
      `select id from accounts where tenant_id = $1 and id = any($2::bigint[]) and status <> 'Active'`,
      [accounts.map(({ id }) => id)],
    )
    suspended.clear()
    for (const { id } of inactive) suspended.add(id)
    expected = expect(bank, before, asked, payments, hadConcurrency)

    const totals = await query<{ id: bigint; posted: bigint; held: bigint }>(
      `select id, credits_posted - debits_posted as posted, debits_pending as held from ledger_accounts
       where tenant_id = $1 and id = any($2::bigint[])`,
      [accounts.map(({ id }) => id)],
    )
    for (const { id, posted, held } of totals) {
      assert.deepEqual({ posted, held }, expected.accounts.get(id), `account ${id}`)
      assert.ok(posted - held >= 0n, `account ${id} has ${posted - held}`)
    }
    const used = await query<{ name: string; used: bigint }>(
      `select customer_id || ' ' || key || ' ' || period_start as name, used from limit_usage
       where tenant_id = $1 and period_start >= $2 and key not like 'FEE%' and used <> 0`,
      [start.subtract({ days: 7 }).toString()],
    )
    assert.deepEqual(
      new Map(used.map(({ name, used }) => [name, used])),
      sorted(expected.usage, used),
      'usage of limits',
    )
    assert.equal((await incomeOf()) - incomeBefore, expected.income, 'fees earned')
  }

  /** No request has made two payments, and no number of a series is there twice. */
  function assertEachOnce(): void {
    const names = payments.map(({ reference, number }) => `${reference} ${number}`)
    assert.equal(new Set(names).size, names.length, 'a payment exists once')
    for (const { reference, number } of payments) {
      const command = asked.get(reference)!
      assert.ok(number <= (command.does === 'repeat' ? command.times : 1), 'a series has as many payments as it says')
    }
  }

  async function incomeOf(): Promise<bigint> {
    const [book] = await query<{ income: bigint }>(
      `select credits_posted - debits_posted as income from ledger_accounts where tenant_id = $1 and code = 'fees:USD'`,
    )
    return book!.income
  }

  function query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return db.read((tx) => tx.query<Row>(sql, [tenantId, ...values]))
  }
}

function assertSameAnswer(again: Reply, first: Reply): void {
  assert.deepEqual([again.status, again.body], [first.status, first.body], 'a key is answered alike')
  assert.equal(again.headers.get('idempotent-replayed'), 'true', JSON.stringify(again.body))
}

/** The same entries, those that are in `like` in its order. */
function sorted(entries: ReadonlyMap<string, bigint>, like: readonly { name: string }[]): Map<string, bigint> {
  const order = like.map(({ name }) => name)
  return new Map([...entries].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

function pick<T>(list: readonly T[], which: number): T {
  return list[which % list.length]!
}
