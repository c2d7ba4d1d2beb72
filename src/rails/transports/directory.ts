import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Puts a file into a directory, whole or not at all: under a name of its own first, forced to disk, then renamed. Writing the same file again
 * puts the same bytes in its place. Who watches the directory may take every name that does not begin with a dot.
 */
export async function putFile(directory: string, name: string, content: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  const unfinished = join(directory, `.${name}.unfinished`)
  const file = await open(unfinished, 'w')
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
