import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import ssh2, { type Attributes, type Connection, type Server, type ServerChannel, type SFTPWrapper } from 'ssh2'
import type { SftpSettings } from '../../src/rails/rails.ts'
import { takePort } from './ports.ts'

const { Server: SshServer, utils } = ssh2
const { STATUS_CODE } = utils.sftp

/** A step of the protocol, as the server gets it. */
export type Step = 'open' | 'write' | 'close' | 'stat' | 'rename' | 'remove' | 'list'

/** An SFTP server on a directory, with the faults that a real one can have. */
export interface SftpServer {
  settings(own?: Partial<SftpSettings>): SftpSettings
  /**
   * Breaks steps: returns whether the connection is cut before or after it, or whether it fails.
   * Undefined lets the step be.
   */
  fault: ((step: Step, path: string) => 'cutBefore' | 'cutAfter' | 'fail' | 'hang' | undefined) | undefined
  /** The steps since the start. */
  readonly steps: { step: Step; path: string }[]
  /** How many clients have proved who they are. */
  readonly logins: () => number
  /** Goes away, and comes back at the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

export const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** `root` has the directories of the server. */
export async function startSftpServer(root: string): Promise<SftpServer> {
  // ssh2 itself writes one Ed25519 key in some hundred so that it cannot read it.
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const parsed = utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  const port = await takePort()
  let server: Server | undefined
  let logins = 0
  const clients = new Set<Connection>()
  const self: SftpServer = {
    fault: undefined,
    steps: [],
    logins: () => logins,
    settings: (own = {}) => ({
      ...{ host: '127.0.0.1', port, user: 'bank', hostKey: fingerprint(parsed.getPublicSSH()) },
      credential: { password: 'secret' },
      ...{ sendDirectory: '/to-fed', receiveDirectory: '/from-fed/{institution}', doneDirectory: undefined },
      ...{ everyMs: 20, timeoutMs: 2_000 },
      ...own,
    }),
    async stop() {
      for (const client of clients) cut(client)
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
    async start() {
      server = new SshServer({ hostKeys: [privateKey] }, (client) => {
        clients.add(client)
        neverDelay(client)
        client.on('close', () => clients.delete(client)).on('error', () => {})
        client.on('authentication', (attempt) => {
          const isRight = attempt.method === 'password' && attempt.username === 'bank' && attempt.password === 'secret'
          if (!isRight) return attempt.reject(['password'])
          logins++
          attempt.accept()
        })
        client.on('ready', () =>
          client.on('session', (accept) =>
            accept().on('sftp', (acceptSftp: () => SFTPWrapper & ServerChannel) =>
              serve(root, acceptSftp(), client, self),
            ),
          ),
        )
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    },
  }
  await self.start()
  return self
}

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  ...{ mode, uid, gid, size },
  ...{ atime: Math.trunc(atimeMs / 1_000), mtime: Math.trunc(mtimeMs / 1_000) },
})

interface Opened {
  path: string
  /** Undefined for a directory. */
  file: number | undefined
  names: string[]
}

function serve(root: string, sftp: SFTPWrapper, client: Connection, self: SftpServer): void {
  sftp.on('error', () => {})
  const opened = new Map<number, Opened>()
  let last = 0
  const local = (path: string) => join(root, path)
  const keep = (one: Opened) => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++last)
    opened.set(last, one)
    return handle
  }
  const of = (handle: Buffer) => opened.get(handle.readUInt32BE())!
  const ok = (id: number) => () => sftp.status(id, STATUS_CODE.OK)

  /** Does a step and answers it, unless the test breaks it. */
  const step = (id: number, [kind, path]: [Step, string], act: () => () => void) => {
    self.steps.push({ step: kind, path })
    const fault = self.fault?.(kind, path)
    if (fault === 'hang') return
    if (fault === 'fail') return sftp.status(id, STATUS_CODE.FAILURE, 'No space left on device')
    // The socket is cut, as by a network: nothing is said.
    if (fault === 'cutBefore') return cut(client)
    try {
      const answer = act()
      if (fault === 'cutAfter') return cut(client)
      answer()
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE, (error as Error).message)
    }
  }

  sftp.on('OPEN', (id, path, flags) =>
    step(id, ['open', path], () => {
      const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants
      const isRead = (flags & utils.sftp.OPEN_MODE.WRITE) === 0
      const handle = keep({
        path,
        file: openSync(local(path), isRead ? O_RDONLY : O_WRONLY | O_CREAT | O_EXCL),
        names: [],
      })
      return () => sftp.handle(id, handle)
    }),
  )
  sftp.on('WRITE', (id, handle, at, data) =>
    step(id, ['write', of(handle).path], () => {
      writeSync(of(handle).file!, data, 0, data.length, at)
      return ok(id)
    }),
  )
  sftp.on('READ', (id, handle, at, length) => {
    const bytes = Buffer.alloc(length)
    const count = readSync(of(handle).file!, bytes, 0, length, at)
    if (count === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, bytes.subarray(0, count))
  })
  sftp.on('CLOSE', (id, handle) =>
    step(id, ['close', of(handle).path], () => {
      const { file } = of(handle)
      if (file !== undefined) closeSync(file)
      return ok(id)
    }),
  )
  const stat = (id: number, path: string) =>
    step(id, ['stat', path], () => {
      const attributes = attributesOf(lstatSync(local(path)))
      return () => sftp.attrs(id, attributes)
    })
  sftp.on('LSTAT', stat).on('STAT', stat)
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attributesOf(fstatSync(of(handle).file!))))
  sftp.on('RENAME', (id, from, to) =>
    step(id, ['rename', to], () => {
      if (existsSync(local(to))) throw new Error('the target exists')
      renameSync(local(from), local(to))
      return ok(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    step(id, ['remove', path], () => {
      rmSync(local(path))
      return ok(id)
    }),
  )
  sftp.on('OPENDIR', (id, path) =>
    step(id, ['list', path], () => {
      const handle = keep({ path, file: undefined, names: readdirSync(local(path)) })
      return () => sftp.handle(id, handle)
    }),
  )
  sftp.on('READDIR', (id, handle) => {
    const { path, names } = of(handle)
    const some = names.splice(0, 100)
    if (some.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    sftp.name(
      id,
      some.map((filename) => ({
        filename,
        longname: filename,
        attrs: attributesOf(lstatSync(local(join(path, filename)))),
      })),
    )
  })
}

/** Sends each packet at once. The types of ssh2 lack it. */
function neverDelay(client: Connection): void {
  ;(client as unknown as { setNoDelay(isOn: boolean): void }).setNoDelay(true)
}

function cut(client: Connection): void {
  const { _sock: socket } = client as unknown as { _sock: { destroy(): void } }
  socket.destroy()
}
