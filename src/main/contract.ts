import type { Database } from '../db/client.ts'
import { buildOpenapi, type OpenapiOptions } from '../http/openapi.ts'
import type { Operation } from '../http/operation.ts'
import { listInstitutions } from '../institution/institution.ts'
import { sentEvents } from '../webhooks/webhooks.ts'
import { operations } from './operations.ts'

/** The OpenAPI document of the service: its operations, and the events that it sends. */
export function buildContract(options: OpenapiOptions = {}, of: readonly Operation[] = operations): object {
  return buildOpenapi(of, { sentEvents, ...options })
}

/** The code of the only institution; undefined if there are several, or none yet. */
export async function readOnlyInstitution(db: Database): Promise<string | undefined> {
  const [first, ...others] = await db.read((connection) => listInstitutions(connection))
  return others.length > 0 ? undefined : first?.code
}
