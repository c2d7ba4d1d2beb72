import { Temporal } from 'temporal-polyfill'
import { openDatabase } from '../../../src/db/client.ts'
import { fixedClock } from '../../../src/kernel/clock.ts'
import { type BreakingDatabase, startBreakingDatabase } from '../breaking-database.ts'
import fc from '../fast-check.ts'
import { startTestService } from '../test-service.ts'
import { type Bank, openBank } from './bank.ts'
import { history } from './commands.ts'
import { play, type Stage } from './history.ts'

const FIRST_DAY = Temporal.PlainDate.from('2026-01-01')
/** Histories on one bank are two months apart, so that they do not share the periods of limits. */
const HISTORIES_PER_BANK = 12

/**
 * Plays random histories of payments and checks the state after each command against the expected
 * one. A failing history is shrunk to the shortest one that still fails; its seed and path replay
 * it.
 */
export async function playHistories(options: { numRuns: number; seed?: number; path?: string }): Promise<void> {
  const clock = fixedClock(`${FIRST_DAY}T15:00:00Z`)
  let breaking: BreakingDatabase | undefined
  const reach = async (databaseUrl: string) => {
    breaking = await startBreakingDatabase(databaseUrl)
    return breaking.url
  }
  const service = await startTestService({ clock, reach })
  const nodes = [service.baseUrl, await service.startNode()]
  const db = openDatabase({ connectionString: service.databaseUrl, maxConnections: 2 })
  const stage: Stage = { service, nodes, clock, breaking: breaking!, db }
  let banks = 0
  let open: { bank: Bank; histories: number; balances: ReadonlyMap<bigint, bigint> } | undefined
  try {
    const property = fc.asyncProperty(history, async (commands) => {
      if (!open || open.histories === HISTORIES_PER_BANK)
        open = { bank: await openBank(service, `bank-${++banks}`), histories: 0, balances: new Map() }
      const { bank, histories, balances } = open
      // After a failed history, the next one uses a new bank.
      open = undefined
      const start = FIRST_DAY.add({ months: 2 * histories })
      open = { bank, histories: histories + 1, balances: await play(stage, bank, balances, start, commands) }
    })
    await fc.assert(
      property.afterEach(() => stage.breaking.disarm()),
      options,
    )
  } finally {
    await db.close()
    await service.stop()
    await breaking?.close()
  }
}
