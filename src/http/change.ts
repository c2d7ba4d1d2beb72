import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { type Transaction, violatedConstraint } from '../db/client.ts'
import type { NumberView } from '../kernel/masked-number.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { type Rendered, renderAnswer, renderRefusal } from './dialects.ts'
import { PartFailed } from './errors.ts'
import { claimKey, keepAnswer } from './idempotency.store.ts'
import { conflictOf, type StoredAnswer } from './idempotency.ts'
import type { Answer, Operation, OperationRequest } from './operation.ts'
import { type Proposal, WAITING_STATUS, type WaitingReply } from './second-person.ts'
import { requireStanding } from './standing.ts'

declare module '../app.ts' {
  interface App {
    /** The institution's business time, at which a change runs. */
    readInstitutionTime(tx: Transaction, tenantId: bigint): Promise<Temporal.Instant>
    /** Stores a change that waits for a second person. */
    storeProposal(
      tx: Transaction,
      operation: ChangeOperation,
      request: ChangeRequest,
      proposal: Proposal,
      now: Temporal.Instant,
    ): Promise<WaitingReply>
  }
}

export type ChangeOperation = Extract<Operation, { change: unknown }>
export type ChangeRequest = OperationRequest<unknown, unknown, unknown>

/** A reply; `replayed` if an earlier request with the same idempotency key got it first. */
export type ChangeReply = Rendered & { replayed?: boolean }

/**
 * A change in a batch that must be refused after its rows were written, because of another
 * transaction. Alone, the change is rolled back and refused.
 */
export class LateRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Makes a change of one from a change of many. It refuses late what the other throws. */
export async function changeOne<T>(change: () => Promise<Result<T, Refusal>[]>): Promise<Result<T, Refusal>> {
  try {
    return (await change())[0]!
  } catch (error) {
    if (error instanceof LateRefusal) return { ok: false, refusal: error.refusal }
    throw error
  }
}

/**
 * Carries a refusal out of the transaction, which rolls back with its idempotency key: the same
 * request can succeed later, and a corrected one may use the key.
 */
class NotAnswered extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/**
 * Runs a change in one transaction with its idempotency key: both commit or neither. A refusal
 * rolls back both, so the key stays unused, unless the refusal keeps the change.
 */
export async function runChange(app: App, operation: ChangeOperation, request: ChangeRequest): Promise<ChangeReply> {
  const scope = { tenantId: request.principal.tenantId, clientId: request.principal.clientId, operation: operation.id }
  try {
    return await app.db.transaction(async (tx) => {
      await namePerson(tx, request.principal)
      const claim = request.idempotency
      const earlier = claim ? await claimKey(tx, scope, claim, app.clock.now()) : 'taken'
      if (earlier === 'inFlight') throw new NotAnswered(refusal('idempotencyInFlight').refusal)
      if (earlier !== 'taken') {
        const conflict = conflictOf(earlier, claim!)
        if (conflict) throw new NotAnswered(conflict)
        return repeated(earlier)
      }
      const { rendered, kept } = await changeOrUndo(tx, app, operation, request)
      if (claim) await keepAnswer(tx, scope, claim.key, answerOf(kept))
      return rendered
    })
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return renderRefusal(operation.dialect, operation.failure, error.refusal)
  }
}

/** The reply to a repeated request. */
export function repeated({ status, response: body, etag }: StoredAnswer): ChangeReply {
  return { status, body, ...(etag !== null && { etag }), replayed: true }
}

/** What is stored with the key. */
export function answerOf({ status, body: response, etag }: Rendered): StoredAnswer {
  return { status, response, etag: etag ?? null }
}

/** Which account numbers of a reply its reader sees whole. */
export function viewOf(
  { numbersOf }: Pick<Operation, 'numbersOf'>,
  principal: Principal,
): Pick<NumberView, 'showsNumbers'> {
  return numbersOf === 'institution' ? { showsNumbers: true } : numberViewOf(principal)
}

/** The reply to a change that was made, and the reply to store: without secrets. */
export function renderMade(
  operation: ChangeOperation,
  principal: Principal,
  value: Answer,
): { rendered: Rendered; kept: Rendered } {
  const view = viewOf(operation, principal)
  const status = value.isWaiting ? WAITING_STATUS : operation.reply.status
  const render = (answer: Answer) => renderAnswer(operation.dialect, status, answer, view)
  const rendered = render(value)
  const { shownOnce, ...lasting } = value
  return { rendered, kept: shownOnce ? render(lasting) : rendered }
}

/**
 * The audit records of the transaction name the person whose token the client uses: `giro.person`
 * is the default of their column, so no operation can forget it.
 */
export async function namePerson(tx: Transaction, { person }: Pick<Principal, 'person'>): Promise<void> {
  // SET takes no parameters. The verifier admits only a UUID.
  if (person) await tx.query(`set local giro.person = '${person.userId}'`, [], { isKept: false })
}

/**
 * The reply to the change, and the reply to store with the key. Who may act is asked here, of every
 * change. A change that waits for a second person is rolled back to before it was made.
 */
async function changeOrUndo(
  tx: Transaction,
  app: App,
  operation: ChangeOperation,
  request: ChangeRequest,
): Promise<{ rendered: Rendered; kept: Rendered }> {
  const refused = (reason: Refusal) => {
    if (!reason.keepsChange) throw new NotAnswered(reason)
    const rendered = renderRefusal(operation.dialect, operation.failure, reason)
    return { rendered, kept: rendered }
  }
  try {
    const tokenNow = app.tokenClock.now()
    const [now, standing] = await Promise.all([
      app.readInstitutionTime(tx, request.principal.tenantId),
      requireStanding(tx, request.principal, tokenNow),
    ])
    if (!standing.ok) return refused(standing.refusal)
    const stored = operation.standsFor ? operation.standsFor(request) : { operation, request }
    const proposal = stored && (await operation.secondPerson?.proposalOf?.(tx, { ...stored.request, now, tokenNow }))
    if (proposal?.secret)
      return refused(refusal(operation.invalid, `${proposal.secret} cannot wait: send it alone`).refusal)
    if (proposal) await tx.query('savepoint change')
    const outcome = await operation.change(tx, { ...app, clock: { now: () => now } }, request)
    if (!outcome.ok) return refused(outcome.refusal)
    if (proposal) {
      // The change is valid, so it becomes a proposal and is undone.
      await tx.query('rollback to savepoint change')
      const data = await app.storeProposal(tx, stored.operation as ChangeOperation, stored.request, proposal, now)
      const waiting = renderAnswer(operation.dialect, WAITING_STATUS, { data }, viewOf(operation, request.principal))
      return { rendered: waiting, kept: waiting }
    }
    return renderMade(operation, request.principal, outcome.value)
  } catch (error) {
    const conflict = operation.conflicts?.[violatedConstraint(error) ?? '']
    if (!conflict) throw error
    return refused(error instanceof PartFailed ? { ...conflict, part: error.part } : conflict)
  }
}
