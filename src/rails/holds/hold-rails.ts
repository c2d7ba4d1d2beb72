import type { Temporal } from 'temporal-polyfill'
import { voidApproval } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { newId } from '../../kernel/id.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { type HoldReason, insertHold, markReleased, type RailHold, readOpenHold } from './rail-holds.store.ts'

/** More differences than these tell a person nothing new. */
const MAX_DIFFERENCES = 100
/** Between two tries, another process opened or released a hold of the same reason. */
const TRIES = 5

/**
 * Holds the rails of an institution: the API serves, and nothing leaves until a hold is released.
 * `differences` says in words what is wrong, one line each. Returns undefined, and changes nothing,
 * if an open hold of this reason has them all. One that lacks some is replaced by a hold with all
 * of them, so that a release, or its approval, only accepts what its person saw.
 */
export async function holdRails(
  tx: Transaction,
  tenantId: bigint,
  { reason, differences, heldBy }: { reason: HoldReason; differences: readonly string[]; heldBy: string },
  now: Temporal.Instant,
): Promise<RailHold | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const open = await readOpenHold(tx, tenantId, reason)
    const all = open ? withFresh(open.differences, differences) : shown(differences, 0)
    if (all === undefined) return undefined
    const id = newId(now)
    if (open && !(await close(tx, open, { by: heldBy, replacement: id }, now))) continue
    const content = { reason, differences: all, heldBy, heldAt: now, replaces: open?.id }
    const hold = await insertHold(tx, { tenantId, id, ...content })
    if (!hold) continue
    const subject = { kind: 'railHold', id }
    const change = { before: open && renderHold(open), after: renderHold(hold) }
    await recordChange(tx, { tenantId, actor: heldBy, action: 'rails.held', subject, ...change }, now)
    return hold
  }
  throw new Error(`holds of the rails for ${reason} were opened and released at the same time`)
}

/** Ends a hold that lacks differences. Returns false if it was released meanwhile. */
async function close(
  tx: Transaction,
  { tenantId, id }: RailHold,
  { by, replacement }: { by: string; replacement: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const reason = `more was found: the hold ${replacement} shows all of it`
  // First the approval, then the hold: in the order in which an approval locks them.
  await voidApproval(tx, { tenantId, clientId: by }, { kind: 'rails', subjectId: id }, reason, now)
  return (await markReleased(tx, tenantId, id, { by, reason, at: now })) !== undefined
}

/** What is shown of differences, and of `uncounted` others. */
function shown(differences: readonly string[], uncounted: number): readonly string[] {
  const more = uncounted + Math.max(differences.length - MAX_DIFFERENCES, 0)
  return more > 0 ? [...differences.slice(0, MAX_DIFFERENCES), `and ${more} more`] : differences
}

/** What was found last comes first. Undefined if an open hold shows all of it. */
function withFresh(open: readonly string[], found: readonly string[]): readonly string[] | undefined {
  const hidden = Number(/^and (\d+) more$/.exec(open.at(-1) ?? '')?.[1] ?? 0)
  const known = hidden > 0 ? open.slice(0, -1) : open
  const lines = found.slice(0, MAX_DIFFERENCES)
  const fresh = lines.filter((line) => !known.includes(line))
  const moreFound = found.length - lines.length
  if (fresh.length === 0 && moreFound <= hidden) return undefined
  return shown([...fresh, ...known], Math.max(hidden, moreFound))
}

/** A hold as events, audit records and replies show it. */
export function renderHold(hold: RailHold) {
  const { id, reason, differences, heldBy, heldAt, releasedAt, releasedBy, releaseReason } = hold
  return {
    ...{ holdUID: id, reason, differences: [...differences], heldBy, heldAt: timestamp(heldAt) },
    ...(releasedAt && { releasedAt: timestamp(releasedAt), releasedBy: releasedBy!, releaseReason: releaseReason! }),
  }
}
