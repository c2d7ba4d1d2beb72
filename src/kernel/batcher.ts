export interface BatcherOptions<K, Item, Outcome> {
  /**
   * Does a batch, one outcome per item, in their order. All or nothing: a throw says that nothing of the batch has
   * happened, and it will be tried again in halves. An error that leaves this open, a connection lost at commit,
   * belongs to `failsWhole`.
   */
  run: (key: K, items: readonly Item[]) => Promise<readonly Outcome[]>
  /** The most items of one batch. */
  maxBatch: number
  /** The most items that wait for one key, those of the running batches apart. */
  maxQueued: number
  /** How many batches of one key run at a time, at the most; one unless given, which keeps them in the order of submission. */
  maxRunning?: number
  /**
   * The fewest items that are worth a batch beside one that runs; fewer wait until it is done, and go with those that come meanwhile. It takes
   * half as many as the other one has in any case, so that batches stay large.
   */
  minBeside?: number
  /**
   * Errors that are no item's fault, the database unreachable: all items of the batch are rejected with them, none is
   * tried again.
   */
  failsWhole?: (error: unknown) => boolean
  /** Told of every batch that is about to be split, and why: for logs and metrics. */
  onSplit?: (split: { key: K; size: number; error: unknown }) => void
}

export interface Batcher<K, Item, Outcome> {
  /**
   * The outcome of the item, once its batch has run. Rejects with the error of `run` that was this item's own or failed
   * the whole batch, with `BatcherOverloaded` where too many wait, with `BatcherClosed` after `drain`; in the last two
   * the item has not been tried.
   */
  submit(key: K, item: Item): Promise<Outcome>
  /** Refuses new items from now on, and resolves when every item taken before has its answer. */
  drain(): Promise<void>
  /** How many items wait or are in a running batch, under all keys. */
  size(): number
}

/** As many items wait for the key as may: the caller should try again later. */
export class BatcherOverloaded extends Error {
  override name = 'BatcherOverloaded'
}

/** The batcher takes no more items, because the service shuts down. */
export class BatcherClosed extends Error {
  override name = 'BatcherClosed'
}

type Waiting<Item, Outcome> = { item: Item } & PromiseWithResolvers<Outcome>

type Lane<Item, Outcome> = {
  waiting: Waiting<Item, Outcome>[]
  /** The sizes of the batches that run; zero for one that is about to. */
  running: Set<{ size: number }>
  idle: PromiseWithResolvers<void>
}

/**
 * Puts items that come at the same time into one batch, without a timer: a first item runs with all others of its turn
 * of the event loop, and what comes while a batch runs is the next batch. Under load batches grow by themselves,
 * without load nobody waits.
 *
 * Keys run side by side and share nothing; per key one batch runs at a time, or as many as may. When a batch
 * throws, its halves are tried one after the other, down to single items: one poisoned item fails alone, for about
 * 2·log2(size) runs more.
 */
export function createBatcher<K, Item, Outcome>(options: BatcherOptions<K, Item, Outcome>): Batcher<K, Item, Outcome> {
  const {
    run,
    maxBatch,
    maxQueued,
    maxRunning = 1,
    minBeside = 1,
    failsWhole = () => false,
    onSplit = () => {},
  } = options
  if (!(maxBatch >= 1 && maxQueued >= 1 && maxRunning >= 1)) throw new RangeError('a batcher needs room for one item')
  const lanes = new Map<K, Lane<Item, Outcome>>()
  let closed = false

  function openLane(key: K): Lane<Item, Outcome> {
    const lane: Lane<Item, Outcome> = { waiting: [], running: new Set(), idle: Promise.withResolvers() }
    lanes.set(key, lane)
    return lane
  }

  function mayStart({ waiting, running }: Lane<Item, Outcome>): boolean {
    if (running.size === 0) return true
    const smallest = Math.min(...Array.from(running, ({ size }) => size))
    return running.size < maxRunning && smallest > 0 && waiting.length >= Math.max(minBeside, smallest / 2)
  }

  async function serve(key: K, lane: Lane<Item, Outcome>): Promise<void> {
    const running = { size: 0 }
    lane.running.add(running)
    do {
      running.size = 0
      await turnOfEventLoop()
      const batch = lane.waiting.splice(0, maxBatch)
      running.size = batch.length
      if (batch.length > 0) await settle(key, batch).catch((error) => rejectAll(batch, error))
    } while (lane.waiting.length > 0)
    lane.running.delete(running)
    if (lane.running.size > 0) return
    lanes.delete(key)
    lane.idle.resolve()
  }

  /** Gives every item of the batch its answer. Throws only where `failsWhole` or `onSplit` does. */
  async function settle(key: K, batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await run(
        key,
        batch.map(({ item }) => item),
      )
    } catch (error) {
      if (batch.length === 1 || failsWhole(error)) return rejectAll(batch, error)
      onSplit({ key, size: batch.length, error })
      const middle = Math.ceil(batch.length / 2)
      await settle(key, batch.slice(0, middle))
      return settle(key, batch.slice(middle))
    }
    // The batch has happened, so that it must not be tried again; but whose outcome is whose is not known.
    if (outcomes.length !== batch.length) {
      return rejectAll(batch, new Error(`run gave ${outcomes.length} outcomes for ${batch.length} items`))
    }
    batch.forEach(({ resolve }, place) => {
      resolve(outcomes[place]!)
    })
  }

  return {
    submit(key, item) {
      if (closed) return Promise.reject(new BatcherClosed('takes no more items'))
      const lane = lanes.get(key) ?? openLane(key)
      if (lane.waiting.length >= maxQueued) {
        return Promise.reject(new BatcherOverloaded(`${maxQueued} items wait already`))
      }
      const waiting = { item, ...Promise.withResolvers<Outcome>() }
      lane.waiting.push(waiting)
      if (mayStart(lane)) void serve(key, lane)
      return waiting.promise
    },
    async drain() {
      closed = true
      await Promise.all(Array.from(lanes.values(), ({ idle }) => idle.promise))
    },
    size() {
      let size = 0
      for (const { waiting, running } of lanes.values()) {
        size += waiting.length
        for (const batch of running) size += batch.size
      }
      return size
    },
  }
}

function rejectAll(batch: readonly { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

/** Every request that the poll phase has read is handled before the check phase, where this resolves. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
