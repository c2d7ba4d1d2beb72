import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import type { ClockSetting } from './clock.store.ts'
import type { InstitutionSettings } from './settings.ts'

export interface Institution extends ClockSetting {
  tenantId: bigint
  code: string
  name: string
  /** The institution's own entity, the customer above all others. */
  legalEntityId: bigint
  timeZone: string
  currency: string
  routingNumber: string
  bic: string | null
  sandbox: boolean
  /** Whether a second person decides the changes of the institution. */
  dualControl: boolean
  settings: InstitutionSettings
  version: bigint
}

const profile = `tenant_id, code, name, legal_entity_id, time_zone, currency,
  routing_number, bic, sandbox, dual_control, version, clock_offset_ms, clock_stands_at, clock_target`
const columns = `${profile}, settings`

/** The settings of an institution as a version of its row has them. */
interface KnownSettings {
  /** The transaction that wrote the row, and its version: together, no other row has them. */
  writtenBy: string
  version: bigint
  settings: InstitutionSettings
}

/** The settings that were read last, of each database and institution. */
const known = new WeakMap<object, Map<bigint, KnownSettings>>()

/**
 * Throws if it does not exist: every tenant id comes from a verified token or a stored row.
 *
 * The settings are by far the longest column, and nearly every use case reads them. They are sent
 * only if the row is not the one of the last time.
 */
export async function readInstitution(db: Connection, tenantId: bigint): Promise<Institution> {
  const ofDatabase = known.get(db.keyring) ?? new Map<bigint, KnownSettings>()
  known.set(db.keyring, ofDatabase)
  const last = ofDatabase.get(tenantId)
  const row = await db.row<Omit<Institution, 'settings'> & { settings: InstitutionSettings | null; writtenBy: string }>(
    `select ${profile}, xmin::text as written_by,
       case when xmin::text is distinct from $2 or version is distinct from $3 then settings end as settings
     from institutions where tenant_id = $1`,
    [tenantId, last?.writtenBy ?? null, last?.version ?? null],
  )
  if (!row) throw new Error(`institution ${tenantId} does not exist`)
  const { writtenBy, ...rest } = row
  const settings = rest.settings ?? last!.settings
  if (rest.settings) ofDatabase.set(tenantId, { writtenBy, version: rest.version, settings: freeze(settings) })
  return { ...rest, settings }
}

/** Shared by all that read it, so nobody may change it. */
function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

export async function findInstitutionByCode(db: Connection, code: string): Promise<Institution | undefined> {
  const institution = await db.row<Institution>(`select ${columns} from institutions where code = $1`, [code])
  return institution
}

export async function listInstitutions(db: Connection): Promise<Institution[]> {
  return db.query<Institution>(`select ${columns} from institutions order by tenant_id`)
}

/** The institutions that meet a condition on their row `i`, such as that a slice has work. */
export async function tenantsWhere(
  db: Connection,
  condition: string,
  parameters: readonly (string | number)[] = [],
): Promise<bigint[]> {
  const rows = await db.query<{ tenantId: bigint }>(
    `select i.tenant_id from institutions i where ${condition} order by i.tenant_id`,
    [...parameters],
  )
  return rows.map(({ tenantId }) => tenantId)
}

export async function insertInstitution(
  tx: Transaction,
  institution: Omit<Institution, 'tenantId' | 'legalEntityId' | 'version' | keyof ClockSetting>,
  now: Temporal.Instant,
): Promise<bigint> {
  const row = await tx.row<{ tenantId: bigint }>(
    `insert into institutions (code, name, time_zone, currency, routing_number, bic, sandbox, dual_control, settings,
       created_at, public_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
       (select public_url from institutions where public_url is not null order by tenant_id limit 1)) returning tenant_id`,
    [
      institution.code,
      institution.name,
      institution.timeZone,
      institution.currency,
      institution.routingNumber,
      institution.bic,
      institution.sandbox,
      institution.dualControl,
      JSON.stringify(institution.settings),
      now.toString(),
    ],
  )
  const { tenantId } = row!
  await appendVersion(tx, tenantId, now)
  return tenantId
}

/** Keeps the profile and the settings as they are from now on. */
async function appendVersion(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<void> {
  await tx.query(
    `insert into institution_versions (tenant_id, version, valid_from, name, time_zone, routing_number, bic, dual_control, settings)
     select tenant_id, version, $2, name, time_zone, routing_number, bic, dual_control, settings
     from institutions where tenant_id = $1`,
    [tenantId, now.toString()],
  )
}

export async function setLegalEntity(tx: Transaction, tenantId: bigint, legalEntityId: bigint): Promise<void> {
  await tx.query('update institutions set legal_entity_id = $2 where tenant_id = $1', [tenantId, legalEntityId])
}

/** Reads the institution and locks its row until the transaction ends. Payments are not blocked. */
export async function lockInstitution(tx: Transaction, tenantId: bigint): Promise<Institution> {
  await tx.query('select from institutions where tenant_id = $1 for no key update', [tenantId])
  return readInstitution(tx, tenantId)
}

export async function writeProfile(
  tx: Transaction,
  tenantId: bigint,
  profile: Pick<Institution, 'name' | 'timeZone' | 'routingNumber' | 'bic' | 'dualControl' | 'settings'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update institutions set name = $2, time_zone = $3, routing_number = $4, bic = $5, dual_control = $6,
        settings = $7, version = version + 1
      where tenant_id = $1`,
    [
      tenantId,
      profile.name,
      profile.timeZone,
      profile.routingNumber,
      profile.bic,
      profile.dualControl,
      JSON.stringify(profile.settings),
    ],
  )
  await appendVersion(tx, tenantId, now)
}
