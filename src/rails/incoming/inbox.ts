/** A file that lies in an inbox. Another state of the same name is another file. */
export interface WaitingFile {
  name: string
  sizeBytes: number
  /** Names this state of the file: it changes with its content. */
  state: string
}

/** What lies in an inbox and is no file that can be taken, with the reason in words. */
export interface Unfit {
  name: string
  why: string
}

/**
 * Where the files of a network come in. It carries bytes and knows no rail. Every call ends after a
 * bounded time; one that fails changes nothing.
 */
export interface Inbox {
  /** Names the place for good: workers that differ in it would take files of another one. */
  identity(): Promise<string>
  /**
   * The files of an institution that are complete and did not change for a moment, the oldest
   * first, a bounded number. What cannot be taken stays where it is.
   */
  look(institution: string): Promise<{ files: readonly WaitingFile[]; unfit: readonly Unfit[] }>
  /** The bytes, in pieces. Throws `ChangingFile` if the file is in another state. */
  read(institution: string, file: WaitingFile): AsyncIterable<Uint8Array>
  /** Moves a file out of the way, unless it is in another state or another worker has moved it. */
  putAway(institution: string, file: WaitingFile, place: 'done' | 'quarantine'): Promise<void>
}

/** The file is another one than a moment ago: it is taken when it rests. */
export class ChangingFile extends Error {}
