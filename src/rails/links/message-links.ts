import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { type MachineTime, machineTime } from '../../kernel/machine-time.ts'
import type { Transport } from '../handover/transport.ts'
import type { Inbox } from '../incoming/inbox.ts'
import type { MessageRailName } from '../network.ts'
import { createDirectoryInbox } from '../transports/inbox/directory-inbox.ts'
import { createOutbox } from '../transports/outbox/outbox.ts'
import type { AmqpLinks } from './amqp/amqp-links.ts'

/** What the links of a process share. */
export interface MessageLinks {
  /** The directories of a rail, for all institutions. */
  directoryOf(rail: MessageRailName): { transport: Transport; inbox: Inbox }
  /** The queues of the broker; undefined if none is configured. */
  amqp: AmqpLinks | undefined
  clock: Clock
}

/** `root` has a directory for each rail. */
export function createMessageLinks({
  time = machineTime,
  ...options
}: {
  root: string
  amqp: AmqpLinks | undefined
  clock: Clock
  time?: MachineTime
}): MessageLinks {
  const directories = new Map<MessageRailName, { transport: Transport; inbox: Inbox }>()
  return {
    ...options,
    directoryOf(rail) {
      const root = join(options.root, rail)
      const known = directories.get(rail) ?? {
        transport: createOutbox({ root, clock: options.clock, time }),
        inbox: createDirectoryInbox({ root, time }),
      }
      directories.set(rail, known)
      return known
    },
  }
}
