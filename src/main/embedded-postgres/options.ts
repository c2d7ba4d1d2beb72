export type EmbeddedPostgresOptions = {
  /**
   * The cluster is in `<dataDir>/postgres`, with its log and password next to it. Created if it
   * does not exist.
   */
  dataDir: string
  /** The port on 127.0.0.1; by default, a free one. */
  port?: number
  /**
   * Receives a line for each step that is slow or unexpected. PostgreSQL's log is
   * `<dataDir>/postgres.log`.
   */
  log: (line: string) => void
  /**
   * Settings of postgresql.conf that differ from Giro's defaults, such as `{ fsync: 'off' }` for
   * tests.
   */
  settings?: Record<string, string>
  /**
   * Where the server archives its write-ahead log, so that any later moment can be restored. The
   * data directory remembers it: a start without it archives to the same place, so that the archive
   * has no gap. `off` ends the archiving.
   */
  backupDir?: string | undefined
  /** How long a start may take that recovers from a backup; undefined for the usual time. */
  recoveryTimeoutMs?: number
}

/**
 * For a small machine that also runs the service. Durability stays at PostgreSQL's defaults: fsync
 * and full page writes are on.
 */
export const DEFAULT_SETTINGS: Record<string, string> = {
  cluster_name: 'giro',
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  // A new database fills within minutes. With statistics a minute old, plans would scan whole
  // tables.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  logging_collector: 'off',
}
