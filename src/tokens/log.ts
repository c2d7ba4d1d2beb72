import type { BaseLogger } from 'pino'

/** The log methods this slice uses. Never log a secret or a token, or part of one. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
