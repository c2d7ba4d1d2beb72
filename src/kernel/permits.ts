/** Lets a bounded number of callers work at once; the others wait in order. */
export interface Permits {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createPermits(count: number): Permits {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
