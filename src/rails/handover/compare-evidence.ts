import type { App } from '../../app.ts'
import type { Institution } from '../../institution/institution.ts'
import { holdRails } from '../holds/hold-rails.ts'
import { type HoldReason, readAcceptedUntil } from '../holds/rail-holds.store.ts'
import { evidenceSince, knownSince } from './evidence-since.ts'
import { readByNames, readLastEvidence } from './handovers.store.ts'
import { recordDeparture } from './record-departure.ts'
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
  transport: Pick<Transport, 'left' | 'itemsOf'>,
): Promise<boolean> {
  const { findings, unknown, acceptedUntil } = await find(app, institution, transport)
  await hold(app, institution, findings)
  // After the holds: if this process ends in between, the next one finds the same again.
  const unreadable = await recordAll(app, institution, transport, unknown)
  const lost: Finding = {
    reason: 'EvidenceBroken',
    differences: unreadable.filter(({ at }) => Date.parse(at) > acceptedUntil).map(({ text }) => text),
  }
  await hold(app, institution, [lost])
  return [...findings, lost].every(({ differences }) => differences.length === 0)
}

/** The times of the evidence are the machine's, and so are those of the holds that it causes. */
async function hold(app: App, { tenantId, code }: Institution, all: readonly Finding[]): Promise<void> {
  const findings = all.filter(({ differences }) => differences.length > 0)
  const now = app.tokenClock.now()
  for (const finding of findings)
    await app.db.transaction((tx) => holdRails(tx, tenantId, { ...finding, heldBy: 'worker' }, now))
  if (findings.length > 0) app.log.error({ institution: code, findings }, 'the rails are held: see "giro rails status"')
}

interface Found {
  findings: Finding[]
  /** What left and the database does not know at all. */
  unknown: Departure[]
  /** Until when people accepted that evidence was broken, in milliseconds since 1970. */
  acceptedUntil: number
}

async function find(app: App, institution: Institution, transport: Pick<Transport, 'left'>): Promise<Found> {
  const { tenantId, code } = institution
  const { since, known, older, broken } = await app.db.snapshot(async (tx) => ({
    since: await evidenceSince(tx, tenantId),
    known: await readLastEvidence(tx, tenantId, await knownSince(tx, tenantId)),
    older: await readAcceptedUntil(tx, tenantId, 'DatabaseOlder'),
    broken: await readAcceptedUntil(tx, tenantId, 'EvidenceBroken'),
  }))
  try {
    // Read after what the database knows: nothing can be there and not here.
    const departures = await transport.left(code, since)
    const seen = new Set(departures.map(({ evidence }) => evidence))
    const lost = known.filter(({ evidence, leftAt }) => !seen.has(evidence) && leftAt.epochMilliseconds > broken)
    const lostLines = lost.map(({ name, leftAt }) => `${name} left at ${leftAt}, and the manifest lacks it`)
    const newer = await newerThanDatabase(app, tenantId, departures)
    const differences = newer.filter(({ departure }) => Date.parse(departure.at) > older).map(({ text }) => text)
    return {
      findings: [
        { reason: 'EvidenceBroken', differences: lostLines },
        { reason: 'DatabaseOlder', differences },
      ],
      unknown: newer.flatMap(({ departure, isUnknown }) => (isUnknown ? [departure] : [])),
      acceptedUntil: broken,
    }
  } catch (error) {
    if (!(error instanceof BrokenEvidence)) throw error
    const findings: Finding[] = [{ reason: 'EvidenceBroken', differences: [error.message] }]
    return { findings, unknown: [], acceptedUntil: broken }
  }
}

/** What has left and the database does not know, or knows only from an earlier try. */
async function newerThanDatabase(
  app: App,
  tenantId: bigint,
  departures: readonly Departure[],
): Promise<{ departure: Departure; isUnknown: boolean; text: string }[]> {
  const names = [...new Set(departures.map(({ name }) => name))]
  const rows = await app.db.read((db) => readByNames(db, tenantId, names))
  const tokens = new Map(rows.map(({ rail, name, token }) => [`${rail} ${name}`, token]))
  return [...newestOf(departures)].flatMap(([key, departure]) => {
    const { name, at, token, items } = departure
    const known = tokens.get(key)
    if (known !== undefined && known >= token) return []
    const isUnknown = known === undefined
    const what = isUnknown ? 'does not know it' : 'knows only an earlier try'
    const which = items === undefined ? '; which payments it has is not known' : ''
    return [{ departure, isUnknown, text: `${name} left at ${at}, and the database ${what}${which}` }]
  })
}

/** The last line of each file, or the last that says it was handed over. */
function newestOf(departures: readonly Departure[]): Map<string, Departure> {
  const newest = new Map<string, Departure>()
  for (const departure of departures) {
    const key = `${departure.rail} ${departure.name}`
    if (departure.event === 'begun' && newest.get(key)?.event === 'handedOver') continue
    newest.set(key, departure)
  }
  return newest
}

/** Records what left with its payments. Returns the files whose lists of payments are lost. */
async function recordAll(
  app: App,
  institution: Institution,
  transport: Pick<Transport, 'itemsOf'>,
  unknown: readonly Departure[],
): Promise<{ at: string; text: string }[]> {
  const unreadable: { at: string; text: string }[] = []
  for (const departure of unknown) {
    const { items, name, at } = departure
    if (items === undefined) continue
    try {
      await recordDeparture(app, institution, transport, { ...departure, items })
    } catch (error) {
      if (!(error instanceof BrokenEvidence)) throw error
      unreadable.push({ at, text: `${name} left at ${at}, and which payments it has is not known: ${error.message}` })
    }
  }
  return unreadable
}
