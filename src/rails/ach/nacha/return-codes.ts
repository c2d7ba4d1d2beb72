/**
 * Reason codes of returns and notifications of change, as listed in NACHA Appendix Four and Five.
 */

const between = (prefix: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => prefix + String(first + i).padStart(2, '0'))

/**
 * Returns by the RDFI (R01-R39, R50-R53), of ENR (R40-R47), and of IAT by gateway or RDFI
 * (R80-R85).
 */
export const RETURN_REASON_CODES = [...between('R', 1, 47), ...between('R', 50, 53), ...between('R', 80, 85)]

/** Dishonored returns by the ODFI. */
export const DISHONORED_RETURN_CODES = ['R61', 'R62', ...between('R', 67, 70)]

/** Contested dishonored returns by the RDFI. */
export const CONTESTED_RETURN_CODES = between('R', 71, 77)

/** Notifications of change. */
export const CHANGE_CODES = [...between('C', 1, 9), 'C13', 'C14']

/** Refusals of a notification of change. */
export const REFUSED_CHANGE_CODES = between('C', 61, 69)
