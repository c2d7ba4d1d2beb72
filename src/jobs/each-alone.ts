import type { App } from '../app.ts'
import { isConnectionFailure, isSerialisationFailure } from '../db/client.ts'
import { UnknownKey } from '../db/keyring.ts'

/** So many rows are set aside in one attempt; the next one finds the others. */
const MAX_ASIDE = 10
/** A batch that fails is tried again with so many fewer rows. */
const FEWER = 8

/** Work on the first rows of a queue, of which none may stop the others. */
export interface EachAlone {
  /** How many rows one try takes. */
  limit: number
  /**
   * Works on up to `limit` rows in a transaction of its own, and tells which it claimed. Returns
   * how many it moved.
   */
  work(limit: number, claimed: (ids: readonly string[]) => void): Promise<number>
  /** Takes a row that fails out of the way, in a transaction of its own. */
  setAside(id: string, why: Error): Promise<void>
}

/**
 * Works on a batch. If it fails, fewer rows are tried, until those in front pass or one fails
 * alone: it is set aside, and the others go on. What the rows are not to blame for is thrown, and
 * so is what fails for more than ten of them.
 */
export async function eachAlone({ db }: Pick<App, 'db'>, { limit, work, setAside }: EachAlone): Promise<number> {
  let aside = 0
  for (let size = limit; ; ) {
    let claimed: readonly string[] = []
    try {
      return aside + (await work(size, (ids) => (claimed = ids)))
    } catch (error) {
      const [id] = claimed
      if (id === undefined || aside === MAX_ASIDE || !isOfRows(error, db)) throw error
      if (claimed.length > 1) {
        size = Math.ceil(claimed.length / FEWER)
        continue
      }
      await setAside(id, error)
      aside++
      size = limit
    }
  }
}

/** Whether an error says something of the rows, and not of the service or of the moment. */
function isOfRows(error: unknown, { keyring }: App['db']): error is Error {
  if (error instanceof UnknownKey) return !keyring.isStored(error)
  return error instanceof Error && !isConnectionFailure(error) && !isSerialisationFailure(error)
}
