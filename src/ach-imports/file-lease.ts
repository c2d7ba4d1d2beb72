import { randomUUID } from 'node:crypto'
import type { App } from '../app.ts'
import { type IncomingFile, leaseIncomingFile, releaseIncomingFile } from '../rails/rails.ts'

/** Another worker has the file, or the service stops. */
export class Interrupted extends Error {}

/** Names this process: it goes on with a file at once, if it could not give its lease back. */
export const IMPORTER = randomUUID()

export const LEASE_MS = 10_000
const RENEWAL_MS = 2_500

/**
 * The lease of a file keeps other workers from reading it as well, which would be work in vain. It
 * is no lock: each transaction of the import looks whether the file is where it left it.
 */
export class FileLease {
  readonly #app: App
  readonly #file: Pick<IncomingFile, 'tenantId' | 'id'>
  #renewedAtMs = Number.NEGATIVE_INFINITY

  constructor(app: App, file: Pick<IncomingFile, 'tenantId' | 'id'>) {
    this.#app = app
    this.#file = file
  }

  /** Takes the lease, or makes it last. Throws `Interrupted` if another worker has it. */
  async keep(): Promise<void> {
    const nowMs = this.#app.time.nowMs()
    if (nowMs < this.#renewedAtMs + RENEWAL_MS) return
    const lease = { by: IMPORTER, ms: LEASE_MS }
    if (!(await this.#app.db.read((db) => leaseIncomingFile(db, this.#file, lease)))) throw new Interrupted()
    this.#renewedAtMs = nowMs
  }

  /** Gives the lease back, so that another worker need not wait for its end. */
  async release(): Promise<void> {
    await this.#app.db.read((db) => releaseIncomingFile(db, this.#file, IMPORTER))
  }
}
