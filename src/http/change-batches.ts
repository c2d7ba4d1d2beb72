import type { Logger } from 'pino'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { isConnectionFailure, isSerialisationFailure, type Transaction } from '../db/client.ts'
import { type BatcherOptions, createBatcher } from '../kernel/batcher.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import {
  answerOf,
  type ChangeOperation,
  type ChangeReply,
  type ChangeRequest,
  namePerson,
  renderMade,
  repeated,
  runChange,
} from './change.ts'
import { type Rendered, renderRefusal } from './dialects.ts'
import { insertRecords, nameOfKey, readRecords } from './idempotency.store.ts'
import { conflictOf, type IdempotencyRecord, isSecondUseOfKey } from './idempotency.ts'
import type { Outcome } from './operation.ts'
import { actorOf, readStanding, type Standing } from './standing.ts'

declare module '../app.ts' {
  interface App {
    changeBatches: ChangeBatches
  }
}

/** Changes that share transactions: those of operations with `changeAll`. */
export interface ChangeBatches {
  /** The reply that `runChange` would give. `app` is that of the request's institution. */
  submit(app: App, operation: BatchedOperation, request: ChangeRequest): Promise<ChangeReply>
  /** Refuses new changes, and resolves when all accepted ones are answered. */
  drain(): Promise<void>
  /** How many changes wait or are in a running batch. */
  size(): number
}

export type BatchedOperation = ChangeOperation & { changeAll: NonNullable<ChangeOperation['changeAll']> }

interface Submission {
  app: App
  operation: BatchedOperation
  request: ChangeRequest
}

/**
 * The request cannot share a transaction: it waits for a second person, or for its key, or its
 * sender may not act.
 */
const ALONE = Symbol('alone')

const MAX_BATCH_SIZE = 200
const MAX_QUEUED = 10_000
const MAX_CONCURRENT_BATCHES = 2
const MIN_CONCURRENT_BATCH_SIZE = 8
const MAX_ATTEMPTS = 5

/**
 * Groups the requests of one operation, one institution and one person that arrive while another
 * batch commits. A batch is one transaction with one statement per table; each request keeps its
 * own outcome and idempotency key. One that arrives alone, or that made a batch fail, is a
 * transaction of its own, as every other change is.
 */
export function createChangeBatches({
  log,
  timeoutMs,
  onBatch,
  time,
}: {
  log: Logger
  timeoutMs: number
  onBatch?: BatcherOptions<string, unknown, unknown>['onBatch']
  time?: MachineTime
}): ChangeBatches {
  const batcher = createBatcher<string, Submission, ChangeReply | typeof ALONE>({
    maxBatch: MAX_BATCH_SIZE,
    maxQueued: MAX_QUEUED,
    maxRunning: MAX_CONCURRENT_BATCHES,
    minBeside: MIN_CONCURRENT_BATCH_SIZE,
    timeoutMs,
    time,
    failsWhole: isConnectionFailure,
    onSplit: ({ size, error }) => log.warn({ err: error, size }, 'a batch of changes failed; retrying it in halves'),
    onBatch,
    run: async (_lane, [first, ...others]) => {
      const { app, operation, request } = first!
      if (others.length === 0) return [await runChange(app, operation, request)]
      const requests = [request, ...others.map((other) => other.request)]
      return tryAgain(() => runTogether(app, operation, requests))
    },
  })
  return {
    async submit(app, operation, request) {
      const reply = await batcher.submit(laneOf(operation, request), { app, operation, request })
      return reply === ALONE ? runChange(app, operation, request) : reply
    },
    drain: () => batcher.drain(),
    size: () => batcher.size(),
  }
}

/** The audit records of a transaction name one person. */
function laneOf({ id }: BatchedOperation, { principal: { tenantId, person } }: ChangeRequest): string {
  return `${tenantId} ${id} ${person?.userId ?? ''}`
}

/**
 * Tries a batch again if another node used one of its keys, or if the database aborted it because
 * of concurrent locks. In both cases nothing of the batch was committed. `isRace` names further
 * failures of the attempt that the next one decides by what was committed meanwhile.
 */
export async function tryAgain<T>(
  attempt: () => Promise<T>,
  isRace: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      const isRetryable = isSecondUseOfKey(error) || isSerialisationFailure(error) || isRace(error)
      if (!isRetryable || attempts >= MAX_ATTEMPTS) throw error
    }
  }
}

type Replies = (ChangeReply | typeof ALONE)[]

function runTogether(app: App, operation: BatchedOperation, requests: readonly ChangeRequest[]): Promise<Replies> {
  const { tenantId } = requests[0]!.principal
  const scope = { tenantId, operation: operation.id }
  const systemNow = app.clock.now()
  return app.db.transaction(async (tx) => {
    const actors = requests.map(({ principal }) => actorOf(principal))
    const [, now, standing, records, proposals] = await Promise.all([
      namePerson(tx, requests[0]!.principal),
      app.readInstitutionTime(tx, tenantId),
      readStanding(tx, tenantId, actors, app.tokenClock.now()),
      readRecords(tx, scope, requests.flatMap(claimOf)),
      proposalsOf(tx, app, operation, requests),
    ])
    const turns = turnsOf(requests, { records, proposals, standing })
    const ownTurns = requests.filter((_, at) => turns[at] === 'own')
    const outcomes = await operation.changeAll(tx, { ...app, clock: { now: () => now } }, ownTurns)
    const answered = new Map<ChangeRequest, Answered>(
      ownTurns.map((request, at) => [request, answerTo(operation, request, outcomes[at]!)]),
    )
    await insertRecords(tx, scope, recordsOf(answered), systemNow)
    return requests.map((request, at) => replyTo(operation, request, turns[at]!, answered))
  })
}

/** Under dual control, a change can wait as a whole; it then runs alone. */
async function proposalsOf(
  tx: Transaction,
  app: App,
  { secondPerson }: BatchedOperation,
  requests: readonly ChangeRequest[],
): Promise<unknown[]> {
  if (!secondPerson?.proposalOf) return []
  const tokenNow: Temporal.Instant = app.tokenClock.now()
  if (!secondPerson.proposalsOf) return requests.map(() => ALONE)
  return secondPerson.proposalsOf(
    tx,
    requests.map((request) => ({ ...request, tokenNow })),
  )
}

/**
 * How a request gets its reply: by its own change, from the record of its key, or alone. A second
 * request with a key runs alone, after the batch, and finds the reply to the first.
 */
type Turn = 'own' | typeof ALONE | { record: IdempotencyRecord }

function turnsOf(
  requests: readonly ChangeRequest[],
  {
    records,
    proposals,
    standing,
  }: { records: ReadonlyMap<string, IdempotencyRecord>; proposals: readonly unknown[]; standing: Standing },
): Turn[] {
  const used = new Set<string>()
  return requests.map((request, at) => {
    for (const name of claimOf(request).map(nameOfKey)) {
      const record = records.get(name)
      if (record) return { record }
      if (used.has(name)) return ALONE
      used.add(name)
    }
    return proposals[at] === undefined && standing(actorOf(request.principal)).ok ? 'own' : ALONE
  })
}

function claimOf({ idempotency, principal: { clientId } }: ChangeRequest) {
  return idempotency ? [{ ...idempotency, clientId }] : []
}

/**
 * The reply to a request, and the reply to store with its key, if any. A refused request with a key
 * runs again, alone and with the key claimed: the record that stands in its way may be that of the
 * same request, sent to another node.
 */
function answerTo(operation: BatchedOperation, request: ChangeRequest, outcome: Outcome): Answered {
  if (outcome.ok) return renderMade(operation, request.principal, outcome.value)
  if (request.idempotency) return ALONE
  return { rendered: renderRefusal(operation.dialect, operation.failure, outcome.refusal) }
}

type Answered = { rendered: Rendered; kept?: Rendered } | typeof ALONE

function recordsOf(answered: ReadonlyMap<ChangeRequest, Answered>) {
  return [...answered].flatMap(([request, answer]) =>
    answer !== ALONE && answer.kept
      ? claimOf(request).map((claim) => ({ ...claim, answer: answerOf(answer.kept!) }))
      : [],
  )
}

function replyTo(
  operation: BatchedOperation,
  request: ChangeRequest,
  turn: Turn,
  answered: ReadonlyMap<ChangeRequest, Answered>,
): ChangeReply | typeof ALONE {
  if (turn === ALONE) return ALONE
  if (turn === 'own') {
    const answer = answered.get(request)!
    return answer === ALONE ? ALONE : answer.rendered
  }
  const conflict = conflictOf(turn.record, request.idempotency!)
  return conflict ? renderRefusal(operation.dialect, operation.failure, conflict) : repeated(turn.record)
}
