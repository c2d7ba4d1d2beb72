export type EmbeddedPostgresOptions = {
  /** The cluster is kept in `<dataDir>/postgres`, its log and password beside it. Created when missing. */
  dataDir: string
  /** The port on 127.0.0.1; a free one when not given. */
  port?: number
  /** Told, in one line each, what takes time or may surprise. PostgreSQL's own log is `<dataDir>/postgres.log`. */
  log: (line: string) => void
  /** Settings of postgresql.conf that differ from Giro's defaults, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>
}

/** For a small machine that also runs the service. Durability is PostgreSQL's own default: fsync and full page writes on. */
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
  // A new database fills within minutes; plans made of what was counted a minute ago would read whole tables.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  logging_collector: 'off',
}
