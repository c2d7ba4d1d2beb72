/** How the files of a network get to its server and from it. */
export interface SftpSettings {
  host: string
  port: number
  user: string
  /** What the server must show: `SHA256:` and the hash of its key, as ssh-keygen -l prints it. */
  hostKey: string
  /** One of the two is given. Neither is ever logged. */
  credential: { password: string } | { privateKey: Buffer }
  /** Where our files go on the server; `{institution}` stands for the code of the institution. */
  sendDirectory: string
  /** Where the network puts its files. */
  receiveDirectory: string
  /** Where files go whose import has ended; undefined to remove them. */
  doneDirectory: string | undefined
  /** How often the server is looked at. */
  everyMs: number
  /** The longest wait for one step: to connect, or for one answer. */
  timeoutMs: number
}

/** The directory of an institution. */
export const directoryOf = (pattern: string, institution: string): string =>
  pattern.replaceAll('{institution}', institution)
