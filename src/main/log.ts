import pino, { type Logger } from 'pino'

/**
 * The service's log: JSON lines on standard error. Of an error only what says what happened is written, never the objects that hang on it: a
 * database error carries the connection and its parameters.
 */
export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: describeError } }, pino.destination({ dest: 2, sync: false }))
}

interface DescribedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

const MAX_CAUSES = 5

export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < MAX_CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}
