import { randomUUID } from 'node:crypto'
import { achImportSweeps } from '../../../src/ach-imports/ach-imports.jobs.ts'
import { isConnectionFailure } from '../../../src/db/client.ts'
import { readInstitution } from '../../../src/institution/institution.store.ts'
import type { Sweep } from '../../../src/jobs/sweep.ts'
import type { FixedClock } from '../../../src/kernel/clock.ts'
import type { PaymentStatus } from '../../../src/payments/payment-state.ts'
import { receiptSweeps } from '../../../src/receipts/receipts.jobs.ts'
import { dataOf } from '../answers.ts'
import { paymentLifeSweeps } from '../sweeps.ts'
import { creditBody, debitBody, type Reply, type TestService } from '../test-service.ts'
import type { Asking } from './asking.ts'
import { APPROVES_ABOVE, type Bank, limitsWith } from './bank.ts'
import type { Command, PayCommand } from './commands.ts'
import { dateOf, type SeenPayment, speedOf } from './expectation.ts'
import { type IncomingFiles, startFiles } from './files.ts'
import type { Sight } from './sight.ts'

type OnPayment = Extract<Command, { payment: number; any: boolean }>

const SWEEPS = [...paymentLifeSweeps, ...achImportSweeps, ...receiptSweeps]

/** The states in which each command usually succeeds. */
const FITTING: Record<OnPayment['does'], readonly PaymentStatus[]> = {
  approve: ['PENDING_APPROVAL', 'PARTIALLY_APPROVED'],
  reject: ['PENDING_APPROVAL', 'PARTIALLY_APPROVED'],
  cancel: ['PENDING_APPROVAL', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'],
  return: ['TRANSMITTED', 'PROCESSED'],
  reverse: ['PROCESSED'],
}

/** The state of a history as its clients know it, and the means to run its commands. */
export interface Doing {
  /** The payment commands, by external reference. */
  asked: Map<string, PayCommand>
  /** The balances of the accounts without the payments of the history, in cents. */
  deposits: Map<bigint, bigint>
  /** The amount above which the institution approves instant payments, in cents. */
  approvesAbove: number
  /** What other banks send. */
  files: IncomingFiles
  /** Runs a command on the state seen last. Returns the answers about payments in order. */
  act(command: Command, sight: Sight): Promise<Reply[]>
  adjust(accountId: bigint, direction: 'Credit' | 'Debit', cents: bigint): Promise<void>
  /** Writes off what a customer owes from earlier histories. */
  writeOff(customerUID: string, cents: bigint): Promise<void>
  /** One pass of a worker over all sweeps. Returns the number of rows it moved forward. */
  work(): Promise<number>
}

export function startDoing(
  service: TestService,
  clock: FixedClock,
  bank: Bank,
  asking: Asking,
  balances: ReadonlyMap<bigint, bigint>,
): Doing {
  const { tenant, accounts, submitters, deciders } = bank
  const { tenantId } = tenant.institution
  const files = startFiles(service, bank, () => clock.now())
  const asked = new Map<string, PayCommand>()
  const deposits = new Map(accounts.map(({ id }) => [id, balances.get(id) ?? 0n]))
  const series: string[] = []
  const doing: Doing = {
    asked,
    deposits,
    approvesAbove: APPROVES_ABOVE,
    files,
    act,
    adjust,
    writeOff,
    work: () => work(SWEEPS),
  }
  return doing

  async function act(command: Command, sight: Sight): Promise<Reply[]> {
    switch (command.does) {
      case 'pay':
      case 'repeat':
        return [await pay(command)]
      case 'approve':
      case 'reject':
        return onPayment(sight, command, { notes: 'looked at' }, deciders[command.by])
      case 'return':
        return onPayment(sight, command, ({ rail, entryType }) => ({
          achReturnCode: rail === 'ACH' ? (entryType === 'DEBIT' ? 'R01' : 'R03') : 'AC04',
          returnNotes: 'came back',
        }))
      case 'cancel':
      case 'reverse':
        return onPayment(sight, command, {})
      case 'receive':
        await untilBroken(files.receive(command))
        return []
      case 'comes back': {
        const sent = sight.payments.filter(
          ({ rail, status }) => rail === 'ACH' && (status === 'TRANSMITTED' || status === 'PROCESSED'),
        )
        if (sent.length > 0) await untilBroken(files.comesBack(pick(sent, command.payment), command))
        return []
      }
      case 'endSeries':
        if (series.length > 0) await change(`/v3/payments/recurrences/${pick(series, command.series)}/cancel`)
        return []
      case 'adjust':
        await adjust(accounts[command.account].id, command.direction, BigInt(command.cents))
        return []
      case 'suspend':
        await suspend(command.account, sight)
        return []
      case 'approve above':
        await change('/v1/institution/limits', limitsWith(command.cents))
        doing.approvesAbove = command.cents
        return []
      case 'ask again':
        await asking.again(command.request)
        return []
      case 'wait':
        clock.advance({ seconds: command.seconds })
        return []
      case 'work': {
        const sweeps = command.sweep === 'all' ? SWEEPS : [pick(SWEEPS, command.sweep)]
        await Promise.all(Array.from({ length: command.workers }, () => work(sweeps)))
        return []
      }
      case 'at once':
        await Promise.all(command.commands.map((one) => act(one, sight)))
        // If several were applied in parallel, the last one counts.
        if (command.commands.some(({ does }) => does === 'approve above'))
          doing.approvesAbove = await readApprovesAbove()
        return []
    }
  }

  /** A file whose connection breaks may have come or not. */
  async function untilBroken(arrival: Promise<void>): Promise<void> {
    await arrival.catch((error) => {
      if (!asking.mayBreak || !isConnectionFailure(error)) throw error
    })
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
    const isDebit = command.to === 'in'
    const parties = { accountUID: String(id), contactUID: contacts[command.to === 'own' ? 'own' : 'out'] }
    const body = (isDebit ? debitBody : creditBody)(parties, {
      externalReferenceId: reference,
      paymentAmount: command.cents / 100,
      speed: speedOf(command),
      ...(command.inDays > 0 && { paymentDate: dateOf(clock.now()).add({ days: command.inDays }).toString() }),
      ...(recurrence && { recurrence }),
    })
    const client = submitters[command.from]
    const path = `/payments/${isDebit ? 'debitrequest' : 'creditrequest'}`
    const reply = await asking.ask({ method: 'POST', path, body, client })
    if (reply.body.data?.recurranceId) series.push(reply.body.data.recurranceId)
    return reply
  }

  async function onPayment(
    { payments }: Sight,
    { does, payment, any }: OnPayment,
    body: object | ((payment: SeenPayment) => object),
    client = tenant.client,
  ): Promise<Reply[]> {
    const fitting = payments.filter(({ status }) => any || FITTING[does].includes(status))
    if (fitting.length === 0) return []
    const picked = pick(fitting, payment)
    const asked = typeof body === 'function' ? body(picked) : body
    return [await change(`/payments/${picked.id}/${does}`, asked, client)]
  }

  /** Adds money to the account or takes it out. A refused adjustment changes nothing. */
  async function adjust(id: bigint, direction: 'Credit' | 'Debit', cents: bigint): Promise<void> {
    const amount = Number(cents) / 100
    const body = { direction, amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
    const path = `/v1/institution/accounts/${id}/adjustments`
    const { status } = await asking.ask({ method: 'POST', path, body, client: tenant.client })
    if (status < 300) deposits.set(id, deposits.get(id)! + (direction === 'Credit' ? cents : -cents))
  }

  async function writeOff(customerUID: string, cents: bigint): Promise<void> {
    const body = { amount: Number(cents) / 100, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
    const path = `/v1/institution/customers/${customerUID}/receivables/write-offs`
    dataOf(await asking.ask({ method: 'POST', path, body, client: tenant.client }), 201)
  }

  async function readApprovesAbove(): Promise<number> {
    const reply = await asking.ask({ method: 'GET', path: '/v1/institution/limits', client: tenant.client })
    return Math.round(dataOf(reply).limits[0].approvalAbove * 100)
  }

  async function suspend(which: 0 | 1 | 2, { suspended }: Sight): Promise<void> {
    const { id, customerUID } = accounts[which]
    const body = { action: suspended.has(id) ? 'Activate' : 'Suspend', reason: 'test' }
    const path = `/v2/customers/${customerUID}/accounts/${id}`
    await asking.ask({ method: 'PATCH', path, body, client: tenant.client })
  }

  function change(path: string, body?: object, client = tenant.client): Promise<Reply> {
    return asking.ask({ method: 'PUT', path, body, client })
  }

  /** One pass of a worker. If its connection breaks, a later pass repeats the work. */
  async function work(sweeps: readonly Sweep[]): Promise<number> {
    const { app } = service
    let advanced = 0
    for (const sweep of sweeps)
      try {
        const due = await app.db.read((tx) => sweep.due(tx, clock.now()))
        if (!due.includes(tenantId)) continue
        advanced += await sweep.run(app, await app.db.read((tx) => readInstitution(tx, tenantId)))
      } catch (error) {
        if (!asking.mayBreak || !isConnectionFailure(error)) throw error
      }
    return advanced
  }
}

function pick<T>(list: readonly T[], which: number): T {
  return list[which % list.length]!
}
