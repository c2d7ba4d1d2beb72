import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from './sync-directory.ts'

const WITHDRAWN = '.withdrawn'

/**
 * Files that are complete but not visible yet, named by their claim: `NAME.TOKEN`. The holder of a
 * claim creates its file once and moves it into the outbox. Who takes over first makes that
 * impossible: it moves the file aside, or takes the name with a directory, so that the holder can
 * no longer create it. Each is one step of the file system, so a holder that slept in between, on
 * this machine or another, finds its file gone or its name taken.
 */
export class Staging {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  #pathOf(name: string, token: number): string {
    return join(this.#directory, `${name}.${token}`)
  }

  /**
   * Writes the file of a claim to disk. Returns false if the name is taken: the claim has ended.
   */
  async put(name: string, token: number, content: string): Promise<boolean> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const path = this.#pathOf(name, token)
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      throw error
    })
    if (!file) return false
    try {
      await file.writeFile(content)
      await file.sync()
    } catch (error) {
      await this.withdraw(name, token)
      throw error
    } finally {
      await file.close()
    }
    await syncDirectory(this.#directory)
    return true
  }

  /** Makes the file of a claim visible. Returns false if it was withdrawn before. */
  async publish(name: string, token: number, to: string): Promise<boolean> {
    try {
      await rename(this.#pathOf(name, token), to)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await exists(this.#pathOf(name, token)))) return false
      throw error
    }
  }

  /**
   * Ends a claim for good. Returns true if its file was taken back, so that it was never visible
   * and never will be; false if no file of it was found: it was not written yet, and never will be,
   * or it has become visible.
   */
  async withdraw(name: string, token: number): Promise<boolean> {
    const path = this.#pathOf(name, token)
    if (await exists(path + WITHDRAWN)) return true
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return this.#takeBack(path)
    }
    await syncDirectory(this.#directory)
    return false
  }

  async #takeBack(path: string): Promise<boolean> {
    const found = await stat(path).catch(ignoreMissing)
    if (found?.isDirectory()) return false
    await rename(path, path + WITHDRAWN).catch(ignoreMissing)
    await syncDirectory(this.#directory)
    return exists(path + WITHDRAWN)
  }

  /** Removes the files that were taken back, once the end of their hand-over is known. */
  async clean(name: string): Promise<void> {
    const files = (await readdir(this.#directory).catch(ignoreMissing)) ?? []
    for (const file of files.filter((file) => file.startsWith(`${name}.`) && file.endsWith(WITHDRAWN)))
      await rm(join(this.#directory, file), { force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== undefined
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
