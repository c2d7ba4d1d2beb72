import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from './client.ts'
import { SCHEMA } from './schema-name.ts'
import { SERVICE_ROLE } from './service-role.ts'

/**
 * A database has two logins. The owner migrates and owns the tables. The service role reads and
 * writes rows, and can neither own, nor bypass row-level security, nor act as another role.
 *
 * This is the service's login for a database whose owner's password Giro keeps. Its password is
 * derived from the owner's, which cannot be derived from it.
 */
export function serviceUrlFor(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(`login of ${SERVICE_ROLE}`)
  url.username = SERVICE_ROLE
  url.password = password.digest('base64url')
  return url.href
}

/** Lets the service role log in with the password of `serviceUrl`, unless it can already. */
export async function ensureServiceLogin(owner: pg.Client, serviceUrl: string): Promise<void> {
  if (await canLogIn(serviceUrl)) return
  // The server must not see the password: a failing statement is written to its log.
  const verifier = scramVerifier(decodeURIComponent(new URL(serviceUrl).password))
  await owner.query(`alter role ${SERVICE_ROLE} login password '${verifier}'`)
}

async function canLogIn(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'giro migrate', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && /^28/.test(error.code ?? '')) return false
    throw error
  }
}

const SCRAM_ITERATIONS = 4096

/** What PostgreSQL stores for a password: RFC 5802, in the format of pg_authid. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = hash('sha256', keyed('Client Key'), 'base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

/** What a login could do beyond the rights of the service role; all false for a service login. */
export interface ExcessRights {
  isSuperuser: boolean
  bypassesRowSecurity: boolean
  ownsTables: boolean
  /** Whether it can act as a role other than its own. */
  canSetRole: boolean
}

/** The excess rights of the login of this connection, whatever role it has set. */
export async function readExcessRights(db: Connection): Promise<ExcessRights> {
  const rights = await db.row<ExcessRights>(
    `select r.rolsuper as is_superuser, r.rolbypassrls as bypasses_row_security,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = '${SCHEMA}' and c.relkind = 'r' and c.relowner = r.oid) as owns_tables,
       exists (select from pg_roles o where o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'member')) as can_set_role
     from pg_roles r where r.rolname = session_user`,
  )
  return rights!
}
