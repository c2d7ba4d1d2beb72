import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import { findAlteredContents } from '../db/content-digest.ts'
import { API_CLIENT_SECRETS, API_CLIENTS } from '../db/digested-tables.ts'
import type { Log } from './log.ts'
import { readSigningKeys } from './signing-keys.store.ts'
import { whyKeyAltered } from './signing-keys.ts'

/** Whoever knows the key of a client can ask for a token as often as they like. */
const REPORT_INTERVAL_MS = 60_000

/** Tells the operator what was altered: the same at most once a minute. */
export function reportAltered(log: Log): (why: string) => void {
  const reported = new LRUCache<string, true>({ max: 1_000, ttl: REPORT_INTERVAL_MS })
  return (why) => {
    if (reported.has(why)) return
    reported.set(why, true)
    log.error(`${why}, and is refused: see "Credentials that were altered" in docs/operations.md`)
  }
}

const ALSO_EXPIRED = Temporal.Instant.fromEpochMilliseconds(0)

/** Compares the credentials that count with the digests that the service gave them. */
export async function verifyCredentials(
  db: Connection,
  tenantId: bigint,
): Promise<{ what: string; id: string; detail: string }[]> {
  const isLive = '(r.expires_at is null or r.expires_at > now())'
  const secrets = await findAlteredContents(db, tenantId, API_CLIENT_SECRETS, isLive)
  const clients = await findAlteredContents(db, tenantId, API_CLIENTS, 'r.revoked_at is null')
  const { sealer } = db.keyring
  const keys = await readSigningKeys(db, tenantId, ALSO_EXPIRED)
  return [
    ...clients.map(({ id, altered }) => ({ what: 'an API client was altered', id, detail: altered })),
    ...secrets.map(({ id, altered }) => ({ what: 'a secret of a client was altered', id, detail: altered })),
    ...keys.flatMap((key) => {
      const detail = whyKeyAltered(key, sealer)
      return detail === undefined ? [] : { what: 'a signing key was altered', id: key.kid, detail }
    }),
  ]
}
