import type pg from 'pg'
import { compareReleases } from '../kernel/version.ts'
import { type Migration, MigrationMismatch } from './migrations.ts'

/**
 * Refuses a migration while nodes are connected that do not work with it: an upgrade that left out
 * a release, or a node that was forgotten. Nodes name their release in application_name.
 */
export async function requireNoOlderNodes(client: pg.Client, { name, worksWith }: Migration): Promise<void> {
  if (worksWith === undefined) return
  const { rows } = await client.query<{ node: string; connections: number }>(
    `select application_name || coalesce(' at ' || host(client_addr), '') as node, count(*)::int as connections
     from pg_stat_activity where datname = current_database() and application_name ~ '^giro \\d+[.]\\d+[.]\\d+$'
     group by 1 order by 1`,
  )
  const older = rows.filter(({ node }) => compareReleases(node.split(' ')[1]!, worksWith) < 0)
  if (older.length === 0) return
  const nodes = older.map(({ node, connections }) => `${node} (${connections} connections)`).join(', ')
  throw new MigrationMismatch(
    `Migration ${name} works with Giro ${worksWith} and newer, and older nodes are connected: ${nodes}. Replace them with Giro ${worksWith} first, or stop them.`,
  )
}
