import { basename, join, resolve } from 'node:path'
import { type ChainHead, type ChainLink, findBreak, formatHead, parseHead } from '../../audit/audit.ts'
import {
  type ArchivedFile,
  fileName,
  hashFile,
  type Manifest,
  readManifest,
  readRows,
  readSection,
} from './archive-files.ts'
import { type ArchiveKey, objectionToSignature } from './archive-signature.ts'
import { type EntryRow, type JournalRow, MonthSums } from './month-sums.ts'
import { verifyJournalTies, verifyPaymentTies } from './payment-ties.ts'

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

/** What is known of an archive from elsewhere, out of reach of a person who can write its files. */
export interface Trusted {
  /** The hash of its manifest, noted when it was exported. */
  sha256?: string | undefined
  /** The key of the institution for archives. */
  key?: ArchiveKey | undefined
  /** Heads of the institution's audit chain, by its anchors. */
  heads?: readonly ChainHead[] | undefined
}

export interface ArchiveVerification {
  manifest: Manifest
  /** The hash of the manifest, which stands for the whole archive. */
  sha256: string
  /** What is wrong, in words; empty if nothing contradicts anything else. */
  problems: string[]
  /**
   * What proves that the archive is the one that was exported: without any, its files only agree
   * with each other, as those that somebody has made would.
   */
  provedBy: ('noted hash' | 'signature')[]
}

/**
 * Reads a whole archive, without the database. Each file must be as it was written, each payment
 * have all its steps up to its state and the transfers that it says, the entries follow from each
 * other and add up to the journal, and the audit chain have no break. A person who can write all
 * files can make them so: only what is `trusted` proves the archive.
 */
export async function verifyArchive(directory: string, trusted: Trusted = {}): Promise<ArchiveVerification> {
  const { manifest, text, sha256 } = await readManifest(directory)
  const problems = objectionsToName(directory, manifest)
  const provedBy: ArchiveVerification['provedBy'] = []
  if (trusted.sha256 === sha256) provedBy.push('noted hash')
  else if (trusted.sha256 !== undefined) problems.push(`the manifest is not the noted one: its hash is ${sha256}`)
  if (trusted.key) {
    const objection = await objectionToSignature(directory, Buffer.from(text), trusted.key)
    if (objection === undefined) provedBy.push('signature')
    else problems.push(objection)
  }
  for (const file of manifest.files) problems.push(...(await verifyFile(directory, file)))
  // Rows of a damaged file would only repeat the problem in other words.
  if (problems.length === 0) {
    const checks = [verifyRowCounts, verifySteps, verifyPaymentTies, verifyJournal, verifySums, verifyChain]
    for (const check of checks) problems.push(...(await check(directory, manifest, trusted)))
  }
  return { manifest, sha256, problems, provedBy: problems.length === 0 ? provedBy : [] }
}

/** A directory that is named as a month of an institution has that month in it. */
function objectionsToName(directory: string, { institution, month }: Manifest): string[] {
  const name = basename(resolve(directory))
  if (!/-\d{4}-\d{2}$/.test(name) || name === `${institution}-${month}`) return []
  return [`the directory is named ${name}, and has the archive of ${month} of ${institution}`]
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

function verifyJournal(directory: string, { month, files }: Manifest): Promise<string[]> {
  const { rows: transfers } = files.find(({ name }) => name === fileName('transfers'))!
  return verifyJournalTies(directory, { month, transfers })
}

async function verifyChain(directory: string, { audit }: Manifest, { heads }: Trusted): Promise<string[]> {
  const anchored = new Map(heads?.map(({ sequence, hash }) => [sequence, hash.toString('hex')]))
  let [met, head]: [number, ChainHead | undefined] = [0, audit ? parseHead(audit.from) : undefined]
  for await (const link of readRows<ArchivedLink>(directory, 'audit')) {
    if (!head) return ['audit records are in the archive, and the manifest names no head before them']
    const parsed = parseLink(link)
    const reason = findBreak(head, parsed)
    if (reason) return [`audit chain: break at ${link.sequence}: ${reason}`]
    head = parsed
    const known = anchored.get(parsed.sequence)
    if (known === undefined) continue
    if (known !== link.hash) return [`audit chain: ${link.sequence} is not the record that was anchored`]
    met++
  }
  if (heads && audit && met === 0) return ['audit chain: none of the anchors is of this month']
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
