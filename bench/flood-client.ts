// The client that asks too much: floods the service as it is told, and tells what it was answered.
import { constants, setPriority } from 'node:os'
import { createDriver } from './drive.ts'
import type { Payer } from './seed.ts'

export interface Flood {
  port: number
  token: string
  payers: readonly Payer[]
  perSecond: number
  milliseconds: number
}

const CONNECTIONS = 64

// Elsewhere it would take no processor from the service. Here it takes what nobody else wants.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', async ({ port, token, payers, perSecond, milliseconds }: Flood) => {
  const driver = await createDriver({ port, token, connections: CONNECTIONS })
  const answers = await driver.openLoop({ path: '/v3/payments/creditrequest', payers }, { perSecond, milliseconds })
  driver.close()
  process.send?.({ ...answers, latenciesMs: [] })
})
