/** What is known about a request that did not succeed. */
export type Outcome =
  /** Nothing was done: the service, or its token service, said no. */
  | 'refused'
  /** Nobody knows whether it was done. Send it again with the same key, or ask what it made. */
  | 'unknown'

export interface ErrorFields {
  outcome: Outcome
  status: number | undefined
  code: string | undefined
  reason: string
  message: string
  requestId: string | undefined
  idempotencyKey: string | undefined
  attempts: number
  cause?: unknown
}

/**
 * Why a request did not succeed. It is returned, not thrown; `if (error) throw error` throws it.
 * `message` is for people and can change: compare `reason`.
 */
export class GiroError extends Error {
  override readonly name = 'GiroError'
  readonly outcome: Outcome
  /** The HTTP status of the last answer; undefined if there was none. */
  readonly status: number | undefined
  /** The code of the interface, which several reasons share. */
  readonly code: string | undefined
  /** A word for programs: one of /docs/pages/errors, or `noAnswer`, `timeout`, `aborted`. */
  readonly reason: string
  /** Finds the request in the log of the institution: quote it when you ask for help. */
  readonly requestId: string | undefined
  /** The key of the request: the same request with this key cannot be done twice. */
  readonly idempotencyKey: string | undefined
  /** How often the request was sent. */
  readonly attempts: number

  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause })
    this.outcome = fields.outcome
    this.status = fields.status
    this.code = fields.code
    this.reason = fields.reason
    this.requestId = fields.requestId
    this.idempotencyKey = fields.idempotencyKey
    this.attempts = fields.attempts
  }
}

/** What an error tells of the call that it ended. */
export interface CallState {
  readonly idempotencyKey: string | undefined
  readonly attempts: number
  /** Whether an attempt ended without an answer that says what was done. */
  readonly isUncertain: boolean
}

/** An error of the call, from what is known of its last attempt. */
export function errorIn(
  { idempotencyKey, attempts, isUncertain }: CallState,
  last: Pick<ErrorFields, 'reason' | 'message'> & Partial<ErrorFields>,
): GiroError {
  const { status, code, requestId, cause, reason, message } = last
  const outcome = isUncertain ? 'unknown' : 'refused'
  return new GiroError({ outcome, status, code, requestId, cause, reason, message, idempotencyKey, attempts })
}

/** The error of an answer that is not a success. Each group of operations words it differently. */
export function errorOf(call: CallState, body: unknown, { status, headers }: Response): GiroError {
  const { errors } = fieldsOf(body)
  const said = fieldsOf(Array.isArray(errors) ? errors[0] : body)
  return errorIn(call, {
    status,
    code: textOf(said['code']),
    reason: headers.get('giro-reason') ?? textOf(said['reason']) ?? textOf(said['error']) ?? `http${status}`,
    message: textOf(said['message']) ?? textOf(said['error_description']) ?? `The answer was ${status}.`,
    requestId: headers.get('request-id') ?? undefined,
  })
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
