import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { compareReleases, VERSION } from '../kernel/version.ts'

export interface Migration {
  /** The name of its file or, for a baseline, of its folder. */
  name: string
  sql: string
  sha256: string
  replaces?: History
  /**
   * The oldest release whose nodes go on working after it. Undefined for a migration from before
   * that was promised: only a node that has it works with it.
   */
  worksWith?: string
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
  worksWith: string | null
}

/** What the database lacks of this release, and what it has of a newer one that works with it. */
interface Difference {
  pending: Migration[]
  newer: string[]
}

/** The database was migrated with other files. The message names the file and the remedy. */
export class MigrationMismatch extends Error {}

/** The file that says from which migration on nodes of a release go on working. */
const RELEASES = 'releases.json'

/** The file of a baseline that names the migrations it replaces. */
const REPLACES = 'replaces.json'

/**
 * The migrations of a folder, in order. Each is a file `*.sql`, except a baseline: a folder of such
 * files, which run in order as one migration, with `replaces.json`.
 */
export function readMigrations(directory: URL): Migration[] {
  const releases = readReleases(directory)
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
    .map((entry) => (entry.isDirectory() ? readBaseline(directory, entry.name) : readFile(directory, entry.name)))
    .map((migration) => {
      const worksWith = releases.findLast(({ firstMigration }) => migration.name >= firstMigration)?.worksWith
      return { ...migration, ...(worksWith !== undefined && { worksWith }) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** In the order of their first migrations. */
type Releases = { firstMigration: string; worksWith: string }[]

function readReleases(directory: URL): Releases {
  const file = new URL(RELEASES, directory)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Releases) : []
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

/**
 * Compares the database with the migrations of this release. Refuses one with a changed migration,
 * and one with a newer migration that this release does not work with.
 */
export async function compareMigrations(client: pg.Client, directory: URL): Promise<Difference> {
  const files = readMigrations(directory)
  // A database that an earlier release migrated has no such column.
  const { rows } = await client.query<Applied>(
    `select name, sha256, to_jsonb(m) ->> 'works_with' as "worksWith" from schema_migrations m order by name`,
  )
  const applied = files.reduce(withBaseline, rows)
  const newer: string[] = []
  for (const row of applied) {
    const file = files.find(({ name }) => name === row.name)
    if (file) requireSame(row, file.sha256)
    else {
      requireWorking(row)
      newer.push(row.name)
    }
  }
  const seen = new Set(applied.map(({ name }) => name))
  const pending = files.filter(({ name }) => !seen.has(name))
  if (newer.length > 0 && pending.length > 0)
    throw new MigrationMismatch(
      `The database has migration ${newer[0]}, which is unknown to this version of Giro, and lacks ${pending[0]!.name}: it belongs to another line of versions.`,
    )
  return { pending, newer }
}

/** A node goes on beside one newer release, so that nodes can be replaced one after the other. */
function requireWorking({ name, worksWith }: Applied): void {
  if (worksWith === null)
    throw new MigrationMismatch(
      `The database has migration ${name}, which is unknown to this version of Giro: run the newer version, or restore a backup made before that migration.`,
    )
  if (compareReleases(worksWith, VERSION) > 0)
    throw new MigrationMismatch(
      `The database has migration ${name}, which works with Giro ${worksWith} and newer, and this is Giro ${VERSION}: run the newer version.`,
    )
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
  return [{ name, sha256, worksWith: null }, ...applied.filter((row) => !earlier.includes(row))]
}

function requireSame({ name, sha256 }: Pick<Applied, 'name' | 'sha256'>, expected: string): void {
  if (sha256 !== expected)
    throw new MigrationMismatch(
      `Migration ${name} differs from the file that was applied to this database. Never edit a migration: restore the file, or use a new database.`,
    )
}
