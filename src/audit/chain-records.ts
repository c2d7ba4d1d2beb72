import type { Transaction } from '../db/client.ts'
import { deleteUnchained, findChainHead, insertLinks, readUnchained } from './chain.store.ts'
import { type ChainHead, chainStart, hashRecord } from './chain.ts'

/** Records chained in one transaction. */
const BATCH_RECORDS = 1_000

/**
 * Appends the oldest unchained records to the tenant's chain and returns how many. The caller lets
 * one transaction do this at a time. If two did, the key of `audit_chain` would fail the second, so
 * the chain cannot fork.
 */
export async function chainUnchained(tx: Transaction, tenantId: bigint): Promise<number> {
  const records = await readUnchained(tx, tenantId, BATCH_RECORDS)
  if (records.length === 0) return 0
  let head: ChainHead = (await findChainHead(tx, tenantId)) ?? chainStart(tenantId)
  const links = records.map((record) => {
    const sequence = head.sequence + 1n
    const previousHash = head.hash
    head = { sequence, hash: hashRecord(previousHash, sequence, record) }
    return { ...head, auditId: record.id, previousHash }
  })
  await insertLinks(tx, tenantId, links)
  await deleteUnchained(
    tx,
    tenantId,
    links.map((link) => link.auditId),
  )
  return links.length
}
