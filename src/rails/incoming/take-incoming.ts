import type { App } from '../../app.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import type { Rail } from '../../kernel/rail.ts'
import { readAdopted } from '../handover/handovers.store.ts'
import { ChangingFile, type Inbox, type Unfit, type WaitingFile } from './inbox.ts'
import { countParts, findIncomingFile, findUnread, insertPart } from './incoming-files.store.ts'
import { digestOf, mustBePart, partsOf } from './parts.ts'
import { beginIncoming, completeIncoming, refuseUnread } from './store-incoming.ts'

/** A rail whose files this worker takes in. */
export interface IncomingRail {
  rail: Rail
  inbox: Inbox
  /** Larger files are not read: they go to quarantine. */
  maxBytes: number
}

/**
 * Takes in the files that wait in an inbox, and puts those away whose import has ended. Each file
 * is kept in the database first and moved after that has committed, so a worker that is killed in
 * between loses nothing, and the next one finds the same content. A file that fails stops no other.
 * Returns how many were kept or put away.
 */
export async function takeIncoming(app: App, institution: Institution, rail: IncomingRail): Promise<number> {
  const { code, tenantId } = institution
  if (!(await isOwnPlace(app, institution, rail))) return 0
  const { files, unfit } = await rail.inbox.look(code)
  const known = takenFrom(rail.inbox, tenantId)
  for (const state of known.keys()) if (!files.some((file) => keyOf(file) === state)) known.delete(state)
  const unread: Unfit[] = []
  let moved = 0
  for (const file of files)
    try {
      moved += await takeOne(app, institution, { ...rail, known }, file)
    } catch (error) {
      if (!isOfFile(error)) throw error
      if (!isOnTheMove(error)) unread.push({ name: file.name, why: (error as Error).message })
    }
  sayUnfit(app, rail, code, [...unfit, ...unread])
  return moved
}

/** Failures of one file, which stop no other. After any other failure, the sweep tries again. */
const OF_FILE = ['EACCES', 'EPERM', 'EIO', 'ELOOP', 'EISDIR', 'ENOENT', 'ENXIO', 'ENODEV']
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
const isOfFile = (error: unknown) => error instanceof ChangingFile || OF_FILE.includes(codeOf(error))
/** It is written at present, or another worker has put it away. */
const isOnTheMove = (error: unknown) => error instanceof ChangingFile || codeOf(error) === 'ENOENT'

/** A worker with another directory than the institution's takes nothing from it. */
async function isOwnPlace(app: App, { tenantId, code }: Institution, { rail, inbox }: IncomingRail): Promise<boolean> {
  const adopted = await app.db.read((db) => readAdopted(db, tenantId, rail))
  if (adopted === undefined || adopted === (await inbox.identity())) return true
  app.log.error(
    { institution: code, rail },
    'this worker has another outbox than the institution, and takes no files in',
  )
  return false
}

/** The files that this process has kept, by their state: their bytes are not read again. */
const taken = new WeakMap<Inbox, Map<bigint, Map<string, string>>>()
const keyOf = ({ name, state }: WaitingFile) => `${state} ${name}`

function takenFrom(inbox: Inbox, tenantId: bigint): Map<string, string> {
  const ofInbox = taken.get(inbox) ?? new Map<bigint, Map<string, string>>()
  taken.set(inbox, ofInbox)
  const known = ofInbox.get(tenantId) ?? new Map<string, string>()
  ofInbox.set(tenantId, known)
  return known
}

async function takeOne(
  app: App,
  institution: Institution,
  rail: IncomingRail & { known: Map<string, string> },
  file: WaitingFile,
): Promise<number> {
  const key = keyOf(file)
  const before = rail.known.get(key)
  const id = before ?? (await keep(app, institution, rail, file))
  rail.known.set(key, id)
  const stored = await app.db.read((db) => findIncomingFile(db, institution.tenantId, id))
  const place = stored?.status === 'IMPORTED' ? 'done' : stored?.status === 'QUARANTINED' ? 'quarantine' : undefined
  if (place === undefined) return before === undefined ? 1 : 0
  await rail.inbox.putAway(institution.code, file, place)
  return 1
}

/** Returns the id under which the database has the bytes. */
async function keep(
  app: App,
  institution: Institution,
  { rail, inbox, maxBytes }: IncomingRail,
  file: WaitingFile,
): Promise<string> {
  const { tenantId, code } = institution
  const { name } = file
  if (file.sizeBytes > maxBytes) return keepUnread(app, institution, { rail, maxBytes }, file)
  const digest = await digestOf(inbox.read(code, file))
  const begun = await app.db.transaction(async (tx) =>
    beginIncoming(tx, tenantId, { ...digest, rail, name }, await holdInstitutionTime(tx, institution, app.clock)),
  )
  const { id } = begun
  if (begun.status !== 'RECEIVING') return id
  // Storage can be slow, so it is never read inside a transaction.
  const kept = await app.db.read((db) => countParts(db, tenantId, id))
  let part = 0
  for await (const bytes of partsOf(inbox.read(code, file))) {
    const number = part++
    mustBePart(bytes, number, digest)
    if (number >= kept) await app.db.transaction((tx) => insertPart(tx, { tenantId, id }, number, bytes))
  }
  if (part !== digest.parts.length) throw new ChangingFile(`${name} became shorter while it was read`)
  await app.db.transaction(async (tx) =>
    completeIncoming(tx, tenantId, id, await holdInstitutionTime(tx, institution, app.clock)),
  )
  return id
}

async function keepUnread(
  app: App,
  institution: Institution,
  { rail, maxBytes }: Pick<IncomingRail, 'rail' | 'maxBytes'>,
  { name, sizeBytes }: WaitingFile,
): Promise<string> {
  const file = { rail, name, sizeBytes: BigInt(sizeBytes) }
  return app.db.transaction(async (tx) => {
    const known = await findUnread(tx, institution.tenantId, file)
    if (known) return known.id
    const now = await holdInstitutionTime(tx, institution, app.clock)
    return refuseUnread(tx, institution.tenantId, { ...file, maxBytes }, now)
  })
}

/** What was said to be unfit, so that it is said once while it lies there. */
const said = new WeakMap<Inbox, Map<string, Set<string>>>()

function sayUnfit(app: App, { rail, inbox }: IncomingRail, institution: string, unfit: readonly Unfit[]): void {
  const ofInbox = said.get(inbox) ?? new Map<string, Set<string>>()
  said.set(inbox, ofInbox)
  const before = ofInbox.get(institution) ?? new Set()
  const now = new Set(unfit.map(({ name, why }) => `${name}: ${why}`))
  ofInbox.set(institution, now)
  const fresh = [...now].filter((line) => !before.has(line))
  if (fresh.length > 0)
    app.log.error({ institution, rail, unfit: fresh }, 'the inbox has what cannot be taken: remove it')
}
