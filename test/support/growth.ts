import assert from 'node:assert/strict'

type Work = () => unknown

/** The cost of twice the size: twice if in proportion, four times if by the square of the size. */
const MOST_TIMES = 3
/** Others on the machine make single measures longer, not shorter: no round alone decides. */
const LEAST_ROUNDS = 2
const MOST_ROUNDS = 6
/** Reading this text of 12 KiB costs what the growth of any request may hide in. */
const YARDSTICK = JSON.stringify(Array.from({ length: 600 }, (_, place) => ({ [`field${place}`]: [place] })))

/**
 * Asserts that work costs in proportion to its size: `whole` has twice the size of `half`. The cost
 * is the processor time of this process, without what reading a short text costs.
 */
export async function assertProportional(what: string, { half, whole }: { half: Work; whole: Work }): Promise<void> {
  // The first of its kind also compiles its code.
  await half()
  const least = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY, yard: Number.POSITIVE_INFINITY }
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    least.half = Math.min(least.half, await costOf(half))
    least.whole = Math.min(least.whole, await costOf(whole))
    if (round < LEAST_ROUNDS) continue
    if (least.whole < MOST_TIMES * least.half) return
    least.yard = Math.min(least.yard, await costOf(() => JSON.parse(YARDSTICK)))
    if (least.whole < MOST_TIMES * (least.half + least.yard)) return
  }
  assert.fail(`${what}: ${least.half} µs of processor time, and ${least.whole} µs for twice the size`)
}

/** In microseconds. */
async function costOf(work: Work): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return user + system
}
