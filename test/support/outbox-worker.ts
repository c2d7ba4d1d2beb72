// A process that hands over what its parent sends it, until it is killed. Its argument is the root
// of an outbox.
import { systemClock } from '../../src/kernel/clock.ts'
import type { Consignment } from '../../src/rails/handover/transport.ts'
import { createOutbox } from '../../src/rails/transports/outbox/outbox.ts'

const outbox = createOutbox({ root: process.argv[2]!, clock: systemClock })
process.on('message', async (consignment: Omit<Consignment, 'isLeased'>) => {
  const outcome = await outbox.handOver({ ...consignment, isLeased: () => true })
  process.send?.(outcome)
})
process.send?.('ready')
