import type { Clock } from '../../kernel/clock.ts'
import type { MachineTime } from '../../kernel/machine-time.ts'
import type { IncomingRail } from '../incoming/take-incoming.ts'
import { createOutbox } from '../transports/outbox/outbox.ts'
import type { SftpSettings } from '../transports/sftp/settings.ts'
import { createSftpInbox } from '../transports/sftp/sftp-inbox.ts'
import { type Courier, createCourier } from './carry-files.ts'

/** The SFTP server of the ACH operator, both ways. */
export interface AchServer {
  courier: Courier
  incoming: IncomingRail
  /** Whether it is time to look at the directory of an institution again. */
  isLookDue(institution: string): boolean
}

/** `root` is the outbox from which files are carried to the server. */
export function createAchServer(options: {
  root: string
  settings: SftpSettings
  clock: Clock
  time: MachineTime
  maxBytes: number
}): AchServer {
  const { root, settings, clock, time, maxBytes } = options
  const { identity } = createOutbox({ root, clock, time })
  const inbox = createSftpInbox(settings, { identity, maxBytes, restMs: settings.everyMs / 2, time })
  const lookedAt = new Map<string, number>()
  return {
    courier: createCourier({ root, settings, identity, time }),
    incoming: { rail: 'ACH', inbox, maxBytes },
    isLookDue(institution) {
      const nowMs = time.nowMs()
      if (nowMs - (lookedAt.get(institution) ?? Number.NEGATIVE_INFINITY) < settings.everyMs) return false
      lookedAt.set(institution, nowMs)
      return true
    },
  }
}
