import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { readLinks, readUnplaced, readVanished } from './chain.store.ts'
import { type ChainHead, chainStart, findBreak } from './chain.ts'

export interface AuditVerification {
  /** The last place that follows from those before it: the end of the chain where nothing is broken. */
  head: ChainHead
  /** Records that wait for their place. */
  waiting: number
  /** The first break of the chain, and the first few records outside of it. */
  breaks: AuditBreak[]
}

export interface AuditBreak {
  /** Where in the chain; undefined for a record that has no place in it. */
  sequence?: bigint
  auditId?: string
  reason: string
}

const BATCH = 1_000
/** How many records outside of the chain are named; one is one too many. */
const MAX_NAMED = 100
/** A worker that runs chains a record within a second or so. A change that is committed late has waited for at most this long before. */
export const LATE_SECONDS = 120

/**
 * Walks a tenant's chain from its beginning, with bounded memory, and recomputes each hash. With `noted`, a head that was noted earlier outside of
 * this database, it also finds a chain that was cut short or computed anew. The transaction has to be repeatable read, so that all is seen at
 * one moment.
 */
export async function verifyAudit(
  tx: Transaction,
  tenantId: bigint,
  { noted, now }: { noted?: ChainHead; now: Temporal.Instant },
): Promise<AuditVerification> {
  const { head, broken } = await walkChain(tx, tenantId, noted)
  const lateBefore = now.subtract({ seconds: LATE_SECONDS }).toString()
  const { waiting, late } = await readUnplaced(tx, tenantId, lateBefore, MAX_NAMED)
  const breaks = [
    ...(broken ? [broken] : []),
    ...late.map(({ id, isWaiting }) => ({
      auditId: id,
      reason: isWaiting
        ? `the record waits for its place for more than ${LATE_SECONDS} seconds: is a worker running?`
        : 'the record has no place in the chain and waits for none: it was not written by the service',
    })),
    ...(await readVanished(tx, tenantId, MAX_NAMED)).map((auditId) => ({
      auditId,
      reason: 'the record was removed before it had its place',
    })),
  ]
  return { head, waiting, breaks }
}

async function walkChain(
  tx: Transaction,
  tenantId: bigint,
  noted: ChainHead | undefined,
): Promise<{ head: ChainHead; broken?: AuditBreak }> {
  let head = chainStart(tenantId)
  const differs = () => noted?.sequence === head.sequence && !noted.hash.equals(head.hash)
  const another = {
    sequence: head.sequence,
    reason: 'the hash is not the one that was noted: another chain stands here',
  }
  if (differs()) return { head, broken: another }
  for (;;) {
    const links = await readLinks(tx, tenantId, head.sequence, BATCH)
    for (const link of links) {
      const { sequence, auditId, hash } = link
      const reason = findBreak(head, link)
      if (reason) return { head, broken: { sequence: head.sequence + 1n, auditId, reason } }
      head = { sequence, hash }
      if (differs()) return { head, broken: { ...another, sequence, auditId } }
    }
    if (links.length < BATCH) break
  }
  if (noted && noted.sequence > head.sequence) {
    const reason = `the chain ends at ${head.sequence}, before the noted ${noted.sequence}: it was cut short`
    return { head, broken: { sequence: head.sequence + 1n, reason } }
  }
  return { head }
}
