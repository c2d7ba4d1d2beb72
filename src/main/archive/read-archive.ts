import { StartupError } from '../startup-error.ts'
import { PARTS_OF_PAYMENTS } from './archive.store.ts'
import { type ArchivedFile, fileName, readSection } from './archive-files.ts'
import { type Trusted, verifyArchive } from './verify-archive.ts'

/** What is said of an archive that only agrees with itself. */
export const UNPROVED =
  'the files agree with each other, and nothing proves who made them: name --sha256 or --key, noted elsewhere'

/**
 * A payment with its timeline, and what proves that it is unaltered. Verifies the whole archive
 * first, so that nothing is shown that contradicts itself. Amounts and numbers are printed as they
 * were stored, digit by digit.
 */
export async function readArchivedPayment(directory: string, paymentUID: string, trusted?: Trusted): Promise<string> {
  const { proof, files } = await proofOf(directory, trusted)
  const instruction = await linesWith(directory, 'payments', 'id', paymentUID)
  if (instruction.length === 0)
    throw new StartupError(`payment ${paymentUID} is not in ${directory}: its id begins with another month`)
  const parts: string[] = [`"payment": ${instruction[0]}`]
  for (const part of PARTS_OF_PAYMENTS) {
    // An archive of an earlier release may lack the file.
    if (!files.some(({ name }) => name === fileName(part))) continue
    const key = part === 'transfers' ? 'reference_id' : 'payment_id'
    const lines = await linesWith(directory, part, key, paymentUID)
    parts.push(`"${part}": ${listOf(lines)}`)
  }
  return objectOf([...parts, proof])
}

/** The entries of an account in the month, in order, with the totals after each: its statement. */
export async function readArchivedStatement(directory: string, accountUID: string, trusted?: Trusted): Promise<string> {
  const { proof } = await proofOf(directory, trusted)
  const lines = await linesWith(directory, 'entries', 'account_id', Number(accountUID))
  return objectOf([`"accountUID": "${accountUID}"`, `"entries": ${listOf(lines)}`, proof])
}

async function proofOf(
  directory: string,
  trusted: Trusted | undefined,
): Promise<{ proof: string; files: readonly ArchivedFile[] }> {
  const { problems, sha256, provedBy, manifest } = await verifyArchive(directory, trusted)
  if (problems.length > 0)
    throw new StartupError('the archive is damaged, so it proves nothing: use another copy', {
      detail: problems.join('\n'),
    })
  const { institution, month, exportedAt, posted, audit, files } = manifest
  if (provedBy.length === 0) return { proof: `"unproved": ${JSON.stringify(UNPROVED)}`, files }
  const shown = { provedBy, institution, month, exportedAt, manifestSha256: sha256, posted, audit }
  return { proof: `"proof": ${JSON.stringify(shown)}`, files }
}

async function linesWith(directory: string, section: string, key: string, value: string | number): Promise<string[]> {
  const lines: string[] = []
  // Parsed only where the text has the value at all.
  const wanted = String(value)
  for await (const line of readSection(directory, section))
    if (line.includes(wanted) && JSON.parse(line)[key] === value) lines.push(line)
  return lines
}

const listOf = (lines: readonly string[]) => (lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`)
const objectOf = (parts: readonly string[]) => `{\n  ${parts.join(',\n  ')}\n}`
