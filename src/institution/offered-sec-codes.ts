import { type InstitutionSettings, secCodesOf } from './settings.ts'

/**
 * Why the list of SEC codes of a customer or an account cannot be set: it has a code that the
 * institution does not originate, so that each payment with it would be refused. Undefined if it
 * can. The codes that the list had before stay, so that a record can be sent back as it was read.
 */
export function objectionToSecCodes(
  settings: Pick<InstitutionSettings, 'ach'>,
  secCodes: readonly string[] = [],
  { before = [], field = 'secCodes' }: { before?: readonly string[]; field?: string } = {},
): string | undefined {
  const offered = secCodesOf(settings)
  const allowed = new Set([...offered, ...before].map((code) => code.toUpperCase()))
  const others = secCodes.filter((code) => !allowed.has(code.toUpperCase()))
  if (others.length === 0) return undefined
  const set = 'which ach.secCodes of the institution sets'
  return `${field} has ${others.join(', ')}, but the institution originates only ${offered.join(', ')}, ${set}`
}
