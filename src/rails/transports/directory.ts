import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file into a directory atomically: under a temporary name, synced to disk, then renamed.
 * Writing the same file again replaces it with the same bytes. A reader of the directory can pick
 * up every file whose name does not begin with a dot. Only this user can read the directory and its
 * files, because they name people and their accounts.
 */
export async function putFile(directory: string, name: string, content: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const unfinished = join(directory, `.${name}.unfinished`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(directory, name))
  const parent = await open(directory, 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}
