import { type MachineTime, machineTime } from '../../../kernel/machine-time.ts'
import type { MessageRailName } from '../../network.ts'
import { AmqpLink } from './amqp-link.ts'
import { Broker } from './broker.ts'
import type { AmqpSettings } from './settings.ts'

/** The links of a process to the queues of its broker, each opened when it is first used. */
export interface AmqpLinks {
  of(
    institution: string,
    rail: MessageRailName,
    queues: { sendQueue?: string | undefined; receiveQueue?: string | undefined },
  ): AmqpLink
  close(): Promise<void>
}

/** `onArrival` is called when something came in that nobody asked for. */
export function createAmqpLinks(
  settings: AmqpSettings,
  { name, onArrival, time = machineTime }: { name: string; onArrival: () => void; time?: MachineTime },
): AmqpLinks {
  const broker = new Broker(settings, { name, time })
  const links = new Map<string, AmqpLink>()
  return {
    of(institution, rail, { sendQueue, receiveQueue }) {
      const send = sendQueue ?? `giro.${institution}.${rail}.out`
      const receive = receiveQueue ?? `giro.${institution}.${rail}.in`
      const key = JSON.stringify([send, receive])
      const link = links.get(key) ?? new AmqpLink(broker, { send, receive }, { onArrival, time })
      links.set(key, link)
      return link
    },
    close: () => broker.close(),
  }
}
