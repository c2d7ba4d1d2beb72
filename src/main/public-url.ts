import type { Database } from '../db/client.ts'
import { fillPublicUrls, listPublicUrls } from './public-url.store.ts'
import { StartupError } from './startup-error.ts'

/**
 * The base URL of this node. All nodes of a database must have the same one, because access tokens
 * name it and each node accepts only its own. The first node that is given one keeps it in the
 * database.
 * @param asked the URL in GIRO_PUBLIC_URL
 * @param ownUrl for a node that is given none, in a database that has none; undefined if the node
 * listens on every address
 * @throws StartupError if the database has another one, or if there is none
 */
export async function agreeOnPublicUrl(
  db: Database,
  { asked, ownUrl }: { asked: string | undefined; ownUrl: string | undefined },
): Promise<string> {
  const kept = await db.transaction(async (tx) => {
    if (asked !== undefined) await fillPublicUrls(tx, asked)
    return listPublicUrls(tx)
  })
  const wanted = asked ?? kept.find(({ publicUrl }) => publicUrl !== null)?.publicUrl ?? ownUrl
  if (wanted === undefined)
    throw new StartupError(
      'the service listens on every address, and clients need one: set GIRO_PUBLIC_URL to the URL by which they reach it',
    )
  const other = kept.find(({ publicUrl }) => publicUrl !== null && publicUrl !== wanted)
  if (!other) return wanted
  const own = asked === undefined ? `another institution has ${wanted}` : `GIRO_PUBLIC_URL is ${asked}`
  throw new StartupError(
    `${own}, but clients reach institution ${other.code} at ${other.publicUrl}: ` +
      `set GIRO_PUBLIC_URL to ${other.publicUrl}, or stop all nodes and move the institution with ` +
      `"giro institution public-url --institution ${other.code} --url ${wanted}"`,
  )
}
