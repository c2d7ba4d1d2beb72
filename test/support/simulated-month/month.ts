import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../../src/kernel/clock.ts'
import { startTestService } from '../test-service.ts'
import { act, moveRates } from './acts.ts'
import { type Bank, openBank } from './bank.ts'
import { type Controller, control, newController } from './controller.ts'
import { verifyLedger, work } from './worker.ts'

/**
 * A Thursday. The month has the end of daylight saving time (November 2), Veterans Day (November
 * 11) and Thanksgiving (November 27).
 */
const FIRST_DAY = Temporal.PlainDate.from('2025-10-30')
const TIME_ZONE = 'America/New_York'

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
      await told({ seed, date: FIRST_DAY.add({ days }), days, acts }, () => verifyLedger(bank))
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
