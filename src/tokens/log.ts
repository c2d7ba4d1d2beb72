import type { BaseLogger } from 'pino'

/** What this slice needs of a log. Never given a secret or a token, nor a part of one. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
