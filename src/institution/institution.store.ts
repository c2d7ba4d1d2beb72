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

const columns = `tenant_id, code, name, legal_entity_id, time_zone, currency,
  routing_number, bic, sandbox, dual_control, settings, version, clock_offset_ms, clock_stands_at,
  clock_target`

/** Throws if it does not exist: every tenant id comes from a verified token or a stored row. */
export async function readInstitution(db: Connection, tenantId: bigint): Promise<Institution> {
  const institution = await db.row<Institution>(`select ${columns} from institutions where tenant_id = $1`, [tenantId])
  if (!institution) throw new Error(`institution ${tenantId} does not exist`)
  return institution
}

export async function findInstitutionByCode(db: Connection, code: string): Promise<Institution | undefined> {
  const institution = await db.row<Institution>(`select ${columns} from institutions where code = $1`, [code])
  return institution
}

export async function listInstitutions(db: Connection): Promise<Institution[]> {
  return db.query<Institution>(`select ${columns} from institutions order by tenant_id`)
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
