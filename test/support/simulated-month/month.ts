import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { bookSweeps } from '../../../src/books/books.jobs.ts'
import { eventSweeps } from '../../../src/events/events.jobs.ts'
import { fxSweeps } from '../../../src/fx/fx.jobs.ts'
import { readInstitution } from '../../../src/institution/institution.store.ts'
import { fixedClock } from '../../../src/kernel/clock.ts'
import { verifyLedgers } from '../../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../../src/payments/worker/payments.jobs.ts'
import { startTestService } from '../test-service.ts'
import { act, moveRates } from './acts.ts'
import { type Bank, openBank } from './bank.ts'
import { type Controller, control, newController } from './controller.ts'

/**
 * A Thursday. The month has the end of daylight saving time (November 2), Veterans Day (November
 * 11) and Thanksgiving (November 27).
 */
const FIRST_DAY = Temporal.PlainDate.from('2025-10-30')
const TIME_ZONE = 'America/New_York'
const SWEEPS = [...paymentSweeps, ...bookSweeps, ...fxSweeps, ...eventSweeps]
const MAX_PASSES = 30

/** When the worker runs: soon after each window and settlement of the networks. */
const BUSINESS_HOURS = ['08:31', '10:01', '13:01', '14:16', '16:16', '18:01', '18:31'] as const
const OTHER_HOURS = ['10:01', '18:01'] as const

export interface MonthOptions {
  seeds: readonly number[]
  /** How many calendar days to simulate; 32 reach the first of December. */
  days?: number
  /** How many things happen on a business day, at most. */
  acts?: number
}

/**
 * Simulates a month of a bank for each seed, one after the other, and controls its books after
 * every day. A failure says its seed and its day; `simulateMonths({ seeds: [seed] })` replays it.
 * Returns what happened, as `act status`.
 */
export async function simulateMonths({ seeds, days = 32, acts = 24 }: MonthOptions): Promise<ReadonlySet<string>> {
  const clock = fixedClock(instantOf(FIRST_DAY, '08:00'))
  const service = await startTestService({ clock, worker: false })
  const reached = new Set<string>()
  try {
    for (const seed of seeds) {
      clock.set(instantOf(FIRST_DAY, '08:00'))
      const bank = await openBank(service, clock, seed)
      const controller = newController(bank)
      for (let number = 0; number < days; number++) {
        const date = FIRST_DAY.add({ days: number })
        await told({ seed, date, days, acts }, () => playDay(bank, controller, { date, acts }))
      }
      await told({ seed, date: FIRST_DAY.add({ days }), days, acts }, () => finish(bank))
      for (const one of bank.reached) reached.add(one)
    }
    return reached
  } finally {
    await service.stop()
  }
}

const instantOf = (date: Temporal.PlainDate, time: string) =>
  date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).toInstant()

/** Adds the seed, the day and how to replay it to a failure. */
async function told(
  { seed, date, days, acts }: { seed: number; date: Temporal.PlainDate; days: number; acts: number },
  play: () => Promise<void>,
): Promise<void> {
  try {
    await play()
  } catch (cause) {
    const replay = `simulateMonths({ seeds: [${seed}], days: ${days}, acts: ${acts} })`
    throw new Error(
      `seed ${seed} failed on ${date}; replay it with ${replay}: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
}

/** Plays a calendar day, and controls the books when it has ended. */
async function playDay(
  bank: Bank,
  controller: Controller,
  { date, acts }: { date: Temporal.PlainDate; acts: number },
): Promise<void> {
  const { clock, dice } = bank
  const isBusy = date.dayOfWeek < 6
  const hours = isBusy ? BUSINESS_HOURS : OTHER_HOURS
  const most = Math.ceil((isBusy ? acts : acts / 4) / hours.length)
  for (const time of hours) {
    clock.set(instantOf(date, time))
    await work(bank)
    if (isBusy && dice.happens(40)) await moveRates(bank)
    for (let left = dice.between(0, 2 * most); left > 0; left--) {
      clock.advance({ seconds: dice.between(0, 20) })
      await act(bank)
    }
    await work(bank)
  }
  clock.set(instantOf(date.add({ days: 1 }), '00:01'))
  await work(bank)
  await control(bank, controller)
}

/** Runs the sweeps that have work until none has, as the worker does. */
async function work({ service, tenant, clock }: Bank): Promise<void> {
  const { db } = service.app
  const { tenantId } = tenant.institution
  const app = { ...service.app, db: db.forTenant(tenantId) }
  for (let passes = 0; ; passes++) {
    assert.ok(passes < MAX_PASSES, 'the worker runs out of work')
    // Asked together, the sweeps cost one round trip.
    const due = await db.read((tx) => Promise.all(SWEEPS.map((sweep) => sweep.due(tx, clock.now()))))
    const waiting = SWEEPS.filter((_, place) => due[place]!.includes(tenantId))
    let advanced = 0
    for (const sweep of waiting) {
      const institution = await db.read((tx) => readInstitution(tx, tenantId))
      advanced += await sweep.run(app, institution)
    }
    if (advanced === 0 && passes > 0) return
    clock.advance({ seconds: 2 })
  }
}

async function finish({ service, tenant }: Bank): Promise<void> {
  const said: string[] = []
  const institution = await service.app.db.read((tx) => readInstitution(tx, tenant.institution.tenantId))
  assert.equal(await verifyLedgers(service.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}
