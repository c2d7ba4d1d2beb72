import './requests.errors.ts'
import './service.errors.ts'
import { type NumberView, withMaskedNumbers } from '../kernel/masked-number.ts'
import type { ErrorReason, Refusal } from '../kernel/refusal.ts'
import { errorCatalogue, refusalMessage } from './errors.ts'
import type { Answer, Dialect } from './operation.ts'

/** A status and a body, ready to be sent or stored for a repeated request. */
export interface Rendered {
  status: number
  body: unknown
  etag?: string
  /** Why the request was refused, for the header of the reply. */
  reason?: ErrorReason
}

/** The format of RFC 6749, for routes of the token service. */
export type OauthDialect = 'oauth'

interface Failure {
  reason: ErrorReason
  code: string
  message: string
}

interface DialectRenderer {
  success(answer: Answer): unknown
  /** The status is that of the first failure. A dialect without a list renders only the first. */
  failure(...errors: [Failure, ...Failure[]]): unknown
}

/**
 * The reply formats of the groups of operations. The data APIs use an envelope. User management
 * replies with bare data, or with a `message` alone on failure, as the interface says. Signatories
 * reply with bare data, or with a list of `errors`. The token service writes its own replies in the
 * format of RFC 6749; `oauth` is for refusals of requests that do not reach it.
 */
const dialects: Record<Dialect | OauthDialect, DialectRenderer> = {
  envelope: {
    success: ({ data, beside, pagination }) => ({
      ...beside,
      status: 'Success',
      code: null,
      message: null,
      pagination,
      data,
    }),
    failure: ({ reason, code, message }) => ({ status: 'Failure', code, reason, message }),
  },
  message: {
    success: ({ data }) => data,
    failure: ({ message }) => ({ message }),
  },
  signatory: {
    success: ({ data }) => data,
    failure: (...errors) => ({ errors }),
  },
  oauth: {
    success: ({ data }) => data,
    failure: ({ code, message }) => ({ error: oauthErrors[code] ?? 'invalid_request', error_description: message }),
  },
}

/** RFC 6749 section 5.2 has no error code for these; section 4.1.2.1 has the second one. */
const oauthErrors: Record<string, string> = { RATE001: 'too_many_requests', API901: 'temporarily_unavailable' }

/**
 * A success as its reader may see it: the one place that every reply of every operation passes, so
 * that none can forget to mask account numbers. Use cases may mask them before.
 */
export function renderAnswer(
  dialect: Dialect | undefined,
  status: number,
  answer: Answer,
  { showsNumbers }: Pick<NumberView, 'showsNumbers'>,
): Rendered {
  if (answer.isNothing) return { status: 204, body: undefined }
  const whole = answer.shownOnce ? { ...(answer.data as object), ...answer.shownOnce } : answer.data
  const data = withMaskedNumbers(whole, { showsNumbers, showsTaxIds: true })
  const body = dialects[dialect ?? 'envelope'].success({ ...answer, data })
  return { status, body, ...(answer.etag && { etag: answer.etag }) }
}

export function renderRefusal(
  dialect: Dialect | OauthDialect | undefined,
  failure: string,
  refusal: Refusal,
): Rendered {
  const describe = (refused: Refusal): Failure => ({
    reason: refused.reason,
    code: errorCatalogue[refused.reason].code,
    message: refusalMessage(failure, refused),
  })
  return {
    status: errorCatalogue[refusal.reason].status,
    reason: refusal.reason,
    body: dialects[dialect ?? 'envelope'].failure(describe(refusal), ...(refusal.also ?? []).map(describe)),
  }
}
