import type { App } from '../../../app.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { MessageRailName } from '../../network.ts'
import type { Link } from '../link.ts'
import { claimSimulated, findOnWire, markTaken, sendSimulated } from './simulated-messages.store.ts'

/** Far more than a sandbox sends between two sweeps. */
const BATCH_SIZE = 200

/**
 * The wire to a simulated network: rows of the same database. A message has the same id there, so
 * that one that is handed over twice is on the wire once.
 */
export function createDatabaseLink(app: App, { tenantId }: Institution, rail: MessageRailName): Link {
  return {
    recognisesParcels: true,
    batchSize: BATCH_SIZE,
    handOver: (parcels) =>
      app.db.transaction(async (tx) => {
        const now = await app.readInstitutionTime(tx, tenantId)
        const leaving = parcels.filter(({ mayLeave }) => mayLeave)
        const messages = leaving.map(({ id, content }) => ({ id, rail, content, dueAt: now }))
        await sendSimulated(tx, tenantId, { sentBy: 'Institution', messages }, now)
        const late = parcels.flatMap(({ id, mayLeave }) => (mayLeave ? [] : [id]))
        const onWire = await findOnWire(tx, tenantId, late)
        return parcels.map(({ id, mayLeave }) =>
          mayLeave || onWire.has(id)
            ? { kind: 'left', evidence: 'simulated' }
            : { kind: 'stayed', why: 'it is too late' },
        )
      }),
    take: (limit, keep) =>
      app.db.transaction(async (tx) => {
        const now = await app.readInstitutionTime(tx, tenantId)
        const messages = await claimSimulated(tx, tenantId, { sentBy: 'Network', rail, limit }, now)
        if (messages.length === 0) return 0
        const deliveries = messages.map(({ id, content }) => ({ name: id, content, sizeBytes: content.length }))
        await keep(deliveries, tx)
        const ids = messages.map(({ id }) => id)
        await markTaken(tx, tenantId, ids, now)
        return messages.length
      }),
  }
}
