import './requests.errors.ts'
import './service.errors.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { errorCatalogue, refusalMessage } from './errors.ts'
import type { Answer, Dialect } from './operation.ts'

/** A status and a body, ready to be sent or to be kept for a repeated request. */
export interface Rendered {
  status: number
  body: unknown
  etag?: string
}

/** The wording of RFC 6749, for routes of the token service. */
export type OauthDialect = 'oauth'

interface Failure {
  code: string
  message: string
}

interface DialectRenderer {
  success(answer: Answer): unknown
  /** The first is the one that the status belongs to; a dialect without a list says only that one. */
  failure(...errors: [Failure, ...Failure[]]): unknown
}

/**
 * How a group of operations words its answers. The data APIs wrap everything in the envelope; user management answers bare, and says
 * only `message` when it fails; signatories answer bare, and list their `errors`. The token service speaks RFC 6749 by itself; what keeps a
 * request from reaching it is worded likewise.
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
    failure: ({ code, message }) => ({ status: 'Failure', code, message }),
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

/** RFC 6749 section 5.2 has no word for these; 4.1.2.1 has one for the second. */
const oauthErrors: Record<string, string> = { RATE001: 'too_many_requests', API901: 'temporarily_unavailable' }

export function renderAnswer(dialect: Dialect | undefined, status: number, answer: Answer): Rendered {
  if (answer.isNothing) return { status: 204, body: undefined }
  const data = answer.shownOnce ? { ...(answer.data as object), ...answer.shownOnce } : answer.data
  const body = dialects[dialect ?? 'envelope'].success({ ...answer, data })
  return { status, body, ...(answer.etag && { etag: answer.etag }) }
}

export function renderRefusal(
  dialect: Dialect | OauthDialect | undefined,
  failure: string,
  refusal: Refusal,
): Rendered {
  const describe = (refused: Refusal): Failure => ({
    message: refusalMessage(failure, refused),
    code: errorCatalogue[refused.reason].code,
  })
  return {
    status: errorCatalogue[refusal.reason].status,
    body: dialects[dialect ?? 'envelope'].failure(describe(refusal), ...(refusal.also ?? []).map(describe)),
  }
}
