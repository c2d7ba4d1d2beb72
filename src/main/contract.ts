import type { Database } from '../db/client.ts'
import { buildOpenapi, type OpenapiOptions } from '../http/openapi.ts'
import type { Operation } from '../http/operation.ts'
import { listInstitutions } from '../institution/institution.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { sentEvents } from '../webhooks/webhooks.ts'
import { operations } from './operations.ts'

/** The OpenAPI document of the service: its operations, and the events that it sends. */
export function buildContract(options: OpenapiOptions = {}, of: readonly Operation[] = operations): object {
  return buildOpenapi(of, { sentEvents, ...options })
}

/** For so long, strangers who read the document cost no look into the database. */
const KEPT_MS = 5_000

/**
 * Reads the code of the only institution, at most once in five seconds; undefined if there are
 * several, or none yet.
 */
export function onlyInstitutionReader(db: Database, time: MachineTime): () => Promise<string | undefined> {
  let kept: { code: Promise<string | undefined>; untilMs: number } | undefined
  return () => {
    if (!kept || time.nowMs() >= kept.untilMs) {
      const code = readOnlyInstitution(db)
      code.catch(() => {
        kept = undefined
      })
      kept = { code, untilMs: time.nowMs() + KEPT_MS }
    }
    return kept.code
  }
}

async function readOnlyInstitution(db: Database): Promise<string | undefined> {
  const [first, ...others] = await db.read((connection) => listInstitutions(connection))
  return others.length > 0 ? undefined : first?.code
}
