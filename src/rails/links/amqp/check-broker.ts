import { machineTime } from '../../../kernel/machine-time.ts'
import { Broker } from './broker.ts'
import type { AmqpSettings } from './settings.ts'

/** What keeps the broker from being used, within a bounded time; undefined if nothing does. */
export async function checkBroker(settings: AmqpSettings): Promise<string | undefined> {
  const broker = new Broker(settings, { name: 'giro doctor', time: machineTime })
  try {
    await broker.connection()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await broker.close()
  }
}
