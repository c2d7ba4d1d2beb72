import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { newId } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { readFileContent } from '../ach/ach.store.ts'
import {
  findOutgoing,
  insertResend,
  lockOutgoing,
  type OutgoingFile,
  readNamesInUse,
  readResends,
} from './rail-files.store.ts'

/** A network that lost a file this often has another trouble. */
const MAX_RESENDS = 9
/** The highest number in the name of a file that is sent again: two digits. */
const MAX_NUMBER = 99

/**
 * Hands a file over once more that has left: with the same bytes, under another name, because who
 * collects the files sends each name once. Nothing is booked: its payments are in their first file.
 */
export async function resendFile(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: bigint; clientId: string },
  fileUID: string,
  reason: string,
  now: Temporal.Instant,
): Promise<Result<OutgoingFile, Refusal>> {
  await lockOutgoing(tx, tenantId, fileUID)
  const file = await findOutgoing(tx, tenantId, fileUID)
  if (!file) return refusal('railFileNotFound')
  if (file.resends !== null) return refusal('railFileNotResendable', 'it was sent again itself: name the first file')
  if (file.fromEvidence) return refusal('railFileNotResendable', 'its content was lost when the database was restored')
  if (file.status !== 'HandedOver' || file.entries === null)
    return refusal('railFileNotResendable', `it is ${file.status}`)
  const before = await readResends(tx, tenantId, file.id)
  const open = before.find(({ status }) => status !== 'HandedOver')
  if (open) return refusal('railFileNotResendable', `${open.name} is ${open.status}`)
  if (before.length >= MAX_RESENDS) return refusal('railFileNotResendable', `it was sent again ${MAX_RESENDS} times`)
  const content = await readFileContent(tx, tenantId, file.id)
  if (content === undefined) return refusal('railFileNotResendable', 'the service did not store what is in it')
  const name = await nextName(tx, file)
  if (name === undefined)
    return refusal('railFileNotResendable', `the names for sending ${file.name} again are used up`)
  const id = newId(now)
  await insertResend(tx, file, { id, name, content }, now)
  const after = { fileUID: id, name, resends: file.id, firstName: file.name, reason }
  const subject = { kind: 'railHandover', id }
  await recordChange(tx, { tenantId, actor: clientId, action: 'rails.fileResent', subject, after }, now)
  return accept((await findOutgoing(tx, tenantId, id))!)
}

/**
 * The name after those that the file was sent again under. A restored database knows of some by
 * their evidence alone, and not which file they repeat. Undefined if the last number is taken.
 */
async function nextName(tx: Transaction, file: OutgoingFile): Promise<string | undefined> {
  const names = Array.from({ length: MAX_NUMBER }, (_, at) => nameOfResend(file.name, at + 1))
  const inUse = await readNamesInUse(tx, file, names)
  return names[names.findLastIndex((name) => inUse.has(name)) + 1]
}

/** `bank-20260701-0002.ach` becomes `bank-20260701-0002.resent-1.ach`. */
function nameOfResend(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
  return `${stem}.resent-${number}${extension}`
}
