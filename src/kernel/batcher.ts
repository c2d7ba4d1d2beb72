import { type MachineTime, machineTime } from './machine-time.ts'

export interface BatcherOptions<K, Item, Outcome> {
  /**
   * Processes a batch and returns one outcome per item, in the order of the items. A batch is all
   * or nothing: an error means that nothing was done, and the batch is retried in halves. If an
   * error leaves that open, such as a connection lost at commit, `failsWhole` must return true for
   * it.
   */
  run: (key: K, items: readonly Item[]) => Promise<readonly Outcome[]>
  /**
   * How long an item may wait, and how long a batch is retried. An item that waited longer is not
   * tried. A batch that fails later is not split.
   */
  timeoutMs?: number
  /** The maximum number of items in one batch. */
  maxBatch: number
  /** The maximum number of items waiting for one key, not counting the running batches. */
  maxQueued: number
  /** The maximum number of running batches per key. The default, one, keeps items in order. */
  maxRunning?: number
  /**
   * The minimum number of waiting items that starts a batch while another one runs. Fewer items
   * wait for the next batch. In any case at least as many as in the smallest running batch must
   * be waiting, so that batches stay large.
   */
  minBeside?: number
  /**
   * Errors that no single item caused, such as an unreachable database. Every item of the batch is
   * rejected with the error, and none is retried.
   */
  failsWhole?: (error: unknown) => boolean
  /** Called before a failed batch is split, for logs and metrics. */
  onSplit?: (split: { key: K; size: number; error: unknown }) => void
  /** Called after a batch, with how long it ran and its retries, for metrics. */
  onBatch?: (batch: { size: number; ms: number }) => void
  /** What `timeoutMs` and `onBatch` go by. */
  time?: MachineTime
}

export interface Batcher<K, Item, Outcome> {
  /**
   * Resolves to the item's outcome after its batch has run. Rejects with the error that `run` threw
   * for this item or for the whole batch. Rejects with `BatcherOverloaded` if too many items wait,
   * with `BatcherLate` if it waits too long, and with `BatcherClosed` after `drain`; in these cases
   * the item was not tried.
   */
  submit(key: K, item: Item): Promise<Outcome>
  /** Refuses new items from now on, and resolves after every earlier item has its outcome. */
  drain(): Promise<void>
  /** The number of items that wait or are in a running batch, over all keys. */
  size(): number
}

/** The maximum number of items is already waiting for the key. The caller should retry later. */
export class BatcherOverloaded extends Error {
  override name = 'BatcherOverloaded'
}

/** The item waited too long for its batch, and was not tried. */
export class BatcherLate extends Error {
  override name = 'BatcherLate'
}

/** The batcher accepts no more items because the service is shutting down. */
export class BatcherClosed extends Error {
  override name = 'BatcherClosed'
}

type Waiting<Item, Outcome> = { item: Item; endsAtMs: number } & PromiseWithResolvers<Outcome>

type Lane<Item, Outcome> = LaneLoad & {
  waiting: Waiting<Item, Outcome>[]
  idle: PromiseWithResolvers<void>
}

type Timed<K, Item, Outcome> = BatcherOptions<K, Item, Outcome> & { time: MachineTime }

type LaneLoad = {
  waiting: { length: number }
  /** The sizes of the running batches; zero for a batch that is about to start. */
  running: Set<{ size: number }>
}

/**
 * Groups items that arrive at the same time into one batch, without a timer. The first item runs
 * together with all others of its turn of the event loop; items that arrive while a batch runs form
 * the next batch. Batches grow with the load, and without load no item waits.
 *
 * Keys run in parallel and share nothing. If a batch throws, its halves are retried one after the
 * other, down to single items: a poisoned item fails alone, at the cost of about 2·log2(size) runs.
 */
export function createBatcher<K, Item, Outcome>(options: BatcherOptions<K, Item, Outcome>): Batcher<K, Item, Outcome> {
  const { maxBatch, maxQueued, maxRunning = 1, minBeside = 1, timeoutMs = Number.POSITIVE_INFINITY } = options
  const { time = machineTime } = options
  const timed = { ...options, time }
  if (!(maxBatch >= 1 && maxQueued >= 1 && maxRunning >= 1)) throw new RangeError('a batcher needs room for one item')
  const lanes = new Map<K, Lane<Item, Outcome>>()
  let closed = false

  function openLane(key: K): Lane<Item, Outcome> {
    const lane: Lane<Item, Outcome> = { waiting: [], running: new Set(), idle: Promise.withResolvers() }
    lanes.set(key, lane)
    return lane
  }

  async function serve(key: K, lane: Lane<Item, Outcome>): Promise<void> {
    const running = { size: 0 }
    do {
      running.size = 0
      lane.running.add(running)
      await turnOfEventLoop()
      rejectLate(lane.waiting, time.nowMs())
      const batch = lane.waiting.splice(0, maxBatch)
      running.size = batch.length
      const endsAtMs = time.nowMs() + timeoutMs
      if (batch.length > 0) await observed(timed, key, batch, endsAtMs).catch((error) => rejectAll(batch, error))
      lane.running.delete(running)
    } while (lane.waiting.length > 0 && canStartBatch(lane, { maxRunning, minBeside }))
    if (lane.running.size > 0) return
    lanes.delete(key)
    lane.idle.resolve()
  }

  return {
    submit(key, item) {
      if (closed) return Promise.reject(new BatcherClosed('the batcher accepts no more items'))
      const lane = lanes.get(key) ?? openLane(key)
      if (lane.waiting.length >= maxQueued) {
        return Promise.reject(new BatcherOverloaded(`${maxQueued} items are already waiting`))
      }
      const waiting = { item, endsAtMs: time.nowMs() + timeoutMs, ...Promise.withResolvers<Outcome>() }
      lane.waiting.push(waiting)
      if (canStartBatch(lane, { maxRunning, minBeside })) void serve(key, lane)
      return waiting.promise
    },
    async drain() {
      closed = true
      await Promise.all(Array.from(lanes.values(), ({ idle }) => idle.promise))
    },
    size() {
      let size = 0
      for (const lane of lanes.values()) size += sizeOf(lane)
      return size
    },
  }
}

function canStartBatch(
  { waiting, running }: LaneLoad,
  { maxRunning, minBeside }: { maxRunning: number; minBeside: number },
): boolean {
  if (running.size === 0) return true
  const smallest = Math.min(...Array.from(running, ({ size }) => size))
  return running.size < maxRunning && smallest > 0 && waiting.length >= Math.max(minBeside, smallest)
}

async function observed<K, Item, Outcome>(
  options: Timed<K, Item, Outcome>,
  key: K,
  batch: readonly Waiting<Item, Outcome>[],
  endsAtMs: number,
): Promise<void> {
  if (!options.onBatch) return settle(options, key, batch, endsAtMs)
  const startedMs = options.time.nowMs()
  await settle(options, key, batch, endsAtMs)
  options.onBatch({ size: batch.length, ms: options.time.nowMs() - startedMs })
}

/** Resolves or rejects every item of the batch. Throws only if `failsWhole` or `onSplit` throws. */
async function settle<K, Item, Outcome>(
  options: Timed<K, Item, Outcome>,
  key: K,
  batch: readonly Waiting<Item, Outcome>[],
  endsAtMs: number,
): Promise<void> {
  let outcomes: readonly Outcome[]
  try {
    outcomes = await options.run(
      key,
      batch.map(({ item }) => item),
    )
  } catch (error) {
    const isOver = options.time.nowMs() > endsAtMs
    if (batch.length === 1 || isOver || options.failsWhole?.(error)) return rejectAll(batch, error)
    options.onSplit?.({ key, size: batch.length, error })
    const middle = Math.ceil(batch.length / 2)
    await settle(options, key, batch.slice(0, middle), endsAtMs)
    if (options.time.nowMs() > endsAtMs) return rejectAll(batch.slice(middle), error)
    return settle(options, key, batch.slice(middle), endsAtMs)
  }
  // The batch was done, so it must not be retried, but no outcome can be assigned to an item.
  if (outcomes.length !== batch.length) {
    return rejectAll(batch, new Error(`run gave ${outcomes.length} outcomes for ${batch.length} items`))
  }
  batch.forEach(({ resolve }, place) => {
    resolve(outcomes[place]!)
  })
}

/** Takes out the items that waited too long. They are the first, because they wait in order. */
function rejectLate<Item, Outcome>(waiting: Waiting<Item, Outcome>[], nowMs: number): void {
  while (waiting[0] && waiting[0].endsAtMs < nowMs)
    waiting.shift()!.reject(new BatcherLate('the item waited too long and was not tried'))
}

function rejectAll(batch: readonly { reject: (error: unknown) => void }[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}

function sizeOf({ waiting, running }: LaneLoad): number {
  let size = waiting.length
  for (const batch of running) size += batch.size
  return size
}

/** Requests read in the poll phase are handled before the check phase, in which this resolves. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
