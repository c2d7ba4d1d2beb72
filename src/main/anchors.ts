import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stringify } from 'uuid'
import type { App } from '../app.ts'
import { type ChainHead, formatHead, parseHead, readAuditHead } from '../audit/audit.ts'
import { insertEventOnce } from '../events/events.ts'
import { type Institution, listInstitutions } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { readPostedTotals } from '../ledger/verify-ledger.ts'
import { StartupError } from './startup-error.ts'

/**
 * A note outside the database of what the database held at a moment: a line of JSON in the
 * institution's file. A later state that contradicts it was cut short or rewritten.
 */
export interface Anchor {
  at: string
  institution: string
  /** The head of the audit chain, `<sequence>:<hash in hex>`. */
  audit: string
  /** All debits ever posted, by currency, in minor units. They never fall. */
  posted: Readonly<Record<string, string>>
}

const INTERVAL_MS = 5 * 60_000
/** Longer than any anchor: one amount for each currency. */
const MAX_ANCHOR_BYTES = 64 * 1024
const SUFFIX = '.anchors.jsonl'

const fileOf = (directory: string, code: string) => join(directory, `${code}${SUFFIX}`)

/**
 * Anchors each institution when a worker starts and then at most every five minutes, if something
 * changed: a line in the file, and the event `audit.anchored` for every receiver of webhooks.
 */
export function anchorSweeps(directory: string): readonly Sweep[] {
  let nextAt = 0
  const last = new Map<bigint, string>()
  return defineSweeps('anchors', {
    'anchor the audit log and the ledger': {
      async due(db, now) {
        if (now.epochMilliseconds < nextAt) return []
        const institutions = await listInstitutions(db)
        nextAt = now.epochMilliseconds + INTERVAL_MS
        return institutions.map(({ tenantId }) => tenantId)
      },
      async run(app, institution) {
        // Read first: another worker may add a later one meanwhile.
        const anchored = await readLastAnchor(directory, institution.code)
        const anchor = await readAnchor(app, institution)
        const behind = anchored ? behindAnchor(anchored, anchor) : []
        if (behind.length > 0) {
          // The anchors show that the database was restored. They must not become as old as it is.
          app.log.error(
            { institution: institution.code, behind },
            'the database is older than its anchors: none is added',
          )
          return 0
        }
        const state = JSON.stringify([anchor.audit, anchor.posted])
        if (last.get(institution.tenantId) === state) return 0
        await appendAnchor(directory, anchor)
        last.set(institution.tenantId, state)
        await announce(app, institution, anchor)
        return 0
      },
    },
  })
}

/** The state of an institution now. */
export async function readAnchor(app: App, { tenantId, code }: Institution): Promise<Anchor> {
  const { head, posted } = await app.db.snapshot(async (tx) => ({
    head: await readAuditHead(tx, tenantId),
    posted: await readPostedTotals(tx, tenantId),
  }))
  const totals = [...posted].map(([currency, amount]) => [currency, String(amount)])
  return {
    at: app.tokenClock.now().toString(),
    institution: code,
    audit: formatHead(head),
    posted: Object.fromEntries(totals),
  }
}

/** In what a state is behind an anchor, in words: neither number ever falls. */
export function behindAnchor(anchor: Anchor, now: Anchor): string[] {
  const sequenceOf = ({ audit }: Anchor) => BigInt(audit.slice(0, audit.indexOf(':')))
  const audit =
    sequenceOf(now) < sequenceOf(anchor)
      ? [`the audit chain had ${sequenceOf(anchor)} records at ${anchor.at}, and has fewer now`]
      : []
  const posted = Object.entries(anchor.posted).flatMap(([currency, amount]) =>
    BigInt(now.posted[currency] ?? 0) < BigInt(amount)
      ? [`the ledger had posted ${amount} ${currency} in minor units at ${anchor.at}, and less now`]
      : [],
  )
  return [...audit, ...posted]
}

/** Appends a line and waits until it is on disk. */
export async function appendAnchor(directory: string, anchor: Anchor): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = await open(fileOf(directory, anchor.institution), 'a', 0o600)
  try {
    await file.appendFile(`${JSON.stringify(anchor)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Several workers may anchor the same head; receivers of events learn of it once. */
function announce(app: App, { tenantId }: Institution, anchor: Anchor): Promise<void> {
  const { audit, posted } = anchor
  const data = { audit, posted }
  const event = { tenantId, type: 'audit.anchored', subject: { kind: 'audit', id: audit }, data }
  const id = uuidOf(JSON.stringify(data))
  return app.db.transaction((tx) => insertEventOnce(tx, id, event, app.clock.now()))
}

/** The same UUID (RFC 9562, version 8) for the same text. */
function uuidOf(text: string): string {
  const bytes = hash('sha256', text, 'buffer').subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return stringify(bytes)
}

/** What the anchors of an institution demand of its database. */
export interface AnchoredState {
  heads: readonly ChainHead[]
  /** The highest totals anchored, by currency. */
  posted: ReadonlyMap<string, bigint>
}

/**
 * Reads the anchors of an institution; empty without a file. Throws a StartupError for a line that
 * is no anchor, because an unreadable anchor proves nothing.
 */
export async function readAnchors(directory: string, code: string): Promise<AnchoredState> {
  const heads = new Map<bigint, ChainHead>()
  const posted = new Map<string, bigint>()
  const path = fileOf(directory, code)
  if (!(await anchoredInstitutions(directory)).includes(code)) return { heads: [], posted }
  let number = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    const anchor = parseAnchor(line)
    if (!anchor) throw new StartupError(`line ${number} of ${path} is not an anchor: restore the file from its backup`)
    // Two heads of one place contradict each other, and the verification must see both.
    const known = heads.get(anchor.head.sequence)
    if (known && !known.hash.equals(anchor.head.hash))
      throw new StartupError(`line ${number} of ${path} contradicts an earlier line: the audit log was rewritten`)
    heads.set(anchor.head.sequence, anchor.head)
    for (const [currency, amount] of anchor.posted)
      if (amount > (posted.get(currency) ?? -1n)) posted.set(currency, amount)
  }
  return { heads: [...heads.values()], posted }
}

/** The last anchor of an institution; undefined without any. Throws as `readAnchors` does. */
export async function readLastAnchor(directory: string, code: string): Promise<Anchor | undefined> {
  if (!(await anchoredInstitutions(directory)).includes(code)) return undefined
  const path = fileOf(directory, code)
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, MAX_ANCHOR_BYTES))
    await file.read(buffer, 0, buffer.length, size - buffer.length)
    const line = buffer.toString('utf8').trimEnd().split('\n').at(-1) ?? ''
    if (line === '') return undefined
    if (!parseAnchor(line))
      throw new StartupError(`the last line of ${path} is not an anchor: restore the file from its backup`)
    return JSON.parse(line) as Anchor
  } finally {
    await file.close()
  }
}

function parseAnchor(line: string): { head: ChainHead; posted: [string, bigint][] } | undefined {
  try {
    const { audit, posted } = JSON.parse(line) as Partial<Anchor>
    const head = parseHead(String(audit))
    const totals = Object.entries(posted ?? {}).map(([currency, amount]): [string, bigint] => [
      currency,
      BigInt(amount),
    ])
    return head && { head, posted: totals }
  } catch {
    return undefined
  }
}

/** The tenant codes that the directory has anchors of. */
export async function anchoredInstitutions(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length))
}
