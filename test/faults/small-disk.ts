import { execFile } from 'node:child_process'
import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file system in memory that can be full or read-only. */
export interface SmallDisk {
  path: string
  /** Leaves no room on it. */
  fill(): Promise<void>
  /** Takes no writes until `heal`. Fails while a file is open for writing. */
  protect(): Promise<void>
  /** Has room again, and takes writes. */
  heal(): Promise<void>
  remove(): Promise<void>
}

/** Mounts one on the directory; undefined without the right to mount. */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk | undefined> {
  const size = `size=${megabytes}m`
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `${size},mode=0700`, 'tmpfs', path])
  } catch {
    return undefined
  }
  // A size of nothing would be no limit.
  await writeFile(join(path, 'ballast'), 'x')
  const remount = (options: string) => run('mount', ['-o', `remount,${options}`, path])
  return {
    path,
    async fill() {
      // A size below what is used is refused, and others write meanwhile.
      for (let tries = 0; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(path)
        try {
          await remount(`size=${(blocks - bfree) * bsize}`)
          return
        } catch (error) {
          if (tries === 20) throw error
        }
      }
    },
    async protect() {
      await remount('ro')
    },
    async heal() {
      await remount(`rw,${size}`)
    },
    async remove() {
      await run('umount', ['--lazy', path])
    },
  }
}

export const NO_MOUNT = 'a file system can only be mounted with the rights of root'
