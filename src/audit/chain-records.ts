import type { Transaction } from '../db/client.ts'
import { deleteUnchained, findChainHead, insertLinks, readUnchained } from './chain.store.ts'
import { type ChainHead, chainStart, hashRecord } from './chain.ts'

/** How many records one transaction chains. */
const BATCH = 1_000

/**
 * Appends the oldest records without a place to the tenant's chain, and returns how many. The caller lets one at a time do it; were there two,
 * the second would fail at the key of the chain, and no fork could come of it.
 */
export async function chainUnchained(tx: Transaction, tenantId: bigint): Promise<number> {
  const records = await readUnchained(tx, tenantId, BATCH)
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
