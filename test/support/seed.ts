/** What the tests of the gate choose by, so that two runs on the same code do the same. */
const FIXED_SEED = 20_261_122

/**
 * The seed of everything that tests choose at random, a whole number below 2^31. `GIRO_SEED` sets
 * it, to replay a failure or to look for what the fixed seed does not find.
 */
export const SEED = readSeed(process.env['GIRO_SEED'])

function readSeed(text: string | undefined): number {
  const seed = text === undefined ? FIXED_SEED : Number(text)
  if (text !== '' && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31) return seed
  throw new Error(`GIRO_SEED is ${text}: set it to a whole number from 0 to ${2 ** 31 - 1}`)
}
