import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** An entry of a file that was taken: the file, its trace number and its amount in cents. */
export interface TakenEntry {
  file: string
  trace: string
  cents: number
}

/** The program of the network, which empties the outbox all the time. */
export interface FileTaker {
  /** Every entry that it took, in all files. */
  entries: readonly TakenEntry[]
  /** How often it took a file of each name. */
  times: ReadonlyMap<string, number>
  /** Resolves when it has looked at the whole outbox after this call. */
  looked(): Promise<void>
  stop(): Promise<void>
}

/** The position of fields in an entry detail (NACHA). */
const AMOUNT = [29, 39] as const
const TRACE = [79, 94] as const

/** Takes files from `out` to the directory `taken`, and counts what it gets. */
export function startTaking(out: string, taken: string, { everyMs = 2 } = {}): FileTaker {
  const entries: TakenEntry[] = []
  const times = new Map<string, number>()
  let isOver = false
  let passes = 0
  let number = 0

  async function takeAll(): Promise<void> {
    for (const name of await readdir(out)) {
      const own = join(taken, `${name}.${++number}`)
      await rename(join(out, name), own)
      times.set(name, (times.get(name) ?? 0) + 1)
      for (const line of (await readFile(own, 'latin1')).split('\n'))
        if (line.startsWith('6'))
          entries.push({ file: name, trace: line.slice(...TRACE), cents: Number(line.slice(...AMOUNT)) })
    }
  }

  const running = (async () => {
    while (!isOver) {
      // The outbox is not there yet, or is read-only for the taker too: it tries again.
      await takeAll().catch((error: NodeJS.ErrnoException) => {
        if (!/^(ENOENT|EROFS|EIO)$/.test(error.code ?? '')) throw error
      })
      passes++
      await sleep(everyMs)
    }
  })()
  running.catch(() => {})
  return {
    entries,
    times,
    async looked() {
      const enough = passes + 2
      while (passes < enough) await Promise.race([sleep(everyMs), running])
    },
    async stop() {
      isOver = true
      await running
    },
  }
}
