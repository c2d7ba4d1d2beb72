import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Transaction } from '../../src/db/client.ts'
import { readInstitution } from '../../src/institution/institution.ts'
import type { Sweep } from '../../src/jobs/sweep.ts'
import { messageImportSweeps, messageSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { networkSweeps } from '../../src/rails/rails.jobs.ts'
import { dataOf } from '../support/answers.ts'
import fc from '../support/fast-check.ts'
import { type InstantBank, openInstantBank } from '../support/instant-bank.ts'
import type { OperatedRail } from '../support/iso20022/instant-operator.ts'
import { differencesOfBooks } from '../support/network-books.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { contactBody, createPayer, creditBody, type Payer } from '../support/test-service.ts'

/** What the other bank and the network do with a payment: docs/guides/sandbox.md. */
const OUTCOMES = {
  settles: '700100',
  rejects: '997104',
  answersTwice: '997510',
  contradictsItself: '997520',
  answersLate: '997610',
  rejectsLate: '997620',
  isSilentAndSettled: '997710',
  isSilentAndRejected: '997720',
  neverGotIt: '997730',
} as const

/** The sweeps that take part, in the order in which work flows. */
const STEPS = {
  release: [paymentSweeps, 'payments: release payments'],
  transmit: [paymentSweeps, 'payments: transmit messages'],
  handOver: [messageImportSweeps, 'message-imports: hand over messages'],
  play: [networkSweeps, 'rails: play '],
  giveUp: [networkSweeps, 'rails: give up unanswered credits'],
  takeIn: [messageSweeps, 'messages: take in '],
  import: [messageImportSweeps, 'message-imports: import messages'],
  ring: [messageImportSweeps, 'message-imports: ring clocks'],
} as const satisfies Record<string, readonly [readonly Sweep[], string]>
type StepName = keyof typeof STEPS

type Command =
  | { kind: 'pay'; outcome: keyof typeof OUTCOMES }
  | { kind: 'credit'; isKnown: boolean; isDoubled: boolean }
  | { kind: 'step'; step: StepName; dies: number | undefined }
  | { kind: 'wait'; seconds: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay'), outcome: fc.constantFrom(...keysOf(OUTCOMES)) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('credit'), isKnown: fc.boolean(), isDoubled: fc.boolean() }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('step'),
      step: fc.constantFrom(...keysOf(STEPS)),
      dies: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.constantFrom(1, 4, 6, 15, 26) }) },
)

function keysOf<Key extends string>(of: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(of) as Key[]
}

class Killed extends Error {}

/** The database of a process that dies in its transaction of this number, before it commits. */
function dying(db: Database, at: number): Database {
  let begun = 0
  const die = async <T>(
    run: (work: (tx: Transaction) => Promise<T>) => Promise<T>,
    work: (tx: Transaction) => Promise<T>,
  ) => {
    const place = begun++
    if (place > at) throw new Killed()
    return run(async (tx) => {
      const done = await work(tx)
      if (place === at) throw new Killed()
      return done
    })
  }
  return {
    ...db,
    transaction: (work) => die((whole) => db.transaction(whole), work),
    forTenant: () => dying(db, at),
  }
}

class World {
  readonly #bank: InstantBank
  readonly #payers: Readonly<Record<string, Payer>>

  constructor(bank: InstantBank, payers: Readonly<Record<string, Payer>>) {
    this.#bank = bank
    this.#payers = payers
  }

  async does(one: Command): Promise<void> {
    if (one.kind === 'pay') await this.#pay(one.outcome)
    else if (one.kind === 'credit') await this.#credit(one)
    else if (one.kind === 'step') await this.#step(one.step, one.dies)
    else this.#bank.clock.advance({ seconds: one.seconds })
  }

  /** Time passes until no clock runs any more, and nothing dies. */
  async ends(): Promise<void> {
    for (let times = 0; times < 7; times++) {
      let moved = 1
      while (moved > 0) {
        moved = 0
        for (const step of keysOf(STEPS)) moved += await this.#step(step, undefined)
      }
      this.#bank.clock.advance({ seconds: 26 })
    }
  }

  async #pay(outcome: keyof typeof OUTCOMES): Promise<void> {
    const body = creditBody(this.#payers[outcome]!, { paymentAmount: 1, speed: 'Instant' })
    dataOf(await this.#bank.call('POST', '/v3/payments/creditrequest', body))
  }

  async #credit({ isKnown, isDoubled }: Extract<Command, { kind: 'credit' }>): Promise<void> {
    const accountNumber = isKnown ? String(this.#payers['settles']!.accountNumber) : '99999999999'
    const credits = [{ accountNumber, amount: '2.00', name: 'HARBOR COFFEE LTD', isDoubled }]
    const path = `/v1/institution/simulations/${this.#bank.rail.toLowerCase()}/messages`
    dataOf(await this.#bank.call('POST', path, { credits }))
  }

  /** Runs a sweep once. What a process that died had claimed is free as soon as its lease ends. */
  async #step(name: StepName, dies: number | undefined): Promise<number> {
    const { service, tenantId, rail } = this.#bank
    const [sweeps, start] = STEPS[name]
    const own = { play: rail === 'RTP' ? 'RTP' : 'FedNow', takeIn: `${rail} messages` }
    const sweep = sweepNamed(sweeps, `${start}${name in own ? own[name as keyof typeof own] : ''}`)
    const institution = await service.app.db.read((db) => readInstitution(db, tenantId))
    const app = dies === undefined ? service.app : { ...service.app, db: dying(service.app.db, dies) }
    try {
      return await sweep.run(app, institution)
    } catch (error) {
      if (dies === undefined) throw error
      await service.query(`update rail_messages set leased_until = clock_timestamp() where status = 'Claimed'`)
      return 0
    }
  }
}

/** How payments end that the network was told to do this with. */
const ENDS: Readonly<Record<keyof typeof OUTCOMES, string>> = {
  ...{ settles: 'PROCESSED', answersTwice: 'PROCESSED', contradictsItself: 'PROCESSED', answersLate: 'PROCESSED' },
  ...{ isSilentAndSettled: 'PROCESSED', neverGotIt: 'PROCESSED' },
  ...{ rejects: 'VALIDATION_FAILURE', rejectsLate: 'VALIDATION_FAILURE', isSilentAndRejected: 'VALIDATION_FAILURE' },
}

/** Payments that ended otherwise. */
async function wronglyEnded({ service, tenantId }: InstantBank, payers: Readonly<Record<string, Payer>>) {
  const rows = await service.query<{ account: string; status: string }>(
    `select p.sender_account_id::text as account, s.status from payment_states s
       join payments p on p.tenant_id = $1 and p.id = s.payment_id where s.tenant_id = $1`,
    [tenantId],
  )
  return Object.entries(payers).flatMap(([outcome, { accountUID }]) =>
    rows.filter((row) => row.account === accountUID && row.status !== ENDS[outcome as keyof typeof OUTCOMES]),
  )
}

for (const rail of ['FEDNOW', 'RTP'] as const satisfies OperatedRail[])
  test(`${rail}: in any order of payments, credits, answers, silences and deaths, each ends once, the same on both books`, async (t) => {
    const bank = await openInstantBank(rail)
    t.after(() => bank.stop())
    const payers: Record<string, Payer> = {}
    for (const [outcome, account] of Object.entries(OUTCOMES)) {
      const contactBank = { ...contactBody().contactBank, accountNo: account }
      payers[outcome] = await createPayer(bank.service, { balance: 1000, contact: { contactBank } })
    }
    const world = new World(bank, payers)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 40 }), async (commands) => {
        for (const one of commands) await world.does(one)
        await world.ends()
        assert.deepEqual(await differencesOfBooks(bank.service), [])
        assert.deepEqual(await wronglyEnded(bank, payers), [])
        await bank.assertClear()
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })
