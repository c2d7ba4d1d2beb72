import { join } from 'node:path/posix'
import { isMissing, type SftpSession } from '../transports/sftp/session.ts'

/** How the rename of an earlier claim ended, as the server shows it. */
export type Found = { kind: 'delivered' } | { kind: 'inDoubt'; doubt: string }

/** A file on its way to a directory of the server, under the temporary names of its claims. */
export class Upload {
  readonly #session: SftpSession
  readonly #directory: string
  readonly #name: string
  readonly #sizeBytes: number | undefined

  /** `sizeBytes` is the size of the file; undefined if it is no longer in the outbox. */
  constructor(session: SftpSession, file: { directory: string; name: string; sizeBytes: number | undefined }) {
    this.#session = session
    this.#directory = file.directory
    this.#name = file.name
    this.#sizeBytes = file.sizeBytes
  }

  /** A name that who collects the files leaves alone: it begins with a dot. */
  #temporary(token: number): string {
    return join(this.#directory, `.${this.#name}.${token}.part`)
  }

  get #final(): string {
    return join(this.#directory, this.#name)
  }

  /** Ends earlier claims: without its temporary file, the holder of one can rename nothing. */
  async withdraw(tokens: readonly number[]): Promise<void> {
    for (const token of tokens) await this.#session.remove(this.#temporary(token))
  }

  /** Whether the directory has a file of this name, which no claim can have sent. */
  async isTaken(): Promise<boolean> {
    return (await this.#session.sizeOf(this.#final)) !== undefined
  }

  /** Writes the temporary file of a claim, and compares its size. */
  async write(token: number, pieces: AsyncIterable<Uint8Array>, onPiece: () => Promise<void>): Promise<void> {
    await this.#session.write(this.#temporary(token), pieces, onPiece)
    const size = await this.#session.sizeOf(this.#temporary(token))
    if (size !== this.#sizeBytes)
      throw new Error(`the server has ${size ?? 'no'} bytes of ${this.#name}, which has ${this.#sizeBytes}`)
  }

  rename(token: number): Promise<void> {
    return this.#session.rename(this.#temporary(token), this.#final)
  }

  /** Finds out how a claim ended that was about to rename its file, and ends it. */
  async resume(token: number): Promise<Found> {
    try {
      await this.rename(token)
      return { kind: 'delivered' }
    } catch (error) {
      if (!isMissing(error) && (await this.#session.sizeOf(this.#temporary(token))) !== undefined) throw error
    }
    const size = await this.#session.sizeOf(this.#final)
    if (size !== undefined && size === this.#sizeBytes) return { kind: 'delivered' }
    const found = size === undefined ? 'the server has it no longer' : `the server has ${size} bytes under its name`
    return {
      kind: 'inDoubt',
      doubt: `${this.#name} was about to get its name on the server, and ${found}: whether the network took it is not known`,
    }
  }
}
