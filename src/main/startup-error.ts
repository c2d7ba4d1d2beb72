/**
 * The service cannot start until a person does something. The message is one line that says what
 * failed, why, and what to do; the command line prints it without a stack. `detail` holds more
 * lines to print below it, such as the end of a log.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  readonly detail: string | undefined

  constructor(message: string, options: { cause?: unknown; detail?: string } = {}) {
    super(message, { cause: options.cause })
    this.detail = options.detail
  }
}

/** The database does not answer yet. It may only be starting. */
export class DatabaseNotReady extends StartupError {}

/**
 * Turns a file system error into a StartupError that names the path and the remedy. Any other error
 * is a defect and is returned unchanged, with its stack.
 */
export function asStartupError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const remedy = code === undefined ? undefined : REMEDIES[code]
  return remedy === undefined ? error : new StartupError(`${path} ${remedy}`, { cause: error })
}

const REMEDIES: Record<string, string> = {
  EACCES: 'cannot be written by this user: give the directory to this user, or choose another data directory',
  EPERM: 'cannot be changed by this user: give the directory to this user, or choose another data directory',
  EROFS: 'is on a read-only file system: choose a data directory on a writable one',
  ENOSPC: 'is on a full disk: free some space, or choose a data directory on another disk',
  EDQUOT: 'is over its disk quota: free some space, or choose a data directory on another disk',
  ENOTDIR: 'is below a file that is not a directory: choose another data directory',
  EEXIST: 'exists and is not a directory: choose another data directory',
}
