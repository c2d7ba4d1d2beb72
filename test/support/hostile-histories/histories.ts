import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../../src/kernel/clock.ts'
import fc from '../fast-check.ts'
import { startTestService } from '../test-service.ts'
import { type History, hostileHistory } from './commands.ts'
import { play } from './play.ts'
import { type Bank, openBank } from './world.ts'

/** A few days before the end of a month, so that days, weeks and months end during a history. */
const FIRST_DAY = Temporal.PlainDate.from('2026-01-28')
/** Histories of one bank are three months apart, so that they share no period of a limit. */
const HISTORIES_PER_BANK = 24
const MONTHS_APART = 3

/**
 * Plays random histories in which customers try to lift the controls of the bank. The model
 * predicts each answer. A failing history is shrunk to the shortest one that still fails; its seed
 * and path replay it. Returns the outcomes of requests that were seen.
 */
export async function playHostileHistories({
  histories: kind = hostileHistory,
  ...options
}: {
  histories?: fc.Arbitrary<History>
  numRuns: number
  seed?: number
  path?: string
}): Promise<ReadonlySet<string>> {
  const clock = fixedClock(`${FIRST_DAY}T15:00:00Z`)
  const service = await startTestService({ clock })
  const seen = new Set<string>()
  let banks = 0
  const open = new Map<boolean, { bank: Bank; histories: number }>()
  try {
    const property = fc.asyncProperty(kind, async (history) => {
      const { isDual } = history
      let at = open.get(isDual)
      if (!at || at.histories === HISTORIES_PER_BANK) {
        clock.set(`${FIRST_DAY.subtract({ days: 1 })}T15:00:00Z`)
        at = { bank: await openBank({ service, clock, isDual, seen }, `bank-${++banks}`), histories: 0 }
      }
      const { bank, histories } = at
      // After a failed history, the next one uses a new bank.
      open.delete(isDual)
      await play(bank, FIRST_DAY.add({ months: MONTHS_APART * histories }), history)
      open.set(isDual, { bank, histories: histories + 1 })
    })
    await fc.assert(property, options)
    return seen
  } finally {
    await service.stop()
  }
}
