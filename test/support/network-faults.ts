/** A wire that loses, doubles, delays and reorders messages, and processes that die. */
import type { App } from '../../src/app.ts'
import { claimSimulated, markTaken, sendSimulated } from '../../src/rails/links/database/simulated-messages.store.ts'
import type { MessageRailName } from '../../src/rails/network.ts'
import type { Dice } from './simulated-month/random.ts'
import type { TestService } from './test-service.ts'

const RAILS: readonly MessageRailName[] = ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT']
const LONGEST_DELAY_S = 60

/** A process that dies after its work and before it commits, in some of its transactions. */
export function dyingApp({ db, ...app }: App, dice: Dice): App {
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      const done = await work(tx)
      if (dice.happens(15)) throw new Error('killed')
      return done
    })
  return { ...app, db: { ...db, transaction } } as App
}

/**
 * Does something to some of the messages that are on the wire, both ways. A network that settles
 * without an answer carries its credits by queues that lose nothing: on such a one, only what is
 * asked about after a silence can be lost.
 */
export async function disturb(service: TestService, dice: Dice, history: string[]): Promise<void> {
  const { tenantId } = service.tenant.institution
  const now = service.app.clock.now()
  for (const rail of RAILS)
    for (const sentBy of ['Institution', 'Network'] as const)
      await service.app.db.transaction(async (tx) => {
        for (const { id, content } of await claimSimulated(tx, tenantId, { sentBy, rail, limit: 20 }, now)) {
          const isLosable = rail === 'FEDNOW' || rail === 'RTP' || content.includes('pacs.002')
          const fault = dice.weighted([
            [70, 'none'],
            [isLosable ? 10 : 0, 'lost'],
            [10, 'doubled'],
            [10, 'delayed'],
          ] as const)
          if (fault === 'none') continue
          history.push(`${rail} from ${sentBy}: ${fault} ${id}`)
          const dueAt = now.add({ seconds: dice.between(1, LONGEST_DELAY_S) })
          if (fault !== 'doubled') await markTaken(tx, tenantId, [id], now)
          if (fault !== 'lost') await sendSimulated(tx, tenantId, { sentBy, messages: [{ rail, content, dueAt }] }, now)
        }
      })
}
