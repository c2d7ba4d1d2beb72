/** A connection of a pool. */
interface Pooled {
  release(broken?: Error): void
}

/** A connection in use, and by how many at once. */
interface Reader<Client> {
  client: Promise<Client>
  users: number
}

/**
 * A connection gets a second one beside it when it has this many users. Few busy connections cost
 * the database less than many: each is a process with its own plans, and takes several statements
 * at a time.
 */
const USERS_OF_ONE = 8
/** Per institution. */
const MAX_READERS = 4

/**
 * Connections that several users share at once, for statements that depend on no transaction. All
 * users of a connection are of one institution, whose rows it sees. A connection without users goes
 * back to its pool.
 */
export class SharedReaders<Client extends Pooled> {
  readonly #connect: (tenant: string) => Promise<Client>
  readonly #readers = new Map<string, Reader<Client>[]>()

  constructor(connect: (tenant: string) => Promise<Client>) {
    this.#connect = connect
  }

  /** Runs `work` on a shared connection of the institution. */
  async use<T>(tenant: string, work: (client: Client) => Promise<T>): Promise<T> {
    const reader = this.#readerOf(tenant)
    reader.users++
    try {
      return await work(await reader.client)
    } catch (error) {
      // It may be broken: later users take another. The pool drops it if it is.
      this.#retire(tenant, reader)
      throw error
    } finally {
      if (--reader.users === 0) {
        this.#retire(tenant, reader)
        reader.client.then(
          (client) => client.release(),
          () => {},
        )
      }
    }
  }

  #readerOf(tenant: string): Reader<Client> {
    let readers = this.#readers.get(tenant)
    if (!readers) {
      readers = []
      this.#readers.set(tenant, readers)
    }
    let least: Reader<Client> | undefined
    for (const reader of readers) if (!least || reader.users < least.users) least = reader
    if (least && (least.users < USERS_OF_ONE || readers.length === MAX_READERS)) return least
    const reader = { client: this.#connect(tenant), users: 0 }
    readers.push(reader)
    return reader
  }

  /** New users no longer get this connection. */
  #retire(tenant: string, reader: Reader<Client>): void {
    const readers = this.#readers.get(tenant)
    const at = readers?.indexOf(reader) ?? -1
    if (at === -1) return
    readers!.splice(at, 1)
    if (readers!.length === 0) this.#readers.delete(tenant)
  }
}
