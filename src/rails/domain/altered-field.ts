/** A text that reads differently as it leaves than in the payment. */
export interface AlteredField {
  /** `name` is the other party's. */
  field: string
  /** What leaves. */
  written: string
}

/** Those of the texts that are written otherwise than they were given. */
export function alteredOf(said: readonly (readonly [field: string, given: string, written: string])[]): AlteredField[] {
  return said.flatMap(([field, given, written]) => (given === written ? [] : [{ field, written }]))
}
