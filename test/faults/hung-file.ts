import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Puts a pipe in the place of a file, so that whoever reads it hangs in the operating system, as on
 * a share whose server is gone. Returns what ends that: readers then get the file's content.
 */
export async function hang(path: string): Promise<() => Promise<void>> {
  const pipe = `${path}.pipe`
  const away = `${path}.away`
  await promisify(execFile)('mkfifo', ['-m', '600', pipe])
  const content = await readFile(path)
  await rename(path, away)
  await rename(pipe, path)
  return async () => {
    // Opened for both directions, a pipe blocks nobody. Readers that wait get what is written, and
    // the end when it is closed.
    const writer = await open(path, constants.O_RDWR | constants.O_NONBLOCK)
    await writer.write(content)
    await rename(away, path)
    await writer.close()
  }
}
