import pg from 'pg'
import { connect, runOn, type Sender, type Shared } from './connections.ts'
import type { Connection, OnAltered, StatementOptions } from './database.ts'
import { UnknownKey } from './keyring.ts'
import { statementOf } from './message.ts'
import { openRows, readSealedPositions, type SealedPosition, sealedPositions } from './open-rows.ts'
import { rowsOf } from './results.ts'
import { noteDuration } from './slow-statements.ts'
import { ensureKeys } from './store-keys.ts'
import { ALL_TENANTS } from './views.ts'

/** Reads all keys once at a time, on a connection of its own. */
export async function readKeys(shared: Shared): Promise<void> {
  shared.loading ??= (async () => {
    const client = await connect(shared)
    try {
      await shared.keyring.load(runOn(shared, client, ALL_TENANTS))
    } finally {
      client.release()
    }
  })().finally(() => {
    shared.loading = undefined
  })
  return shared.loading
}

/**
 * Makes sure that the keys of the institution are known, and creates them if it has none yet. No
 * later than here, because a transaction must not wait for a key provider. Usually nothing is left
 * to do.
 */
export function prepareKeys(shared: Shared, tenant: string): Promise<void> | undefined {
  const { keyring, sealed } = shared
  if (!keyring.isUsable) return undefined
  if (tenant === ALL_TENANTS) {
    if (sealed && keyring.isComplete) return undefined
  } else if (sealed && (keyring.has(BigInt(tenant)) || keyring.isPaused(BigInt(tenant)))) return undefined
  return readFirstKeys(shared, tenant)
}

async function readFirstKeys(shared: Shared, tenant: string): Promise<void> {
  const client = await connect(shared)
  try {
    shared.sealed ??= await readSealedPositions(runOn(shared, client, tenant))
    if (tenant !== ALL_TENANTS) await ensureKeys(shared.keyring, runOn(shared, client, tenant), BigInt(tenant))
  } finally {
    client.release()
  }
  if (tenant === ALL_TENANTS) await readKeys(shared)
}

export function connectionOn(
  send: Sender,
  client: pg.PoolClient,
  shared: Shared,
  tenant: string,
  onFailure: (error: unknown) => void = () => {},
): Connection {
  const query = async <Row>(
    text: string,
    values: readonly unknown[] = [],
    { isKept = true, isOpened = true, onAltered }: StatementOptions = {},
  ): Promise<Row[]> => {
    const { slow, time } = shared
    const startedMs = slow ? time.nowMs() : 0
    try {
      const result = await send(statementOf(text, values, isKept))
      if (slow) noteDuration(slow, text, time.nowMs() - startedMs)
      const places = isOpened && result.rows.length > 0 ? placesIn(shared, text, isKept, result.fields) : []
      if (places.length > 0) await openResult(client, shared, tenant, { rows: result.rows, places, onAltered })
      return rowsOf<Row>(result)
    } catch (error) {
      onFailure(error)
      // The stack of the caller, instead of the one that read the answer.
      if (error instanceof pg.DatabaseError) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    query,
    row: async <Row>(...statement: Parameters<Connection['query']>) => (await query<Row>(...statement))[0],
    keyring: shared.keyring,
  }
}

/** The sealed columns of a result. */
function placesIn(
  { sealed, places: known }: Shared,
  text: string,
  isKept: boolean,
  fields: readonly pg.FieldDef[],
): readonly SealedPosition[] {
  if (!sealed) return []
  let places = known.get(text)
  if (places) return places
  places = sealedPositions(sealed, fields)
  if (isKept) known.set(text, places)
  return places
}

interface Opening {
  rows: unknown[][]
  places: readonly SealedPosition[]
  onAltered: OnAltered | undefined
}

/**
 * Opens the sealed values of a result. A key that this node does not know yet is read once, on the
 * same connection; after that, an unknown key is an error.
 */
async function openResult(
  client: pg.PoolClient,
  shared: Shared,
  tenant: string,
  { rows, places, onAltered }: Opening,
): Promise<void> {
  const { keyring } = shared
  const tenantId = tenant === ALL_TENANTS ? undefined : BigInt(tenant)
  try {
    openRows(keyring, tenantId, rows, places, { onAltered })
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    await keyring.load(runOn(shared, client, tenant), error.tenantId)
    openRows(keyring, tenantId, rows, places, { onAltered, areKeysRead: true })
  }
}
