import type { MessageRailName } from '../../network.ts'
import { fednow } from './fednow/fednow.ts'
import { fedwire } from './fedwire/fedwire.ts'
import { rtp } from './rtp/rtp.ts'
import type { Script } from './script.ts'
import { swift } from './swift/swift.ts'

/** The networks that are simulated. */
export const SCRIPTS: Readonly<Record<MessageRailName, Script>> = {
  FEDWIRE: fedwire,
  FEDNOW: fednow,
  RTP: rtp,
  SWIFT: swift,
}
