import type { App } from '../../app.ts'
import type { Institution } from '../../institution/institution.ts'
import { holdRails } from '../holds/hold-rails.ts'
import { type HoldReason, readAcceptedUntil } from '../holds/rail-holds.store.ts'
import { evidenceSince } from './evidence-since.ts'
import { readByNames, readLastEvidence } from './handovers.store.ts'
import { BrokenEvidence, type Departure, type Transport } from './transport.ts'

interface Finding {
  reason: HoldReason
  differences: string[]
}

/**
 * Compares the database with the evidence of a transport, before this process hands anything over.
 * If more has left than the database knows, it is older than what has left, and the rails are held
 * until two people release them. What an earlier hold found and people accepted does not count
 * again. Returns whether the rails may go on.
 */
export async function compareWithEvidence(
  app: App,
  institution: Institution,
  transport: Pick<Transport, 'left'>,
): Promise<boolean> {
  // The times of the evidence are the machine's, and so are those of the holds that it causes.
  const now = app.tokenClock.now()
  const findings = (await find(app, institution, transport)).filter(({ differences }) => differences.length > 0)
  for (const finding of findings)
    await app.db.transaction((tx) => holdRails(tx, institution.tenantId, { ...finding, heldBy: 'worker' }, now))
  if (findings.length > 0)
    app.log.error({ institution: institution.code, findings }, 'the rails are held: see "giro rails status"')
  return findings.length === 0
}

async function find(app: App, institution: Institution, transport: Pick<Transport, 'left'>): Promise<Finding[]> {
  const { tenantId, code } = institution
  const { since, known, older, broken } = await app.db.snapshot(async (tx) => {
    const since = await evidenceSince(tx, tenantId)
    return {
      since,
      known: await readLastEvidence(tx, tenantId, since),
      older: await readAcceptedUntil(tx, tenantId, 'DatabaseOlder'),
      broken: await readAcceptedUntil(tx, tenantId, 'EvidenceBroken'),
    }
  })
  try {
    // Read after what the database knows: nothing can be there and not here.
    const departures = await transport.left(code, since)
    const seen = new Set(departures.map(({ evidence }) => evidence))
    const lost = known.filter(({ evidence, leftAt }) => !seen.has(evidence) && leftAt.epochMilliseconds > broken)
    const lostLines = lost.map(({ name, leftAt }) => `${name} left at ${leftAt}, and the manifest lacks it`)
    const unknown = await unknownOf(app, tenantId, departures)
    return [
      { reason: 'EvidenceBroken', differences: lostLines },
      {
        reason: 'DatabaseOlder',
        differences: unknown.filter(({ at }) => Date.parse(at) > older).map(({ text }) => text),
      },
    ]
  } catch (error) {
    if (!(error instanceof BrokenEvidence)) throw error
    return [{ reason: 'EvidenceBroken', differences: [error.message] }]
  }
}

/** What has left and the database does not know. */
async function unknownOf(
  app: App,
  tenantId: bigint,
  departures: readonly Departure[],
): Promise<{ at: string; text: string }[]> {
  const names = [...new Set(departures.map(({ name }) => name))]
  const rows = await app.db.read((db) => readByNames(db, tenantId, names))
  const tokens = new Map(rows.map(({ rail, name, token }) => [`${rail} ${name}`, token]))
  const newest = new Map(departures.map((departure) => [`${departure.rail} ${departure.name}`, departure]))
  return [...newest].flatMap(([key, { name, at, token }]) => {
    const known = tokens.get(key)
    if (known !== undefined && known >= token) return []
    const what = known === undefined ? 'does not know it' : 'knows only an earlier try'
    return [{ at, text: `${name} left at ${at}, and the database ${what}` }]
  })
}
