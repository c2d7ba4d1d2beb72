import { randomUUID } from 'node:crypto'

/** A new UETR: a UUID of version 4 in lower case. */
export const newUetr = (): string => randomUUID()
