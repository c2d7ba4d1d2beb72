import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export interface Migration {
  /** The name of its file or, for a baseline, of its folder. */
  name: string
  sql: string
  sha256: string
  replaces?: History
}

/** The migrations that a baseline stands for. */
interface History {
  /** The last release that has them. */
  release: string
  /** The SHA-256 of each, by its name. */
  migrations: Readonly<Record<string, string>>
}

/** What schema_migrations has of a migration. */
interface Applied {
  name: string
  sha256: string
}

/** The database was migrated with other files. The message names the file and the remedy. */
export class MigrationMismatch extends Error {}

/** The file of a baseline that names the migrations it replaces. */
const REPLACES = 'replaces.json'

/**
 * The migrations of a folder, in order. Each is a file `*.sql`, except a baseline: a folder of such
 * files, which run in order as one migration, with `replaces.json`.
 */
export function readMigrations(directory: URL): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .map((entry) => (entry.isDirectory() ? readBaseline(directory, entry.name) : readFile(directory, entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readFile(directory: URL, name: string): Migration {
  const sql = readFileSync(new URL(name, directory), 'utf8')
  return { name, sql, sha256: hash('sha256', sql) }
}

function readBaseline(directory: URL, name: string): Migration {
  const folder = new URL(`${name}/`, directory)
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const sql = files
    .sort()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const replaces = JSON.parse(readFileSync(new URL(REPLACES, folder), 'utf8')) as History
  return { name, sql, sha256: hash('sha256', sql), replaces }
}

/** The migrations not applied yet. Refuses a database with an unknown or a changed migration. */
export async function pendingMigrations(client: pg.Client, directory: URL): Promise<Migration[]> {
  const files = readMigrations(directory)
  const { rows } = await client.query<Applied>('select name, sha256 from schema_migrations order by name')
  const applied = files.reduce(withBaseline, rows)
  for (const row of applied) {
    const file = files.find(({ name }) => name === row.name)
    if (!file)
      throw new MigrationMismatch(
        `The database has migration ${row.name}, which is unknown to this version of Giro: run the newer version, or restore a backup made before that migration.`,
      )
    requireSame(row, file.sha256)
  }
  const seen = new Set(applied.map(({ name }) => name))
  return files.filter(({ name }) => !seen.has(name))
}

/**
 * A database with all migrations that a baseline replaces has the baseline. One with some of them
 * is refused: the baseline cannot add the rest.
 */
function withBaseline(applied: readonly Applied[], { name, sha256, replaces }: Migration): Applied[] {
  const history = replaces?.migrations ?? {}
  const earlier = applied.filter((row) => Object.hasOwn(history, row.name))
  if (replaces === undefined || earlier.length === 0) return [...applied]
  for (const row of earlier) requireSame(row, history[row.name]!)
  const missing = Object.keys(history).find((one) => !earlier.some((row) => row.name === one))
  if (missing !== undefined)
    throw new MigrationMismatch(
      `The database lacks migration ${missing}, which this version of Giro no longer has: run "giro migrate" of Giro ${replaces.release} first, then of this version.`,
    )
  return [{ name, sha256 }, ...applied.filter((row) => !earlier.includes(row))]
}

function requireSame({ name, sha256 }: Applied, expected: string): void {
  if (sha256 !== expected)
    throw new MigrationMismatch(
      `Migration ${name} differs from the file that was applied to this database. Never edit a migration: restore the file, or use a new database.`,
    )
}
