import { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Institution } from '../../institution/institution.ts'
import { readServerRun } from '../handover/handovers.store.ts'
import { BrokenEvidence, type Departure } from '../handover/transport.ts'
import { holdRails } from '../holds/hold-rails.ts'
import { type HoldReason, readAcceptedUntil } from '../holds/rail-holds.store.ts'
import type { Link } from '../links/link.ts'
import type { MessageRailName } from '../network.ts'
import { findUnsent, readLastLeft } from './outgoing.store.ts'

/**
 * How far before the last message that left the evidence is read: workers do not confirm in order.
 */
const KNOWN_HOURS = 40 * 24

/** The run of the database server that was compared, by institution and rail. */
const compared = new Map<string, string>()

/**
 * Nothing leaves by a link with evidence before this process knows that nothing has left that the
 * database lacks, as after a restore. If so, the rails are held until two people release them.
 * After a restart of the database server it compares again.
 */
export async function mayMessagesLeave(
  app: App,
  { tenantId, code }: Institution,
  { rail, link }: { rail: MessageRailName; link: Link },
): Promise<boolean> {
  if (!link.left) return true
  const run = await app.db.read(readServerRun)
  const key = `${tenantId} ${rail}`
  if (compared.get(key) === run) return true
  const finding = await find(app, tenantId, { rail, left: link.left.bind(link) })
  if (finding) {
    const now = app.tokenClock.now()
    app.log.error({ institution: code, ...finding }, 'the rails are held: see "giro rails status"')
    await app.db.transaction((tx) => holdRails(tx, tenantId, { ...finding, heldBy: 'worker' }, now))
    return false
  }
  compared.set(key, run)
  return true
}

async function find(
  app: App,
  tenantId: bigint,
  { rail, left }: { rail: MessageRailName; left: NonNullable<Link['left']> },
): Promise<{ reason: HoldReason; differences: string[] } | undefined> {
  const { last, older, broken } = await app.db.snapshot(async (tx) => ({
    last: await readLastLeft(tx, tenantId, rail),
    older: await readAcceptedUntil(tx, tenantId, 'DatabaseOlder'),
    broken: await readAcceptedUntil(tx, tenantId, 'EvidenceBroken'),
  }))
  const since = (last ?? Temporal.Instant.fromEpochMilliseconds(0)).subtract({ hours: last ? KNOWN_HOURS : 0 })
  try {
    const departures = (await left(since.toString())).filter(({ at }) => Date.parse(at) > older)
    const unsent = new Set(
      await app.db.read((db) =>
        findUnsent(
          db,
          tenantId,
          departures.map(({ id }) => id),
        ),
      ),
    )
    const newer = departures.filter(({ id }) => unsent.has(id))
    if (newer.length === 0) return undefined
    return { reason: 'DatabaseOlder', differences: [...new Set(newer.map(differenceOf))] }
  } catch (error) {
    if (!(error instanceof BrokenEvidence)) throw error
    if (app.tokenClock.now().epochMilliseconds <= broken) return undefined
    return { reason: 'EvidenceBroken', differences: [error.message] }
  }
}

const differenceOf = ({ name, at }: Pick<Departure, 'name' | 'at'>) =>
  `the message ${name} left at ${at}, and the database does not know it`
