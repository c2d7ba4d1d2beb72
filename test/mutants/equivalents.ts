/** A mutant that no test can notice, because the program means the same with it. */
export interface Equivalent {
  file: string
  /** The line as it is in the source, without its indentation. */
  line: string
  was: string
  becomes: string
  reason: string
}

export const equivalents: readonly Equivalent[] = []
