import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { MESSAGE_RAILS } from '../kernel/rail.ts'
import {
  handOverMessages,
  hasReceived,
  linkedRails,
  type MessageRailName,
  nextArrival,
  nextDeparture,
  railsWithReceived,
  railsWithWaiting,
  readMessages,
  takeInMessages,
  tenantsWithArrivals,
  tenantsWithReceived,
  tenantsWithWaiting,
  unlessHeld,
} from '../rails/rails.ts'
import { bookTogether } from './book-together.ts'
import { expire, leave } from './leave.ts'
import { followRequests } from './payment-requests/follow-requests.ts'
import { nextExpiry, tenantsWithDue } from './payment-requests/payment-requests.store.ts'
import { raiseRefused } from './raise-refused.ts'
import { nextClock, ringClock, tenantsWithRinging } from './ring-clocks.ts'
import { followSent } from './sent-requests/follow-sent.ts'
import { findStoppedRequests, nextSentExpiry, tenantsWithDueSent } from './sent-requests/sent-requests.store.ts'

type Work = Omit<Sweep, 'name'>

/**
 * Hands committed messages over to their networks, rail by rail; READY_TO_TRANSMIT → TRANSMITTED.
 */
const handOver: Work = unlessHeld({
  due: tenantsWithWaiting,
  run: async (app, institution) =>
    overRails(await app.db.read((db) => railsWithWaiting(db, institution.tenantId)), (rail) =>
      handOverMessages(app, institution, {
        rail,
        onLeft: (tx, messages, now) => leave(tx, institution, messages, now),
        stopped: (tx, messages) => findStoppedRequests(tx, institution.tenantId, messages),
        onExpired: (tx, messages, now) => expire(tx, institution, messages, now),
      }),
    ),
  next: (db, { tenantId }, now) => nextDeparture(db, tenantId, now),
})

/** Takes in the messages of a network. They are kept whole, and read by the next sweep. */
const takeInFrom = (rail: MessageRailName): Work => ({
  isUrgent: true,
  due: (db, now) => tenantsWithArrivals(db, rail, now),
  run: (app, institution) =>
    takeInMessages(app, {
      ...{ institution, rail },
      onRefused: (tx, message, refusal, now) => raiseRefused(tx, institution, message, refusal, now),
    }),
  next: (db, { tenantId }) => nextArrival(db, tenantId, rail),
})

/** Does what the rules of networks demand when one of their clocks ends. */
const ring: Work = {
  due: tenantsWithRinging,
  run: (app, institution) => overRails(linkedRails(), (rail) => ringClock(app, institution, rail)),
  next: nextClock,
}

/** Books what the messages of networks mean, in the order in which they came in. */
const importReceived: Work = {
  due: tenantsWithReceived,
  run: async (app, institution) =>
    overRails(await app.db.read((db) => railsWithReceived(db, institution.tenantId)), (rail) =>
      readMessages(app, institution, {
        rail,
        async book(tx, received, now) {
          const read = received.map(({ meanings, message }) => ({ message: message.id, meanings }))
          const { booked, writeBooks } = await bookTogether(tx, institution, { rail, read }, now)
          return { about: booked.map(({ about }) => about), last: writeBooks }
        },
        onRefused: (tx, message, refusal, now) => raiseRefused(tx, institution, message, refusal, now),
      }),
    ),
  next: async (db, { tenantId }, now) => ((await hasReceived(db, tenantId)) ? now : undefined),
}

/** Follows requests for payment to their end: their payment left, or they expired. */
const followPaymentRequests: Work = {
  due: tenantsWithDue,
  run: followRequests,
  next: (db, { tenantId }) => nextExpiry(db, tenantId),
}

/** The same for those that customers sent: the money came, or they expired. */
const followSentRequests: Work = {
  due: tenantsWithDueSent,
  run: followSent,
  next: (db, { tenantId }) => nextSentExpiry(db, tenantId),
}

async function overRails(
  rails: readonly MessageRailName[],
  run: (rail: MessageRailName) => Promise<number>,
): Promise<number> {
  const ended = await Promise.allSettled(rails.map((rail) => run(rail)))
  const failed = ended.filter((one) => one.status === 'rejected')
  // A network that cannot be reached delays no other.
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      reasonsOf(failed),
    )
  return ended.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
}

const reasonsOf = (failed: readonly PromiseRejectedResult[]) =>
  failed.map(({ reason }) => (reason instanceof Error ? reason.message : String(reason))).join('; ')

/** Beside the sweeps of files, which may take long. */
export const messageSweeps = defineSweeps(
  'messages',
  Object.fromEntries(MESSAGE_RAILS.map((rail) => [`take in ${rail} messages`, takeInFrom(rail as MessageRailName)])),
)

export const messageImportSweeps = defineSweeps('message-imports', {
  // Payments do not wait until what came in is booked.
  'hand over messages': { ...handOver, isUrgent: true, runsAlone: true },
  'import messages': { ...importReceived, isUrgent: true },
  'follow payment requests': followPaymentRequests,
  'follow sent requests': followSentRequests,
  // Clocks run for seconds: what was committed just now has none that ends.
  'ring clocks': ring,
})
