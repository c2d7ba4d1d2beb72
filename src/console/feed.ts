import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { type FeedEvent, readFeed, readFeedHead } from '../events/events.ts'
import type { Cancel } from '../kernel/machine-time.ts'
import { findPerson } from '../tokens/people.ts'
import type { Sessions, Visit } from './sessions.ts'

const POLL_MS = 2_000
const HEARTBEAT_MS = 20_000
const PAGE = 200
/** The entitlement by which the API shows the feed to the institution's people. */
const ENTITLEMENT = 'Institution.View_Institution'
/** Streams of one session, and of all on this node: each asks the database every two seconds. */
const MAX_OF_SESSION = 4
const MAX_STREAMS = 200

export interface Feed {
  /** Sends the events as they come. False if too many streams are open. */
  open(visit: Visit, reply: FastifyReply, after: bigint | undefined): Promise<boolean>
}

/**
 * Tells pages what changed, so that they read it again: type and subject, and no data. A stream is
 * no use of its session, and ends with it.
 */
export function createFeed(app: App, server: FastifyInstance, sessions: Pick<Sessions, 'find'>): Feed {
  const streams = new Map<() => void, string>()
  server.addHook('preClose', (done) => {
    for (const stop of [...streams.keys()]) stop()
    done()
  })

  async function read({ institution, session }: Visit, after: bigint): Promise<FeedEvent[]> {
    const { tenantId, legalEntityId } = institution
    return app.db.forTenant(tenantId).read(async (db) => {
      const person = await findPerson(db, { tenantId, legalEntityId, userId: session.userId })
      const maySee = person?.legalEntityId === legalEntityId && person.entitlements.includes(ENTITLEMENT)
      return maySee ? readFeed(db, tenantId, after, PAGE) : []
    })
  }

  return {
    async open(visit, reply, after) {
      const { tenantId } = visit.institution
      // Before the stream counts: if this fails, no place is taken.
      let position = after ?? (await app.db.forTenant(tenantId).read((db) => readFeedHead(db, tenantId)))
      const ofSession = [...streams.values()].filter((id) => id === visit.session.id).length
      if (ofSession >= MAX_OF_SESSION || streams.size >= MAX_STREAMS) return false
      let cancel: Cancel = () => {}
      let isOpen = true
      const stop = () => {
        isOpen = false
        cancel()
        streams.delete(stop)
        reply.raw.end()
      }
      streams.set(stop, visit.session.id)
      let sentAtMs = app.time.nowMs()
      reply.hijack()
      reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      reply.raw.write('retry: 3000\n\n')
      reply.raw.on('close', stop)

      async function poll(): Promise<void> {
        const live = await sessions.find(visit.cookie)
        if (!live) return stop()
        for (const event of await read(live, position)) {
          position = event.position
          const { type, subjectKind, subjectId, at } = event
          const hint = JSON.stringify({ type, subjectKind, subjectId, occurredAt: at.toString() })
          reply.raw.write(`id: ${position}\ndata: ${hint}\n\n`)
          sentAtMs = app.time.nowMs()
        }
        if (app.time.nowMs() - sentAtMs < HEARTBEAT_MS) return
        reply.raw.write('event: heartbeat\ndata: {}\n\n')
        sentAtMs = app.time.nowMs()
      }
      const again = () => {
        cancel = app.time.after(POLL_MS, () => {
          void poll()
            .catch((error) => app.log.warn({ err: error }, 'the console could not read the feed; will retry'))
            .then(() => isOpen && again())
        })
      }
      if (isOpen) again()
      return true
    },
  }
}
