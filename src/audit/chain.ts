import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { parseExactly } from './parse-exactly.ts'

/** An audit record in the form its hash covers. */
export interface ChainedContent {
  id: string
  /** UTC with six decimals, `2026-07-01T12:00:00.123000Z`: the full precision of PostgreSQL. */
  at: string
  actor: string
  /** The user whose token the actor used; null for an actor in its own name. */
  userId: string | null
  action: string
  subjectKind: string
  subjectId: string
  customerId: bigint | null
  /** JSON text. */
  before: string | null
  after: string | null
}

/** The end of a chain: the number of records, and the hash over all of them. */
export interface ChainHead {
  sequence: bigint
  hash: Buffer
}

/**
 * The start of a tenant's chain. Each tenant has a different start, so no record fits in another
 * tenant's chain.
 */
export function chainStart(tenantId: bigint): ChainHead {
  return { sequence: 0n, hash: sha256(`giro audit chain ${tenantId}`) }
}

/**
 * SHA-256 over the 32 bytes of the previous hash and the record in canonical JSON. docs/audit.md
 * defines the form for other tools.
 */
export function hashRecord(previousHash: Buffer, sequence: bigint, record: ChainedContent): Buffer {
  const { id, at, actor, userId, action, subjectKind, subjectId, customerId, before, after } = record
  const content = canonicalJson({
    sequence: String(sequence),
    id,
    at,
    actor,
    // Absent without a person, as in records from before tokens of persons.
    ...(userId !== null && { userId }),
    action,
    subjectKind,
    subjectId,
    customerUID: customerId === null ? null : String(customerId),
    before: before === null ? null : parseExactly(before),
    after: after === null ? null : parseExactly(after),
  })
  return sha256(Buffer.concat([previousHash, Buffer.from(content)]))
}

function sha256(data: string | Buffer): Buffer {
  return hash('sha256', data, 'buffer')
}

/** A head in the form stored outside the database: `<sequence>:<hash in hex>`. */
export function formatHead({ sequence, hash }: ChainHead): string {
  return `${sequence}:${hash.toString('hex')}`
}

/** Reads a stored head; undefined for any other text. */
export function parseHead(text: string): ChainHead | undefined {
  const [, sequence, hex] = /^(\d{1,18}):([0-9a-f]{64})$/i.exec(text) ?? []
  return sequence && hex ? { sequence: BigInt(sequence), hash: Buffer.from(hex, 'hex') } : undefined
}

/** A stored link of the chain, with its record if that still exists. */
export interface ChainLink extends ChainHead {
  auditId: string
  previousHash: Buffer
  record: ChainedContent | undefined
}

/** Why a link does not follow from the head before it; undefined if it does. */
export function findBreak(head: ChainHead, { sequence, previousHash, hash, record }: ChainLink): string | undefined {
  const expected = head.sequence + 1n
  if (sequence !== expected) return `link ${expected} was removed from the chain`
  if (!record) return 'the audit record was removed'
  if (!previousHash.equals(head.hash)) return 'the previous hash does not match the record before'
  if (!hash.equals(hashRecord(previousHash, sequence, record))) return 'the audit record or its hash was altered'
  return undefined
}
