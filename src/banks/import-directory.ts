import { isDeepStrictEqual } from 'node:util'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import {
  type Directory,
  deleteParticipants,
  lockDirectory,
  type NewDirectory,
  readParticipants,
  writeDirectory,
  writeParticipants,
} from './banks.store.ts'
import type { Participant } from './domain/participant.ts'

export interface DirectoryImport extends Omit<NewDirectory, 'participants'> {
  participants: readonly Participant[]
  /** Takes a list that is older than the present one. */
  allowOlder?: boolean
  /** Takes a list that lacks many of the present participants. */
  allowRemovals?: boolean
}

/** What an import changed, in numbers of participants. */
export interface ImportReport {
  rail: string
  listedOn: string
  participants: number
  added: number
  changed: number
  removed: number
  /** The date of the list that was replaced; absent for the first one. */
  replacedListOf?: string
}

const BATCH = 1_000

/** A list that loses more than this share of its participants is most likely cut off. */
const MAX_REMOVED_SHARE = 0.1

/**
 * Replaces the list of a rail. Readers see the old list until the transaction commits, and then the
 * new one. Refuses an older list, and one that lacks more than a tenth of the participants, unless
 * the caller allows it.
 */
export async function importDirectory(
  tx: Transaction,
  tenantId: bigint,
  { participants, allowOlder, allowRemovals, ...list }: DirectoryImport,
  now: Temporal.Instant,
): Promise<Result<ImportReport, string>> {
  const { rail, listedOn } = list
  const before = await lockDirectory(tx, tenantId, rail)
  if (before && before.listedOn > listedOn && !allowOlder)
    return refuse(
      `the list of ${listedOn} is older than the imported one of ${before.listedOn}: import it with --allow-older`,
    )
  const old = new Map((await readParticipants(tx, tenantId, rail)).map((one) => [one.bankId, one]))
  const { added, changed, removed } = compare(old, participants)
  if (removed.length > old.size * MAX_REMOVED_SHARE && !allowRemovals)
    return refuse(
      `the list lacks ${removed.length} of the ${old.size} participants of the imported one: if that is right, import it with --allow-removals`,
    )
  // The list comes first, because participants refer to it.
  await writeDirectory(tx, tenantId, { ...list, participants: participants.length }, now)
  const written = [...added, ...changed]
  for (let at = 0; at < written.length; at += BATCH)
    await writeParticipants(tx, tenantId, rail, written.slice(at, at + BATCH))
  for (let at = 0; at < removed.length; at += BATCH)
    await deleteParticipants(tx, tenantId, rail, removed.slice(at, at + BATCH))
  const report = {
    ...{ rail, listedOn, participants: participants.length },
    ...{ added: added.length, changed: changed.length, removed: removed.length },
    ...(before && { replacedListOf: before.listedOn }),
  }
  await recordImport(tx, tenantId, { before, list, report }, now)
  return accept(report)
}

function compare(old: ReadonlyMap<string, Participant>, participants: readonly Participant[]) {
  const kept = new Set<string>()
  const added: Participant[] = []
  const changed: Participant[] = []
  for (const participant of participants) {
    const known = old.get(participant.bankId)
    if (!known) {
      added.push(participant)
      continue
    }
    kept.add(participant.bankId)
    if (!isDeepStrictEqual({ ...known }, { ...participant })) changed.push(participant)
  }
  return { added, changed, removed: [...old.keys()].filter((bankId) => !kept.has(bankId)) }
}

async function recordImport(
  tx: Transaction,
  tenantId: bigint,
  {
    before,
    list: { rail, fileName, sha256, importedBy },
    report,
  }: { before: Directory | undefined; list: Omit<NewDirectory, 'participants'>; report: ImportReport },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'bankDirectory', id: rail }
  const was = before && { listedOn: before.listedOn, participants: before.participants, sha256: before.sha256 }
  const change = { before: was, after: { ...report, fileName, sha256 } }
  await recordChange(tx, { tenantId, actor: importedBy, action: 'bankDirectory.imported', subject, ...change }, now)
}
