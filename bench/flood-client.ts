// The client that asks too much: floods the service as it is told, and tells what it was answered.
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

process.once('message', async ({ port, token, payers, perSecond, milliseconds }: Flood) => {
  const driver = await createDriver({ port, token, connections: CONNECTIONS })
  const answers = await driver.openLoop({ path: '/v3/payments/creditrequest', payers }, { perSecond, milliseconds })
  driver.close()
  process.send?.({ ...answers, latenciesMs: [] })
})
