import { fixedClock } from '../../../src/kernel/clock.ts'
import fc from '../fast-check.ts'
import { verifyLedger } from '../simulated-month/worker.ts'
import { startTestService } from '../test-service.ts'
import { treasuryHistory } from './commands.ts'
import { play } from './play.ts'
import { openTreasury, type Treasury } from './world.ts'

/** A Monday, 10:00 in New York. The histories of a bank follow each other. */
const START = '2025-09-08T14:00:00.000Z'
const HISTORIES_PER_BANK = 15

/**
 * Plays random histories in which customers try to leave the bank with a loss. A failing history is
 * shrunk to the shortest one that still fails; its seed and path replay it. Returns what came of
 * the commands, as `command status`.
 */
export async function playTreasuryHistories(options: {
  numRuns: number
  seed?: number
  path?: string
}): Promise<ReadonlySet<string>> {
  const clock = fixedClock(START)
  const service = await startTestService({ clock, worker: false })
  const seen = new Set<string>()
  let banks = 0
  let open: { treasury: Treasury; histories: number } | undefined
  try {
    const property = fc.asyncProperty(treasuryHistory, async (history) => {
      if (!open || open.histories === HISTORIES_PER_BANK) {
        if (open) await verifyLedger(open.treasury)
        clock.set(START)
        open = { treasury: await openTreasury({ service, clock, seen }, `bank-${++banks}`), histories: 0 }
      }
      const { treasury, histories } = open
      // After a failed history, the next one uses a new bank.
      open = undefined
      await play(treasury, history)
      open = { treasury, histories: histories + 1 }
    })
    await fc.assert(property, options)
    if (open) await verifyLedger((open as { treasury: Treasury }).treasury)
    return seen
  } finally {
    await service.stop()
  }
}
