import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import { SEED } from '../support/seed.ts'
import { diceOf } from '../support/simulated-month/random.ts'
import { createPayer, creditBody, type Payer, type Reply, type TestService } from '../support/test-service.ts'

const BALANCE = 1_000_000

/** What the client knows of a payment that it wants: its own record, apart from the service's. */
interface Wanted {
  key: string
  reference: string
  cents: number
  paymentUID?: string
}

/** Verifying the books is no request, and takes longer than one may. */
const VERIFY_MS = 60_000

/** A client that pays again and again, and repeats with the same key until it has an answer. */
export interface PayingClient {
  /** The node that it pays at. */
  at: string
  /** How many answers had each status. */
  statuses: Map<number, number>
  paid(): number
  /** Forgets the answers so far, but not payments. */
  restart(): void
  /** Waits until this many further payments are acknowledged. */
  pays(count: number): Promise<void>
  /** Ends, and waits until each payment is acknowledged. */
  stop(): Promise<void>
  /** Compares the client's record with the API, the rows and the books. */
  compare(): Promise<void>
}

interface PayingOptions {
  /** Connections, each with one payment at a time. */
  workers?: number
  /** Fields of each payment, or what chooses them. */
  body?: object | (() => object)
  /** The node to pay at; by default the first one. */
  at?: string
}

export async function startPaying(
  service: TestService,
  { workers = 4, body = {}, at = service.baseUrl }: PayingOptions = {},
): Promise<PayingClient> {
  const payer = await createPayer(service, { balance: BALANCE })
  const dice = diceOf(SEED)
  const wanted: Wanted[] = []
  const statuses = new Map<number, number>()
  let isOver = false

  async function payOne(): Promise<void> {
    const cents = dice.between(1, 100)
    const payment: Wanted = { key: randomUUID(), reference: `fault-${randomUUID()}`, cents }
    wanted.push(payment)
    const fields = typeof body === 'function' ? body() : body
    const request = creditBody(payer, { ...fields, externalReferenceId: payment.reference, paymentAmount: cents / 100 })
    for (;;) {
      const reply = await service
        .call('POST', '/payments/creditrequest', request, { idempotencyKey: payment.key, at })
        .catch((error) => {
          if (error instanceof assert.AssertionError) throw error
          return undefined
        })
      statuses.set(reply?.status ?? 0, (statuses.get(reply?.status ?? 0) ?? 0) + 1)
      if (reply?.status === 200) {
        payment.paymentUID = dataOf(reply).paymentUID
        return
      }
      assert.ok(isRepeatable(reply), `${reply?.status} ${JSON.stringify(reply?.body)}`)
      await sleep(1_000 * Number(reply?.headers.get('retry-after') ?? 1))
    }
  }

  const running = Promise.all(
    Array.from({ length: workers }, async () => {
      while (!isOver) {
        await payOne()
        await sleep(20)
      }
    }),
  )
  running.catch(() => {})
  const paid = () => wanted.filter(({ paymentUID }) => paymentUID !== undefined).length
  return {
    at,
    statuses,
    paid,
    restart() {
      statuses.clear()
    },
    async pays(count) {
      const enough = paid() + count
      const isEnough = () => Promise.race([running, paid() >= enough]).then(() => paid() >= enough)
      await eventually(`${count} further payments are acknowledged`, isEnough)
    },
    async stop() {
      isOver = true
      await running
    },
    compare: () => compare(service, payer, wanted, at),
  }
}

/** A payment is refused only for reasons that a repetition cures: never 500. */
function isRepeatable(reply: Reply | undefined): boolean {
  if (reply?.status === 503) return Number(reply.headers.get('retry-after')) >= 1
  return reply === undefined || reply.status === 429
}

async function compare(service: TestService, payer: Payer, wanted: readonly Wanted[], at: string): Promise<void> {
  const rows = await service.query<{ id: string; reference: string; amount: bigint }>(
    `select id, external_reference_id as reference, amount from payments where sender_account_id = $1`,
    [payer.accountUID],
  )
  const known = wanted.map(({ paymentUID, reference, cents }) => `${paymentUID} ${reference} ${cents}`)
  const made = rows.map(({ id, reference, amount }) => `${id} ${reference} ${amount}`)
  assert.deepEqual(made.sort(), known.sort())
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`
  const { availableBalance } = dataOf(await service.call('GET', path, undefined, { at }))
  const spent = wanted.reduce((sum, { cents }) => sum + cents, 0)
  assert.equal(Math.round(Number(availableBalance) * 100), BALANCE * 100 - spent)
  for (const { paymentUID, reference } of wanted.slice(-20)) {
    const paid = dataOf(await service.call('GET', `/payments/${paymentUID}`, undefined, { at }))
    assert.equal(paid.externalReferenceId, reference)
  }
  const differences = await verifyLedgers(service.app.db.within(VERIFY_MS), [service.tenant.institution], () => {})
  assert.equal(differences, 0)
}
