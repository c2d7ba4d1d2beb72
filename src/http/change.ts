import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { type Transaction, violatedConstraint } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type Rendered, renderAnswer, renderRefusal } from './dialects.ts'
import { PartFailed } from './errors.ts'
import { claimKey, keepAnswer } from './idempotency.store.ts'
import { conflictOf, type StoredAnswer } from './idempotency.ts'
import type { Answer, Operation, OperationRequest } from './operation.ts'
import { type Proposal, WAITING_STATUS, type WaitingReply } from './second-person.ts'

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
 * Carries a refusal out of the transaction without storing it as the reply of the idempotency key.
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
 * rolls back the change, unless it keeps it, and is stored with the key, so that a repeated request
 * gets the same reply. Operations with `keepsRefusals: false` store no refusals.
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

/** The reply to a change that was made, and the reply to store: without secrets. */
export function renderMade(operation: ChangeOperation, value: Answer): { rendered: Rendered; kept: Rendered } {
  const render = (answer: Answer) => renderAnswer(operation.dialect, operation.reply.status, answer)
  const rendered = render(value)
  const { shownOnce, ...lasting } = value
  return { rendered, kept: shownOnce ? render(lasting) : rendered }
}

/**
 * The audit records of the transaction name the person whose token the client uses: `giro.person`
 * is the default of their column, so no operation can forget it.
 */
export async function namePerson(tx: Transaction, { person }: Principal): Promise<void> {
  // SET takes no parameters. The verifier admits only a UUID.
  if (person) await tx.query(`set local giro.person = '${person.userId}'`, [], { isKept: false })
}

/**
 * The reply to the change, and the reply to store with the key. A refusal rolls back to before the
 * change, unless it keeps it. So does a change that waits for a second person.
 */
async function changeOrUndo(
  tx: Transaction,
  app: App,
  operation: ChangeOperation,
  request: ChangeRequest,
): Promise<{ rendered: Rendered; kept: Rendered }> {
  await tx.query('savepoint change')
  const refused = async (reason: Refusal) => {
    if (operation.keepsRefusals === false) throw new NotAnswered(reason)
    if (!reason.keepsChange) await tx.query('rollback to savepoint change')
    const rendered = renderRefusal(operation.dialect, operation.failure, reason)
    return { rendered, kept: rendered }
  }
  try {
    const now = await app.readInstitutionTime(tx, request.principal.tenantId)
    const proposal = await operation.secondPerson?.proposalOf?.(tx, { ...request, tokenNow: app.tokenClock.now() })
    if (proposal?.secret)
      return await refused(refusal(operation.invalid, `${proposal.secret} cannot wait: send it alone`).refusal)
    const outcome = await operation.change(tx, { ...app, clock: { now: () => now } }, request)
    if (!outcome.ok) return await refused(outcome.refusal)
    if (proposal) {
      // The change is valid, so it becomes a proposal and is undone.
      await tx.query('rollback to savepoint change')
      const data = await app.storeProposal(tx, operation, request, proposal, now)
      const waiting = renderAnswer(operation.dialect, WAITING_STATUS, { data })
      return { rendered: waiting, kept: waiting }
    }
    return renderMade(operation, outcome.value)
  } catch (error) {
    const conflict = operation.conflicts?.[violatedConstraint(error) ?? '']
    if (!conflict) throw error
    return refused(error instanceof PartFailed ? { ...conflict, part: error.part } : conflict)
  }
}
