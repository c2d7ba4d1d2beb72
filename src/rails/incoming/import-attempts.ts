/**
 * The waits in seconds after failed attempts to import a file. After the last one, a person
 * decides.
 */
const WAITS_S = [1, 10, 60, 300, 900, 900, 900, 900, 900]

/** The wait in seconds after so many failed attempts; undefined if a person decides now. */
export function waitAfter(attempts: number): number | undefined {
  return WAITS_S[attempts - 1]
}
