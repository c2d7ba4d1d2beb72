/** Crockford's base 32 in capital letters: no I, L, O or U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_CHARACTERS = 4

/** A code of characters that `choose` takes from as many as it is given. */
export function recoveryCodeOf(choose: (count: number) => number): string {
  const group = () => Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[choose(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** The code as it was shown, from what a person typed; undefined if it cannot be one. */
export function recoveryCodeFrom(typed: string): string | undefined {
  if (typed.length > 100) return undefined
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (letters.length !== GROUPS * GROUP_CHARACTERS || [...letters].some((one) => !ALPHABET.includes(one)))
    return undefined
  return letters.match(/.{4}/g)!.join('-')
}
