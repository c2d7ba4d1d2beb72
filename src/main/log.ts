import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * The service's log: JSON lines on standard error. An error is logged by its type, message, code,
 * stack and causes. Its other properties are left out: a database error carries the connection and
 * its parameters.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino({ level, serializers: { err: describeError } }, destination)
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
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) }
  const { code } = error as { code?: unknown }
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause !== undefined && depth < MAX_CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

const VALUES: [RegExp, string][] = [
  [/\beyJ[\w-]*\.[\w-]+\.[\w-]*/g, '<token>'],
  [/\b(Basic|Bearer)\s+[\w.~+/=-]+/gi, '$1 <credentials>'],
  [/:\/\/[^\s/@]*@/g, '://<credentials>@'],
  // PostgreSQL and JSON.parse quote the text they could not parse.
  [/((?:syntax|value|format|token|JSON)[^"\n]*)"[^"\n]*"/gi, '$1"<value>"'],
  // Not the date in the name of an ACH file, which an operator needs and which is no secret.
  [/(?<!\d)(?!20\d{6}-\d{4,6}\.ach\b)\d{7,}/g, '<number>'],
]

/**
 * Removes data that an error message may quote: account numbers, personal numbers, tokens,
 * credentials and text that could not be parsed.
 */
export function withoutValues(text: string): string {
  return VALUES.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text)
}
