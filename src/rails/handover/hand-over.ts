import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { UnknownKey } from '../../db/keyring.ts'
import { recordChange } from '../../events/events.ts'
import type { Institution } from '../../institution/institution.ts'
import { CannotOpen } from '../../kernel/sealer.ts'
import { compareWithEvidence } from './compare-evidence.ts'
import { evidenceSince } from './evidence-since.ts'
import {
  adoptOutbox,
  type Claim,
  claimHandover,
  confirmHandover,
  giveBack,
  type Handover,
  keepOutbox,
  markInDoubt,
  markReplaced,
  readServerRun,
} from './handovers.store.ts'
import {
  BrokenEvidence,
  type Consignment,
  type ConsignmentItem,
  EndUnknown,
  type Outcome,
  type Transport,
} from './transport.ts'

/**
 * Longer than a transport takes. After a crash, the file waits as long; a holder that is slower
 * gives up.
 */
const LEASE_MS = 10_000
/** A holder stops this long before its lease ends, because clocks do not run alike. */
const MARGIN_MS = 2_000

/** A rail whose consignments this worker hands over. */
export interface HandoverRail {
  rail: string
  transport: Transport
  /** Names this process in claims. */
  workerName: string
  /** The content, as it was stored with the hand-over; undefined if there is none. */
  readContent(tx: Transaction, handover: Handover): Promise<string | undefined>
  /** What is in it, as the evidence names it. */
  readItems(tx: Transaction, handover: Handover): Promise<ConsignmentItem[]>
  /** Why some of it may have left in another one; undefined if nothing has. */
  objectionTo(tx: Transaction, handover: Handover): Promise<string | undefined>
  /** Records that it left, in the transaction that confirms it. Returns how many rows it moved. */
  onLeft(tx: Transaction, handover: Handover): Promise<number>
}

/**
 * Hands over the oldest consignment of a rail that waits. Claims it, gives it to the transport
 * outside of any transaction, and confirms. A claim whose worker died or slept is taken over when
 * its lease ends, and the transport finds out from its evidence whether the consignment has left.
 * What it cannot find out is in doubt, and waits for a person. Returns how many rows it moved.
 */
export async function handOverNext(app: App, institution: Institution, rail: HandoverRail): Promise<number> {
  const { tenantId } = institution
  if (!(await mayLeave(app, institution, rail.transport))) return 0
  const claimedAtMs = app.time.nowMs()
  const identity = await rail.transport.identity()
  const claimed = await app.db.transaction(async (tx) => {
    await requireCompared(tx, institution, rail.transport)
    return claim(tx, institution, rail, identity)
  })
  if (!claimed) return 0
  const { handover, consignment: content, objection } = claimed
  if (handover.decision === 'HandedOver') return confirmDecided(app, rail, handover)
  if (objection !== undefined) {
    await app.db.transaction((tx) => recordDoubt(tx, app, handover, objection))
    return 1
  }
  if (content === undefined) return app.db.transaction(async (tx) => Number(await markReplaced(tx, handover)))
  const consignment = {
    ...content,
    isLeased: () => app.time.nowMs() < claimedAtMs + LEASE_MS - MARGIN_MS,
  }
  const outcome = await handOver(app, rail, handover, consignment)
  if (outcome.kind === 'handedOver') return confirm(app, rail, handover, outcome.evidence)
  if (outcome.kind === 'inDoubt') {
    await app.db.transaction((tx) => recordDoubt(tx, app, handover, outcome.doubt))
    return 1
  }
  app.log.warn({ name: handover.name, tenantId: String(tenantId) }, 'another worker has taken over a hand-over')
  await app.db.transaction((tx) => giveBack(tx, handover))
  return 0
}

/**
 * The institutions that this process has compared with the evidence of each transport, and with
 * which run of the database server.
 */
const compared = new WeakMap<Transport, Map<bigint, string>>()

/**
 * Nothing leaves from a process, and nothing is collected, before it knows that nothing has left
 * that the database lacks. After a restart of the database server it compares again: it may have
 * been restored, or another one may have taken over.
 */
export async function mayLeave(app: App, institution: Institution, transport: Transport): Promise<boolean> {
  const known = compared.get(transport) ?? new Map<bigint, string>()
  compared.set(transport, known)
  const run = await app.db.read(readServerRun)
  if (known.get(institution.tenantId) === run) return true
  if (!(await compareWithEvidence(app, institution, transport))) return false
  known.set(institution.tenantId, run)
  return true
}

/** Throws if the transaction is on another run of the server than the one that was compared. */
export async function requireCompared(
  tx: Transaction,
  { tenantId }: Pick<Institution, 'tenantId'>,
  transport: Transport,
): Promise<void> {
  const known = compared.get(transport)
  if (known?.get(tenantId) === (await readServerRun(tx))) return
  known?.delete(tenantId)
  throw new Error('the database server was started again: what has left is compared before anything leaves')
}

async function claim(
  tx: Transaction,
  { tenantId, code }: Institution,
  { rail, workerName, readContent, readItems, objectionTo }: HandoverRail,
  identity: string,
): Promise<
  | { handover: Handover; consignment?: Omit<Consignment, 'isLeased'> | undefined; objection?: string | undefined }
  | undefined
> {
  await keepOutbox(tx, tenantId, rail)
  const handover = await claimHandover(tx, tenantId, { rail, claimedBy: workerName, leaseMs: LEASE_MS })
  if (!handover || handover.fromEvidence) return handover && { handover }
  const { name, token, openTokens, decision, createdAt } = handover
  const isRepeated = decision === 'HandOverAgain'
  const objection = isRepeated ? undefined : await objectionTo(tx, handover)
  if (objection !== undefined) return { handover, objection }
  const content = await readWritten(tx, handover, readContent)
  if (content === undefined) return { handover, objection: NOT_WRITTEN }
  const adopted = await adoptOutbox(tx, tenantId, { rail, identity, by: workerName }, createdAt)
  return {
    handover,
    consignment: {
      ...{ institution: code, rail, name, token, openTokens },
      content,
      items: await readItems(tx, handover),
      transportIdentity: adopted,
      evidenceSince: await evidenceSince(tx, tenantId),
      isRepeated,
    },
  }
}

const NOT_WRITTEN = 'the service did not store what it would hand over: the row was written by somebody else'

/** The content; undefined if there is none, or if it is sealed for another file. */
async function readWritten(
  tx: Transaction,
  handover: Handover,
  readContent: HandoverRail['readContent'],
): Promise<string | undefined> {
  try {
    return await readContent(tx, handover)
  } catch (error) {
    if (error instanceof UnknownKey || !(error instanceof CannotOpen)) throw error
    return undefined
  }
}

/** Gives the claim back if nothing has left, so that the next try need not wait for its lease. */
async function handOver(
  app: App,
  { transport }: HandoverRail,
  claim: Claim,
  consignment: Consignment,
): Promise<Outcome> {
  try {
    return await transport.handOver(consignment)
  } catch (error) {
    // The next try compares again, and holds the rails.
    if (error instanceof BrokenEvidence) compared.get(transport)?.delete(claim.tenantId)
    if (!(error instanceof EndUnknown)) await app.db.transaction((tx) => giveBack(tx, claim))
    throw error
  }
}

async function confirmDecided(app: App, rail: HandoverRail, handover: Handover): Promise<number> {
  const moved = await confirm(app, rail, handover, 'decided')
  await rail.transport.forget(handover.name).catch((error) => {
    app.log.warn({ err: error, name: handover.name }, 'what was kept of a file could not be removed')
  })
  return moved
}

/** Returns 0 if the claim has ended meanwhile: then its successor confirms. */
function confirm(app: App, rail: HandoverRail, handover: Handover, evidence: string): Promise<number> {
  return app.db.transaction(async (tx) =>
    (await confirmHandover(tx, handover, evidence)) ? rail.onLeft(tx, handover) : 0,
  )
}

async function recordDoubt(tx: Transaction, app: App, handover: Handover, doubt: string): Promise<void> {
  const { tenantId, id, rail, name } = handover
  if (!(await markInDoubt(tx, handover, doubt))) return
  const now = await app.readInstitutionTime(tx, tenantId)
  const change = { subject: { kind: 'railHandover', id }, after: { handoverUID: id, rail, name, doubt } }
  await recordChange(tx, { tenantId, actor: 'worker', action: 'rails.handoverInDoubt', ...change }, now)
}
