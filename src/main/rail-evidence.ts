import type { App } from '../app.ts'
import { type Institution, listInstitutions } from '../institution/institution.ts'
import { checkOutbox, compareWithEvidence, holdRails, readAcceptedUntil } from '../rails/rails.ts'
import { behindAnchor, readAnchor, readLastAnchor } from './anchors.ts'
import { forgetRestore, readRestoreNote } from './backup/restore-note.ts'

/**
 * Compares each institution with what is known of it outside the database: what has left, and its
 * anchors. A database that is older, as after a restore, gets a hold on its rails before a worker
 * starts. A comparison that fails is logged; nothing leaves through that outbox before it is made.
 */
export async function compareAtStart(
  app: App,
  { dataDir, anchorDir }: { dataDir: string; anchorDir: string },
): Promise<void> {
  await holdAfterRestore(app, dataDir)
  const institutions = await app.db.read(listInstitutions).catch((error) => {
    app.log.error({ err: error }, 'could not compare the database with what has left; will retry')
    return []
  })
  // Beside each other, so that a directory that hangs delays the start once.
  for (let first = 0; first < institutions.length; first += AT_ONCE)
    await Promise.all(institutions.slice(first, first + AT_ONCE).map((one) => compareOne(app, one, anchorDir)))
}

/**
 * Holds all rails if this database was made by `giro restore`, also if no evidence shows what has
 * left since. Throws if it cannot: then no worker starts.
 */
async function holdAfterRestore(app: App, dataDir: string): Promise<void> {
  const note = await readRestoreNote(dataDir)
  if (note === undefined) return
  const { backup, from, restoredAt, lastCommit } = note
  const upTo = lastCommit === undefined ? '' : `, up to ${lastCommit}`
  const differences = [`the database was restored at ${restoredAt} from ${backup} of ${from}${upTo}`]
  for (const { tenantId } of await app.db.read(listInstitutions))
    await app.db
      .forTenant(tenantId)
      .transaction((tx) =>
        holdRails(tx, tenantId, { reason: 'Restored', differences, heldBy: 'worker' }, app.tokenClock.now()),
      )
  app.log.error({ differences }, 'the rails are held after a restore: see "giro rails status"')
  await forgetRestore(dataDir)
}

const AT_ONCE = 8

/** The anchors need no outbox, so they are compared even if it does not answer. */
async function compareOne(app: App, institution: Institution, anchorDir: string): Promise<void> {
  const own = { ...app, db: app.db.forTenant(institution.tenantId) }
  const attempt = (comparison: Promise<unknown>, failure: string) =>
    comparison.catch((error) => app.log.error({ err: error, institution: institution.code }, failure))
  await attempt(compareWithAnchors(own, institution, anchorDir), 'could not compare with the anchors')
  const comparison = compareWithEvidence(own, institution, app.achTransport)
  await attempt(comparison, 'could not compare with what has left; will retry')
  const outbox = { rail: 'ACH', transport: app.achTransport, place: app.achOutDirectory }
  await attempt(checkOutbox(own, institution, outbox), 'could not check the outbox')
}

async function compareWithAnchors(app: App, institution: Institution, anchorDir: string): Promise<void> {
  const { tenantId, code } = institution
  const last = await readLastAnchor(anchorDir, code)
  if (!last) return
  const accepted = await app.db.read((db) => readAcceptedUntil(db, tenantId, 'DatabaseOlder'))
  const differences = behindAnchor(last, await readAnchor(app, institution))
  if (differences.length === 0 || accepted >= Date.parse(last.at)) return
  const now = app.tokenClock.now()
  const hold = { reason: 'DatabaseOlder', differences, heldBy: 'worker' } as const
  await app.db.transaction((tx) => holdRails(tx, tenantId, hold, now))
  app.log.error({ institution: code, differences }, 'the rails are held: see "giro rails status"')
}
