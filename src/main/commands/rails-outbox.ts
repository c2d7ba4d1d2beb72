import { access, constants } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { machineTime } from '../../kernel/machine-time.ts'
import { LATE, within } from '../../kernel/within.ts'
import { readIdentity } from '../../rails/rails.ts'
import { outboxDirOf, readEnvironment } from '../config.ts'
import { createLog } from '../log.ts'

/** The outbox of the ACH files that workers with this environment and data directory use. */
export const achOutboxOf = (dataDir: string): string => join(outboxDirOf(readEnvironment(), resolve(dataDir)), 'ach')

export interface OutboxStatus {
  place: string
  problem?: string
}

const TIMEOUT_MS = 5_000

/** Whether workers could hand files over through this outbox now. Changes nothing. */
export async function statusOfOutbox(place: string, adopted: string | undefined): Promise<OutboxStatus> {
  const found = await within(TIMEOUT_MS, problemOf(place, adopted), machineTime)
  const problem = found === LATE ? 'it does not answer' : found
  return { place, ...(problem !== undefined && { problem }) }
}

async function problemOf(place: string, adopted: string | undefined): Promise<string | undefined> {
  // Before the first file, there is nothing to lose.
  if (adopted === undefined) return undefined
  try {
    const identity = await readIdentity(place)
    if (identity === undefined) return 'it has no outbox.json: set GIRO_OUTBOX_DIR as the workers do, or restore it'
    if (identity !== adopted)
      return `earlier files went to the outbox ${adopted}, and this is ${identity}: nothing is handed over here`
    await access(join(place, 'out'), constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Who runs a command, by the operating system. */
export function operator(): string {
  const user = (() => {
    try {
      return userInfo().username
    } catch {
      return `uid ${process.getuid?.() ?? 'unknown'}`
    }
  })()
  return `${user} on ${hostname()}`
}

/** Writes what an operator did to the log as well. */
export function logAct(what: string, fields: Record<string, string>): void {
  createLog('info').info({ ...fields, operator: operator() }, what)
}
