// The client over its rate limit: floods the service as told, and reports its answers.
import { constants, setPriority } from 'node:os'
import { createDriver } from './drive.ts'
import type { Payer } from './seed.ts'
import { creditRequests, PAYMENTS_PATH } from './works.ts'

export interface Flood {
  port: number
  token: string
  payers: readonly Payer[]
  perSecond: number
  milliseconds: number
}

const CONNECTIONS = 64

// On another machine it would take no processor time from the service, so here it gets low
// priority.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', async ({ port, token, payers, perSecond, milliseconds }: Flood) => {
  const driver = await createDriver({ port, connections: CONNECTIONS })
  const answers = await driver.openLoop(creditRequests(PAYMENTS_PATH, payers, { port, token }), {
    perSecond,
    milliseconds,
  })
  driver.close()
  process.send?.({ ...answers, latenciesMs: [] })
})
