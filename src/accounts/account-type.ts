import { words } from '../kernel/words.ts'

export const SPELLED_TYPES = words('LegacyAccountType', ['DEPOSIT', 'LOAN', 'Gl'])

/** The type of an account as v2 and the lookup spell it: DEPOSIT, LOAN, Gl. */
export function spelledType(type: string): string {
  return type === 'GL' ? 'Gl' : type
}
