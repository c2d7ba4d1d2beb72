import type { Static, TSchema, TUnknown } from 'typebox'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import type { ErrorReason, Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import type { TraceContext } from '../kernel/tracing.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { Entitlement } from '../tokens/entitlements.ts'
import type { IdempotencyClaim } from './idempotency.ts'
import type { Page } from './paging.ts'
import type { SecondPerson } from './second-person.ts'

/** The reply format of a group of operations; see dialects.ts. */
export type Dialect = 'envelope' | 'message' | 'signatory'

/** The reference to the approval of a change, for its audit record. */
export interface ApprovalTrace {
  approvalUID: string
  requestedBy: string
  /** The person whose token proposed the request; null or absent if it named none. */
  requestedByUser?: string | null
  decidedBy: string | null
}

/** The input of an operation: the caller, and the validated parts of the request. */
export interface OperationRequest<Params, Query, Body> {
  principal: Principal
  params: Params
  query: Query
  body: Body
  /**
   * The idempotency key with the fingerprint of the body, for an operation that stores its reply
   * itself.
   */
  idempotency: IdempotencyClaim | undefined
  /** The If-Match header: the version that the client wants to change. */
  ifMatch: string | undefined
  /** The span of the request, if it is traced. */
  trace?: TraceContext
  /** The approval under which the request runs: another client proposed it. */
  approval?: ApprovalTrace
}

/** A success. `data` has the schema of the reply; the dialect formats it. */
export interface Answer {
  data: unknown
  /** Envelope fields next to `data`, for existing clients; declared in the reply's `beside`. */
  beside?: Record<string, unknown>
  pagination?: Page
  /** The entity tag of the record. */
  etag?: string
  /** Further headers of the reply, in lower case. */
  headers?: Readonly<Record<string, string>>
  /**
   * Secret fields of `data` that only this reply shows. They are not stored for a repeated request.
   */
  shownOnce?: Record<string, unknown>
  /** Replies with 202: `data` is a `WaitingReply`, of an operation that `waits`. */
  isWaiting?: boolean
  /** Replies with 204 and no body, for an operation whose reply has `orNothing`. */
  isNothing?: boolean
}

/** `replayed` marks the stored reply of an earlier request with the same idempotency key. */
export type Outcome = Result<Answer, Refusal> & { replayed?: boolean }

/** The refusals of a field that replace the operation's `invalid`. */
export interface FieldReasons {
  /** The field is missing, null or blank. */
  missing?: ErrorReason
  /** The field is less than its minimum. */
  tooSmall?: ErrorReason
  /** The field breaks its schema in any other way. */
  invalid?: ErrorReason
}

/** A stage of an operation that can fail separately, and the fields of the body that it uses. */
export interface OperationPart {
  name: string
  fields: readonly string[]
}

export interface FieldEntitlement {
  entitlement: Entitlement
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
  /** The first path is canonical; the others are aliases. */
  paths: readonly [string, ...string[]]
  tag: string
  summary: string
  description?: string
  /** The beginning of a failure's message: "The payment was not created". */
  failure: string
  entitlement: Entitlement
  /**
   * Further entitlements that a change of some fields of the body requires. The use case checks
   * them, because only it knows which fields change.
   */
  fieldEntitlements?: readonly FieldEntitlement[]
  /** The path that replaces this one, for a deprecated operation. */
  successor?: string
  dialect?: Dialect
  /**
   * Whose account numbers the reply has. Those of customers and of others are masked without
   * `Customers.View_Account_Number`; those of the institution itself are not.
   */
  numbersOf?: 'institution'
  /** The same operation in the forms of another product's clients (client-forms.ts). */
  forms?: readonly Operation[]
  /** Of a form: the operation that it stands for, with its request; undefined if it is refused. */
  standsFor?(
    request: OperationRequest<unknown, unknown, unknown>,
  ): { operation: Operation; request: OperationRequest<unknown, unknown, unknown> } | undefined
  /** A POST that only reads, with the query in its body. It takes no idempotency key. */
  isQuestion?: boolean
  /** The stages in their order. A failure's message begins with the name of the failed stage. */
  parts?: readonly OperationPart[]
  /** The refusals of this operation besides the common ones (`commonErrors` in openapi.ts). */
  errors: readonly ErrorReason[]
  /** The refusal for each unique constraint that the operation can violate. */
  conflicts?: Readonly<Record<string, Refusal>>
  /** The refusal of a field that breaks its schema. */
  invalid: ErrorReason
  /** Fields with their own refusals. The reply lists the refusals of all failing fields. */
  fieldReasons?: Readonly<Record<string, FieldReasons>>
  params?: Params
  query?: Query
  /**
   * With `nullableObject` it can be omitted. A GET can have one besides its query, for clients that
   * send one; the OpenAPI document omits it.
   */
  body?: Body
  /** The maximum size of the body in KiB, if a full one is larger than `DEFAULT_BODY_KIB`. */
  bodyKiB?: number
  /** Example bodies. */
  examples?: readonly Example[]
  /** A reply without a body omits `data`. With `etag`, the reply has an entity tag. */
  reply: {
    status: 200 | 201 | 204
    description: string
    data: TSchema
    /** Envelope fields next to `data`, with an example. */
    beside?: { fields: Record<string, TSchema>; example: object }
    paged?: boolean
    etag?: boolean
    /** Whether the operation replies with 204 if it has nothing to return. */
    orNothing?: boolean
    example: unknown
  }
}

type Handler<Params extends TSchema, Query extends TSchema, Body extends TSchema> =
  /**
   * Reads, or manages its own transactions, as the payment intake does. The clock of `app` is the
   * system clock.
   */
  | { handle(app: App, request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<Outcome> }
  /**
   * Writes in one transaction that commits together with the reply stored for the idempotency key.
   * A refusal rolls the change back. The clock of `app` is the institution's.
   */
  | {
      change(
        tx: Transaction,
        app: App,
        request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>,
      ): Promise<Outcome>
      /**
       * The same for many requests of one institution, with one statement per table: requests that
       * arrive together then share a transaction (change-batches.ts). Returns one outcome per
       * request, in their order. A refused request writes nothing; what is noticed after a write
       * throws `LateRefusal`. A constraint that a request violates makes the batch run again in
       * halves, so what is usual is found by reading.
       */
      changeAll?(
        tx: Transaction,
        app: App,
        requests: readonly OperationRequest<Static<Params>, Static<Query>, Static<Body>>[],
      ): Promise<Outcome[]>
      /** Whether the change itself can store an approval that waits, and answers with it. */
      waits?: boolean
      /** When a second person must decide the change. */
      secondPerson?: SecondPerson<Static<Params>, Static<Body>>
    }

/**
 * An operation as data. Routes, validation, entitlement check, serialization and the OpenAPI
 * document are built from it.
 */
export type Operation = OperationData<TSchema, TSchema, TSchema> & Handler<TSchema, TSchema, TSchema>

/** The operations with their forms: what has a route. */
export function withTheirForms(operations: readonly Operation[]): Operation[] {
  return operations.flatMap((operation) => [operation, ...(operation.forms ?? [])])
}

/** Whether a request of the operation can wait for other people as a whole. */
export function mayWait(operation: Operation): boolean {
  return 'change' in operation && (operation.waits === true || operation.secondPerson?.proposalOf !== undefined)
}

const DEFAULT_BODY_KIB = 64

export function bodyKiBOf({ bodyKiB = DEFAULT_BODY_KIB }: Operation): number {
  return bodyKiB
}

/** Whether the operation takes an idempotency key: whatever changes something does. */
export function takesIdempotencyKey({ method, isQuestion }: Operation): boolean {
  return method !== 'GET' && !isQuestion
}

export function defineOperation<
  Params extends TSchema = TUnknown,
  Query extends TSchema = TUnknown,
  Body extends TSchema = TUnknown,
>(operation: OperationData<Params, Query, Body> & Handler<Params, Query, Body>): Operation {
  return operation as unknown as Operation
}
