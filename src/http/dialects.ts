import { errorCatalogue, type Refusal, refusalMessage } from './errors.ts'
import type { Answer, Dialect } from './operation.ts'

/** A status and a body, ready to be sent or to be kept for a repeated request. */
export interface Rendered {
  status: number
  body: unknown
  etag?: string
}

interface DialectRenderer {
  success(answer: Answer): unknown
  failure(code: string, message: string): unknown
}

/**
 * How a group of operations words its answers. The data APIs wrap everything in the envelope; user management answers bare, and says
 * only `message` when it fails; signatories answer bare, and list their `errors`. (The token service speaks RFC 6749 by itself.)
 */
const dialects: Record<Dialect, DialectRenderer> = {
  envelope: {
    success: ({ data, pagination }) => ({ status: 'Success', code: null, message: null, pagination, data }),
    failure: (code, message) => ({ status: 'Failure', code, message }),
  },
  message: {
    success: ({ data }) => data,
    failure: (_code, message) => ({ message }),
  },
  signatory: {
    success: ({ data }) => data,
    failure: (code, message) => ({ errors: [{ message, code }] }),
  },
}

export function renderAnswer(dialect: Dialect | undefined, status: number, answer: Answer): Rendered {
  if (answer.isNothing) return { status: 204, body: undefined }
  return { status, body: dialects[dialect ?? 'envelope'].success(answer), etag: answer.etag }
}

export function renderRefusal(dialect: Dialect | undefined, failure: string, refusal: Refusal): Rendered {
  const { code, status } = errorCatalogue[refusal.reason]
  return { status, body: dialects[dialect ?? 'envelope'].failure(code, refusalMessage(failure, refusal)) }
}
