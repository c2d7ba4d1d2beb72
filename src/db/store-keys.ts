import { INDEX_KEY_ID, type Keyring, makeKey, type Run } from './keyring.ts'

const FIRST_DATA_KEY = 1

/**
 * Reads the keys of an institution, and creates the first ones if it has none. Two nodes may do so
 * at once: the keys that were stored first are the keys of both.
 */
export async function ensureKeys(keyring: Keyring, run: Run, tenantId: bigint): Promise<void> {
  if ((await keyring.load(run, tenantId)) > 0 || !keyring.mayCreate) return
  const made = await makeFirstKeys(keyring, tenantId)
  await insertFirstKeys(run, tenantId, made)
  await keyring.load(run, tenantId)
}

/**
 * Creates the keys of an institution in the transaction that creates the institution. No other
 * transaction knows the institution yet, so the keys can be used at once.
 */
export async function createKeys(keyring: Keyring, run: Run, tenantId: bigint): Promise<void> {
  if (!keyring.isUsable || keyring.has(tenantId)) return
  const made = await makeFirstKeys(keyring, tenantId)
  await insertFirstKeys(run, tenantId, made)
  for (const { id, plain } of made) keyring.put({ tenantId, id, activeFrom: 0, bindsPlace: true }, plain)
}

type FirstKeys = { id: number; plain: Buffer; wrapped: Buffer }[]

async function makeFirstKeys(keyring: Keyring, tenantId: bigint): Promise<FirstKeys> {
  const ids = [INDEX_KEY_ID, FIRST_DATA_KEY]
  return Promise.all(ids.map(async (id) => ({ id, ...(await makeKey(keyring.provider, { tenantId, id })) })))
}

/** One statement, so that an institution never has a data key without an index key. */
async function insertFirstKeys(run: Run, tenantId: bigint, made: FirstKeys): Promise<void> {
  await run(
    `insert into encryption_keys (tenant_id, id, wrapped, created_at, active_from, binds_place)
     select $1, k.id, k.wrapped, now(), now(), k.id > 0 from unnest($2::int[], $3::bytea[]) as k (id, wrapped)
     where exists (select from institutions where tenant_id = $1)
     on conflict (tenant_id, id) do nothing`,
    [tenantId, made.map(({ id }) => id), made.map(({ wrapped }) => wrapped)],
  )
}
