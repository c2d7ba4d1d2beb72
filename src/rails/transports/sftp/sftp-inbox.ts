import { join } from 'node:path/posix'
import type { MachineTime } from '../../../kernel/machine-time.ts'
import { ChangingFile, type Inbox, type Unfit, type WaitingFile } from '../../incoming/inbox.ts'
import { isUnfinished, objectionToName } from '../inbox/file-names.ts'
import { Resting } from '../inbox/resting.ts'
import { type RemoteFile, SftpSession } from './session.ts'
import { directoryOf, type SftpSettings } from './settings.ts'

/** The most files that one look returns. */
const MAX_FILES = 200
/** The most files of one name in the directory of what was imported. */
const MAX_OF_A_NAME = 1_000

/**
 * The directory of a server in which a network puts its files. Nothing is kept between the server
 * and the database: the bytes go into the database first, and a file leaves the directory after the
 * commit that ended its import. A file of more than `maxBytes` is not in the database, so it stays
 * unless there is a directory to move it to. The place has the identity of the institution's
 * outbox, because the workers of an institution share the settings as they share the outbox.
 */
export function createSftpInbox(
  settings: SftpSettings,
  options: { identity: () => Promise<string>; maxBytes: number; restMs: number; time: MachineTime },
): Inbox {
  const { identity, maxBytes, restMs, time } = options
  const resting = new Resting(restMs, time)
  const pathOf = (institution: string, name: string) => join(directoryOf(settings.receiveDirectory, institution), name)
  return {
    identity,

    async look(institution) {
      const directory = directoryOf(settings.receiveDirectory, institution)
      const found = (await SftpSession.with(settings, time, (session) => session.list(directory)))
        .filter(({ name }) => !isUnfinished(name))
        .toSorted((one, other) => one.changedAt - other.changedAt)
      const unfit: Unfit[] = []
      const files: WaitingFile[] = []
      for (const file of found) {
        const why = objectionTo(file)
        if (why === undefined) files.push({ name: file.name, sizeBytes: file.sizeBytes, state: stateOf(file) })
        else unfit.push({ name: JSON.stringify(file.name), why })
      }
      return { files: resting.of(institution, files).slice(0, MAX_FILES), unfit }
    },

    async *read(institution, file) {
      const session = await SftpSession.open(settings, time)
      try {
        yield* readWhole(session, pathOf(institution, file.name), file)
      } finally {
        session.end()
      }
    },

    async putAway(institution, file, place) {
      const { doneDirectory } = settings
      if (doneDirectory === undefined && place === 'quarantine' && file.sizeBytes > maxBytes) return
      const directory = directoryOf(settings.receiveDirectory, institution)
      await SftpSession.with(settings, time, async (session) => {
        const present = (await session.list(directory)).find(({ name }) => name === file.name)
        if (!present || stateOf(present) !== file.state) return
        const path = pathOf(institution, file.name)
        if (doneDirectory === undefined) await session.remove(path)
        else await session.rename(path, await freePath(session, directoryOf(doneDirectory, institution), file.name))
      })
    },
  }
}

/** What tells a file from another one of the same name, as far as SFTP shows it. */
const stateOf = ({ sizeBytes, changedAt }: RemoteFile) => `${sizeBytes}-${changedAt}`

const objectionTo = ({ name, isFile }: RemoteFile) =>
  objectionToName(name) ?? (isFile ? undefined : 'it is no regular file')

async function* readWhole(
  session: SftpSession,
  path: string,
  { name, sizeBytes }: WaitingFile,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of session.read(path, sizeBytes)) {
    bytes += piece.length
    yield piece
  }
  if (bytes !== sizeBytes || (await session.sizeOf(path)) !== sizeBytes)
    throw new ChangingFile(`${name} changed while it was read`)
}

/** A number follows the name if what was put away before has it. */
async function freePath(session: SftpSession, directory: string, name: string): Promise<string> {
  for (let number = 1; number <= MAX_OF_A_NAME; number++) {
    const path = join(directory, number === 1 ? name : `${name}.${number}`)
    if ((await session.sizeOf(path)) === undefined) return path
  }
  throw new Error(`${directory} has ${MAX_OF_A_NAME} files of the name ${name}: empty it`)
}
