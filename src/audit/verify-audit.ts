import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readLinks, readUnplaced, readUnrecorded, readVanished } from './chain.store.ts'
import { type ChainHead, chainStart, findBreak } from './chain.ts'

export interface AuditVerification {
  /** The last link that follows from those before it: the end of the chain if nothing is broken. */
  head: ChainHead
  /** Records that wait to be chained. */
  waiting: number
  /** The first break in the chain, and the first few records outside it. */
  breaks: AuditBreak[]
}

export interface AuditBreak {
  /** The place in the chain; undefined for a record outside it. */
  sequence?: bigint
  auditId?: string
  reason: string
}

const BATCH_RECORDS = 1_000
/** The most records outside the chain that are listed; even one is an error. */
const MAX_LISTED = 100
/**
 * A record that is unchained for longer than this is reported. A running worker chains a record
 * within about a second. A record has the time of its change, so the rest is for late commits.
 */
export const LATE_SECONDS = 120

/**
 * Walks a tenant's chain from its start and recomputes each hash. With `noted`, heads stored
 * earlier outside this database, it also detects a chain that was cut short or recomputed. It also
 * looks for the record that each event and each decision about a payment must have. The transaction
 * must be repeatable read, so that all queries see the same moment.
 */
export async function verifyAudit(
  tx: Transaction,
  tenantId: bigint,
  { noted = [], now }: { noted?: readonly ChainHead[]; now: Temporal.Instant },
): Promise<AuditVerification> {
  const { head, broken } = await walkChain(tx, tenantId, noted)
  const lateBefore = now.subtract({ seconds: LATE_SECONDS }).toString()
  const { waiting, late } = await readUnplaced(tx, tenantId, lateBefore, MAX_LISTED)
  const breaks = [
    ...(broken ? [broken] : []),
    ...late.map(({ id, isWaiting }) => ({
      auditId: id,
      reason: isWaiting
        ? `the record has waited more than ${LATE_SECONDS} seconds to be chained: is a worker running?`
        : 'the record is neither chained nor waiting to be: it was not written by the service',
    })),
    ...(await readVanished(tx, tenantId, MAX_LISTED)).map((auditId) => ({
      auditId,
      reason: 'the record was removed before it was chained',
    })),
    ...(await readUnrecorded(tx, tenantId, MAX_LISTED)).map(({ what, id }) => ({
      auditId: id,
      reason: `the ${what} has no audit record: its record was removed, or the service did not write it`,
    })),
  ]
  return { head, waiting, breaks }
}

async function walkChain(
  tx: Transaction,
  tenantId: bigint,
  noted: readonly ChainHead[],
): Promise<{ head: ChainHead; broken?: AuditBreak }> {
  const hashAt = new Map(noted.map(({ sequence, hash }) => [sequence, hash]))
  const last = noted.reduce((most, { sequence }) => (sequence > most ? sequence : most), 0n)
  let head = chainStart(tenantId)
  const differs = () => hashAt.get(head.sequence)?.equals(head.hash) === false
  const another = {
    sequence: head.sequence,
    reason: 'the hash does not match the noted head: the chain was recomputed',
  }
  if (differs()) return { head, broken: another }
  for (;;) {
    const links = await readLinks(tx, tenantId, head.sequence, BATCH_RECORDS)
    for (const link of links) {
      const { sequence, auditId, hash } = link
      const reason = findBreak(head, link)
      if (reason) return { head, broken: { sequence: head.sequence + 1n, auditId, reason } }
      head = { sequence, hash }
      if (differs()) return { head, broken: { ...another, sequence, auditId } }
    }
    if (links.length < BATCH_RECORDS) break
  }
  if (last > head.sequence) {
    const reason = `the chain ends at ${head.sequence}, before the noted ${last}: it was cut short`
    return { head, broken: { sequence: head.sequence + 1n, reason } }
  }
  return { head }
}
