import { join } from 'node:path'
import { type ChainHead, type ChainLink, findBreak, formatHead, parseHead } from '../../audit/audit.ts'
import { type ArchivedFile, hashFile, type Manifest, readManifest, readRows, readSection } from './archive-files.ts'
import { type EntryRow, type JournalRow, MonthSums } from './month-sums.ts'

interface ArchivedPayment {
  id: string
  state: { step: number; status: string }
}

interface ArchivedStep {
  payment_id: string
  step: number
  from_status: string | null
  to_status: string
}

interface ArchivedLink {
  sequence: string
  auditId: string
  previousHash: string
  hash: string
  record?: NonNullable<ChainLink['record']> & { customerId: string | null }
}

export interface ArchiveVerification {
  manifest: Manifest
  /** The hash of the manifest, which stands for the whole archive. */
  sha256: string
  /** What is wrong, in words; empty if the archive proves what it contains. */
  problems: string[]
}

/**
 * Reads a whole archive and checks that it proves itself, without the database: each file is as it
 * was written, each payment has all its steps up to its state, the entries follow from each other
 * and add up to the journal, and the audit chain has no break. `noted` is the hash that was noted
 * elsewhere when the archive was made.
 */
export async function verifyArchive(directory: string, noted?: string): Promise<ArchiveVerification> {
  const { manifest, sha256 } = await readManifest(directory)
  const problems: string[] = []
  if (noted !== undefined && noted !== sha256) problems.push(`the manifest is not the noted one: its hash is ${sha256}`)
  for (const file of manifest.files) problems.push(...(await verifyFile(directory, file)))
  // Rows of a damaged file would only repeat the problem in other words.
  if (problems.length === 0) {
    const checks = [verifyRowCounts, verifySteps, verifySums, verifyChain]
    for (const check of checks) problems.push(...(await check(directory, manifest)))
  }
  return { manifest, sha256, problems }
}

async function verifyFile(directory: string, { name, sha256 }: ArchivedFile): Promise<string[]> {
  try {
    return (await hashFile(join(directory, name))) === sha256 ? [] : [`${name} was altered: its hash is another one`]
  } catch (error) {
    return [`${name} cannot be read: ${(error as Error).message}`]
  }
}

async function verifyRowCounts(directory: string, { files }: Manifest): Promise<string[]> {
  const problems: string[] = []
  for (const { name, rows } of files) {
    let found = 0
    for await (const _ of readSection(directory, name.replace('.jsonl.zst', ''))) found++
    if (found !== rows) problems.push(`${name} has ${found} rows, the manifest says ${rows}`)
  }
  return problems
}

/** Both files are in the order of the payments. */
async function verifySteps(directory: string): Promise<string[]> {
  const steps = readRows<ArchivedStep>(directory, 'steps')
  let next = await steps.next()
  for await (const { id, state } of readRows<ArchivedPayment>(directory, 'payments')) {
    let [step, status]: [number, string | null] = [0, null]
    for (; !next.done && next.value.payment_id === id; next = await steps.next()) {
      const { step: number, from_status: from, to_status: to } = next.value
      if (number !== step + 1 || from !== status) return [`payment ${id}: step ${step + 1} is missing or altered`]
      ;[step, status] = [number, to]
    }
    if (step !== state.step || status !== state.status) return [`payment ${id}: its steps do not lead to its state`]
  }
  return next.done ? [] : [`payment ${next.value.payment_id} has steps, and is not in the archive`]
}

async function verifySums(directory: string, { posted }: Manifest): Promise<string[]> {
  const sums = new MonthSums()
  for await (const row of readRows<JournalRow>(directory, 'journal')) sums.addTransfer(row)
  for await (const row of readRows<EntryRow>(directory, 'entries')) sums.addEntry(row)
  const isSame = JSON.stringify(sums.posted()) === JSON.stringify(posted)
  return [...sums.problems(), ...(isSame ? [] : ['the journal does not add up to the totals of the manifest'])]
}

async function verifyChain(directory: string, { audit }: Manifest): Promise<string[]> {
  let head: ChainHead | undefined = audit ? parseHead(audit.from) : undefined
  for await (const link of readRows<ArchivedLink>(directory, 'audit')) {
    if (!head) return ['audit records are in the archive, and the manifest names no head before them']
    const parsed = parseLink(link)
    const reason = findBreak(head, parsed)
    if (reason) return [`audit chain: break at ${link.sequence}: ${reason}`]
    head = parsed
  }
  const end = head && formatHead(head)
  return end === audit?.to ? [] : [`the audit chain ends at ${end}, the manifest says ${audit?.to}`]
}

function parseLink({ sequence, auditId, previousHash, hash, record }: ArchivedLink): ChainLink {
  return {
    ...{ sequence: BigInt(sequence), auditId },
    ...{ previousHash: Buffer.from(previousHash, 'hex'), hash: Buffer.from(hash, 'hex') },
    record: record && { ...record, customerId: record.customerId === null ? null : BigInt(record.customerId) },
  }
}
