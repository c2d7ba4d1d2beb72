import type { App } from '../app.ts'
import { violatedConstraint } from '../db/client.ts'
import { type Rendered, renderAnswer, renderRefusal } from './dialects.ts'
import { type Refusal, refusal } from './errors.ts'
import { claimKey, keepAnswer } from './idempotency.store.ts'
import { conflictOf, type IdempotencyScope } from './idempotency.ts'
import type { Operation, OperationRequest } from './operation.ts'

type ChangeOperation = Extract<Operation, { change: unknown }>
type ChangeRequest = OperationRequest<unknown, unknown, unknown>

/** Carries a refusal out of a transaction, which it rolls back. */
class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Thrown for a refusal that says nothing about the request itself, and must not become its answer. */
class NotAnswered extends RolledBack {}

/**
 * Does a changing operation in one transaction, together with its idempotency key: both commit or neither. A refusal rolls the change
 * back and is kept as the key's answer, so that the same request gets the same answer.
 */
export async function runChange(
  app: App,
  operation: ChangeOperation,
  request: ChangeRequest,
): Promise<Rendered & { replayed?: boolean }> {
  const scope = { tenantId: request.principal.tenantId, clientId: request.principal.clientId, operation: operation.id }
  try {
    return await app.db.transaction(async (tx) => {
      const claim = request.idempotency
      const earlier = claim ? await claimKey(tx, scope, claim, app.clock.now()) : 'taken'
      if (earlier === 'inFlight') throw new NotAnswered(refusal('idempotencyInFlight').refusal)
      if (earlier !== 'taken') {
        const conflict = conflictOf(earlier, claim!)
        if (conflict) throw new NotAnswered(conflict)
        return { status: earlier.status, body: earlier.response, replayed: true }
      }
      const outcome = await operation.change(tx, app, request)
      if (!outcome.ok) throw new RolledBack(outcome.refusal)
      const rendered = renderAnswer(operation.dialect, operation.reply.status, outcome.value)
      if (claim) await keepAnswer(tx, scope, claim.key, { status: rendered.status, response: rendered.body })
      return rendered
    })
  } catch (error) {
    const refused = refusalOf(operation, error)
    if (!refused) throw error
    const rendered = renderRefusal(operation.dialect, operation.failure, refused)
    if (!(error instanceof NotAnswered)) await keepRefusal(app, scope, request, rendered)
    return rendered
  }
}

function refusalOf(operation: ChangeOperation, error: unknown): Refusal | undefined {
  if (error instanceof RolledBack) return error.refusal
  const constraint = violatedConstraint(error)
  return constraint ? operation.conflicts?.[constraint] : undefined
}

async function keepRefusal(app: App, scope: IdempotencyScope, request: ChangeRequest, rendered: Rendered) {
  const claim = request.idempotency
  if (!claim) return
  await app.db.transaction(async (tx) => {
    if ((await claimKey(tx, scope, claim, app.clock.now())) === 'taken')
      await keepAnswer(tx, scope, claim.key, { status: rendered.status, response: rendered.body })
  })
}
