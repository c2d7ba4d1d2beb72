import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { systemClock } from '../kernel/clock.ts'
import type { KeyProvider } from '../kernel/key-provider.ts'
import { type Binding, blindIndex, fromText, keyNameOf, openBytes, sealBytes, toText } from '../kernel/sealed-text.ts'
import { CannotOpen, type Sealer } from '../kernel/sealer.ts'

/**
 * How long a new data key is known before it seals. Every node reads new keys every two seconds, so
 * all of them can open what the first of them seals.
 */
export const ANNOUNCE_SECONDS = 30
/** The key of blind indexes has this id. It does not rotate with the data keys. */
export const INDEX_KEY_ID = 0

/** A row of `encryption_keys`. */
export interface WrappedKey {
  tenantId: bigint
  id: number
  wrapped: Buffer
  /** In milliseconds since 1970; the key seals from here. */
  activeFrom: number
  /** Whether it, and every later key, binds what it seals to its place. */
  bindsPlace: boolean
}

/** Runs a statement on some connection; rows arrive as objects in camelCase. */
export type Run = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** The keys of one institution, unwrapped; they are only ever in memory. */
export interface TenantKeys {
  index: KeyObject | undefined
  data: Map<number, { key: KeyObject; activeFrom: number; bindsPlace: boolean }>
  /** The tables whose values are all bound to their places: others are refused there. */
  boundTables: ReadonlySet<string>
  /** Blind-index keys by field, and opened values by sealed text. */
  indexKeys: Map<string, KeyObject>
  opened: Map<string, string>
}

/** Opened values that are kept per institution: those of busy accounts are read again and again. */
const MAX_OPENED = 5_000
const MAX_KEPT_LENGTH = 200
/** After a failure, a key provider is left alone for this long. */
const PAUSE_MS = 10_000

/**
 * The data keys of all institutions. A key that cannot be unwrapped is left out, and what it sealed
 * fails with a clear error; the rest of the service works.
 */
export class Keyring {
  readonly #provider: KeyProvider | undefined
  readonly #legacy: Sealer | undefined
  /**
   * Whether first keys may be created for an institution. False until the master key was checked:
   * a wrong one would wrap them, and everything they seal would be lost with it.
   */
  mayCreate: boolean
  readonly #tenants = new Map<bigint, TenantKeys>()
  /** Until when an institution's keys are not read again, because they could not be unwrapped. */
  readonly #pausedUntil = new Map<bigint, number>()
  /** The keys that were read, also those that could not be unwrapped. */
  readonly #stored = new Set<string>()
  readonly #onFailure: (name: string, error: unknown) => void
  #isComplete = false
  #failures = 0

  constructor(options: {
    provider: KeyProvider | undefined
    /** Opens what was sealed before data keys existed. */
    legacy?: Sealer
    onFailure?: (name: string, error: unknown) => void
    mayCreate?: boolean
  }) {
    this.mayCreate = options.mayCreate ?? false
    this.#provider = options.provider
    this.#legacy = options.legacy
    this.#onFailure = options.onFailure ?? (() => {})
  }

  get provider(): KeyProvider {
    if (!this.#provider) throw new Error('this database was opened without a key provider, so it cannot seal or open')
    return this.#provider
  }

  /** Whether values can be sealed for the institution. */
  has(tenantId: bigint): boolean {
    const keys = this.#tenants.get(tenantId)
    return keys?.index !== undefined && keys.data.size > 0
  }

  /** Whether its keys could not be unwrapped a moment ago. */
  isPaused(tenantId: bigint): boolean {
    return (this.#pausedUntil.get(tenantId) ?? 0) > systemClock.now().epochMilliseconds
  }

  /** Whether the institution has the key, whatever this node can do with it. */
  isStored({ tenantId, keyId }: { tenantId: bigint; keyId: number }): boolean {
    return this.#stored.has(`${tenantId} ${keyId}`) || keyId === INDEX_KEY_ID
  }

  get isComplete(): boolean {
    return this.#isComplete || this.#provider === undefined
  }

  /** Whether keys exist, and none of them could be unwrapped. */
  get isLocked(): boolean {
    return this.#failures > 0 && this.#tenants.size === 0
  }

  get isUsable(): boolean {
    return this.#provider !== undefined
  }

  /**
   * Reads the keys of one institution, or of all that the connection sees, and unwraps new ones.
   * Returns how many are stored.
   */
  async load(run: Run, tenantId?: bigint): Promise<number> {
    const rows = tenantId === undefined ? await readAllKeys(run) : await readKeysOf(run, tenantId)
    for (const row of rows) this.#stored.add(`${row.tenantId} ${row.id}`)
    for (const row of rows) await this.#add(row)
    await this.#loadBoundTables(run, tenantId)
    if (tenantId === undefined) this.#isComplete = true
    return rows.length
  }

  async #add(row: WrappedKey): Promise<void> {
    const known = this.#tenants.get(row.tenantId)
    if (row.id === INDEX_KEY_ID ? known?.index : known?.data.has(row.id)) return
    const name = contextOf(row)
    try {
      this.put(row, await this.provider.unwrap(row.wrapped, name))
    } catch (error) {
      this.#failures++
      this.#pausedUntil.set(row.tenantId, systemClock.now().epochMilliseconds + PAUSE_MS)
      this.#onFailure(name, error)
    }
  }

  async #loadBoundTables(run: Run, tenantId: bigint | undefined): Promise<void> {
    const rows = await run<{ tenantId: bigint; tables: string[] }>(
      `select tenant_id, array_agg(table_name) as tables from sealing_progress
       where bound_since is not null${tenantId === undefined ? '' : ' and tenant_id = $1'} group by tenant_id`,
      tenantId === undefined ? [] : [tenantId],
    )
    for (const row of rows) {
      const keys = this.#tenants.get(row.tenantId)
      if (keys) keys.boundTables = new Set(row.tables)
    }
  }

  /** Adds an unwrapped key, after the transaction that stored it has committed. */
  put({ tenantId, id, activeFrom, bindsPlace }: Omit<WrappedKey, 'wrapped'>, plain: Buffer): void {
    const keys = this.keysOf(tenantId)
    if (id === INDEX_KEY_ID) keys.index = createSecretKey(plain)
    else keys.data.set(id, { key: createSecretKey(plain), activeFrom, bindsPlace })
  }

  keysOf(tenantId: bigint): TenantKeys {
    let keys = this.#tenants.get(tenantId)
    if (!keys) {
      keys = { index: undefined, data: new Map(), boundTables: new Set(), indexKeys: new Map(), opened: new Map() }
      this.#tenants.set(tenantId, keys)
    }
    return keys
  }

  /** The id of the key that seals now; undefined if there is none. */
  activeKeyOf(tenantId: bigint, now = systemClock.now().epochMilliseconds): number | undefined {
    let active: number | undefined
    for (const [id, { activeFrom }] of this.keysOf(tenantId).data)
      if (activeFrom <= now && (active === undefined || id > active)) active = id
    return active
  }

  /**
   * Whether the key that seals now binds values to their places. The nodes of the release before
   * read no value that is bound, so the keys that they may know do not.
   */
  bindsPlaces(tenantId: bigint): boolean {
    const active = this.activeKeyOf(tenantId)
    if (active === undefined) return false
    for (const [id, { bindsPlace }] of this.keysOf(tenantId).data) if (bindsPlace && id <= active) return true
    return false
  }

  /** Whether every value of the table is bound to its place. */
  isBound(tenantId: bigint, table: string): boolean {
    return this.#tenants.get(tenantId)?.boundTables.has(table) ?? false
  }

  seal(tenantId: bigint, { field, place }: Binding, plain: string): string {
    return toText(this.sealBytes(tenantId, this.bindsPlaces(tenantId) ? { field, place } : { field }, plain))
  }

  sealBytes(tenantId: bigint, binding: Binding, plain: Uint8Array | string): Buffer {
    const keyId = this.activeKeyOf(tenantId)
    if (keyId === undefined)
      throw new CannotOpen(`institution ${tenantId} has no data key that can be unwrapped, so nothing can be sealed`)
    return sealBytes(plain, { tenantId, keyId }, this.keysOf(tenantId).data.get(keyId)!.key, binding)
  }

  /** Opens a sealed text. Throws `UnknownKey` if its key was not read yet. */
  open(tenantId: bigint | undefined, field: string, sealed: string): string {
    const kept = tenantId === undefined ? undefined : this.#tenants.get(tenantId)?.opened
    const name = `${field} ${sealed}`
    const known = kept?.get(name)
    if (known !== undefined) return known
    const plain = this.openBytes(tenantId, field, fromText(sealed)).toString('utf8')
    if (kept && sealed.length <= MAX_KEPT_LENGTH) {
      if (kept.size >= MAX_OPENED) kept.clear()
      kept.set(name, plain)
    }
    return plain
  }

  openBytes(tenantId: bigint | undefined, field: string, sealed: Buffer): Buffer {
    const name = keyNameOf(sealed)
    if (!name) throw new CannotOpen(`${field} cannot be opened: its format is unknown to this version of Giro`)
    // A value of another institution fails here already: its key is not asked for.
    if (tenantId !== undefined && tenantId !== name.tenantId)
      throw new CannotOpen(`${field} of institution ${tenantId} was copied from institution ${name.tenantId}`)
    if (name.keyId === INDEX_KEY_ID)
      throw new CannotOpen(`${field} cannot be opened: no value is sealed with the index key`)
    const found = this.#tenants.get(name.tenantId)?.data.get(name.keyId)
    if (!found) throw new UnknownKey(missing(field, name), name.tenantId, name.keyId)
    return openBytes(sealed, name.tenantId, found.key, field)
  }

  /** The blind index of a value for searches and uniqueness. */
  indexOf(tenantId: bigint, field: string, value: string): string {
    const { indexKeys } = this.keysOf(tenantId)
    let key = indexKeys.get(field)
    if (!key) {
      key = createSecretKey(this.derive(tenantId, field))
      indexKeys.set(field, key)
    }
    return blindIndex(value, key)
  }

  /**
   * 32 secret bytes for a purpose, which stay the same as long as the institution exists: they
   * follow from its index key.
   */
  derive(tenantId: bigint, purpose: string): Buffer {
    const { index } = this.keysOf(tenantId)
    if (!index)
      throw new UnknownKey(`institution ${tenantId} has no index key that can be unwrapped`, tenantId, INDEX_KEY_ID)
    return createHmac('sha256', index).update(`${tenantId}:${purpose}`).digest()
  }

  /** Seals secrets by the data key of the institution in their context, `kind:tenant:id`. */
  get sealer(): Sealer {
    return {
      seal: (plain, context) => this.sealBytes(tenantOf(context), { field: context }, plain),
      open: (sealed, context) => {
        const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
        if (keyNameOf(bytes)) return this.openBytes(tenantOf(context), context, bytes)
        if (this.#legacy) return this.#legacy.open(sealed, context)
        throw new CannotOpen(
          `${context} was sealed by the encryption key of the service: set GIRO_ENCRYPTION_KEY until it is sealed again`,
        )
      },
    }
  }
}

const keyColumns =
  'tenant_id, id, wrapped, (extract(epoch from active_from) * 1000)::float8 as active_from, binds_place'

async function readKeysOf(run: Run, tenantId: bigint): Promise<WrappedKey[]> {
  return run(`select ${keyColumns} from encryption_keys where tenant_id = $1 order by id`, [tenantId])
}

/** The keys of every institution that the connection sees: a service has all of them in memory. */
async function readAllKeys(run: Run): Promise<WrappedKey[]> {
  return run(`select ${keyColumns} from encryption_keys order by tenant_id, id`, [])
}

function missing(field: string, { tenantId, keyId }: { tenantId: bigint; keyId: number }): string {
  return `${field} is sealed with key ${keyId} of institution ${tenantId}, which is missing or cannot be unwrapped: check GIRO_KEY_PROVIDER and its master key`
}

/** A key is not known to this node: the one that sealed a value, or that of the blind indexes. */
export class UnknownKey extends CannotOpen {
  readonly tenantId: bigint
  readonly keyId: number

  constructor(what: string, tenantId: bigint, keyId: number) {
    super(what)
    this.tenantId = tenantId
    this.keyId = keyId
  }
}

/** A new key, wrapped, and not yet stored. */
export async function makeKey(
  provider: KeyProvider,
  name: { tenantId: bigint; id: number },
): Promise<{ plain: Buffer; wrapped: Buffer }> {
  const plain = randomBytes(32)
  return { plain, wrapped: await provider.wrap(plain, contextOf(name)) }
}

export function contextOf({ tenantId, id }: { tenantId: bigint; id: number }): string {
  return `data_key:${tenantId}:${id}`
}

function tenantOf(context: string): bigint {
  const [, tenantId] = /^[a-z_]+:(\d+):/.exec(context) ?? []
  if (tenantId === undefined) throw new Error(`${context} does not name an institution`)
  return BigInt(tenantId)
}
