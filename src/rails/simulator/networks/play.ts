import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../../app.ts'
import type { Transaction } from '../../../db/client.ts'
import { bicOf, holdInstitutionTime, type Institution } from '../../../institution/institution.ts'
import { claimSimulated, markTaken } from '../../links/database/simulated-messages.store.ts'
import type { MessageRailName } from '../../network.ts'
import { hear } from './hear.ts'
import type { Participant } from './script.ts'
import { SCRIPTS } from './scripts.ts'
import { endBooked, lockUnanswered } from './simulated-payments.store.ts'
import type { Stage } from './stage.ts'

/** The most messages that one pass reads of a network. */
const MOST = 100

/**
 * Plays a network for a sandbox: takes what the institution has sent, books it, and sends what
 * comes back. Returns how many messages it took, and credits it gave up.
 */
export function playNetwork(app: App, institution: Institution, rail: MessageRailName): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const { tenantId } = institution
    const messages = await claimSimulated(tx, tenantId, { sentBy: 'Institution', rail, limit: MOST }, now)
    const stage = stageOf(tx, institution, rail, now)
    for (const { content } of messages) await hear(stage, content)
    await markTaken(
      tx,
      tenantId,
      messages.map(({ id }) => id),
      now,
    )
    return messages.length
  })
}

export function stageOf(
  tx: Transaction,
  institution: Institution,
  rail: MessageRailName,
  now: Temporal.Instant,
): Stage {
  return { tx, institution, participant: participantOf(institution), script: SCRIPTS[rail], now }
}

function participantOf(institution: Institution): Participant {
  const { name, routingNumber } = institution
  return { name, routingNumber, bic: bicOf(institution), endpoint: `${routingNumber}A1` }
}

/** Gives up credits that the institution has not answered in time: no money moved. */
export function giveUpUnanswered(app: App, institution: Institution): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const late = await lockUnanswered(tx, institution.tenantId, now)
    for (const { id } of late) await endBooked(tx, institution.tenantId, { id, status: 'Rejected', code: 'AB03' }, now)
    return late.length
  })
}
