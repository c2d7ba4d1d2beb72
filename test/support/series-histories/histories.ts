import { type CautiousBank, openCautiousBank } from '../cautious-customer.ts'
import fc from '../fast-check.ts'
import { type History, seriesHistory } from './commands.ts'
import { prove } from './proof.ts'
import { act, look, openWorld, type World } from './world.ts'

const MONDAY = '2027-01-04T17:00:00Z'
/** After them, what was scheduled has left or failed. */
const DAYS_AFTER = 3

/**
 * Plays random histories of series that one starts and others extend, end, redirect and approve,
 * also when the bank has stopped them. A failing history is shrunk to the shortest one that still
 * fails; its seed and path replay it. Returns how often each request ended in each way.
 */
export async function playSeriesHistories(options: {
  numRuns: number
  seed?: number
  path?: string
}): Promise<ReadonlyMap<string, number>> {
  const tally = new Map<string, number>()
  const bank = await openCautiousBank(MONDAY)
  try {
    const property = fc.asyncProperty(seriesHistory, (history) => play(bank, history, tally))
    await fc.assert(property, options)
    return tally
  } finally {
    await bank.service.stop()
  }
}

async function play(bank: CautiousBank, { approvers, commands }: History, tally: World['tally']): Promise<void> {
  bank.clock.set(MONDAY)
  const world = await openWorld(bank, approvers, tally)
  try {
    for (const command of commands) await act(world, command)
    await act(world, { does: 'activate' })
    for (let days = 0; days < DAYS_AFTER; days++) {
      await act(world, { does: 'work' })
      await act(world, { does: 'wait', hours: 24 })
    }
    await prove(world)
  } finally {
    await end(world)
  }
}

/** The bank ends what is left, so that the next history has the worker for itself. */
async function end(world: World): Promise<void> {
  const { bank, series } = world
  for (const { recurranceId } of series) await bank.call('PUT', `/payments/recurrences/${recurranceId}/cancel`, {})
  await look(world)
}
