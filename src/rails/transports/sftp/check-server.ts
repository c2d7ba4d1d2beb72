import { machineTime } from '../../../kernel/machine-time.ts'
import { SftpSession } from './session.ts'
import { directoryOf, type SftpSettings } from './settings.ts'

/** What keeps the server from being used by these institutions; undefined if nothing does. */
export async function checkServer(
  settings: SftpSettings,
  institutions: readonly string[],
): Promise<string | undefined> {
  const { sendDirectory, receiveDirectory, doneDirectory } = settings
  const patterns = [sendDirectory, receiveDirectory, ...(doneDirectory === undefined ? [] : [doneDirectory])]
  const directories = new Set(patterns.flatMap((pattern) => institutions.map((code) => directoryOf(pattern, code))))
  try {
    await SftpSession.with(settings, machineTime, async (session) => {
      for (const directory of directories) await session.list(directory)
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
