import type { Database } from '../db/client.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import type { Log } from './log.ts'
import { createPolledReading, type PolledReading } from './polled-reading.ts'
import { findOnlyInstitution, type IssuerRow, readTrustedIssuers } from './trusted-issuers.store.ts'
import { type TrustedIssuer, trustedIssuer } from './trusted-issuers.ts'

/** An issuer as one institution trusts it. */
export type RegisteredIssuer = IssuerRow & { tenantCode: string }

export interface IssuerRegistry extends PolledReading {
  /** How each institution trusts the issuer with this `iss`. Empty if none does. */
  of(iss: string): readonly RegisteredIssuer[]
  /** Whether the institution refuses tokens of Giro's own token service. */
  isOwnReplaced(tenantId: bigint): boolean
}

interface Options {
  db: Database
  log: Log
  /** The issuer of the only institution, if that institution has no issuer in the database. */
  defaultIssuer?: string
  /** Called when an issuer was added, changed or removed. */
  onChange: () => void
  time?: MachineTime
}

/** The trusted issuers of all institutions, kept in memory and updated every 2 seconds. */
export function createIssuerRegistry({ db, log, defaultIssuer, onChange, time }: Options): IssuerRegistry {
  let registered: readonly RegisteredIssuer[] = []
  let byIssuer: ReadonlyMap<string, readonly RegisteredIssuer[]> = new Map()
  let saidAmbiguous = false

  async function readDefault(rows: readonly RegisteredIssuer[]): Promise<RegisteredIssuer[]> {
    if (defaultIssuer === undefined) return []
    const only = await db.read((db) => findOnlyInstitution(db))
    if (!only && !saidAmbiguous) {
      saidAmbiguous = true
      log.warn(
        { issuer: defaultIssuer },
        'GIRO_OIDC_ISSUER applies only if the service has one institution: use "giro institution issuer set"',
      )
    }
    if (!only || rows.some(({ tenantId }) => tenantId === only.tenantId)) return []
    return [{ ...only, ...trustedIssuer(defaultIssuer, { replacesOwn: true }) }]
  }

  async function read(): Promise<void> {
    const rows = await db.read((db) => readTrustedIssuers(db))
    const found = [...rows, ...(await readDefault(rows))]
    if (isSame(found, registered)) return
    registered = found
    byIssuer = Map.groupBy(found, ({ issuer }) => issuer)
    onChange()
  }

  return {
    of: (iss) => byIssuer.get(iss) ?? [],
    isOwnReplaced: (id) => registered.some(({ tenantId, replacesOwn }) => tenantId === id && replacesOwn),
    ...createPolledReading(read, { log, failure: 'trusted issuers could not be read', time }),
  }
}

const textOf = ({ tenantId, ...rest }: TrustedIssuer & { tenantId: bigint }) => `${tenantId} ${JSON.stringify(rest)}`

function isSame(one: readonly RegisteredIssuer[], other: readonly RegisteredIssuer[]): boolean {
  return one.length === other.length && one.every((issuer, at) => textOf(issuer) === textOf(other[at]!))
}
