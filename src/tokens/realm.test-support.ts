import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { testKeys } from '../../test/support/test-keys.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { createKeys } from '../db/store-keys.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { createApiClient } from './api-clients.ts'
import type { Entitlement } from './entitlements.ts'
import type { PeoplePort } from './people.ts'
import { rotateSigningKey } from './signing-keys.ts'
import { createTokenService, type TokenService } from './token-service.ts'

export interface LogLine {
  level: 'info' | 'warn' | 'error'
  text: string
}

/** A log that keeps its lines, so that a test can check what they do not contain. */
export function rememberingLog() {
  const lines: LogLine[] = []
  const write =
    (level: LogLine['level']) =>
    (...args: unknown[]) =>
      void lines.push({ level, text: args.map((arg) => JSON.stringify(arg, withErrors)).join(' ') })
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}

const withErrors = (_key: string, value: unknown) => (value instanceof Error ? `${value.stack}` : value)

/** A token service with its own port and database, without institutions. */
export async function startTokenService({
  clock = systemClock,
  people,
  time = machineTime,
}: {
  clock?: Clock
  people?: PeoplePort
  time?: MachineTime
} = {}) {
  const database = await createTestDatabase()
  const db = openDatabase({ connectionString: database.url, maxConnections: 10, ...testKeys })
  const { sealer } = db.keyring
  const log = rememberingLog()
  let service: TokenService
  const server = createServer((request, response) => {
    const address = String(request.headers['x-test-address'] ?? '127.0.0.1')
    void service.handle(request, response, { address })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hooks = { onRevocation: async () => {} }
  const options = {
    db,
    clock,
    sealer,
    publicUrl,
    log,
    time,
    onRevocation: () => hooks.onRevocation(),
    ...(people && { people }),
  }
  service = createTokenService(options)
  return {
    db,
    clock,
    sealer,
    log,
    publicUrl,
    hooks,
    /** Restarts the service, keeping only the database. */
    async restart() {
      await service.close()
      service = createTokenService(options)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await service.close()
      await db.close()
      await database.drop()
    },
  }
}

/** The legal entity of an institution's clients. */
export const LEGAL_ENTITY_ID = 4711n

/** An institution with one legal entity. */
export async function addInstitution(db: Database, code: string): Promise<bigint> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<{ tenantId: bigint }>(
      `insert into institutions (code, name, time_zone, currency, routing_number, sandbox, dual_control, settings, created_at)
       values ($1, $1, 'America/New_York', 'USD', '021000021', true, false, '{}', now())
       returning tenant_id`,
      [code],
    )
    const { tenantId } = rows[0]!
    await createKeys(tx.keyring, (text, values) => tx.query(text, values), tenantId)
    await tx.query(
      `insert into customers (tenant_id, id, external_reference_id, legal_name, short_name, customer_type, status, ancestor_ids, parent_ids,
         sec_codes, profile, is_admitted, created_at, updated_at)
       values ($1, $2, $3, $3, $3, 'Corporate', 'Active', '{}', '{}', '{}', '{}', true, now(), now())`,
      [tenantId, LEGAL_ENTITY_ID, code],
    )
    return tenantId
  })
}

export function addClient(
  db: Database,
  tenantId: bigint,
  entitlements: readonly Entitlement[] = ['Payments.Initiate_Payments', 'Accounts.View_Account'],
): Promise<{ apiKey: string; apiSecret: string }> {
  const now = systemClock.now()
  return db.transaction((tx) =>
    createApiClient(tx, { tenantId, name: 'Test', legalEntityId: LEGAL_ENTITY_ID, entitlements, now }),
  )
}

export interface Credentials {
  apiKey: string
  apiSecret: string
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export function basic({ apiKey, apiSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
}

/** Posts a form to an endpoint of a realm, as if from the address, and reads the JSON reply. */
export async function post(
  url: string,
  authorization: string | undefined,
  form: Record<string, string>,
  address?: string,
): Promise<Answer> {
  const headers = new Headers(authorization === undefined ? {} : { authorization })
  if (address) headers.set('x-test-address', address)
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

/** Rotates the signing key as if a minute ago: the new key signs as soon as a node notices. */
export async function rotateAMinuteAgo(
  { db, sealer, clock }: { db: Database; sealer: Sealer; clock: Clock },
  tenantId: bigint,
): Promise<{ kid: string }> {
  return db.transaction(async (tx) => {
    const { key } = await rotateSigningKey(tx, { tenantId, sealer, accessTokenSeconds: 14_400, now: clock.now() })
    await tx.query(
      `update signing_keys set signs_from = signs_from - interval '60 seconds', retired_at = retired_at - interval '60 seconds'
        where tenant_id = $1`,
      [tenantId],
    )
    return { kid: key.kid }
  })
}
