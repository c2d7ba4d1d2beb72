import type { Static, TSchema, TUnknown } from 'typebox'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import type { ErrorReason, Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import type { IdempotencyClaim } from './idempotency.ts'
import type { Page } from './paging.ts'

/** How a group of operations words its answers; see dialects.ts. */
export type Dialect = 'envelope' | 'message' | 'signatory'

/** What an operation is given: who asks, and the parts of the request as their schemas say. */
export interface OperationRequest<Params, Query, Body> {
  principal: Principal
  params: Params
  query: Query
  body: Body
  /** The Idempotent-Key with the fingerprint of the body; for an operation that keeps its answer itself. */
  idempotency: IdempotencyClaim | undefined
  /** The header If-Match: the version the client means to change. */
  ifMatch: string | undefined
}

/** A success. `data` is what the reply's schema describes; the dialect puts it into its form. */
export interface Answer {
  data: unknown
  /** Fields that existing clients read beside `data` in the envelope; declared in the reply's `beside`. */
  beside?: Record<string, unknown>
  pagination?: Page
  /** The entity tag of the record. */
  etag?: string
  /** More fields of `data`, a secret, that only this answer shows: what is kept for a repeated request does not have them. */
  shownOnce?: Record<string, unknown>
  /** There is nothing to answer: 204 without a body, for an operation whose reply says `orNothing`. */
  isNothing?: boolean
}

/** `replayed` says that this is the answer an earlier request with the same Idempotent-Key got. */
export type Outcome = Result<Answer, Refusal> & { replayed?: boolean }

/** What a field is refused with instead of the operation's `invalid`. */
export interface FieldReasons {
  /** It is left out, null or blank. */
  missing?: ErrorReason
  /** It is less than its minimum. */
  tooSmall?: ErrorReason
  /** It breaks its schema in any other way. */
  invalid?: ErrorReason
}

/** A part of an operation that can fail by itself, and the fields of the body that it takes. */
export interface OperationPart {
  name: string
  fields: readonly string[]
}

export interface Example {
  summary: string
  value: unknown
}

interface OperationData<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  /** The operationId of OpenAPI, unique. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The first is the canonical one, the others answer the same. */
  paths: readonly [string, ...string[]]
  tag: string
  summary: string
  description?: string
  /** What a failure's message begins with: "The payment was not created". */
  failure: string
  entitlement: Entitlement
  /** The path that replaces this one, for a deprecated operation. */
  successor?: string
  dialect?: Dialect
  /** A POST that only asks, because its question needs a body: it writes nothing, and there is nothing to repeat harmlessly. */
  isQuestion?: boolean
  /** The parts that fail one by one, in the order they are done in: a failure's message begins with the name of its part. */
  parts?: readonly OperationPart[]
  /** What this operation refuses with beyond what any operation may (see commonErrors in openapi.ts). */
  errors: readonly ErrorReason[]
  /** What the violation of a unique constraint is refused with, by the constraint's name. */
  conflicts?: Readonly<Record<string, Refusal>>
  /** Where false, a refusal leaves nothing at all, not even itself as the answer of its Idempotent-Key: the key may be used again. */
  keepsRefusals?: false
  /** What a field that breaks its schema is refused with. */
  invalid: ErrorReason
  /** The fields that have reasons of their own; each failing one is refused with its own, all at once. */
  fieldReasons?: Readonly<Record<string, FieldReasons>>
  params?: Params
  query?: Query
  /** With `optionalBody` it may be left out. A GET may have one beside its query, for clients that send it so; it is not in the OpenAPI document. */
  body?: Body
  /** Examples of the body. */
  examples?: readonly Example[]
  /** `data` is left out where the answer has no body. With `etag` the answer carries an entity tag. */
  reply: {
    status: 200 | 201 | 204
    description: string
    data: TSchema
    /** The fields that stand beside `data` in the envelope, with their example. */
    beside?: { fields: Record<string, TSchema>; example: object }
    paged?: boolean
    etag?: boolean
    /** Whether 204 is answered where there is nothing to show. */
    orNothing?: boolean
    example: unknown
  }
}

type Handler<Params extends TSchema, Query extends TSchema, Body extends TSchema> =
  /** Reads, or writes in a way of its own (the payment intake). The clock of `app` is the machine's. */
  | { handle(app: App, request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<Outcome> }
  /**
   * Writes in one transaction, which commits with the answer of its Idempotent-Key, and rolls back on a refusal. The clock of `app` shows the
   * institution's time.
   */
  | {
      change(
        tx: Transaction,
        app: App,
        request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>,
      ): Promise<Outcome>
    }

/** An operation is data: from it come the routes, the validation, the entitlement check, the serialisation and the OpenAPI document. */
export type Operation = OperationData<TSchema, TSchema, TSchema> & Handler<TSchema, TSchema, TSchema>

/** Whether the operation heeds an Idempotent-Key, as every POST does that creates something. */
export function takesIdempotencyKey({ method, isQuestion }: Operation): boolean {
  return method === 'POST' && !isQuestion
}

export function defineOperation<
  Params extends TSchema = TUnknown,
  Query extends TSchema = TUnknown,
  Body extends TSchema = TUnknown,
>(operation: OperationData<Params, Query, Body> & Handler<Params, Query, Body>): Operation {
  return operation as unknown as Operation
}
