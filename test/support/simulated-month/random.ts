/** Random choices that a seed repeats exactly. */
export interface Dice {
  /** A whole number from `least` to `most`, both inclusive. */
  between(least: number, most: number): number
  /** True this often, in percent. */
  happens(percent: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the values, each as often as its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T
}

/** Mulberry32: small, and the same on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    happens: (percent) => next() * 100 < percent,
    pick: (list) => list[between(0, list.length - 1)]!,
    weighted(choices) {
      let place = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of choices) {
        place -= weight
        if (place < 0) return value
      }
      return choices.at(-1)![1]
    },
  }
}
