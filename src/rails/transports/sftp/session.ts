import { createHash, timingSafeEqual } from 'node:crypto'
import { Client, type FileEntry, type SFTPWrapper, type Stats } from 'ssh2'
import type { MachineTime } from '../../../kernel/machine-time.ts'
import type { SftpSettings } from './settings.ts'

/** A server that is away, or that is not the one it should be. Nothing was done on it. */
export class ServerAway extends Error {
  readonly code = 'SFTP_AWAY'
}

/** The server refused one step, or did not answer it in time. */
export class SftpFailure extends Error {
  /** As the file system names it: ENOENT, EACCES; SFTP_FAILURE for an untold reason. */
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The status codes of SFTP 3 that say more than that a step failed. */
const CODES: Readonly<Record<number, string>> = { 2: 'ENOENT', 3: 'EACCES', 6: 'SFTP_LOST', 7: 'SFTP_LOST' }
/** A packet of SFTP holds 32 KiB of data on every server. */
const PIECE_BYTES = 32 * 1024
const CLOSE_MS = 1_000
/** How many names a look at a directory reads at most. */
const MAX_NAMES = 10_000

export interface RemoteFile {
  name: string
  sizeBytes: number
  isFile: boolean
  /** When it was changed, in seconds. */
  changedAt: number
}

type Callback<T> = (error: Error | null | undefined, value: T) => void

/** A connection to the server, for one piece of work. Every step ends within `timeoutMs`. */
export class SftpSession {
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly #timeoutMs: number
  readonly #time: MachineTime
  #lost: Error | undefined

  private constructor(
    client: Client,
    sftp: SFTPWrapper,
    { timeoutMs, time }: { timeoutMs: number; time: MachineTime },
  ) {
    this.#client = client
    this.#sftp = sftp
    this.#timeoutMs = timeoutMs
    this.#time = time
    const onError = (error: Error) => {
      this.#lost = error
    }
    client.on('error', onError)
    // An answer that breaks the protocol is told here, and would end the process.
    sftp.on('error', onError)
    client.on('close', () => {
      this.#lost ??= new Error('the connection was closed')
    })
  }

  /** Connects, works and disconnects. */
  static async with<T>(
    settings: SftpSettings,
    time: MachineTime,
    work: (session: SftpSession) => Promise<T>,
  ): Promise<T> {
    const session = await SftpSession.open(settings, time)
    try {
      return await work(session)
    } finally {
      session.end()
    }
  }

  /** The server must show the host key of the settings before anything is sent that proves us. */
  static open(settings: SftpSettings, time: MachineTime): Promise<SftpSession> {
    const { timeoutMs } = settings
    return connect(settings, time, (client, sftp) => new SftpSession(client, sftp, { timeoutMs, time }))
  }

  end(): void {
    this.#client.end()
    // A server that does not close its side is left after a moment.
    this.#time.after(CLOSE_MS, () => this.#client.destroy(), { unref: true })
  }

  /** The size of a file; undefined if it does not exist. */
  async sizeOf(path: string): Promise<number | undefined> {
    try {
      return (await this.#step<Stats>(`look at ${path}`, (done) => this.#sftp.lstat(path, done))).size
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async list(directory: string): Promise<RemoteFile[]> {
    const handle = await this.#step<Buffer>(`open ${directory}`, (done) => this.#sftp.opendir(directory, done))
    const files: RemoteFile[] = []
    try {
      while (files.length < MAX_NAMES) {
        const some = await this.#step<FileEntry[]>(`read ${directory}`, (done) =>
          this.#sftp.readdir(handle, (error, entries) =>
            // The end of a directory comes as an error.
            (error as { code?: number } | undefined)?.code === 1 ? done(null, []) : done(error, entries),
          ),
        )
        if (some.length === 0) break
        files.push(...some.flatMap(remoteFile))
      }
    } finally {
      await this.#close(handle, directory)
    }
    return files
  }

  /** The bytes of a file, `sizeBytes` of them or fewer. */
  async *read(path: string, sizeBytes: number): AsyncGenerator<Buffer> {
    const handle = await this.#step<Buffer>(`open ${path}`, (done) => this.#sftp.open(path, 'r', done))
    try {
      for (let at = 0; at < sizeBytes; ) {
        const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, sizeBytes - at))
        const bytes = await this.#step<number>(`read ${path}`, (done) =>
          this.#sftp.read(handle, piece, 0, piece.length, at, (error, count) =>
            (error as { code?: number } | undefined)?.code === 1 ? done(null, 0) : done(error, count),
          ),
        )
        if (bytes === 0) return
        at += bytes
        yield piece.subarray(0, bytes)
      }
    } finally {
      await this.#close(handle, path)
    }
  }

  /** Creates a file that does not exist, and writes it. `onPiece` is called between pieces. */
  async write(path: string, pieces: AsyncIterable<Uint8Array>, onPiece: () => Promise<void>): Promise<void> {
    const handle = await this.#step<Buffer>(`create ${path}`, (done) => this.#sftp.open(path, 'wx', 0o640, done))
    try {
      let at = 0
      for await (const bytes of pieces)
        for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
          const piece = Buffer.from(bytes.subarray(from, from + PIECE_BYTES))
          await this.#step<void>(`write ${path}`, (done) =>
            this.#sftp.write(handle, piece, 0, piece.length, at, (error) => done(error, undefined)),
          )
          at += piece.length
          await onPiece()
        }
    } finally {
      await this.#close(handle, path)
    }
  }

  /** Fails if a file of the new name exists. */
  async rename(from: string, to: string): Promise<void> {
    await this.#step<void>(`rename ${from}`, (done) => this.#sftp.rename(from, to, (error) => done(error, undefined)))
  }

  /** Returns false if the file does not exist. */
  async remove(path: string): Promise<boolean> {
    try {
      await this.#step<void>(`remove ${path}`, (done) => this.#sftp.unlink(path, (error) => done(error, undefined)))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async #close(handle: Buffer, path: string): Promise<void> {
    if (this.#lost) return
    await this.#step<void>(`close ${path}`, (done) => this.#sftp.close(handle, (error) => done(error, undefined)))
  }

  /** One step, which ends by an answer, by the end of the connection, or in time. */
  async #step<T>(what: string, begin: (done: Callback<T>) => void): Promise<T> {
    if (this.#lost) throw new SftpFailure(`the server was lost before it could ${what}`, 'SFTP_LOST', this.#lost)
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        cancel()
        this.#client.off('close', onClose)
      }
      const onClose = () => {
        end()
        reject(new SftpFailure(`the connection ended while the server was asked to ${what}`, 'SFTP_LOST', this.#lost))
      }
      const cancel = this.#time.after(this.#timeoutMs, () => {
        end()
        this.#lost = new Error('it did not answer in time')
        this.#client.destroy()
        const seconds = this.#timeoutMs / 1_000
        reject(new SftpFailure(`the server did not ${what} within ${seconds} s`, 'SFTP_LOST'))
      })
      this.#client.on('close', onClose)
      begin((error, value) => {
        end()
        if (!error) return resolve(value)
        const code = CODES[(error as { code?: number }).code ?? 0] ?? 'SFTP_FAILURE'
        reject(new SftpFailure(`the server did not ${what}: ${error.message}`, code, error))
      })
    })
  }
}

export const isMissing = (error: unknown): boolean => error instanceof SftpFailure && error.code === 'ENOENT'

/** `sha256` of the key in base64, without the padding that ssh-keygen leaves out too. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function isPinned(key: Buffer, pinned: string): boolean {
  const [shown, wanted] = [Buffer.from(fingerprintOf(key)), Buffer.from(pinned)]
  return shown.length === wanted.length && timingSafeEqual(shown, wanted)
}

function connect<T>(
  { host, port, user, hostKey, credential, timeoutMs }: SftpSettings,
  time: MachineTime,
  made: (client: Client, sftp: SFTPWrapper) => T,
): Promise<T> {
  const client = new Client()
  const place = `the SFTP server ${host}:${port}`
  return new Promise<T>((resolve, reject) => {
    let refused: string | undefined
    const fail = (why: string, cause?: unknown) => {
      cancel()
      client.destroy()
      reject(new ServerAway(`${place} ${why}`, { cause }))
    }
    // The time-out of ssh2 covers the handshake alone.
    const cancel = time.after(timeoutMs, () => fail(`was not ready within ${timeoutMs / 1_000} s`))
    client.on('error', (error) => fail(refused ?? `is away: ${error.message}`, error))
    client.on('close', () => fail(refused ?? 'closed the connection'))
    client.on('ready', () =>
      client.sftp((error, sftp) => {
        if (error) return fail(`does not speak SFTP: ${error.message}`, error)
        cancel()
        client.removeAllListeners('error').removeAllListeners('close')
        resolve(made(client, sftp))
      }),
    )
    client.connect({
      ...{ host, port, username: user, ...credential, readyTimeout: timeoutMs },
      hostVerifier: (key: Buffer) => {
        if (isPinned(key, hostKey)) return true
        refused = `showed the host key ${fingerprintOf(key)}, not the pinned ${hostKey}: nothing was sent. Ask its operator whether the key was changed`
        return false
      },
    })
    // Every step is a question and an answer. A packet that waits for others takes 40 ms more.
    client.setNoDelay(true)
  })
}

/** The bits of a mode that say what a name is, and those of a regular file. */
const [KIND, REGULAR] = [0o170000, 0o100000]

const remoteFile = ({ filename, attrs }: FileEntry): RemoteFile[] =>
  filename === '.' || filename === '..'
    ? []
    : [{ name: filename, sizeBytes: attrs.size, isFile: (attrs.mode & KIND) === REGULAR, changedAt: attrs.mtime }]
